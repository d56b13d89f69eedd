//! The JSON-Schema-Test-Suite on generated types, and the comparison with the committed scores.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use isomorph::Formats;
use isomorph_trial::conformance::{self, DRAFTS, Plan, Scores};

/// The most of the schemas of one `type` that may have a type of another form.
const MOST_UNTYPED: f64 = 0.03;

#[derive(Debug, Args)]
pub(crate) struct Conformance {
    /// The folder of the suite, with `tests` and `remotes`.
    #[arg(long, value_name = "DIR")]
    suite: PathBuf,
    /// A draft, as its folder is called; several times for several, all five by default.
    #[arg(long)]
    draft: Vec<String>,
    /// The optional tests instead of the required ones; `--formats assert` is the default then.
    #[arg(long)]
    optional: bool,
    /// Whether `format` refuses.
    #[arg(long, value_parser = ["annotate", "assert"])]
    formats: Option<String>,
    /// Only files whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// The scores that a run is compared with.
    #[arg(long, value_name = "FILE", default_value = ".ci/conformance.txt")]
    scores: PathBuf,
    /// Write the scores of this run there instead of comparing.
    #[arg(long)]
    save: bool,
}

/// Runs the suite; the report, and whether it fell below the committed scores.
pub(crate) fn run(args: &Conformance, root: &Path, target: &Path) -> Result<(String, bool), Box<dyn Error>> {
    let asserts = args
        .formats
        .as_deref()
        .map_or(args.optional, |formats| formats == "assert");
    let all = || DRAFTS.iter().map(|(draft, _)| (*draft).to_owned()).collect();
    let plan = Plan {
        suite: args.suite.clone(),
        drafts: if args.draft.is_empty() {
            all()
        } else {
            args.draft.clone()
        },
        optional: args.optional,
        formats: if asserts { Formats::Assert } else { Formats::Annotate },
        only: args.only.clone(),
        folder: target.join("conformance"),
        repository: root.to_owned(),
    };
    let report = conformance::run(&plan)?;
    let mut text = report.to_string();
    let earlier = match fs::read_to_string(&args.scores) {
        Ok(text) => Scores::from_text(&text).map_err(|error| format!("{}: {error}", args.scores.display()))?,
        Err(_) => Scores::default(),
    };
    if args.save {
        let saved = report.scores.clone().over(earlier);
        fs::write(&args.scores, saved.to_text()).map_err(|error| format!("{}: {error}", args.scores.display()))?;
        return Ok((text, false));
    }
    let mut worse = report.scores.worse_than(&earlier);
    if report.untyped_share() >= MOST_UNTYPED {
        worse.push(format!(
            "{} of {} schemas are not typed",
            report.untyped.len(),
            report.typed
        ));
    }
    for line in &worse {
        writeln!(text, "{line}")?;
    }
    Ok((text, !worse.is_empty()))
}
