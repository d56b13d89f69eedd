//! How often reading and writing asks for memory, against the same rivals as `speed`, which runs without counting.
//!
//! `cargo bench -p isomorph-runtime` prints this table after the one of `speed`; `table` has the arguments.

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

use std::alloc::System;
use std::process::ExitCode;

use cases::{Case, Claim, Contestant};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use table::Verdict;

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    println!("\nAllocations and reallocations, and the bytes asked for:\n");
    println!("| case | measured | | against | | |");
    println!("|---|---|---|---|---|---|");
    let verdicts: Vec<Verdict> = table::chosen()
        .iter()
        .flat_map(|case| {
            let claims = case.claims.iter().filter(|claim| claim.allocations);
            claims.map(|claim| row(case, claim)).collect::<Vec<_>>()
        })
        .collect();
    table::conclude(&verdicts)
}

/// Prints what became of a claim: no more allocations, whatever they are for.
fn row(case: &Case, claim: &Claim) -> Verdict {
    let of = |name: &str| {
        let contestant = case.contestants.iter().find(|contestant| contestant.name == name);
        count(contestant.expect("a claim names contestants of its case"))
    };
    let (own, rival) = (of(claim.measured), of(claim.rival));
    let verdict = if own.times <= rival.times {
        Verdict::Held
    } else {
        Verdict::Missed
    };
    println!(
        "| {} | {} | {} ({} B) | {} | {} ({} B) | {} |",
        case.name,
        claim.measured,
        own.times,
        own.bytes,
        claim.rival,
        rival.times,
        rival.bytes,
        verdict.text()
    );
    verdict
}

struct Memory {
    times: usize,
    bytes: isize,
}

fn count(contestant: &Contestant) -> Memory {
    // What is made once for the whole process, such as a compiled pattern, does not count.
    (contestant.run)();
    let region = Region::new(COUNTING);
    (contestant.run)();
    let change = region.change();
    Memory {
        times: change.allocations + change.reallocations,
        bytes: change.bytes_allocated.cast_signed(),
    }
}
