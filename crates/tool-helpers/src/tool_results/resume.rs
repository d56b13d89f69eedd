//! Resuming a run with the results that the frontend sent.

use serde_json::Error;
use tool_models::tool_results::{ResumeRunRequest, RunPausedEvent, ToolCall, ToolCallResult};

use super::{ResumeError, ToolOutcome, ToolResultParser, is_pending, tool_result_to_str};

/// A call of a paused run with its parsed result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resumed<U = ToolCallResult> {
    /// The call that is answered.
    pub call_id: String,
    /// The tool that was called.
    pub tool: String,
    /// What the tool gave.
    pub result: U,
}

impl<U: ToolOutcome> Resumed<U> {
    /// The JSON text of the result for the model.
    ///
    /// # Errors
    /// As [`tool_result_to_str`].
    pub fn to_str(&self) -> Result<String, Error> {
        tool_result_to_str(&self.result)
    }
}

/// Parses the results of a paused run, in the order of the paused calls.
///
/// What was paused decides: which calls there are and which tool each of them calls, so that a request cannot choose
/// the type by which its result is judged.
///
/// # Errors
/// A request for another run; a call that was not paused, comes twice, names another tool, is missing or still pending;
/// a result that the parser refuses.
pub fn resume<U>(
    parser: &ToolResultParser<U>,
    paused: &RunPausedEvent,
    request: &ResumeRunRequest,
) -> Result<Vec<Resumed<U>>, ResumeError> {
    if paused.run_id != request.run_id {
        return Err(ResumeError::OtherRun {
            paused: paused.run_id.clone(),
            found: request.run_id.clone(),
        });
    }
    for (index, answer) in request.tool_calls.iter().enumerate() {
        let call_id = || answer.id.clone();
        if request.tool_calls[..index]
            .iter()
            .any(|earlier| earlier.id == answer.id)
        {
            return Err(ResumeError::Repeated { call_id: call_id() });
        }
        match find(&paused.tool_calls, &answer.id) {
            None => return Err(ResumeError::NotPaused { call_id: call_id() }),
            Some(call) if call.name != answer.name => {
                let (paused, found) = (call.name.clone(), answer.name.clone());
                return Err(ResumeError::OtherTool {
                    call_id: call_id(),
                    paused,
                    found,
                });
            }
            Some(_) => {}
        }
    }
    paused
        .tool_calls
        .iter()
        .filter(|call| is_pending(call))
        .map(|call| resumed(parser, call, request))
        .collect()
}

fn resumed<U>(
    parser: &ToolResultParser<U>,
    call: &ToolCall,
    request: &ResumeRunRequest,
) -> Result<Resumed<U>, ResumeError> {
    let (call_id, tool) = (call.id.clone(), call.name.clone());
    match find(&request.tool_calls, &call.id).and_then(|answer| answer.result.as_deref()) {
        None => Err(ResumeError::Pending { call_id, tool }),
        Some(text) => match parser.parse(&tool, text) {
            Ok(result) => Ok(Resumed { call_id, tool, result }),
            Err(error) => Err(ResumeError::Result {
                call_id,
                error: Box::new(error),
            }),
        },
    }
}

fn find<'a>(calls: &'a [ToolCall], id: &str) -> Option<&'a ToolCall> {
    calls.iter().find(|call| call.id == id)
}
