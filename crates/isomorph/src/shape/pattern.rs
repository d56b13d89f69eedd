//! ECMA-262 patterns at generation time, with the meaning that they have at run time.

use fancy_regex::Regex;

/// The pattern in the syntax of the regex crate, compiled.
///
/// # Errors
/// Why it is not a pattern.
pub(crate) fn compile(source: &str) -> Result<Regex, String> {
    let translated =
        jsonschema_regex::to_rust_regex(source).map_err(|()| "it is not an ECMA-262 pattern".to_owned())?;
    Regex::new(&translated).map_err(|error| error.to_string())
}

/// Whether the pattern is found in the text. A pattern that cannot be compiled is found nowhere; it is reported where it
/// is shaped.
pub(crate) fn matches(source: &str, text: &str) -> bool {
    compile(source).is_ok_and(|regex| regex.is_match(text).unwrap_or(false))
}
