//! What a door hands to the generator.

use std::collections::BTreeMap;

/// The formats that are judged where they are asserted: what JSON Schema 2020-12 defines (Validation, section 7.3). Others
/// stay annotations.
pub const FORMATS: &[&str] = &[
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// One run: documents, and how their models shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The documents, each of which becomes one module of models.
    pub documents: Vec<Document>,
    /// How the models shall be.
    pub options: Options,
}

/// Where a door looks for documents that the input's documents refer to. The generator itself reads nothing.
pub trait Sources {
    /// The absolute URI of an input document, by its index: what its relative references are resolved against. Without one
    /// they lead nowhere.
    fn uri(&self, document: usize) -> Option<String>;

    /// The text of the document at an absolute URI without fragment, if it is to be had.
    fn read(&self, uri: &str) -> Option<String>;
}

/// No document beside the input's.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn uri(&self, _: usize) -> Option<String> {
        None
    }

    fn read(&self, _: &str) -> Option<String> {
        None
    }
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
    /// How this document's models shall be, where that differs from the run's [`Options::policy`].
    pub policy: Option<Policy>,
}

/// How a run's output shall be; [`Options::default`] is what the command line does without flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How models shall be, unless their document says otherwise.
    pub policy: Policy,
    /// One file, or a crate.
    pub layout: Layout,
    /// The command that generates again, as the header of each file names it.
    pub regenerate: String,
    /// Whether the output shall say of every keyword who enforces it ([`crate::Report`]).
    pub report: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            policy: Policy::default(),
            layout: Layout::default(),
            regenerate: "isomorph generate".to_owned(),
            report: false,
        }
    }
}

/// How the models of a document shall be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// The name of the type for a JSON Schema document's root schema; without it the name comes from the title, else
    /// from the module.
    pub root: Option<String>,
    /// The parts of the document whose models are wanted, with all that these refer to; everything where it is empty.
    /// Each is the name of a component, the Rust name of a type, an `operationId`, `tag:` and the name of a tag, or the
    /// JSON pointer of a location, which means all that stands there and below.
    pub only: Vec<String>,
    /// What an object that says nothing of other keys does with them.
    pub unknown: Unknown,
    /// Whether `format` refuses.
    pub formats: Formats,
    /// The formats, by name, for which something else is said than `formats` says.
    pub single_formats: BTreeMap<String, Formats>,
    /// Which member of a union takes a document that several accept.
    pub union_match: UnionMatch,
    /// What an absent key with a `default` becomes.
    pub defaults: Defaults,
    /// What `minLength` and `maxLength` count.
    pub length_unit: LengthUnit,
    /// What an `allOf` of closed objects means.
    pub closed_all_of: ClosedAllOf,
    /// What null is to `allOf: [A, { type: [T, "null"] }]` where A refuses it.
    pub nullable_all_of: NullableAllOf,
    /// Whether string enums keep values that they do not list.
    pub open_enums: bool,
    /// Which of the twins `X` and `XOutput` become models.
    pub io: Io,
    /// Further derives for structs and enums, as paths.
    pub derives: Vec<String>,
    /// Further attributes for structs and enums, such as `#[non_exhaustive]`.
    pub attributes: Vec<String>,
    /// What single types do differently, by their location or their Rust name.
    pub types: Vec<TypePolicy>,
}

impl Policy {
    /// Whether a format refuses, if it is one of [`FORMATS`].
    #[must_use]
    pub fn asserts(&self, format: &str) -> bool {
        *self.single_formats.get(format).unwrap_or(&self.formats) == Formats::Assert
    }

    /// Whether some format may refuse.
    #[must_use]
    pub fn asserts_any(&self) -> bool {
        self.formats == Formats::Assert || self.single_formats.values().any(|it| *it == Formats::Assert)
    }
}

/// What one type does differently.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypePolicy {
    /// The type: a JSON pointer to its schema, or its Rust name.
    pub target: String,
    /// Its Rust name.
    pub name: Option<String>,
    /// A type that stands for it, as a path; nothing is generated then.
    pub replace: Option<String>,
    /// As [`Policy::unknown`].
    pub unknown: Option<Unknown>,
    /// As [`Policy::union_match`].
    pub union_match: Option<UnionMatch>,
    /// As [`Policy::open_enums`].
    pub open_enum: Option<bool>,
    /// In addition to [`Policy::derives`].
    pub derives: Vec<String>,
    /// In addition to [`Policy::attributes`].
    pub attributes: Vec<String>,
}

/// What an absent key with a `default` becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Defaults {
    /// The default: the field is no `Option`, and the default is written back.
    #[default]
    Fill,
    /// `None`: absent stays absent.
    KeepAbsent,
}

/// What string lengths count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LengthUnit {
    /// Code points, as JSON Schema does (2020-12 Validation, section 6.3.1).
    #[default]
    CodePoints,
    /// UTF-16 code units, as JavaScript and so Zod do.
    Utf16,
}

/// What an `allOf` of closed objects means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClosedAllOf {
    /// Each part refuses the others' keys, as JSON Schema says (2020-12 Core, section 10.3.2.3).
    #[default]
    Judge,
    /// The parts' keys are pooled and the whole is closed, as the authors of such documents mean.
    Pool,
}

/// What null is to `allOf: [A, { type: [T, "null"] }]` where A refuses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NullableAllOf {
    /// Refused, as JSON Schema says.
    #[default]
    Judge,
    /// Accepted, as exporters that write this mean.
    Accept,
}

/// Which of the twins that an exporter writes for the two sides of a transformation (`X` and `XOutput`, `XInput` and `X`)
/// become models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Io {
    /// Both, under the document's names.
    #[default]
    Both,
    /// The input side; references to the output side lead to it.
    Input,
    /// The output side; references to the input side lead to it.
    Output,
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
