//! The script side: one string, with what the host says of it.

use std::sync::{Arc, OnceLock};

use isomorph_runtime::{Error, from_str};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tool_models::script_results::{OversizedDetail, OversizedResult, ScriptToolResult, StructuredScriptText};

/// A tool result as a script sees it: it is its string, and beside it stand an error flag and structured content.
///
/// The structured content is parsed from the string when it is first asked for, once for all clones. Nothing is ever
/// read from the looks of the text: whether it is an error, and whether it holds structured content, is what the host
/// said.
///
/// ```
/// use tool_helpers::script_results::ScriptText;
///
/// let text = ScriptText::from("Error: a line of a log");
/// assert_eq!(text, "Error: a line of a log");
/// assert_eq!(text.is_error(), None);
/// assert_eq!(text.to_uppercase(), "ERROR: A LINE OF A LOG");
/// ```
#[derive(Clone)]
pub struct ScriptText(Arc<Inner>);

struct Inner {
    text: String,
    is_error: Option<bool>,
    /// Whether the host marked the text as JSON of a structured result.
    marked: bool,
    parsed: OnceLock<Parsed>,
}

/// What a text turned out to hold.
enum Parsed {
    Plain,
    Structured(StructuredScriptText),
    Oversized(OversizedResult),
    Malformed(Error),
}

impl ScriptText {
    fn new(text: String, is_error: Option<bool>, marked: bool) -> Self {
        Self(Arc::new(Inner {
            text,
            is_error,
            marked,
            parsed: OnceLock::new(),
        }))
    }

    /// The string itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// Whether the call failed; `None` when the host did not say.
    #[must_use]
    #[doc(alias = "isError")]
    pub fn is_error(&self) -> Option<bool> {
        self.0.is_error
    }

    /// The failure in words, when the host said that the call failed: those of a structured result, else the text.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        if self.is_error() != Some(true) {
            return None;
        }
        let words = match self.parsed() {
            Parsed::Structured(result) => result.error.as_deref(),
            Parsed::Oversized(result) => result.error.as_deref(),
            Parsed::Plain | Parsed::Malformed(_) => None,
        };
        Some(words.unwrap_or(self.as_str()))
    }

    /// The machine-readable payload. It counts when it is there: 0, false, an empty text and null are payloads.
    ///
    /// `None` when the host did not mark the text as structured, and when the payload was too long to be sent.
    #[must_use]
    #[doc(alias = "structuredContent")]
    #[doc(alias = "structured_json")]
    pub fn structured(&self) -> Option<&Value> {
        match self.parsed() {
            Parsed::Structured(result) => result.structured_content.as_ref(),
            Parsed::Plain | Parsed::Oversized(_) | Parsed::Malformed(_) => None,
        }
    }

    /// The machine-readable payload as a type of the caller; `None` as in [`structured`](Self::structured).
    ///
    /// # Errors
    /// A payload that the type refuses.
    pub fn structured_as<T: DeserializeOwned>(&self) -> Option<Result<T, serde_json::Error>> {
        self.structured().map(|payload| serde_json::from_value(payload.clone()))
    }

    /// The content blocks of a structured result, as the tool sent them.
    #[must_use]
    pub fn content(&self) -> Option<&[Value]> {
        match self.parsed() {
            Parsed::Structured(result) => Some(&result.content),
            Parsed::Plain | Parsed::Oversized(_) | Parsed::Malformed(_) => None,
        }
    }

    /// The size and place of a result that was too long to be sent.
    #[must_use]
    #[doc(alias = "savedTo")]
    pub fn oversized(&self) -> Option<&OversizedDetail> {
        match self.parsed() {
            Parsed::Oversized(result) => Some(&result.oversized),
            Parsed::Plain | Parsed::Structured(_) | Parsed::Malformed(_) => None,
        }
    }

    /// What is wrong with a text that the host marked as structured and that is not, so that it has no payload.
    #[must_use]
    pub fn malformed(&self) -> Option<&Error> {
        match self.parsed() {
            Parsed::Malformed(error) => Some(error),
            Parsed::Plain | Parsed::Structured(_) | Parsed::Oversized(_) => None,
        }
    }

    fn parsed(&self) -> &Parsed {
        self.0.parsed.get_or_init(|| {
            if self.0.marked {
                parse(&self.0.text)
            } else {
                Parsed::Plain
            }
        })
    }
}

fn parse(text: &str) -> Parsed {
    #[cfg(test)]
    tests::PARSED.with(|parsed| parsed.set(parsed.get() + 1));
    match from_str(text) {
        Ok(result) => Parsed::Structured(result),
        // That it is no structured result is what is wrong with a text that is neither.
        Err(error) => from_str(text).map_or(Parsed::Malformed(error), Parsed::Oversized),
    }
}

impl From<ScriptToolResult> for ScriptText {
    /// What the host's message says; a mark that is false is no mark.
    fn from(message: ScriptToolResult) -> Self {
        Self::new(message.result, message.is_error, message.structured_json == Some(true))
    }
}

impl From<String> for ScriptText {
    /// A text of which nothing is said.
    fn from(text: String) -> Self {
        Self::new(text, None, false)
    }
}

impl From<&str> for ScriptText {
    /// A text of which nothing is said.
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<ScriptText> for String {
    fn from(text: ScriptText) -> Self {
        match Arc::try_unwrap(text.0) {
            Ok(inner) => inner.text,
            Err(shared) => shared.text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// How often a text was parsed by the test's thread.
        pub(super) static PARSED: Cell<usize> = const { Cell::new(0) };
    }

    fn parses() -> usize {
        PARSED.with(Cell::get)
    }

    fn message(structured_json: Option<bool>) -> ScriptText {
        let result = r#"{"content":[],"structuredContent":{"a":1},"isError":false}"#.to_owned();
        ScriptToolResult {
            id: "t1".to_owned(),
            result,
            is_error: Some(false),
            structured_json,
        }
        .into()
    }

    #[test]
    fn r6_the_text_is_parsed_once_and_only_when_asked() {
        let text = message(Some(true));
        let clone = text.clone();
        assert_eq!((text.is_error(), text.len(), parses()), (Some(false), 58, 0));
        let first = text.structured().map(std::ptr::from_ref);
        assert!(first.is_some());
        assert_eq!(parses(), 1);
        assert_eq!(clone.structured().map(std::ptr::from_ref), first);
        assert_eq!((text.content(), text.oversized()), (Some(&[][..]), None));
        assert_eq!(parses(), 1);
    }

    #[test]
    fn r7_an_unmarked_text_is_never_parsed() {
        for mark in [None, Some(false)] {
            assert_eq!(message(mark).structured(), None);
        }
        assert_eq!(parses(), 0);
    }
}
