//! One run for every door: read the documents, generate in memory, then write or check.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use isomorph::drift::{self, Drift};
use isomorph::{Document, GeneratedFile, Input, Layout, Options, Output, Policy};

use crate::disk::{self, Touched};
use crate::sources::{self, Files, MapUri};
use crate::{Error, names};

/// What to generate from what, and where to.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The documents.
    pub documents: Vec<Spec>,
    /// Where the files go.
    pub target: Target,
    /// How the models shall be; the layout in it is set by the target.
    pub options: Options,
    /// Files that stand for URIs.
    pub map_uris: Vec<MapUri>,
}

/// A document on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// Its path. Diagnostics name it as it stands here.
    pub path: PathBuf,
    /// The module that its models go to; `None` is its file name in snake case.
    pub module: Option<String>,
    /// How its models shall be; `None` is as the run's options say.
    pub policy: Option<Policy>,
    /// The `[[output.spec]]` that it comes from, as a JSON pointer into the configuration file.
    pub(crate) origin: Option<String>,
}

impl From<PathBuf> for Spec {
    fn from(path: PathBuf) -> Self {
        Self {
            path,
            module: None,
            policy: None,
            origin: None,
        }
    }
}

impl From<&PathBuf> for Spec {
    fn from(path: &PathBuf) -> Self {
        path.clone().into()
    }
}

impl From<&Spec> for Spec {
    fn from(spec: &Spec) -> Self {
        spec.clone()
    }
}

/// Where the files of a run go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// One Rust file.
    File(PathBuf),
    /// A crate. Everything in the folder is the generator's.
    Crate {
        /// The folder.
        folder: PathBuf,
        /// The package's name; `None` is the folder's.
        package: Option<String>,
        /// The dependency on the runtime crate as TOML. `None` is a path where the folder is in the same repository as
        /// the runtime's sources, else the released version.
        runtime: Option<String>,
    },
}

/// A run whose files are in memory.
#[derive(Debug)]
pub struct Prepared {
    /// What the generator gave.
    pub output: Output,
    /// The documents as they were read.
    pub documents: Vec<Document>,
    /// The files that were read because the documents refer to them.
    pub referred: Vec<PathBuf>,
    target: Target,
}

/// Reads the documents of a plan and generates their models in memory.
///
/// # Errors
///
/// Every reason that there is: documents that cannot be read or turned into models, names that clash. Nothing is written.
pub fn prepare(plan: &Plan) -> Result<Prepared, Error> {
    let documents = read_documents(&plan.documents)?;
    let mut options = plan.options.clone();
    options.layout = match &plan.target {
        Target::File(_) => Layout::File,
        Target::Crate {
            folder,
            package,
            runtime,
        } => Layout::Crate {
            name: match package {
                Some(package) => package.clone(),
                None => names::package(&disk::absolute(folder)?).map_err(Error::Usage)?,
            },
            runtime: match runtime {
                Some(runtime) => runtime.clone(),
                None => runtime_dependency(&disk::absolute(folder)?),
            },
        },
    };
    let input = Input { documents, options };
    sources::check(&plan.map_uris)?;
    let paths = plan.documents.iter().map(|spec| spec.path.as_path()).collect();
    let files = Files::of(paths, &plan.map_uris);
    match isomorph::generate_with(&input, &files) {
        Ok(output) => Ok(Prepared {
            output,
            documents: input.documents,
            referred: files.into_read(),
            target: plan.target.clone(),
        }),
        Err(diagnostics) => Err(Error::Documents {
            diagnostics,
            documents: input.documents,
        }),
    }
}

