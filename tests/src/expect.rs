//! Expected texts: compared, or rewritten when the author asks for it.

use std::fs;
use std::path::Path;

use similar::TextDiff;

/// What `UPDATE_EXPECT` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// Not set: expectations are compared.
    Nothing,
    /// `UPDATE_EXPECT=1`: generated code and diagnostics are rewritten.
    Texts,
    /// `UPDATE_EXPECT=errors`: the messages that documents state are rewritten.
    Errors,
}

/// What this run was asked for.
pub fn update() -> Update {
    match std::env::var("UPDATE_EXPECT").as_deref() {
        Err(_) => Update::Nothing,
        Ok("errors") => Update::Errors,
        Ok(_) => Update::Texts,
    }
}

/// Compares a text with the file that expects it, or rewrites the file.
///
/// # Errors
/// The difference, or why the file cannot be read or written.
pub fn text(path: &Path, found: &str) -> Result<(), String> {
    let expected = fs::read_to_string(path).ok();
    if expected.as_deref() == Some(found) {
        return Ok(());
    }
    if update() == Update::Texts {
        return fs::write(path, found).map_err(|error| format!("{}: {error}", path.display()));
    }
    let Some(expected) = expected else {
        return Err("there is no expected text yet: run with UPDATE_EXPECT=1, and look at what it writes".to_owned());
    };
    Err(format!(
        "differs from what is expected (UPDATE_EXPECT=1 rewrites it):\n{}",
        diff(&expected, found)
    ))
}

/// Two texts as a unified diff.
pub fn diff(expected: &str, found: &str) -> String {
    TextDiff::from_lines(expected, found)
        .unified_diff()
        .context_radius(2)
        .header("expected", "found")
        .to_string()
}
