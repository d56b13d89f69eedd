//! Makes one module of every case's expected code, and a table of the types that its documents are read as; and the same of
//! the mutants: what the generator gives with one kind of check left out.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use isomorph::mutation::{Check, generate_without};

#[allow(dead_code, unreachable_pub, reason = "a module of the tests, which need all of it")]
#[path = "src/case.rs"]
mod case;
#[allow(unreachable_pub, reason = "a module of the tests")]
#[path = "src/mutants.rs"]
mod mutants;

fn main() -> Result<(), Box<dyn Error>> {
    let cases = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("cases");
    println!("cargo::rerun-if-changed={}", cases.display());
    println!("cargo::rerun-if-env-changed=UPDATE_EXPECT");
    // Expected code that is about to be rewritten need not compile.
    let are_rewritten = env::var_os("UPDATE_EXPECT").is_some_and(|wanted| wanted != "errors");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let (models, mutants) = if are_rewritten {
        (Models::default(), Models::default())
    } else {
        (expected(&cases)?, mutated(&out)?)
    };
    fs::write(out.join("models.rs"), models.code())?;
    fs::write(out.join("mutants.rs"), mutants.code())?;
    Ok(())
}

/// Code of modules, and the rows of a table of their types.
#[derive(Default)]
struct Models {
    modules: String,
    table: String,
}

impl Models {
    /// Adds the types that a case's documents are read as, under a name.
    fn add_types(&mut self, name: &str, path: &str, case: &Path) -> Result<(), Box<dyn Error>> {
        let documents = case.join("documents.json");
        let documents: serde_json::Value = serde_json::from_str(&fs::read_to_string(&documents)?)
            .map_err(|error| format!("{}: {error}", documents.display()))?;
        let types: BTreeSet<&str> = documents
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|document| document["type"].as_str())
            .collect();
        for ty in types {
            writeln!(
                self.table,
                "({name:?}, {ty:?}, isomorph_tests::doors::Doors::of::<{path}::{ty}>()),"
            )?;
        }
        Ok(())
    }

    fn code(&self) -> String {
        let (modules, table) = (&self.modules, &self.table);
        format!(
            "{modules}\n/// The doors of every type that documents name: case or mutant, type, doors.\n\
             #[allow(deprecated, reason = \"cases of deprecated types\")]\n\
             pub const TABLE: &[(&str, &str, isomorph_tests::doors::Doors)] = &[\n{table}];\n"
        )
    }
}

/// Every case's expected code; a case without any is left to the test to complain about.
fn expected(cases: &Path) -> Result<Models, Box<dyn Error>> {
    let mut models = Models::default();
    for group in folders(cases)? {
        writeln!(models.modules, "/// Cases of one group.\npub mod {} {{", module(&group))?;
        for case in folders(&group)? {
            let code = case.join("expected.rs");
            if !code.exists() {
                continue;
            }
            writeln!(
                models.modules,
                "/// A case.\n#[deny(warnings, missing_docs, clippy::all)]\n#[path = {:?}]\npub mod {};",
                code.display().to_string(),
                module(&case)
            )?;
            let name = format!("{}/{}", last(&group), last(&case));
            models.add_types(&name, &format!("{}::{}", module(&group), module(&case)), &case)?;
        }
        models.modules.push_str("}\n");
    }
    Ok(models)
}

/// What is generated for each kind of check without it.
fn mutated(out: &Path) -> Result<Models, Box<dyn Error>> {
    let cases = case::all("cases", 2)?;
    let mut models = Models::default();
    for (index, check) in Check::all().into_iter().enumerate() {
        let name = mutants::case_of(check);
        let case = cases.iter().find(|case| case.name == name);
        let case = case.ok_or_else(|| format!("{check:?}: there is no case {name}"))?;
        let mutant = generate_without(&case.input(), check).map_err(|found| format!("{check:?}: {found}"))?;
        let file = out.join(format!("mutant_{index}.rs"));
        fs::write(
            &file,
            mutant
                .output
                .files
                .iter()
                .map(|file| file.text.as_str())
                .collect::<String>(),
        )?;
        writeln!(
            models.modules,
            "/// Without one kind of check.\n#[path = {:?}]\npub mod mutant_{index};",
            file.display().to_string()
        )?;
        models.add_types(&format!("{check:?}"), &format!("mutant_{index}"), &case.folder)?;
    }
    Ok(models)
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
