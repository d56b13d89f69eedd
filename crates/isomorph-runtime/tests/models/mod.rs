//! Models as generated code has them, written by hand, for the tests of this folder.
#![allow(
    missing_docs,
    dead_code,
    unreachable_pub,
    reason = "each test uses some of the models"
)]

use isomorph_runtime::serde::de::{Deserializer, MapAccess};
use isomorph_runtime::serde::ser::{SerializeMap, Serializer};
use isomorph_runtime::{
    Bound, Checks, Dispatch, Entries, Enumeration, Extra, Kinds, Literal, Map, Match, Member, Newtype, Object, Rule,
    Union, Value, Wire, filled, literal, read_boxed, read_extra, read_into, skip,
};

/// An object with fields that are all required or all optional, by the macro's word.
macro_rules! plain {
    ($name:ident $extra:ident { $($index:literal $field:ident $wire:literal: $type:ty),* $(,)? } required [$($required:literal),*]) => {
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $name { $(pub $field: Option<$type>),* }

        impl Object for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [&'static str] = &[$($wire),*];
            const REQUIRED: &'static [usize] = &[$($required),*];
            const EXTRA: Extra = Extra::$extra;
            type Slots = Self;

            fn set<'de, A: MapAccess<'de>>(slots: &mut Self, field: usize, map: &mut A) -> Result<(), A::Error> {
                match field {
                    $($index => read_into(&mut slots.$field, map),)*
                    _ => skip(map),
                }
            }

            fn finish(slots: Self) -> Self {
                slots
            }

            fn write<S: SerializeMap>(&self, entries: &mut Entries<S>) {
                entries$(.put_some($wire, &self.$field))*;
            }
        }

        isomorph_runtime::object!($name);
    };
}

macro_rules! choice {
    ($name:ident $dispatch:expr, $match:ident { $($index:literal $member:ident: $type:ty => $kinds:expr, $keys:expr, $closed:literal),* $(,)? } last $last:ident: $last_type:ty) => {
        #[derive(Debug, Clone, PartialEq)]
        #[allow(clippy::enum_variant_names, reason = "members keep their names")]
        pub enum $name { $($member($type)),* }

        impl Union for $name {
            const NAME: &'static str = stringify!($name);
            const MEMBERS: &'static [Member] = &[
                $(Member { name: stringify!($member), kinds: $kinds, keys: $keys, closed: $closed }),*
            ];
            const DISPATCH: Dispatch = $dispatch;
            const MATCH: Match = Match::$match;

            fn read_member<'de, D: Deserializer<'de>>(member: usize, deserializer: D) -> Result<Self, D::Error> {
                match member {
                    $($index => <$type>::read(deserializer).map(Self::$member),)*
                    _ => <$last_type>::read(deserializer).map(Self::$last),
                }
            }

            fn write_member<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$member(value) => Wire::write(value, serializer)),* }
            }
        }

        isomorph_runtime::union!($name);
    };
}

/// All forms of presence.
#[derive(Debug, Clone, PartialEq)]
pub struct Person {
    /// Required.
    pub name: String,
    /// Required, nullable.
    pub nick: Option<String>,
    /// Optional.
    pub age: Option<i64>,
    /// Optional, nullable.
    pub note: Option<Option<String>>,
    /// Optional with a default.
    pub level: i64,
    /// Optional, of its own type.
    pub boss: Option<Box<Person>>,
}

#[derive(Default)]
pub struct PersonSlots {
    name: Option<String>,
    nick: Option<Option<String>>,
    age: Option<i64>,
    note: Option<Option<String>>,
    level: Option<i64>,
    boss: Option<Box<Person>>,
}

impl Object for Person {
    const NAME: &'static str = "Person";
    const FIELDS: &'static [&'static str] = &["name", "nick", "age", "note", "level", "boss"];
    const REQUIRED: &'static [usize] = &[0, 1];
    type Slots = PersonSlots;

    fn set<'de, A: MapAccess<'de>>(slots: &mut PersonSlots, field: usize, map: &mut A) -> Result<(), A::Error> {
        match field {
            0 => read_into(&mut slots.name, map),
            1 => read_into(&mut slots.nick, map),
            2 => read_into(&mut slots.age, map),
            3 => read_into(&mut slots.note, map),
            4 => read_into(&mut slots.level, map),
            5 => read_boxed(&mut slots.boss, map),
            _ => skip(map),
        }
    }

    fn finish(slots: PersonSlots) -> Self {
        Self {
            name: filled(slots.name),
            nick: filled(slots.nick),
            age: slots.age,
            note: slots.note,
            level: slots.level.unwrap_or(3),
            boss: slots.boss,
        }
    }

    fn write<S: SerializeMap>(&self, entries: &mut Entries<S>) {
        entries
            .put("name", &self.name)
            .put("nick", &self.nick)
            .put_some("age", &self.age)
            .put_some("note", &self.note)
            .put("level", &self.level)
            .put_some("boss", &self.boss);
    }

    fn check(&self, checks: &mut Checks) {
        static NAME: Rule = Rule::new().min_length(1);
        static AGE: Rule = Rule::new().minimum(Bound::Int(0));
        checks.field("name", &self.name, &NAME);
        checks.field("age", &self.age, &AGE);
    }
}

