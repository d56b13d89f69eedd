//! Arrays whose first places have types of their own, and of which some may be missing or more may follow.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeSeq, Serializer};

use crate::check::{Checked, Checks};
use crate::condition::{self, Condition};
use crate::fault::{at, restate};
use crate::rule::Rule;
use crate::wire::{Reader, Wire, Writer};

#[cfg(feature = "schema")]
use crate::schema::Schema;

/// A struct that is an array on the wire (`prefixItems` of JSON Schema 2020-12). Implemented by generated code.
pub trait Sequence: Sized {
    /// What errors call the type.
    const NAME: &'static str;
    /// How many places have a type of their own.
    const PLACES: usize;
    /// How many items there are at least.
    const LEAST: usize;
    /// What the value as a whole must satisfy, where neither type nor check says it.
    const CONDITION: Option<&'static Condition> = None;
    /// What holds the items until all were read.
    type Slots: Default;

    /// Reads the item at a place, or behind the last one; says `false` at the end of the array, and for an item that
    /// no place is for.
    ///
    /// # Errors
    /// The deserializer's, and what the item's type refuses.
    fn set<'de, A: SeqAccess<'de>>(slots: &mut Self::Slots, place: usize, seq: &mut A) -> Result<bool, A::Error>;

    /// Makes the value; at least [`LEAST`](Self::LEAST) items were read.
    fn finish(slots: Self::Slots) -> Self;

    /// Writes the items in order.
    fn write<S: SerializeSeq>(&self, elements: &mut Elements<S>);

    /// Checks what the types do not enforce.
    fn check(&self, _checks: &mut Checks) {}

    /// The schema to validate with before the value is read, where neither type nor check can say it.
    #[cfg(feature = "schema")]
    fn schema() -> Option<&'static Schema> {
        None
    }
}

/// Reads one item into its slot; `false` at the end of the array.
///
/// # Errors
/// The deserializer's, and what the item's type refuses.
pub fn read_element<'de, T: Wire, A: SeqAccess<'de>>(slot: &mut Option<T>, seq: &mut A) -> Result<bool, A::Error> {
    *slot = seq.next_element_seed(Reader::<T>::new())?;
    Ok(slot.is_some())
}

/// Reads one item behind the places; `false` at the end of the array.
///
/// # Errors
/// The deserializer's, and what the item's type refuses.
pub fn read_rest<'de, T: Wire, A: SeqAccess<'de>>(rest: &mut Vec<T>, seq: &mut A) -> Result<bool, A::Error> {
    let item = seq.next_element_seed(Reader::<T>::new())?;
    let is_item = item.is_some();
    rest.extend(item);
    Ok(is_item)
}

/// Reads a model that is an array.
///
/// # Errors
/// The deserializer's; anything that is no array, too few items, and items that no place is for.
pub fn read<'de, T: Sequence, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    #[cfg(feature = "schema")]
    if let Some(schema) = T::schema() {
        return crate::schema::read_checked(schema, deserializer, |value| read_plain(value));
    }
    // Readers of buffers are compiled only for models with a condition.
    if const { T::CONDITION.is_some() }
        && let Some(condition) = T::CONDITION
    {
        return condition::read_checked(condition, deserializer, |value| read_plain(value));
    }
    read_plain(deserializer)
}

fn read_plain<'de, T: Sequence, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer
        .deserialize_seq(SequenceVisitor(PhantomData))
        .map_err(restate)
}

/// Writes a model that is an array.
///
/// # Errors
/// The serializer's, and a place without an item before one with an item.
pub fn write<T: Sequence, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut elements = Elements {
        seq: serializer.serialize_seq(None)?,
        has_gap: false,
        error: None,
    };
    value.write(&mut elements);
    match elements.error {
        None => elements.seq.end(),
        Some(error) => Err(error),
    }
}

struct SequenceVisitor<T>(PhantomData<T>);

impl<'de, T: Sequence> Visitor<'de> for SequenceVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "array ({})", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        let mut slots = T::Slots::default();
        let mut place = 0;
        loop {
            match T::set(&mut slots, place, &mut seq) {
                Ok(true) => place += 1,
                Ok(false) => break,
                Err(error) => return Err(at(error, place)),
            }
        }
        if place < T::LEAST {
            let items = if T::LEAST == 1 { "item" } else { "items" };
            let message = format_args!(
                "expected array of at least {} {items} ({}), found {place}",
                T::LEAST,
                T::NAME
            );
            return Err(A::Error::custom(message));
        }
        // A closed sequence stops reading behind its last place; anything left there is one item too many.
        if place >= T::PLACES && seq.next_element::<serde::de::IgnoredAny>()?.is_some() {
            let message = format_args!(
                "expected array of at most {} items ({}), found more",
                T::PLACES,
                T::NAME
            );
            return Err(A::Error::custom(message));
        }
        let value = T::finish(slots);
        Checks::run(|checks| value.check(checks)).map_err(A::Error::custom)?;
        Ok(value)
    }
}

/// The items of an array that is being written; carries the first error, so that generated bodies are one chain.
pub struct Elements<S: SerializeSeq> {
    seq: S,
    has_gap: bool,
    error: Option<S::Error>,
}

impl<S: SerializeSeq> Elements<S> {
    /// Writes an item.
    pub fn put<T: Wire>(&mut self, item: &T) -> &mut Self {
        if self.error.is_none() {
            self.error = if self.has_gap {
                Some(S::Error::custom(
                    "an item of the array is absent, and a later one is not",
                ))
            } else {
                self.seq.serialize_element(&Writer(item)).err()
            };
        }
        self
    }

    /// Writes an item if there is one; none may follow where there is not.
    pub fn put_some<T: Wire>(&mut self, item: &Option<T>) -> &mut Self {
        match item {
            Some(item) => self.put(item),
            None => {
                self.has_gap = true;
                self
            }
        }
    }

    /// Writes the items behind the places.
    pub fn put_all<T: Wire>(&mut self, items: &[T]) -> &mut Self {
        items.iter().fold(self, |written, item| written.put(item))
    }
}

impl Checks {
    /// Applies `rule` to the items behind the first `places`.
    pub fn rest<T: Checked>(&mut self, places: usize, items: &[T], rule: &Rule) {
        for (index, item) in items.iter().enumerate() {
            self.item(places + index, item, rule);
        }
    }

    /// Applies the counts and the uniqueness of `rule` to a whole sequence.
    pub fn sequence<T: Wire>(&mut self, value: &T, rule: &Rule) {
        match serde_json::to_value(Writer(value)) {
            Ok(value) => self.value(&value, rule),
            Err(error) => self.refuse(error.to_string()),
        }
    }
}
