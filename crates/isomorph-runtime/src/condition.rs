//! Conditions on a value as a whole: what `not`, `if`, `contains` and the `dependent` keywords say, as a table.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::de::{Deserializer, Error as _};

use crate::buffer::Buffer;
use crate::check::Checks;
use crate::fault::{Fault, Refusal};
use crate::literal::Literal;
use crate::rule::Rule;
use crate::text::{cut, either, quote, same_key};
use crate::union::Kinds;

/// The longest description of a condition in a message, in characters.
const LONGEST: usize = 300;

/// What a value as a whole must satisfy. As the keyword that it stands for, each passes values of other JSON types, but for
/// [`Type`](Self::Type) and [`OneOf`](Self::OneOf).
#[derive(Debug, Clone, Copy)]
pub enum Condition {
    /// Nothing satisfies it: the schema `false`.
    Never,
    /// The value has one of these JSON types.
    Type(Kinds),
    /// The value is one of these.
    OneOf(&'static [Literal]),
    /// An object has these keys.
    Has(&'static [&'static str]),
    /// The values of an object's keys satisfy the condition of their key, or that of all other keys.
    Entries {
        /// Keys and their conditions.
        known: &'static [(&'static str, Condition)],
        /// The condition of every other key.
        rest: Option<&'static Condition>,
    },
    /// Every key of an object, as a string.
    Keys(&'static Condition),
    /// The items of an array satisfy the condition of their place, or that of all later ones.
    Items {
        /// The conditions of the first items.
        prefix: &'static [Condition],
        /// The condition of the items after those.
        rest: Option<&'static Condition>,
    },
    /// So many items of an array satisfy a condition.
    Contains {
        /// The condition.
        what: &'static Condition,
        /// The least number of items.
        least: u64,
        /// The greatest number of items.
        most: Option<u64>,
    },
    /// Bounds, lengths, counts and patterns.
    Rule(&'static Rule),
    /// All of these.
    All(&'static [Condition]),
    /// At least one of these.
    Any(&'static [Condition]),
    /// Exactly one of these.
    One(&'static [Condition]),
    /// Everything that does not satisfy a condition.
    Not(&'static Condition),
    /// A condition where another one holds.
    When {
        /// What decides.
        holds: &'static Condition,
        /// What is asked for where it holds.
        then: Option<&'static Condition>,
        /// What is asked for elsewhere.
        otherwise: Option<&'static Condition>,
    },
}

impl Condition {
    /// Judges a value.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn judge(&self, value: &Buffer<'_>) -> Result<(), Fault> {
        match self {
            Self::Never => Err(Fault::new(format!("expected nothing, found {}", value.found()))),
            Self::Type(kinds) => self.require(kinds.contains(Kinds::of(value)), value),
            Self::OneOf(values) => self.require(values.iter().any(|known| known.matches(value)), value),
            Self::Has(keys) => match value.plain() {
                Buffer::Map(entries) => {
                    let is_there = |key: &&&str| entries.iter().any(|(found, _)| same_key(found, key));
                    match keys.iter().find(|key| !is_there(key)) {
                        Some(key) => Err(Fault::new(format!("missing key {}", quote(key)))),
                        None => Ok(()),
                    }
                }
                _ => Ok(()),
            },
            Self::Entries { known, rest } => match value.plain() {
                Buffer::Map(entries) => entries.iter().try_for_each(|(key, value)| {
                    let own = known.iter().find(|(known, _)| same_key(known, key));
                    let condition = own.map(|(_, condition)| condition).or(*rest);
                    match condition {
                        Some(Self::Never) => Err(Fault::new(format!("unexpected key {}", quote(key)))),
                        Some(condition) => condition.judge(value).map_err(|fault| fault.within(key)),
                        None => Ok(()),
                    }
                }),
                _ => Ok(()),
            },
            Self::Keys(condition) => match value.plain() {
                Buffer::Map(entries) => entries.iter().try_for_each(|(key, _)| {
                    let text = Buffer::Str(Cow::Borrowed(&**key));
                    let named = |fault: Fault| Fault::new(format!("key {}: {}", quote(key), fault.message));
                    condition.judge(&text).map_err(named)
                }),
                _ => Ok(()),
            },
            Self::Items { prefix, rest } => match value.plain() {
                Buffer::Seq(items) => {
                    items
                        .iter()
                        .enumerate()
                        .try_for_each(|(index, item)| match prefix.get(index).or(*rest) {
                            Some(condition) => condition.judge(item).map_err(|fault| fault.at(index)),
                            None => Ok(()),
                        })
                }
                _ => Ok(()),
            },
            Self::Contains { what, least, most } => match value.plain() {
                Buffer::Seq(items) => {
                    let count = items.iter().filter(|item| what.judge(item).is_ok()).count() as u64;
                    let is_right = count >= *least && most.is_none_or(|most| count <= most);
                    let found = || Fault::new(format!("expected array that {}, found {count}", self.described()));
                    if is_right { Ok(()) } else { Err(found()) }
                }
                _ => Ok(()),
            },
            Self::Rule(rule) => Checks::run(|checks| checks.value(value, rule)),
            Self::All(all) => all.iter().try_for_each(|condition| condition.judge(value)),
            Self::Any(any) => self.require(any.iter().any(|condition| condition.judge(value).is_ok()), value),
            Self::One(any) => {
                let count = any
                    .iter()
                    .filter(|condition| condition.judge(value).is_ok())
                    .take(2)
                    .count();
                self.require(count == 1, value)
            }
            Self::Not(condition) => match condition.judge(value) {
                Ok(()) => {
                    let (denied, found) = (condition.described(), value.found());
                    Err(Fault::new(format!("expected no value that {denied}, found {found}")))
                }
                Err(_) => Ok(()),
            },
            Self::When { holds, then, otherwise } => {
                let does_hold = holds.judge(value).is_ok();
                let Some(condition) = (if does_hold { then } else { otherwise }) else {
                    return Ok(());
                };
                condition.judge(value).map_err(|mut fault| {
                    let word = if does_hold { "since" } else { "unless" };
                    let holds = holds.described();
                    fault.message = format!("{} ({word} the value {holds})", cut(&fault.message, LONGEST));
                    fault
                })
            }
        }
    }

    fn require(&self, is_satisfied: bool, value: &Buffer<'_>) -> Result<(), Fault> {
        if is_satisfied {
            return Ok(());
        }
        let (expected, found) = (self.described(), value.found());
        Err(Fault::new(format!("expected value that {expected}, found {found}")))
    }

    /// What the condition says, cut.
    fn described(&self) -> String {
        cut(&self.to_string(), LONGEST).into_owned()
    }
}

/// What a value does that satisfies the condition: `has key "a" and is no string`.
impl Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("does not exist"),
            Self::Type(kinds) => write!(f, "is {}", either(kinds.names().into_iter(), 8)),
            Self::OneOf(values) => write!(f, "is {}", either(values.iter(), 10)),
            Self::Has(keys) => {
                let word = if keys.len() == 1 { "key" } else { "keys" };
                let keys: Vec<_> = keys.iter().take(8).map(|key| quote(key)).collect();
                write!(f, "has {word} {}", keys.join(" and "))
            }
            Self::Entries { known, rest } => {
                let known = known.iter().map(|(key, condition)| match condition {
                    Self::Never => format!("has no key {}", quote(key)),
                    _ => format!("{}, if there, {condition}", quote(key)),
                });
                let rest = rest.map(|condition| match condition {
                    Self::Never => "has no other keys".to_owned(),
                    _ => format!("every other key has a value that {condition}"),
                });
                joined(f, known.chain(rest), " and ")
            }
            Self::Keys(condition) => write!(f, "has only keys each of which {condition}"),
            Self::Items { prefix, rest } => {
                let prefix = prefix
                    .iter()
                    .enumerate()
                    .map(|(index, condition)| format!("item {index}, if there, {condition}"));
                let word = if prefix.len() == 0 { "each" } else { "each further" };
                let rest = rest.map(|condition| format!("{word} item of which {condition}"));
                joined(f, prefix.chain(rest), " and ")
            }
            Self::Contains { what, least, most } => {
                let most = most.map(|most| format!(" and at most {most}")).unwrap_or_default();
                write!(f, "has at least {least}{most} items each of which {what}")
            }
            Self::Rule(rule) => write!(f, "{rule}"),
            Self::All([]) => f.write_str("exists"),
            Self::All(all) => joined(f, all.iter().map(Self::to_string), " and "),
            Self::Any(any) => joined(f, any.iter().map(Self::to_string), " or "),
            Self::One(any) => {
                f.write_str("fits exactly one: ")?;
                joined(f, any.iter().map(Self::to_string), " or ")
            }
            Self::Not(condition) => write!(f, "is no value that {condition}"),
            Self::When { holds, then, otherwise } => {
                let then = then.map(|then| format!("{then}, if it {holds}"));
                let otherwise = otherwise.map(|otherwise| format!("{otherwise}, unless it {holds}"));
                joined(f, then.into_iter().chain(otherwise), " and ")
            }
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, parts: impl Iterator<Item = String>, gap: &str) -> fmt::Result {
    let parts: Vec<_> = parts.take(10).collect();
    f.write_str(&parts.join(gap))
}

/// Reads a value, judges it, then reads the model from it.
pub(crate) fn read_checked<'de, T, D: Deserializer<'de>>(
    condition: &Condition,
    deserializer: D,
    read: impl FnOnce(&Buffer<'de>) -> Result<T, Refusal>,
) -> Result<T, D::Error> {
    let value = Buffer::read(deserializer)?;
    // Where the type refuses as well, it says so in better words.
    let model = read(&value).map_err(D::Error::custom)?;
    condition.judge(&value).map_err(D::Error::custom)?;
    Ok(model)
}
