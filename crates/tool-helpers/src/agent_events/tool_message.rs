//! The message that a tool result becomes.

use isomorph_runtime::{Error, from_str};
use serde_json::{Map, Value};
use tool_models::agent_events::{ToolCallResultEvent, ToolMessage};

use super::{Failure as _, Warning};
use crate::json::kind;

/// The tool message of a result: its id is the event's message id, its role is always `tool`, and content, error and
/// metadata are the event's.
///
/// ```
/// use tool_helpers::agent_events::{Failure as _, tool_message};
///
/// let event = r#"{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"t1","content":"c","error":""}"#;
/// let message = tool_message(&isomorph_runtime::from_str(event)?);
/// assert_eq!((message.id.as_str(), message.failed()), ("m1", true));
/// # Ok::<(), isomorph_runtime::Error>(())
/// ```
#[must_use]
pub fn tool_message(event: &ToolCallResultEvent) -> ToolMessage {
    ToolMessage {
        error: event.error.clone(),
        metadata: event.metadata.clone(),
        ..ToolMessage::new(&event.message_id, &event.content, &event.tool_call_id)
    }
}

/// The tool message of a result that was not validated: an `error` that is no string is dropped with a warning.
///
/// # Errors
/// Whatever else is wrong with the event, with its place.
///
/// ```
/// use tool_helpers::agent_events::{Failure as _, tool_message_unvalidated};
///
/// let event = serde_json::json!({
///     "type": "TOOL_CALL_RESULT", "messageId": "m1", "toolCallId": "t1", "content": "c", "error": { "code": 7 }
/// });
/// let (message, warning) = tool_message_unvalidated(event.as_object().cloned().unwrap_or_default())?;
/// assert!(!message.failed());
/// let told = "the error of tool call \"t1\" is an object instead of a string, and was dropped";
/// assert_eq!(warning.map(|warning| warning.to_string()).as_deref(), Some(told));
/// # Ok::<(), isomorph_runtime::Error>(())
/// ```
pub fn tool_message_unvalidated(mut event: Map<String, Value>) -> Result<(ToolMessage, Option<Warning>), Error> {
    let mut warning = None;
    if !event.failed() {
        warning = event.shift_remove("error").map(|error| Warning::ErrorNotText {
            tool_call_id: event
                .get("toolCallId")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            found: kind(&error),
        });
    }
    // Through the text door, since only it gives the place of a fault.
    let event: ToolCallResultEvent = from_str(&Value::Object(event).to_string())?;
    Ok((tool_message(&event), warning))
}
