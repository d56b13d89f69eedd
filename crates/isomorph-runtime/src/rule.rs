//! The keywords of JSON Schema that a Rust type does not enforce.

use std::cmp::Ordering;
use std::fmt;

pub use crate::number::Bound;
use crate::number::is_multiple;
#[cfg(feature = "schema")]
use crate::text::{cut, quote};

/// What a value must satisfy beyond its type. Every keyword is optional; built in a `static`, since compiled patterns
/// are kept inside.
#[derive(Debug)]
pub struct Rule {
    minimum: Option<Bound>,
    exclusive_minimum: Option<Bound>,
    maximum: Option<Bound>,
    exclusive_maximum: Option<Bound>,
    multiple_of: Option<&'static str>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    utf16: bool,
    #[cfg(feature = "pattern")]
    pattern: Option<&'static str>,
    #[cfg(feature = "pattern")]
    compiled: crate::pattern::Compiled,
    #[cfg(feature = "schema")]
    format: Option<&'static str>,
    min_items: Option<u64>,
    max_items: Option<u64>,
    unique_items: bool,
    items: Option<&'static Rule>,
    prefix: &'static [Rule],
    min_properties: Option<u64>,
    max_properties: Option<u64>,
    property_names: Option<&'static Rule>,
    values: Option<&'static Rule>,
    also: Option<&'static Rule>,
}

macro_rules! builders {
    ($($(#[$doc:meta])* $name:ident: $type:ty),* $(,)?) => { $(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self, value: $type) -> Self {
            self.$name = Some(value);
            self
        }
    )* };
}

impl Rule {
    /// A rule that everything satisfies.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            minimum: None,
            exclusive_minimum: None,
            maximum: None,
            exclusive_maximum: None,
            multiple_of: None,
            min_length: None,
            max_length: None,
            utf16: false,
            #[cfg(feature = "pattern")]
            pattern: None,
            #[cfg(feature = "pattern")]
            compiled: crate::pattern::Compiled::new(),
            #[cfg(feature = "schema")]
            format: None,
            min_items: None,
            max_items: None,
            unique_items: false,
            items: None,
            prefix: &[],
            min_properties: None,
            max_properties: None,
            property_names: None,
            values: None,
            also: None,
        }
    }

    builders! {
        /// The least number allowed.
        minimum: Bound,
        /// Numbers must be greater.
        exclusive_minimum: Bound,
        /// The greatest number allowed.
        maximum: Bound,
        /// Numbers must be less.
        exclusive_maximum: Bound,
        /// Numbers must be a whole multiple of this decimal text; compared in decimal arithmetic.
        multiple_of: &'static str,
        /// The least number of characters in a string.
        min_length: u64,
        /// The greatest number of characters in a string.
        max_length: u64,
        /// The least number of items.
        min_items: u64,
        /// The greatest number of items.
        max_items: u64,
        /// The rule of every item; with [`prefix`](Self::prefix), of every item after those.
        items: &'static Rule,
        /// The least number of keys.
        min_properties: u64,
        /// The greatest number of keys.
        max_properties: u64,
        /// The rule of every key.
        property_names: &'static Rule,
        /// The rule of every value of a map.
        values: &'static Rule,
        /// A rule that counts as well, for a keyword that several schemas say.
        also: &'static Rule,
    }

    /// Lengths count UTF-16 units, as JavaScript does, not code points.
    #[must_use]
    pub const fn utf16(mut self) -> Self {
        self.utf16 = true;
        self
    }

    /// Strings must match this ECMA-262 pattern somewhere. A pattern that cannot be compiled refuses every string and
    /// says so.
    #[cfg(feature = "pattern")]
    #[must_use]
    pub const fn pattern(mut self, source: &'static str) -> Self {
        self.pattern = Some(source);
        self
    }

    /// Strings must have this format; one that is not known passes.
    #[cfg(feature = "schema")]
    #[must_use]
    pub const fn format(mut self, name: &'static str) -> Self {
        self.format = Some(name);
        self
    }

    /// No two items may be equal.
    #[must_use]
    pub const fn unique_items(mut self) -> Self {
        self.unique_items = true;
        self
    }

    /// The rules of the first items, by position.
    #[must_use]
    pub const fn prefix(mut self, rules: &'static [Rule]) -> Self {
        self.prefix = rules;
        self
    }

    pub(crate) fn number(&self, value: Bound) -> Result<(), String> {
        let order = |bound: Option<Bound>| bound.map(|bound| (bound, value.compare(bound)));
        let refuse = |sign: &str, bound: Bound| Err(format!("expected number {sign} {bound}, found {value}"));
        match order(self.minimum) {
            Some((bound, Some(Ordering::Less) | None)) => return refuse(">=", bound),
            Some((_, Some(Ordering::Equal | Ordering::Greater))) | None => {}
        }
        match order(self.exclusive_minimum) {
            Some((bound, Some(Ordering::Less | Ordering::Equal) | None)) => return refuse(">", bound),
            Some((_, Some(Ordering::Greater))) | None => {}
        }
        match order(self.maximum) {
            Some((bound, Some(Ordering::Greater) | None)) => return refuse("<=", bound),
            Some((_, Some(Ordering::Equal | Ordering::Less))) | None => {}
        }
        match order(self.exclusive_maximum) {
            Some((bound, Some(Ordering::Greater | Ordering::Equal) | None)) => return refuse("<", bound),
            Some((_, Some(Ordering::Less))) | None => {}
        }
        match self.multiple_of {
            Some(divisor) if !is_multiple(&value.to_string(), divisor) => {
                Err(format!("expected multiple of {divisor}, found {value}"))
            }
            Some(_) | None => self.also.map_or(Ok(()), |rule| rule.number(value)),
        }
    }

    pub(crate) fn text(&self, text: &str) -> Result<(), String> {
        if !self.has_length(text.len() as u64) {
            let (length, unit) = if self.utf16 {
                (text.encode_utf16().count() as u64, "UTF-16 units")
            } else {
                (text.chars().count() as u64, "characters")
            };
            within("string of", unit, length, self.min_length, self.max_length)?;
        }
        #[cfg(feature = "pattern")]
        if let Some(pattern) = self.pattern {
            self.compiled.check(pattern, text)?;
        }
        #[cfg(feature = "schema")]
        if let Some(format) = self.format
            && !crate::schema::has_format(format, text)
        {
            return Err(format!(
                "expected string of format {}, found {}",
                cut(format, 60),
                quote(text)
            ));
        }
        self.also.map_or(Ok(()), |rule| rule.text(text))
    }

    /// Whether the number of bytes alone tells that the length is right: counting characters takes a walk over the text.
    fn has_length(&self, bytes: u64) -> bool {
        // A code point has at most four bytes, a UTF-16 unit at most three, and neither has less than one.
        let widest = if self.utf16 { 3 } else { 4 };
        self.min_length.is_none_or(|least| bytes.div_ceil(widest) >= least)
            && self.max_length.is_none_or(|most| bytes <= most)
    }

    pub(crate) fn count(&self, items: usize) -> Result<(), String> {
        within("array of", "items", items as u64, self.min_items, self.max_items)
    }

    pub(crate) fn properties(&self, keys: usize) -> Result<(), String> {
        within(
            "object of",
            "keys",
            keys as u64,
            self.min_properties,
            self.max_properties,
        )
    }

    pub(crate) fn is_unique(&self) -> bool {
        self.unique_items
    }

    pub(crate) fn has_items(&self) -> bool {
        self.items.is_some() || !self.prefix.is_empty()
    }

    /// The rule of the item at `index`.
    pub(crate) fn item(&self, index: usize) -> Option<&Rule> {
        self.prefix.get(index).or(self.items)
    }

    pub(crate) fn name_rule(&self) -> Option<&'static Rule> {
        self.property_names
    }

    pub(crate) fn value_rule(&self) -> Option<&'static Rule> {
        self.values
    }
}