plain!(Closed Deny { 0 width "width": i64, 1 height "height": f64 } required [0]);

/// An object that keeps what it does not know.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Open {
    pub id: Option<i64>,
    pub extra: Map<Value>,
}

impl Object for Open {
    const NAME: &'static str = "Open";
    const FIELDS: &'static [&'static str] = &["id"];
    const REQUIRED: &'static [usize] = &[0];
    const EXTRA: Extra = Extra::Keep;
    type Slots = Self;

    fn set<'de, A: MapAccess<'de>>(slots: &mut Self, field: usize, map: &mut A) -> Result<(), A::Error> {
        match field {
            0 => read_into(&mut slots.id, map),
            _ => skip(map),
        }
    }

    fn extra<'de, A: MapAccess<'de>>(slots: &mut Self, key: String, map: &mut A) -> Result<(), A::Error> {
        read_extra(&mut slots.extra, key, map)
    }

    fn finish(slots: Self) -> Self {
        slots
    }

    fn write<S: SerializeMap>(&self, entries: &mut Entries<S>) {
        entries.put_some("id", &self.id).put_all(&self.extra);
    }

    fn check(&self, checks: &mut Checks) {
        static COUNTS: Rule = Rule::new().max_properties(4);
        static NAMES: Rule = Rule::new().pattern("^[a-z]+$");
        checks.properties(1 + self.extra.len(), &COUNTS);
        checks.names(self.extra.keys(), &NAMES);
    }
}

/// Objects that a constant `type` tells apart.
macro_rules! tagged {
    ($name:ident $tag:literal $field:ident $wire:literal: $type:ty) => {
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $name {
            pub $field: Option<$type>,
        }

        impl Object for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [&'static str] = &["type", $wire];
            const REQUIRED: &'static [usize] = &[0, 1];
            type Slots = Self;

            fn set<'de, A: MapAccess<'de>>(slots: &mut Self, field: usize, map: &mut A) -> Result<(), A::Error> {
                match field {
                    0 => literal(map, &Literal::Str($tag)),
                    1 => read_into(&mut slots.$field, map),
                    _ => skip(map),
                }
            }

            fn finish(slots: Self) -> Self {
                slots
            }

            fn write<S: SerializeMap>(&self, entries: &mut Entries<S>) {
                entries
                    .literal("type", &Literal::Str($tag))
                    .put_some($wire, &self.$field);
            }
        }

        isomorph_runtime::object!($name);
    };
}

tagged!(TextOutput "text" text "text": String);
tagged!(ImageOutput "image" url "url": String);
tagged!(CountOutput "count" count "value": i64);

choice!(Output Dispatch::Tag {
    key: "type",
    values: &[(Literal::Str("text"), 0), (Literal::Str("image"), 1), (Literal::Str("count"), 2)],
}, MostSpecific {
    0 TextOutput: TextOutput => Kinds::OBJECT, &[TextOutput::FIELDS], false,
    1 ImageOutput: ImageOutput => Kinds::OBJECT, &[ImageOutput::FIELDS], false,
    2 CountOutput: CountOutput => Kinds::OBJECT, &[CountOutput::FIELDS], false,
} last CountOutput: CountOutput);

plain!(Outputs Ignore { 0 outputs "outputs": Vec<Output> } required [0]);

// A flat union: the base is a part of the others.
plain!(Base Ignore { 0 success "success": bool, 1 message "message": String } required [0, 1]);
plain!(Run Ignore { 0 success "success": bool, 1 message "message": String, 2 outputs "outputs": Vec<String> } required [0, 1]);
plain!(Search Ignore { 0 success "success": bool, 1 message "message": String, 2 hits "hits": Vec<i64> } required [0, 1, 2]);

choice!(Flat Dispatch::Keys, MostSpecific {
    0 Base: Base => Kinds::OBJECT, &[Base::FIELDS], false,
    1 Run: Run => Kinds::OBJECT, &[Run::FIELDS], false,
    2 Search: Search => Kinds::OBJECT, &[Search::FIELDS], false,
} last Search: Search);

choice!(FlatFirst Dispatch::Keys, First {
    0 Search: Search => Kinds::OBJECT, &[Search::FIELDS], false,
    1 Base: Base => Kinds::OBJECT, &[Base::FIELDS], false,
    2 Run: Run => Kinds::OBJECT, &[Run::FIELDS], false,
} last Run: Run);

choice!(FlatOne Dispatch::Keys, ExactlyOne {
    0 Base: Base => Kinds::OBJECT, &[Base::FIELDS], false,
    1 Search: Search => Kinds::OBJECT, &[Search::FIELDS], false,
} last Search: Search);

