//! Hostile input for the generator, the generated models and the helpers.
//!
//! A target takes text or bytes, and panics when something does not hold that must hold of any input. [`input`] makes
//! input: seeds that are changed at random, in their tree and in their text. [`mod@run`] feeds a target for as long as
//! asked. `tests/targets.rs` runs every target; the same functions can be called by any other fuzzing engine.

mod document;
pub mod input;
mod models;
pub mod run;
mod stream;
mod tree;

pub use document::generate;
pub use models::models;
pub use stream::{events, sse};
