//! The build script's door.

use crate::sources::MapUri;
use std::path::{Path, PathBuf};

use isomorph::{ClosedAllOf, Defaults, Formats, Io, LengthUnit, NullableAllOf, Options, Policy, UnionMatch, Unknown};

use crate::config::PolicyPart;
use crate::{Error, Plan, Prepared, Project, Spec, Target, names, prepare_all};

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
    config: Option<PathBuf>,
    map_uris: Vec<MapUri>,
    out_dir: Option<PathBuf>,
    root: Option<String>,
    only: Vec<String>,
    policy: PolicyPart,
}

impl Builder {
    /// A builder without documents.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the documents of a configuration file with the policies that it has for them.
    ///
    /// Those of the outputs with `build-script = true` are added, or all where no output says so; each gives a file of
    /// its own, as if it was added with [`Builder::spec`]. What is set here goes before what the file says.
    pub fn config(mut self, path: impl AsRef<Path>) -> Self {
        self.config = Some(path.as_ref().to_owned());
        self
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

    /// Lets a file or folder stand for the URIs that start with `from`. Nothing is read from a network.
    pub fn map_uri(mut self, from: impl Into<String>, to: impl Into<PathBuf>) -> Self {
        self.map_uris.push(MapUri {
            from: from.into(),
            to: to.into(),
        });
        self
    }

    /// Names the type of a JSON Schema document's root schema.
    pub fn root(mut self, name: impl Into<String>) -> Self {
        self.root = Some(name.into());
        self
    }

    /// Generates only what the chosen parts of the document reach, instead of everything. Each is the name of a component,
    /// a Rust name, an `operationId`, `tag:` and the name of a tag, or a JSON pointer.
    pub fn only(mut self, parts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.only.extend(parts.into_iter().map(Into::into));
        self
    }

    /// What objects that say nothing of other keys do with them; they are ignored by default.
    pub fn unknown(mut self, unknown: Unknown) -> Self {
        self.policy.unknown = Some(unknown.into());
        self
    }

    /// Whether `format` refuses; it is an annotation by default.
    pub fn formats(mut self, formats: Formats) -> Self {
        let formats: crate::config::Formats = formats.into();
        self.policy.formats.get_or_insert_default().all = Some(formats);
        self
    }

    /// Whether one format refuses, if something else is said of it than of the others.
    pub fn format(mut self, name: impl Into<String>, formats: Formats) -> Self {
        let single = &mut self.policy.formats.get_or_insert_default().single;
        single.insert(name.into(), formats.into());
        self
    }

    /// Which member of a union takes what several accept; the most specific by default.
    pub fn union_match(mut self, union_match: UnionMatch) -> Self {
        self.policy.union_match = Some(union_match.into());
        self
    }

    /// What an absent key with a `default` becomes; the default is filled in by default.
    pub fn defaults(mut self, defaults: Defaults) -> Self {
        self.policy.defaults = Some(defaults.into());
        self
    }

    /// What string lengths count; code points by default.
    pub fn length_unit(mut self, unit: LengthUnit) -> Self {
        self.policy.length_unit = Some(unit.into());
        self
    }

    /// What an `allOf` of closed objects means; what JSON Schema says by default.
    pub fn closed_all_of(mut self, meaning: ClosedAllOf) -> Self {
        self.policy.closed_all_of = Some(meaning.into());
        self
    }

    /// What null is to an `allOf` of which only the last part allows it; refused by default.
    pub fn nullable_all_of(mut self, meaning: NullableAllOf) -> Self {
        self.policy.nullable_all_of = Some(meaning.into());
        self
    }

    /// Which of the twins `X` and `XOutput` become models; both by default.
    pub fn io(mut self, io: Io) -> Self {
        self.policy.io = Some(io.into());
        self
    }

    /// Whether string enums keep values that they do not list; they refuse them by default.
    pub fn open_enums(mut self, are_open: bool) -> Self {
        self.policy.open_enums = Some(are_open);
        self
    }

    /// Adds a derive, as a path, to structs and enums.
    pub fn derive(mut self, path: impl Into<String>) -> Self {
        self.policy.derives.push(path.into());
        self
    }

    /// Adds an attribute, such as `#[non_exhaustive]`, to structs and enums.
    pub fn attribute(mut self, attribute: impl Into<String>) -> Self {
        self.policy.attributes.push(attribute.into());
        self
    }

    /// Generates and writes, and tells Cargo which files to watch and what to warn of.
    ///
    /// # Errors
    ///
    /// A readable report of all problems of all documents. No file is written then.
    pub fn generate(self) -> Result<(), Error> {
        for path in self.specs.iter().chain(&self.config) {
            watch(path);
        }
        let project = match &self.config {
            Some(path) => Some(Project::load(path, &self.policy)?),
            None => None,
        };
        for path in project.iter().flat_map(Project::watched) {
            watch(&path);
        }
        for prepared in self.prepare(project.as_ref())? {
            prepared.referred.iter().for_each(|path| watch(path));
            for warning in &prepared.output.warnings {
                tell_cargo("warning", &warning.to_string());
            }
            prepared.write()?;
        }
        Ok(())
    }

    /// Everything but what Cargo is told and what is written.
    fn prepare(&self, project: Option<&Project>) -> Result<Vec<Prepared>, Error> {
        let mut documents: Vec<(Spec, Option<String>)> = self.specs.iter().map(|path| (path.into(), None)).collect();
        documents.extend(project.map(Project::for_build_script).unwrap_or_default());
        if documents.is_empty() {
            return Err(Error::Usage(
                "no document was added; call `.spec(\"specs/x.json\")`".to_owned(),
            ));
        }
        if self.root.is_some() && documents.len() > 1 {
            return Err(Error::Usage(
                "`.root(..)` names the root of one document; use a builder for each".to_owned(),
            ));
        }
        if !self.only.is_empty() && documents.len() > 1 {
            return Err(Error::Usage(
                "`.only(..)` chooses parts of one document; use a builder for each".to_owned(),
            ));
        }
        let out_dir = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| {
                Error::Usage("OUT_DIR is not set; outside of a build script, call `.out_dir(..)`".to_owned())
            })?),
        };
        let mut map_uris = self.map_uris.clone();
        map_uris.extend(project.map(Project::map_uris).unwrap_or_default());
        let mut modules: Vec<(String, PathBuf)> = Vec::new();
        let mut errors = Vec::new();
        let mut plans = Vec::new();
        for (spec, regenerate) in documents {
            let module = spec.module.clone().unwrap_or_else(|| names::module(&spec.path));
            if let Some((_, other)) = modules.iter().find(|(other, _)| *other == module) {
                errors.push(Error::SameModule {
                    module: module.clone(),
                    documents: [other.clone(), spec.path.clone()],
                });
            }
            plans.push(Plan {
                map_uris: map_uris.clone(),
                ..self.plan(&spec, regenerate, out_dir.join(format!("{module}.rs")))
            });
            modules.push((module, spec.path));
        }
        let prepared = match project {
            Some(project) => project.prepare(&plans),
            None => prepare_all(&plans),
        };
        match prepared {
            Ok(prepared) if errors.is_empty() => return Ok(prepared),
            Ok(_) => {}
            Err(error) => errors.push(error),
        }
        Err(Error::gathered(errors).unwrap_or_else(|| Error::Several(Vec::new())))
    }

    fn plan(&self, spec: &Spec, regenerate: Option<String>, file: PathBuf) -> Plan {
        let mut spec = spec.clone();
        if let (Some(policy), Some(root)) = (&mut spec.policy, &self.root) {
            policy.root = Some(root.clone());
        }
        if let Some(policy) = &mut spec.policy
            && !self.only.is_empty()
        {
            policy.only.clone_from(&self.only);
        }
        let default = Options::default();
        Plan {
            map_uris: Vec::new(),
            documents: vec![spec],
            target: Target::File(file),
            options: Options {
                policy: Policy {
                    root: self.root.clone(),
                    only: self.only.clone(),
                    ..self.policy.policy()
                },
                regenerate: regenerate.unwrap_or(default.regenerate),
                layout: default.layout,
                report: false,
            },
        }
    }
}

/// Tells Cargo to run the build script again when a file changes.
fn watch(path: &Path) {
    tell_cargo("rerun-if-changed", &path.display().to_string());
}

/// Gives Cargo an instruction, which is one line on standard output.
#[expect(clippy::print_stdout, reason = "the way in which a build script talks to Cargo")]
fn tell_cargo(instruction: &str, value: &str) {
    let value = value.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    println!("cargo::{instruction}={value}");
}
