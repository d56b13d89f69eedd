//! Structured results: built with a constructor, or read from their flattened form.

use isomorph_runtime::from_str;
use serde_json::{Map, Value};
use tool_helpers::structured_result::{RESERVED_KEYS, StructuredResult as _, error, from_dict, ok, partial};
use tool_helpers::tool_models::structured_result::{ToolResult, ToolResultStatus};

use crate::{Score, cases, same};

pub(crate) fn measure(document: &Value, score: &mut Score) {
    for case in cases(document, "build") {
        score.count("structured", case, build(case));
    }
    for case in cases(document, "from_dict") {
        score.count("structured", case, read(case));
    }
}

fn build(case: &Value) -> Result<(), String> {
    let made = constructed(case);
    if case.get("raises").is_some() {
        return refused(&made);
    }
    // O7: data with a reserved key is refused, where other implementations let it through or drop it.
    if RESERVED_KEYS.iter().any(|key| case["model"]["data"].get(key).is_some()) {
        return refused(&made);
    }
    let made = made?;
    same("the model", &model(&made), &case["model"].to_string())?;
    let flat = made.to_dict().map_err(|error| error.to_string())?;
    same(
        "the flattened form",
        &Value::Object(flat.clone()).to_string(),
        text(&case["to_dict"]),
    )?;
    let again = from_dict(flat).map_err(|error| error.to_string())?;
    same(
        "what is read again",
        &model(&again),
        &case["roundtrip_model"].to_string(),
    )
}

/// Follows the call of the constructor.
fn constructed(case: &Value) -> Result<ToolResult, String> {
    let message = case["args"].get(0).and_then(Value::as_str);
    let mut arguments = case["kwargs"].as_object().cloned().unwrap_or_default();
    let builder = match (text(&case["constructor"]), message) {
        // The model itself: its data may hold anything, but it cannot be flattened then.
        ("new", _) => {
            arguments.entry("status").or_insert("success".into());
            let made: ToolResult =
                from_str(&Value::Object(arguments).to_string()).map_err(|error| error.to_string())?;
            made.to_dict().map_err(|error| error.to_string())?;
            return Ok(made);
        }
        ("ok", None) => ok(),
        ("ok", Some(message)) => ok().message(message),
        ("error", Some(message)) => error(message),
        ("partial", Some(message)) => partial(message),
        (_, None) => return Err("the signature asks for a message".to_owned()),
        (other, _) => return Err(format!("there is no constructor {other}")),
    };
    let builder = match arguments.shift_remove("error_type") {
        Some(Value::String(kind)) => builder.error_type(kind),
        Some(_) => builder.no_error_type(),
        None => builder,
    };
    let hints = arguments.shift_remove("hints").unwrap_or_default();
    let hints = hints.as_array().into_iter().flatten().filter_map(Value::as_str);
    let builder = arguments
        .into_iter()
        .fold(builder.hints(hints), |builder, (key, value)| builder.data(key, value));
    builder.build().map_err(|error| error.to_string())
}

fn read(case: &Value) -> Result<(), String> {
    let dict: Map<String, Value> = serde_json::from_str(text(&case["input"])).map_err(|error| error.to_string())?;
    let made = from_dict(dict.clone()).map_err(|fault| fault.to_string());
    // O11: hints that are text are refused, where Python takes them for a list of letters.
    if case.get("raises").is_some() || dict.get("remediation_hints").is_some_and(Value::is_string) {
        return refused(&made);
    }
    let made = made?;
    let (mut expected, mut flat) = (case["model"].clone(), case["to_dict_again"].clone());
    // O10: beside an unknown status, error type and hints are kept, where other implementations drop them.
    let unknown = dict.get("status").is_some_and(|status| {
        status
            .as_str()
            .is_none_or(|name| name.parse::<ToolResultStatus>().is_err())
    });
    if unknown {
        for key in ["error_type", "remediation_hints"] {
            if let Some(value) = dict.get(key) {
                expected[key] = value.clone();
                flat = Value::Null;
            }
        }
    }
    same("the model", &model(&made), &expected.to_string())?;
    let again = made.to_dict().map_err(|error| error.to_string())?;
    if let Value::String(flat) = flat {
        same("the flattened form", &Value::Object(again.clone()).to_string(), &flat)?;
    }
    let again = from_dict(again).map_err(|error| error.to_string())?;
    same("what is read again", &model(&again), &model(&made))
}

fn refused(made: &Result<ToolResult, String>) -> Result<(), String> {
    match made {
        Ok(made) => Err(format!("it was not refused, but is {}", model(made))),
        Err(_) => Ok(()),
    }
}

/// The model as Python shows it: what is absent is null.
fn model(made: &ToolResult) -> String {
    let data: Map<_, _> = made
        .data
        .iter()
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    serde_json::json!({
        "status": made.status.to_string(),
        "message": made.message_text(),
        "error_type": made.error_type(),
        "data": data,
        "remediation_hints": made.remediation_hints,
    })
    .to_string()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
