//! Makes one module of every case's expected code, and a table of the types that its documents are read as.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let cases = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("cases");
    println!("cargo::rerun-if-changed={}", cases.display());
    println!("cargo::rerun-if-env-changed=UPDATE_EXPECT");
    // Expected code that is about to be rewritten need not compile.
    let are_rewritten = env::var_os("UPDATE_EXPECT").is_some_and(|wanted| wanted != "errors");

    let mut modules = String::new();
    let mut table = String::new();
    if !are_rewritten {
        for group in folders(&cases)? {
            writeln!(modules, "/// Cases of one group.\npub mod {} {{", module(&group))?;
            for case in folders(&group)? {
                add(&group, &case, &mut modules, &mut table)?;
            }
            modules.push_str("}\n");
        }
    }
    let code = format!(
        "{modules}\n/// The doors of every type that a case's documents name: case, type, doors.\n\
         #[allow(deprecated, reason = \"cases of deprecated types\")]\n         pub const TABLE: &[(&str, &str, crate::doors::Doors)] = &[\n{table}];\n"
    );
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("models.rs"), code)?;
    Ok(())
}

/// Adds a case; one without expected code is left to the test to complain about.
fn add(group: &Path, case: &Path, modules: &mut String, table: &mut String) -> Result<(), Box<dyn Error>> {
    let code = case.join("expected.rs");
    if !code.exists() {
        return Ok(());
    }
    writeln!(
        modules,
        "/// A case.\n#[deny(warnings, missing_docs, clippy::all)]\n#[path = {:?}]\npub mod {};",
        code.display().to_string(),
        module(case)
    )?;
    let documents = case.join("documents.json");
    let documents: serde_json::Value = serde_json::from_str(&fs::read_to_string(&documents)?)
        .map_err(|error| format!("{}: {error}", documents.display()))?;
    let types: BTreeSet<&str> = documents
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|document| document["type"].as_str())
        .collect();
    for name in types {
        writeln!(
            table,
            "({:?}, {name:?}, crate::doors::Doors::of::<{}::{}::{name}>()),",
            format!("{}/{}", last(group), last(case)),
            module(group),
            module(case)
        )?;
    }
    Ok(())
}

/// The folders in a folder, sorted.
fn folders(path: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?.path();
        if entry.is_dir() {
            found.push(entry);
        }
    }
    found.sort();
    Ok(found)
}

fn last(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn module(path: &Path) -> String {
    last(path).replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}
