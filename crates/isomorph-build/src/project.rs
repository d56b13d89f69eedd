//! A configuration file on the disk, and the runs that it asks for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::config::path::{is_pattern, join};
use crate::config::resolve::{Resolved, resolve};
use crate::config::{self, Config, Finding, PolicyPart, nearest};
use crate::{Error, MapUri, Plan, Prepared, Spec, disk, prepare, prepare_all};

/// A configuration file, its paths followed.
#[derive(Debug, Clone)]
pub struct Project {
    name: String,
    text: String,
    folder: PathBuf,
    config: Config,
    outputs: Vec<Resolved>,
}

/// One output of a configuration file.
#[derive(Debug, Clone)]
pub struct Run {
    /// What to generate from what, and where to.
    pub plan: Plan,
    /// The command that generates again, if the file names one.
    pub regenerate: Option<String>,
}

impl Project {
    /// Reads a configuration file and follows its paths. `above` lies over all its policies, but not over those of types.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the file, with the places in it; [`Error::Io`] when it, or a folder of documents,
    /// cannot be read.
    pub fn load(path: &Path, above: &PolicyPart) -> Result<Self, Error> {
        let text = disk::read_document(path)?;
        let name = path.display().to_string();
        let config = config::parse(&name, &text)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let absolute = std::path::absolute(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &folder
        })
        .map_err(Error::io("find", &folder))?;
        match resolve(&config, &folder, &join(&absolute, "."), above, &disk::Disk) {
            Ok(outputs) => Ok(Self {
                name,
                text,
                folder,
                config,
                outputs,
            }),
            Err(problems) => {
                let mut errors = problems.errors;
                if !problems.findings.is_empty() {
                    errors.push(config::error(&name, &text, problems.findings));
                }
                Err(Error::gathered(errors).unwrap_or_else(|| Error::Usage(format!("{name} cannot be followed"))))
            }
        }
    }

    /// Keeps the outputs that one of these documents is in, whole, so that a crate never loses its other modules.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] when the file does not name one of them.
    pub fn limit(&mut self, documents: &[PathBuf]) -> Result<(), Error> {
        self.documents(documents)?;
        let wanted: Vec<PathBuf> = documents.iter().map(|path| real(path)).collect();
        let is_wanted = |spec: &Spec| wanted.contains(&real(&spec.path));
        self.outputs.retain(|output| output.documents.iter().any(is_wanted));
        Ok(())
    }

    /// Those of the file's documents that are `named`, all if none is, each once and with the policy that it has in the
    /// first output that it is in.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] when the file does not name one of them.
    pub fn documents(&self, named: &[PathBuf]) -> Result<Vec<Spec>, Error> {
        let mut all: Vec<&Spec> = Vec::new();
        for spec in self.outputs.iter().flat_map(|output| &output.documents) {
            if !all.iter().any(|other| other.path == spec.path) {
                all.push(spec);
            }
        }
        if named.is_empty() {
            return Ok(all.into_iter().cloned().collect());
        }
        let mut found = Vec::new();
        for path in named {
            match all.iter().find(|spec| real(&spec.path) == real(path)) {
                Some(spec) => found.push((*spec).clone()),
                None => {
                    let known = all.iter().map(|spec| format!("\n  {}", spec.path.display()));
                    return Err(Error::Usage(format!(
                        "{} is not in {}; the documents there are:{}",
                        path.display(),
                        self.name,
                        known.collect::<String>()
                    )));
                }
            }
        }
        Ok(found)
    }

    /// The runs that write crates and files.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] when all outputs are for build scripts.
    pub fn runs(&self) -> Result<Vec<Run>, Error> {
        let run = |output: &Resolved| {
            Some(Run {
                plan: output.plan(output.target.clone()?),
                regenerate: output.regenerate.clone(),
            })
        };
        let runs: Vec<Run> = self.outputs.iter().filter_map(run).collect();
        if runs.is_empty() {
            return Err(Error::Usage(format!(
                "{}: all outputs are for build scripts; one with `crate` or `file` can be generated here",
                self.name
            )));
        }
        Ok(runs)
    }

    /// The files that stand for URIs.
    #[must_use]
    pub fn map_uris(&self) -> Vec<MapUri> {
        self.outputs
            .first()
            .map(|output| output.map_uris.clone())
            .unwrap_or_default()
    }

    /// The documents for a build script, each with its output's command: those of the outputs with
    /// `build-script = true`, or of all where there is none.
    pub(crate) fn for_build_script(&self) -> Vec<(Spec, Option<String>)> {
        let are_marked = self.outputs.iter().any(|output| output.target.is_none());
        let outputs = self
            .outputs
            .iter()
            .filter(|output| !are_marked || output.target.is_none());
        outputs
            .flat_map(|output| {
                output
                    .documents
                    .iter()
                    .map(|spec| (spec.clone(), output.regenerate.clone()))
            })
            .collect()
    }

    /// What a change of the output can come from: every document, and where a pattern names them, the folder in which
    /// another may appear.
    pub(crate) fn watched(&self) -> BTreeSet<PathBuf> {
        let documents = self
            .outputs
            .iter()
            .flat_map(|output| &output.documents)
            .map(|spec| spec.path.clone());
        let patterns = self
            .config
            .output
            .iter()
            .flat_map(|output| &output.spec)
            .filter(|spec| is_pattern(&spec.path));
        let folders = patterns.map(|spec| {
            let plain: Vec<&str> = spec.path.split('/').take_while(|part| !is_pattern(part)).collect();
            join(&self.folder, &plain.join("/"))
        });
        documents.chain(folders).collect()
    }

    /// Generates the models of runs of this file in memory.
    ///
    /// # Errors
    ///
    /// As [`prepare`](crate::prepare), and everything that the file says about types which no document has.
    pub fn prepare(&self, plans: &[Plan]) -> Result<Vec<Prepared>, Error> {
        let prepared = prepare_all(plans)?;
        let findings = self.unknown_targets(plans, &prepared);
        if findings.is_empty() {
            Ok(prepared)
        } else {
            Err(config::error(&self.name, &self.text, findings))
        }
    }

    /// The `[[output.spec.type]]` whose target is in none of the documents of their spec.
    fn unknown_targets(&self, plans: &[Plan], prepared: &[Prepared]) -> Vec<Finding> {
        // Per place in the file: the target, whether a document has it, and what the documents have.
        let mut targets: BTreeMap<String, (String, bool, BTreeSet<String>)> = BTreeMap::new();
        for (plan, prepared) in plans.iter().zip(prepared) {
            let mut plain = None;
            for (index, spec) in plan.documents.iter().enumerate() {
                let (Some(origin), Some(policy)) = (&spec.origin, &spec.policy) else {
                    continue;
                };
                for (number, part) in policy.types.iter().enumerate() {
                    let known = plain.get_or_insert_with(|| plain_types(plan, prepared));
                    let names = known.get(&index).cloned().unwrap_or_default();
                    let target = targets
                        .entry(format!("{origin}/type/{number}/target"))
                        .or_insert_with(|| (part.target.clone(), false, BTreeSet::new()));
                    target.1 |= names.contains(&part.target);
                    target.2.extend(names);
                }
            }
        }
        let unknown = targets.into_iter().filter(|(_, (_, is_known, _))| !is_known);
        unknown
            .map(|(pointer, (target, _, known))| unknown_target(pointer, &target, &known))
            .collect()
    }
}

