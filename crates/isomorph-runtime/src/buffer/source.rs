//! Reading any type from a buffer.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};

use super::{Buffer, Handed, Pairs};
use crate::fault::Refusal;

impl<'de> Deserializer<'de> for &Buffer<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Buffer::Null => visitor.visit_unit(),
            Buffer::False => visitor.visit_bool(false),
            Buffer::True => visitor.visit_bool(true),
            Buffer::I64(value) => visitor.visit_i64(*value),
            Buffer::U64(value) => visitor.visit_u64(*value),
            Buffer::F64(value) => visitor.visit_f64(*value),
            Buffer::Str(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Buffer::Str(Cow::Owned(text)) => visitor.visit_str(text),
            Buffer::Seq(items) => visit_items(items, visitor),
            Buffer::Map(entries) => visitor.visit_map(BufferedEntries::new(entries, false)),
            Buffer::Shared(node) => Handed::over(Some(node), || match node.value() {
                // Whoever takes the node leaves the items: that there are any left says nothing.
                Buffer::Seq(items) => visitor.visit_seq(BufferedItems {
                    items: items.iter(),
                    is_shared: true,
                }),
                Buffer::Map(entries) => visitor.visit_map(BufferedEntries::new(entries, true)),
                other => Err(mismatch(&visitor, other)),
            }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Buffer::Null => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    /// Only an object: an array is not read as one, as serde's own buffers do.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.plain() {
            Buffer::Map(_) => self.deserialize_any(visitor),
            other => Err(mismatch(&visitor, other)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.plain() {
            Buffer::Str(text) => visitor.visit_enum((&**text).into_deserializer()),
            Buffer::Map(entries) => visitor.visit_enum(de::value::MapAccessDeserializer::new(BufferedEntries::new(
                entries, false,
            ))),
            other => Err(mismatch(&visitor, other)),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        // The common case before the way of all values.
        match self {
            Buffer::Str(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str bytes byte_buf unit unit_struct
        seq tuple tuple_struct struct identifier
    }
}

#[cold]
fn mismatch<'de, V: Visitor<'de>>(visitor: &V, found: &Buffer<'_>) -> Refusal {
    Refusal::new(format!("expected {}, found {}", Expecting(visitor), found.found()))
}

/// What a visitor expects, as text.
struct Expecting<'a, V>(&'a V);

impl<'de, V: Visitor<'de>> fmt::Display for Expecting<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

fn visit_items<'de, V: Visitor<'de>>(items: &[Buffer<'de>], visitor: V) -> Result<V::Value, Refusal> {
    let mut access = BufferedItems {
        items: items.iter(),
        is_shared: false,
    };
    let value = visitor.visit_seq(&mut access)?;
    match access.items.len() {
        0 => Ok(value),
        left => Err(Refusal::new(format!(
            "expected {} items, found {}",
            items.len() - left,
            items.len()
        ))),
    }
}

struct BufferedItems<'a, 'de> {
    items: std::slice::Iter<'a, Buffer<'de>>,
    is_shared: bool,
}

impl<'de> SeqAccess<'de> for BufferedItems<'_, 'de> {
    type Error = Refusal;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        if self.is_shared {
            Handed::decline();
        }
        self.items.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct BufferedEntries<'a, 'de> {
    entries: std::slice::Iter<'a, (Cow<'de, str>, Buffer<'de>)>,
    value: Option<&'a Buffer<'de>>,
    is_shared: bool,
}

impl<'a, 'de> BufferedEntries<'a, 'de> {
    fn new(entries: &'a Pairs<'de>, is_shared: bool) -> Self {
        Self {
            entries: entries.iter(),
            value: None,
            is_shared,
        }
    }
}

impl<'de> MapAccess<'de> for BufferedEntries<'_, 'de> {
    type Error = Refusal;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        if self.is_shared {
            Handed::decline();
        }
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(BufferedKey(key)).map(Some)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(Refusal::new("a value was asked for before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key that was read before.
pub(crate) struct BufferedKey<'a, 'de>(pub(crate) &'a Cow<'de, str>);

impl<'de> Deserializer<'de> for BufferedKey<'_, 'de> {
    type Error = Refusal;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(text),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
