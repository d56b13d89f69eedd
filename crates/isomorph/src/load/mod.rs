//! Text to value: the first stage, which reads JSON or YAML and tells what kind of document it is.
//!
//! Source positions are not kept. A diagnostic that needs one asks [`position`] for it, so documents that are fine pay
//! nothing.

mod external;
mod kind;
mod parse;
pub(crate) mod position;

use std::collections::BTreeSet;

use serde_json::Value;

pub(crate) use external::load_externals;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::input::{Document, Input, Policy};

/// The documents of a run as values.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// One entry for each document of the input, in the same order; behind those, the ones that they refer to.
    pub(crate) documents: Vec<Source>,
    /// The bases of the resources with an anchor that depends on the way to it (`$dynamicAnchor`, `$recursiveAnchor`).
    pub(crate) dynamic_bases: BTreeSet<String>,
    /// What is worth a word, in document order.
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Loaded {
    /// The documents of the input, each of which is a module.
    pub(crate) fn own(&self) -> &[Source] {
        let count = self
            .documents
            .iter()
            .enumerate()
            .take_while(|(index, source)| source.owner == *index)
            .count();
        &self.documents[..count]
    }
}

/// A document as a value.
#[derive(Debug)]
pub(crate) struct Source {
    /// What diagnostics call the document.
    pub(crate) name: String,
    /// The Rust module that its models go to.
    pub(crate) module: String,
    /// The text, without a byte-order mark; positions count in it.
    pub(crate) text: String,
    /// The text as a value, keys in document order.
    pub(crate) value: Value,
    /// What kind of document it is.
    pub(crate) kind: Kind,
    /// How its models shall be.
    pub(crate) policy: Policy,
    /// What its relative references are resolved against.
    pub(crate) uri: String,
    /// The URI that it was read from, where its neighbours are.
    pub(crate) retrieved: String,
    /// The document of the input whose module its models go to: itself, or the first that refers to it.
    pub(crate) owner: usize,
    /// Its dialect has the validation vocabulary; without it `type`, `minimum` and their like are annotations.
    pub(crate) validates: bool,
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An OpenAPI document: schemas stand inside it.
    OpenApi(OpenApiVersion),
    /// A JSON Schema: the root is a schema.
    JsonSchema(Dialect),
}

/// The OpenAPI feature versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OpenApiVersion {
    /// 3.0, whose schemas are a dialect of their own.
    V30,
    /// 3.1, whose schemas are JSON Schema 2020-12.
    V31,
    /// 3.2, whose schemas are JSON Schema 2020-12.
    V32,
}

/// The JSON Schema dialects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dialect {
    /// Draft 4.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// 2019-09.
    Draft201909,
    /// 2020-12.
    Draft202012,
}

/// Reads every document of `input`.
///
/// # Errors
///
/// The problems of all documents, in document order, when at least one cannot be read or is of no known kind.
pub(crate) fn load(input: &Input) -> Result<Loaded, Vec<Diagnostic>> {
    let mut documents = Vec::with_capacity(input.documents.len());
    let mut found = Vec::new();
    for (index, document) in input.documents.iter().enumerate() {
        match read(document, index, input, &mut found) {
            Ok(source) => documents.push(source),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(found);
    }
    Ok(Loaded {
        documents,
        dynamic_bases: BTreeSet::new(),
        warnings: found,
    })
}

/// Reads one document; warnings go to `found`.
fn read(
    document: &Document,
    index: usize,
    input: &Input,
    found: &mut Vec<Diagnostic>,
) -> Result<Source, Box<Diagnostic>> {
    // Editors on Windows write the mark; neither JSON nor a position counts it.
    let text = document.text.strip_prefix('\u{feff}').unwrap_or(&document.text);
    let parsed = parse::parse(&document.name, text)?;
    found.extend(parsed.warnings);
    let (kind, warning) = kind::kind(&document.name, text, &parsed.value)?;
    found.extend(warning);
    Ok(Source {
        name: document.name.clone(),
        module: document.module.clone(),
        text: text.to_owned(),
        value: parsed.value,
        kind,
        policy: document.policy.clone().unwrap_or_else(|| input.options.policy.clone()),
        uri: format!("isomorph:///{index}"),
        retrieved: format!("isomorph:///{index}"),
        owner: index,
        validates: true,
    })
}

/// The place of `pointer` with its line and column looked up.
fn place(document: &str, text: &str, pointer: &str) -> Place {
    let (line, column) = position::locate(text, pointer).unwrap_or((1, 1));
    Place {
        document: document.to_owned(),
        pointer: pointer.to_owned(),
        line,
        column,
    }
}

#[cfg(test)]
mod tests;
