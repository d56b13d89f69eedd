//! Unions that one key decides.

use serde::de::{Error as _, MapAccess};

use super::Union;
use super::replay::{self, Replay};
use crate::buffer::{Buffer, KeyText, Node};
use crate::error::{Fault, either, within};
use crate::literal::Literal;
use crate::text::quote;

/// Reads on until the tag, then as the member that it names.
pub(super) fn read<'de, T: Union, A: MapAccess<'de>>(
    node: Option<Node>,
    mut map: A,
    tag: &'static str,
    values: &'static [(Literal, usize)],
) -> Result<T, A::Error> {
    let mut entries = Vec::new();
    while let Some(key) = map.next_key_seed(KeyText)? {
        let value = map.next_value::<Buffer<'de>>().map_err(|error| within(error, &key))?;
        if key != tag {
            entries.push((key, value));
            continue;
        }
        let Some((_, member)) = values.iter().find(|(literal, _)| literal.matches(&value)) else {
            return Err(A::Error::custom(unknown(T::NAME, tag, values, &value)));
        };
        entries.push((key, value));
        return replay::member(*member, node, Replay::new(entries, map));
    }
    Err(A::Error::custom(missing(T::NAME, tag, values)))
}

#[cold]
fn unknown(name: &str, tag: &str, values: &[(Literal, usize)], found: &Buffer<'_>) -> Fault {
    Fault::new(format!("expected {} ({name}), found {}", allowed(values), found.found())).within(tag)
}

#[cold]
fn missing(name: &str, tag: &str, values: &[(Literal, usize)]) -> Fault {
    Fault::new(format!("missing key {} ({name}), expected to be {}", quote(tag), allowed(values)))
}

fn allowed(values: &[(Literal, usize)]) -> String {
    either(values.iter().map(|(literal, _)| literal), 10)
}
