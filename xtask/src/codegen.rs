//! From the documents in `specs` to the crate `generated/tool-models`, and the check that the two agree.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{error, fs};

use isomorph::drift::Report;
use isomorph_build::{Action, Options, Plan, Target, prepare};

/// What a task found or did.
pub(crate) struct Outcome {
    /// What to print.
    pub(crate) report: String,
    /// Whether a check found differences.
    pub(crate) has_drift: bool,
}

/// Generates the crate, or with `check` only compares. Runs at the root of the repository.
pub(crate) fn run(check: bool) -> Result<Outcome, Box<dyn error::Error>> {
    let plan = Plan {
        documents: documents(Path::new("specs"))?,
        target: Target::Crate {
            folder: PathBuf::from("generated/tool-models"),
            runtime: Some("{ path = \"../../crates/isomorph-runtime\" }".to_owned()),
        },
        options: Options::default(),
    };
    let prepared = prepare(&plan)?;
    let mut report = String::new();
    for warning in &prepared.output.warnings {
        writeln!(report, "{warning}")?;
    }
    if check {
        let drifts = prepared.check()?;
        write!(
            report,
            "{}",
            Report {
                drifts: &drifts,
                repair: "cargo xtask codegen"
            }
        )?;
        return Ok(Outcome {
            report,
            has_drift: !drifts.is_empty(),
        });
    }
    let touched = prepared.write()?;
    for summary in &prepared.output.summary {
        writeln!(
            report,
            "{}: {}, {} types, {} of them by typify",
            summary.document, summary.kind, summary.types, summary.by_typify
        )?;
    }
    for file in &touched {
        let action = match file.action {
            Action::Written => "written",
            Action::Unchanged => "unchanged",
            Action::Removed => "removed",
        };
        writeln!(report, "{}: {action}", file.path.display())?;
    }
    Ok(Outcome {
        report,
        has_drift: false,
    })
}

/// The OpenAPI documents of a folder, sorted.
fn documents(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("cannot list {}: {error}", folder.display());
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.to_string_lossy().ends_with(".openapi.json") {
            documents.push(path);
        }
    }
    documents.sort();
    Ok(documents)
}
