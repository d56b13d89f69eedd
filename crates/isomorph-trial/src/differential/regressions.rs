//! Cases that failed once, in files that every run starts with.

use std::fs;
use std::path::Path;

use isomorph::{UnionMatch, Unknown};
use serde_json::{Value, json};

use super::Failure;
use super::case::{Case, Dialect};
use crate::Error;

/// The folder in the repository.
const FOLDER: &str = "crates/isomorph-trial/regressions";

const DIALECTS: [(&str, Dialect); 6] = [
    ("draft4", Dialect::Draft4),
    ("draft7", Dialect::Draft7),
    ("draft2019-09", Dialect::Draft201909),
    ("draft2020-12", Dialect::Draft202012),
    ("openapi3.0", Dialect::OpenApi30),
    ("openapi3.1", Dialect::OpenApi31),
];

/// Reads all of them, sorted by name.
pub(super) fn read(repository: &Path) -> Result<Vec<(Case, Vec<Value>)>, Error> {
    let folder = repository.join(FOLDER);
    let mut files: Vec<_> = match fs::read_dir(&folder) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(_) => return Ok(Vec::new()),
    };
    files.sort();
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
    {
        let text = fs::read_to_string(file).map_err(Error::at(file))?;
        let value: Value =
            serde_json::from_str(&text).map_err(|error| Error::Other(format!("{}: {error}", file.display())))?;
        let case = parse(&value).ok_or_else(|| Error::Other(format!("{}: not a case", file.display())))?;
        found.push(case);
    }
    Ok(found)
}

/// Writes failures that there is a document or a schema for, each to a file that is named after its content.
pub(super) fn write(repository: &Path, failures: &[Failure]) -> Result<(), Error> {
    let folder = repository.join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::at(&folder))?;
    for failure in failures {
        let case = &failure.case;
        let dialect = DIALECTS
            .iter()
            .find(|(_, dialect)| *dialect == case.dialect)
            .map_or("", |(name, _)| name);
        let value = json!({
            "dialect": dialect,
            "unknown": if case.unknown == Unknown::Keep { "keep" } else { "ignore" },
            "union_match": if case.union_match == UnionMatch::First { "first" } else { "most-specific" },
            "schema": case.schema,
            "documents": failure.document.iter().collect::<Vec<_>>(),
        });
        let text = serde_json::to_string_pretty(&value).map_err(|error| Error::Other(error.to_string()))?;
        let file = folder.join(format!("{:016x}.json", digest(&text)));
        fs::write(&file, text + "\n").map_err(Error::at(&file))?;
    }
    Ok(())
}

fn parse(value: &Value) -> Option<(Case, Vec<Value>)> {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let name = text("dialect")?;
    let case = Case {
        schema: value.get("schema")?.clone(),
        dialect: DIALECTS.iter().find(|(known, _)| *known == name)?.1,
        unknown: if text("unknown")? == "keep" {
            Unknown::Keep
        } else {
            Unknown::Ignore
        },
        union_match: if text("union_match")? == "first" {
            UnionMatch::First
        } else {
            UnionMatch::MostSpecific
        },
    };
    Some((case, value.get("documents")?.as_array()?.clone()))
}

/// FNV-1a: a name that is the same on every machine.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
