//! The JSON-Schema-Test-Suite, on generated types.

mod faithful;
mod form;
mod score;
mod suite;

use std::fmt::{self, Write as _};
use std::path::PathBuf;

use isomorph::{Formats, Policy, Unknown};
use isomorph_build::MapUri;
use serde_json::Value;

pub use faithful::{canonical, covers};
pub use score::{Score, Scores};
pub use suite::{DRAFTS, Group, Test};

use crate::bench::Doors;
use crate::{Answer, Bench, Error, Outcome, Unit};

/// What to run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The folder of the suite, with `tests` and `remotes`.
    pub suite: PathBuf,
    /// The drafts, as their folders are called.
    pub drafts: Vec<String>,
    /// The optional tests instead of the required ones.
    pub optional: bool,
    /// Whether `format` refuses.
    pub formats: Formats,
    /// Only files whose name contains this.
    pub only: Option<String>,
    /// Where the scratch crates go.
    pub folder: PathBuf,
    /// The repository, for the runtime crate.
    pub repository: PathBuf,
}

/// What a run found.
#[derive(Debug, Default)]
pub struct Report {
    /// A score for each draft and file.
    pub scores: Scores,
    /// Every test that went wrong, one line each.
    pub failures: Vec<String>,
    /// Schemas of one `type` whose Rust type has another form.
    pub untyped: Vec<String>,
    /// How many schemas say one `type`.
    pub typed: usize,
}

/// Runs the suite.
///
/// # Errors
/// A suite that cannot be read, and a compiler that cannot be run.
pub fn run(plan: &Plan) -> Result<Report, Error> {
    let mut report = Report::default();
    for draft in &plan.drafts {
        let groups = suite::groups(plan, draft)?;
        let units: Vec<Unit> = groups.iter().map(|group| unit(plan, group)).collect();
        let folder = plan.folder.join(if plan.optional {
            format!("{draft}-optional")
        } else {
            draft.clone()
        });
        let bench = Bench::open(&folder, &plan.repository, Doors::Plain)?.sharing(&plan.folder.join("target"));
        let built = bench.build(&units)?;
        let questions: Vec<(usize, &str)> = groups
            .iter()
            .enumerate()
            .flat_map(|(index, group)| group.tests.iter().map(move |test| (index, test.text.as_str())))
            .collect();
        let mut answers = built.ask(&questions)?.into_iter();
        for (index, group) in groups.iter().enumerate() {
            let outcome = &built.outcomes[index];
            let score = report.scores.entry(&group.row());
            score.generated(outcome);
            if let Outcome::Refused(why) | Outcome::Panicked(why) | Outcome::NoCode(why) = outcome {
                report
                    .failures
                    .push(format!("{}: {}: {why}", group.row(), group.description));
            }
            for (test, answer) in group.tests.iter().zip(answers.by_ref()) {
                if let Err(why) = judge(score, test, answer.into_iter().next()) {
                    report.failures.push(format!(
                        "{}: {}: {}: {why}",
                        group.row(),
                        group.description,
                        test.description
                    ));
                }
            }
            if let (Some(wanted), Some(code)) = (group.single_type(), &built.codes[index]) {
                report.typed += 1;
                let form = form::of(code)?;
                if !form::fits(&wanted, form) {
                    report.untyped.push(format!(
                        "{}: {}: `{wanted}` became {form:?}",
                        group.row(),
                        group.description
                    ));
                }
            }
        }
    }
    Ok(report)
}

fn unit(plan: &Plan, group: &Group) -> Unit {
    Unit {
        text: group.schema.clone(),
        pointer: String::new(),
        policy: Policy {
            root: Some("Root".to_owned()),
            // What is read past could not be written back.
            unknown: Unknown::Keep,
            formats: plan.formats,
            ..Policy::default()
        },
        map: vec![MapUri {
            from: "http://localhost:1234/".to_owned(),
            to: plan.suite.join("remotes"),
        }],
    }
}

/// Counts a test, and says what is wrong with the answer.
fn judge(score: &mut Score, test: &Test, answer: Option<Answer>) -> Result<(), String> {
    score.total += 1;
    score.valid += usize::from(test.valid);
    let written = match answer {
        None => return Err("there is no type to ask".to_owned()),
        Some(Answer::Panicked(why)) => {
            score.panics += 1;
            return Err(format!("panicked: {why}"));
        }
        Some(Answer::Refused(why)) if test.valid => return Err(format!("refused: {why}")),
        Some(Answer::Refused(_)) => {
            score.right += 1;
            return Ok(());
        }
        Some(Answer::Accepted(written) | Answer::Unstable(written, _)) => written,
    };
    if !test.valid {
        return Err("accepted".to_owned());
    }
    score.right += 1;
    let sent: Value = serde_json::from_str(&test.text).map_err(|error| error.to_string())?;
    let got: Value = serde_json::from_str(&written).map_err(|error| format!("wrote what is no JSON: {error}"))?;
    if covers(&sent, &got) {
        score.faithful += 1;
        Ok(())
    } else {
        Err(format!("wrote {written}"))
    }
}

impl Report {
    /// The share of schemas of one `type` whose Rust type has another form.
    pub fn untyped_share(&self) -> f64 {
        self.untyped.len() as f64 / self.typed.max(1) as f64
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for failure in &self.failures {
            writeln!(text, "{failure}")?;
        }
        for untyped in &self.untyped {
            writeln!(text, "{untyped}")?;
        }
        write!(text, "{}", self.scores)?;
        writeln!(
            text,
            "typed {}/{} of the schemas that say one `type`",
            self.typed - self.untyped.len(),
            self.typed
        )?;
        f.write_str(&text)
    }
}
