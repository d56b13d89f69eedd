//! From paths in the file to documents and places on the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use isomorph::{Options, TypePolicy};

use super::file::{Config, OutputPart, SpecPart};
use super::finding::{Finding, nearest};
use super::path::{dependency, is_pattern, join, normal};
use super::policy::PolicyPart;
use crate::{Error, MapUri, Plan, Spec, Target, names};

/// The disk, as far as paths of documents need it.
pub(crate) trait Documents {
    /// The file at a path below a folder, or the files that match it as a pattern, sorted. None is no error.
    fn matching(&self, folder: &Path, path: &str) -> Result<Vec<PathBuf>, Error>;
    /// Whether there is a file or a folder.
    fn exists(&self, path: &Path) -> bool;
    /// The names of the files beside a path.
    fn beside(&self, path: &Path) -> Vec<String>;
}

/// One output, ready to be generated.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    /// What to generate from.
    pub(crate) documents: Vec<Spec>,
    /// Where to; `None` is for build scripts.
    pub(crate) target: Option<Target>,
    /// The command that generates again, if the file names one.
    pub(crate) regenerate: Option<String>,
    /// Files that stand for URIs.
    pub(crate) map_uris: Vec<MapUri>,
}

impl Resolved {
    /// The run that writes to `target`.
    pub(crate) fn plan(&self, target: Target) -> Plan {
        let mut options = Options::default();
        if let Some(command) = &self.regenerate {
            options.regenerate.clone_from(command);
        }
        Plan {
            map_uris: self.map_uris.clone(),
            documents: self.documents.clone(),
            target,
            options,
        }
    }
}

/// Everything that keeps a file's paths from being followed.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    /// What the file is to blame for.
    pub(crate) findings: Vec<Finding>,
    /// What the disk is to blame for.
    pub(crate) errors: Vec<Error>,
}

/// Follows the paths of a file in `folder`, which is absolute where `shown` is the same folder as people write it.
/// `above` lies over all policies of the file.
pub(crate) fn resolve(
    config: &Config,
    shown: &Path,
    folder: &Path,
    above: &PolicyPart,
    disk: &dyn Documents,
) -> Result<Vec<Resolved>, Problems> {
    let mut resolver = Resolver {
        config,
        shown,
        folder,
        above,
        disk,
        problems: Problems::default(),
    };
    let outputs = config.output.iter().enumerate();
    resolver.mapped_exist();
    let resolved: Vec<_> = outputs.map(|(index, output)| resolver.output(index, output)).collect();
    resolver.places_differ();
    let Problems { findings, errors } = &resolver.problems;
    if findings.is_empty() && errors.is_empty() {
        Ok(resolved)
    } else {
        Err(resolver.problems)
    }
}

struct Resolver<'a> {
    config: &'a Config,
    shown: &'a Path,
    folder: &'a Path,
    above: &'a PolicyPart,
    disk: &'a dyn Documents,
    problems: Problems,
}

