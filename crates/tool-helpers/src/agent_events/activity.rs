//! Activities: progress for the user, which the model does not see.

use isomorph_runtime::Map;
use serde_json::Value;
use tool_models::agent_events::{ActivityDeltaEvent, ActivityMessage, ActivitySnapshotEvent, Message};

use super::{Conversation, PatchError, Warning, apply_patch};

impl Conversation {
    /// Shows an activity. One that is there already, or another message in its place, gives way only when the event
    /// says `replace`.
    pub(super) fn show_activity(&mut self, event: &ActivitySnapshotEvent) {
        match self.thread.get_mut(&event.message_id) {
            None => self.thread.push(activity(event)),
            Some(_) if !event.replace => {}
            Some(Message::ActivityMessage(message)) => {
                message.activity_type.clone_from(&event.activity_type);
                message.content.clone_from(&event.content);
            }
            Some(_) => self.thread.replace(&event.message_id, activity(event)),
        }
    }

    /// Applies a patch to the content of an activity.
    pub(super) fn change_activity(&mut self, event: &ActivityDeltaEvent) -> Option<Warning> {
        let message_id = event.message_id.clone();
        match self.thread.get_mut(&message_id) {
            None => Some(Warning::UnknownMessage { message_id }),
            Some(Message::ActivityMessage(message)) => match patched(&message.content, &event.patch) {
                Ok(Some(content)) => {
                    message.content = content;
                    message.activity_type.clone_from(&event.activity_type);
                    None
                }
                Ok(None) => Some(Warning::NotActivity { message_id }),
                Err(error) => Some(Warning::ActivityPatchFailed { message_id, error }),
            },
            Some(_) => Some(Warning::NotActivity { message_id }),
        }
    }
}

fn activity(event: &ActivitySnapshotEvent) -> ActivityMessage {
    ActivityMessage::new(&event.message_id, &event.activity_type, event.content.clone())
}

/// The content after the patch; `None` when the patch makes something else than an object of it.
fn patched(content: &Map<Value>, patch: &[Value]) -> Result<Option<Map<Value>>, PatchError> {
    let mut document = Value::Object(content.clone().into_iter().collect());
    apply_patch(&mut document, patch)?;
    Ok(match document {
        Value::Object(content) => Some(content.into_iter().collect()),
        _ => None,
    })
}
