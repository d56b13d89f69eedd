//! Absent, null and there: what generated `set`, `extra` and `finish` bodies call.

use serde::de::{Deserializer, IgnoredAny, MapAccess};
use serde::ser::Serializer;

use crate::Map;
use crate::fault::{restate, within};
use crate::wire::{Reader, Wire};

/// A type without values, for a schema that accepts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl Wire for Never {
    const NAME: &'static str = "nothing";

    /// # Errors
    /// Always.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NeverVisitor;

        impl serde::de::Visitor<'_> for NeverVisitor {
            type Value = Never;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("nothing (the schema accepts no value here)")
            }
        }

        deserializer.deserialize_any(NeverVisitor).map_err(restate)
    }

    fn write<S: Serializer>(&self, _serializer: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl serde::Serialize for Never {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.write(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Never {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

/// Reads the value of the current key into its slot; a value that is there already gives way.
///
/// # Errors
/// What reading a `T` gives; null is an error unless `T` accepts it.
#[inline]
pub fn read_into<'de, T: Wire, A: MapAccess<'de>>(slot: &mut Option<T>, map: &mut A) -> Result<(), A::Error> {
    match map.next_value_seed(Reader::<T>::new()) {
        Ok(value) => {
            *slot = Some(value);
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// As [`read_into`], for a field that is boxed because its type contains itself.
///
/// # Errors
/// What reading a `T` gives.
pub fn read_boxed<'de, T: Wire, A: MapAccess<'de>>(slot: &mut Option<Box<T>>, map: &mut A) -> Result<(), A::Error> {
    read_into(slot, map)
}

/// Reads the value of a key that the schema does not name; of a key that comes twice the last value counts.
///
/// # Errors
/// What reading a `T` gives, placed at the key.
pub fn read_extra<'de, T: Wire, A: MapAccess<'de>>(
    extra: &mut Map<T>,
    key: String,
    map: &mut A,
) -> Result<(), A::Error> {
    match map.next_value_seed(Reader::<T>::new()) {
        Ok(value) => {
            extra.insert(key, value);
            Ok(())
        }
        Err(error) => Err(within(error, &key)),
    }
}

/// Passes over the value of the current key.
///
/// # Errors
/// The map's, when the text is not JSON.
pub fn skip<'de, A: MapAccess<'de>>(map: &mut A) -> Result<(), A::Error> {
    map.next_value::<IgnoredAny>().map(|_| ())
}

/// The value of a required field.
///
/// # Panics
/// When the slot is empty: the reader calls `finish` only after it saw every key in `REQUIRED`, so that generated code
/// whose table names the field cannot get here, whatever the document says.
pub fn filled<T>(slot: Option<T>) -> T {
    match slot {
        Some(value) => value,
        None => unreachable!("a required field is filled before `finish`"),
    }
}
