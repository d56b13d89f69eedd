//! The same models twice: as generated code has them, and as serde's derives make them.

/// One struct with required fields, as Isomorph generates it (with `$tag` as the constant `type`, if given) and in the
/// module `derived` with serde's derives.
macro_rules! models {
    ($($name:ident $plain:ident $tag:literal { $($index:literal $field:ident: $type:ty as $other:ty),* })*) => {
        $(
            #[derive(Debug, Clone, PartialEq)]
            pub struct $plain { $(pub $field: $type),* }

            const _: () = {
                #[derive(Default)]
                pub struct Slots { $($field: Option<$type>),* }

                impl isomorph_runtime::Object for $plain {
                    const NAME: &'static str = stringify!($plain);
                    const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
                    const REQUIRED: &'static [usize] = &[$($index),*];
                    type Slots = Slots;

                    #[inline]
                    fn set<'de, A: isomorph_runtime::serde::de::MapAccess<'de>>(
                        slots: &mut Slots,
                        field: usize,
                        map: &mut A,
                    ) -> Result<(), A::Error> {
                        match field {
                            $($index => isomorph_runtime::read_into(&mut slots.$field, map),)*
                            _ => isomorph_runtime::skip(map),
                        }
                    }

                    #[inline]
                    fn finish(slots: Slots) -> Self {
                        Self { $($field: isomorph_runtime::filled(slots.$field)),* }
                    }

                    fn write<S: isomorph_runtime::serde::ser::SerializeMap>(
                        &self,
                        entries: &mut isomorph_runtime::Entries<S>,
                    ) {
                        entries$(.put(stringify!($field), &self.$field))*;
                    }
                }
            };

            isomorph_runtime::object!($plain);

            #[derive(Debug, Clone, PartialEq)]
            pub struct $name { $(pub $field: $type),* }

            const _: () = {
                #[derive(Default)]
                pub struct Slots { $($field: Option<$type>),* }

                impl isomorph_runtime::Object for $name {
                    const NAME: &'static str = stringify!($name);
                    const FIELDS: &'static [&'static str] = &[$(stringify!($field),)* "type"];
                    const REQUIRED: &'static [usize] = &[$($index,)* <$plain as isomorph_runtime::Object>::FIELDS.len()];
                    type Slots = Slots;

                    #[inline]
                    fn set<'de, A: isomorph_runtime::serde::de::MapAccess<'de>>(
                        slots: &mut Slots,
                        field: usize,
                        map: &mut A,
                    ) -> Result<(), A::Error> {
                        match field {
                            $($index => isomorph_runtime::read_into(&mut slots.$field, map),)*
                            _ => isomorph_runtime::literal(map, &isomorph_runtime::Literal::Str($tag)),
                        }
                    }

                    #[inline]
                    fn finish(slots: Slots) -> Self {
                        Self { $($field: isomorph_runtime::filled(slots.$field)),* }
                    }

                    fn write<S: isomorph_runtime::serde::ser::SerializeMap>(
                        &self,
                        entries: &mut isomorph_runtime::Entries<S>,
                    ) {
                        entries$(.put(stringify!($field), &self.$field))*
                            .literal("type", &isomorph_runtime::Literal::Str($tag));
                    }
                }
            };

            isomorph_runtime::object!($name);
        )*

        pub mod derived {
            $(
                #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
                pub struct $plain { $(pub $field: $other),* }
            )*
        }
    };
}

models! {
    ItemTagged Item "item" {
        0 id: i64 as i64, 1 label: String as String, 2 score: f64 as f64, 3 ok: bool as bool, 4 tags: Vec<String> as Vec<String>
    }
    TextOutput TextPlain "text" {
        0 success: bool as bool, 1 message: String as String, 2 texts: Vec<Item> as Vec<Item>, 3 elapsed: f64 as f64, 4 model: String as String
    }
    ImageOutput ImagePlain "image" {
        0 success: bool as bool, 1 message: String as String, 2 images: Vec<Item> as Vec<Item>, 3 width: i64 as i64, 4 height: i64 as i64
    }
    AudioOutput AudioPlain "audio" {
        0 success: bool as bool, 1 message: String as String, 2 sounds: Vec<Item> as Vec<Item>, 3 elapsed: f64 as f64, 4 rate: i64 as i64
    }
    VideoOutput VideoPlain "video" {
        0 success: bool as bool, 1 message: String as String, 2 frames: Vec<Item> as Vec<Item>, 3 elapsed: f64 as f64, 4 rate: f64 as f64
    }
    SearchOutput SearchPlain "search" {
        0 success: bool as bool, 1 message: String as String, 2 hits: Vec<Item> as Vec<Item>, 3 elapsed: f64 as f64, 4 query: String as String
    }
    PythonOutput PythonPlain "python" {
        0 success: bool as bool, 1 message: String as String, 2 outputs: Vec<Item> as Vec<Item>, 3 elapsed: f64 as f64, 4 exit_code: i64 as i64
    }
    FileOutput FilePlain "file" {
        0 success: bool as bool, 1 message: String as String, 2 files: Vec<Item> as Vec<Item>, 3 root: String as String, 4 total: i64 as i64
    }
    TableOutput TablePlain "table" {
        0 success: bool as bool, 1 message: String as String, 2 rows: Vec<Item> as Vec<Item>, 3 elapsed: f64 as f64, 4 columns: Vec<String> as Vec<String>
    }
}

