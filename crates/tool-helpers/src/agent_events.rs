//! The event stream of an agent: read with tolerance for what is new, and folded into messages and state.
//!
//! [`Boundary`] reads events as they come in, [`Conversation`] folds them into messages and state, and [`write_event`]
//! writes them. [`Failure`] tells whether a tool call failed, by the event and by the message alike.
//!
//! ```
//! use tool_helpers::agent_events::{Boundary, Conversation, Incoming};
//!
//! let stream = [
//!     r#"{"type":"TOOL_CALL_START","toolCallId":"t1","toolCallName":"print"}"#,
//!     r#"{"type":"TOOL_CALL_ARGS","toolCallId":"t1","delta":"{}"}"#,
//!     r#"{"type":"TOOL_CALL_END","toolCallId":"t1"}"#,
//!     r#"{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"t1","content":"","error":"out of paper"}"#,
//! ];
//! let mut conversation = Conversation::new();
//! for received in Boundary::new().read_all(stream) {
//!     if let Incoming::Event(event) = received?.event {
//!         assert_eq!(conversation.apply(&event), None);
//!     }
//! }
//! assert_eq!(conversation.messages().len(), 2);
//! # Ok::<(), tool_helpers::agent_events::Refused>(())
//! ```

mod activity;
mod boundary;
mod chunk;
mod conversation;
mod encrypted;
mod failure;
mod nulls;
mod patch;
mod place;
mod refused;
mod run;
mod snapshot;
mod state;
mod text;
mod thread;
mod tool_call;
mod tool_message;
mod unknown;
mod warning;

pub use boundary::{Boundary, Incoming, Received};
pub use conversation::Conversation;
pub use failure::Failure;
pub use nulls::write_event;
pub use patch::{PatchError, apply_patch};
pub use place::place_tool_message;
pub use refused::Refused;
pub use run::RunStatus;
pub use tool_message::{tool_message, tool_message_unvalidated};
pub use warning::Warning;

/// The version of the protocol that the models and the helpers speak.
pub const PROTOCOL_VERSION: &str = "0.0.58";
