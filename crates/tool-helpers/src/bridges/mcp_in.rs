//! From MCP's result to the structured result.

use isomorph_runtime::Map;
use serde_json::Value;
use tool_models::mcp::CallToolResult;
use tool_models::structured_result::{ToolResult, ToolResultStatus};

use super::FromMcpError;
use super::mcp_text::{failure_words, is_plain, texts};
use crate::structured_result::{DEFAULT_ERROR_TYPE, ORIGINAL_STATUS, RESERVED_KEYS, StructuredResult as _, from_dict};

/// The structured result that MCP's result says.
///
/// - The structured content is read as the flattened form: what [`to_mcp`](super::to_mcp) wrote gives the same result
///   again, and other content becomes the data. Content that is no object is the data `result`.
/// - `isError` makes it an error. A status that says otherwise is kept in the data, under `original_status`.
/// - Without a message, the text is the message, unless it only repeats the structured content as JSON. An error without
///   text is `Tool call failed`, and without a status of its own it has the error type `ToolError`.
/// - Content that is more than text is kept in the data, under `content`; so are keys that MCP does not declare. `_meta`
///   belongs to the protocol and goes no further.
///
/// # Errors
/// A result that asks for input; a field of the flattened form of the wrong type; a part that has no place in the data.
///
/// ```
/// use tool_helpers::bridges::from_mcp;
/// use tool_helpers::structured_result::StructuredResult as _;
///
/// let text = r#"{"content":[{"type":"text","text":"disk full"}],"isError":true}"#;
/// let result = from_mcp(&isomorph_runtime::from_str(text)?)?;
/// assert_eq!((result.message_text(), result.error_type()), (Some("disk full"), Some("ToolError")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_mcp(result: &CallToolResult) -> Result<ToolResult, FromMcpError> {
    if let Some(result_type) = result.result_type.as_ref().filter(|kind| *kind != "complete") {
        let result_type = result_type.clone();
        return Err(FromMcpError::NotComplete { result_type });
    }
    let dict: Map<Value> = match &result.structured_content {
        None => Map::new(),
        Some(Value::Object(entries)) => entries.clone().into_iter().collect(),
        Some(other) => Map::from_iter([("result".to_owned(), other.clone())]),
    };
    let states_status = dict.contains_key("status");
    let mut made = from_dict(dict).map_err(|fault| FromMcpError::Refused(fault.within("structuredContent")))?;
    if result.is_error == Some(true) {
        fail(&mut made, states_status);
    }
    say(&mut made, result);
    keep_rest(&mut made.data, result)?;
    Ok(made)
}

/// Makes the result an error, as MCP says.
fn fail(made: &mut ToolResult, states_status: bool) {
    if states_status && made.status != ToolResultStatus::Error {
        // Of an unknown status, this is there already.
        let status = made.status.to_string();
        made.data.entry(ORIGINAL_STATUS.to_owned()).or_insert(status.into());
    }
    made.status = ToolResultStatus::Error;
    if !states_status && made.error_type().is_none() {
        made.error_type = Some(Some(DEFAULT_ERROR_TYPE.to_owned()));
    }
}

/// Gives the result the message of the text, if it has none.
fn say(made: &mut ToolResult, result: &CallToolResult) {
    if made.message_text().is_some() {
        return;
    }
    let structured = result.structured_content.as_ref();
    let repeats = |text: &str| {
        structured.is_some_and(|structured| serde_json::from_str::<Value>(text).is_ok_and(|text| text == *structured))
    };
    let said: Vec<_> = texts(&result.content).filter(|text| !repeats(text)).collect();
    if !said.is_empty() {
        made.message = Some(Some(said.join("\n")));
    } else if result.is_error == Some(true) {
        made.message = Some(Some(failure_words(&[])));
    }
}

/// Keeps what is neither structured nor the message.
fn keep_rest(data: &mut Map<Value>, result: &CallToolResult) -> Result<(), FromMcpError> {
    let mut rest = Vec::new();
    if !is_plain(&result.content) {
        let content = serde_json::to_value(&result.content).map_err(|error| FromMcpError::Unwritable {
            reason: error.to_string(),
        })?;
        rest.push(("content", content));
    }
    rest.extend(result.extra.iter().map(|(key, value)| (key.as_str(), value.clone())));
    for (key, value) in rest {
        let key = key.to_owned();
        if data.contains_key(&key) || RESERVED_KEYS.contains(&key.as_str()) {
            return Err(FromMcpError::Taken { key });
        }
        data.insert(key, value);
    }
    Ok(())
}
