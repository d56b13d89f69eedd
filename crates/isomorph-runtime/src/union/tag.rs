//! Unions that one key decides.

use serde::de::{Error as _, MapAccess};

use super::index::Index;
use super::replay::Replay;
use super::{Union, retry};
use crate::buffer::{Buffer, Node};
use crate::fault::Fault;
use crate::literal::Literal;
use crate::text::{either, quote, same_key};

/// Reads on until the tag, then as the member that it names.
pub(super) fn read<'de, T: Union, A: MapAccess<'de>>(
    node: Option<Node>,
    map: A,
    tag: &'static str,
    values: &'static [(Literal, usize)],
    index: &'static Index,
) -> Result<T, A::Error> {
    let hopeful = retry::is_hopeful();
    let mut common = index.common(T::MEMBERS);
    let mut object = Replay::new(map);
    while let Some(key) = object.key()? {
        let is_tag = same_key(&key, tag);
        // A key that only one member declares is most often that member's, whose own reader looks at the tag.
        if !is_tag
            && hopeful
            && !common.has(&key)
            && let Some(member) = index.declaring(T::MEMBERS, &key).only
        {
            return retry::guessed(object.read_from(key, member, node.as_ref()));
        }
        let value = object.value(&key)?;
        if !is_tag {
            object.keep(key, value);
            continue;
        }
        let Some(member) = member(values, &value, index) else {
            return Err(A::Error::custom(unknown(T::NAME, tag, values, &value)));
        };
        object.keep(key, value);
        return object.read(member, node.as_ref());
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
