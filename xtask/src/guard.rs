//! The guard: does a fixture notice when a declared field of a spec is lost or becomes something else?
//!
//! Objects that keep unknown keys would carry a lost field all the same, so this is proved and not hoped for. Every
//! declared field is deleted, renamed and re-typed in turn, in memory. A fixture notices when a document gets another
//! verdict than it states, or when the declared keys of a type are no longer those that it lists.

mod change;
mod fixture;

use std::fmt::{self, Write as _};
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::{error, fs, io};

use serde_json::Value;

use change::Change;
use fixture::Fixture;

/// The folder of the specs, and what the names of their files end in.
const SPECS: &str = "specs";
const SUFFIX: &str = ".openapi.json";
/// The folder of the fixtures, one file a spec.
const FIXTURES: &str = "tests/fixtures/models";

/// Changes every spec and asks its fixture. Shows its progress when standard error is a terminal.
///
/// # Errors
///
/// When a spec or a fixture is missing or cannot be read. Changes that go unnoticed are no error: ask
/// [`Outcome::has_gaps`].
pub(crate) fn run(root: &Path) -> Result<Outcome, Box<dyn error::Error>> {
    let mut families = Vec::new();
    for name in family_names(&root.join(SPECS))? {
        let spec = read(&root.join(SPECS).join(format!("{name}{SUFFIX}")))?;
        let fixture = Fixture::parse(&read(&root.join(FIXTURES).join(format!("{name}.json")))?)
            .map_err(|problem| format!("{FIXTURES}/{name}.json: {problem}"))?;
        families.push(guard(name, &spec, &fixture)?);
    }
    if families.is_empty() {
        return Err(format!("there is no *{SUFFIX} in {SPECS}").into());
    }
    Ok(Outcome { families })
}

/// What the guard found. `Display` gives the whole report.
#[derive(Debug)]
pub(crate) struct Outcome {
    families: Vec<Family>,
}

impl Outcome {
    /// Whether a change goes unnoticed, or a fixture is wrong about its spec as it is.
    pub(crate) fn has_gaps(&self) -> bool {
        self.families
            .iter()
            .any(|family| !family.unnoticed.is_empty() || !family.wrong.is_empty())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for family in &self.families {
            for wrong in &family.wrong {
                writeln!(f, "{}: wrong as the spec is: {wrong}", family.name)?;
            }
            for unnoticed in &family.unnoticed {
                writeln!(f, "{}: unguarded: {unnoticed}", family.name)?;
            }
            writeln!(
                f,
                "{}: {} fields, {} changes, {} unguarded",
                family.name,
                family.fields,
                family.changes,
                family.unnoticed.len()
            )?;
        }
        if self.has_gaps() {
            writeln!(f, "Add a case to {FIXTURES} for each line above.")?;
        }
        Ok(())
    }
}

/// What was found in one spec.
#[derive(Debug)]
struct Family {
    name: String,
    fields: usize,
    changes: usize,
    /// Changes that no case notices.
    unnoticed: Vec<String>,
    /// Cases that state what is not so in the spec as it is.
    wrong: Vec<String>,
}

/// Makes every change of a spec, and asks the fixture about each.
fn guard(name: String, spec: &Value, fixture: &Fixture) -> Result<Family, Box<dyn error::Error>> {
    let changes = change::all(spec);
    let mut unnoticed = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        progress(&format!("{name}: {index} of {} changes", changes.len()));
        if !notices(fixture, change, spec).map_err(|problem| format!("{SPECS}/{name}{SUFFIX}: {change}: {problem}"))? {
            unnoticed.push(change.to_string());
        }
    }
    progress("");
    Ok(Family {
        fields: change::fields(spec),
        changes: changes.len(),
        unnoticed,
        wrong: fixture.wrong(spec)?,
        name,
    })
}

fn notices(fixture: &Fixture, change: &Change, spec: &Value) -> Result<bool, String> {
    match change.default_of() {
        // A default judges nothing; what it does shows in what is written back.
        Some((field, default)) => Ok(fixture.shows_default(change.component(), field, default)),
        None => fixture.notices(change.component(), &change.apply(spec)),
    }
}

