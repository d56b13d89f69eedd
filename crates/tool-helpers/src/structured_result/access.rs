//! What a structured result can be asked.

use serde::de::DeserializeOwned;
use serde::ser::{Error as _, Serialize as _, Serializer};
use serde_json::{Map, Value};
use tool_models::structured_result::{ToolResult, ToolResultStatus};

use super::{ReservedKey, flat};
use crate::tool_results::ToolOutcome;

/// Behaviour of the structured result.
pub trait StructuredResult {
    /// The summary; null on the wire is absent here.
    fn message_text(&self) -> Option<&str>;

    /// The kind of error, to be matched on; null on the wire is absent here.
    ///
    /// ```
    /// use tool_helpers::structured_result::{StructuredResult as _, error};
    ///
    /// let result = error("no such file").error_type("FileNotFound").build()?;
    /// let again = match result.error_type() {
    ///     Some("FileNotFound") => "list the folder",
    ///     _ => "give up",
    /// };
    /// assert_eq!(again, "list the folder");
    /// # Ok::<(), tool_helpers::structured_result::BuildError>(())
    /// ```
    fn error_type(&self) -> Option<&str>;

    /// The data as a type of the caller.
    ///
    /// # Errors
    /// Data that the type refuses.
    ///
    /// ```
    /// use tool_helpers::structured_result::{StructuredResult as _, partial};
    ///
    /// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    /// struct Copied {
    ///     files: u32,
    /// }
    ///
    /// let result = partial("3 of 5 files").data_from(&Copied { files: 3 }).build()?;
    /// assert_eq!(result.data_as::<Copied>()?, Copied { files: 3 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn data_as<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error>;

    /// The flattened form: status, message, error type and hints as far as they are there, then the data in its order.
    ///
    /// # Errors
    /// Data with one of the keys before it; nothing is ever overwritten.
    ///
    /// ```
    /// use tool_helpers::structured_result::{StructuredResult as _, ok};
    ///
    /// assert_eq!(serde_json::to_string(&ok().build()?.to_dict()?)?, r#"{"status":"success"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "model_dump")]
    fn to_dict(&self) -> Result<Map<String, Value>, ReservedKey>;
}

impl StructuredResult for ToolResult {
    fn message_text(&self) -> Option<&str> {
        self.message.as_ref()?.as_deref()
    }

    fn error_type(&self) -> Option<&str> {
        self.error_type.as_ref()?.as_deref()
    }

    fn data_as<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        let entries = self.data.iter().map(|(key, value)| (key.clone(), value.clone()));
        serde_json::from_value(Value::Object(entries.collect()))
    }

    fn to_dict(&self) -> Result<Map<String, Value>, ReservedKey> {
        flat::to_dict(self)
    }
}

/// Only `error` is a failure: of a partial result the part that succeeded can be used. The model reads the flattened
/// form.
impl ToolOutcome for ToolResult {
    fn succeeded(&self) -> bool {
        self.status != ToolResultStatus::Error
    }

    fn message(&self) -> &str {
        self.message_text().unwrap_or_default()
    }

    fn write_for_model<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_dict().map_err(S::Error::custom)?.serialize(serializer)
    }
}
