//! From results to what a script gets.

use serde_json::Value;
use tool_models::mcp::CallToolResult;
use tool_models::script_results::StructuredScriptText;

use super::mcp_text::{is_plain, joined, text_block};
use crate::script_results::HandlerResult;
use crate::tool_results::{ToolOutcome, tool_result_to_str};

/// What a handler gives a script of a typed or structured result: the form for the model, as payload and as text.
///
/// ```
/// use tool_helpers::bridges::for_script;
/// use tool_helpers::script_results::{NoStorage, ScriptHost, ScriptText};
/// use tool_helpers::structured_result::error;
///
/// let result = error("no file a.txt").error_type("FileNotFound").build()?;
/// let script = ScriptText::from(ScriptHost::new(NoStorage).deliver("t1", for_script(&result)));
/// assert_eq!(script.failure(), Some("no file a.txt"));
/// assert_eq!(script.structured().unwrap()["error_type"], "FileNotFound");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_script<T: ToolOutcome + ?Sized>(result: &T) -> HandlerResult {
    let written = || {
        let text = tool_result_to_str(result)?;
        let payload = serde_json::from_str(&text)?;
        let block = serde_json::to_value(text_block(text))?;
        Ok((block, payload))
    };
    let written: Result<(Value, Value), serde_json::Error> = written();
    match written {
        Ok((block, payload)) => HandlerResult::Structured(StructuredScriptText {
            content: vec![block],
            structured_content: Some(payload),
            is_error: !result.succeeded(),
            error: (!result.succeeded()).then(|| result.message().to_owned()),
        }),
        Err(error) => HandlerResult::unwritable(&error),
    }
}

/// What MCP's result says: its text, or its blocks and its payload when it has more than text. An absent `isError` means
/// that the call did not fail. `_meta` belongs to the protocol and goes no further.
impl From<CallToolResult> for HandlerResult {
    fn from(result: CallToolResult) -> Self {
        let is_error = result.is_error == Some(true);
        if result.structured_content.is_none() && is_plain(&result.content) {
            let text = joined(&result.content);
            return Self::Flagged { text, is_error };
        }
        match result.content.iter().map(serde_json::to_value).collect() {
            Ok(content) => Self::Structured(StructuredScriptText {
                content,
                structured_content: result.structured_content,
                is_error,
                // A script's result in MCP's form keeps its words there.
                error: result.extra.get("error").and_then(Value::as_str).map(str::to_owned),
            }),
            Err(error) => Self::unwritable(&error),
        }
    }
}
