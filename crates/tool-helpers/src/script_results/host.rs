//! The host side: from what a handler gave to the message for the script.

use tool_models::script_results::{OversizedDetail, OversizedResult, ScriptToolResult, StructuredScriptText};

use super::handler::settled;
use super::{HandlerResult, Storage};

/// The longest structured result that is sent inline, in UTF-16 code units of its JSON text.
#[doc(alias = "cap")]
pub const SIZE_CAP: usize = 5_000_000;

/// Delivers tool results to scripts, and saves those that are too long.
#[derive(Debug, Clone)]
pub struct ScriptHost<S> {
    storage: S,
    cap: usize,
}

/// What goes into the message: the text, whether it is an error, whether it is JSON of a structured result.
type Delivery = (String, Option<bool>, bool);

impl<S: Storage> ScriptHost<S> {
    /// A host that saves long results to `storage`, with [`SIZE_CAP`] as its cap.
    pub fn new(storage: S) -> Self {
        Self { storage, cap: SIZE_CAP }
    }

    /// Sets the longest structured result that is sent inline, in UTF-16 code units.
    #[must_use]
    pub fn cap(mut self, cap: usize) -> Self {
        self.cap = cap;
        self
    }

    /// The message that answers the call `id`.
    ///
    /// The flag and the text come from one object, so they agree. A structured result past the cap is saved, and the
    /// script gets its size and place; when it cannot be saved, the script gets an error that says so. Plain text has
    /// no cap, it reaches the script unchanged.
    #[doc(alias = "handleScriptToolCall")]
    pub fn deliver(&self, id: impl Into<String>, result: impl Into<HandlerResult>) -> ScriptToolResult {
        let (text, is_error, structured) = match result.into() {
            HandlerResult::Nothing => (String::new(), None, false),
            HandlerResult::Text(text) => (text, None, false),
            HandlerResult::Flagged { text, is_error } => (text, Some(is_error), false),
            HandlerResult::Failed(words) => failed(&words),
            HandlerResult::Structured(result) => self
                .structured(settled(result))
                .unwrap_or_else(|error| unwritable(&error)),
        };
        ScriptToolResult {
            id: id.into(),
            result: text,
            is_error,
            structured_json: structured.then_some(true),
        }
    }

    fn structured(&self, result: StructuredScriptText) -> Result<Delivery, serde_json::Error> {
        let text = serde_json::to_string(&result)?;
        let Some(chars) = length_past(&text, self.cap) else {
            return Ok((text, Some(result.is_error), true));
        };
        let stand_in = match self.storage.save(&text) {
            Ok(path) => OversizedResult {
                is_error: result.is_error,
                error: None,
                oversized: OversizedDetail {
                    chars,
                    saved_to: Some(path),
                },
            },
            Err(error) => OversizedResult {
                is_error: true,
                error: Some(format!(
                    "the result has {chars} characters, more than the {} that a script can get, and could not be saved \
                     ({error}), so it is not delivered; the tool may already have completed",
                    self.cap
                )),
                oversized: OversizedDetail { chars, saved_to: None },
            },
        };
        Ok((serde_json::to_string(&stand_in)?, Some(stand_in.is_error), true))
    }
}

fn failed(words: &str) -> Delivery {
    let words = if words.is_empty() { "tool call failed" } else { words };
    (format!("Error: {words}"), Some(true), false)
}

fn unwritable(error: &serde_json::Error) -> Delivery {
    match HandlerResult::unwritable(error) {
        HandlerResult::Failed(words) => failed(&words),
        _ => failed(""),
    }
}

/// The length of `text` in UTF-16 code units, if it is longer than `cap`.
fn length_past(text: &str, cap: usize) -> Option<u64> {
    // A text never has more UTF-16 code units than bytes, so that most need no counting.
    let length = if text.len() <= cap {
        return None;
    } else {
        text.encode_utf16().count()
    };
    (length > cap).then_some(length as u64)
}
