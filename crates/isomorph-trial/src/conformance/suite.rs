//! The files of the suite.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Plan;
use crate::Error;

/// The drafts that there are tests for, with the dialect that schemas without `$schema` are in.
pub const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

/// A schema of the suite with its tests.
#[derive(Debug, Clone)]
pub struct Group {
    /// The draft's folder.
    pub draft: String,
    /// The path of the file below that folder, without its extension.
    pub file: String,
    /// What the schema is about.
    pub description: String,
    /// The schema as text, with its dialect.
    pub schema: String,
    /// Documents with their verdict.
    pub tests: Vec<Test>,
}

/// A document of the suite.
#[derive(Debug, Clone)]
pub struct Test {
    /// What it is about.
    pub description: String,
    /// The document, on one line.
    pub text: String,
    /// Whether the schema accepts it.
    pub valid: bool,
}

#[derive(Deserialize)]
struct RawGroup {
    description: String,
    schema: Value,
    tests: Vec<RawTest>,
}

#[derive(Deserialize)]
struct RawTest {
    description: String,
    data: Value,
    valid: bool,
}

impl Group {
    /// The row of the score table that the group counts in.
    pub fn row(&self) -> String {
        format!("{} {}", self.draft, self.file)
    }

    /// The one JSON type that the schema's own `type` allows, if it says one.
    pub fn single_type(&self) -> Option<String> {
        let schema: Value = serde_json::from_str(&self.schema).ok()?;
        schema.get("type")?.as_str().map(str::to_owned)
    }
}

/// The groups of a draft that a plan asks for.
///
/// # Errors
/// A folder without tests, and files that are none of the suite.
pub(super) fn groups(plan: &Plan, draft: &str) -> Result<Vec<Group>, Error> {
    let Some((_, dialect)) = DRAFTS.iter().find(|(name, _)| *name == draft) else {
        let known: Vec<&str> = DRAFTS.iter().map(|(name, _)| *name).collect();
        return Err(Error::Other(format!(
            "there is no draft `{draft}`; there are {}",
            known.join(", ")
        )));
    };
    let base = plan.suite.join("tests").join(draft);
    let mut files = Vec::new();
    if plan.optional {
        json_files(&base.join("optional"), true, &mut files)?;
    } else {
        json_files(&base, false, &mut files)?;
    }
    files.sort();
    let mut groups = Vec::new();
    for file in files {
        let name = file.strip_prefix(&base).unwrap_or(&file).with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        if plan.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(Error::at(&file))?;
        let raw: Vec<RawGroup> =
            serde_json::from_str(&text).map_err(|error| Error::Other(format!("{}: {error}", file.display())))?;
        groups.extend(raw.into_iter().map(|group| Group {
            draft: draft.to_owned(),
            file: name.clone(),
            description: group.description,
            schema: with_dialect(group.schema, dialect).to_string(),
            tests: group.tests.into_iter().map(test).collect(),
        }));
    }
    if groups.is_empty() {
        return Err(Error::Other(format!(
            "there are no such tests below {}",
            base.display()
        )));
    }
    Ok(groups)
}

fn test(raw: RawTest) -> Test {
    Test {
        description: raw.description,
        text: raw.data.to_string(),
        valid: raw.valid,
    }
}

/// The schema with the dialect that it is in.
fn with_dialect(schema: Value, dialect: &str) -> Value {
    match schema {
        Value::Object(members) if !members.contains_key("$schema") => {
            let said = Map::from_iter([("$schema".to_owned(), json!(dialect))]);
            said.into_iter().chain(members).collect()
        }
        other => other,
    }
}

fn json_files(folder: &Path, is_deep: bool, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::at(folder))? {
        let path = entry.map_err(Error::at(folder))?.path();
        if path.is_dir() && is_deep {
            json_files(&path, is_deep, files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::with_dialect;

    #[test]
    fn the_dialect_is_said_once() {
        assert_eq!(with_dialect(json!({}), "x"), json!({ "$schema": "x" }));
        assert_eq!(with_dialect(json!({ "$schema": "y" }), "x"), json!({ "$schema": "y" }));
        assert_eq!(with_dialect(json!(true), "x"), json!(true));
    }
}
