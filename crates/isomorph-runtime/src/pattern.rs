//! ECMA-262 patterns.

use std::sync::OnceLock;

use fancy_regex::{Regex, RegexBuilder};

use crate::text::{cut, quote};

/// How many steps back a pattern with look-around or back-references may take; plain patterns take linear time.
const MOST_STEPS_BACK: usize = 100_000;

/// Room for a pattern's compiled form, filled when it is first asked.
#[derive(Debug)]
pub(crate) struct Compiled(OnceLock<Option<Regex>>);

impl Compiled {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Refuses a text in which the pattern is nowhere found, or cannot be looked for.
    pub(crate) fn check(&self, source: &str, text: &str) -> Result<(), String> {
        let shown = cut(source, 100);
        let Some(regex) = self.0.get_or_init(|| compile(source)) else {
            return Err(format!("the pattern {shown} cannot be compiled"));
        };
        match regex.is_match(text) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("expected string matching {shown}, found {}", quote(text))),
            Err(_) => Err(format!("matching {shown} takes too many steps for {}", quote(text))),
        }
    }
}

fn compile(source: &str) -> Option<Regex> {
    let translated = jsonschema_regex::to_rust_regex(source).ok()?;
    RegexBuilder::new(&translated)
        .backtrack_limit(MOST_STEPS_BACK)
        .build()
        .ok()
}
