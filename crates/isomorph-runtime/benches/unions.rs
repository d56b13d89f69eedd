//! How long reading and writing takes, as ratios between contestants that run in turns in one process.
//!
//! `cargo bench -p isomorph-runtime --bench unions` prints for each group one line for each contestant:
//! (of the groups whose name contains the argument, if one is given)
//! `GROUP / CONTESTANT: NANOSECONDS RATIO`, both from the same run: the median of the rounds' times, and the median over
//! the rounds of its time divided by the group's first contestant's. Lines that have a target end with
//! `(target X: held|missed)`. The payload is 2.5 KB, the unions have eight members.

#![allow(clippy::print_stdout, reason = "printing is what a benchmark does")]

#[allow(missing_docs, unreachable_pub, dead_code, reason = "models of a benchmark")]
mod models;

use std::hint::black_box;
use std::time::{Duration, Instant};

use isomorph_runtime::{Value, from_str};
use models::{Flat, PythonOutput, PythonPlain, SerdeTagged, SerdeUntagged, Tagged, derived};

/// Rounds of which the median counts, and how long a contestant runs in each.
/// Short turns, so that whatever else the machine does slows all contestants of a round alike.
const ROUNDS: usize = 1_501;
const TURN: Duration = Duration::from_micros(200);

/// A contestant: a name, the most that its ratio may be, and what it does.
struct Contestant<'a> {
    name: &'static str,
    target: Option<f64>,
    run: Box<dyn Fn() + 'a>,
}

fn contestant<'a, R>(name: &'static str, target: Option<f64>, run: impl Fn() -> R + 'a) -> Contestant<'a> {
    Contestant {
        name,
        target,
        run: Box::new(move || drop(black_box(run()))),
    }
}

/// Lets the contestants run in turns and prints their medians.
fn race(group: &str, contestants: &[Contestant<'_>]) {
    // cargo itself passes `--bench`.
    if std::env::args()
        .skip(1)
        .any(|filter| !filter.starts_with('-') && !group.contains(&filter))
    {
        return;
    }
    let once = |contestant: &Contestant<'_>| {
        let start = Instant::now();
        (contestant.run)();
        start.elapsed()
    };
    let repeats: Vec<u128> = contestants
        .iter()
        .map(|contestant| {
            let quickest = (0..200).map(|_| once(contestant)).min().unwrap_or(TURN);
            (TURN.as_nanos() / quickest.as_nanos().max(1)).max(1)
        })
        .collect();
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
    for (contestant, own) in contestants.iter().zip(&times) {
        let ratio = median(own.iter().zip(&times[0]).map(|(own, first)| own / first));
        let verdict = contestant.target.map(|target| {
            format!(
                " (target {target:.2}: {})",
                if ratio <= target { "held" } else { "missed" }
            )
        });
        println!(
            "{group} / {}: {:.0} ns {ratio:.3}{}",
            contestant.name,
            median(own.iter().copied()),
            verdict.unwrap_or_default()
        );
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// About 2.5 KB: what a tool run returns, `type` first, last or not at all.
fn payload(tag_first: bool, tag_last: bool) -> String {
    let items: Vec<String> = (0..24)
        .map(|index| {
            format!(
                r#"{{"id":{},"label":"item number {index} of the run","score":{}.25,"ok":{},"tags":["alpha","beta {index}"]}}"#,
                100_000 + index * 37,
                index * 3,
                index % 2 == 0,
            )
        })
        .collect();
    format!(
        r#"{{{}"success":true,"message":"the cell ran, with output","outputs":[{}],"elapsed":12.75,"exit_code":0{}}}"#,
        if tag_first { r#""type":"python","# } else { "" },
        items.join(","),
        if tag_last { r#","type":"python""# } else { "" },
    )
}

fn main() {
    let plain = payload(false, false);
    println!("payload: {} bytes", plain.len());

    let ours: PythonPlain = from_str(&plain).expect("the payload is right");
    let theirs: derived::PythonPlain = serde_json::from_str(&plain).expect("the payload is right");
    race(
        "struct read",
        &[
            contestant("serde derive", None, || {
                serde_json::from_str::<derived::PythonPlain>(&plain).is_ok()
            }),
            contestant("isomorph, serde_json::from_str", Some(1.05), || {
                serde_json::from_str::<PythonPlain>(&plain).is_ok()
            }),
            contestant("isomorph, text door", Some(1.05), || {
                from_str::<PythonPlain>(&plain).is_ok()
            }),
        ],
    );
    race(
        "struct write",
        &[
            contestant("serde derive", None, || serde_json::to_string(&theirs)),
            contestant("isomorph", Some(1.1), || serde_json::to_string(&ours)),
        ],
    );
    for (group, text, is_last) in [
        ("tagged, tag first", payload(true, false), false),
        ("tagged, tag last", payload(false, true), true),
    ] {
        // Behind plain serde_json everything before the tag has to be kept: with the tag last that is the whole value.
        let target = if is_last { None } else { Some(1.15) };
        race(
            group,
            &[
                contestant("direct", None, || from_str::<PythonOutput>(&text).is_ok()),
                contestant("isomorph, text door", Some(1.15), || from_str::<Tagged>(&text).is_ok()),
                contestant("isomorph, serde_json::from_str", target, || {
                    serde_json::from_str::<Tagged>(&text).is_ok()
                }),
                contestant("serde tag", None, || serde_json::from_str::<SerdeTagged>(&text).is_ok()),
                contestant("serde_json::Value", None, || {
                    serde_json::from_str::<Value>(&text).is_ok()
                }),
            ],
        );
    }
    race(
        "flat",
        &[
            contestant("direct", None, || from_str::<PythonPlain>(&plain).is_ok()),
            contestant("isomorph, text door", Some(1.25), || from_str::<Flat>(&plain).is_ok()),
            contestant("isomorph, serde_json::from_str", None, || {
                serde_json::from_str::<Flat>(&plain).is_ok()
            }),
            contestant("serde untagged", None, || {
                serde_json::from_str::<SerdeUntagged>(&plain).is_ok()
            }),
            contestant("serde_json::Value", None, || {
                serde_json::from_str::<Value>(&plain).is_ok()
            }),
        ],
    );
    race(
        "flat, behind serde_json",
        &[
            contestant("serde untagged", None, || {
                serde_json::from_str::<SerdeUntagged>(&plain).is_ok()
            }),
            contestant("isomorph", Some(1.0), || serde_json::from_str::<Flat>(&plain).is_ok()),
        ],
    );
}
