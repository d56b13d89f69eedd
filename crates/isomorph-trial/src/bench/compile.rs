//! The scratch crates on the disk, and the compiler's word on them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{Bench, CRATES, Code, Outcome, program};
use crate::Error;

/// How often what does not compile is taken out before giving up.
const ROUNDS: usize = 25;

/// Writes and compiles the crates, and gives their programs.
pub(super) fn all(bench: &Bench, outcomes: &mut [Outcome], codes: &[Option<Code>]) -> Result<Vec<PathBuf>, Error> {
    write_workspace(bench)?;
    for _ in 0..ROUNDS {
        for part in 0..CRATES {
            write_crate(bench, part, outcomes, codes)?;
        }
        let refused = compile(bench)?;
        if refused.is_empty() {
            let target = bench.target.join("debug");
            return Ok((0..CRATES).map(|part| target.join(crate_name(bench, part))).collect());
        }
        for (unit, message) in refused {
            if let Some(outcome) = outcomes.get_mut(unit) {
                *outcome = Outcome::NoCode(message);
            }
        }
    }
    Err(Error::Other(format!(
        "the scratch crates still do not compile after {ROUNDS} rounds"
    )))
}

/// Benches that share a target have the same crates but for the names.
fn crate_name(bench: &Bench, part: usize) -> String {
    let bench = bench.folder.file_name().unwrap_or_default().to_string_lossy();
    format!("{bench}-{part}")
}

fn write_workspace(bench: &Bench) -> Result<(), Error> {
    let members: Vec<String> = (0..CRATES)
        .map(|part| format!("{:?}", crate_name(bench, part)))
        .collect();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n\
         # What is called for every document, and compiled once.\n[profile.dev.package.\"*\"]\nopt-level = 1\n",
        members.join(", ")
    );
    write(&bench.folder.join("Cargo.toml"), &manifest)?;
    // The versions that the repository is tested with.
    let lock = bench.folder.join("Cargo.lock");
    if !lock.exists() {
        let from = bench.repository.join("Cargo.lock");
        fs::copy(&from, &lock).map_err(Error::at(&from))?;
    }
    Ok(())
}

fn write_crate(bench: &Bench, part: usize, outcomes: &[Outcome], codes: &[Option<Code>]) -> Result<(), Error> {
    let folder = bench.folder.join(crate_name(bench, part));
    let source = folder.join("src");
    fs::create_dir_all(&source).map_err(Error::at(&source))?;
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nserde = \"1\"\n\
         serde_json = {{ version = \"1\", features = [\"float_roundtrip\", \"preserve_order\"] }}\n\
         isomorph-runtime = {{ path = {:?} }}\n",
        crate_name(bench, part),
        bench.repository.join("crates/isomorph-runtime").display().to_string()
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    let units: Vec<(usize, &Code)> = codes
        .iter()
        .enumerate()
        .filter(|(index, _)| index % CRATES == part && outcomes[*index] == Outcome::Ready)
        .filter_map(|(index, code)| Some((index, code.as_ref()?)))
        .collect();
    for (index, code) in &units {
        write(&source.join(format!("m{index:05}.rs")), &code.text)?;
    }
    write(&source.join("main.rs"), &program::source(&units, bench.doors))
}

/// Writes only what differs, so that the compiler has nothing to do where nothing changed.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::write(path, text).map_err(Error::at(path))
}

/// Compiles, and gives the units that the compiler refuses, each with a message.
fn compile(bench: &Bench) -> Result<BTreeMap<usize, String>, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(&cargo)
        .args(["build", "--quiet", "--keep-going", "--message-format=json"])
        .current_dir(&bench.folder)
        .env("CARGO_TARGET_DIR", &bench.target)
        .output()
        .map_err(Error::at(Path::new(&cargo)))?;
    let mut refused = BTreeMap::new();
    if output.status.success() {
        return Ok(refused);
    }
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        let text = message["rendered"].as_str().unwrap_or_default();
        for span in message["spans"].as_array().into_iter().flatten() {
            let file = span["file_name"].as_str().unwrap_or_default();
            // A module, or the line of `main.rs` that names it.
            let named = span["text"][0]["text"].as_str().unwrap_or_default();
            if let Some(unit) = module_in(file).or_else(|| module_in(named)) {
                refused.entry(unit).or_insert_with(|| text.to_owned());
            }
        }
    }
    if refused.is_empty() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Error::Other(format!(
            "the scratch crates do not compile, and no schema is to blame:\n{said}"
        )));
    }
    Ok(refused)
}

/// The unit whose module a text names.
fn module_in(text: &str) -> Option<usize> {
    let digits = |at: usize| {
        text.get(at + 1..at + 6)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    text.match_indices('m').find_map(|(at, _)| digits(at)?.parse().ok())
}
