//! ECMA-262 patterns.

use std::sync::OnceLock;

use fancy_regex::{Regex, RegexBuilder};
use jsonschema_regex::{RepeatedClass, Search, search_form, to_rust_regex};

use crate::text::{cut, quote};

/// How many steps back a pattern with look-around or back-references may take; plain patterns take linear time.
const MOST_STEPS_BACK: usize = 100_000;

/// Room for a pattern's compiled form, filled when it is first asked.
#[derive(Debug)]
pub(crate) struct Compiled(OnceLock<Option<Engine>>);

#[derive(Debug)]
enum Engine {
    /// One class and a count, from the start to the end: no regular expression is written out for it.
    Count(RepeatedClass),
    Regex(Regex),
}

impl Compiled {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Refuses a text in which the pattern is nowhere found, or cannot be looked for.
    pub(crate) fn check(&self, source: &str, text: &str) -> Result<(), String> {
        let Some(engine) = self.0.get_or_init(|| compile(source)) else {
            return Err(format!("the pattern {} cannot be compiled", cut(source, 100)));
        };
        let found = match engine {
            Engine::Count(class) => Ok(class.is_match(text)),
            Engine::Regex(regex) => regex.is_match(text),
        };
        match found {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!(
                "expected string matching {}, found {}",
                cut(source, 100),
                quote(text)
            )),
            Err(_) => Err(format!(
                "matching {} takes too many steps for {}",
                cut(source, 100),
                quote(text)
            )),
        }
    }
}

fn compile(source: &str) -> Option<Engine> {
    let translated = to_rust_regex(source).ok()?;
    let form = match search_form(source, &translated) {
        Some(Search::RepeatedClass(class)) => return Some(Engine::Count(class)),
        Some(Search::Collapsed(form)) => form,
        None => translated.into_owned(),
    };
    let regex = RegexBuilder::new(&form).backtrack_limit(MOST_STEPS_BACK).build();
    regex.ok().map(Engine::Regex)
}
