//! A value that was read before it was known which type it has, with everything the document said.
//!
//! serde has such a type inside, but does not lend it; `serde_json::Value` copies every string.

mod read;
mod shared;
mod source;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

use crate::text::{quote, same_key};

pub(crate) use read::KeyText;
pub(crate) use shared::{Handed, Node, sharing};
pub(crate) use source::BufferedKey;

/// A JSON value. Of a key that comes twice only the last value is kept, at the place of the first, as in JavaScript.
///
/// Moved about a lot, so no payload may share the word of the variant's number: then moving is copying whole words.
#[derive(Debug)]
pub(crate) enum Buffer<'de> {
    Null,
    False,
    True,
    I64(i64),
    U64(u64),
    F64(f64),
    Str(Cow<'de, str>),
    Seq(Vec<Buffer<'de>>),
    Map(Pairs<'de>),
    /// An array or object that other buffers hold as well.
    Shared(Node),
}

/// The entries of a buffered object.
pub(crate) type Pairs<'de> = Vec<(Cow<'de, str>, Buffer<'de>)>;

impl<'de> Buffer<'de> {
    pub(crate) fn of_bool(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }

    /// One form for one number, so that readers need not ask twice.
    pub(crate) fn of_u64(value: u64) -> Self {
        i64::try_from(value).map_or(Self::U64(value), Self::I64)
    }

    /// The value itself, whoever holds it.
    pub(crate) fn plain(&self) -> &Self {
        match self {
            Self::Shared(node) => node.value(),
            other => other,
        }
    }

    /// What an error says of the value; never long.
    pub(crate) fn found(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::False => "false".to_owned(),
            Self::True => "true".to_owned(),
            Self::I64(value) => value.to_string(),
            Self::U64(value) => value.to_string(),
            Self::F64(value) => crate::number::shortest(*value),
            Self::Str(text) => quote(text),
            Self::Seq(_) => "array".to_owned(),
            Self::Map(_) => "object".to_owned(),
            Self::Shared(node) => node.value().found(),
        }
    }

    /// The value as `serde_json::Value`.
    pub(crate) fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Self::Null => Value::Null,
            Self::False => Value::Bool(false),
            Self::True => Value::Bool(true),
            Self::I64(value) => (*value).into(),
            Self::U64(value) => (*value).into(),
            Self::F64(value) => (*value).into(),
            Self::Str(text) => Value::String(text.clone().into_owned()),
            Self::Seq(items) => items.iter().map(Self::to_value).collect(),
            Self::Map(entries) => Value::Object(
                entries
                    .iter()
                    .map(|(key, value)| (key.clone().into_owned(), value.to_value()))
                    .collect(),
            ),
            Self::Shared(node) => node.value().to_value(),
        }
    }
}

thread_local! {
    /// Whether an object had a key twice.
    static DOUBLES: Cell<bool> = const { Cell::new(false) };
}

/// Reads something; says whether an object that was buffered had a key twice.
pub(crate) fn with_doubles<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<(T, bool), E> {
    DOUBLES.set(false);
    read().map(|value| (value, DOUBLES.get()))
}

/// Lets the last of several equal keys count, at the place of the first.
pub(crate) fn settle(entries: &mut Pairs<'_>) {
    if !has_doubles(entries) {
        return;
    }
    DOUBLES.set(true);
    let mut settled = crate::Map::with_capacity(entries.len());
    for (key, value) in entries.drain(..) {
        settled.insert(key.into_owned(), value);
    }
    entries.extend(settled.into_iter().map(|(key, value)| (Cow::Owned(key), value)));
}

fn has_doubles(entries: &Pairs<'_>) -> bool {
    // Most objects are through here: keys with different marks are different.
    let mut marks = 0u64;
    let distinct = entries.iter().all(|(key, _)| {
        let key = key.as_bytes();
        let ends = key
            .first()
            .zip(key.last())
            .map_or(0, |(first, last)| (first ^ last.rotate_left(3)).wrapping_mul(11));
        let mark = 1 << (usize::from(ends).wrapping_add(key.len() * 7) % 64);
        let is_new = marks & mark == 0;
        marks |= mark;
        is_new
    });
    if distinct {
        return false;
    }
    // Few keys are fastest compared one by one, many must not take quadratic time.
    if entries.len() <= 24 {
        let before = |index: usize, key: &str| entries[..index].iter().any(|(other, _)| same_key(other, key));
        return entries.iter().enumerate().any(|(index, (key, _))| before(index, key));
    }
    let mut seen = HashSet::with_capacity(entries.len());
    !entries.iter().all(|(key, _)| seen.insert(&**key))
}
