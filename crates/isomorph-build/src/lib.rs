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
//! [`Prepared`] run is then written or checked. [`Project`] is what a configuration file ([`config`]) asks for.

mod builder;
pub mod config;
mod disk;
mod error;
mod names;
mod prepare;
mod project;
mod sources;

pub use builder::{Builder, generate};
pub use disk::{Action, Touched, create_text, write_text};
pub use error::Error;
pub use isomorph::{
    ClosedAllOf, Defaults, Formats, Io, LengthUnit, NullableAllOf, Options, Policy, TypePolicy, UnionMatch, Unknown,
};
pub use prepare::{Plan, Prepared, Spec, Target, prepare, prepare_all, read_documents};
pub use project::{Project, Run};
pub use sources::{MapUri, explain, generate_text};
