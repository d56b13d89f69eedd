//! Tool calls.

use tool_models::agent_events::{AssistantMessage, FunctionCall, ToolCall, ToolCallChunkEvent};

use super::chunk::{Chunk, Step};
use super::{Conversation, Warning};

impl Conversation {
    /// Starts a call: in its parent message, else in a message of its own, which has the id of the parent, or without
    /// one that of the call.
    pub(super) fn start_call(&mut self, id: &str, name: &str, parent: Option<&str>) -> Option<Warning> {
        let call = ToolCall::new(id, FunctionCall::new(name, ""));
        let Some(parent) = parent else {
            self.thread.push(calling(id, call));
            return None;
        };
        let call = self.thread.push_call(parent, call)?;
        if self.thread.get(parent).is_none() {
            self.thread.push(calling(parent, call));
            return None;
        }
        self.thread.push(calling(id, call));
        Some(Warning::ParentNotAssistant {
            tool_call_id: id.to_owned(),
            message_id: parent.to_owned(),
        })
    }

    /// Adds to the arguments of a call.
    pub(super) fn extend_call(&mut self, id: &str, delta: &str) -> Option<Warning> {
        match self.thread.call_mut(id) {
            Some(call) => {
                call.function.arguments.push_str(delta);
                None
            }
            None => Some(Warning::UnknownCall {
                tool_call_id: id.to_owned(),
            }),
        }
    }

    /// What is odd about an event that ends a call.
    pub(super) fn expect_call(&self, id: &str) -> Option<Warning> {
        (!self.thread.has_call(id)).then(|| Warning::UnknownCallEnd {
            tool_call_id: id.to_owned(),
        })
    }

    pub(super) fn call_chunk(&mut self, event: &ToolCallChunkEvent, before: Option<Chunk>) -> Option<Warning> {
        let open = match before {
            Some(Chunk::Call(id)) => Some(id),
            _ => None,
        };
        let mut warning = None;
        let id = match Step::of(event.tool_call_id.as_deref(), open) {
            Step::Continue(id) => id,
            Step::Start(id) => {
                let Some(name) = &event.tool_call_name else {
                    return Some(Warning::StrayChunk);
                };
                let parent = event.parent_message_id.as_ref().and_then(Option::as_deref);
                warning = self.start_call(&id, name, parent);
                id
            }
            Step::Stray => return Some(Warning::StrayChunk),
        };
        if let Some(delta) = &event.delta {
            warning = warning.or(self.extend_call(&id, delta));
        }
        self.chunk = Some(Chunk::Call(id));
        warning
    }
}

/// An assistant message that only makes a call.
fn calling(id: &str, call: ToolCall) -> AssistantMessage {
    AssistantMessage {
        tool_calls: Some(vec![call]),
        ..AssistantMessage::new(id)
    }
}
