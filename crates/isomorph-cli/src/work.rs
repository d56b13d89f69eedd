//! What a run of `generate` or `check` is about: documents with flags, or a configuration file.

use isomorph_build::{Error, Plan, Prepared, Project, Target, prepare_all};

use crate::args::{ONLY_OF_ONE, ROOT_OF_ONE, SourceArgs};

/// The crates and files of a run.
pub(crate) struct Work {
    project: Option<Project>,
    plans: Vec<Plan>,
    /// For each plan, the command that generates it.
    commands: Vec<String>,
}

impl Work {
    /// What arguments say, with the place that they name, if any. `None` when neither they nor a file name a place.
    pub(crate) fn of(source: &SourceArgs, target: Option<Target>) -> Result<Option<Self>, Error> {
        source.validate()?;
        let command = source.generate_command(target.as_ref());
        let Some(path) = source.config() else {
            return Ok(target.map(|target| Self {
                project: None,
                plans: vec![Plan {
                    map_uris: source.options.map_uris.clone(),
                    documents: source.documents.iter().map(Into::into).collect(),
                    target,
                    options: source.options.options(),
                }],
                commands: vec![command],
            }));
        };
        let mut project = Project::load(&path, &source.options.policy)?;
        let mut work = Self {
            plans: Vec::new(),
            commands: Vec::new(),
            project: None,
        };
        // Of two for the same URIs, the first counts.
        let mut map_uris = source.options.map_uris.clone();
        map_uris.extend(project.map_uris());
        if let Some(target) = target {
            work.plans.push(Plan {
                map_uris,
                documents: project.documents(&source.documents)?,
                target,
                options: source.options.options(),
            });
            work.commands.push(command);
        } else {
            if !source.documents.is_empty() {
                project.limit(&source.documents)?;
            }
            // The file's own command knows nothing of what is said beside the file.
            let is_plain = source.documents.is_empty() && source.options.flags().is_empty();
            for run in project.runs()? {
                work.plans.push(Plan {
                    map_uris: map_uris.clone(),
                    ..run.plan
                });
                work.commands
                    .push(run.regenerate.filter(|_| is_plain).unwrap_or_else(|| command.clone()));
            }
        }
        work.project = Some(project);
        work.choose(source)?;
        Ok(Some(work))
    }

    /// Takes `--root` and `--only` for the one document of a configuration file.
    fn choose(&mut self, source: &SourceArgs) -> Result<(), Error> {
        let (root, only) = (&source.options.root, &source.options.only);
        let refusal = match (root, only.as_slice()) {
            (None, []) => return Ok(()),
            (Some(_), _) => ROOT_OF_ONE,
            (None, _) => ONLY_OF_ONE,
        };
        let mut documents: Vec<_> = self.plans.iter_mut().flat_map(|plan| &mut plan.documents).collect();
        let [document] = documents.as_mut_slice() else {
            return Err(Error::Usage(refusal.to_owned()));
        };
        if let Some(policy) = &mut document.policy {
            policy.root = root.clone().or(policy.root.take());
            if !only.is_empty() {
                policy.only.clone_from(only);
            }
        }
        Ok(())
    }

    /// Asks every run for the ledger.
    pub(crate) fn ask_for_report(&mut self) {
        self.plans.iter_mut().for_each(|plan| plan.options.report = true);
    }

    /// How many documents there are.
    pub(crate) fn documents(&self) -> usize {
        self.plans.iter().map(|plan| plan.documents.len()).sum()
    }

    /// Whether `path` is one of the files that are read or written, or the file of a crate.
    pub(crate) fn uses(&self, path: &std::path::Path) -> bool {
        let real = |path: &std::path::Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let path = real(path);
        self.plans.iter().any(|plan| {
            let is_target = match &plan.target {
                Target::File(file) => real(file) == path,
                Target::Crate { folder, .. } => path.starts_with(real(folder)),
            };
            is_target || plan.documents.iter().any(|document| real(&document.path) == path)
        })
    }

    /// Generates everything in memory.
    pub(crate) fn prepare(&self) -> Result<Vec<Prepared>, Error> {
        match &self.project {
            Some(project) => project.prepare(&self.plans),
            None => prepare_all(&self.plans),
        }
    }

    /// For each that [`Work::prepare`] gives, the command that generates it, and whether it is one file.
    pub(crate) fn commands(&self) -> impl Iterator<Item = (&str, bool)> {
        let is_file = |plan: &Plan| matches!(plan.target, Target::File(_));
        self.commands
            .iter()
            .map(String::as_str)
            .zip(self.plans.iter().map(is_file))
    }
}
