//! Encrypted values of the model provider.

use tool_models::agent_events::{Message, ReasoningEncryptedValueEvent, ReasoningEncryptedValueSubtype};

use super::{Conversation, Warning};

impl Conversation {
    /// Attaches an encrypted value to its tool call or message. Activities have none.
    pub(super) fn attach_encrypted_value(&mut self, event: &ReasoningEncryptedValueEvent) -> Option<Warning> {
        let id = &event.entity_id;
        let place = match event.subtype {
            ReasoningEncryptedValueSubtype::ToolCall => self.thread.call_mut(id).map(|call| &mut call.encrypted_value),
            ReasoningEncryptedValueSubtype::Message => self.thread.get_mut(id).and_then(encrypted_value),
        };
        match place {
            Some(place) => {
                *place = Some(event.encrypted_value.clone());
                None
            }
            None => Some(Warning::UnknownEntity { entity_id: id.clone() }),
        }
    }
}

fn encrypted_value(message: &mut Message) -> Option<&mut Option<String>> {
    match message {
        Message::DeveloperMessage(message) => Some(&mut message.encrypted_value),
        Message::SystemMessage(message) => Some(&mut message.encrypted_value),
        Message::AssistantMessage(message) => Some(&mut message.encrypted_value),
        Message::UserMessage(message) => Some(&mut message.encrypted_value),
        Message::ToolMessage(message) => Some(&mut message.encrypted_value),
        Message::ReasoningMessage(message) => Some(&mut message.encrypted_value),
        Message::ActivityMessage(_) => None,
    }
}
