//! Types with a fixed list of values.

use serde::de::{Deserializer, Error as _};
use serde::ser::{Serialize as _, Serializer};

use crate::buffer::Buffer;
use crate::fault::Fault;
use crate::literal::Literal;
use crate::text::either;

/// An enum whose variants stand for the values that a schema lists. Implemented by generated code.
pub trait Enumeration: Sized {
    /// What errors call the type.
    const NAME: &'static str;
    /// The values, of any JSON type.
    const VALUES: &'static [Literal];

    /// The variant of `VALUES[index]`.
    fn from_index(index: usize) -> Self;

    /// Which of [`VALUES`](Self::VALUES) this is.
    fn index(&self) -> usize;
}

/// Reads one of the listed values.
///
/// # Errors
/// The deserializer's; a value that is not listed.
pub fn read<'de, T: Enumeration, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let value = Buffer::read(deserializer)?;
    match find(T::VALUES, &value) {
        Some(index) => Ok(T::from_index(index)),
        None => Err(D::Error::custom(refusal(T::VALUES, &value))),
    }
}

/// Writes the value as the schema lists it.
///
/// # Errors
/// The serializer's, and when the implementation's index is outside of its own list.
pub fn write<T: Enumeration, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    match T::VALUES.get(value.index()) {
        Some(literal) => literal.serialize(serializer),
        None => Err(serde::ser::Error::custom(format_args!(
            "{} has no value {}",
            T::NAME,
            value.index()
        ))),
    }
}

/// The text of a value, where the schema lists strings; empty for a value of another type.
pub fn enumeration_text<T: Enumeration>(value: &T) -> &'static str {
    match T::VALUES.get(value.index()) {
        Some(Literal::Str(text)) => text,
        Some(
            Literal::Null
            | Literal::Bool(..)
            | Literal::Int(..)
            | Literal::Uint(..)
            | Literal::Float(..)
            | Literal::Json(..),
        )
        | None => "",
    }
}

/// The refusal of a text that is not listed, for conversions from text.
#[cold]
pub fn unlisted<T: Enumeration>(text: &str) -> Fault {
    Fault::new(refusal(T::VALUES, &Buffer::Str(text.into())))
}

/// Which literal the value is.
pub(crate) fn find(values: &[Literal], value: &Buffer<'_>) -> Option<usize> {
    values.iter().position(|literal| literal.matches(value))
}

#[cold]
fn refusal(values: &[Literal], value: &Buffer<'_>) -> String {
    format!("expected {}, found {}", either(values.iter(), 10), value.found())
}
