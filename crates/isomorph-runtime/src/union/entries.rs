//! Entries that were read before it was known whose they are.

use std::borrow::Cow;

use crate::buffer::{Buffer, Pairs};

/// How many entries need no memory of their own: most unions are decided by one of the first keys.
const NEAR: usize = 4;

/// An entry.
pub(super) type Entry<'de> = (Cow<'de, str>, Buffer<'de>);

/// Entries in the order in which they came, and a place in them.
#[derive(Default)]
pub(super) struct Entries<'de> {
    near: [Option<Entry<'de>>; NEAR],
    count: usize,
    next: usize,
    /// Those for which there was no room; from the last to the first once they are given out.
    far: Vec<Entry<'de>>,
    is_turned: bool,
}

impl<'de> Entries<'de> {
    #[inline]
    pub(super) fn push(&mut self, key: Cow<'de, str>, value: Buffer<'de>) {
        match self.near.get_mut(self.count) {
            Some(slot) => {
                *slot = Some((key, value));
                self.count += 1;
            }
            None => self.far.push((key, value)),
        }
    }

    /// Gives the next entry out.
    #[inline]
    pub(super) fn take(&mut self) -> Option<Entry<'de>> {
        if self.next == self.count {
            if !self.is_turned {
                self.far.reverse();
                self.is_turned = true;
            }
            return self.far.pop();
        }
        self.next += 1;
        self.near.get_mut(self.next - 1).and_then(Option::take)
    }

    /// All of them in one list.
    pub(super) fn into_pairs(self) -> Pairs<'de> {
        let mut pairs = Vec::with_capacity(self.count + self.far.len());
        pairs.extend(self.near.into_iter().flatten());
        pairs.extend(self.far);
        pairs
    }
}
