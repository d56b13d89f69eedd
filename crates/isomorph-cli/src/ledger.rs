//! `--report FILE`: who enforces each keyword.

use std::path::Path;

use isomorph::{AnyValue, DocumentReport, Output};
use isomorph_build::{Error, Touched, write_text};
use serde_json::{Value, json};

use crate::terminal;

pub(crate) fn validate(path: &Path, is_used: bool) -> Result<(), Error> {
    if is_used {
        return Err(Error::Usage(format!("--report would overwrite {}", path.display())));
    }
    Ok(())
}

/// Writes the reports of all runs as one, and tells the totals of each document.
pub(crate) fn write(path: &Path, outputs: &[&Output]) -> Result<Touched, Error> {
    let mut documents = Vec::new();
    let mut warnings = Vec::new();
    for report in outputs.iter().filter_map(|output| output.report.as_ref()) {
        let json = report.to_json();
        documents.extend(list(&json, "documents"));
        warnings.extend(list(&json, "warnings"));
        report.documents.iter().for_each(tell);
    }
    let text = format!("{:#}\n", json!({ "documents": documents, "warnings": warnings }));
    Ok(Touched {
        path: path.to_owned(),
        action: write_text(path, &text)?,
    })
}

fn list(report: &Value, key: &str) -> Vec<Value> {
    report.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
}

fn tell(document: &DocumentReport) {
    let keywords: Vec<String> = document
        .totals()
        .into_iter()
        .filter(|(column, count)| *count > 0 || *column == "lost")
        .map(|(column, count)| format!("{count} {column}"))
        .collect();
    terminal::note(&format!(
        "{}: keywords: {}; {} of {} typed locations are any value, {} of these since their schemas are open",
        document.document,
        keywords.join(", "),
        document.typed(Some(AnyValue::Open)) + document.typed(Some(AnyValue::Opaque)),
        document.typed(None),
        document.typed(Some(AnyValue::Open)),
    ));
}
