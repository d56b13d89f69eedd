//! Whether a tool call failed.

use serde_json::{Map, Value};
use tool_models::agent_events::{ToolCallResultEvent, ToolMessage};

/// Something that may tell of the failure of a tool call.
///
/// A call failed when `error` is a string. An empty string counts, and what the content says does not.
pub trait Failure {
    /// The failure in words, which may be empty; `None` when the call did not fail.
    fn failure(&self) -> Option<&str>;

    /// Whether the call failed.
    fn failed(&self) -> bool {
        self.failure().is_some()
    }
}

impl Failure for ToolCallResultEvent {
    fn failure(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

impl Failure for ToolMessage {
    fn failure(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

/// An event or a message that was not validated: an `error` that is no string is none.
impl Failure for Map<String, Value> {
    fn failure(&self) -> Option<&str> {
        self.get("error")?.as_str()
    }
}
