//! ECMA-262 patterns at generation time, with the meaning that they have at run time.

mod class;
mod portable;
#[cfg(test)]
mod tests;

use fancy_regex::{CompileError, Error, Regex};
use jsonschema_regex::{RepeatedClass, Search, is_valid_ecma_regex, search_form, to_rust_regex};

pub(crate) use portable::portable;

/// A pattern that can be looked for.
pub(crate) enum Compiled {
    Regex(Box<Regex>),
    /// One class and a count, from the start to the end.
    Count(RepeatedClass),
}

/// Why a pattern cannot be looked for.
pub(crate) struct Problem {
    pub(crate) reason: String,
    pub(crate) repair: String,
}

/// Compiles a pattern as the runtime does with what [`portable`] makes of it.
///
/// # Errors
/// Why it is none that can be looked for.
pub(crate) fn compile(source: &str) -> Result<Compiled, Problem> {
    let written = portable(source);
    let translated = to_rust_regex(&written).map_err(|()| misread(source))?;
    let form = match search_form(&written, &translated) {
        Some(Search::RepeatedClass(class)) => return Ok(Compiled::Count(class)),
        Some(Search::Collapsed(form)) => form,
        None => translated.into_owned(),
    };
    let regex = Regex::new(&form).map_err(|error| uncompiled(source, &error))?;
    Ok(Compiled::Regex(Box::new(regex)))
}

/// Whether the pattern is found in the text. A pattern that cannot be compiled is found nowhere; it is reported where it
/// is shaped.
pub(crate) fn matches(source: &str, text: &str) -> bool {
    match compile(source) {
        Ok(Compiled::Regex(regex)) => regex.is_match(text).unwrap_or(false),
        Ok(Compiled::Count(class)) => class.is_match(text),
        Err(_) => false,
    }
}

/// Whether a pattern refers to its groups by number or name, or names them. Taken from the text alone, so that some
/// patterns that only look like it do too.
pub(crate) fn refers_to_groups(source: &str) -> bool {
    let after = |mark: &str, is_one: fn(char) -> bool| {
        let mut ends = source
            .match_indices(mark)
            .map(|(start, _)| &source[start + mark.len()..]);
        ends.any(|rest| rest.starts_with(is_one))
    };
    after("\\", |next| matches!(next, '1'..='9' | 'k')) || after("(?<", |next| !matches!(next, '=' | '!'))
}

fn misread(source: &str) -> Problem {
    if is_valid_ecma_regex(source) {
        return Problem {
            reason: "it is valid, but the engines that judge it cannot express it".to_owned(),
            repair: "write it with classes, groups, look-around and repetition alone".to_owned(),
        };
    }
    Problem {
        reason: "it is not an ECMA-262 pattern".to_owned(),
        repair: foreign(source).unwrap_or("correct the pattern").to_owned(),
    }
}

fn uncompiled(source: &str, error: &Error) -> Problem {
    if is_too_large(error) {
        return Problem {
            reason: "it is valid, but too large once its repetitions are written out".to_owned(),
            repair: "say how long the text may be with `minLength` and `maxLength`, and repeat less in the pattern"
                .to_owned(),
        };
    }
    if !is_valid_ecma_regex(source) {
        return Problem {
            reason: "it is not an ECMA-262 pattern".to_owned(),
            repair: foreign(source).unwrap_or("correct the pattern").to_owned(),
        };
    }
    Problem {
        reason: format!("it is valid, but cannot be judged: {error}"),
        repair: "write it without what is named here".to_owned(),
    }
}

fn is_too_large(error: &Error) -> bool {
    let Error::CompileError(error) = error else {
        return false;
    };
    matches!(&**error, CompileError::InnerError(error) if error.size_limit().is_some())
}

/// What to write for the constructs of other languages that are met most often.
fn foreign(source: &str) -> Option<&'static str> {
    [
        (
            "(?P<",
            "write a named group as `(?<name>...)`, and a reference to it as `\\k<name>`",
        ),
        ("(?P=", "write a reference to a named group as `\\k<name>`"),
        ("\\A", "write `^` for the start of the text"),
        ("\\Z", "write `$` for the end of the text"),
        ("\\z", "write `$` for the end of the text"),
        ("(?>", "ECMA-262 has no atomic groups: write `(?:...)`"),
        (
            "[[:",
            "ECMA-262 has no POSIX classes: write the characters, as in `[A-Za-z]`",
        ),
        (
            "(?i)",
            "ECMA-262 has no flags for a whole pattern: write both cases, as in `[Aa]`",
        ),
    ]
    .into_iter()
    .find_map(|(construct, repair)| source.contains(construct).then_some(repair))
}