/// What a value does that satisfies the rule: `is >= 3 and is a multiple of 2`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |text: &str, bound: Option<Bound>| bound.map(|bound| format!("{text} {bound}"));
        let count =
            |count: Option<u64>, side: &str, unit: &str| count.map(|count| format!("has at {side} {count} {unit}"));
        let unit = if self.utf16 { "UTF-16 units" } else { "characters" };
        let parts = [
            bound("is >=", self.minimum),
            bound("is >", self.exclusive_minimum),
            bound("is <=", self.maximum),
            bound("is <", self.exclusive_maximum),
            self.multiple_of.map(|divisor| format!("is a multiple of {divisor}")),
            count(self.min_length, "least", unit),
            count(self.max_length, "most", unit),
            count(self.min_items, "least", "items"),
            count(self.max_items, "most", "items"),
            self.unique_items.then(|| "has unique items".to_owned()),
            count(self.min_properties, "least", "keys"),
            count(self.max_properties, "most", "keys"),
            #[cfg(feature = "pattern")]
            self.pattern.map(|source| format!("matches {source}")),
            #[cfg(feature = "schema")]
            self.format.map(|format| format!("has format {format}")),
            self.also.map(|rule| rule.to_string()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" and "))
    }
}

impl Default for Rule {
    fn default() -> Self {
        Self::new()
    }
}

fn within(what: &str, unit: &str, found: u64, least: Option<u64>, most: Option<u64>) -> Result<(), String> {
    let refuse = |side: &str, bound: u64| Err(format!("expected {what} at {side} {bound} {unit}, found {found}"));
    match (least, most) {
        (Some(least), _) if found < least => refuse("least", least),
        (_, Some(most)) if found > most => refuse("most", most),
        _ => Ok(()),
    }
}
