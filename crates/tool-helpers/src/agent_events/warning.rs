//! What is odd about an event, but no reason to stop.

use std::fmt;

/// What is odd about an event, but no reason to stop.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The type of the event is not known here.
    UnknownEvent {
        /// The type as it was sent.
        event_type: String,
    },
    /// A property that is not declared was taken out.
    StrippedProperty {
        /// Where it was, as a JSON pointer.
        pointer: String,
    },
    /// The `error` of a result that was not validated is no string, and was dropped.
    ErrorNotText {
        /// The call that the result answers; empty when the event does not say.
        tool_call_id: String,
        /// The JSON type of the `error`.
        found: &'static str,
    },
    /// Arguments for a call that was never started; they were dropped.
    UnknownCall {
        /// The call that the event names.
        tool_call_id: String,
    },
    /// A chunk that belongs to no call, since it neither continues one nor names a tool to start one; it was dropped.
    StrayChunk,
    /// An event that does nothing to the messages yet.
    NotApplied,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownEvent { event_type } => write!(f, "unknown event type {event_type:?}"),
            Self::StrippedProperty { pointer } => write!(f, "unknown property {pointer} was stripped"),
            Self::ErrorNotText { tool_call_id, found } => {
                write!(
                    f,
                    "the error of tool call {tool_call_id:?} is {found} instead of a string, and was dropped"
                )
            }
            Self::UnknownCall { tool_call_id } => write!(f, "arguments for unknown tool call {tool_call_id:?}"),
            Self::StrayChunk => f.write_str("a chunk of no tool call"),
            Self::NotApplied => f.write_str("an event that does nothing to the messages"),
        }
    }
}
