//! A value that was read before it was known which type it has, with everything the document said.
//!
//! serde has such a type inside, but does not lend it; `serde_json::Value` copies every string.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};

use crate::error::Fault;
use crate::text::quote;

/// The deepest nesting that is buffered. serde_json stops at 128 by itself; this holds for readers without a limit.
const DEEPEST: usize = 512;

/// A JSON value. Of a key that comes twice only the last value is kept, at the place of the first, as in JavaScript.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Buffer<'de> {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    F64(f64),
    Str(Cow<'de, str>),
    Seq(Node, Vec<Buffer<'de>>),
    Map(Node, Pairs<'de>),
}

/// The entries of a buffered object.
pub(crate) type Pairs<'de> = Vec<(Cow<'de, str>, Buffer<'de>)>;

/// Which array or object this is: copies of a node keep its number, so that what was found out about it stays known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Node(u64);

thread_local! {
    static NEXT: Cell<u64> = const { Cell::new(1) };
    /// The node that is being handed to a visitor, 0 for none: serde's interface has no room for it.
    static HANDED: Cell<u64> = const { Cell::new(0) };
}

impl Default for Node {
    /// A node that is no other's copy.
    fn default() -> Self {
        NEXT.with(|next| {
            let number = next.get();
            next.set(number + 1);
            Self(number)
        })
    }
}

impl Node {
    /// The node that a [`Buffer`] hands over to the visitor that asks first; `None` for values from elsewhere.
    pub(crate) fn handed() -> Option<Self> {
        match HANDED.replace(0) {
            0 => None,
            number => Some(Self(number)),
        }
    }

    /// Runs a visitor that may ask for the node.
    pub(crate) fn hand<R>(node: Option<Self>, visit: impl FnOnce() -> R) -> R {
        let Some(Self(number)) = node else { return visit() };
        HANDED.set(number);
        let result = visit();
        // Whoever did not ask must not leave the number to the next value, which may come from elsewhere.
        HANDED.set(0);
        result
    }
}

impl<'de> Buffer<'de> {
    /// Reads any value.
    ///
    /// # Errors
    /// The deserializer's, and when the value is nested too deeply.
    pub(crate) fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed { left: DEEPEST }.deserialize(deserializer)
    }

    /// Collects what is left of an array.
    pub(crate) fn seq<A: SeqAccess<'de>>(items: A) -> Result<Self, A::Error> {
        Seed { left: DEEPEST }.visit_seq(items)
    }

    /// One form for one number, so that readers need not ask twice.
    pub(crate) fn of_u64(value: u64) -> Self {
        i64::try_from(value).map_or(Self::U64(value), Self::I64)
    }

    /// What an error says of the value; never long.
    pub(crate) fn found(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::I64(value) => value.to_string(),
            Self::U64(value) => value.to_string(),
            Self::F64(value) => crate::number::shortest(*value),
            Self::Str(text) => quote(text),
            Self::Seq(..) => "array".to_owned(),
            Self::Map(..) => "object".to_owned(),
        }
    }

    /// The value as `serde_json::Value`.
    pub(crate) fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::I64(value) => (*value).into(),
            Self::U64(value) => (*value).into(),
            Self::F64(value) => (*value).into(),
            Self::Str(text) => Value::String(text.clone().into_owned()),
            Self::Seq(_, items) => items.iter().map(Self::to_value).collect(),
            Self::Map(_, entries) => {
                Value::Object(entries.iter().map(|(key, value)| (key.clone().into_owned(), value.to_value())).collect())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Buffer<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

/// Reads a buffer with so many levels left.
struct Seed {
    left: usize,
}

impl Seed {
    fn inner<E: de::Error>(&self) -> Result<Self, E> {
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
        Ok(Buffer::Bool(value))
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
        let node = Node::handed().unwrap_or_default();
        let mut buffer = Vec::new();
        while let Some(item) = items.next_element_seed(self.inner()?)? {
            buffer.push(item);
        }
        Ok(Buffer::Seq(node, buffer))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let node = Node::handed().unwrap_or_default();
        let mut entries = Vec::new();
        while let Some(key) = map.next_key_seed(KeyText)? {
            entries.push((key, map.next_value_seed(self.inner()?)?));
        }
        settle(&mut entries);
        Ok(Buffer::Map(node, entries))
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

/// Lets the last of several equal keys count, at the place of the first. Says whether there were any.
pub(crate) fn settle(entries: &mut Pairs<'_>) -> bool {
    if !has_twins(entries) {
        return false;
    }
    let mut settled = crate::Map::with_capacity(entries.len());
    for (key, value) in entries.drain(..) {
        settled.insert(key.into_owned(), value);
    }
    entries.extend(settled.into_iter().map(|(key, value)| (Cow::Owned(key), value)));
    true
}

fn has_twins(entries: &Pairs<'_>) -> bool {
    // Few keys are fastest compared one by one, many must not take quadratic time.
    if entries.len() <= 24 {
        return entries.iter().enumerate().any(|(index, (key, _))| entries[..index].iter().any(|(other, _)| other == key));
    }
    let mut seen = std::collections::HashSet::with_capacity(entries.len());
    !entries.iter().all(|(key, _)| seen.insert(&**key))
}

impl<'de> Deserializer<'de> for &Buffer<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Buffer::Null => visitor.visit_unit(),
            Buffer::Bool(value) => visitor.visit_bool(*value),
            Buffer::I64(value) => visitor.visit_i64(*value),
            Buffer::U64(value) => visitor.visit_u64(*value),
            Buffer::F64(value) => visitor.visit_f64(*value),
            Buffer::Str(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Buffer::Str(Cow::Owned(text)) => visitor.visit_str(text),
            Buffer::Seq(node, items) => Node::hand(Some(*node), || visit_items(items, visitor)),
            Buffer::Map(node, entries) => {
                Node::hand(Some(*node), || visitor.visit_map(BufferedEntries { entries: entries.iter(), value: None }))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Buffer::Null => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    /// Only an object: an array is not read as one, as serde's own buffers do.
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Buffer::Map(..) => self.deserialize_any(visitor),
            other => Err(Fault::new(format!("expected {}, found {}", Expecting(&visitor), other.found()))),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self {
            Buffer::Str(text) => visitor.visit_enum((&**text).into_deserializer()),
            Buffer::Map(_, entries) => visitor
                .visit_enum(de::value::MapAccessDeserializer::new(BufferedEntries { entries: entries.iter(), value: None })),
            other => Err(Fault::new(format!("expected {}, found {}", Expecting(&visitor), other.found()))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct struct identifier
    }
}

/// What a visitor expects, as text.
struct Expecting<'a, V>(&'a V);

impl<'de, V: Visitor<'de>> fmt::Display for Expecting<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

fn visit_items<'de, V: Visitor<'de>>(items: &[Buffer<'de>], visitor: V) -> Result<V::Value, Fault> {
    let mut access = BufferedItems { items: items.iter() };
    let value = visitor.visit_seq(&mut access)?;
    match access.items.len() {
        0 => Ok(value),
        left => Err(Fault::new(format!("expected {} items, found {}", items.len() - left, items.len()))),
    }
}

struct BufferedItems<'a, 'de> {
    items: std::slice::Iter<'a, Buffer<'de>>,
}

impl<'de> SeqAccess<'de> for BufferedItems<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.items.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct BufferedEntries<'a, 'de> {
    entries: std::slice::Iter<'a, (Cow<'de, str>, Buffer<'de>)>,
    value: Option<&'a Buffer<'de>>,
}

impl<'de> MapAccess<'de> for BufferedEntries<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(BufferedKey(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(Fault::new("a value was asked for before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A key that was read before.
pub(crate) struct BufferedKey<'a, 'de>(pub(crate) &'a Cow<'de, str>);

impl<'de> Deserializer<'de> for BufferedKey<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
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
