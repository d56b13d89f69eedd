//! Objects with declared keys: one reader and one writer for all of them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};

use crate::Map;
use crate::check::Checks;
use crate::condition::{self, Condition};
use crate::fault::{restate, within};
use crate::literal::Literal;
use crate::presence::skip;
use crate::text::{nearest, position, quote, same_key};
use crate::wire::{Wire, Writer};

#[cfg(feature = "schema")]
use crate::schema::Schema;

/// What happens with keys that the schema does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// They are passed over.
    Ignore,
    /// They are an error.
    Deny,
    /// They go to [`Object::extra`].
    Keep,
}

/// A struct that stands for a JSON object with declared keys. Implemented by generated code, read and written here.
pub trait Object: Sized {
    /// What errors call the type.
    const NAME: &'static str;
    /// The declared keys as they are on the wire, in declared order.
    const FIELDS: &'static [&'static str];
    /// Which of [`FIELDS`](Self::FIELDS) must be there.
    const REQUIRED: &'static [usize];
    /// What happens with other keys.
    const EXTRA: Extra = Extra::Ignore;
    /// What the value as a whole must satisfy, where neither type nor check says it.
    const CONDITION: Option<&'static Condition> = None;

    /// An `Option` for each field, filled while the object is read.
    type Slots: Default;

    /// Reads the value of `FIELDS[field]` into its slot.
    ///
    /// # Errors
    /// What reading the value gives.
    fn set<'de, A: MapAccess<'de>>(slots: &mut Self::Slots, field: usize, map: &mut A) -> Result<(), A::Error>;

    /// Reads the value of an undeclared key; only called with [`Extra::Keep`].
    ///
    /// # Errors
    /// What reading the value gives.
    #[inline]
    fn extra<'de, A: MapAccess<'de>>(_slots: &mut Self::Slots, _key: String, map: &mut A) -> Result<(), A::Error> {
        skip(map)
    }

    /// Makes the struct; every field in [`REQUIRED`](Self::REQUIRED) was seen.
    fn finish(slots: Self::Slots) -> Self;

    /// Writes the entries in declared order, then the undeclared ones.
    fn write<S: SerializeMap>(&self, entries: &mut Entries<S>);

    /// Checks what the fields' types do not enforce.
    fn check(&self, _checks: &mut Checks) {}

    /// The schema to validate with before the value is read, where neither type nor check can say it.
    #[cfg(feature = "schema")]
    fn schema() -> Option<&'static Schema> {
        None
    }
}

/// Reads a model that is an object.
///
/// # Errors
/// The deserializer's; anything that is no object, a missing key, and with [`Extra::Deny`] an unknown one.
pub fn read<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
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

fn read_plain<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer
        .deserialize_map(ObjectVisitor(PhantomData))
        .map_err(restate)
}

/// Writes a model that is an object.
///
/// # Errors
/// The serializer's.
pub fn write<T: Object, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut entries = Entries {
        map: serializer.serialize_map(None)?,
        error: None,
    };
    value.write(&mut entries);
    match entries.error {
        None => entries.map.end(),
        Some(error) => Err(error),
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<T: Object> ObjectVisitor<T> {
    /// The required ones among the first 64 fields, as bits.
    const REQUIRED: u64 = {
        let mut mask = 0;
        let mut index = 0;
        while index < T::REQUIRED.len() {
            if T::REQUIRED[index] < 64 {
                mask |= 1 << T::REQUIRED[index];
            }
            index += 1;
        }
        mask
    };

    /// Whether other fields are required too.
    const BEYOND: bool = Self::REQUIRED.count_ones() as usize != T::REQUIRED.len();
}

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expecting(f, T::NAME)
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut slots = T::Slots::default();
        let mut seen = Seen::default();
        let mut keys = Keys {
            fields: T::FIELDS,
            next: 0,
            named: T::EXTRA != Extra::Ignore,
            other: None,
        };
        while let Some(field) = map.next_key_seed(&mut keys)? {
            if field < T::FIELDS.len() {
                if let Err(error) = T::set(&mut slots, field, &mut map) {
                    return Err(within(error, T::FIELDS[field]));
                }
                seen.insert(field);
                continue;
            }
            let key = keys.other.take().map(Cow::into_owned).unwrap_or_default();
            match T::EXTRA {
                Extra::Ignore => skip(&mut map)?,
                Extra::Keep => T::extra(&mut slots, key, &mut map)?,
                Extra::Deny => return Err(unknown(&key, T::NAME, T::FIELDS)),
            }
        }
        if seen.first & Self::REQUIRED != Self::REQUIRED
            || (Self::BEYOND && !T::REQUIRED.iter().all(|field| seen.contains(*field)))
        {
            return Err(missing(T::NAME, T::FIELDS, T::REQUIRED, &seen));
        }
        let value = T::finish(slots);
        Checks::run(|checks| value.check(checks)).map_err(de::Error::custom)?;
        Ok(value)
    }
}

