//! Folding events into messages.

use tool_models::agent_events::{
    AgentEvent, AssistantMessage, FunctionCall, Message, RunStartedEvent, ToolCall, ToolCallChunkEvent,
};

use super::{Warning, place_tool_message, tool_message};

/// The messages that a stream of events adds up to.
///
/// Tool calls assemble in assistant messages, results become tool messages behind the message that made the call, a
/// snapshot replaces everything, and a run brings along the messages of its input that are not there yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    messages: Vec<Message>,
    /// The call that the last event was a chunk of.
    chunked: Option<String>,
}

impl Conversation {
    /// A conversation without messages.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The messages, oldest first.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The messages, for keeps.
    #[must_use]
    pub fn into_messages(self) -> Vec<Message> {
        self.messages
    }

    /// Folds the next event in; returns what is odd about it, in which case it did nothing.
    pub fn apply(&mut self, event: &AgentEvent) -> Option<Warning> {
        let chunked = self.chunked.take();
        match event {
            AgentEvent::ToolCallStartEvent(event) => {
                let parent = event.parent_message_id.as_ref().and_then(Option::as_deref);
                self.start(&event.tool_call_id, &event.tool_call_name, parent);
            }
            AgentEvent::ToolCallArgsEvent(event) => return self.extend(&event.tool_call_id, &event.delta),
            AgentEvent::ToolCallChunkEvent(event) => return self.chunk(event, chunked),
            AgentEvent::ToolCallResultEvent(event) => {
                place_tool_message(&mut self.messages, tool_message(event));
            }
            AgentEvent::MessagesSnapshotEvent(event) => self.messages.clone_from(&event.messages),
            AgentEvent::RunStartedEvent(event) => self.begin(event),
            AgentEvent::ToolCallEndEvent(_) | AgentEvent::RunFinishedEvent(_) | AgentEvent::RunErrorEvent(_) => {}
            #[allow(
                unreachable_patterns,
                reason = "events that the spec gets later are not dropped in silence"
            )]
            _ => return Some(Warning::NotApplied),
        }
        None
    }

    /// Starts a call: in its parent message, else in a message of its own.
    fn start(&mut self, id: &str, name: &str, parent: Option<&str>) {
        let call = ToolCall {
            id: id.to_owned(),
            function: FunctionCall {
                name: name.to_owned(),
                arguments: String::new(),
                extra: Default::default(),
            },
            encrypted_value: None,
            metadata: None,
            extra: Default::default(),
        };
        let message_id = parent.unwrap_or(id);
        let existing = self.messages.iter_mut().rev().find_map(|message| match message {
            Message::AssistantMessage(message) if parent == Some(message.id.as_str()) => Some(message),
            _ => None,
        });
        match existing {
            Some(message) => message.tool_calls.get_or_insert_default().push(call),
            None => self.messages.push(Message::AssistantMessage(AssistantMessage {
                id: message_id.to_owned(),
                content: None,
                name: None,
                encrypted_value: None,
                metadata: None,
                tool_calls: Some(vec![call]),
                extra: Default::default(),
            })),
        }
    }

    /// Adds to the arguments of a call.
    fn extend(&mut self, id: &str, delta: &str) -> Option<Warning> {
        match self.call(id) {
            Some(call) => {
                call.function.arguments.push_str(delta);
                None
            }
            None => Some(Warning::UnknownCall {
                tool_call_id: id.to_owned(),
            }),
        }
    }

    /// Continues the call of the chunk before, or starts another one.
    fn chunk(&mut self, event: &ToolCallChunkEvent, before: Option<String>) -> Option<Warning> {
        let id = match (&event.tool_call_id, before) {
            (Some(id), before) if before.as_ref() != Some(id) => {
                let Some(name) = &event.tool_call_name else {
                    return Some(Warning::StrayChunk);
                };
                self.start(id, name, event.parent_message_id.as_ref().and_then(Option::as_deref));
                id.clone()
            }
            (_, Some(before)) => before,
            (_, None) => return Some(Warning::StrayChunk),
        };
        let warning = self.extend(&id, event.delta.as_deref().unwrap_or_default());
        self.chunked = Some(id);
        warning
    }

    /// Takes the messages of a run's input over that are not there yet.
    fn begin(&mut self, event: &RunStartedEvent) {
        for message in event.input.iter().flat_map(|input| &input.messages) {
            if !self.messages.iter().any(|known| known.id() == message.id()) {
                self.messages.push(message.clone());
            }
        }
    }

    /// The last call with this id.
    fn call(&mut self, id: &str) -> Option<&mut ToolCall> {
        let calls = self.messages.iter_mut().rev().filter_map(|message| match message {
            Message::AssistantMessage(message) => message.tool_calls.as_mut(),
            _ => None,
        });
        calls
            .flat_map(|calls| calls.iter_mut().rev())
            .find(|call| call.id == id)
    }
}

impl From<Vec<Message>> for Conversation {
    fn from(messages: Vec<Message>) -> Self {
        Self {
            messages,
            chunked: None,
        }
    }
}
