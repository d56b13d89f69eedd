//! Arrays of a fixed length, each item of its own type.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::{SerializeTuple as _, Serializer};

use crate::fault::{at, restate};
use crate::wire::{Reader, Wire, Writer};

macro_rules! tuple {
    ($count:literal $($item:ident $index:tt),+) => {
        impl<$($item: Wire),+> Wire for ($($item,)+) {
            const NAME: &'static str = "array";

            fn read<'de, De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
                struct TupleVisitor<$($item),+>(PhantomData<($($item,)+)>);

                impl<'de, $($item: Wire),+> Visitor<'de> for TupleVisitor<$($item),+> {
                    type Value = ($($item,)+);

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str(concat!("array of ", $count, " items"))
                    }

                    fn visit_seq<Acc: SeqAccess<'de>>(self, mut access: Acc) -> Result<Self::Value, Acc::Error> {
                        let tuple = ($(item::<$item, Acc>(&mut access, $index, $count)?,)+);
                        surplus(&mut access, $count)?;
                        Ok(tuple)
                    }
                }

                deserializer.deserialize_seq(TupleVisitor(PhantomData)).map_err(restate)
            }

            fn write<Se: Serializer>(&self, serializer: Se) -> Result<Se::Ok, Se::Error> {
                let mut tuple = serializer.serialize_tuple($count)?;
                $(tuple.serialize_element(&Writer(&self.$index))?;)+
                tuple.end()
            }
        }
    };
}

/// The item of a tuple at `index`.
fn item<'de, T: Wire, A: SeqAccess<'de>>(access: &mut A, index: usize, count: usize) -> Result<T, A::Error> {
    match access.next_element_seed(Reader::<T>::new()) {
        Ok(Some(item)) => Ok(item),
        Ok(None) => Err(de::Error::custom(format_args!(
            "expected array of {count} items, found {index}"
        ))),
        Err(error) => Err(at(error, index)),
    }
}

/// Refuses items after the last one of a tuple.
fn surplus<'de, A: SeqAccess<'de>>(access: &mut A, count: usize) -> Result<(), A::Error> {
    match access.next_element::<de::IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(de::Error::custom(format_args!(
            "expected array of {count} items, found more"
        ))),
    }
}

tuple!(1 A 0);
tuple!(2 A 0, B 1);
tuple!(3 A 0, B 1, C 2);
tuple!(4 A 0, B 1, C 2, D 3);
tuple!(5 A 0, B 1, C 2, D 3, E 4);
tuple!(6 A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(7 A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(8 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(9 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(10 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(11 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(12 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
