//! Any result as the message that answers a tool call.

use std::borrow::Cow;

use serde_json::Error;
use tool_models::agent_events::{ToolCallResultEvent, ToolMessage};
use tool_models::mcp::CallToolResult;

use super::mcp_text::{failure_words, model_text};
use crate::agent_events::tool_message;
use crate::script_results::ScriptText;
use crate::tool_results::{ToolOutcome, tool_result_to_str};

/// What can answer a model's tool call: every typed or structured result, MCP's result, and a script's.
pub trait ToolAnswer {
    /// The text that the model reads.
    ///
    /// # Errors
    /// A result that JSON cannot hold.
    fn answer_text(&self) -> Result<String, Error>;

    /// The failure in words, which may be empty; `None` when the call did not fail, or when nothing is said about it.
    fn answer_failure(&self) -> Option<Cow<'_, str>>;
}

impl<T: ToolOutcome> ToolAnswer for T {
    fn answer_text(&self) -> Result<String, Error> {
        tool_result_to_str(self)
    }

    fn answer_failure(&self) -> Option<Cow<'_, str>> {
        (!self.succeeded()).then(|| self.message().into())
    }
}

impl ToolAnswer for ScriptText {
    fn answer_text(&self) -> Result<String, Error> {
        Ok(self.as_str().to_owned())
    }

    fn answer_failure(&self) -> Option<Cow<'_, str>> {
        self.failure().map(Cow::from)
    }
}

impl ToolAnswer for CallToolResult {
    fn answer_text(&self) -> Result<String, Error> {
        model_text(self)
    }

    fn answer_failure(&self) -> Option<Cow<'_, str>> {
        (self.is_error == Some(true)).then(|| failure_words(&self.content).into())
    }
}

/// The event that gives the result of the call to the stream; it has an `error` exactly when the call failed.
///
/// # Errors
/// A result that JSON cannot hold.
#[doc(alias = "TOOL_CALL_RESULT")]
pub fn answer_event(
    answer: &impl ToolAnswer,
    message_id: impl Into<String>,
    tool_call_id: impl Into<String>,
) -> Result<ToolCallResultEvent, Error> {
    let mut event = ToolCallResultEvent::new(message_id, tool_call_id, answer.answer_text()?);
    event.error = answer.answer_failure().map(Cow::into_owned);
    Ok(event)
}

/// The message that answers the call, the same that [`answer_event`] folds to.
///
/// # Errors
/// A result that JSON cannot hold.
///
/// ```
/// use tool_helpers::agent_events::Failure as _;
/// use tool_helpers::bridges::answer_message;
/// use tool_helpers::tool_models::tool_results::BaseToolResult;
///
/// let message = answer_message(&BaseToolResult { success: false, message: String::new() }, "m1", "t1")?;
/// assert_eq!(message.content, r#"{"success":false,"message":""}"#);
/// assert!(message.failed(), "an empty message is a failure too");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn answer_message(
    answer: &impl ToolAnswer,
    id: impl Into<String>,
    tool_call_id: impl Into<String>,
) -> Result<ToolMessage, Error> {
    answer_event(answer, id, tool_call_id).map(|event| tool_message(&event))
}