/// The locations and names of a plan's types per document, as they are without what the file says about types.
fn plain_types(plan: &Plan, prepared: &Prepared) -> BTreeMap<usize, BTreeSet<String>> {
    let mut bare = plan.clone();
    for policy in bare.documents.iter_mut().filter_map(|spec| spec.policy.as_mut()) {
        policy.types.clear();
    }
    // What it refuses, the run has accepted; then its own names are all that there are.
    let plain = prepare(&bare).map(|prepared| prepared.output.types).unwrap_or_default();
    let mut known: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for name in plain.iter().chain(&prepared.output.types) {
        known
            .entry(name.document)
            .or_default()
            .extend([name.pointer.clone(), name.rust.clone()]);
    }
    known
}

fn unknown_target(pointer: String, target: &str, known: &BTreeSet<String>) -> Finding {
    Finding {
        rule: "config-unknown-target",
        pointer,
        is_key: false,
        message: format!("no type has the location or the name {target:?}"),
        why: "what is said about it would have no effect".to_owned(),
        repair: match nearest(target, known.iter().map(String::as_str)) {
            Some(near) => format!("write {near:?}"),
            None => "correct it; `isomorph generate --type-map FILE` lists locations and names".to_owned(),
        },
    }
}

/// The file that a path leads to.
fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_document_and_every_folder_of_a_pattern_is_watched() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = |relative: &str| folder.path().join(relative);
        for (file, text) in [
            ("specs/a.json", "{}"),
            ("specs/b.json", "{}"),
            ("one.yaml", "{}"),
            (
                "isomorph.toml",
                "[[output]]\nbuild-script = true\n[[output.spec]]\npath = \"specs/*.json\"\n\
                 [[output.spec]]\npath = \"./one.yaml\"\n",
            ),
        ] {
            fs::create_dir_all(path("specs")).expect("a folder can be made");
            fs::write(path(file), text).expect("a file can be written");
        }
        let project = Project::load(&path("isomorph.toml"), &PolicyPart::default()).expect("it is right");
        let watched: Vec<PathBuf> = project.watched().into_iter().collect();
        assert_eq!(watched, ["one.yaml", "specs", "specs/a.json", "specs/b.json"].map(path));
    }
}
