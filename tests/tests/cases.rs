//! Every case: the code that is generated, and what its types accept, refuse and write back.

use std::collections::HashMap;

use isomorph::{Output, generate};
use isomorph_tests::case::{self, Case, Sample};
use isomorph_tests::doors::{Doors, without_position};
use isomorph_tests::expect::{self, Update};
use isomorph_tests::{judge, models};

#[test]
fn cases() {
    let cases = case::all("cases", 2).unwrap_or_else(|problem| panic!("{problem}"));
    let failures: Vec<String> = cases.iter().flat_map(failures).collect();
    assert!(
        failures.is_empty(),
        "{} failures\n\n{}\n",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(cases.len() >= 40, "only {} cases were found", cases.len());
}

/// Everything that is wrong with a case.
fn failures(case: &Case) -> Vec<String> {
    let output = match generate(&case.input()) {
        Ok(output) => output,
        Err(diagnostics) => return vec![format!("{}: {diagnostics}", case.name)],
    };
    let mut failures = Vec::new();
    let code: String = output.files.iter().map(|file| file.text.as_str()).collect();
    if let Err(problem) = expect::text(&case.folder.join("expected.rs"), &code) {
        failures.push(format!("{}/expected.rs {problem}", case.name));
    }
    if expect::update() == Update::Texts {
        // The types are compiled with the next run.
        return failures;
    }
    let mut samples = match case.samples() {
        Ok(samples) if !samples.is_empty() => samples,
        Ok(_) => return vec![format!("{}: there are no documents", case.name)],
        Err(problem) => return vec![format!("{}/documents.json: {problem}", case.name)],
    };
    if expect::update() == Update::Errors {
        restate(case, &mut samples, &mut failures);
        return failures;
    }
    for sample in &samples {
        let found = document_failures(case, sample);
        failures.extend(
            found
                .into_iter()
                .map(|problem| format!("{}: {} {}: {problem}", case.name, sample.ty, sample.text)),
        );
    }
    failures.extend(opinions(case, &output, &samples));
    failures
}

fn doors(case: &Case, ty: &str) -> Option<Doors> {
    models::TABLE
        .iter()
        .find(|(name, of, _)| *name == case.name && *of == ty)
        .map(|(_, _, doors)| *doors)
}

/// What is wrong with one document, at each door.
fn document_failures(case: &Case, sample: &Sample) -> Vec<String> {
    let Some(doors) = doors(case, &sample.ty) else {
        return vec!["the type is not compiled yet: run with UPDATE_EXPECT=1 first".to_owned()];
    };
    let mut failures = Vec::new();
    let is_json = serde_json::from_str::<serde_json::Value>(&sample.text).is_ok();
    // What is no JSON never becomes a value.
    for (door, read) in doors
        .each()
        .into_iter()
        .filter(|(door, _)| is_json || *door != Doors::VALUE)
    {
        let verdict = read(&sample.text);
        if door == Doors::PLAIN && sample.plain_refuses.is_some() {
            failures.extend(verdict.is_ok().then(|| format!("{door} accepts, and is said not to")));
            continue;
        }
        let problem = match (sample.accept, verdict) {
            (true, Ok(output)) => {
                let expected = sample.output.as_ref().unwrap_or(&sample.text);
                (output != *expected).then(|| format!("writes back {output}, not {expected}"))
            }
            (true, Err(error)) => Some(format!("refuses: {error}")),
            (false, Ok(output)) => Some(format!("accepts, and writes back {output}")),
            (false, Err(error)) => sample.error.as_ref().and_then(|expected| {
                (!same_message(door, &error, expected)).then(|| format!("says\n    {error}\n  and not\n    {expected}"))
            }),
        };
        failures.extend(problem.map(|problem| format!("{door} {problem}")));
    }
    if let (Err(plain), Err(runtime)) = ((doors.plain)(&sample.text), (doors.runtime)(&sample.text))
        && !same_message(Doors::PLAIN, &plain, &runtime)
    {
        failures.push(format!("the text doors differ:\n    {plain}\n    {runtime}"));
    }
    failures
}

/// Whether a door says what is expected, which is what `isomorph_runtime::from_str` says. A value has no positions, and
/// serde_json adds none to an error that comes when the text has been read.
fn same_message(door: &str, found: &str, expected: &str) -> bool {
    match door {
        Doors::VALUE => found == without_position(expected),
        Doors::PLAIN => found == expected || found == without_position(expected),
        _ => found == expected,
    }
}

/// Verdicts that JSON Schema does not share.
fn opinions(case: &Case, output: &Output, samples: &[Sample]) -> Vec<String> {
    let mut failures = Vec::new();
    let schema = match case.schema() {
        Ok(schema) => schema,
        Err(problem) => return vec![format!("{}/{}: {problem}", case.name, case.file)],
    };
    let mut validators = HashMap::new();
    for sample in samples {
        let validator = validators.entry(sample.ty.as_str()).or_insert_with(|| {
            // Beside other documents, the input is a module of this name.
            let name = if case.beside.is_empty() {
                &sample.ty
            } else {
                sample.ty.strip_prefix("models::")?
            };
            let mut types = output.types.iter().filter(|typed| typed.document == 0);
            let pointer = &types.find(|typed| typed.rust == name)?.pointer;
            Some(judge::validator(case, &schema, pointer))
        });
        let place = format!("{}: {} {}", case.name, sample.ty, sample.text);
        let validator = match validator {
            None => {
                failures.push(format!("{place}: no location has this type"));
                continue;
            }
            Some(Err(problem)) => {
                failures.push(format!("{place}: there is no validator: {problem}"));
                continue;
            }
            Some(Ok(None)) => continue,
            Some(Ok(Some(validator))) => validator,
        };
        let Ok(value) = serde_json::from_str(&sample.text) else {
            continue;
        };
        let is_shared = validator.is_valid(&value) == sample.accept;
        match (&sample.deviation, is_shared) {
            (None, false) => failures.push(format!(
                "{place}: JSON Schema {} it",
                if sample.accept { "refuses" } else { "accepts" }
            )),
            (Some(_), true) => failures.push(format!("{place}: is no deviation")),
            (None, true) | (Some(_), false) => {}
        }
    }
    failures
}

/// Puts what is said now where the documents state a message.
fn restate(case: &Case, samples: &mut [Sample], failures: &mut Vec<String>) {
    let mut is_restated = false;
    for sample in samples.iter_mut().filter(|sample| sample.error.is_some()) {
        if let Some(Err(error)) = doors(case, &sample.ty).map(|doors| (doors.runtime)(&sample.text)) {
            is_restated |= sample.error.as_ref() != Some(&error);
            sample.error = Some(error);
        }
    }
    // What is made of other files keeps its form.
    if !is_restated {
        return;
    }
    if let Err(error) = case.write_samples(samples) {
        failures.push(format!("{}/documents.json: {error}", case.name));
    }
}
