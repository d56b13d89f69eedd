//! Tool results as a script inside a sandbox gets them: one string, with what the host says of it beside it.
//!
//! The host turns what a handler gives ([`HandlerResult`]) into a message ([`ScriptHost::deliver`]); the script side
//! turns the message into a [`ScriptText`], which behaves as its string.
//!
//! ```
//! use serde_json::json;
//! use tool_helpers::script_results::{HandlerResult, NoStorage, ScriptHost, ScriptText};
//!
//! let host = ScriptHost::new(NoStorage);
//! let message = host.deliver("t1", HandlerResult::structured(vec![], &json!({ "rows": [1, 2] }), false));
//! let text = ScriptText::from(message);
//! assert_eq!(text.is_error(), Some(false));
//! assert_eq!(text.structured(), Some(&json!({ "rows": [1, 2] })));
//! assert!(text.starts_with('{'));
//! ```

mod handler;
mod host;
mod script_text;
mod storage;
mod text_traits;

pub use handler::HandlerResult;
pub(crate) use handler::NO_WORDS;
pub use host::{SIZE_CAP, ScriptHost};
pub use script_text::ScriptText;
pub use storage::{FolderStorage, NoStorage, Storage};
