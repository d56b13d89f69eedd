//! Random schemas and documents, generated types against the `jsonschema` crate.

use std::error::Error;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use isomorph_trial::differential::{self, Plan};

#[derive(Debug, Args)]
pub(crate) struct Differential {
    /// The seed of the first round; each further round has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Schemas in one build.
    #[arg(long, default_value_t = 200)]
    schemas: usize,
    /// Documents for each schema.
    #[arg(long, default_value_t = 60)]
    documents: usize,
    /// The most rounds, each of which is one build.
    #[arg(long, default_value_t = 1)]
    rounds: u64,
    /// No round is begun after so many minutes.
    #[arg(long, default_value_t = 600)]
    minutes: u64,
    /// Make failures smaller, and keep them as regression files.
    #[arg(long)]
    shrink: bool,
}

/// Runs the rounds; the report, and whether anything failed.
pub(crate) fn run(args: &Differential, root: &Path, target: &Path) -> Result<(String, bool), Box<dyn Error>> {
    let report = differential::run(&Plan {
        seed: args.seed,
        schemas: args.schemas,
        documents: args.documents,
        rounds: args.rounds,
        time: Duration::from_secs(args.minutes * 60),
        shrink: args.shrink,
        folder: target.join("conformance"),
        repository: root.to_owned(),
        tell,
    })?;
    Ok((report.to_string(), !report.failures.is_empty()))
}

fn tell(news: &dyn Display) {
    let _ = writeln!(std::io::stderr(), "{news}");
}
