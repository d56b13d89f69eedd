//! Compares the helpers with what other implementations were measured to do.
//!
//! `cargo run -p tool-helpers --example golden -- FOLDER` takes every JSON file below the folder that holds measured
//! cases, tells them apart by their form, names each case that differs, and prints a line of totals. Where the
//! requirements of the helpers ask for something else than an implementation does, that is what is expected; each such
//! rule is stated where it is applied.

#[path = "../../tests/support/first_wins.rs"]
mod first_wins;
mod script;
mod structured;
mod union;

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

/// What came of the cases of a family.
#[derive(Default)]
pub(crate) struct Score {
    right: usize,
    all: usize,
    differences: Vec<String>,
}

impl Score {
    /// Counts a case; `difference` says how it differs.
    pub(crate) fn count(&mut self, family: &str, case: &Value, difference: Result<(), String>) {
        self.all += 1;
        match difference {
            Ok(()) => self.right += 1,
            Err(difference) => self
                .differences
                .push(format!("{family} {}: {difference}", case["name"])),
        }
    }
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return fail("usage: golden FOLDER");
    };
    match measure(&folder) {
        Ok(text) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string()),
        },
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(message: &str) -> ExitCode {
    // Where not even this can be written, the exit code is all that is left to say.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::FAILURE
}

fn measure(folder: &Path) -> Result<String, Box<dyn Error>> {
    let (mut structured, mut scripts, mut union) = (Score::default(), Score::default(), Score::default());
    for path in json_files(folder)? {
        let text = std::fs::read_to_string(&path)?;
        let document: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        structured::measure(&document, &mut structured);
        script::measure(&document, &mut scripts);
        union::measure(&document, &mut union);
    }
    let scores = [("structured", structured), ("scripts", scripts), ("union", union)];
    let mut lines: Vec<_> = scores.iter().flat_map(|(_, score)| score.differences.clone()).collect();
    let totals = scores
        .iter()
        .map(|(name, score)| format!("{name} {}/{}", score.right, score.all));
    lines.push(format!("TOTAL {}", totals.collect::<Vec<_>>().join(" ")));
    Ok(lines.join("\n") + "\n")
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(json_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The cases of a document at `key`; none for a document of another form.
pub(crate) fn cases<'a>(document: &'a Value, key: &str) -> &'a [Value] {
    document.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// That both are the same.
pub(crate) fn same(what: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found}, expected {expected}"))
    }
}
