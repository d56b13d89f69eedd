//! Random schemas and documents: generated types against the `jsonschema` crate.
//!
//! Generated code cannot be compiled schema by schema, so hundreds of schemas go into one build, and each is then asked
//! about many documents. A failure is made smaller in the same way: all candidates of a round are compiled at once.

mod case;
mod document;
mod positions;
mod regressions;
pub mod schema;
mod shrink;

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;

pub use case::{Case, Dialect, Problem};

use crate::bench::Doors;
use crate::{Bench, Error, Outcome, Unit};

/// How long code may be for its schema to be worth a place in a build.
const LONGEST_SCHEMA: usize = 4000;

/// What to run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The seed of the first round; each further one has the next.
    pub seed: u64,
    /// How many schemas go into one build.
    pub schemas: usize,
    /// How many documents each schema is asked about.
    pub documents: usize,
    /// How many rounds there are at most.
    pub rounds: u64,
    /// No round is begun after this.
    pub time: Duration,
    /// Whether failures are made smaller, which takes further builds.
    pub shrink: bool,
    /// Where the scratch crates go.
    pub folder: PathBuf,
    /// The repository, for the runtime crate and the cases that failed once.
    pub repository: PathBuf,
    /// Told of every failure as it is found, and of every round; a run may take hours.
    pub tell: fn(&dyn fmt::Display),
}

/// A schema and a document on which the type and the validator differ.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The schema.
    pub case: Case,
    /// The document, where one was asked about.
    pub document: Option<Value>,
    /// What went wrong.
    pub problem: Problem,
    /// The seed of the round.
    pub seed: u64,
}

/// What a run found.
#[derive(Debug, Default)]
pub struct Report {
    /// What went wrong, made smaller if that was asked for.
    pub failures: Vec<Failure>,
    /// How many schemas became types.
    pub schemas: usize,
    /// How many schemas were refused for circles, as they must be.
    pub circular: usize,
    /// How many documents were asked about.
    pub documents: usize,
    /// How many of them are valid.
    pub valid: usize,
    /// How many rounds there were.
    pub rounds: u64,
}

/// Runs the cases that failed once, and then random ones.
///
/// # Errors
/// A compiler that cannot be run, and regression files that cannot be read.
pub fn run(plan: &Plan) -> Result<Report, Error> {
    let started = Instant::now();
    let bench =
        Bench::open(&plan.folder.join("random"), &plan.repository, Doors::All)?.sharing(&plan.folder.join("target"));
    let mut report = Report::default();
    let known = regressions::read(&plan.repository)?;
    trial(&bench, known, 0, &mut report)?;
    while report.rounds < plan.rounds && started.elapsed() < plan.time {
        let seed = plan.seed.wrapping_add(report.rounds);
        let before = report.failures.len();
        trial(&bench, random(plan, seed), seed, &mut report)?;
        report.failures[before..]
            .iter()
            .for_each(|failure| (plan.tell)(failure));
        report.rounds += 1;
        (plan.tell)(&format_args!(
            "round {}: {} failures so far",
            report.rounds,
            report.failures.len()
        ));
    }
    if plan.shrink {
        report.failures = shrink::all(&bench, std::mem::take(&mut report.failures))?;
        regressions::write(&plan.repository, &report.failures)?;
    }
    Ok(report)
}

/// The cases of a round.
fn random(plan: &Plan, seed: u64) -> Vec<(Case, Vec<Value>)> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut cases = Vec::new();
    while cases.len() < plan.schemas {
        let Ok(tree) = case::case().new_tree(&mut runner) else {
            continue;
        };
        let case = tree.current();
        if case.text().len() > LONGEST_SCHEMA {
            continue;
        }
        let documents = document::documents(&case, plan.documents, runner.rng());
        cases.push((case, documents));
    }
    cases
}

/// Compiles cases and asks about their documents.
fn trial(bench: &Bench, cases: Vec<(Case, Vec<Value>)>, seed: u64, report: &mut Report) -> Result<(), Error> {
    if cases.is_empty() {
        return Ok(());
    }
    let units: Vec<Unit> = cases.iter().map(|(case, _)| case.unit()).collect();
    let built = bench.build(&units)?;
    let texts: Vec<Vec<String>> = cases
        .iter()
        .map(|(_, documents)| documents.iter().map(Value::to_string).collect())
        .collect();
    let questions: Vec<(usize, &str)> = texts
        .iter()
        .enumerate()
        .flat_map(|(index, texts)| texts.iter().map(move |text| (index, text.as_str())))
        .collect();
    let mut answers = built.ask(&questions)?.into_iter();
    for (index, (case, documents)) in cases.iter().enumerate() {
        let answers: Vec<_> = answers.by_ref().take(documents.len()).collect();
        let fail = |document: Option<&Value>, problem: Problem| Failure {
            case: case.clone(),
            document: document.cloned(),
            problem,
            seed,
        };
        match &built.outcomes[index] {
            Outcome::Ready => report.schemas += 1,
            Outcome::Refused(why) if case::is_circle(why) => {
                report.circular += 1;
                continue;
            }
            other => {
                report
                    .failures
                    .extend(case::problem_of(other).map(|problem| fail(None, problem)));
                continue;
            }
        }
        let validator = match case.validator() {
            Ok(validator) => validator,
            Err(why) => {
                report.failures.push(fail(None, Problem::NoValidator(why)));
                continue;
            }
        };
        let mut has_failed = false;
        for (document, answers) in documents.iter().zip(&answers) {
            let is_valid = validator.is_valid(document);
            report.documents += 1;
            report.valid += usize::from(is_valid);
            if let Some(problem) = case.judge(document, is_valid, answers)
                && !has_failed
            {
                // One failure a schema: the others are most often the same.
                has_failed = true;
                report.failures.push(fail(Some(document), problem));
            }
        }
    }
    Ok(())
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (seed {})", self.problem, self.seed)?;
        writeln!(f, "  {}", self.case)?;
        match &self.document {
            Some(document) => writeln!(f, "  {document}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            write!(f, "{failure}")?;
        }
        writeln!(
            f,
            "TOTAL failures {} rounds {} schemas {} circular {} documents {} valid {}",
            self.failures.len(),
            self.rounds,
            self.schemas,
            self.circular,
            self.documents,
            self.valid
        )
    }
}
