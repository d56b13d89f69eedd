//! What the generator hands back to a door.

use crate::{Diagnostic, Report};

/// A finished run.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The files, in the order in which they should be listed. Nothing in them names a version, a date or a path.
    pub files: Vec<GeneratedFile>,
    /// Every location that got a Rust type, in document order.
    pub types: Vec<TypeName>,
    /// What the generated code needs in its `Cargo.toml`.
    pub dependencies: Vec<Dependency>,
    /// What was found and is worth a word, but does not stop the run.
    pub warnings: Vec<Diagnostic>,
    /// Who enforces each keyword, where the options ask for it.
    pub report: Option<Report>,
    /// Counts for a summary line, one a document.
    pub summary: Vec<Summary>,
}

/// A file of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path inside the output folder, with `/`; empty for [`crate::Layout::File`].
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// A location of a document and the Rust type that stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    /// The index of the document in [`crate::Input::documents`].
    pub document: usize,
    /// The location, as a JSON pointer (RFC 6901) into the document.
    pub pointer: String,
    /// The type, as Rust code that is valid inside the document's module.
    pub rust: String,
}

/// A crate that generated code needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The crate's name.
    pub name: String,
    /// The version requirement.
    pub version: String,
    /// The features it must have.
    pub features: Vec<String>,
}

impl Dependency {
    /// The dependency as the command that adds it.
    pub fn cargo_add(&self) -> String {
        let mut line = format!("cargo add {}@{}", self.name, self.version);
        if !self.features.is_empty() {
            line.push_str(&format!(" --features {}", self.features.join(",")));
        }
        line
    }
}

/// What one document gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The document's name.
    pub document: String,
    /// Its kind and version, such as `OpenAPI 3.1`.
    pub kind: String,
    /// How many structs, enums and other types were written.
    pub types: usize,
    /// How many of the types typify rendered.
    pub by_typify: usize,
}
