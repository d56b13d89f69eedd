//! The words that a generated name must not be: the one place for Rust's keywords.

/// Strict and reserved keywords of all editions (Rust reference, "Keywords").
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Names that generated code uses without a path, and those that would read as if it did.
const PRELUDE: &[&str] = &[
    "Self",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Vec",
    "String",
    "Box",
    "Default",
    "Clone",
    "Debug",
    "PartialEq",
    "Eq",
    "Hash",
    "From",
    "Into",
    "TryFrom",
    "Iterator",
    "Drop",
    "Fn",
    "Send",
    "Sync",
    "Sized",
    "Copy",
    "ToString",
    "Map",
    "Never",
    "Slots",
    "Value",
    "Serialize",
    "Deserialize",
];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

pub(super) fn is_prelude_name(name: &str) -> bool {
    PRELUDE.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keywords_are_sorted_so_that_the_search_finds_each() {
        assert!(KEYWORDS.is_sorted());
        assert!(KEYWORDS.iter().all(|word| is_keyword(word)));
        assert!(!is_keyword("kind"));
    }
}
