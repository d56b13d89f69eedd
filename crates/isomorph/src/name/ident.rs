//! Identifiers from wire names.

use std::collections::{HashMap, HashSet};

use heck::{ToPascalCase, ToSnakeCase};
use unicode_normalization::UnicodeNormalization;

use super::keywords;

/// The identifiers of one struct or enum, each used once.
#[derive(Default)]
pub(crate) struct Idents {
    taken: HashSet<String>,
    /// The number that was given last to names of one form.
    numbers: HashMap<String, usize>,
}

impl Idents {
    /// Identifiers of a struct, some of which are taken.
    pub(crate) fn with(taken: &[&str]) -> Idents {
        Idents {
            taken: taken.iter().map(|word| (*word).to_owned()).collect(),
            numbers: HashMap::new(),
        }
    }

    /// The field for a property: snake case, with `_` behind a keyword, and a number behind a name that is taken.
    pub(crate) fn field(&mut self, wire: &str) -> String {
        let mut base = spelled(wire).to_snake_case();
        if base.starts_with(|c: char| !unicode_ident::is_xid_start(c)) {
            base.insert(0, '_');
        }
        if keywords::is_keyword(&base) {
            base.push('_');
        }
        let separator = if base.ends_with('_') { "" } else { "_" };
        self.unique(base, separator)
    }

    /// The variant for a value or a member.
    pub(crate) fn variant(&mut self, wire: &str) -> String {
        let base = pascal_case(wire);
        // The one keyword in Pascal case.
        let base = if base == "Self" { "SelfValue".to_owned() } else { base };
        self.unique(base, "")
    }

    fn unique(&mut self, base: String, separator: &str) -> String {
        if self.taken.insert(base.clone()) {
            return base;
        }
        // The numbers below are taken for good, so that the search goes on where it ended.
        let number = self.numbers.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{base}{separator}{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// A type or variant name. A name that is one already is left as its author wrote it.
pub(crate) fn pascal_case(wire: &str) -> String {
    let is_written_so = wire.starts_with(|c: char| c.is_ascii_uppercase())
        && wire.chars().all(|c| c.is_ascii_alphanumeric())
        && wire.chars().any(|c| c.is_ascii_lowercase());
    if is_written_so {
        return wire.to_owned();
    }
    let mut name = spelled(wire).to_pascal_case();
    if name.starts_with(|c: char| !unicode_ident::is_xid_start(c)) {
        name.insert(0, 'N');
    }
    name
}

/// The text with everything that an identifier cannot hold turned into a separator, or, where nothing else is left or a
/// sign leads a number, into the character's name.
fn spelled(wire: &str) -> String {
    // Rust compares identifiers in NFC, and lints what NFKC would change.
    let wire: String = wire.nfkc().collect();
    let has_word = wire
        .chars()
        .any(|c| c.is_alphanumeric() && unicode_ident::is_xid_continue(c));
    let mut text = String::new();
    let is_signed = wire.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    for (index, c) in wire.chars().enumerate() {
        if c.is_alphanumeric() && unicode_ident::is_xid_continue(c) {
            text.push(c);
        } else if !has_word || (index == 0 && is_signed && matches!(c, '-' | '+' | '<' | '>' | '=')) {
            text.push(' ');
            text.push_str(&character_name(c));
            text.push(' ');
        } else {
            text.push(' ');
        }
    }
    if text.trim().is_empty() {
        "empty".to_owned()
    } else {
        text
    }
}

fn character_name(c: char) -> String {
    let name = match c {
        ' ' => "space",
        '!' => "bang",
        '"' => "quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '\'' => "apostrophe",
        '(' => "open paren",
        ')' => "close paren",
        '*' => "star",
        '+' => "plus",
        ',' => "comma",
        '-' => "minus",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "less",
        '=' => "equal",
        '>' => "greater",
        '?' => "question",
        '@' => "at",
        '[' => "open bracket",
        '\\' => "backslash",
        ']' => "close bracket",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' => "open brace",
        '|' => "or",
        '}' => "close brace",
        '~' => "tilde",
        other => return format!("u{:x}", u32::from(other)),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let mut idents = Idents::default();
        let cases = [
            ("userId", "user_id"),
            ("user_id", "user_id_2"),
            ("type", "type_"),
            ("self", "self_"),
            ("1st", "_1st"),
            ("", "empty"),
            ("$ref", "ref_"),
            ("@type", "type_2"),
            ("+1", "plus_1"),
            ("-1", "minus_1"),
            ("utf-8", "utf_8"),
            ("<", "less"),
            ("<=", "less_equal"),
            ("😀", "u1f600"),
            ("naïve", "naïve"),
            ("a\n// b", "a_b"),
        ];
        for (wire, field) in cases {
            assert_eq!(idents.field(wire), field, "{wire:?}");
        }
    }

    #[test]
    fn types() {
        let cases = [
            ("ToolCall", "ToolCall"),
            ("HTTPError", "HTTPError"),
            ("URL", "Url"),
            ("tool-call", "ToolCall"),
            ("a.b.C", "ABC"),
            ("Page<User>", "PageUser"),
            ("2fa", "N2fa"),
            ("RUN_STARTED", "RunStarted"),
            ("_", "Underscore"),
        ];
        for (wire, name) in cases {
            assert_eq!(pascal_case(wire), name, "{wire:?}");
        }
    }
}
