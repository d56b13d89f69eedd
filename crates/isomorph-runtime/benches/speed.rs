//! How long reading and writing takes, as ratios between contestants that run in turns in one process.
//!
//! `cargo bench -p isomorph-runtime` prints a table of all that is claimed: who is measured, against whom, the ratio of
//! their times, and the most that it may be. `table` has the arguments; `--times` also lists every contestant's
//! nanoseconds.

#![allow(clippy::print_stdout, reason = "printing is what a benchmark does")]

#[allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::enum_variant_names,
    reason = "models and rivals of a benchmark"
)]
mod cases;
mod table;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cases::{Case, Claim, Contestant};
use table::Verdict;

/// Rounds of which the median counts, and how long a contestant runs in each.
/// Short turns, so that whatever else the machine does slows all contestants of a round alike.
const ROUNDS: usize = 1_501;
const TURN: Duration = Duration::from_micros(200);

/// How far above its target a ratio may be before it is missed: so much do runs on one busy machine differ.
const TOLERANCE: f64 = 0.05;

fn main() -> ExitCode {
    println!("\nTime, as a ratio (tolerance {:.0} %):\n", TOLERANCE * 100.0);
    println!("| case | measured | against | ratio | at most | |");
    println!("|---|---|---|---|---|---|");
    let lists_times = std::env::args().any(|arg| arg == "--times");
    let mut verdicts = Vec::new();
    let mut notes = Vec::new();
    for case in table::chosen() {
        let times = race(&case.contestants);
        verdicts.extend(case.claims.iter().map(|claim| row(&case, claim, &times)));
        for (contestant, own) in case.contestants.iter().zip(&times) {
            notes.push(format!(
                "{}: {}: {:.0} ns",
                case.name,
                contestant.name,
                median(own.iter().copied())
            ));
        }
    }
    if lists_times {
        println!("\n{}", notes.join("\n"));
    }
    table::conclude(&verdicts)
}

/// Prints what became of a claim.
fn row(case: &Case, claim: &Claim, times: &[Vec<f64>]) -> Verdict {
    let of = |name: &str| {
        let index = case.contestants.iter().position(|contestant| contestant.name == name);
        &times[index.expect("a claim names contestants of its case")]
    };
    let ratio = median(
        of(claim.measured)
            .iter()
            .zip(of(claim.rival))
            .map(|(own, other)| own / other),
    );
    let verdict = match claim.time {
        None => Verdict::Shown,
        Some(most) if ratio <= most => Verdict::Held,
        Some(most) if ratio <= most * (1.0 + TOLERANCE) => Verdict::Noise,
        Some(_) if claim.known.is_some_and(|most| ratio <= most * (1.0 + TOLERANCE)) => Verdict::Known,
        Some(_) => Verdict::Missed,
    };
    let most = claim.time.map(|most| format!("{most:.2}")).unwrap_or_default();
    println!(
        "| {} | {} | {} | {ratio:.3} | {most} | {} |",
        case.name,
        claim.measured,
        claim.rival,
        verdict.text()
    );
    verdict
}

/// Lets the contestants run in turns; gives the times of each, round by round.
fn race(contestants: &[Contestant]) -> Vec<Vec<f64>> {
    let repeats: Vec<u128> = contestants.iter().map(repeats).collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); contestants.len()];
    for round in 0..ROUNDS {
        for turn in 0..contestants.len() {
            // Another one begins each round, so that none always runs after the same one.
            let index = (turn + round) % contestants.len();
            let start = Instant::now();
            for _ in 0..repeats[index] {
                (contestants[index].run)();
            }
            times[index].push(start.elapsed().as_nanos() as f64 / repeats[index] as f64);
        }
    }
    times
}

/// How often a contestant runs in a turn.
fn repeats(contestant: &Contestant) -> u128 {
    let once = || {
        let start = Instant::now();
        (contestant.run)();
        start.elapsed()
    };
    let quickest = (0..200).map(|_| once()).min().unwrap_or(TURN);
    (TURN.as_nanos() / quickest.as_nanos().max(1)).max(1)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
