//! A union's tables, arranged for looking up: how long it takes to find a member must not depend on how many there are.

use std::sync::OnceLock;

use super::{Kinds, Member};
use crate::literal::Literal;
use crate::text::same_key;

/// What is looked up while a union is read. Made at first use; the macro `union!` keeps one for each union.
#[derive(Debug)]
pub struct Index {
    keys: OnceLock<Keys>,
    tags: OnceLock<Words<usize>>,
}

/// The keys that members declare.
#[derive(Debug)]
struct Keys {
    declaring: Words<Declaring>,
    /// Those that all members start with: most unions have some, and they decide nothing.
    common: &'static [&'static str],
}

/// Which members declare a key.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Declaring {
    /// They as bits; of members beyond the first 64 nothing is said here.
    pub(super) mask: u64,
    /// It, if it is one.
    pub(super) only: Option<usize>,
}

impl Index {
    /// An index of any union.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            keys: OnceLock::new(),
            tags: OnceLock::new(),
        }
    }

    /// Which members declare the key.
    pub(super) fn declaring(&self, members: &[Member], key: &str) -> Declaring {
        self.keys(members).declaring.get(key).copied().unwrap_or_default()
    }

    /// The keys that all members that can be objects declare first; empty unless there are several.
    pub(super) fn common(&self, members: &[Member]) -> Common {
        Common {
            keys: self.keys(members).common,
            next: 0,
        }
    }

    fn keys(&self, members: &[Member]) -> &Keys {
        self.keys.get_or_init(|| Keys {
            declaring: declared(members),
            common: common(members),
        })
    }

    /// Whose tag this text is.
    pub(super) fn tagged(&self, values: &[(Literal, usize)], tag: &str) -> Option<usize> {
        let tags = self.tags.get_or_init(|| texts(values));
        tags.get(tag).copied()
    }
}

/// Keys that all members declare, and where documents in schema order go on.
pub(super) struct Common {
    keys: &'static [&'static str],
    next: usize,
}

impl Common {
    /// How many of them came, or were passed over.
    pub(super) fn passed(&self) -> usize {
        self.next
    }

    /// Whether the key is known to be declared by all members; `false` says nothing.
    #[inline]
    pub(super) fn has(&mut self, key: &str) -> bool {
        let is_at = |place: usize| self.keys.get(place).is_some_and(|known| same_key(known, key));
        // A tag that comes late leaves a gap of one.
        let passed = if is_at(self.next) {
            1
        } else if is_at(self.next + 1) {
            2
        } else {
            0
        };
        self.next += passed;
        passed > 0
    }
}

impl Default for Index {
    fn default() -> Self {
        Self::new()
    }
}

fn declared(members: &[Member]) -> Words<Declaring> {
    let lists = || members.iter().flat_map(|member| member.keys);
    let mut words = Words::with_room(lists().map(|list| list.len()).sum());
    for (index, member) in members.iter().enumerate() {
        for key in member.keys.iter().flat_map(|list| list.iter()) {
            let bit = u32::try_from(index).map_or(0, |index| 1u64.checked_shl(index).unwrap_or(0));
            words.insert(key, |before: Option<&Declaring>| match before {
                None => Declaring {
                    mask: bit,
                    only: Some(index),
                },
                Some(before) => Declaring {
                    mask: before.mask | bit,
                    only: before.only.filter(|only| *only == index),
                },
            });
        }
    }
    words
}

fn common(members: &[Member]) -> &'static [&'static str] {
    let mut objects = members.iter().filter(|member| member.kinds.contains(Kinds::OBJECT));
    let first: &'static [&'static str] = match objects.next().map(|member| member.keys) {
        Some([list]) => list,
        Some(_) | None => return &[],
    };
    let mut count = 0;
    let mut shared = first.len();
    for member in objects {
        let [list] = member.keys else { return &[] };
        shared = first
            .iter()
            .zip(*list)
            .take(shared)
            .take_while(|(key, other)| key == other)
            .count();
        count += 1;
    }
    if count == 0 { &[] } else { &first[..shared] }
}

/// The tags that are strings; of equal ones the first counts.
fn texts(values: &[(Literal, usize)]) -> Words<usize> {
    let mut words = Words::with_room(values.len());
    for (literal, member) in values {
        if let Literal::Str(text) = literal {
            words.insert(text, |before| before.copied().unwrap_or(*member));
        }
    }
    words
}

