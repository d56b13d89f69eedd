//! OpenAPI and JSON Schema in, exact and lossless Rust models out.
//!
//! [`generate`] is the whole library: a pure function from [`Input`] (documents as text, and options) to [`Output`]
//! (files as text, and what a door may want to tell about them). It reads no file, opens no connection, prints nothing and
//! never panics on a document; what is wrong with one comes back as [`Diagnostics`], all of it at once.
//!
//! The stages stand in the order in which they run; a later one never sees an earlier one's types.

mod diagnostic;
pub mod drift;
mod emit;
mod explain;
mod format;
mod input;
mod load;
mod lower;
#[doc(hidden)]
pub mod mutation;
mod name;
mod output;
mod report;
mod resolve;
mod shape;

mod generate;

pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use explain::{explain, explain_with};
pub use generate::{generate, generate_with};
pub use input::{
    ClosedAllOf, Defaults, Document, FORMATS, Formats, Input, Io, Layout, LengthUnit, NoSources, NullableAllOf,
    Options, Policy, Sources, TypePolicy, UnionMatch, Unknown,
};
pub use output::{Dependency, GeneratedFile, Output, Summary, TypeName};
pub use report::{AnyValue, Column, DocumentReport, LocationReport, Report};
