//! The form of the configuration file. What stands here in comments is also what its JSON Schema and an editor say.

use serde::Deserialize;

use super::choice::{UnionMatch, Unknown};
use super::policy::PolicyPart;

/// The configuration of Isomorph, `isomorph.toml`: which documents become which Rust models. All paths are relative to
/// this file, with `/` on every system.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(
    test,
    derive(schemars1::JsonSchema),
    schemars(crate = "schemars1", title = "isomorph.toml")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct Config {
    /// How models shall be, unless their output, spec or type says otherwise.
    #[serde(default)]
    pub policy: PolicyPart,
    /// Files that stand for URIs in references. Nothing is read from a network.
    #[serde(default)]
    pub map_uri: Vec<MapUriPart>,
    /// What is generated: crates and files.
    #[serde(default)]
    pub output: Vec<OutputPart>,
}

/// A file or a folder that stands for URIs in the references of all documents.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(
    test,
    derive(schemars1::JsonSchema),
    schemars(crate = "schemars1", rename = "MapUri")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct MapUriPart {
    /// What the URIs start with; the longest counts.
    pub from: String,
    /// The file for exactly that URI, or the folder below which the rest of the URI is a path.
    pub to: String,
}

/// A crate or a file of models, and the documents that they come from. Exactly one of `crate`, `file` and
/// `build-script` says where they go.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(
    test,
    derive(schemars1::JsonSchema),
    schemars(crate = "schemars1", rename = "Output")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct OutputPart {
    /// The folder of a crate with a module for each document. Everything in the folder is the generator's.
    #[serde(rename = "crate")]
    pub krate: Option<String>,
    /// The name of the crate's package; without it, the name of its folder.
    pub package: Option<String>,
    /// The crate's dependency on `isomorph-runtime`; without it, a path inside the repository of Isomorph, else the
    /// released version.
    pub runtime: Option<RuntimePart>,
    /// One Rust file.
    pub file: Option<String>,
    /// Only for build scripts: `Builder::config` writes a file for each document to `OUT_DIR`.
    #[cfg_attr(test, schemars(extend("default" = false)))]
    pub build_script: Option<bool>,
    /// The command that generates again, as the header of each file and the drift check name it.
    #[cfg_attr(test, schemars(extend("default" = "isomorph generate")))]
    pub regenerate: Option<String>,
    /// How this output's models shall be, unless their spec or type says otherwise.
    #[serde(default)]
    pub policy: PolicyPart,
    /// The documents.
    #[serde(default)]
    pub spec: Vec<SpecPart>,
}

/// The dependency of a generated crate on `isomorph-runtime`, as in a `Cargo.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(
    test,
    derive(schemars1::JsonSchema),
    schemars(crate = "schemars1", rename = "Runtime")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct RuntimePart {
    /// A version.
    pub version: Option<String>,
    /// The folder of its sources.
    pub path: Option<String>,
    /// A Git repository.
    pub git: Option<String>,
    /// A revision of the Git repository.
    pub rev: Option<String>,
    /// A tag of the Git repository.
    pub tag: Option<String>,
    /// A branch of the Git repository.
    pub branch: Option<String>,
    /// A registry.
    pub registry: Option<String>,
    /// `true`: as the workspace of the crate says.
    #[cfg_attr(test, schemars(extend("default" = false)))]
    pub workspace: Option<bool>,
}

/// A document, or several of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars1::JsonSchema), schemars(crate = "schemars1", rename = "Spec"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct SpecPart {
    /// The document: OpenAPI 3.0, 3.1, 3.2 or JSON Schema, as JSON or YAML. `*`, `?` and `[...]` match parts of names and
    /// `**` folders; what matches is taken in alphabetical order.
    pub path: String,
    /// The Rust module of the models; without it, the file's name in snake case.
    pub module: Option<String>,
    /// The name of the type for a JSON Schema document's root; without it, the title or the module.
    pub root: Option<String>,
    /// The parts whose models are wanted, with all that these refer to; without it, everything. Each is the name of a
    /// component, a Rust name, an `operationId`, `tag:NAME`, or a JSON pointer such as `/paths/~1pets`.
    #[serde(default)]
    pub only: Vec<String>,
    /// How this document's models shall be, unless their type says otherwise.
    #[serde(default)]
    pub policy: PolicyPart,
    /// What single types do differently.
    #[serde(default, rename = "type")]
    pub types: Vec<TypePart>,
}

/// What one type does differently.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars1::JsonSchema), schemars(crate = "schemars1", rename = "Type"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct TypePart {
    /// The type: a JSON pointer to its schema, such as `/components/schemas/Pet`, or the Rust name that it has otherwise.
    pub target: String,
    /// Its Rust name.
    pub name: Option<String>,
    /// A type that stands for it, as a path such as `crate::Money`; nothing is generated then.
    pub replace: Option<String>,
    /// What it does with keys that its schema says nothing about; without it, as the policy says.
    pub unknown: Option<Unknown>,
    /// Which member of it, a union, takes a value that several accept; without it, as the policy says.
    pub union_match: Option<UnionMatch>,
    /// Whether it, a string enum, keeps values that it does not list; without it, as the policy says.
    pub open_enum: Option<bool>,
    /// Further derives, in addition to those of the policy.
    #[cfg_attr(test, schemars(extend("default" = [])))]
    #[serde(default)]
    pub derives: Vec<String>,
    /// Further attributes, in addition to those of the policy.
    #[cfg_attr(test, schemars(extend("default" = [])))]
    #[serde(default)]
    pub attributes: Vec<String>,
}
