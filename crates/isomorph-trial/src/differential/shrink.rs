//! Failures made smaller.
//!
//! A round compiles every candidate of every failure at once, so that a failure costs a handful of builds and not hundreds.

use serde_json::{Map, Value};

use super::case::{Case, is_circle, problem_of};
use super::positions::{LISTS, MAPS, SINGLE};
use super::{Failure, Problem};
use crate::{Bench, Error, Outcome, Unit};

/// How many failures are made smaller at once.
const MOST_FAILURES: usize = 12;
/// How many candidates a failure has a round.
const MOST_CANDIDATES: usize = 40;
/// How often.
const MOST_ROUNDS: usize = 14;

/// Makes failures smaller, and leaves out those that became equal.
pub(super) fn all(bench: &Bench, mut failures: Vec<Failure>) -> Result<Vec<Failure>, Error> {
    let mut rest = failures.split_off(failures.len().min(MOST_FAILURES));
    let mut is_done = vec![false; failures.len()];
    for _ in 0..MOST_ROUNDS {
        let mut candidates: Vec<(usize, Failure)> = Vec::new();
        for (index, failure) in failures.iter().enumerate().filter(|(index, _)| !is_done[*index]) {
            candidates.extend(smaller(failure).into_iter().map(|candidate| (index, candidate)));
        }
        if candidates.is_empty() {
            break;
        }
        let holds = still_fail(bench, &candidates)?;
        for (index, failure) in failures.iter_mut().enumerate() {
            let best = candidates
                .iter()
                .zip(&holds)
                .filter(|((of, _), problem)| *of == index && problem.is_some())
                .min_by_key(|((_, candidate), _)| size(candidate));
            match best {
                Some(((_, candidate), Some(problem))) => {
                    *failure = Failure {
                        problem: problem.clone(),
                        ..candidate.clone()
                    };
                }
                _ => is_done[index] = true,
            }
        }
    }
    let mut distinct: Vec<Failure> = Vec::new();
    for failure in failures {
        if !distinct
            .iter()
            .any(|earlier| earlier.case.schema == failure.case.schema)
        {
            distinct.push(failure);
        }
    }
    distinct.append(&mut rest);
    Ok(distinct)
}

fn size(failure: &Failure) -> usize {
    failure.case.schema.to_string().len()
        + failure
            .document
            .as_ref()
            .map_or(0, |document| document.to_string().len())
}

/// For each candidate, how it fails, if it fails in the way of the failure that it comes from.
fn still_fail(bench: &Bench, candidates: &[(usize, Failure)]) -> Result<Vec<Option<Problem>>, Error> {
    let mut cases: Vec<&Case> = Vec::new();
    let mut places = Vec::new();
    for (_, candidate) in candidates {
        let place = cases
            .iter()
            .position(|case| **case == candidate.case)
            .unwrap_or_else(|| {
                cases.push(&candidate.case);
                cases.len() - 1
            });
        places.push(place);
    }
    let units: Vec<Unit> = cases.iter().map(|case| case.unit()).collect();
    let built = bench.build(&units)?;
    let texts: Vec<String> = candidates
        .iter()
        .map(|(_, it)| it.document.as_ref().unwrap_or(&Value::Null).to_string())
        .collect();
    let questions: Vec<(usize, &str)> = places
        .iter()
        .zip(&texts)
        .map(|(place, text)| (*place, text.as_str()))
        .collect();
    let answers = built.ask(&questions)?;
    let mut found = Vec::new();
    for (((_, candidate), place), answers) in candidates.iter().zip(&places).zip(&answers) {
        let problem = match (&built.outcomes[*place], &candidate.document) {
            (Outcome::Refused(why), _) if is_circle(why) => None,
            (Outcome::Ready, Some(document)) => match candidate.case.validator() {
                Ok(validator) => candidate.case.judge(document, validator.is_valid(document), answers),
                Err(_) => None,
            },
            (Outcome::Ready, None) => None,
            (outcome, _) => problem_of(outcome),
        };
        found.push(problem.filter(|problem| problem.is_like(&candidate.problem)));
    }
    Ok(found)
}

