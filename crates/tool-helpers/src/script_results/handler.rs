//! What the handler of a script's tool call may give.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;
use tool_models::script_results::StructuredScriptText;

/// The failure in words of a structured result that has none.
pub(crate) const NO_WORDS: &str = "Tool call failed";

/// What the handler of a script's tool call gave.
///
/// It is made from `()`, from text, from a structured result, and from a `Result` of those.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum HandlerResult {
    /// Nothing; the script gets empty text, and nothing is said about failure.
    Nothing,
    /// Text; nothing is said about failure.
    Text(String),
    /// Text of a tool that says whether it failed.
    Flagged {
        /// The text, which the script gets unchanged.
        text: String,
        /// Whether the call failed, whatever the text looks like.
        is_error: bool,
    },
    /// A result with content blocks and a machine-readable payload.
    Structured(StructuredScriptText),
    /// The handler failed; the script gets `Error: ` and the words, flagged as an error.
    Failed(String),
}

impl HandlerResult {
    /// A result with content blocks and a payload. Of a failed one, the text blocks say why.
    ///
    /// A payload that JSON cannot hold is a failure of the handler.
    #[doc(alias = "scriptStructuredResult")]
    pub fn structured(content: Vec<Value>, payload: &impl Serialize, is_error: bool) -> Self {
        match serde_json::to_value(payload) {
            Ok(payload) => Self::Structured(StructuredScriptText {
                content,
                structured_content: Some(payload),
                is_error,
                error: None,
            }),
            Err(error) => Self::unwritable(&error),
        }
    }

    /// The failure of a result that JSON cannot hold.
    pub(crate) fn unwritable(error: &serde_json::Error) -> Self {
        Self::Failed(format!("the result cannot be serialized: {error}"))
    }
}

/// Makes flag and words of a structured result agree: words exactly when it failed.
pub(super) fn settled(mut result: StructuredScriptText) -> StructuredScriptText {
    if !result.is_error {
        result.error = None;
    } else if result.error.is_none() {
        result.error = Some(words(&result.content));
    }
    result
}

/// The text blocks, a line each.
fn words(content: &[Value]) -> String {
    let texts: Vec<_> = content
        .iter()
        .filter(|block| block.get("type").is_some_and(|kind| kind == "text"))
        .filter_map(|block| block.get("text")?.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    if texts.is_empty() {
        NO_WORDS.to_owned()
    } else {
        texts.join("\n")
    }
}

impl From<()> for HandlerResult {
    fn from((): ()) -> Self {
        Self::Nothing
    }
}

impl From<String> for HandlerResult {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for HandlerResult {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<StructuredScriptText> for HandlerResult {
    fn from(result: StructuredScriptText) -> Self {
        Self::Structured(result)
    }
}

impl<T: Into<Self>, E: Display> From<Result<T, E>> for HandlerResult {
    fn from(result: Result<T, E>) -> Self {
        match result {
            Ok(given) => given.into(),
            Err(error) => Self::Failed(error.to_string()),
        }
    }
}
