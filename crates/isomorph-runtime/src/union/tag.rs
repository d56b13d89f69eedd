//! Unions that one key decides.

use serde::de::{Error as _, MapAccess};

use super::entries::Entries;
use super::index::Index;
use super::replay::{self, Replay};
use super::{Union, retry};
use crate::buffer::{Buffer, KeyText, Node};
use crate::fault::{Fault, within};
use crate::literal::Literal;
use crate::text::{either, quote, same_key};

/// Reads on until the tag, then as the member that it names.
pub(super) fn read<'de, T: Union, A: MapAccess<'de>>(
    node: Option<Node>,
    mut map: A,
    tag: &'static str,
    values: &'static [(Literal, usize)],
    index: &'static Index,
) -> Result<T, A::Error> {
    let hopeful = retry::is_hopeful();
    let mut entries = Entries::default();
    while let Some(key) = map.next_key_seed(KeyText)? {
        if !same_key(&key, tag) {
            // A key that only one member declares is most often that member's, whose own reader looks at the tag.
            if hopeful && let Some(member) = index.declaring(T::MEMBERS, &key).only {
                let object = Replay::new(entries, map).with_current(key);
                return retry::guessed(replay::member(member, node, object));
            }
            let value = map.next_value::<Buffer<'de>>().map_err(|error| within(error, &key))?;
            entries.push((key, value));
            continue;
        }
        let value = map.next_value::<Buffer<'de>>().map_err(|error| within(error, &key))?;
        let Some(member) = member(values, &value, index) else {
            return Err(A::Error::custom(unknown(T::NAME, tag, values, &value)));
        };
        entries.push((key, value));
        return replay::member(member, node, Replay::new(entries, map));
    }
    Err(A::Error::custom(missing(T::NAME, tag, values)))
}

/// Whose tag the value is.
fn member(values: &'static [(Literal, usize)], value: &Buffer<'_>, index: &'static Index) -> Option<usize> {
    if let Buffer::Str(text) = value {
        return index.tagged(values, text);
    }
    values
        .iter()
        .find(|(literal, _)| literal.matches(value))
        .map(|(_, member)| *member)
}

#[cold]
fn unknown(name: &str, tag: &str, values: &[(Literal, usize)], found: &Buffer<'_>) -> Fault {
    Fault::new(format!(
        "expected {} ({name}), found {}",
        allowed(values),
        found.found()
    ))
    .within(tag)
}

#[cold]
fn missing(name: &str, tag: &str, values: &[(Literal, usize)]) -> Fault {
    Fault::new(format!(
        "missing key {} ({name}), expected to be {}",
        quote(tag),
        allowed(values)
    ))
}

fn allowed(values: &[(Literal, usize)]) -> String {
    either(values.iter().map(|(literal, _)| literal), 10)
}
