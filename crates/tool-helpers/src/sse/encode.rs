//! From events to bytes.

use std::fmt;
use std::io;
use std::time::Duration;

use serde::Serialize;

use super::Frame;

/// Why an event cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// A field that takes one line has several.
    LineBreak {
        /// The field.
        field: &'static str,
    },
    /// The identifier has a NUL, so that every reader would ignore it.
    Nul,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineBreak { field } => write!(
                f,
                "the {field} of an event takes one line, and has a line break; only data may have several lines"
            ),
            Self::Nul => f.write_str("the id of an event has a NUL, with which readers ignore it; leave it out"),
        }
    }
}

impl std::error::Error for FrameError {}

impl From<FrameError> for io::Error {
    fn from(error: FrameError) -> Self {
        Self::new(io::ErrorKind::InvalidInput, error)
    }
}

impl Frame {
    /// Adds the bytes of the event to `bytes`.
    ///
    /// Each line of the data becomes a line of its own, whether `\n`, `\r\n` or `\r` ends it; a reader puts `\n` in
    /// between. JSON text is never changed by that.
    ///
    /// # Errors
    /// A type or an identifier with a line break, an identifier with a NUL. Nothing is added then.
    pub fn encode(&self, bytes: &mut Vec<u8>) -> Result<(), FrameError> {
        let Self { event, id, data } = self;
        for (field, text) in [("event", event), ("id", id)] {
            if text.as_ref().is_some_and(|text| text.contains(['\r', '\n'])) {
                return Err(FrameError::LineBreak { field });
            }
        }
        if id.as_ref().is_some_and(|id| id.contains('\0')) {
            return Err(FrameError::Nul);
        }
        if let Some(event) = event {
            line(bytes, "event", event);
        }
        if let Some(id) = id {
            line(bytes, "id", id);
        }
        for text in lines(data) {
            line(bytes, "data", text);
        }
        bytes.push(b'\n');
        Ok(())
    }
}

/// Puts an event whose data is the JSON text of `model` into `bytes`, in place of what was there.
pub(super) fn model(bytes: &mut Vec<u8>, model: &(impl Serialize + ?Sized)) -> Result<(), serde_json::Error> {
    bytes.clear();
    bytes.extend_from_slice(b"data: ");
    // JSON text without indentation has no line breaks: those in strings are escaped.
    serde_json::to_writer(&mut *bytes, model)?;
    bytes.extend_from_slice(b"\n\n");
    Ok(())
}

/// Adds a comment, which readers pass over.
pub(super) fn comment(bytes: &mut Vec<u8>, text: &str) {
    for text in lines(text) {
        line(bytes, "", text);
    }
    bytes.push(b'\n');
}

/// Adds how long a client shall wait before it connects again.
pub(super) fn retry(bytes: &mut Vec<u8>, time: Duration) {
    line(bytes, "retry", &time.as_millis().to_string());
    bytes.push(b'\n');
}

fn line(bytes: &mut Vec<u8>, name: &str, text: &str) {
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend_from_slice(b": ");
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(b'\n');
}

/// The lines of a text, also the empty one behind the last line break.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            return rest.take();
        };
        let behind = &text[end..];
        rest = Some(behind.strip_prefix("\r\n").unwrap_or(&behind[1..]));
        Some(&text[..end])
    })
}
