//! Entries that were read before it was known whose they are.

use std::borrow::Cow;

use crate::buffer::{Buffer, Pairs};

/// How many entries need no memory of their own: most unions are decided by one of the first keys.
const NEAR: usize = 4;

/// An entry.
pub(super) type Entry<'de> = (Cow<'de, str>, Buffer<'de>);

/// Entries in the order in which they came.
#[derive(Default)]
pub(super) struct Entries<'de> {
    near: [Option<Entry<'de>>; NEAR],
    count: usize,
    far: Pairs<'de>,
}

impl<'de> Entries<'de> {
    pub(super) fn push(&mut self, entry: Entry<'de>) {
        match self.near.get_mut(self.count) {
            Some(slot) => {
                *slot = Some(entry);
                self.count += 1;
            }
            None => self.far.push(entry),
        }
    }

    /// All of them in one list.
    pub(super) fn into_pairs(self) -> Pairs<'de> {
        let mut pairs = Vec::with_capacity(self.count + self.far.len());
        pairs.extend(self.near.into_iter().flatten());
        pairs.extend(self.far);
        pairs
    }

    /// Gives them out from the first to the last.
    pub(super) fn drain(self) -> Drain<'de> {
        Drain {
            near: self.near,
            next: 0,
            count: self.count,
            far: self.far.into_iter(),
        }
    }
}

/// Entries that are given out.
pub(super) struct Drain<'de> {
    near: [Option<Entry<'de>>; NEAR],
    next: usize,
    count: usize,
    far: std::vec::IntoIter<Entry<'de>>,
}

impl<'de> Iterator for Drain<'de> {
    type Item = Entry<'de>;

    #[inline]
    fn next(&mut self) -> Option<Entry<'de>> {
        if self.next == self.count {
            return self.far.next();
        }
        self.next += 1;
        self.near.get_mut(self.next - 1).and_then(Option::take)
    }
}
