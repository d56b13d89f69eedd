//! Values that a schema fixes: `const` and `enum`.

use std::fmt;

use serde::de::{self, Deserializer, MapAccess};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::Value;

use crate::buffer::Buffer;
use crate::number::{Bound, shortest, write_float};
use crate::text::{cut, quote, same_key};

/// A JSON value as a schema names it.
#[derive(Debug, Clone, Copy)]
pub enum Literal {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that fits `i64`.
    Int(i64),
    /// A whole number that fits `u64`.
    Uint(u64),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// An array or object, as JSON text.
    Json(&'static str),
}

impl Literal {
    /// Whether `value` is this value by JSON Schema's equality: `1` is `1.0`, the order of keys does not matter.
    pub(crate) fn matches(&self, value: &Buffer<'_>) -> bool {
        match (self, value.plain()) {
            (Self::Str(text), Buffer::Str(found)) => same_key(text, found),
            (Self::Null, Buffer::Null) => true,
            (Self::Bool(fixed), Buffer::False) => !fixed,
            (Self::Bool(fixed), Buffer::True) => *fixed,
            (Self::Json(text), Buffer::Seq(_) | Buffer::Map(_)) => {
                serde_json::from_str::<Value>(text).is_ok_and(|fixed| same(&fixed, &value.to_value()))
            }
            (Self::Int(..) | Self::Uint(..) | Self::Float(..), Buffer::I64(..) | Buffer::U64(..) | Buffer::F64(..)) => {
                self.number()
                    .zip(number(value))
                    .is_some_and(|(fixed, found)| fixed.equals(found))
            }
            (
                Self::Null
                | Self::Bool(..)
                | Self::Int(..)
                | Self::Uint(..)
                | Self::Float(..)
                | Self::Str(..)
                | Self::Json(..),
                _,
            ) => false,
        }
    }

    /// The value itself, for a default in an untyped place. A [`Json`](Self::Json) text that is not JSON is null; generated
    /// code never holds one.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match *self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::from(value),
            Self::Uint(value) => Value::from(value),
            Self::Float(value) => Value::from(value),
            Self::Str(text) => Value::from(text),
            Self::Json(text) => serde_json::from_str(text).unwrap_or_default(),
        }
    }

    fn number(&self) -> Option<Bound> {
        match *self {
            Self::Int(value) => Some(Bound::Int(value)),
            Self::Uint(value) => Some(Bound::Uint(value)),
            Self::Float(value) => Some(Bound::Float(value)),
            Self::Null | Self::Bool(..) | Self::Str(..) | Self::Json(..) => None,
        }
    }
}

/// The number of a buffered value.
pub(crate) fn number(value: &Buffer<'_>) -> Option<Bound> {
    match *value {
        Buffer::I64(value) => Some(Bound::Int(value)),
        Buffer::U64(value) => Some(Bound::Uint(value)),
        Buffer::F64(value) => Some(Bound::Float(value)),
        Buffer::Null
        | Buffer::False
        | Buffer::True
        | Buffer::Str(_)
        | Buffer::Seq(_)
        | Buffer::Map(_)
        | Buffer::Shared(_) => None,
    }
}

/// JSON Schema's equality.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Bound::of(left).equals(Bound::of(right)),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, left)| right.get(key).is_some_and(|right| same(left, right)))
        }
        _ => left == right,
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Uint(value) => value.fmt(f),
            Self::Float(value) => f.write_str(&shortest(*value)),
            Self::Str(text) => f.write_str(&quote(text)),
            Self::Json(text) => f.write_str(&cut(text, 100)),
        }
    }
}

impl Serialize for Literal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Uint(value) => serializer.serialize_u64(*value),
            Self::Float(value) => write_float(*value, serializer),
            Self::Str(text) => serializer.serialize_str(text),
            Self::Json(text) => serde_json::from_str::<Value>(text)
                .map_err(S::Error::custom)?
                .serialize(serializer),
        }
    }
}

/// Reads the value of the current key, which must be `fixed`.
///
/// # Errors
/// The map's, and when the value is another one.
pub fn literal<'de, A: MapAccess<'de>>(map: &mut A, fixed: &Literal) -> Result<(), A::Error> {
    let value = map.next_value::<Buffer<'de>>()?;
    if fixed.matches(&value) {
        Ok(())
    } else {
        Err(other(fixed, &value))
    }
}

/// As [`literal`], for a whole value.
///
/// # Errors
/// The deserializer's, and when the value is another one.
pub fn read_literal<'de, D: Deserializer<'de>>(deserializer: D, fixed: &Literal) -> Result<(), D::Error> {
    let value = Buffer::read(deserializer)?;
    if fixed.matches(&value) {
        Ok(())
    } else {
        Err(other(fixed, &value))
    }
}

#[cold]
fn other<E: de::Error>(fixed: &Literal, found: &Buffer<'_>) -> E {
    E::custom(format_args!("expected {fixed}, found {}", found.found()))
}
