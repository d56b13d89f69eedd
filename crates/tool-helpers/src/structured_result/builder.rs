//! Building a structured result.

use serde::Serialize;
use serde_json::Value;
use tool_models::structured_result::{ToolResult, ToolResultStatus};

use super::BuildError;
use super::flat::check;
use crate::json::kind;

/// The error type of a result that [`error()`] builds, unless another one is given.
pub(crate) const DEFAULT_ERROR_TYPE: &str = "ToolError";

/// A result that succeeded.
pub fn ok() -> ToolResultBuilder {
    ToolResultBuilder::new(ToolResultStatus::Success)
}

/// A result that failed; its error type is `ToolError` unless it is set.
///
/// A failure needs a message:
///
/// ```compile_fail,E0061
/// tool_helpers::structured_result::error();
/// ```
pub fn error(message: impl Into<String>) -> ToolResultBuilder {
    ToolResultBuilder::new(ToolResultStatus::Error)
        .message(message)
        .error_type(DEFAULT_ERROR_TYPE)
}

/// A result of which only a part succeeded; it has no error type unless one is set.
///
/// It needs a message:
///
/// ```compile_fail,E0061
/// tool_helpers::structured_result::partial();
/// ```
pub fn partial(message: impl Into<String>) -> ToolResultBuilder {
    ToolResultBuilder::new(ToolResultStatus::Partial).message(message)
}

/// Collects the parts of a structured result; [`ok`], [`error()`] and [`partial`] start one.
#[derive(Debug, Clone)]
#[must_use = "`build` makes the result"]
pub struct ToolResultBuilder {
    result: ToolResult,
    refused: Option<BuildError>,
}

impl ToolResultBuilder {
    fn new(status: ToolResultStatus) -> Self {
        let result = ToolResult {
            status,
            message: None,
            error_type: None,
            data: Default::default(),
            remediation_hints: Vec::new(),
        };
        Self { result, refused: None }
    }

    /// Sets the summary; an empty one is kept.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.result.message = Some(Some(message.into()));
        self
    }

    /// Sets the kind of error; an empty one is kept.
    pub fn error_type(mut self, error_type: impl Into<String>) -> Self {
        self.result.error_type = Some(Some(error_type.into()));
        self
    }

    /// Leaves the kind of error out.
    pub fn no_error_type(mut self) -> Self {
        self.result.error_type = None;
        self
    }

    /// Adds a hint on what to try next, after those before.
    #[doc(alias = "remediation_hints")]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.result.remediation_hints.push(hint.into());
        self
    }

    /// Adds hints, after those before.
    #[doc(alias = "remediation_hints")]
    pub fn hints<H: Into<String>>(mut self, hints: impl IntoIterator<Item = H>) -> Self {
        self.result.remediation_hints.extend(hints.into_iter().map(Into::into));
        self
    }

    /// Sets the data at `key`; it comes after the data before.
    pub fn data(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.result.data.insert(key.into(), value.into());
        self
    }

    /// Sets all data of a payload that serializes to a JSON object, such as a struct.
    pub fn data_from(mut self, payload: &impl Serialize) -> Self {
        let reason = match serde_json::to_value(payload) {
            Ok(Value::Object(entries)) => {
                self.result.data.extend(entries);
                return self;
            }
            Ok(other) => format!("it is {}", kind(&other)),
            Err(error) => error.to_string(),
        };
        self.refused.get_or_insert(BuildError::Payload { reason });
        self
    }

    /// The result.
    ///
    /// # Errors
    /// Data with a reserved key, and a payload that is no JSON object.
    pub fn build(self) -> Result<ToolResult, BuildError> {
        match self.refused {
            Some(error) => Err(error),
            None => {
                check(&self.result)?;
                Ok(self.result)
            }
        }
    }
}
