//! An object whose first entries are read before it is known whose they are.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};

use super::Union;
use super::entries::Entries;
use super::keys::Watch;
use crate::buffer::{Buffer, BufferedKey, Handed, KeyText, Node, Pairs};
use crate::fault::within;

/// Reads entries into a buffer as long as it is asked to; then, as the object that a member's reader gets, gives the
/// buffered entries, the key whose value was not read yet, and the rest of the object.
///
/// It is large, so it stays where it was made.
pub(super) struct Replay<'de, A> {
    /// Nothing is left but the rest: most keys come when this is so.
    is_rest: bool,
    buffered: Entries<'de>,
    value: Option<Buffer<'de>>,
    current: Option<Cow<'de, str>>,
    watch: Option<Watch>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> Replay<'de, A> {
    pub(super) fn new(rest: A) -> Self {
        Self {
            is_rest: false,
            buffered: Entries::default(),
            value: None,
            current: None,
            watch: None,
            rest,
        }
    }

    /// The next key of the rest.
    pub(super) fn key(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        self.rest.next_key_seed(KeyText)
    }

    /// The value of a key that was just read.
    pub(super) fn value(&mut self, key: &str) -> Result<Buffer<'de>, A::Error> {
        self.rest
            .next_value::<Buffer<'de>>()
            .map_err(|error| within(error, key))
    }

    /// Keeps an entry for the member.
    pub(super) fn keep(&mut self, key: Cow<'de, str>, value: Buffer<'de>) {
        self.buffered.push(key, value);
    }

    /// All entries that were kept.
    pub(super) fn into_pairs(self) -> Pairs<'de> {
        self.buffered.into_pairs()
    }

    /// Reads the object as one member; `node` is the shared object that it comes from, if it does.
    pub(super) fn read<T: Union>(&mut self, member: usize, node: Option<&Node>) -> Result<T, A::Error> {
        Handed::over(node, || T::read_member(member, MapAccessDeserializer::new(self)))
    }

    /// As [`read`](Self::read), with a key whose value is the next thing in the rest.
    pub(super) fn read_from<T: Union>(
        &mut self,
        key: Cow<'de, str>,
        member: usize,
        node: Option<&Node>,
    ) -> Result<T, A::Error> {
        self.current = Some(key);
        self.read(member, node)
    }

    /// Keeps an eye on the keys to come.
    pub(super) fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    /// A key that comes before the rest, or while keys are watched.
    #[inline(never)]
    fn early_key<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if let Some((key, value)) = self.buffered.take() {
            self.value = Some(value);
            return seed.deserialize(BufferedKey(&key)).map(Some).map_err(A::Error::custom);
        }
        if let Some(key) = self.current.take() {
            return seed.deserialize(BufferedKey(&key)).map(Some).map_err(A::Error::custom);
        }
        match &mut self.watch {
            Some(watch) => self.rest.next_key_seed(Watched { watch, seed }),
            None => {
                self.is_rest = true;
                self.rest.next_key_seed(seed)
            }
        }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<'de, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if self.is_rest {
            return self.rest.next_key_seed(seed);
        }
        self.early_key(seed)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        if self.is_rest {
            return self.rest.next_value_seed(seed);
        }
        match self.value.take() {
            None => self.rest.next_value_seed(seed),
            Some(value) => seed.deserialize(&value).map_err(A::Error::custom),
        }
    }
}

/// Shows a key to the watch before its reader gets it.
struct Watched<'a, K> {
    watch: &'a mut Watch,
    seed: K,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Watched<'_, K> {
    type Value = K::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<K::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for Watched<'_, K> {
    type Value = K::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("key")
    }

    #[inline]
    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<K::Value, E> {
        self.watch.see(text).map_err(E::custom)?;
        self.seed.deserialize(de::value::BorrowedStrDeserializer::new(text))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<K::Value, E> {
        self.watch.see(text).map_err(E::custom)?;
        self.seed.deserialize(de::value::StrDeserializer::new(text))
    }
}