/// The unions of the eight outputs: `Tagged` by `type`, `Flat` by the keys present.
macro_rules! unions {
    ($($index:literal $variant:ident $name:ident $plain:ident $tag:literal),*) => {
        #[derive(Debug, Clone, PartialEq)]
        pub enum Tagged { $($variant($name)),* }

        impl isomorph_runtime::Union for Tagged {
            const NAME: &'static str = "Tagged";
            const MEMBERS: &'static [isomorph_runtime::Member] = &[$(isomorph_runtime::Member {
                name: stringify!($name),
                kinds: isomorph_runtime::Kinds::OBJECT,
                keys: &[<$name as isomorph_runtime::Object>::FIELDS],
                closed: false,
            }),*];
            const DISPATCH: isomorph_runtime::Dispatch = isomorph_runtime::Dispatch::Tag {
                key: "type",
                values: &[$((isomorph_runtime::Literal::Str($tag), $index)),*],
            };
            const MATCH: isomorph_runtime::Match = isomorph_runtime::Match::MostSpecific;

            fn read_member<'de, D: isomorph_runtime::serde::Deserializer<'de>>(
                member: usize,
                deserializer: D,
            ) -> Result<Self, D::Error> {
                match member {
                    $($index => <$name as isomorph_runtime::Wire>::read(deserializer).map(Self::$variant),)*
                    _ => <TableOutput as isomorph_runtime::Wire>::read(deserializer).map(Self::Table),
                }
            }

            fn write_member<S: isomorph_runtime::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$variant(value) => isomorph_runtime::Wire::write(value, serializer)),* }
            }
        }

        #[derive(Debug, Clone, PartialEq)]
        pub enum Flat { $($variant($plain)),* }

        impl isomorph_runtime::Union for Flat {
            const NAME: &'static str = "Flat";
            const MEMBERS: &'static [isomorph_runtime::Member] = &[$(isomorph_runtime::Member {
                name: stringify!($plain),
                kinds: isomorph_runtime::Kinds::OBJECT,
                keys: &[<$plain as isomorph_runtime::Object>::FIELDS],
                closed: false,
            }),*];
            const DISPATCH: isomorph_runtime::Dispatch = isomorph_runtime::Dispatch::Keys;
            const MATCH: isomorph_runtime::Match = isomorph_runtime::Match::MostSpecific;

            fn read_member<'de, D: isomorph_runtime::serde::Deserializer<'de>>(
                member: usize,
                deserializer: D,
            ) -> Result<Self, D::Error> {
                match member {
                    $($index => <$plain as isomorph_runtime::Wire>::read(deserializer).map(Self::$variant),)*
                    _ => <TablePlain as isomorph_runtime::Wire>::read(deserializer).map(Self::Table),
                }
            }

            fn write_member<S: isomorph_runtime::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$variant(value) => isomorph_runtime::Wire::write(value, serializer)),* }
            }
        }

        isomorph_runtime::union!(Tagged, Flat);

        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "type")]
        pub enum SerdeTagged { $(#[serde(rename = $tag)] $variant(derived::$plain)),* }

        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(untagged)]
        pub enum SerdeUntagged { $($variant(derived::$plain)),* }
    };
}

unions! {
    0 Text TextOutput TextPlain "text",
    1 Image ImageOutput ImagePlain "image",
    2 Audio AudioOutput AudioPlain "audio",
    3 Video VideoOutput VideoPlain "video",
    4 Search SearchOutput SearchPlain "search",
    5 Python PythonOutput PythonPlain "python",
    6 File FileOutput FilePlain "file",
    7 Table TableOutput TablePlain "table"
}
