//! `isomorph init`.

use std::fs;
use std::path::{Path, PathBuf};

use isomorph_build::config::{FILE_NAME, StarterPlace, starter};
use isomorph_build::{Error, create_text};

use crate::args::InitArgs;
use crate::{Exit, terminal};

/// Where documents usually lie.
const FOLDERS: [&str; 5] = ["", "specs", "schemas", "api", "openapi"];

pub(crate) fn run(args: &InitArgs) -> Result<Exit, Error> {
    let mut documents: Vec<String> = args.documents.iter().map(|path| slashed(path)).collect();
    let mut are_made_up = false;
    if documents.is_empty() {
        documents = found();
        are_made_up = documents.is_empty();
    }
    if are_made_up {
        documents.push("specs/*.openapi.json".to_owned());
    }
    let place = match (&args.output, &args.krate) {
        (Some(file), _) => StarterPlace::File(slashed(file)),
        (None, Some(folder)) => StarterPlace::Crate(slashed(folder)),
        (None, None) => StarterPlace::Crate("generated/models".to_owned()),
    };
    let text = starter(&documents, &place);
    if args.dry_run {
        terminal::out(&format!("{FILE_NAME} would be:\n\n{}\n", indented(&text)))?;
    } else {
        create_text(Path::new(FILE_NAME), &text)?;
        terminal::note(&format!("{FILE_NAME}: written"));
    }
    if are_made_up {
        terminal::note(&format!(
            "no documents were found here; correct the `path` in {FILE_NAME}, or remove the file and run `isomorph init DOC...`"
        ));
    }
    terminal::out(&snippets())?;
    Ok(Exit::Fine)
}

/// The documents that lie where documents usually do, in alphabetical order.
fn found() -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        // A folder that cannot be listed has no documents for us.
        let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_file() && is_document(&name) {
                found.push(slashed(&PathBuf::from(folder).join(name)));
            }
        }
    }
    found.sort();
    found
}

/// Whether a file's name says that it is an OpenAPI document or a JSON Schema.
fn is_document(name: &str) -> bool {
    let name = name.to_lowercase();
    let stem = [".json", ".yaml", ".yml"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending));
    stem.is_some_and(|stem| stem == "openapi" || stem.ends_with(".openapi") || stem.ends_with(".schema"))
}

/// A path as the configuration file has it.
fn slashed(path: &Path) -> String {
    path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/")
}

fn indented(text: &str) -> String {
    let indent = |line: &str| {
        if line.is_empty() {
            "\n".to_owned()
        } else {
            format!("    {line}\n")
        }
    };
    text.lines().map(indent).collect()
}

/// What to add to a repository.
fn snippets() -> String {
    format!("{TASK}\n{}{BUILD_SCRIPT}", indented(XTASK))
}

/// A task of a repository, compiled with our tests.
const XTASK: &str = include_str!("init/xtask.rs");

const TASK: &str = r#"
Generate, and look at what changed:

    isomorph generate
    isomorph check

In CI, beside the tests; it exits with 3 and lists everything that differs:

    cargo install --locked isomorph-cli
    isomorph check

Without an installed command: a task of your repository, `cargo xtask codegen [--check]`. In xtask/Cargo.toml
`isomorph = "0.1"` and `isomorph-build = "0.1"`, in .cargo/config.toml `alias = { xtask = "run -q -p xtask --" }`,
and in xtask/src/main.rs:
"#;

const BUILD_SCRIPT: &str = r#"
Or a build script, so that nothing generated is committed: `build-script = true` instead of `crate` in isomorph.toml, in
Cargo.toml `isomorph-build = "0.1"` below [build-dependencies] and `isomorph-runtime = "0.1"` below [dependencies], and

    // build.rs
    fn main() -> Result<(), isomorph_build::Error> {
        isomorph_build::Builder::new().config("isomorph.toml").generate()
    }

    // src/lib.rs, for each document
    pub mod x {
        include!(concat!(env!("OUT_DIR"), "/x.rs"));
    }
"#;

#[cfg(test)]
#[expect(
    dead_code,
    clippy::print_stderr,
    reason = "the task as it is shown; here it only has to compile"
)]
#[path = "init/xtask.rs"]
mod xtask;
