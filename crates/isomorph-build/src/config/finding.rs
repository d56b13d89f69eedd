//! What is wrong with a configuration file, as diagnostics that point into it.

use isomorph::{Diagnostic, Diagnostics, Document, Place, Severity};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::policy::PolicyPart;
use super::read::{Fault, FaultKind, below, listed};
use crate::Error;

/// A mistake and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The rule.
    pub(crate) rule: &'static str,
    /// The value, as a JSON pointer.
    pub(crate) pointer: String,
    /// Whether the key itself is wrong, rather than its value.
    pub(crate) is_key: bool,
    /// What was found.
    pub(crate) message: String,
    /// Why that is a problem.
    pub(crate) why: String,
    /// What to do.
    pub(crate) repair: String,
}

/// A configuration file's text as an error shows it.
pub(crate) fn error(name: &str, text: &str, findings: Vec<Finding>) -> Error {
    let (root, _) = DeTable::parse_recoverable(text);
    let root = value(root);
    let place = |finding: &Finding| offset(&root, &finding.pointer, finding.is_key);
    let mut placed: Vec<(usize, Finding)> = findings.into_iter().map(|finding| (place(&finding), finding)).collect();
    placed.sort_by_key(|(offset, _)| *offset);
    let diagnostics = placed.into_iter().map(|(offset, finding)| {
        let (line, column) = position(text, offset);
        Diagnostic {
            rule: finding.rule,
            severity: Severity::Error,
            place: Place {
                document: name.to_owned(),
                pointer: finding.pointer,
                line,
                column,
            },
            message: finding.message,
            why: finding.why,
            repair: finding.repair,
        }
    });
    shown(name, text, diagnostics.collect())
}

/// An error about a text that is not TOML.
pub(super) fn syntax(name: &str, text: &str, errors: &[toml::de::Error]) -> Error {
    let diagnostics = errors.iter().map(|error| {
        let (line, column) = position(text, error.span().map_or(0, |span| span.start));
        Diagnostic {
            rule: "config-syntax",
            severity: Severity::Error,
            place: Place {
                document: name.to_owned(),
                pointer: String::new(),
                line,
                column,
            },
            message: format!("not TOML: {}", error.message().replace('\n', ", ")),
            why: "nothing of the file can be relied on".to_owned(),
            repair: "correct the syntax; https://toml.io describes it".to_owned(),
        }
    });
    shown(name, text, diagnostics.collect())
}