/// Candidates: the schema a step smaller, and the document a step smaller.
fn smaller(failure: &Failure) -> Vec<Failure> {
    let schemas = smaller_schemas(&failure.case.schema).into_iter().map(|schema| Failure {
        case: Case {
            schema,
            ..failure.case.clone()
        },
        ..failure.clone()
    });
    let documents = failure
        .document
        .iter()
        .flat_map(smaller_values)
        .map(|document| Failure {
            document: Some(document),
            ..failure.clone()
        });
    let mut all: Vec<Failure> = schemas.chain(documents).collect();
    all.sort_by_key(size);
    all.truncate(MOST_CANDIDATES);
    all
}

fn smaller_schemas(schema: &Value) -> Vec<Value> {
    let Value::Object(members) = schema else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let with = |key: &str, value: Option<Value>| {
        let mut members: Map<String, Value> = members.clone();
        match value {
            Some(value) => members.insert(key.to_owned(), value),
            None => members.shift_remove(key),
        };
        Value::Object(members)
    };
    for (key, value) in members {
        if key == "$schema" {
            continue;
        }
        found.push(with(key, None));
        match value {
            Value::Array(items) if LISTS.contains(&key.as_str()) => {
                for (index, item) in items.iter().enumerate() {
                    let put = |item: Option<Value>| {
                        let mut items = items.clone();
                        match item {
                            Some(item) => items[index] = item,
                            None => drop(items.remove(index)),
                        }
                        with(key, Some(Value::Array(items)))
                    };
                    if items.len() > 1 {
                        found.push(put(None));
                    }
                    found.extend(replacements(item).into_iter().map(|item| put(Some(item))));
                    found.extend(lifted(members, item));
                }
            }
            Value::Object(below) if MAPS.contains(&key.as_str()) => {
                for (name, item) in below {
                    let put = |item: Option<Value>| {
                        let mut below = below.clone();
                        match item {
                            Some(item) => drop(below.insert(name.clone(), item)),
                            None => drop(below.shift_remove(name)),
                        }
                        with(key, Some(Value::Object(below)))
                    };
                    found.push(put(None));
                    found.extend(replacements(item).into_iter().map(|item| put(Some(item))));
                    found.extend(lifted(members, item));
                }
            }
            value if SINGLE.contains(&key.as_str()) => {
                found.extend(replacements(value).into_iter().map(|item| with(key, Some(item))));
                found.extend(lifted(members, value));
            }
            Value::Array(items) => {
                for index in 0..items.len().min(8) {
                    let mut items = items.clone();
                    items.remove(index);
                    if !items.is_empty() {
                        found.push(with(key, Some(Value::Array(items))));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// What may stand for an inner schema.
fn replacements(schema: &Value) -> Vec<Value> {
    let mut found = smaller_schemas(schema);
    if !schema.is_boolean() {
        found.push(Value::Bool(true));
        found.push(Value::Object(Map::new()));
        found.push(Value::Bool(false));
    }
    found
}

/// An inner schema in place of the whole.
fn lifted(members: &Map<String, Value>, inner: &Value) -> Option<Value> {
    let Value::Object(inner) = inner else { return None };
    let mut lifted = Map::new();
    for key in ["$schema", "$defs", "definitions"] {
        lifted.extend(members.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    lifted.extend(inner.clone());
    Some(Value::Object(lifted))
}

fn smaller_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => {
            let mut found: Vec<Value> = items.clone();
            for (index, item) in items.iter().enumerate() {
                let mut without = items.clone();
                without.remove(index);
                found.push(Value::Array(without));
                found.extend(smaller_values(item).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[index] = item;
                    Value::Array(items)
                }));
            }
            found
        }
        Value::Object(members) => {
            let mut found: Vec<Value> = members.values().cloned().collect();
            for (key, member) in members {
                let mut without = members.clone();
                without.shift_remove(key);
                found.push(Value::Object(without));
                found.extend(smaller_values(member).into_iter().map(|member| {
                    let mut members = members.clone();
                    members.insert(key.clone(), member);
                    Value::Object(members)
                }));
            }
            found
        }
        Value::String(text) if !text.is_empty() => vec![Value::from("")],
        Value::Number(number) if number.as_i64() != Some(0) => vec![Value::from(0)],
        _ => Vec::new(),
    }
}
