//! Results on their way out.

use serde::{Serialize, Serializer};
use serde_json::{Error, Map, Value};

use super::ToolOutcome;

/// The JSON text of a result for the model, with the names of the wire.
///
/// A type with a flattened form of its own is written in that form.
///
/// # Errors
/// A result that JSON cannot hold, such as a table cell that is not a finite number.
///
/// ```
/// use tool_helpers::tool_models::tool_results::FileWriteResult;
/// use tool_helpers::tool_results::tool_result_to_str;
///
/// let result = FileWriteResult {
///     success: true,
///     message: "written".to_owned(),
///     path: "notes.md".to_owned(),
///     bytes_written: 12,
/// };
/// let text = r#"{"success":true,"message":"written","path":"notes.md","bytesWritten":12}"#;
/// assert_eq!(tool_result_to_str(&result)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn tool_result_to_str<T: ToolOutcome + ?Sized>(result: &T) -> Result<String, Error> {
    serde_json::to_string(&ForModel(result))
}

/// The JSON object of a result for the frontend: an object, not text.
///
/// # Errors
/// A result that JSON cannot hold, as in [`tool_result_to_str`], and one whose JSON form is no object.
///
/// ```
/// use tool_helpers::tool_models::tool_results::BaseToolResult;
/// use tool_helpers::tool_results::tool_result_to_payload;
///
/// let payload = tool_result_to_payload(&BaseToolResult { success: true, message: "done".to_owned() })?;
/// assert_eq!(payload["message"], "done");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn tool_result_to_payload<T: ToolOutcome + ?Sized>(result: &T) -> Result<Map<String, Value>, Error> {
    match serde_json::to_value(result)? {
        Value::Object(object) => Ok(object),
        _ => Err(serde::ser::Error::custom("a tool result is a JSON object")),
    }
}

/// Writes the form for the model where serde asks for something that serializes.
struct ForModel<'a, T: ?Sized>(&'a T);

impl<T: ToolOutcome + ?Sized> Serialize for ForModel<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_for_model(serializer)
    }
}
