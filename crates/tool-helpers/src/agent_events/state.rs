//! The state that agent and client share.

use serde_json::Value;

use super::{Conversation, Warning, apply_patch};

impl Conversation {
    /// Applies a patch to the state; no state counts as null, which a patch can only replace as a whole.
    pub(super) fn change_state(&mut self, patch: &[Value]) -> Option<Warning> {
        let mut fresh = Value::Null;
        match apply_patch(self.state.as_mut().unwrap_or(&mut fresh), patch) {
            Ok(()) => {
                if self.state.is_none() && !patch.is_empty() {
                    self.state = Some(fresh);
                }
                None
            }
            Err(error) => Some(Warning::StatePatchFailed { error }),
        }
    }
}