// Closed members: keys exclude them.
plain!(Round Deny { 0 radius "radius": i64, 1 name "name": String } required [0]);
plain!(Square Deny { 0 side "side": i64, 1 name "name": String } required [0]);
choice!(Figure Dispatch::Keys, MostSpecific {
    0 Round: Round => Kinds::OBJECT, &[Round::FIELDS], true,
    1 Square: Square => Kinds::OBJECT, &[Square::FIELDS], true,
} last Square: Square);

// By JSON type, with several members for a string and for an array.
choice!(Anything Dispatch::Keys, MostSpecific {
    0 Flag: bool => Kinds::BOOL, &[], false,
    1 Whole: i64 => Kinds::INTEGER, &[], false,
    2 Real: f64 => Kinds::NUMBER, &[], false,
    3 Mode: Mode => Kinds::STRING, &[], false,
    4 Code: Code => Kinds::STRING, &[], false,
    5 Numbers: Vec<i64> => Kinds::ARRAY, &[], false,
    6 Texts: Vec<String> => Kinds::ARRAY, &[], false,
    7 Base: Base => Kinds::OBJECT, &[Base::FIELDS], false,
} last Base: Base);

// A union inside a union: its keys come in several lists.
choice!(Outer Dispatch::Keys, MostSpecific {
    0 Figure: Figure => Kinds::OBJECT, &[Round::FIELDS, Square::FIELDS], true,
    1 Base: Base => Kinds::OBJECT, &[Base::FIELDS], false,
} last Base: Base);

// Members that contain the union and cannot be told apart before their last key.
plain!(Left Ignore { 0 child "child": Box<Tree>, 1 last "last": i64 } required [1]);
plain!(Right Ignore { 0 child "child": Box<Tree>, 1 last "last": String } required [1]);
choice!(Tree Dispatch::Keys, MostSpecific {
    0 Left: Left => Kinds::OBJECT, &[Left::FIELDS], false,
    1 Right: Right => Kinds::OBJECT, &[Right::FIELDS], false,
} last Right: Right);

/// A fixed list of values of several types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Fast,
    Slow,
    One,
    Off,
    Pair,
}

impl Enumeration for Mode {
    const NAME: &'static str = "Mode";
    const VALUES: &'static [Literal] = &[
        Literal::Str("fast"),
        Literal::Str("slow"),
        Literal::Int(1),
        Literal::Null,
        Literal::Json(r#"{"a":1,"b":[2.0]}"#),
    ];

    fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Fast,
            1 => Self::Slow,
            2 => Self::One,
            3 => Self::Off,
            _ => Self::Pair,
        }
    }

    fn index(&self) -> usize {
        match self {
            Self::Fast => 0,
            Self::Slow => 1,
            Self::One => 2,
            Self::Off => 3,
            Self::Pair => 4,
        }
    }
}

/// A string with rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code(pub String);

impl Newtype for Code {
    const NAME: &'static str = "Code";
    type Inner = String;

    fn wrap(inner: String) -> Self {
        Self(inner)
    }

    fn inner(&self) -> &String {
        &self.0
    }

    fn check(&self, checks: &mut Checks) {
        static RULE: Rule = Rule::new().min_length(2).max_length(5).pattern("^[A-Z]");
        checks.value(&self.0, &RULE);
    }
}

isomorph_runtime::object!(Person, Open);
isomorph_runtime::enumeration!(Mode);
isomorph_runtime::newtype!(Code);

/// A type read and written through serde's traits, as plain `serde_json` does it.
pub struct Plain<T>(pub T);

impl<'de, T: Wire> serde::Deserialize<'de> for Plain<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self)
    }
}

impl<T: Wire> serde::Serialize for Plain<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

/// Reads at both doors, which must agree: on the value, and on the text of the error.
pub fn read<T: Wire + PartialEq + std::fmt::Debug>(text: &str) -> Result<T, String> {
    let shown: String = text.chars().take(200).collect();
    let ours = isomorph_runtime::from_str::<T>(text).map_err(|error| error.to_string());
    let plain = serde_json::from_str::<Plain<T>>(text)
        .map(|plain| plain.0)
        .map_err(|error| error.to_string());
    // Only a door that holds the text can say where a value stood that had been read before it was refused.
    let unplaced = |error: &String| {
        error
            .rfind(" at line ")
            .map_or(error.clone(), |end| error[..end].to_owned())
    };
    let agree = match (&ours, &plain) {
        (Err(ours), Err(plain)) if !plain.contains(" at line ") => unplaced(ours) == *plain,
        (ours, plain) => ours == plain,
    };
    assert!(agree, "the doors disagree on {shown}: {ours:.300?} and {plain:.300?}");
    ours
}

/// As [`read`], without what serde_json adds about the position.
pub fn refusal<T: Wire + PartialEq + std::fmt::Debug>(text: &str) -> String {
    let error = read::<T>(text).expect_err("the text is refused");
    match error.rfind(" at line ") {
        Some(end) => error[..end].to_owned(),
        None => error,
    }
}

/// Writes what was read.
pub fn rewrite<T: Wire + PartialEq + std::fmt::Debug>(text: &str) -> String {
    let value = read::<T>(text).expect("the text is accepted");
    serde_json::to_string(&Plain(value)).expect("what was read can be written")
}
