//! Text messages and reasoning messages, which assemble alike.

use tool_models::agent_events::{
    AssistantMessage, DeveloperMessage, Message, ReasoningMessage, ReasoningMessageChunkEvent, SystemMessage,
    TextMessageChunkEvent, TextMessageRole, UserMessage, UserMessageContent,
};

use super::chunk::{Chunk, Step};
use super::{Conversation, Warning};

impl Conversation {
    /// Starts a message, unless it is there: a tool call may have started it.
    pub(super) fn start_text(&mut self, id: &str, role: TextMessageRole, name: Option<&str>) {
        if self.thread.get(id).is_none() {
            self.thread.push(empty(id, role, name));
        }
    }

    pub(super) fn start_reasoning(&mut self, id: &str) {
        if self.thread.get(id).is_none() {
            self.thread.push(ReasoningMessage::new(id, ""));
        }
    }

    /// Adds to the text of a message.
    pub(super) fn extend_message(&mut self, id: &str, delta: &str) -> Option<Warning> {
        let Some(message) = self.thread.get_mut(id) else {
            return Some(unknown(id));
        };
        match text(message) {
            Some(text) => {
                text.push_str(delta);
                None
            }
            None => Some(Warning::NotText {
                message_id: id.to_owned(),
            }),
        }
    }

    /// What is odd about an event that ends a message.
    pub(super) fn expect_message(&self, id: &str) -> Option<Warning> {
        self.thread.get(id).is_none().then(|| unknown(id))
    }

    pub(super) fn text_chunk(&mut self, event: &TextMessageChunkEvent, before: Option<Chunk>) -> Option<Warning> {
        let open = match before {
            Some(Chunk::Text(id)) => Some(id),
            _ => None,
        };
        let id = match Step::of(event.message_id.as_deref(), open) {
            Step::Continue(id) => id,
            Step::Start(id) => {
                let role = event.role.unwrap_or(TextMessageRole::Assistant);
                self.start_text(&id, role, event.name.as_deref());
                id
            }
            Step::Stray => return Some(Warning::StrayMessageChunk),
        };
        let warning = event.delta.as_ref().and_then(|delta| self.extend_message(&id, delta));
        self.chunk = Some(Chunk::Text(id));
        warning
    }

    pub(super) fn reasoning_chunk(
        &mut self,
        event: &ReasoningMessageChunkEvent,
        before: Option<Chunk>,
    ) -> Option<Warning> {
        let open = match before {
            Some(Chunk::Reasoning(id)) => Some(id),
            _ => None,
        };
        let id = match Step::of(event.message_id.as_deref(), open) {
            Step::Continue(id) => id,
            Step::Start(id) => {
                self.start_reasoning(&id);
                id
            }
            Step::Stray => return Some(Warning::StrayMessageChunk),
        };
        let warning = event.delta.as_ref().and_then(|delta| self.extend_message(&id, delta));
        self.chunk = Some(Chunk::Reasoning(id));
        warning
    }
}

/// A message without text yet.
fn empty(id: &str, role: TextMessageRole, name: Option<&str>) -> Message {
    let name = name.map(str::to_owned);
    match role {
        TextMessageRole::Developer => DeveloperMessage {
            name,
            ..DeveloperMessage::new(id, "")
        }
        .into(),
        TextMessageRole::System => SystemMessage {
            name,
            ..SystemMessage::new(id, "")
        }
        .into(),
        TextMessageRole::Assistant => AssistantMessage {
            content: Some(String::new()),
            name,
            ..AssistantMessage::new(id)
        }
        .into(),
        TextMessageRole::User => UserMessage {
            name,
            ..UserMessage::new(id, String::new().into())
        }
        .into(),
    }
}

/// The text of a message, where it has one that can grow.
fn text(message: &mut Message) -> Option<&mut String> {
    match message {
        Message::DeveloperMessage(message) => Some(&mut message.content),
        Message::SystemMessage(message) => Some(&mut message.content),
        Message::AssistantMessage(message) => Some(message.content.get_or_insert_default()),
        Message::UserMessage(message) => match &mut message.content {
            UserMessageContent::String(text) => Some(text),
            UserMessageContent::Array(_) => None,
        },
        Message::ToolMessage(message) => Some(&mut message.content),
        Message::ReasoningMessage(message) => Some(&mut message.content),
        Message::ActivityMessage(_) => None,
    }
}

fn unknown(id: &str) -> Warning {
    Warning::UnknownMessage {
        message_id: id.to_owned(),
    }
}
