//! Behaviour over the generated tool-result models.
//!
//! Transport is generated, behaviour is hand-written: the models come from [`tool_models`], and nothing here declares
//! one again. One module stands for each family of data:
//!
//! - [`agent_events`]: the event stream of an agent, folded into messages.
//! - [`bridges`]: from one family to another, and to and from MCP's results.
//! - [`script_results`]: results as a script inside a sandbox gets them.
//! - [`sse`]: the stream of server-sent events that carries an agent's events.
//! - [`structured_result`]: results with a status, data and hints on how to recover.
//! - [`tool_results`]: results of frontend tools, which a paused run waits for.

pub mod agent_events;
pub mod bridges;
mod json;
pub mod script_results;
pub mod sse;
pub mod structured_result;
pub mod tool_results;

pub use tool_models;
