//! The repository's own tasks: `cargo xtask --help`.
//!
//! Nothing real happens here; the tasks are calls of the library crates and of scripts.

mod codegen;
mod conformance;
mod differential;
mod export;
mod guard;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

/// The repository's own tasks.
#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    after_help = "\
Exit codes: 0 fine, 1 error, 2 usage, 3 a check found differences."
)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Generate generated/tool-models from specs/*.openapi.json, as specs/isomorph.toml says.
    Codegen {
        /// Write nothing; list every difference instead.
        #[arg(long)]
        check: bool,
    },
    /// Export specs/*.openapi.json from the Zod sources in specs/zod; needs Node.
    Export {
        /// Write nothing; list every difference instead.
        #[arg(long)]
        check: bool,
    },
    /// Change each declared field of each spec, in memory, and prove that a document in tests/fixtures/models notices.
    Guard,
    /// Run the JSON-Schema-Test-Suite on generated types, and compare with the committed scores.
    Conformance(conformance::Conformance),
    /// Compare generated types of random schemas with the `jsonschema` crate.
    Differential(differential::Differential),
    /// Run everything that a change must pass.
    Ci,
}

fn main() -> ExitCode {
    let task = Cli::parse().task;
    match enter_root().and_then(|root| run(&task, root)) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(1)
        }
    }
}

fn run(task: &Task, root: &Path) -> Result<ExitCode, Box<dyn Error>> {
    match task {
        &Task::Codegen { check } => {
            let outcome = codegen::run(check)?;
            Ok(finish(&outcome.report, outcome.has_drift))
        }
        &Task::Export { check } => {
            let outcome = export::run(root, check)?;
            Ok(finish(&outcome.to_string(), outcome.has_drift()))
        }
        Task::Guard => {
            let outcome = guard::run(root)?;
            Ok(finish(&outcome.to_string(), outcome.has_gaps()))
        }
        Task::Conformance(args) => {
            let (report, is_worse) = conformance::run(args, root, &target(root))?;
            Ok(finish(&report, is_worse))
        }
        Task::Differential(args) => {
            let (report, has_failed) = differential::run(args, root, &target(root))?;
            Ok(finish(&report, has_failed))
        }
        Task::Ci => {
            let status = Command::new("bash")
                .arg(".ci/run")
                .status()
                .map_err(|error| format!("cannot run bash: {error}"))?;
            Ok(ExitCode::from(u8::from(!status.success())))
        }
    }
}

/// Paths in reports are those that a reader at the root of the repository would type.
fn enter_root() -> Result<&'static Path, Box<dyn Error>> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.parent().ok_or("the xtask folder has no parent")?;
    std::env::set_current_dir(root).map_err(|error| format!("cannot enter {}: {error}", root.display()))?;
    Ok(root)
}

/// Where cargo puts what it builds, and where scratch crates go.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Prints a report. A reader that goes away does not change how the task ended.
fn finish(report: &str, has_drift: bool) -> ExitCode {
    let _ = writeln!(std::io::stdout(), "{}", report.trim_end());
    ExitCode::from(if has_drift { 3 } else { 0 })
}
