//! Input at random: seeds with changes in their tree and in their text.

use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::tree::{Change, Kind, change};

/// Longer seeds take longer than they tell.
const LONGEST_SEED: usize = 20_000;

/// The JSON documents below a folder of the workspace, as values.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn seeds(folder: &str) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut found = Vec::new();
    collect(&root, &mut found);
    assert!(!found.is_empty(), "no seed is below {}", root.display());
    found
}

fn collect(folder: &Path, found: &mut Vec<Value>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json")
            && let Ok(text) = std::fs::read_to_string(&path)
            && text.len() <= LONGEST_SEED
        {
            found.extend(serde_json::from_str::<Value>(&text));
        }
    }
}

/// JSON of any shape, whose texts and keys are often some of `words`.
pub fn json(words: &'static [&'static str]) -> impl Strategy<Value = Value> + Clone {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-3..20).prop_map(Value::from),
        word(words).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            1 => vec(inner.clone(), 0..5).prop_map(Value::from),
            2 => vec((word(words), inner), 0..5).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    prop_oneof![4 => prop::sample::select(words).prop_map(str::to_owned), 1 => ".{0,6}"]
}

/// One of the seeds, with up to eight changes.
pub fn changed(seeds: Vec<Value>, words: &'static [&'static str]) -> impl Strategy<Value = Value> + Clone {
    let value = json(words);
    let kind = prop_oneof![
        4 => value.clone().prop_map(Kind::Put),
        4 => any::<usize>().prop_map(Kind::Copy),
        1 => Just(Kind::Empty),
        2 => Just(Kind::Shorten),
        4 => (word(words), value).prop_map(|(key, value)| Kind::Add(key, value)),
        1 => Just(Kind::Wrap),
        1 => any::<u8>().prop_map(Kind::Bury),
    ];
    let changes = vec((any::<usize>(), kind).prop_map(|(at, kind)| Change { at, kind }), 0..8);
    (prop::sample::select(seeds), changes).prop_map(|(mut seed, changes)| {
        for step in &changes {
            change(&mut seed, step);
        }
        seed
    })
}

/// The text of a value, now and then broken.
pub fn text(value: impl Strategy<Value = Value> + Clone) -> impl Strategy<Value = String> + Clone {
    let whole = value.prop_map(|value| value.to_string());
    let broken = (whole.clone(), vec((any::<prop::sample::Index>(), ".{0,2}"), 1..4)).prop_map(|(text, breaks)| {
        let mut letters: Vec<String> = text.chars().map(String::from).collect();
        for (at, with) in breaks {
            *at.get_mut(&mut letters) = with;
        }
        letters.concat()
    });
    prop_oneof![6 => whole, 1 => broken]
}
