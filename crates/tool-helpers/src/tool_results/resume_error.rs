//! Why a paused run cannot be resumed.

use std::fmt;

use super::ParseError;

/// Why a request does not resume a paused run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The request is for another run.
    OtherRun {
        /// The run that is paused.
        paused: String,
        /// The run of the request.
        found: String,
    },
    /// The run does not wait for this call.
    NotPaused {
        /// The call of the request.
        call_id: String,
    },
    /// The request has the call twice.
    Repeated {
        /// The call of the request.
        call_id: String,
    },
    /// The request names another tool for the call.
    OtherTool {
        /// The call of the request.
        call_id: String,
        /// The tool that was called.
        paused: String,
        /// The tool that the request names.
        found: String,
    },
    /// The request has no result for the call.
    Pending {
        /// The call that still waits.
        call_id: String,
        /// The tool that was called.
        tool: String,
    },
    /// The result of the call was refused.
    Result {
        /// The call of the request.
        call_id: String,
        /// Why.
        error: Box<ParseError>,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherRun { paused, found } => write!(f, "run {paused:?} is paused, the request is for {found:?}"),
            Self::NotPaused { call_id } => write!(f, "the run does not wait for call {call_id:?}"),
            Self::Repeated { call_id } => write!(f, "call {call_id:?} is answered twice"),
            Self::OtherTool { call_id, paused, found } => {
                write!(f, "call {call_id:?} is of tool {paused:?}, the request names {found:?}")
            }
            Self::Pending { call_id, tool } => write!(f, "call {call_id:?} of tool {tool:?} has no result yet"),
            Self::Result { call_id, .. } => write!(f, "the result of call {call_id:?} is refused"),
        }
    }
}

impl std::error::Error for ResumeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Result { error, .. } => Some(error.as_ref()),
            _ => None,
        }
    }
}
