//! Results of frontend tools: parsed where they arrive, judged by the type registered for their tool.
//!
//! A run pauses with calls of frontend tools ([`pause`]); the frontend runs each tool and puts the result into the call
//! as JSON text ([`answer`], [`resume_request`]); the backend parses each text with the type registered for the tool
//! ([`ToolResultParser`], [`resume`]) and goes on with JSON for the model ([`tool_result_to_str`]).
//!
//! ```
//! use tool_helpers::tool_models::tool_results::PythonExecutionResult;
//! use tool_helpers::tool_results::{ToolOutcome as _, ToolResultParser};
//!
//! let parser = ToolResultParser::standard();
//! let result: PythonExecutionResult = parser.parse_as("run_python", r#"{"success":true,"message":"done"}"#)?;
//! assert!(result.into_result()?.outputs.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod failed;
mod outcome;
mod parse_error;
mod parser;
mod pause;
mod resume;
mod resume_error;
mod table;
mod write;

pub use failed::ToolFailed;
pub use outcome::ToolOutcome;
pub use parse_error::ParseError;
pub use parser::ToolResultParser;
pub use pause::{answer, is_pending, pause, pending_call, resume_request};
pub use resume::{Resumed, resume};
pub use resume_error::ResumeError;
pub use write::{tool_result_to_payload, tool_result_to_str};
