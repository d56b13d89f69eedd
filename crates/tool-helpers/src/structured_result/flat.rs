//! The flattened form: the data beside the status.

use isomorph_runtime::{Fault, Map};
use serde_json::Value;
use tool_models::structured_result::{ToolResult, ToolResultStatus};

use super::{ReservedKey, StructuredResult as _};
use crate::json::kind;

/// The keys that the flattened form has for itself, so that data cannot have them.
pub const RESERVED_KEYS: [&str; 4] = ["status", "message", "error_type", "remediation_hints"];

/// Where a status that is none of the known ones is kept.
pub(crate) const ORIGINAL_STATUS: &str = "original_status";

/// Refuses data that would overwrite what stands beside it.
pub(super) fn check(result: &ToolResult) -> Result<(), ReservedKey> {
    match RESERVED_KEYS.iter().find(|key| result.data.contains_key(**key)) {
        Some(key) => Err(ReservedKey { key: (*key).to_owned() }),
        None => Ok(()),
    }
}

/// The flattened form; see [`StructuredResult::to_dict`](super::StructuredResult::to_dict).
pub(super) fn to_dict(result: &ToolResult) -> Result<serde_json::Map<String, Value>, ReservedKey> {
    check(result)?;
    let mut dict = serde_json::Map::new();
    dict.insert("status".to_owned(), result.status.to_string().into());
    let texts = [("message", result.message_text()), ("error_type", result.error_type())];
    for (key, text) in texts {
        if let Some(text) = text {
            dict.insert(key.to_owned(), text.into());
        }
    }
    if !result.remediation_hints.is_empty() {
        dict.insert("remediation_hints".to_owned(), result.remediation_hints.clone().into());
    }
    dict.extend(result.data.iter().map(|(key, value)| (key.clone(), value.clone())));
    Ok(dict)
}

/// Reads the flattened form: what is not the result's own is data.
///
/// A missing status means success. So does an unknown one of any JSON type, which is then kept as it is in the data,
/// under `original_status`, in place of other data of that name. A message or an error type that is null counts as absent. With what
/// [`to_dict`](super::StructuredResult::to_dict) wrote, this gives the same result again.
///
/// # Errors
/// A message or error type that is no string, hints that are not strings: with the place as a JSON pointer.
///
/// ```
/// use serde_json::json;
/// use tool_helpers::structured_result::{StructuredResult as _, from_dict};
///
/// let dict = json!({ "status": "confirmation_required", "tool": "rm" });
/// let result = from_dict(dict.as_object().cloned().unwrap_or_default())?;
/// assert_eq!(result.data["original_status"], "confirmation_required");
/// # Ok::<(), isomorph_runtime::Fault>(())
/// ```
#[doc(alias = "original_status")]
pub fn from_dict(dict: impl IntoIterator<Item = (String, Value)>) -> Result<ToolResult, Fault> {
    let mut data: Map<Value> = dict.into_iter().collect();
    let message = text(&mut data, "message")?;
    let error_type = text(&mut data, "error_type")?;
    let remediation_hints = hints(&mut data)?;
    let status = match data.shift_remove("status") {
        None => ToolResultStatus::Success,
        Some(status) => match status.as_str().and_then(|name| name.parse().ok()) {
            Some(known) => known,
            None => {
                data.insert(ORIGINAL_STATUS.to_owned(), status);
                ToolResultStatus::Success
            }
        },
    };
    Ok(ToolResult {
        status,
        message,
        error_type,
        data,
        remediation_hints,
    })
}

/// Takes an optional text out.
fn text(data: &mut Map<Value>, key: &str) -> Result<Option<Option<String>>, Fault> {
    match data.shift_remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(Some(text))),
        Some(other) => Err(Fault::new(format!("expected string or null, found {}", kind(&other))).within(key)),
    }
}

/// Takes the hints out.
fn hints(data: &mut Map<Value>) -> Result<Vec<String>, Fault> {
    let key = "remediation_hints";
    let items = match data.shift_remove(key) {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(other) => return Err(Fault::new(format!("expected array, found {}", kind(&other))).within(key)),
    };
    let hint = |(index, item)| match item {
        Value::String(hint) => Ok(hint),
        other => Err(Fault::new(format!("expected string, found {}", kind(&other)))
            .at(index)
            .within(key)),
    };
    items.into_iter().enumerate().map(hint).collect()
}