/// The names of the specs in the folder, in order.
fn family_names(folder: &Path) -> Result<Vec<String>, Box<dyn error::Error>> {
    let problem = |error: io::Error| format!("cannot list {}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let file = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
        names.extend(file.strip_suffix(SUFFIX).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<Value, Box<dyn error::Error>> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Rewrites the line of progress; an empty text takes it away.
fn progress(text: &str) {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        let mut line = String::new();
        let _ = write!(line, "\r\x1b[2K{text}");
        let _ = terminal.write_all(line.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn spec() -> Value {
        json!({ "components": { "schemas": { "Pet": {
            "type": "object",
            "properties": { "name": { "type": "string" }, "tag": { "type": "string" } },
            "required": ["name"],
            "additionalProperties": {}
        } } } })
    }

    fn found(cases: Value) -> Family {
        let fixture = Fixture::parse(&json!({ "cases": cases })).unwrap();
        guard("pets".to_owned(), &spec(), &fixture).unwrap()
    }

    fn whole() -> Vec<Value> {
        vec![
            json!({ "type": "Pet", "fields": ["name", "tag"] }),
            json!({ "type": "Pet", "text": r#"{"name":"n","tag":"t","x":1}"# }),
            json!({ "type": "Pet", "text": r#"{"name":"n"}"# }),
            json!({ "type": "Pet", "text": r#"{"tag":"t"}"#, "refused_at": "" }),
            json!({ "type": "Pet", "text": r#"{"name":null}"#, "refused_at": "/name" }),
            json!({ "type": "Pet", "text": r#"{"name":5}"#, "refused_at": "/name" }),
            json!({ "type": "Pet", "text": r#"{"name":"n","tag":null}"#, "refused_at": "/tag" }),
            json!({ "type": "Pet", "text": r#"{"name":"n","tag":5}"#, "refused_at": "/tag" }),
        ]
    }

    #[test]
    fn a_whole_fixture_notices_every_change() {
        let family = found(whole().into());
        assert_eq!((family.unnoticed, family.wrong), (Vec::new(), Vec::new()));
        assert_eq!(family.fields, 2);
    }

    #[test]
    fn what_no_case_notices_is_named() {
        for (left_out, unnoticed) in [
            (r#"{"name":"n"}"#, "Pet.tag required or no longer"),
            (r#"{"tag":"t"}"#, "Pet.name required or no longer"),
            (r#"{"name":null}"#, "Pet.name nullable or no longer"),
            (r#"{"name":"n","tag":null}"#, "Pet.tag nullable or no longer"),
            (r#"{"name":"n","tag":"t","x":1}"#, "Pet opened or closed"),
        ] {
            let mut cases = whole();
            cases.retain(|case| case["text"] != left_out);
            let family = found(cases.into());
            assert!(
                family.unnoticed.contains(&unnoticed.to_owned()),
                "{left_out}: {:?}",
                family.unnoticed
            );
        }
    }

    #[test]
    fn a_lost_field_of_an_open_object_is_noticed_by_the_list_of_its_keys() {
        let mut cases = whole();
        cases.truncate(5);
        let family = found(cases.clone().into());
        assert!(!family.unnoticed.iter().any(|change| change.contains("deleted")));
        cases.remove(0);
        let family = found(cases.into());
        assert!(
            family.unnoticed.contains(&"Pet.tag deleted".to_owned()),
            "{:?}",
            family.unnoticed
        );
    }

    #[test]
    fn a_case_that_is_wrong_about_the_spec_is_reported() {
        let mut cases = whole();
        cases.push(json!({ "type": "Pet", "name": "odd", "text": "[]" }));
        let outcome = Outcome {
            families: vec![found(cases.into())],
        };
        assert!(outcome.has_gaps());
        assert!(
            outcome.to_string().contains("pets: wrong as the spec is: Pet, odd"),
            "{outcome}"
        );
    }
}
