//! Reading any value into a buffer.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Buffer, Handed, settle};

/// The deepest nesting that is buffered. serde_json stops at 128 by itself; this holds for readers without a limit.
const DEEPEST: usize = 512;

impl<'de> Buffer<'de> {
    /// Reads any value.
    ///
    /// # Errors
    /// The deserializer's, and when the value is nested too deeply.
    pub(crate) fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed { left: DEEPEST }.deserialize(deserializer)
    }

    /// Collects an array.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub(crate) fn seq<A: SeqAccess<'de>>(items: A) -> Result<Self, A::Error> {
        Seed { left: DEEPEST }.visit_seq(items)
    }
}

impl<'de> Deserialize<'de> for Buffer<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

/// Reads a buffer with so many levels left.
#[derive(Clone, Copy)]
struct Seed {
    left: usize,
}

impl Seed {
    fn inner<E: de::Error>(self) -> Result<Self, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left }),
            None => Err(E::custom("nested too deeply")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Buffer<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed {
    type Value = Buffer<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Buffer::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Buffer::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Buffer::of_bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Buffer::I64(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Buffer::of_u64(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Buffer::F64(value))
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Buffer::Str(Cow::Borrowed(text)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Buffer::Str(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Buffer::Str(Cow::Owned(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        if let Some(node) = Handed::take() {
            return Ok(Buffer::Shared(node));
        }
        let inner = self.inner()?;
        let mut buffer = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            buffer.push(item);
        }
        Ok(Buffer::Seq(buffer))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        if let Some(node) = Handed::take() {
            return Ok(Buffer::Shared(node));
        }
        let inner = self.inner()?;
        let mut entries = Vec::new();
        while let Some(key) = map.next_key_seed(KeyText)? {
            if entries.is_empty() {
                // One allocation for most objects instead of two or three.
                entries.reserve_exact(8);
            }
            entries.push((key, map.next_value_seed(inner)?));
        }
        settle(&mut entries);
        Ok(Buffer::Map(entries))
    }
}

/// Reads a key, borrowed where the text allows it.
pub(crate) struct KeyText;

impl<'de> DeserializeSeed<'de> for KeyText {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeyText {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("key")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}
