//! Isomorph on the disk: documents in, generated files out.
//!
//! In a build script, [`generate`] is all it takes; [`Builder`] has the options:
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), isomorph_build::Error> {
//!     isomorph_build::generate("specs/x.json")
//! }
//! ```
//!
//! and in the crate
//!
//! ```text
//! mod x {
//!     include!(concat!(env!("OUT_DIR"), "/x.rs"));
//! }
//! ```
//!
//! The command line and the repository's own tasks go through [`prepare`], which computes everything in memory; a
//! [`Prepared`] run is then written or checked.

mod builder;
mod disk;
mod error;
mod names;
mod prepare;

pub use builder::{Builder, generate};
pub use disk::{Action, Touched, write_text};
pub use error::Error;
pub use isomorph::{Formats, Options, UnionMatch, Unknown};
pub use prepare::{Plan, Prepared, Target, prepare, read_documents};