fn expecting(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(f, "object ({name})")
}

#[cold]
fn unknown<E: de::Error>(key: &str, name: &str, fields: &[&'static str]) -> E {
    let hint = nearest(key, fields)
        .map(|known| format!(", did you mean {}?", quote(known)))
        .unwrap_or_default();
    E::custom(format_args!("unknown key {} ({name}){hint}", quote(key)))
}

#[cold]
fn missing<E: de::Error>(name: &str, fields: &[&str], required: &[usize], seen: &Seen) -> E {
    let absent: Vec<_> = required
        .iter()
        .filter(|field| !seen.contains(**field))
        .map(|field| quote(fields[*field]))
        .collect();
    let keys = if absent.len() == 1 { "key" } else { "keys" };
    let shown = absent.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if absent.len() > 8 {
        format!(" and {} more", absent.len() - 8)
    } else {
        String::new()
    };
    E::custom(format_args!("missing {keys} {shown}{more} ({name})"))
}

/// Which fields were seen, for any number of them.
#[derive(Default)]
struct Seen {
    first: u64,
    rest: Vec<u64>,
}

impl Seen {
    #[inline]
    fn insert(&mut self, field: usize) {
        if field < 64 {
            self.first |= 1 << field;
        } else {
            self.insert_beyond(field);
        }
    }

    #[cold]
    fn insert_beyond(&mut self, field: usize) {
        let word = field / 64 - 1;
        if self.rest.len() <= word {
            self.rest.resize(word + 1, 0);
        }
        self.rest[word] |= 1 << (field % 64);
    }

    fn contains(&self, field: usize) -> bool {
        let word = if field < 64 {
            self.first
        } else {
            self.rest.get(field / 64 - 1).copied().unwrap_or(0)
        };
        word & (1 << (field % 64)) != 0
    }
}

/// Finds the index of a key among the declared ones; gives an index beyond them for any other key.
struct Keys<'de> {
    fields: &'static [&'static str],
    /// Where documents in schema order go on.
    next: usize,
    /// Whether another key's name matters: most objects need not copy it.
    named: bool,
    /// The other key's name.
    other: Option<Cow<'de, str>>,
}

impl Keys<'_> {
    /// Inlined into the one function that reads keys from a text, whatever object they are of.
    #[inline(always)]
    fn find(&mut self, key: &str) -> usize {
        match self.fields.get(self.next) {
            Some(field) if same_key(field, key) => {
                self.next += 1;
                self.next - 1
            }
            _ => self.find_anywhere(key),
        }
    }

    #[inline(never)]
    fn find_anywhere(&mut self, key: &str) -> usize {
        match position(self.fields, key) {
            Some(field) => {
                self.next = field + 1;
                field
            }
            None => usize::MAX,
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Keys<'de> {
    type Value = usize;

    #[inline(always)]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for &mut Keys<'de> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("key")
    }

    #[inline(always)]
    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<usize, E> {
        let field = self.find(text);
        if field == usize::MAX && self.named {
            self.other = Some(Cow::Borrowed(text));
        }
        Ok(field)
    }

    #[inline(always)]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<usize, E> {
        let field = self.find(text);
        if field == usize::MAX && self.named {
            self.other = Some(Cow::Owned(text.to_owned()));
        }
        Ok(field)
    }
}

/// The entries of an object that is being written; carries the first error, so that generated bodies are one chain.
pub struct Entries<S: SerializeMap> {
    map: S,
    error: Option<S::Error>,
}

impl<S: SerializeMap> Entries<S> {
    /// Writes a key and its value.
    pub fn put<T: Wire>(&mut self, key: &str, value: &T) -> &mut Self {
        if self.error.is_none() {
            self.error = self.map.serialize_entry(key, &Writer(value)).err();
        }
        self
    }

    /// Writes a key if there is a value.
    pub fn put_some<T: Wire>(&mut self, key: &str, value: &Option<T>) -> &mut Self {
        match value {
            Some(value) => self.put(key, value),
            None => self,
        }
    }

    /// Writes undeclared keys, as they came.
    pub fn put_all<T: Wire>(&mut self, entries: &Map<T>) -> &mut Self {
        entries
            .iter()
            .fold(self, |written, (key, value)| written.put(key, value))
    }

    /// Writes a key whose value the schema fixes.
    pub fn literal(&mut self, key: &str, value: &Literal) -> &mut Self {
        if self.error.is_none() {
            self.error = self.map.serialize_entry(key, value).err();
        }
        self
    }
}
