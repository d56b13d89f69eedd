//! The build script's door.

use std::path::{Path, PathBuf};

use isomorph::{Diagnostics, Formats, Options, UnionMatch, Unknown};

use crate::{Error, Plan, Prepared, Target, names, prepare};

/// Generates `OUT_DIR/x.rs` from `specs/x.json`, with the defaults of [`Builder`].
///
/// The name is the document's file name in snake case: `specs/tool-results.openapi.json` gives `tool_results.rs`. Cargo is
/// told to run the build script again when the document changes.
///
/// # Errors
///
/// A readable report; return it from `main`.
pub fn generate(spec: impl AsRef<Path>) -> Result<(), Error> {
    Builder::new().spec(spec).generate()
}

/// Generates models in a build script, with options.
///
/// ```no_run
/// fn main() -> Result<(), isomorph_build::Error> {
///     isomorph_build::Builder::new()
///         .spec("specs/x.json")
///         .unknown(isomorph_build::Unknown::Keep)
///         .generate()
/// }
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "nothing is generated before `generate` is called"]
pub struct Builder {
    specs: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    options: Options,
}

impl Builder {
    /// A builder without documents.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document, which gives a file of its own.
    pub fn spec(mut self, path: impl AsRef<Path>) -> Self {
        self.specs.push(path.as_ref().to_owned());
        self
    }

    /// Writes to this folder instead of `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.out_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// Names the type of a JSON Schema document's root schema.
    pub fn root(mut self, name: impl Into<String>) -> Self {
        self.options.root = Some(name.into());
        self
    }

    /// What objects that say nothing of other keys do with them; they are ignored by default.
    pub fn unknown(mut self, unknown: Unknown) -> Self {
        self.options.unknown = unknown;
        self
    }

    /// Whether `format` refuses; it is an annotation by default.
    pub fn formats(mut self, formats: Formats) -> Self {
        self.options.formats = formats;
        self
    }

    /// Which member of a union takes what several accept; the most specific by default.
    pub fn union_match(mut self, union_match: UnionMatch) -> Self {
        self.options.union_match = union_match;
        self
    }

    /// Generates and writes, and tells Cargo which files to watch and what to warn of.
    ///
    /// # Errors
    ///
    /// A readable report of all problems of all documents. No file is written then.
    pub fn generate(self) -> Result<(), Error> {
        for spec in &self.specs {
            tell_cargo("rerun-if-changed", &spec.display().to_string());
        }
        for prepared in self.prepare()? {
            for warning in &prepared.output.warnings {
                tell_cargo("warning", &warning.to_string());
            }
            prepared.write()?;
        }
        Ok(())
    }

    /// Everything but what Cargo is told and what is written.
    fn prepare(&self) -> Result<Vec<Prepared>, Error> {
        if self.specs.is_empty() {
            return Err(Error::Usage(
                "no document was added; call `.spec(\"specs/x.json\")`".to_owned(),
            ));
        }
        if self.options.root.is_some() && self.specs.len() > 1 {
            return Err(Error::Usage(
                "`.root(..)` names the root of one document; use a builder for each".to_owned(),
            ));
        }
        let out_dir = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| {
                Error::Usage("OUT_DIR is not set; outside of a build script, call `.out_dir(..)`".to_owned())
            })?),
        };
        let mut prepared: Vec<Prepared> = Vec::new();
        let mut errors = Vec::new();
        let mut found = Vec::new();
        let mut read = Vec::new();
        for (index, spec) in self.specs.iter().enumerate() {
            let module = names::module(spec);
            if let Some(other) = self.specs[..index].iter().find(|other| names::module(other) == module) {
                errors.push(Error::SameModule {
                    module: module.clone(),
                    documents: [other.clone(), spec.clone()],
                });
            }
            let plan = Plan {
                documents: vec![spec.clone()],
                target: Target::File(out_dir.join(format!("{module}.rs"))),
                options: self.options.clone(),
            };
            match prepare(&plan) {
                Ok(run) => prepared.push(run),
                Err(Error::Documents { diagnostics, documents }) => {
                    found.extend(diagnostics.0);
                    read.extend(documents);
                }
                Err(error) => errors.push(error),
            }
        }
        if !found.is_empty() {
            errors.push(Error::Documents {
                diagnostics: Diagnostics(found),
                documents: read,
            });
        }
        Error::all(errors).map_or(Ok(prepared), Err)
    }
}

/// Gives Cargo an instruction, which is one line on standard output.
#[expect(clippy::print_stdout, reason = "the way in which a build script talks to Cargo")]
fn tell_cargo(instruction: &str, value: &str) {
    let value = value.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    println!("cargo::{instruction}={value}");
}
