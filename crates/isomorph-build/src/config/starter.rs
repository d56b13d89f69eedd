//! The configuration file that a repository begins with.

use super::path::quoted;

/// Where the models of a new file go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StarterPlace {
    /// A crate in this folder.
    Crate(String),
    /// One Rust file.
    File(String),
}

/// The text of a configuration file for these documents, in which the most wanted policies stand as comments. Paths are
/// relative to the file.
#[must_use]
pub fn starter(documents: &[String], place: &StarterPlace) -> String {
    let (key, path) = match place {
        StarterPlace::Crate(path) => ("crate", path),
        StarterPlace::File(path) => ("file", path),
    };
    let mut text = format!("{HEAD}\n[[output]]\n{key} = {}\n", quoted(path));
    for document in documents {
        text.push_str(&format!("\n[[output.spec]]\npath = {}\n", quoted(document)));
    }
    text.push_str(TAIL);
    text
}

const HEAD: &str = "\
#:schema https://raw.githubusercontent.com/isomorph-rs/isomorph/main/docs/isomorph.schema.json
# Which documents become which Rust models. All keys: https://github.com/isomorph-rs/isomorph/blob/main/docs/config.md

# How models shall be. These are the defaults; outputs, specs and types can differ.
[policy]
# unknown = \"ignore\"            # keys that the schema says nothing about: \"ignore\", \"keep\", \"deny\"
# formats = \"annotate\"          # whether formats are checked: \"annotate\", \"assert\"
# union-match = \"most-specific\" # \"most-specific\", \"first\"
";

const TAIL: &str = "
# [[output.spec.type]]
# target = \"/components/schemas/Pet\"
# name = \"Animal\"
";
