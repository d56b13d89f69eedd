//! The messages of a conversation, with what is needed to find one at once.

use std::collections::HashMap;

use tool_models::agent_events::{AssistantMessage, Message, ToolCall, ToolMessage};

use super::place::results_end;

/// Messages in order. Streams name a message or a call with every event, so both are found without a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Thread {
    messages: Vec<Message>,
    /// The index of the last message with an id.
    places: HashMap<String, usize>,
    /// The last call with an id: the index of its message, and its index there.
    calls: HashMap<String, (usize, usize)>,
    /// The owner of the result that was placed last, and where the results behind it end.
    results: Option<(usize, usize)>,
}

impl Thread {
    pub(super) fn messages(&self) -> &[Message] {
        &self.messages
    }

    pub(super) fn into_messages(self) -> Vec<Message> {
        self.messages
    }

    /// The last message with this id.
    pub(super) fn get(&self, id: &str) -> Option<&Message> {
        self.messages.get(*self.places.get(id)?)
    }

    /// The last message with this id. Its id and its calls must stay as they are.
    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut Message> {
        self.messages.get_mut(*self.places.get(id)?)
    }

    /// The last call with this id. Its id must stay as it is.
    pub(super) fn call_mut(&mut self, id: &str) -> Option<&mut ToolCall> {
        let (message, call) = *self.calls.get(id)?;
        match self.messages.get_mut(message)? {
            Message::AssistantMessage(message) => message.tool_calls.as_mut()?.get_mut(call),
            _ => None,
        }
    }

    pub(super) fn has_call(&self, id: &str) -> bool {
        self.calls.contains_key(id)
    }

    pub(super) fn push(&mut self, message: impl Into<Message>) {
        self.messages.push(message.into());
        self.index_from(self.messages.len() - 1);
    }

    /// Puts a call into the assistant message with this id; gives it back when there is none.
    pub(super) fn push_call(&mut self, message_id: &str, call: ToolCall) -> Option<ToolCall> {
        let Some(&place) = self.places.get(message_id) else {
            return Some(call);
        };
        let Some(Message::AssistantMessage(AssistantMessage { tool_calls, .. })) = self.messages.get_mut(place) else {
            return Some(call);
        };
        let calls = tool_calls.get_or_insert_default();
        let index = (place, calls.len());
        if self.calls.get(&call.id).is_none_or(|known| *known < index) {
            note(&mut self.calls, &call.id, index);
        }
        calls.push(call);
        None
    }

    /// Puts a tool message behind the message that made the call and the results already there, else at the end.
    pub(super) fn place(&mut self, message: ToolMessage) {
        let Some(&(owner, _)) = self.calls.get(&message.tool_call_id) else {
            return self.push(message);
        };
        let known = self.results.filter(|(last, _)| *last == owner);
        let start = known.map_or(owner + 1, |(_, end)| end);
        let place = results_end(&self.messages, start);
        self.messages.insert(place, message.into());
        self.index_from(place);
        self.results = Some((owner, place + 1));
    }

    /// Replaces the message with this id by one with the same id.
    pub(super) fn replace(&mut self, id: &str, message: impl Into<Message>) {
        if let Some(&place) = self.places.get(id) {
            self.messages[place] = message.into();
            // It may have held calls, or had a role that the results behind an owner depend on.
            *self = std::mem::take(&mut self.messages).into();
        }
    }

    /// Notes the places of the messages from this one on.
    fn index_from(&mut self, start: usize) {
        if self.results.is_some_and(|(owner, _)| owner >= start) {
            self.results = None;
        }
        for (index, message) in self.messages.iter().enumerate().skip(start) {
            note(&mut self.places, message.id(), index);
            if let Message::AssistantMessage(message) = message {
                for (call, ToolCall { id, .. }) in message.tool_calls.iter().flatten().enumerate() {
                    note(&mut self.calls, id, (index, call));
                }
            }
        }
    }
}

impl From<Vec<Message>> for Thread {
    fn from(messages: Vec<Message>) -> Self {
        let mut thread = Self {
            messages,
            ..Self::default()
        };
        thread.index_from(0);
        thread
    }
}

/// Sets an entry; its key is copied only when it is new.
fn note<T>(places: &mut HashMap<String, T>, id: &str, place: T) {
    match places.get_mut(id) {
        Some(known) => *known = place,
        None => {
            places.insert(id.to_owned(), place);
        }
    }
}
