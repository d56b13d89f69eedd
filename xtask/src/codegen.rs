//! From the documents in `specs` to what `specs/isomorph.toml` says, and the check that the two agree.

use std::error;
use std::fmt::Write;
use std::path::Path;

use isomorph::drift::Report;
use isomorph_build::config::PolicyPart;
use isomorph_build::{Action, Plan, Prepared, Project};

/// What a task found or did.
pub(crate) struct Outcome {
    /// What to print.
    pub(crate) report: String,
    /// Whether a check found differences.
    pub(crate) has_drift: bool,
}

/// Generates, or with `check` only compares. Runs at the root of the repository.
pub(crate) fn run(check: bool) -> Result<Outcome, Box<dyn error::Error>> {
    let project = Project::load(Path::new("specs/isomorph.toml"), &PolicyPart::default())?;
    let plans: Vec<Plan> = project.runs()?.into_iter().map(|run| run.plan).collect();
    let prepared = project.prepare(&plans)?;
    let mut report = String::new();
    for warning in prepared.iter().flat_map(|prepared| &prepared.output.warnings) {
        writeln!(report, "{warning}")?;
    }
    if check {
        compare(&prepared, report)
    } else {
        write(&prepared, report)
    }
}

fn compare(prepared: &[Prepared], mut report: String) -> Result<Outcome, Box<dyn error::Error>> {
    let mut drifts = Vec::new();
    for prepared in prepared {
        drifts.extend(prepared.check()?);
    }
    let repair = "cargo xtask codegen";
    write!(
        report,
        "{}",
        Report {
            drifts: &drifts,
            repair
        }
    )?;
    Ok(Outcome {
        report,
        has_drift: !drifts.is_empty(),
    })
}

fn write(prepared: &[Prepared], mut report: String) -> Result<Outcome, Box<dyn error::Error>> {
    for prepared in prepared {
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
    }
    Ok(Outcome {
        report,
        has_drift: false,
    })
}
