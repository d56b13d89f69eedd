//! Why the text of a tool result was refused.

use std::fmt;

/// Why the text of a tool result was refused. Its text names the tool and the cause.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is not JSON.
    NotJson {
        /// The tool whose result it is.
        tool: String,
        /// What is wrong with the text.
        reason: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
    },
    /// The text is JSON, but a tool result is an object.
    NotAnObject {
        /// The tool whose result it is.
        tool: String,
        /// What the text is instead: `null`, `an array`, ...
        found: &'static str,
    },
    /// No result type is registered for the tool.
    UnknownTool {
        /// The tool that was asked for.
        name: String,
        /// The tools that are registered, in the order of their registration.
        known: Vec<String>,
    },
    /// The caller wants another type than the one registered for the tool.
    OtherType {
        /// The tool whose result it is.
        tool: String,
        /// The name of the registered type.
        registered: &'static str,
        /// The name of the type that the caller wants.
        asked: &'static str,
    },
    /// The registered type refuses the object.
    Refused {
        /// The tool whose result it is.
        tool: String,
        /// The name of the type that refuses it.
        type_name: &'static str,
        /// Where, as a JSON pointer; empty for the whole object.
        pointer: String,
        /// What was expected and what was there.
        reason: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
    },
}

impl ParseError {
    /// The tool whose result was refused.
    #[must_use]
    pub fn tool(&self) -> &str {
        match self {
            Self::UnknownTool { name: tool, .. }
            | Self::NotJson { tool, .. }
            | Self::NotAnObject { tool, .. }
            | Self::OtherType { tool, .. }
            | Self::Refused { tool, .. } => tool,
        }
    }

    /// Sorts out why `text` was refused: it is no JSON, no object, or an object that the type refuses.
    pub(super) fn of(tool: &str, text: &str, error: &isomorph_runtime::Error) -> Self {
        let tool = tool.to_owned();
        // A type refuses at the first fault, which may come before the text turns out to be no JSON.
        if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
            let (line, column) = (error.line(), error.column());
            let reason = error.to_string();
            let position = format!(" at line {line} column {column}");
            let reason = reason.strip_suffix(&position).map(str::to_owned).unwrap_or(reason);
            return Self::NotJson {
                tool,
                reason,
                line,
                column,
            };
        }
        match kind(text) {
            Some(found) => Self::NotAnObject { tool, found },
            None => Self::Refused {
                tool,
                type_name: error.type_name(),
                pointer: error.pointer().to_owned(),
                reason: error.message().to_owned(),
                line: error.line(),
                column: error.column(),
            },
        }
    }
}

/// What a JSON text is by its first character, unless it is an object.
fn kind(text: &str) -> Option<&'static str> {
    match text.trim_ascii_start().bytes().next()? {
        b'{' => None,
        b'[' => Some("an array"),
        b'"' => Some("a string"),
        b'n' => Some("null"),
        b't' | b'f' => Some("a boolean"),
        _ => Some("a number"),
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool {:?}: ", self.tool())?;
        match self {
            Self::NotJson {
                reason, line, column, ..
            } => {
                write!(f, "the result is not JSON: {reason} at line {line} column {column}")
            }
            Self::NotAnObject { found, .. } => write!(f, "the result is not a JSON object, but {found}"),
            Self::UnknownTool { known, .. } if known.is_empty() => {
                f.write_str("no result type is registered for it, nor for any other tool")
            }
            Self::UnknownTool { known, .. } => {
                write!(f, "no result type is registered for it, only for ")?;
                known.iter().enumerate().try_for_each(|(index, name)| {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{name:?}")
                })
            }
            Self::OtherType { registered, asked, .. } => write!(f, "its results are {registered}, not {asked}"),
            Self::Refused {
                type_name,
                pointer,
                reason,
                line,
                column,
                ..
            } => {
                write!(f, "{type_name} refuses the result")?;
                if !pointer.is_empty() {
                    write!(f, " at {pointer}")?;
                }
                write!(f, ": {reason} at line {line} column {column}")
            }
        }
    }
}

impl std::error::Error for ParseError {}
