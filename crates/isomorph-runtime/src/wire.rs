//! The trait of everything that has a JSON form, and its implementations for Rust's own types.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};
use serde_json::Value;

use crate::Map;
use crate::fault::{at, restate, within};
use crate::number::{shortest, write_float};

/// A Rust type with one JSON form, read and written exactly.
///
/// Models get it from the macros of this crate. Integers read `1`, `1.0` and `1e2`; numbers are written as JavaScript
/// writes them.
pub trait Wire: Sized {
    /// What errors call the type.
    const NAME: &'static str = "value";

    /// Reads the type; refuses everything that it cannot hold.
    ///
    /// # Errors
    /// The deserializer's, with a JSON pointer in front of the message.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// Writes what was read.
    ///
    /// # Errors
    /// The serializer's, and for a float that JSON does not have.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Reads a `T` where serde asks for a seed.
pub(crate) struct Reader<T>(PhantomData<T>);

impl<T> Reader<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<'de, T: Wire> DeserializeSeed<'de> for Reader<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}

/// Writes a `T` where serde asks for something that serializes.
pub(crate) struct Writer<'a, T>(pub(crate) &'a T);

impl<T: Wire> Serialize for Writer<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

/// A type that serde reads as it should be, but for the wording of errors.
macro_rules! scalar {
    ($type:ty, $name:literal, $read:ident, $visitor:ident, |$self:ident, $serializer:ident| $write:expr) => {
        impl Wire for $type {
            const NAME: &'static str = $name;

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.$read($visitor).map_err(restate)
            }

            fn write<S: Serializer>(&$self, $serializer: S) -> Result<S::Ok, S::Error> {
                $write
            }
        }
    };
}

struct BoolVisitor;

impl Visitor<'_> for BoolVisitor {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("boolean")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<bool, E> {
        Ok(value)
    }
}

struct StringVisitor;

impl Visitor<'_> for StringVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }
}

struct UnitVisitor;

impl Visitor<'_> for UnitVisitor {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        Ok(())
    }
}

struct FloatVisitor;

impl Visitor<'_> for FloatVisitor {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("number")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }
}

scalar!(bool, "boolean", deserialize_bool, BoolVisitor, |self, serializer| {
    serializer.serialize_bool(*self)
});
scalar!(
    String,
    "string",
    deserialize_string,
    StringVisitor,
    |self, serializer| serializer.serialize_str(self)
);
scalar!((), "null", deserialize_unit, UnitVisitor, |self, serializer| serializer
    .serialize_unit());
scalar!(f64, "number", deserialize_f64, FloatVisitor, |self, serializer| {
    write_float(*self, serializer)
});

/// What an integer type refuses: out of its range, or with a fraction.
#[cold]
fn not_integer<E: de::Error>(found: &dyn fmt::Display, low: i128, high: i128, whole: bool) -> E {
    if whole {
        E::custom(format_args!("expected integer from {low} to {high}, found {found}"))
    } else {
        E::custom(format_args!("expected integer, found {found}"))
    }
}

macro_rules! integer {
    ($($type:ident $read:ident $write:ident),*) => { $(
        impl Wire for $type {
            const NAME: &'static str = "integer";

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct IntegerVisitor;

                fn refuse<E: de::Error>(found: &dyn fmt::Display, whole: bool) -> E {
                    not_integer(found, $type::MIN.into(), $type::MAX.into(), whole)
                }

                impl Visitor<'_> for IntegerVisitor {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("integer")
                    }

                    fn visit_i64<E: de::Error>(self, value: i64) -> Result<$type, E> {
                        $type::try_from(value).map_err(|_| refuse(&value, true))
                    }

                    fn visit_u64<E: de::Error>(self, value: u64) -> Result<$type, E> {
                        $type::try_from(value).map_err(|_| refuse(&value, true))
                    }

                    fn visit_f64<E: de::Error>(self, value: f64) -> Result<$type, E> {
                        // Below 2^127 the cast of a whole float is exact; what it saturates is far out of range.
                        // From -2^63 down it is no longer known which integer the text had.
                        let whole = value.fract() == 0.0 && value > -9_223_372_036_854_775_808.0;
                        let exact = if whole { $type::try_from(value as i128).ok() } else { None };
                        exact.ok_or_else(|| refuse(&shortest(value), value.fract() == 0.0))
                    }
                }

                deserializer.$read(IntegerVisitor).map_err(restate)
            }

            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.$write(*self)
            }
        }
    )* };
}

integer!(
    i8 deserialize_i8 serialize_i8, i16 deserialize_i16 serialize_i16,
    i32 deserialize_i32 serialize_i32, i64 deserialize_i64 serialize_i64,
    u8 deserialize_u8 serialize_u8, u16 deserialize_u16 serialize_u16,
    u32 deserialize_u32 serialize_u32, u64 deserialize_u64 serialize_u64
);

impl Wire for Value {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

impl<T: Wire> Wire for Box<T> {
    const NAME: &'static str = T::NAME;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self::new)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).write(serializer)
    }
}

/// `null` is `None`; whether a key may be absent is the object's business.
impl<T: Wire> Wire for Option<T> {
    const NAME: &'static str = T::NAME;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OptionVisitor<T>(PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for OptionVisitor<T> {
            type Value = Option<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} or null", T::NAME)
            }

            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(None)
            }

            fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(None)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
                T::read(deserializer).map(Some)
            }
        }

        deserializer.deserialize_option(OptionVisitor(PhantomData))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            None => serializer.serialize_unit(),
            Some(value) => value.write(serializer),
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    const NAME: &'static str = "array";

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct VecVisitor<T>(PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for VecVisitor<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Vec<T>, A::Error> {
                // A hint is no promise: whoever sends it must not make us reserve much.
                let mut items = Vec::with_capacity(access.size_hint().unwrap_or(0).min(1_024));
                loop {
                    match access.next_element_seed(Reader::<T>::new()) {
                        Ok(Some(item)) => items.push(item),
                        Ok(None) => return Ok(items),
                        Err(error) => return Err(at(error, items.len())),
                    }
                }
            }
        }

        deserializer.deserialize_seq(VecVisitor(PhantomData)).map_err(restate)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut items = serializer.serialize_seq(Some(self.len()))?;
        for item in self {
            items.serialize_element(&Writer(item))?;
        }
        items.end()
    }
}

/// Of a key that comes twice the last value counts, at the place of the first.
impl<T: Wire> Wire for Map<T> {
    const NAME: &'static str = "object";

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<T>(PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for MapVisitor<T> {
            type Value = Map<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map<T>, A::Error> {
                let mut map = Map::new();
                while let Some(key) = access.next_key_seed(Reader::<String>::new())? {
                    match access.next_value_seed(Reader::<T>::new()) {
                        Ok(value) => map.insert(key, value),
                        Err(error) => return Err(within(error, &key)),
                    };
                }
                Ok(map)
            }
        }

        deserializer.deserialize_map(MapVisitor(PhantomData)).map_err(restate)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in self {
            map.serialize_entry(key, &Writer(value))?;
        }
        map.end()
    }
}
