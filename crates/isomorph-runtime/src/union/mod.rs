//! Unions: which member a value is, decided while it is read where that is possible.

mod entries;
mod hint;
mod index;
mod keys;
mod kinds;
mod memo;
mod refusal;
mod replay;
pub(crate) mod retry;
mod tag;
mod trial;

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::Serializer;

use crate::buffer::{Buffer, Handed};
use crate::check::Checks;
use crate::condition::{self, Condition};
use crate::literal::Literal;
#[cfg(feature = "schema")]
use crate::schema::Schema;

pub use index::Index;
pub use kinds::Kinds;
use kinds::{Sole, sole};
use replay::Replay;

/// What a union's table says of one member.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The name of its type, for messages.
    pub name: &'static str,
    /// The JSON types it can accept.
    pub kinds: Kinds,
    /// The declared keys of a member that is an object; several lists where it is itself a union.
    pub keys: &'static [&'static [&'static str]],
    /// Whether it refuses every key that is not in `keys`.
    pub closed: bool,
}

/// Which member counts when several accept a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// The one that declares most of the keys present, then the one with the fewest declared keys missing, then the
    /// first.
    MostSpecific,
    /// The first.
    First,
    /// None: then the value is refused (`oneOf`).
    ExactlyOne,
}

/// How the member of an object is found.
#[derive(Debug, Clone, Copy)]
pub enum Dispatch {
    /// Every member that is an object requires `key`, each with values of its own.
    Tag {
        /// The key that decides.
        key: &'static str,
        /// Its values, each with the index of its member.
        values: &'static [(Literal, usize)],
    },
    /// By the keys present, then by trial; the member that `key` names is tried first, and counts where it accepts.
    Hint {
        /// The key that names a member.
        key: &'static str,
        /// Its values, each with the index of its member.
        values: &'static [(&'static str, usize)],
        /// The member that is meant where the key is absent or names none.
        otherwise: Option<usize>,
    },
    /// By the keys present, then by trial.
    Keys,
}

/// An enum whose variants are the members of a `oneOf` or `anyOf`. Implemented by generated code.
pub trait Union: Sized {
    /// What errors call the type.
    const NAME: &'static str;
    /// The members in document order.
    const MEMBERS: &'static [Member];
    /// How the member of an object is found.
    const DISPATCH: Dispatch;
    /// Which member counts when several accept.
    const MATCH: Match;
    /// What the value as a whole must satisfy, where neither type nor check says it.
    const CONDITION: Option<&'static Condition> = None;

    /// Reads the value as `MEMBERS[member]`.
    ///
    /// # Errors
    /// What reading the member's type gives.
    fn read_member<'de, D: Deserializer<'de>>(member: usize, deserializer: D) -> Result<Self, D::Error>;

    /// Writes the member that this is.
    ///
    /// # Errors
    /// The serializer's.
    fn write_member<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Checks what the members' types do not enforce.
    fn check(&self, _checks: &mut Checks) {}

    /// The schema to validate with before the value is read, where neither type nor check can say it.
    #[cfg(feature = "schema")]
    fn schema() -> Option<&'static Schema> {
        None
    }
}

/// Reads a union.
///
/// # Errors
/// The deserializer's; a value that no member accepts, or with [`Match::ExactlyOne`] more than one.
pub fn read<'de, T: Union, D: Deserializer<'de>>(deserializer: D, index: &'static Index) -> Result<T, D::Error> {
    #[cfg(feature = "schema")]
    if let Some(schema) = T::schema() {
        return crate::schema::read_checked(schema, deserializer, |value| read_plain(value, index));
    }
    // Readers of buffers are compiled only for models with a condition.
    if const { T::CONDITION.is_some() }
        && let Some(condition) = T::CONDITION
    {
        return condition::read_checked(condition, deserializer, |value| read_plain(value, index));
    }
    read_plain(deserializer, index)
}

fn read_plain<'de, T: Union, D: Deserializer<'de>>(deserializer: D, index: &'static Index) -> Result<T, D::Error> {
    let value: T = deserializer.deserialize_any(UnionVisitor {
        index,
        union: PhantomData,
    })?;
    Checks::run(|checks| value.check(checks)).map_err(de::Error::custom)?;
    Ok(value)
}

/// Writes the member that a union holds.
///
/// # Errors
/// The serializer's.
pub fn write<T: Union, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write_member(serializer)
}

struct UnionVisitor<T> {
    index: &'static Index,
    union: PhantomData<T>,
}

impl<T: Union> UnionVisitor<T> {
    /// Who takes arrays and who takes objects: known while compiling.
    const ARRAY: Sole = sole(T::MEMBERS, Kinds::ARRAY);
    const OBJECT: Sole = sole(T::MEMBERS, Kinds::OBJECT);

    /// A value that is neither array nor object is read from a buffer: it is small, and so members are not compiled for
    /// yet another deserializer.
    fn scalar<E: de::Error>(self, kind: Kinds, value: &Buffer<'_>) -> Result<T, E> {
        let read = match sole(T::MEMBERS, kind) {
            Sole::None => Err(kinds::refusal(T::NAME, T::MEMBERS, value).into()),
            Sole::One(member) => T::read_member(member, value),
            Sole::Several => trial::decide(value, kinds::all(T::MEMBERS, kind), self.index),
        };
        read.map_err(E::custom)
    }
}

impl<'de, T: Union> Visitor<'de> for UnionVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::NAME)
    }

    fn visit_unit<E: de::Error>(self) -> Result<T, E> {
        self.scalar(Kinds::NULL, &Buffer::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<T, E> {
        self.scalar(Kinds::NULL, &Buffer::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<T, E> {
        self.scalar(Kinds::BOOL, &Buffer::of_bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<T, E> {
        self.scalar(Kinds::INTEGER, &Buffer::I64(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<T, E> {
        self.scalar(Kinds::INTEGER, &Buffer::of_u64(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<T, E> {
        self.scalar(Kinds::of_float(value), &Buffer::F64(value))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        self.scalar(Kinds::STRING, &Buffer::Str(Cow::Borrowed(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        match Self::ARRAY {
            Sole::None => {
                let found = Buffer::Seq(Vec::new());
                Err(de::Error::custom(kinds::refusal(T::NAME, T::MEMBERS, &found)))
            }
            Sole::One(member) => {
                let node = Handed::take();
                Handed::over(node.as_ref(), || {
                    T::read_member(member, SeqAccessDeserializer::new(items))
                })
            }
            Sole::Several => {
                let value = Buffer::seq(items)?;
                trial::decide(&value, kinds::all(T::MEMBERS, Kinds::ARRAY), self.index).map_err(de::Error::custom)
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        let node = Handed::take();
        match Self::OBJECT {
            Sole::None => {
                let found = Buffer::Map(Vec::new());
                Err(de::Error::custom(kinds::refusal(T::NAME, T::MEMBERS, &found)))
            }
            Sole::One(member) => Replay::new(map).read(member, node.as_ref()),
            Sole::Several => match T::DISPATCH {
                Dispatch::Tag { key, values } => tag::read(node, map, key, values, self.index),
                Dispatch::Hint { key, values, .. } => hint::read(node, map, key, values, self.index),
                Dispatch::Keys => keys::read(node, map, self.index),
            },
        }
    }
}
