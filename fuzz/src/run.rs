//! Feeding a target.

use std::fmt::Debug;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestRunner};

/// The variable that says for how many seconds each target runs.
pub const SECONDS: &str = "ISOMORPH_FUZZ_SECONDS";

/// Seconds of a run for which nothing else is asked: enough to see that the targets work.
const DEFAULT_SECONDS: u64 = 2;

/// What one input may take; more is as bad as a panic.
const LONGEST: Duration = Duration::from_secs(30);

/// Feeds `target` inputs of `strategy` until the time is over, and at least a hundred of them; returns how many there
/// were.
///
/// Each input is written to `last` before it is used, so that one that aborts the process or does not end is known.
///
/// # Panics
/// When the target does: with the smallest input that was found for it. Also for an input that takes too long, and when
/// the variable is no number.
pub fn run<S>(last: &Path, strategy: S, target: impl Fn(S::Value)) -> u64
where
    S: Strategy,
    S::Value: Debug,
{
    let until = Instant::now() + seconds();
    let mut inputs = 0;
    while inputs < 100 || Instant::now() < until {
        let config = Config {
            cases: 50,
            failure_persistence: None,
            max_shrink_iters: 2_000,
            ..Config::default()
        };
        let outcome = TestRunner::new(config).run(&strategy, |input| {
            std::fs::write(last, format!("{input:?}"))?;
            let start = Instant::now();
            target(input);
            assert!(start.elapsed() < LONGEST, "the input took {:?}", start.elapsed());
            Ok(())
        });
        if let Err(error) = outcome {
            panic!("{error}");
        }
        inputs += 50;
    }
    inputs
}

fn seconds() -> Duration {
    let seconds = match std::env::var(SECONDS) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|error| panic!("{SECONDS} is {text:?}: {error}")),
        Err(_) => DEFAULT_SECONDS,
    };
    Duration::from_secs(seconds)
}
