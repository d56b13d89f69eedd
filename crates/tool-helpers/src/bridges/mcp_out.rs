//! From results to MCP's.

use serde_json::{Error, Value};
use tool_models::mcp::{CallToolResult, ContentBlock};

use super::mcp_text::text_block;
use crate::script_results::ScriptText;
use crate::tool_results::{ToolOutcome, tool_result_to_str};

/// MCP's result of a typed or structured result: the form for the model as structured content, and the same as text for
/// clients that know no structured content.
///
/// # Errors
/// A result that JSON cannot hold.
///
/// ```
/// use tool_helpers::bridges::to_mcp;
/// use tool_helpers::tool_models::tool_results::BaseToolResult;
///
/// let mcp = to_mcp(&BaseToolResult { success: true, message: "done".to_owned() })?;
/// let text = concat!(
///     r#"{"resultType":"complete","content":[{"type":"text","text":"{\"success\":true,\"message\":\"done\"}"}],"#,
///     r#""structuredContent":{"success":true,"message":"done"},"isError":false}"#,
/// );
/// assert_eq!(serde_json::to_string(&mcp)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn to_mcp<T: ToolOutcome + ?Sized>(result: &T) -> Result<CallToolResult, Error> {
    let text = tool_result_to_str(result)?;
    let structured = serde_json::from_str(&text)?;
    Ok(complete(
        vec![text_block(text)],
        Some(structured),
        Some(!result.succeeded()),
    ))
}

/// MCP's result of a script's result.
///
/// A structured one is MCP's result already, and keeps its blocks and its payload. One that was too long to be sent has
/// its size and place as structured content. Plain text is a block, and a flag that was not given stays absent.
///
/// # Errors
/// A structured result whose content is none of MCP's, with the place.
pub fn script_to_mcp(script: &ScriptText) -> Result<CallToolResult, isomorph_runtime::Error> {
    let text = script.as_str();
    if script.content().is_some() {
        let mut result: CallToolResult = isomorph_runtime::from_str(text)?;
        result.result_type.get_or_insert_with(|| COMPLETE.to_owned());
        return Ok(result);
    }
    let structured = match script.oversized() {
        Some(_) => Some(isomorph_runtime::from_str::<Value>(text)?),
        None => None,
    };
    Ok(complete(vec![text_block(text)], structured, script.is_error()))
}

/// The type of a result that asks for nothing.
const COMPLETE: &str = "complete";

fn complete(content: Vec<ContentBlock>, structured: Option<Value>, is_error: Option<bool>) -> CallToolResult {
    CallToolResult {
        result_type: Some(COMPLETE.to_owned()),
        structured_content: structured,
        is_error,
        ..CallToolResult::new(content)
    }
}
