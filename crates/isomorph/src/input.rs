//! What a door hands to the generator.

/// One run: documents, and how their models shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The documents, each of which becomes one module of models.
    pub documents: Vec<Document>,
    /// How the models shall be.
    pub options: Options,
}

/// A document as it was read: JSON or YAML text, an OpenAPI document or a JSON Schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What diagnostics call the document, usually the path it was read from. Never written into generated code.
    pub name: String,
    /// The Rust module that its models go to, where there are several; in snake case.
    pub module: String,
    /// The text.
    pub text: String,
}

/// How models shall be; [`Options::default`] is what the command line does without flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The name of the type for a JSON Schema document's root schema; without it the name comes from the title, else
    /// from the module.
    pub root: Option<String>,
    /// What an object that says nothing of other keys does with them.
    pub unknown: Unknown,
    /// Whether `format` refuses.
    pub formats: Formats,
    /// Which member of a union takes a document that several accept.
    pub union_match: UnionMatch,
    /// One file, or a crate.
    pub layout: Layout,
    /// The command that generates again, as the header of each file names it.
    pub regenerate: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            root: None,
            unknown: Unknown::default(),
            formats: Formats::default(),
            union_match: UnionMatch::default(),
            layout: Layout::default(),
            regenerate: "isomorph generate".to_owned(),
        }
    }
}

/// What a struct does with keys that its schema does not name and says nothing about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unknown {
    /// Reads past them, as Zod strips and serde ignores.
    #[default]
    Ignore,
    /// Keeps them in a map called `extra`.
    Keep,
    /// Refuses them by name.
    Deny,
}

/// Whether `format` is an annotation or an assertion (JSON Schema 2020-12 Validation, section 7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Formats {
    /// An annotation: any string passes.
    #[default]
    Annotate,
    /// An assertion: a string not of the format is refused.
    Assert,
}

/// Which member of a union takes a document that several members accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnionMatch {
    /// The member that declares the most of the keys present, then the one with the fewest declared keys missing, then
    /// the first.
    #[default]
    MostSpecific,
    /// The first member that accepts, as Zod's `union` and serde's `untagged` do.
    First,
}

/// The files that a run gives.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Layout {
    /// One file of items without inner attributes, so that `include!` takes it.
    #[default]
    File,
    /// A crate of this name: `Cargo.toml`, `src/lib.rs` and one module a document.
    Crate {
        /// The package name.
        name: String,
        /// The `isomorph-runtime` dependency as TOML, such as `{ path = "../../crates/isomorph-runtime" }` or `"0.1"`.
        runtime: String,
    },
}