/// A table of a schema's words. Documents only look words up, so no document decides how the table is filled.
#[derive(Debug)]
struct Words<T> {
    /// A power of two, at least a half of them free.
    slots: Box<[Option<(&'static str, T)>]>,
}

impl<T> Words<T> {
    fn with_room(words: usize) -> Self {
        let slots = (2 * words).next_power_of_two().max(2);
        Self {
            slots: (0..slots).map(|_| None).collect(),
        }
    }

    fn insert(&mut self, word: &'static str, value: impl FnOnce(Option<&T>) -> T) {
        let place = self.place(word);
        if let Some(slot) = self.slots.get_mut(place) {
            let before = slot.as_ref().map(|(_, before)| before);
            *slot = Some((word, value(before)));
        }
    }

    #[inline]
    fn get(&self, word: &str) -> Option<&T> {
        match self.slots.get(self.place(word)) {
            Some(Some((_, value))) => Some(value),
            Some(None) | None => None,
        }
    }

    /// Where the word is, or would be.
    #[inline]
    fn place(&self, word: &str) -> usize {
        let last = self.slots.len() - 1;
        let mut place = mark(word) & last;
        // A free slot ends the search: there is always one.
        while let Some(Some((known, _))) = self.slots.get(place) {
            if same_key(known, word) {
                break;
            }
            place = (place + 1) & last;
        }
        place
    }
}

/// A number that differs for most words: of the length and what they start and end with.
#[inline]
fn mark(word: &str) -> usize {
    let bytes = word.as_bytes();
    let ends = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29),
        _ => match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
            }
            _ => bytes.iter().fold(0, |ends, byte| ends << 8 | u64::from(*byte)),
        },
    };
    let mixed = (ends ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn member(keys: &'static [&'static [&'static str]]) -> Member {
        Member {
            name: "member",
            kinds: Kinds::OBJECT,
            keys,
            closed: false,
        }
    }

    #[test]
    fn every_key_is_found_and_no_other() {
        // Words that start and end alike share a mark, and all lengths up to two words of the processor are there.
        let words = [
            "",
            "a",
            "ab",
            "abc",
            "abcd",
            "abcde",
            "abcdefg",
            "abcdefgh",
            "abcdefghi",
            "abcdefgh1abcdefgh",
            "abcdefgh2abcdefgh",
            "abcdefgh3abcdefgh",
            "ünïcödé",
        ];
        let mut table = Words::with_room(words.len());
        for (index, word) in words.iter().enumerate() {
            table.insert(word, |before| {
                assert!(before.is_none(), "{word:?} was there before");
                index
            });
        }
        for (index, word) in words.iter().enumerate() {
            assert_eq!(table.get(word), Some(&index), "{word:?}");
        }
        for other in ["b", "ba", "abd", "abcdefgh4abcdefgh", "abcdefgh1abcdefgh1abcdefgh"] {
            assert_eq!(table.get(other), None, "{other:?}");
        }
    }

    #[test]
    fn members_are_told_by_their_keys() {
        let members: Vec<Member> = (0..70)
            .map(|index| match index {
                0 => member(&[&["shared", "own", "own"]]),
                1 => member(&[&["shared"], &["second", "shared"]]),
                69 => member(&[&["late"]]),
                _ => member(&[]),
            })
            .collect();
        let index = Index::new();
        let of = |key| index.declaring(&members, key);
        assert_eq!((of("shared").mask, of("shared").only), (0b11, None));
        assert_eq!((of("own").mask, of("own").only), (0b1, Some(0)));
        assert_eq!((of("second").mask, of("second").only), (0b10, Some(1)));
        assert_eq!((of("late").mask, of("late").only), (0, Some(69)));
        assert_eq!((of("other").mask, of("other").only), (0, None));
    }

    #[test]
    fn common_keys_are_those_that_all_members_start_with() {
        let of = |members: &[Member]| Index::new().common(members).keys;
        let (ab, ac, none) = (member(&[&["k", "a", "b"]]), member(&[&["k", "a", "c"]]), member(&[&[]]));
        let several = member(&[&["k"], &["k", "a"]]);
        let text = Member {
            kinds: Kinds::STRING,
            ..member(&[])
        };
        assert_eq!(of(&[ab, text, ac]), ["k", "a"]);
        assert!(of(&[ab, none]).is_empty());
        assert!(of(&[ab, several]).is_empty());
        assert!(of(&[ab, text]).is_empty(), "one member decides without keys");
        let mut common = Index::new().common(&[ab, ac]);
        assert!(common.has("a"), "the first one may be left out");
        assert!(!common.has("k"));
        assert!(!common.has("b"));
    }

    #[test]
    fn the_first_of_equal_tags_counts() {
        let values = [(Literal::Str("a"), 3), (Literal::Int(1), 2), (Literal::Str("a"), 4)];
        let index = Index::new();
        assert_eq!(index.tagged(&values, "a"), Some(3));
        assert_eq!(index.tagged(&values, "1"), None);
    }
}
