//! The error that a failed result becomes.

use std::fmt;

use super::ToolOutcome;

/// A tool that says it failed, with its whole result.
///
/// `R` is the result, or a reference to it. [`ToolOutcome::into_result`] and [`ToolOutcome::as_result`] make it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc(alias = "raise_for_tool_status")]
pub struct ToolFailed<R> {
    result: R,
}

impl<R> ToolFailed<R> {
    pub(super) fn new(result: R) -> Self {
        Self { result }
    }

    /// The result as the tool gave it.
    pub fn result(&self) -> &R {
        &self.result
    }

    /// The result as the tool gave it, for keeps.
    pub fn into_inner(self) -> R {
        self.result
    }
}

impl<R: ToolOutcome> ToolFailed<R> {
    /// The failure in words, exactly as the tool wrote them; may be empty.
    pub fn message(&self) -> &str {
        self.result.message()
    }
}

impl<R: ToolOutcome> fmt::Display for ToolFailed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message() {
            "" => f.write_str("the tool failed and gave no message"),
            message => write!(f, "the tool failed: {message}"),
        }
    }
}

impl<R: ToolOutcome + fmt::Debug> std::error::Error for ToolFailed<R> {}
