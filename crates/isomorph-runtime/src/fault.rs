//! Refusals: what was expected, what was there, and where in the value.

use std::fmt::{self, Display};

use serde::de::{self, Expected, Unexpected};

use crate::text::{cut, quote, segment_text};

/// The longest message that an error keeps, in characters.
const LONGEST: usize = 2_000;

/// A refusal before it has a position in a text: the place in the value, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a JSON pointer (RFC 6901); empty for the whole value.
    pub pointer: String,
    /// What was expected and what was there; of bounded length.
    pub message: String,
}

impl Fault {
    /// A refusal of the whole value.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            pointer: String::new(),
            message: message.into(),
        }
    }

    /// The same refusal seen from the object that holds the value at `key`.
    #[must_use]
    pub fn within(mut self, key: &str) -> Self {
        let segment = segment_text(key);
        let mut pointer = String::with_capacity(1 + segment.len() + self.pointer.len());
        pointer.push('/');
        pointer.push_str(&segment);
        pointer.push_str(&self.pointer);
        self.pointer = pointer;
        self
    }

    /// The same refusal seen from the array that holds the value at `index`.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        self.within(&index.to_string())
    }

    /// Takes a message apart that this type (or serde) made; whatever is not recognised is the message.
    pub(crate) fn parse(text: &str) -> Self {
        if let Some((pointer, message)) = text.strip_prefix("at ").and_then(split_pointer) {
            return Self {
                pointer,
                message: cut(message, LONGEST).into_owned(),
            };
        }
        Self::new(restated(text).unwrap_or_else(|| cut(text, LONGEST).into_owned()))
    }
}

impl Display for Fault {
    /// `at POINTER: MESSAGE`, or only the message when the pointer is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            return f.write_str(&self.message);
        }
        if self
            .pointer
            .contains(|c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '"')
        {
            // Quoted, so that the end of the pointer can be found again whatever keys it holds.
            let quoted = serde_json::to_string(&self.pointer).map_err(|_| fmt::Error)?;
            write!(f, "at {quoted}: {}", self.message)
        } else {
            write!(f, "at {}: {}", self.pointer, self.message)
        }
    }
}

impl std::error::Error for Fault {}

/// A fault as the error of reading from a buffer: one word, since results are handed up through many readers.
#[derive(Debug)]
pub struct Refusal(Box<Fault>);

impl Refusal {
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Fault::new(message).into()
    }
}

impl From<Fault> for Refusal {
    #[cold]
    fn from(fault: Fault) -> Self {
        Self(Box::new(fault))
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        *refusal.0
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl std::error::Error for Refusal {}

impl de::Error for Refusal {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Fault::parse(&message.to_string()).into()
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(mismatch(&found, expected))
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(mismatch(&found, expected))
    }
}

/// `expected EXPECTED, found FOUND`, without copying a long string.
fn mismatch(found: &Unexpected<'_>, expected: &dyn Expected) -> String {
    match found {
        Unexpected::Str(text) => format!("expected {expected}, found {}", quote(text)),
        other => format!("expected {expected}, found {}", plain(&other.to_string())),
    }
}

/// The JSON pointer at the start of `rest` and what follows its colon.
fn split_pointer(rest: &str) -> Option<(String, &str)> {
    if !rest.starts_with('"') {
        let (pointer, message) = rest.split_once(": ")?;
        return pointer.starts_with('/').then(|| (pointer.to_owned(), message));
    }
    let mut escaped = false;
    let end = rest.char_indices().skip(1).find_map(|(index, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(index)
    })?;
    let pointer = serde_json::from_str(rest.get(..=end)?).ok()?;
    Some((pointer, rest.get(end + 1..)?.strip_prefix(": ")?))
}

/// serde's way of putting a wrong type, in ours: `expected string, found 5`.
fn restated(text: &str) -> Option<String> {
    let rest = text
        .strip_prefix("invalid type: ")
        .or_else(|| text.strip_prefix("invalid value: "))?;
    // What is expected is our own text and holds no such separator; what was found may hold anything.
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some(format!("expected {}, found {}", cut(expected, 200), plain(found)))
}

/// serde's description of a value that was found, as JSON where it can be.
fn plain(found: &str) -> String {
    if let Some(text) = found.strip_prefix("string \"") {
        let text = text.strip_suffix('"').unwrap_or(text);
        return match cut(text, 60) {
            std::borrow::Cow::Borrowed(whole) => format!("\"{whole}\""),
            std::borrow::Cow::Owned(start) => format!("\"{start}\""),
        };
    }
    let number = |kind: &str| found.strip_prefix(kind).and_then(|rest| rest.strip_suffix('`'));
    match found {
        "unit value" | "Option value" => "null".to_owned(),
        "sequence" => "array".to_owned(),
        "map" => "object".to_owned(),
        _ => {
            let value = number("integer `")
                .or_else(|| number("boolean `"))
                .or_else(|| number("floating point `"));
            cut(value.unwrap_or(found), 100).into_owned()
        }
    }
}

/// Splits serde_json's ` at line L column C` off, if it is there.
pub(crate) fn split_position(text: &str) -> (&str, &str) {
    let Some(start) = text.rfind(" at line ") else {
        return (text, "");
    };
    let position = &text[start + " at line ".len()..];
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    match position.split_once(" column ") {
        Some((line, column)) if digits(line) && digits(column) => text.split_at(start),
        _ => (text, ""),
    }
}

/// Whether serde_json says this about the text, not about the data; such errors pass unchanged, since only so do
/// `is_syntax` and `is_eof` stay true.
fn is_syntax(message: &str) -> bool {
    message.starts_with("EOF while parsing ")
        || matches!(
            message,
            "expected `:`"
                | "expected `,` or `]`"
                | "expected `,` or `}`"
                | "expected ident"
                | "expected value"
                | "expected `\"`"
                | "invalid escape"
                | "invalid number"
                | "number out of range"
                | "invalid unicode code point"
                | "control character (\\u0000-\\u001F) found while parsing a string"
                | "key must be a string"
                | "lone leading surrogate in hex escape"
                | "trailing comma"
                | "trailing characters"
                | "unexpected end of hex escape"
                | "recursion limit exceeded"
        )
}

/// The error seen from the object that holds the value at `key`.
#[cold]
pub(crate) fn within<E: de::Error>(error: E, key: &str) -> E {
    match placed(&error.to_string(), key) {
        Some(text) => E::custom(text),
        None => error,
    }
}

/// The error seen from the array that holds the value at `index`.
#[cold]
pub(crate) fn at<E: de::Error>(error: E, index: usize) -> E {
    within(error, &index.to_string())
}

/// serde's own wording put into ours; every reader passes its errors through here.
#[cold]
pub(crate) fn restate<E: de::Error>(error: E) -> E {
    match reworded(&error.to_string()) {
        Some(text) => E::custom(text),
        None => error,
    }
}

fn placed(text: &str, key: &str) -> Option<String> {
    let (message, position) = split_position(text);
    if is_syntax(message) {
        return None;
    }
    Some(format!("{}{position}", Fault::parse(message).within(key)))
}

fn reworded(text: &str) -> Option<String> {
    let (message, position) = split_position(text);
    restated(message).map(|message| message + position)
}
