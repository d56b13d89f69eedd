//! What both benchmarks have in common: arguments, rows, verdicts, and how it ends.
//!
//! Arguments: a text that the names of the cases to run contain; `--assert`, to end with status 1 when a target is
//! missed that is not known to be.

use std::process::ExitCode;

use crate::cases::{self, Case};

/// The cases that the arguments ask for.
pub(crate) fn chosen() -> Vec<Case> {
    let filters: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_chosen = |case: &Case| filters.is_empty() || filters.iter().any(|filter| case.name.contains(filter));
    cases::all().into_iter().filter(is_chosen).collect()
}

/// What became of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Held,
    /// Above the target, but not by more than measurements differ.
    Noise,
    Missed,
    /// Missed, but not by more than was known.
    Known,
    /// There is no target.
    Shown,
}

impl Verdict {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Held => "pass",
            Self::Noise => "pass, within noise",
            Self::Missed => "**miss**",
            Self::Known => "miss, as known",
            Self::Shown => "",
        }
    }
}

/// Prints how many targets were held, and says how the process ends.
pub(crate) fn conclude(verdicts: &[Verdict]) -> ExitCode {
    let count = |wanted: Verdict| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let missed = count(Verdict::Missed);
    println!(
        "\n{} targets: {} held, {} within noise, {} missed as known, {missed} missed.\n",
        verdicts.len() - count(Verdict::Shown),
        count(Verdict::Held),
        count(Verdict::Noise),
        count(Verdict::Known),
    );
    let asserts = std::env::args().any(|arg| arg == "--assert");
    if asserts && missed > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
