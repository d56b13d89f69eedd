//! A second opinion on verdicts: the `jsonschema` crate, on the schema that a type was made of.

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Value, json};

use crate::case::Case;

/// What the document at hand is called among the resources.
const BASE: &str = "isomorph:///document";

/// The validator for a location of a case's input; `None` where the dialect is not JSON Schema's.
///
/// # Errors
/// Why there is no validator for the location.
pub fn validator(case: &Case, schema: &Value, pointer: &str) -> Result<Option<Validator>, String> {
    let Some(draft) = draft(schema) else { return Ok(None) };
    let schema = &without_annotations(case, schema);
    let mut beside = Vec::new();
    for (file, text) in &case.beside {
        let document: Value = serde_json::from_str(text).map_err(|error| format!("{file}: {error}"))?;
        let address = document.get("$id").and_then(Value::as_str).unwrap_or(file).to_owned();
        beside.push((address, document));
    }
    let mut resources = Registry::new()
        .draft(draft)
        .add(BASE, schema)
        .map_err(|error| error.to_string())?;
    for (address, document) in &beside {
        resources = resources
            .add(address.as_str(), document)
            .map_err(|error| error.to_string())?;
    }
    let registry = resources.prepare().map_err(|error| error.to_string())?;
    // The root's own address, where it has one, is what its references count from.
    let base = schema
        .get("$id")
        .and_then(Value::as_str)
        .unwrap_or(BASE)
        .trim_end_matches('#');
    jsonschema::options()
        .with_draft(draft)
        .with_registry(&registry)
        .should_validate_formats(case.options.policy.asserts_any())
        .build(&json!({ "$ref": format!("{base}#{}", encoded(pointer)) }))
        .map(Some)
        .map_err(|error| error.to_string())
}

/// The schema without the formats that are annotations, where others are assertions.
fn without_annotations(case: &Case, schema: &Value) -> Value {
    let mut schema = schema.clone();
    if !case.options.policy.single_formats.is_empty() {
        remove_annotations(case, &mut schema);
    }
    schema
}

fn remove_annotations(case: &Case, schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is_kept = |format: &str| case.options.policy.asserts(format);
            members.retain(|key, value| key != "format" || value.as_str().is_none_or(is_kept));
            members.values_mut().for_each(|member| remove_annotations(case, member));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| remove_annotations(case, item)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn draft(schema: &Value) -> Option<Draft> {
    if let Some(version) = schema.get("openapi") {
        let version = version.as_str().unwrap_or_default();
        return (!version.starts_with("3.0")).then_some(Draft::Draft202012);
    }
    let Some(dialect) = schema.get("$schema").and_then(Value::as_str) else {
        return Some(Draft::Draft202012);
    };
    [
        ("draft-04", Draft::Draft4),
        ("draft-06", Draft::Draft6),
        ("draft-07", Draft::Draft7),
        ("2019-09", Draft::Draft201909),
        ("2020-12", Draft::Draft202012),
    ]
    .into_iter()
    .find_map(|(name, draft)| dialect.contains(name).then_some(draft))
}

/// A pointer as a URI fragment.
fn encoded(pointer: &str) -> String {
    let mut fragment = String::new();
    for byte in pointer.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => fragment.push(byte.into()),
            other => fragment.push_str(&format!("%{other:02X}")),
        }
    }
    fragment
}
