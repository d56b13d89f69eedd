//! Snapshots of the messages.

use std::collections::{HashMap, HashSet};

use tool_models::agent_events::Message;

use super::Conversation;

impl Conversation {
    /// Takes the messages of a snapshot over. An agent does not know all that a client shows: activities stay, and so
    /// does reasoning where the snapshot has none, each behind the message that it was behind.
    pub(super) fn replace_messages(&mut self, snapshot: &[Message]) {
        let has_reasoning = snapshot
            .iter()
            .any(|message| matches!(message, Message::ReasoningMessage(_)));
        let ids: HashSet<&str> = snapshot.iter().map(Message::id).collect();

        // What stays, by the id of the message of the snapshot that it is behind; without one it comes first.
        let mut staying: HashMap<Option<String>, Vec<Message>> = HashMap::new();
        let mut behind = None;
        for message in std::mem::take(&mut self.thread).into_messages() {
            let stays = match message {
                Message::ActivityMessage(_) => true,
                Message::ReasoningMessage(_) => !has_reasoning,
                _ => false,
            };
            if ids.contains(message.id()) {
                behind = Some(message.id().to_owned());
            } else if stays {
                staying.entry(behind.clone()).or_default().push(message);
            }
        }

        let mut messages = staying.remove(&None).unwrap_or_default();
        for message in snapshot {
            messages.push(message.clone());
            messages.extend(staying.remove(&Some(message.id().to_owned())).unwrap_or_default());
        }
        self.thread = messages.into();
    }
}
