//! An object whose first entries were read before it was known whose they are.

use std::borrow::Cow;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess};

use super::Union;
use super::entries::{Drain, Entries};
use super::keys::Watch;
use crate::buffer::{Buffer, BufferedKey, Handed, KeyText, Node};

/// Gives the buffered entries, then the key whose value was not read yet, then the rest of the object.
pub(super) struct Replay<'de, A> {
    buffered: Drain<'de>,
    value: Option<Buffer<'de>>,
    current: Option<Cow<'de, str>>,
    rest: A,
    watch: Option<Watch>,
}

impl<'de, A> Replay<'de, A> {
    pub(super) fn new(buffered: Entries<'de>, rest: A) -> Self {
        Self {
            buffered: buffered.drain(),
            value: None,
            current: None,
            rest,
            watch: None,
        }
    }

    /// With a key whose value is the next thing in the rest.
    pub(super) fn with_current(mut self, key: Cow<'de, str>) -> Self {
        self.current = Some(key);
        self
    }

    /// With an eye on the keys to come.
    pub(super) fn with_watch(mut self, watch: Watch) -> Self {
        self.watch = Some(watch);
        self
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if let Some((key, value)) = self.buffered.next() {
            self.value = Some(value);
            return seed.deserialize(BufferedKey(&key)).map(Some).map_err(A::Error::custom);
        }
        if let Some(key) = self.current.take() {
            return seed.deserialize(BufferedKey(&key)).map(Some).map_err(A::Error::custom);
        }
        let Some(watch) = &mut self.watch else {
            return self.rest.next_key_seed(seed);
        };
        let Some(key) = self.rest.next_key_seed(KeyText)? else {
            return Ok(None);
        };
        watch.see(&key).map_err(A::Error::custom)?;
        seed.deserialize(BufferedKey(&key)).map(Some).map_err(A::Error::custom)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(&value).map_err(A::Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// Reads the object as one member; `node` is the shared object that it comes from, if it does.
pub(super) fn member<'de, T: Union, A: MapAccess<'de>>(
    member: usize,
    node: Option<Node>,
    mut object: Replay<'de, A>,
) -> Result<T, A::Error> {
    Handed::over(node.as_ref(), || {
        // By reference, since the member's readers hand it on by value.
        T::read_member(member, MapAccessDeserializer::new(&mut object))
    })
}
