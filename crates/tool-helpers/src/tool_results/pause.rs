//! Pausing a run, and answering its calls in the frontend.

use serde::Serialize;
use serde_json::Error;
use tool_models::tool_results::{ResumeRunRequest, RunPausedEvent, ToolCall};

use super::ToolOutcome;

/// A call of the frontend tool `name` that waits for its result; `arguments` become JSON text.
///
/// # Errors
/// Arguments that JSON cannot hold.
pub fn pending_call(
    id: impl Into<String>,
    name: impl Into<String>,
    arguments: &impl Serialize,
) -> Result<ToolCall, Error> {
    Ok(ToolCall {
        id: id.into(),
        name: name.into(),
        arguments: serde_json::to_string(arguments)?,
        result: None,
    })
}

/// Whether the call waits for its result. An empty text is a result (and a malformed one).
#[must_use]
pub fn is_pending(call: &ToolCall) -> bool {
    call.result.is_none()
}

/// The event that pauses the run until `calls` are answered.
pub fn pause(run_id: impl Into<String>, calls: impl IntoIterator<Item = ToolCall>) -> RunPausedEvent {
    RunPausedEvent {
        run_id: run_id.into(),
        tool_calls: calls.into_iter().collect(),
    }
}

/// The call with its result, which goes in as a string of JSON.
///
/// # Errors
/// A result that JSON cannot hold.
pub fn answer(call: &ToolCall, result: &impl ToolOutcome) -> Result<ToolCall, Error> {
    Ok(ToolCall {
        result: Some(serde_json::to_string(result)?),
        ..call.clone()
    })
}

/// The request that resumes the paused run with the answered calls.
pub fn resume_request(paused: &RunPausedEvent, answers: impl IntoIterator<Item = ToolCall>) -> ResumeRunRequest {
    ResumeRunRequest {
        run_id: paused.run_id.clone(),
        tool_calls: answers.into_iter().collect(),
    }
}
