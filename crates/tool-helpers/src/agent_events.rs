//! The event stream of an agent: read with tolerance for what is new, and folded into messages.
//!
//! [`Boundary`] reads events as they come in; [`Conversation`] folds them into messages; [`Failure`] tells whether a
//! tool call failed, by the event and by the message alike.
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
//! for text in stream {
//!     if let Incoming::Event(event) = Boundary::new().read(text)?.event {
//!         assert_eq!(conversation.apply(&event), None);
//!     }
//! }
//! assert_eq!(conversation.messages().len(), 2);
//! # Ok::<(), isomorph_runtime::Error>(())
//! ```

mod boundary;
mod conversation;
mod failure;
mod place;
mod tool_message;
mod unknown;
mod warning;

pub use boundary::{Boundary, Incoming, Received};
pub use conversation::Conversation;
pub use failure::Failure;
pub use place::place_tool_message;
pub use tool_message::{tool_message, tool_message_unvalidated};
pub use warning::Warning;