fn shown(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Error {
    Error::Documents {
        diagnostics: Diagnostics(diagnostics),
        documents: vec![Document {
            name: name.to_owned(),
            module: String::new(),
            text: text.to_owned(),
            policy: None,
        }],
    }
}

/// A parsed file as a value.
pub(super) fn value(root: Spanned<DeTable<'_>>) -> Spanned<DeValue<'_>> {
    let span = root.span();
    Spanned::new(span, DeValue::Table(root.into_inner()))
}

/// Where a value or its key starts, in bytes; where the text has no such value, the nearest one around.
fn offset(root: &Spanned<DeValue<'_>>, pointer: &str, is_key: bool) -> usize {
    let mut at = root;
    let mut start = if pointer.is_empty() { 0 } else { at.span().start };
    let mut tokens = pointer.split('/').skip(1).peekable();
    while let Some(token) = tokens.next() {
        let token = token.replace("~1", "/").replace("~0", "~");
        let found = match at.get_ref() {
            DeValue::Table(entries) => entries
                .iter()
                .find(|(key, _)| *key.get_ref() == token)
                .map(|(key, value)| {
                    let of_key = is_key && tokens.peek().is_none();
                    (value, if of_key { key.span().start } else { value.span().start })
                }),
            DeValue::Array(items) => token
                .parse()
                .ok()
                .and_then(|index: usize| items.get(index))
                .map(|item| (item, item.span().start)),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => None,
        };
        let Some(found) = found else { break };
        (at, start) = found;
    }
    start
}

/// The line and the column, in characters, of an offset in bytes.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Self {
        let pointer = fault.pointer.unwrap_or_default();
        match fault.kind {
            FaultKind::UnknownKey { key, known } => Finding {
                rule: "config-unknown-key",
                is_key: true,
                message: format!("there is no key `{key}` {}", inside(&pointer)),
                why: format!(
                    "the keys there are {}",
                    listed(known.iter().map(|key| format!("`{key}`")))
                ),
                repair: match nearest(&key, known.iter().copied()) {
                    Some(near) => format!("write `{near}`"),
                    None if known.contains(&"policy") && PolicyPart::KEYS.contains(&key.as_str()) => {
                        format!("move it below `[{}]`", table(&below(&pointer, "policy")))
                    }
                    None => "remove it".to_owned(),
                },
                pointer: below(&pointer, &key),
            },
            FaultKind::MissingKey { key } => Finding {
                rule: "config-missing-key",
                is_key: false,
                message: format!("`[[{}]]` has no key `{key}`", table(&pointer)),
                why: "nothing can be made of it without".to_owned(),
                repair: format!("add `{key} = \"...\"`"),
                pointer,
            },
            FaultKind::UnknownWord { found, known } => Finding {
                rule: "config-unknown-value",
                is_key: false,
                message: format!("`{}` cannot be {found:?}", key(&pointer)),
                why: format!("it is {}", listed(known.iter().map(|word| format!("{word:?}")))),
                repair: match nearest(&found, known.iter().copied()) {
                    Some(near) => format!("write {near:?}"),
                    None => "choose one of them, or remove the key".to_owned(),
                },
                pointer,
            },
            FaultKind::WrongType { found, expected } => {
                let key = key(&pointer);
                let is_item = pointer
                    .rsplit('/')
                    .next()
                    .is_some_and(|token| token.parse::<usize>().is_ok());
                Finding {
                    rule: "config-wrong-type",
                    is_key: false,
                    message: if is_item {
                        format!("an item of `{key}` is {found}")
                    } else {
                        format!("`{key}` is {found}")
                    },
                    why: format!("it must be {expected}"),
                    repair: match expected.as_str() {
                        "a string" if is_item => "write it in quotes".to_owned(),
                        "a table" if is_item => {
                            format!(
                                "write `[[{}]]` in a line of its own, and its keys below",
                                table(&pointer)
                            )
                        }
                        "a string" => format!("write it in quotes: `{key} = \"...\"`"),
                        "a boolean" => format!("write `{key} = true` or `{key} = false`"),
                        "a table" => format!("write `[{}]` in a line of its own, and its keys below", table(&pointer)),
                        "an array" if ["output", "spec", "type", "map-uri"].contains(&key.as_str()) => {
                            format!(
                                "write `[[{}]]` in a line of its own, and its keys below",
                                table(&pointer)
                            )
                        }
                        "an array" => format!("write it in brackets: `{key} = [\"...\"]`"),
                        _ => "choose one of them, or remove the key".to_owned(),
                    },
                    pointer,
                }
            }
            FaultKind::Other { message } => Finding {
                rule: "config-invalid",
                is_key: false,
                message,
                why: "nothing can be made of it".to_owned(),
                repair: "see docs/config.md for what is possible".to_owned(),
                pointer,
            },
        }
    }
}

/// The last key of a pointer.
pub(super) fn key(pointer: &str) -> String {
    let is_key = |token: &&str| token.parse::<usize>().is_err();
    pointer.rsplit('/').find(is_key).unwrap_or_default().to_owned()
}

/// A table as its header names it: `output.spec` for `/output/0/spec/1`.
pub(super) fn table(pointer: &str) -> String {
    let keys = pointer
        .split('/')
        .skip(1)
        .filter(|token| token.parse::<usize>().is_err());
    keys.collect::<Vec<_>>().join(".")
}

fn inside(pointer: &str) -> String {
    if pointer.is_empty() {
        "at the top of the file".to_owned()
    } else {
        format!("in `{}`", table(pointer))
    }
}

/// The name that was meant, if one is near enough to say so.
pub(crate) fn nearest<'n>(found: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    let found = plain(found);
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&found, &plain(name)), name))
        .filter(|(distance, name)| *distance <= (name.chars().count() / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_near() {
        let known = ["unknown", "union-match", "io"];
        assert_eq!(nearest("unkown", known), Some("unknown"));
        assert_eq!(nearest("union_match", known), Some("union-match"));
        assert_eq!(nearest("IO", known), Some("io"));
        assert_eq!(nearest("layout", known), None);
    }

    #[test]
    fn pointers_as_a_reader_of_toml_says_them() {
        assert_eq!(table("/output/0/spec/12"), "output.spec");
        assert_eq!(key("/output/0/spec/1/policy/derives/3"), "derives");
    }
}
