//! Names of modules and packages from names of files and folders.

use std::path::{Component, Path};

use heck::ToSnakeCase;

/// Names that a module cannot have: Rust's keywords, and the files that Cargo gives a meaning.
const TAKEN: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop", "macro", "main",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The module of a document: its file name in snake case, without `.json`, `.yaml`, `.openapi` and the like.
///
/// `tool-results.openapi.json` is `tool_results`.
pub(crate) fn module(document: &Path) -> String {
    let mut stem = document.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for suffixes in [&[".json", ".yaml", ".yml"][..], &[".openapi", ".schema"]] {
        if let Some(length) = suffixes
            .iter()
            .find_map(|suffix| stem.strip_suffix(suffix))
            .map(str::len)
            && length > 0
        {
            stem.truncate(length);
        }
    }
    let spaced: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let name = spaced.to_snake_case();
    match name.chars().next() {
        None => "models".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) if TAKEN.contains(&name.as_str()) => format!("{name}_"),
        Some(_) => name,
    }
}

/// The package of a crate: the name of its folder.
///
/// # Errors
///
/// A sentence, when the folder's name is not a package name or the path has none.
pub(crate) fn package(folder: &Path) -> Result<String, String> {
    let name = folder.components().next_back().and_then(|last| match last {
        Component::Normal(name) => name.to_str(),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
    });
    match name {
        Some(name)
            if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
                && !TAKEN.contains(&name) =>
        {
            Ok(name.to_owned())
        }
        Some(name) => Err(format!(
            "the folder's name, {name:?}, becomes the package's name, so it must be of letters, digits, - and _, start \
             with a letter, and be no keyword"
        )),
        None => Err(format!(
            "{:?} has no name that could become the package's name",
            folder.display().to_string()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_snake_case_without_the_usual_endings() {
        for (path, expected) in [
            ("specs/tool-results.openapi.json", "tool_results"),
            ("petstore.yaml", "petstore"),
            ("toolResults.schema.json", "tool_results"),
            ("api.v2.yml", "api_v2"),
            ("openapi.json", "openapi"),
            (".json", "json"),
            ("schema", "schema"),
            ("2fa.json", "_2fa"),
            ("type.json", "type_"),
            ("lib.json", "lib_"),
            ("Self.json", "self_"),
            ("größe.json", "gr_e"),
            ("---.json", "models"),
        ] {
            assert_eq!(module(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn packages_are_named_like_their_folder() {
        assert_eq!(
            package(Path::new("generated/tool-models")).as_deref(),
            Ok("tool-models")
        );
        assert_eq!(
            package(Path::new("generated/tool-models/")).as_deref(),
            Ok("tool-models")
        );
        for path in ["", ".", "/", "a b", "1a", "x/..", "crate"] {
            assert!(package(Path::new(path)).is_err(), "{path:?}");
        }
    }
}
