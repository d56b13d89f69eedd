//! Unions whose member a key names, without deciding.

use serde::de::{Error as _, MapAccess};

use super::index::Index;
use super::replay::Replay;
use super::{Dispatch, Kinds, Match, Union, kinds, memo, retry, trial};
use crate::buffer::{Buffer, Node, settle};
use crate::text::same_key;

/// Reads as the named member where the text can be read again, else to the end.
pub(super) fn read<'de, T: Union, A: MapAccess<'de>>(
    node: Option<Node>,
    map: A,
    hint: &'static str,
    values: &'static [(&'static str, usize)],
    index: &'static Index,
) -> Result<T, A::Error> {
    let mut object = Replay::new(map);
    if let Some(verdict) = node.as_ref().and_then(memo::recall::<T>) {
        let member = verdict.map_err(A::Error::custom)?;
        return object.read(member, node.as_ref());
    }
    // Where two members are as wrong as none, the others have to be tried as well.
    let hopeful = retry::is_hopeful() && T::MATCH != Match::ExactlyOne;
    while let Some(key) = object.key()? {
        let value = object.value(&key)?;
        let member = if hopeful && same_key(&key, hint) {
            of_value(values, &value)
        } else {
            None
        };
        object.keep(key, value);
        if let Some(member) = member {
            return retry::guessed(object.read(member, node.as_ref()));
        }
    }
    let mut entries = object.into_pairs();
    settle(&mut entries);
    let value = node.map_or_else(|| Buffer::Map(entries), Buffer::Shared);
    trial::decide(&value, kinds::all(T::MEMBERS, Kinds::OBJECT), index).map_err(A::Error::custom)
}

/// The member that the value itself names.
pub(super) fn named<T: Union>(value: &Buffer<'_>) -> Option<usize> {
    let Dispatch::Hint { key, values, otherwise } = T::DISPATCH else {
        return None;
    };
    let Buffer::Map(entries) = value.plain() else {
        return None;
    };
    let found = entries.iter().find(|(name, _)| same_key(name, key));
    found.and_then(|(_, value)| of_value(values, value)).or(otherwise)
}

fn of_value(values: &[(&str, usize)], value: &Buffer<'_>) -> Option<usize> {
    let Buffer::Str(text) = value.plain() else {
        return None;
    };
    values
        .iter()
        .find(|(name, _)| *name == text.as_ref())
        .map(|(_, member)| *member)
}