impl Resolver<'_> {
    fn output(&mut self, index: usize, output: &OutputPart) -> Resolved {
        let at = format!("/output/{index}");
        Resolved {
            documents: self.documents(&at, output),
            target: self.target(&at, output),
            regenerate: output.regenerate.clone(),
            map_uris: self.map_uris(),
        }
    }

    fn map_uris(&self) -> Vec<MapUri> {
        let mapped = self.config.map_uri.iter().map(|part| MapUri {
            from: part.from.clone(),
            to: join(self.shown, &part.to),
        });
        mapped.collect()
    }

    fn mapped_exist(&mut self) {
        for (index, part) in self.config.map_uri.iter().enumerate() {
            let path = join(self.shown, &part.to);
            if !self.disk.exists(&path) {
                self.problems.findings.push(Finding {
                    rule: "config-no-document",
                    pointer: format!("/map-uri/{index}/to"),
                    is_key: false,
                    message: format!("there is no file or folder {:?}", part.to),
                    why: looked_for(&path),
                    repair: "correct the path, or create what it names".to_owned(),
                });
            }
        }
    }

    fn target(&mut self, at: &str, output: &OutputPart) -> Option<Target> {
        if let Some(file) = &output.file {
            return Some(Target::File(join(self.shown, file)));
        }
        let krate = output.krate.as_ref()?;
        let folder = join(self.folder, krate);
        if output.package.is_none()
            && let Err(message) = names::package(&folder)
        {
            self.problems.findings.push(Finding {
                rule: "config-not-rust",
                pointer: format!("{at}/crate"),
                is_key: false,
                message: format!("the folder {krate:?} gives the crate no name"),
                why: message,
                repair: "choose another folder, or add `package = \"...\"`".to_owned(),
            });
        }
        let runtime = output.runtime.as_ref();
        Some(Target::Crate {
            package: output.package.clone(),
            runtime: runtime.map(|it| dependency(it, &folder, self.folder)),
            folder: join(self.shown, krate),
        })
    }

    fn documents(&mut self, at: &str, output: &OutputPart) -> Vec<Spec> {
        let mut found: Vec<Vec<PathBuf>> = Vec::new();
        for (index, spec) in output.spec.iter().enumerate() {
            found.push(self.matching(&format!("{at}/spec/{index}/path"), spec));
        }
        // What a spec names by itself is not also one of those that a pattern matches.
        let named: Vec<PathBuf> = output
            .spec
            .iter()
            .zip(&found)
            .filter(|(spec, _)| !is_pattern(&spec.path))
            .flat_map(|(_, found)| found.clone())
            .collect();
        let mut modules: BTreeMap<String, PathBuf> = BTreeMap::new();
        let mut documents = Vec::new();
        for (index, (spec, found)) in output.spec.iter().zip(found).enumerate() {
            let origin = format!("{at}/spec/{index}");
            let of_one = [
                ("root", spec.root.is_some(), "it names the root of one document"),
                ("only", !spec.only.is_empty(), "it chooses parts of one document"),
            ];
            for (key, _, why) in of_one.iter().filter(|(_, is_said, _)| *is_said && found.len() > 1) {
                self.problems.findings.push(Finding {
                    rule: "config-conflict",
                    pointer: format!("{origin}/{key}"),
                    is_key: true,
                    message: format!("`{key}` stands beside a `path` that matches {} documents", found.len()),
                    why: (*why).to_owned(),
                    repair: "give each document a `[[output.spec]]` of its own".to_owned(),
                });
            }
            for path in found {
                if is_pattern(&spec.path) && named.contains(&path) {
                    continue;
                }
                let module = spec.module.clone().unwrap_or_else(|| names::module(&path));
                match modules.get(&module) {
                    Some(other) => self.same_module(&origin, spec, &module, &path, other),
                    None => {
                        modules.insert(module.clone(), path.clone());
                    }
                }
                documents.push(self.spec(&origin, output, spec, path, module));
            }
        }
        documents
    }

    fn spec(&self, origin: &str, output: &OutputPart, spec: &SpecPart, path: PathBuf, module: String) -> Spec {
        let part = spec.policy.over(&output.policy.over(&self.config.policy));
        let mut policy = self.above.over(&part).policy();
        policy.root.clone_from(&spec.root);
        policy.only.clone_from(&spec.only);
        policy.types = spec.types.iter().map(TypePolicy::from).collect();
        Spec {
            path,
            module: Some(module),
            policy: Some(policy),
            origin: Some(origin.to_owned()),
        }
    }

    fn matching(&mut self, at: &str, spec: &SpecPart) -> Vec<PathBuf> {
        match self.disk.matching(self.shown, &spec.path) {
            Ok(found) if found.is_empty() => {
                let finding = self.no_document(at, spec, &join(self.shown, &spec.path));
                self.problems.findings.push(finding);
                found
            }
            Ok(found) => found.iter().map(|path| normal(path)).collect(),
            Err(error) => {
                self.problems.errors.push(error);
                Vec::new()
            }
        }
    }

    fn no_document(&self, at: &str, spec: &SpecPart, path: &Path) -> Finding {
        let beside = self.disk.beside(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let near = nearest(&name, beside.iter().map(String::as_str)).filter(|_| !is_pattern(&spec.path));
        Finding {
            rule: "config-no-document",
            pointer: at.to_owned(),
            is_key: false,
            message: if is_pattern(&spec.path) {
                format!("{:?} matches no file", spec.path)
            } else {
                format!("there is no file {:?}", spec.path)
            },
            why: looked_for(path),
            repair: match near {
                Some(near) => {
                    let folder = spec.path.strip_suffix(name.as_ref()).unwrap_or_default();
                    format!("write {:?}", format!("{folder}{near}"))
                }
                None => "correct the path, or create the document".to_owned(),
            },
        }
    }

    fn same_module(&mut self, origin: &str, spec: &SpecPart, module: &str, path: &Path, other: &Path) {
        let key = if spec.module.is_some() { "module" } else { "path" };
        let finding = Finding {
            rule: "config-same-module",
            pointer: format!("{origin}/{key}"),
            is_key: false,
            message: if path == other {
                format!("{} is in this output twice", path.display())
            } else {
                format!(
                    "{} and {} would both become the module `{module}`",
                    other.display(),
                    path.display()
                )
            },
            why: "each document of an output has a module of its own".to_owned(),
            repair: if path == other {
                "remove one of the two".to_owned()
            } else if is_pattern(&spec.path) {
                format!(
                    "give {} a `[[output.spec]]` of its own with another `module`",
                    path.display()
                )
            } else {
                "add `module = \"...\"` with another name".to_owned()
            },
        };
        self.problems.findings.push(finding);
    }

    /// No two outputs may go to the same place, else each would remove what the other wrote.
    fn places_differ(&mut self) {
        let mut places: Vec<PathBuf> = Vec::new();
        for (index, output) in self.config.output.iter().enumerate() {
            let keys = [("crate", &output.krate), ("file", &output.file)];
            for (key, path) in keys.iter().filter_map(|(key, path)| Some((key, path.as_ref()?))) {
                let place = join(self.folder, path);
                if places.contains(&place) {
                    self.problems.findings.push(Finding {
                        rule: "config-conflict",
                        pointer: format!("/output/{index}/{key}"),
                        is_key: false,
                        message: format!("{path:?} is the place of another output already"),
                        why: "each would overwrite what the other wrote".to_owned(),
                        repair: "choose another place, or put the documents of both into one output".to_owned(),
                    });
                }
                places.push(place);
            }
        }
    }
}

fn looked_for(path: &Path) -> String {
    format!(
        "paths are relative to the folder of this file, so {} was looked for",
        path.display()
    )
}
