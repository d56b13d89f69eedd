//! Each kind of check is left out once, and documents of a case notice.
//!
//! A check that a case has and that no document misses is one that could be lost without a word.

use isomorph::generate;
use isomorph::mutation::{Check, generate_without};
use isomorph_tests::case::{self, Case, Sample};
use isomorph_tests::doors::Doors;
use isomorph_tests::expect;
use isomorph_tests::mutants::case_of;

/// The code of each mutant, compiled; made by `build.rs`.
#[allow(
    dead_code,
    unreachable_pub,
    clippy::all,
    reason = "generated for libraries, and odder than what is committed"
)]
mod models {
    include!(concat!(env!("OUT_DIR"), "/mutants.rs"));
}

#[test]
fn every_check_is_missed_when_it_is_gone() {
    if expect::update() == expect::Update::Texts {
        // Nothing is compiled while expected code is rewritten.
        return;
    }
    let cases = case::all("cases", 2).unwrap_or_else(|problem| panic!("{problem}"));
    let checks = Check::all();
    let unnoticed: Vec<String> = checks.iter().filter_map(|check| unnoticed(*check, &cases)).collect();
    assert!(
        unnoticed.is_empty(),
        "{} of {} kinds\n\n{}\n",
        unnoticed.len(),
        checks.len(),
        unnoticed.join("\n")
    );
}

/// Why nothing shows that a check is gone; `None` if something does.
fn unnoticed(check: Check, cases: &[Case]) -> Option<String> {
    let name = case_of(check);
    let Some(case) = cases.iter().find(|case| case.name == name) else {
        return Some(format!("{check:?}: there is no case {name}"));
    };
    let (whole, mutant) = match (generate(&case.input()), generate_without(&case.input(), check)) {
        (Ok(whole), Ok(mutant)) => (whole, mutant),
        (Err(found), _) | (_, Err(found)) => return Some(format!("{check:?}: {name}: {found}")),
    };
    if mutant.struck == 0 || mutant.output.files == whole.files {
        return Some(format!(
            "{check:?}: {name} has no such check, or its code does not depend on it"
        ));
    }
    let samples = match case.samples() {
        Ok(samples) => samples,
        Err(problem) => return Some(format!("{check:?}: {name}: {problem}")),
    };
    let is_noticed = samples.iter().any(|sample| is_noticed(check, sample));
    (!is_noticed).then(|| format!("{check:?}: no document of {name} misses it"))
}

/// Whether the mutant has another verdict on a document than the case, or writes something else back where the check is one
/// of what is written.
fn is_noticed(check: Check, sample: &Sample) -> bool {
    let Some(doors) = doors(check, &sample.ty) else {
        return false;
    };
    match ((doors.runtime)(&sample.text), sample.accept) {
        (Ok(output), true) => output != *sample.output.as_ref().unwrap_or(&sample.text),
        (Ok(_), false) => true,
        // A mutant makes fewer checks; one that refuses more has another fault.
        (Err(_), true | false) => false,
    }
}

fn doors(check: Check, ty: &str) -> Option<Doors> {
    let check = format!("{check:?}");
    models::TABLE
        .iter()
        .find(|(name, of, _)| *name == check && *of == ty)
        .map(|(_, _, doors)| *doors)
}
