//! JSON Patches from outside: applied as a whole or not at all, within limits.

use std::fmt;

use json_patch::{AddOperation, MoveOperation, PatchOperation, jsonptr::Pointer};
use serde::Deserialize as _;
use serde_json::Value;

use crate::json::kind;

/// A document that a patch makes deeper than this could be written but not read again.
const MAX_DEPTH: usize = 127;
/// A few copies of copies fill any memory, so a copy may not make a document larger than this, in bytes by estimate.
const MAX_COPIED: usize = 64 << 20;

/// Applies a JSON Patch (RFC 6902) to a document: all of its operations, or none.
///
/// Numbers stay as they were sent, and keys where they are. `test` compares numbers by value, so `1` and `1.0` are equal.
///
/// ```
/// use tool_helpers::agent_events::apply_patch;
///
/// let mut state = serde_json::json!({ "big": 9007199254740993_u64, "items": [] });
/// let delta = [serde_json::json!({ "op": "add", "path": "/items/-", "value": 1.0 })];
/// apply_patch(&mut state, &delta)?;
/// assert_eq!(state.to_string(), r#"{"big":9007199254740993,"items":[1.0]}"#);
///
/// let delta = [serde_json::json!({ "op": "remove", "path": "/nothing" })];
/// let error = apply_patch(&mut state, &delta).unwrap_err();
/// assert!(error.to_string().starts_with("operation 0 of the patch: "));
/// # Ok::<(), tool_helpers::agent_events::PatchError>(())
/// ```
///
/// # Errors
/// An operation that is none, that does not fit the document, or that would make it too deep or too large. The document
/// is then as it was.
#[doc(alias = "applyPatch")]
#[doc(alias = "jsonpatch")]
pub fn apply_patch(document: &mut Value, operations: &[Value]) -> Result<(), PatchError> {
    match operations {
        [] => Ok(()),
        // One operation changes nothing when it fails, so the document needs no copy; but a move is two.
        [operation] if operation["op"] != "move" => {
            apply(document, operation).map_err(|reason| PatchError { operation: 0, reason })
        }
        _ => {
            let mut changed = document.clone();
            for (index, operation) in operations.iter().enumerate() {
                apply(&mut changed, operation).map_err(|reason| PatchError {
                    operation: index,
                    reason,
                })?;
            }
            *document = changed;
            Ok(())
        }
    }
}

/// Why a patch was not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchError {
    operation: usize,
    reason: String,
}

impl PatchError {
    /// The index of the operation that failed.
    #[must_use]
    pub fn operation(&self) -> usize {
        self.operation
    }
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operation {} of the patch: {}", self.operation, self.reason)
    }
}

impl std::error::Error for PatchError {}

/// Applies one operation, or says why not.
fn apply(document: &mut Value, operation: &Value) -> Result<(), String> {
    if !operation.is_object() {
        return Err(format!("it is {} instead of an object", kind(operation)));
    }
    let operation = PatchOperation::deserialize(operation).map_err(|error| error.to_string())?;
    match &operation {
        PatchOperation::Add(add) => check_depth(&add.path, Some(&add.value))?,
        PatchOperation::Replace(replace) => check_depth(&replace.path, Some(&replace.value))?,
        PatchOperation::Copy(copy) => {
            let copied = document.pointer(copy.from.as_str());
            check_depth(&copy.path, copied)?;
            if copied.map_or(0, weight) + weight(document) > MAX_COPIED {
                return Err(format!(
                    "the copy would make the document larger than {MAX_COPIED} bytes"
                ));
            }
        }
        // The library takes keys out by putting the last one in their place, and tells 1 from 1.0.
        PatchOperation::Remove(remove) => return take(document, &remove.path).map(drop),
        PatchOperation::Move(step) => return shift(document, step),
        PatchOperation::Test(test) => {
            let path = test.path.as_str();
            return match document.pointer(path) {
                Some(found) if equal(found, &test.value) => Ok(()),
                Some(_) => Err(format!("the test found another value at {path:?}")),
                None => Err(nothing_at(&test.path)),
            };
        }
    }
    patch(document, &operation)
}

/// What the library does.
fn patch(document: &mut Value, operation: &PatchOperation) -> Result<(), String> {
    json_patch::patch(document, std::slice::from_ref(operation))
        .map_err(|error| format!("{} at {:?}", error.kind, error.path.as_str()))
}

/// Takes a value out of the document; the keys behind it keep their order.
fn take(document: &mut Value, path: &Pointer) -> Result<Value, String> {
    let (parent, last) = path
        .split_back()
        .ok_or("the whole document cannot be taken out of itself")?;
    match document.pointer_mut(parent.as_str()) {
        Some(Value::Object(entries)) => entries.shift_remove(last.decoded().as_ref()),
        Some(Value::Array(items)) => last
            .to_index()
            .ok()
            .and_then(|index| index.for_len(items.len()).ok())
            .map(|index| items.remove(index)),
        _ => None,
    }
    .ok_or_else(|| nothing_at(path))
}

/// Takes a value out and puts it in elsewhere. When the second fails, the document has lost the value.
fn shift(document: &mut Value, step: &MoveOperation) -> Result<(), String> {
    let MoveOperation { from, path } = step;
    if path.starts_with(from) && path.count() > from.count() {
        return Err(format!("{:?} cannot be moved into itself", from.as_str()));
    }
    check_depth(path, document.pointer(from.as_str()))?;
    let value = take(document, from)?;
    let path = path.clone();
    patch(document, &PatchOperation::Add(AddOperation { path, value }))
}

fn nothing_at(path: &Pointer) -> String {
    format!("there is nothing at {:?}", path.as_str())
}

fn check_depth(path: &Pointer, value: Option<&Value>) -> Result<(), String> {
    if path.count() + value.map_or(0, depth) > MAX_DEPTH {
        Err(format!("the document would be deeper than {MAX_DEPTH} levels"))
    } else {
        Ok(())
    }
}

/// The levels of a value; a scalar has none.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(entries) => 1 + entries.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// About the bytes that a value takes.
fn weight(value: &Value) -> usize {
    let content: usize = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| size_of::<String>() + key.len() + weight(value))
            .sum(),
        _ => 0,
    };
    size_of::<Value>() + content
}

/// Whether two values are equal, numbers by value.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) if left.is_f64() != right.is_f64() => {
            // An integer that a float cannot hold is equal to none.
            let (float, integer) = if left.is_f64() { (left, right) } else { (right, left) };
            float.as_f64().is_some_and(|float| {
                integer
                    .as_i128()
                    .is_some_and(|integer| integer as f64 == float && float as i128 == integer)
            })
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right)))
        }
        _ => left == right,
    }
}
