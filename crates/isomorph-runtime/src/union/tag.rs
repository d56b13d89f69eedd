//! Unions that one key decides.

use serde::de::{Error as _, MapAccess};

use super::keys::declares;
use super::replay::{self, Replay};
use super::{Member, Union, retry};
use crate::buffer::{Buffer, KeyText, Node};
use crate::fault::{Fault, within};
use crate::literal::Literal;
use crate::text::either;
use crate::text::{quote, same_key};

/// Reads on until the tag, then as the member that it names.
pub(super) fn read<'de, T: Union, A: MapAccess<'de>>(
    node: Option<Node>,
    mut map: A,
    tag: &'static str,
    values: &'static [(Literal, usize)],
) -> Result<T, A::Error> {
    let hopeful = retry::is_hopeful();
    let mut entries = Vec::new();
    while let Some(key) = map.next_key_seed(KeyText)? {
        if !same_key(&key, tag) {
            // A key that only one member declares is most often that member's, whose own reader looks at the tag.
            if let Some(member) = hopeful.then(|| only(T::MEMBERS, &key)).flatten() {
                return retry::guessed(replay::member(
                    member,
                    node,
                    Replay::new(entries, map).with_current(key),
                ));
            }
            let value = map.next_value::<Buffer<'de>>().map_err(|error| within(error, &key))?;
            entries.push((key, value));
            continue;
        }
        let value = map.next_value::<Buffer<'de>>().map_err(|error| within(error, &key))?;
        let Some((_, member)) = values.iter().find(|(literal, _)| literal.matches(&value)) else {
            return Err(A::Error::custom(unknown(T::NAME, tag, values, &value)));
        };
        entries.push((key, value));
        return replay::member(*member, node, Replay::new(entries, map));
    }
    Err(A::Error::custom(missing(T::NAME, tag, values)))
}

/// The only member that declares a key.
fn only(members: &[Member], key: &str) -> Option<usize> {
    let mut declaring = (0..members.len()).filter(|index| declares(&members[*index], key));
    let first = declaring.next();
    if declaring.next().is_some() { None } else { first }
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
