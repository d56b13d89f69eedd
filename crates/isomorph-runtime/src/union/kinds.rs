//! The JSON types, and which members can be of them.

use super::Member;
use crate::buffer::Buffer;
use crate::fault::Fault;
use crate::text::either;

/// A set of JSON types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// `null`.
    pub const NULL: Self = Self(1);
    /// `true` and `false`.
    pub const BOOL: Self = Self(2);
    /// Whole numbers, however they are written: `1`, `1.0`, `1e2`.
    pub const INTEGER: Self = Self(4);
    /// Numbers that are not whole.
    pub const FRACTION: Self = Self(8);
    /// Strings.
    pub const STRING: Self = Self(16);
    /// Arrays.
    pub const ARRAY: Self = Self(32);
    /// Objects.
    pub const OBJECT: Self = Self(64);
    /// All numbers.
    pub const NUMBER: Self = Self::INTEGER.or(Self::FRACTION);
    /// Everything.
    pub const ANY: Self = Self(127);

    /// The types in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every type of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) fn of_float(value: f64) -> Self {
        if value.fract() == 0.0 {
            Self::INTEGER
        } else {
            Self::FRACTION
        }
    }

    /// The type of a value.
    pub(crate) fn of(value: &Buffer<'_>) -> Self {
        match value.plain() {
            Buffer::Null => Self::NULL,
            Buffer::False | Buffer::True => Self::BOOL,
            Buffer::I64(_) | Buffer::U64(_) => Self::INTEGER,
            Buffer::F64(value) => Self::of_float(*value),
            Buffer::Str(_) => Self::STRING,
            Buffer::Seq(_) => Self::ARRAY,
            // What a node holds is never a node again.
            Buffer::Map(_) | Buffer::Shared(_) => Self::OBJECT,
        }
    }

    pub(crate) fn names(self) -> Vec<&'static str> {
        let number = if self.contains(Self::NUMBER) {
            (Self::NUMBER, "number")
        } else {
            (Self::INTEGER, "integer")
        };
        let all = [
            (Self::NULL, "null"),
            (Self::BOOL, "boolean"),
            number,
            (Self::STRING, "string"),
            (Self::ARRAY, "array"),
            (Self::OBJECT, "object"),
        ];
        all.into_iter()
            .filter(|(kind, _)| self.contains(*kind))
            .map(|(_, name)| name)
            .collect()
    }
}

/// How many members can be of a type.
#[derive(Clone, Copy)]
pub(super) enum Sole {
    None,
    One(usize),
    Several,
}

pub(super) const fn sole(members: &[Member], kind: Kinds) -> Sole {
    let mut found = Sole::None;
    let mut index = 0;
    while index < members.len() {
        if members[index].kinds.contains(kind) {
            match found {
                Sole::None => found = Sole::One(index),
                Sole::One(_) | Sole::Several => return Sole::Several,
            }
        }
        index += 1;
    }
    found
}

/// The members that can be of a type.
pub(super) fn all(members: &[Member], kind: Kinds) -> Vec<usize> {
    (0..members.len())
        .filter(|index| members[*index].kinds.contains(kind))
        .collect()
}

/// What is said when no member can be of the value's type.
#[cold]
pub(super) fn refusal(name: &str, members: &[Member], found: &Buffer<'_>) -> Fault {
    let kinds = members.iter().fold(Kinds(0), |kinds, member| kinds.or(member.kinds));
    let expected = either(kinds.names().into_iter(), 8);
    Fault::new(format!("expected {expected} ({name}), found {}", found.found()))
}
