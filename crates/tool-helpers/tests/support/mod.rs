//! What the tests of all families need.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The cases of `tests/fixtures/FAMILY.json`, of which there must be `count`: cases are added, never taken away.
pub(crate) fn cases(family: &str, count: usize) -> Vec<Value> {
    let path = workspace().join("tests/fixtures").join(family).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let document: Value = serde_json::from_str(&text).unwrap();
    let cases = document["cases"].as_array().unwrap().clone();
    assert_eq!(cases.len(), count, "{} has another number of cases", path.display());
    cases
}

/// The text at `key` of a case.
pub(crate) fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key]
        .as_str()
        .unwrap_or_else(|| panic!("{case}: {key} is no string"))
}

/// The root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Rust files under `folder`, with their contents.
pub(crate) fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found.sort();
    found
}
