//! From one family of tool results to another.
//!
//! | from | to the model's tool message | to MCP | to a script |
//! |---|---|---|---|
//! | a typed or structured result | [`answer_message`] | [`to_mcp`] | [`for_script`] |
//! | MCP's result | [`answer_message`] | | `HandlerResult::from` |
//! | a script's result | [`answer_message`] | [`script_to_mcp`] | |
//!
//! [`from_mcp`] makes a structured result of MCP's. A failure stays a failure everywhere: as `error` of the message and of
//! its event, as `isError`, as the script's flag.
//!
//! ```
//! use tool_helpers::agent_events::Failure as _;
//! use tool_helpers::bridges::{answer_message, from_mcp, to_mcp};
//! use tool_helpers::structured_result::error;
//!
//! let result = error("no file a.txt").error_type("FileNotFound").hint("Call list_files").build()?;
//! assert_eq!(answer_message(&result, "m1", "t1")?.failure(), Some("no file a.txt"));
//! let mcp = to_mcp(&result)?;
//! assert_eq!(mcp.is_error, Some(true));
//! assert_eq!(from_mcp(&mcp)?, result);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod mcp_error;
mod mcp_in;
mod mcp_out;
mod mcp_text;
mod script;

pub use answer::{ToolAnswer, answer_event, answer_message};
pub use mcp_error::FromMcpError;
pub use mcp_in::from_mcp;
pub use mcp_out::{script_to_mcp, to_mcp};
pub use script::for_script;
