//! The macros that turn generated tables into trait implementations.

/// Implements what every model has, for types that implement one of the crate's model traits.
#[doc(hidden)]
#[macro_export]
macro_rules! __model {
    ($trait:ident, $module:ident, $type:ty $(, $index:expr)?) => {
        impl $crate::Wire for $type {
            const NAME: &'static str = <$type as $crate::$trait>::NAME;

            fn read<'de, D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::private::$module::read(deserializer $(, $index)?)
            }

            fn write<S: $crate::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::private::$module::write(self, serializer)
            }
        }

        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::Wire::write(self, serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::Wire::read(deserializer)
            }
        }

        impl $crate::Checked for $type {
            fn check(&self, _rule: &$crate::Rule, _checks: &mut $crate::Checks) {}
        }

        impl $type {
            /// Judges a value that was made in Rust, before it is sent, by what its schema says.
            ///
            /// # Errors
            /// The first violation, with its place in the value.
            #[inline]
            pub fn validate(&self) -> ::core::result::Result<(), $crate::Fault> {
                $crate::validate(self)
            }
        }
    };
}

/// Implements `Wire`, `Serialize`, `Deserialize` and `Checked` for types that implement [`Object`](crate::Object).
#[macro_export]
macro_rules! object {
    ($($type:ty),* $(,)?) => { $(
        $crate::__model!(Object, object, $type);

        impl $type {
            /// The keys that the schema declares, in declared order.
            pub const FIELDS: &'static [&'static str] = <Self as $crate::Object>::FIELDS;
        }
    )* };
}

/// Implements `Wire`, `Serialize`, `Deserialize` and `Checked` for types that implement [`Sequence`](crate::Sequence).
#[macro_export]
macro_rules! sequence {
    ($($type:ty),* $(,)?) => { $($crate::__model!(Sequence, sequence, $type);)* };
}

/// Implements `Wire`, `Serialize`, `Deserialize` and `Checked` for types that implement [`Newtype`](crate::Newtype).
#[macro_export]
macro_rules! newtype {
    ($($type:ty),* $(,)?) => { $($crate::__model!(Newtype, newtype, $type);)* };
}

/// Implements `Wire`, `Serialize`, `Deserialize` and `Checked` for types that implement
/// [`Enumeration`](crate::Enumeration).
#[macro_export]
macro_rules! enumeration {
    ($($type:ty),* $(,)?) => { $($crate::__model!(Enumeration, enumeration, $type);)* };
}

/// Implements `Wire`, `Serialize`, `Deserialize` and `Checked` for types that implement [`Union`](crate::Union).
#[macro_export]
macro_rules! union {
    ($($type:ty),* $(,)?) => { $(
        $crate::__model!(Union, union, $type, {
            static INDEX: $crate::private::union::Index = $crate::private::union::Index::new();
            &INDEX
        });
    )* };
}
