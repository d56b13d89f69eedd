//! What is odd about an event, but no reason to stop.

use std::fmt;

use super::PatchError;

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
    /// Content or an end for a message that is not there; it was dropped.
    UnknownMessage {
        /// The message that the event names.
        message_id: String,
    },
    /// Text for a message that has something else than text; it was dropped.
    NotText {
        /// The message that the event names.
        message_id: String,
    },
    /// A patch for a message that is no activity, or that would make no object of its content; it was dropped.
    NotActivity {
        /// The message that the event names.
        message_id: String,
    },
    /// Arguments for a call that was never started; they were dropped.
    UnknownCall {
        /// The call that the event names.
        tool_call_id: String,
    },
    /// The end of a call that was never started.
    UnknownCallEnd {
        /// The call that the event names.
        tool_call_id: String,
    },
    /// A call whose parent message is not one of the assistant; it went into a message of its own.
    ParentNotAssistant {
        /// The call.
        tool_call_id: String,
        /// The parent message that the event names.
        message_id: String,
    },
    /// A chunk that belongs to no call, since it neither continues one nor names a tool to start one; it was dropped.
    StrayChunk,
    /// A chunk that belongs to no message, since it neither continues nor names one; it was dropped.
    StrayMessageChunk,
    /// An encrypted value for a tool call or a message that is not there, or that has none; it was dropped.
    UnknownEntity {
        /// The tool call or message that the event names.
        entity_id: String,
    },
    /// A patch that does not fit the state; the state is as it was.
    StatePatchFailed {
        /// Why.
        error: PatchError,
    },
    /// A patch that does not fit the content of an activity, which is as it was.
    ActivityPatchFailed {
        /// The activity.
        message_id: String,
        /// Why.
        error: PatchError,
    },
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
            Self::UnknownMessage { message_id } => write!(f, "an event for unknown message {message_id:?}"),
            Self::NotText { message_id } => write!(f, "text for message {message_id:?}, which is not made of text"),
            Self::NotActivity { message_id } => {
                write!(f, "a patch for message {message_id:?} that leaves no activity")
            }
            Self::UnknownCall { tool_call_id } => write!(f, "arguments for unknown tool call {tool_call_id:?}"),
            Self::UnknownCallEnd { tool_call_id } => write!(f, "the end of unknown tool call {tool_call_id:?}"),
            Self::ParentNotAssistant {
                tool_call_id,
                message_id,
            } => write!(
                f,
                "tool call {tool_call_id:?} has parent message {message_id:?}, which is not one of the assistant"
            ),
            Self::StrayChunk => f.write_str("a chunk of no tool call"),
            Self::StrayMessageChunk => f.write_str("a chunk of no message"),
            Self::UnknownEntity { entity_id } => write!(
                f,
                "an encrypted value for {entity_id:?}, which is not there or takes none"
            ),
            Self::StatePatchFailed { error } => write!(f, "the state was not changed: {error}"),
            Self::ActivityPatchFailed { message_id, error } => {
                write!(f, "activity {message_id:?} was not changed: {error}")
            }
        }
    }
}
