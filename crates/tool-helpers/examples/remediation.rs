//! A loop around a tool that branches on the kind of its error, and tries what the result says to try.
//!
//! `cargo run -p tool-helpers --example remediation`

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

use tool_helpers::structured_result::{BuildError, StructuredResult as _, error, ok, partial};
use tool_helpers::tool_models::structured_result::{ToolResult, ToolResultStatus};
use tool_helpers::tool_results::{ToolOutcome as _, tool_result_to_str};

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(transcript()?.as_bytes())?;
    Ok(())
}

/// How a read went on, line by line.
pub fn transcript() -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();
    for path in ["notes.txt", "note.txt", "log.txt", "secret.txt"] {
        writeln!(lines, "read {path}")?;
        match read_with_remedies(&Files::new(), path, &mut lines)? {
            Some(text) => writeln!(lines, "  done: {text:?}")?,
            None => writeln!(lines, "  given up")?,
        }
    }
    Ok(lines)
}

/// What the tool gives back with a file.
#[derive(serde::Serialize, serde::Deserialize)]
struct Contents {
    text: String,
}

/// What the tool gives back when there is no such file.
#[derive(serde::Serialize, serde::Deserialize)]
struct Candidates {
    similar: Vec<String>,
}

/// Reads a file, and follows the remedies that the result names, at most three times.
fn read_with_remedies(files: &Files, path: &str, lines: &mut String) -> Result<Option<String>, Box<dyn Error>> {
    let (mut path, mut limit) = (path.to_owned(), None);
    for _ in 0..3 {
        let result = files.read(&path, limit)?;
        writeln!(lines, "  for the model: {}", tool_result_to_str(&result)?)?;
        let failed = match result.into_result() {
            // A part that succeeded can be used, and the status says that it is a part.
            Ok(read) => {
                let text = read.data_as::<Contents>()?.text;
                let part = if read.status == ToolResultStatus::Partial {
                    " ..."
                } else {
                    ""
                };
                return Ok(Some(text + part));
            }
            Err(failed) => failed,
        };
        match failed.result().error_type() {
            Some("FileNotFound") => match failed.result().data_as::<Candidates>()?.similar.into_iter().next() {
                Some(similar) => path = similar,
                None => return Ok(None),
            },
            Some("TooLarge") => limit = Some(5),
            // No remedy is known here; the hints are for the model.
            Some(_) | None => return Ok(None),
        }
    }
    Ok(None)
}

/// A tool that reads files.
struct Files(BTreeMap<&'static str, &'static str>);

impl Files {
    fn new() -> Self {
        Self(BTreeMap::from([
            ("notes.txt", "milk"),
            ("log.txt", "one two three"),
            ("secret.txt", ""),
        ]))
    }

    fn read(&self, path: &str, limit: Option<usize>) -> Result<ToolResult, BuildError> {
        let Some(text) = self.0.get(path) else {
            let similar = self
                .0
                .keys()
                .filter(|name| name.starts_with(path.get(..4).unwrap_or(path)));
            return error(format!("no file {path}"))
                .error_type("FileNotFound")
                .hint("Read one of the similar files")
                .data_from(&Candidates {
                    similar: similar.map(|name| (*name).to_owned()).collect(),
                })
                .build();
        };
        if path == "secret.txt" {
            return error("not allowed")
                .error_type("Forbidden")
                .hint("Ask the user for access")
                .build();
        }
        match limit {
            None if text.len() > 8 => error("the file is too large")
                .error_type("TooLarge")
                .hint("Read a part with a limit")
                .build(),
            Some(limit) if text.len() > limit => partial("the start of the file")
                .data_from(&Contents {
                    text: text.chars().take(limit).collect(),
                })
                .build(),
            _ => ok()
                .data_from(&Contents {
                    text: (*text).to_owned(),
                })
                .build(),
        }
    }
}
