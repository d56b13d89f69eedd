//! Puts generated types on trial.
//!
//! A [`Bench`] turns many schemas into modules of scratch crates, compiles these once, and then asks the compiled types about
//! documents. [`conformance`] does so with the JSON-Schema-Test-Suite, [`differential`] with random schemas, whose verdicts
//! it compares with those of the `jsonschema` crate.

pub mod bench;
pub mod conformance;
pub mod differential;
pub mod error;

pub use bench::{Answer, Bench, Built, Outcome, Unit};
pub use error::Error;
