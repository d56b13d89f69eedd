//! Refusals at the text doors: with a position in the text.

use std::fmt::{self, Display};

use serde_json::error::Category;

use crate::fault::{Fault, split_position};

/// A document that was refused at a text door: where, why, and for which type.
///
/// Its text is the same that plain `serde_json::from_str` gives for the type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    fault: Fault,
    line: usize,
    column: usize,
    category: Category,
    type_name: &'static str,
}

impl Error {
    /// Where in the document, as a JSON pointer; empty for the whole document and for errors of the text itself.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.fault.pointer
    }

    /// What was expected and what was there, without place and position; of bounded length.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.fault.message
    }

    /// The line of the text, from 1; 0 when the error has no position.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of the text in bytes, from 1; 0 when the error has no position.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// The name of the type that was to be read.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// The text is not JSON.
    #[must_use]
    pub fn is_syntax(&self) -> bool {
        self.category == Category::Syntax
    }

    /// The text ends too early.
    #[must_use]
    pub fn is_eof(&self) -> bool {
        self.category == Category::Eof
    }

    /// The text is JSON, but the schema refuses the value.
    #[must_use]
    pub fn is_data(&self) -> bool {
        self.category == Category::Data
    }

    /// From what serde_json found while reading `type_name`.
    pub(crate) fn from_json(error: &serde_json::Error, type_name: &'static str) -> Self {
        let text = error.to_string();
        let message = split_position(&text).0;
        let category = error.classify();
        let fault = match category {
            Category::Data => Fault::parse(message),
            Category::Syntax | Category::Eof | Category::Io => Fault::new(message),
        };
        Self {
            fault,
            line: error.line(),
            column: error.column(),
            category,
            type_name,
        }
    }

    /// The same error with a position: that of the value at the pointer, where the reader had passed it already.
    pub(crate) fn placed(self, text: &str) -> Self {
        if self.line > 0 {
            return self;
        }
        let (line, column) = crate::place::locate(text, &self.fault.pointer);
        Self { line, column, ..self }
    }

    /// Another refusal of the same document. Where it is in the text is only known for the place that this one had.
    pub(crate) fn instead(self, fault: Fault) -> Self {
        if fault == self.fault {
            self
        } else {
            Self {
                fault,
                line: 0,
                column: 0,
                ..self
            }
        }
    }

    /// Bytes that are not UTF-8 after `valid`.
    pub(crate) fn not_utf8(valid: &str, type_name: &'static str) -> Self {
        let line = 1 + valid.bytes().filter(|&byte| byte == b'\n').count();
        let column = 1 + valid.len() - valid.rfind('\n').map_or(0, |index| index + 1);
        let fault = Fault::new("invalid unicode code point");
        Self {
            fault,
            line,
            column,
            category: Category::Syntax,
            type_name,
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.fault, f)?;
        if self.line > 0 {
            write!(f, " at line {} column {}", self.line, self.column)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
