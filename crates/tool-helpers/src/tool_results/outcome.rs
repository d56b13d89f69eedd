//! What every tool result can tell of itself.

use serde::{Serialize, Serializer};

use super::ToolFailed;

/// A tool result: it succeeded or not, says so in words, and has a form for the model.
///
/// The models of the spec implement it. A result model of another crate gets it from
/// [`tool_outcome!`](crate::tool_outcome).
pub trait ToolOutcome: Serialize {
    /// Whether the tool did what it was asked to do.
    fn succeeded(&self) -> bool;

    /// The outcome in words; empty when there are none.
    fn message(&self) -> &str;

    /// Writes the form that the model reads: the wire form, unless the type has a flattened form of its own.
    ///
    /// # Errors
    /// The serializer's.
    fn write_for_model<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }

    /// The result itself when the tool succeeded.
    ///
    /// # Errors
    /// When it failed: the whole result, with its message (an empty one too).
    ///
    /// ```
    /// use tool_helpers::tool_models::tool_results::BaseToolResult;
    /// use tool_helpers::tool_results::ToolOutcome as _;
    ///
    /// let failed = BaseToolResult { success: false, message: "no such file".to_owned() }.into_result().unwrap_err();
    /// assert_eq!(failed.message(), "no such file");
    /// ```
    #[doc(alias = "raise_for_tool_status")]
    fn into_result(self) -> Result<Self, ToolFailed<Self>>
    where
        Self: Sized,
    {
        if self.succeeded() {
            Ok(self)
        } else {
            Err(ToolFailed::new(self))
        }
    }

    /// As [`into_result`](Self::into_result), without giving the result away.
    ///
    /// # Errors
    /// When the tool failed: a reference to the whole result, with its message.
    #[doc(alias = "raise_for_tool_status")]
    fn as_result(&self) -> Result<&Self, ToolFailed<&Self>>
    where
        Self: Sized,
    {
        if self.succeeded() {
            Ok(self)
        } else {
            Err(ToolFailed::new(self))
        }
    }
}

impl<T: ToolOutcome + ?Sized> ToolOutcome for &T {
    fn succeeded(&self) -> bool {
        (**self).succeeded()
    }

    fn message(&self) -> &str {
        (**self).message()
    }

    fn write_for_model<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).write_for_model(serializer)
    }
}

/// Implements [`ToolOutcome`](crate::tool_results::ToolOutcome) for models with the fields `success: bool` and
/// `message: String`, as generated from a result that extends the base.
///
/// ```
/// use tool_helpers::tool_results::ToolOutcome as _;
///
/// #[derive(serde::Serialize)]
/// struct CalendarResult {
///     success: bool,
///     message: String,
///     day: String,
/// }
///
/// tool_helpers::tool_outcome!(CalendarResult);
///
/// let result = CalendarResult { success: true, message: String::new(), day: "Monday".to_owned() };
/// assert!(result.into_result().is_ok());
/// ```
#[macro_export]
macro_rules! tool_outcome {
    ($($result:ty),* $(,)?) => {
        $(
            impl $crate::tool_results::ToolOutcome for $result {
                fn succeeded(&self) -> bool {
                    self.success
                }

                fn message(&self) -> &str {
                    &self.message
                }
            }
        )*
    };
}