impl Prepared {
    /// Writes the files that differ and removes generated files that the run no longer gives.
    ///
    /// # Errors
    ///
    /// [`Error::NotOwned`] before anything is written, [`Error::Io`] when the disk refuses.
    pub fn write(&self) -> Result<Vec<Touched>, Error> {
        let files: Vec<(PathBuf, &str)> = self
            .output
            .files
            .iter()
            .map(|file| (self.path(&file.path), file.text.as_str()))
            .collect();
        let expected: BTreeSet<&str> = self.output.files.iter().map(|file| file.path.as_str()).collect();
        let stale: Vec<PathBuf> = self
            .found()?
            .iter()
            .filter(|file| !expected.contains(file.path.as_str()) && drift::is_owned(&file.text))
            .map(|file| self.path(&file.path))
            .collect();
        disk::apply(&files, &stale)
    }

    /// Compares the files that are there with those of the run; empty when they are the same. The paths in the result
    /// are those on the disk.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] when a file or folder cannot be read.
    pub fn check(&self) -> Result<Vec<Drift>, Error> {
        let mut drifts = drift::compare(&self.output.files, &self.found()?);
        for drift in &mut drifts {
            drift.path = self.path(&drift.path).display().to_string();
        }
        Ok(drifts)
    }

    /// The files that are there.
    fn found(&self) -> Result<Vec<GeneratedFile>, Error> {
        match &self.target {
            Target::File(path) => Ok(disk::read(path)?
                .into_iter()
                .map(|text| GeneratedFile {
                    path: String::new(),
                    text,
                })
                .collect()),
            Target::Crate { folder, .. } => disk::read_crate(folder),
        }
    }

    /// The path on the disk of a file of the output.
    fn path(&self, relative: &str) -> PathBuf {
        match &self.target {
            Target::File(path) => path.clone(),
            Target::Crate { folder, .. } => folder.join(relative),
        }
    }
}

/// What [`prepare`] gives for each of several plans.
///
/// # Errors
///
/// Those of all plans.
pub fn prepare_all(plans: &[Plan]) -> Result<Vec<Prepared>, Error> {
    let mut prepared = Vec::with_capacity(plans.len());
    let mut errors = Vec::new();
    for plan in plans {
        match prepare(plan) {
            Ok(run) => prepared.push(run),
            Err(error) => errors.push(error),
        }
    }
    Error::gathered(errors).map_or(Ok(prepared), Err)
}

/// Reads documents for [`isomorph::Input`]; paths are documents whose modules are called like their files.
///
/// # Errors
///
/// [`Error::Io`] and [`Error::SameModule`], all of them; [`Error::Usage`] when there is no path.
pub fn read_documents<S: Into<Spec>>(documents: impl IntoIterator<Item = S>) -> Result<Vec<Document>, Error> {
    let specs: Vec<Spec> = documents.into_iter().map(Into::into).collect();
    if specs.is_empty() {
        return Err(Error::Usage("there is no document to generate from".to_owned()));
    }
    let mut modules: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut documents = Vec::with_capacity(specs.len());
    let mut errors = Vec::new();
    for Spec {
        path, module, policy, ..
    } in specs
    {
        let module = module.unwrap_or_else(|| names::module(&path));
        match modules.get(&module) {
            Some(other) => {
                errors.push(Error::SameModule {
                    module: module.clone(),
                    documents: [other.clone(), path.clone()],
                });
            }
            None => {
                modules.insert(module.clone(), path.clone());
            }
        }
        match disk::read_document(&path) {
            Ok(text) => documents.push(Document {
                name: path.display().to_string(),
                module,
                text,
                policy,
            }),
            Err(error) => errors.push(error),
        }
    }
    Error::all(errors).map_or(Ok(documents), Err)
}

/// The runtime crate as a dependency of a crate in `folder`: by path inside this repository, else by version.
fn runtime_dependency(folder: &Path) -> String {
    const RUNTIME: &str = "crates/isomorph-runtime";
    for (up, ancestor) in folder.ancestors().enumerate().skip(1) {
        if ancestor.join(RUNTIME).join("Cargo.toml").is_file() {
            return format!("{{ path = \"{}{RUNTIME}\" }}", "../".repeat(up));
        }
    }
    // Both crates are released together.
    format!(
        "\"{}.{}\"",
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR")
    )
}
