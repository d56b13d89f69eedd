//! Trying members over a buffered value.

use std::cell::Cell;

use super::index::Index;
use super::refusal::Refusals;
use super::{Match, Member, Union, hint, memo, retry};
use crate::buffer::{Buffer, Pairs, sharing};
use crate::fault::{Fault, Refusal};
use crate::text::position;

/// How well a member's declared keys fit an object: less is better. First the declared keys present (negated), then
/// those missing.
pub(super) type Rank = (std::cmp::Reverse<usize>, usize);

/// How many trials may lie in each other, each with a copy of its value, before the outermost value is shared.
const DEEPEST: usize = 2;

thread_local! {
    /// How the trials stand that run.
    static TRIALS: Cell<Trials> = const { Cell::new(Trials { depth: 0, shared: false, too_deep: false }) };
}

#[derive(Clone, Copy)]
struct Trials {
    /// How many lie in each other.
    depth: usize,
    /// The outermost one is over a shared value.
    shared: bool,
    /// They lie too deep, and everything is to be left for the outermost one.
    too_deep: bool,
}

/// Puts the state back when a trial ends, however it ends.
struct Leave {
    depth: usize,
    shared: bool,
}

impl Drop for Leave {
    fn drop(&mut self) {
        let too_deep = TRIALS.get().too_deep && self.depth > 0;
        TRIALS.set(Trials {
            depth: self.depth,
            shared: self.shared,
            too_deep,
        });
    }
}

fn enter(shared: bool) -> Leave {
    let before = TRIALS.get();
    TRIALS.set(Trials {
        depth: before.depth + 1,
        shared: before.shared || shared,
        too_deep: false,
    });
    Leave {
        depth: before.depth,
        shared: before.shared,
    }
}

/// Reads the value as the member that counts among `candidates`.
pub(super) fn decide<T: Union>(value: &Buffer<'_>, candidates: Vec<usize>, index: &Index) -> Result<T, Refusal> {
    if let Buffer::Shared(node) = value
        && let Some(verdict) = memo::recall::<T>(node)
    {
        return retry::certain(|| T::read_member(verdict?, value));
    }
    let before = TRIALS.get();
    let is_nest = matches!(value.plain(), Buffer::Seq(_) | Buffer::Map(_));
    if is_nest && !before.shared && before.depth >= DEEPEST {
        TRIALS.set(Trials {
            too_deep: true,
            ..before
        });
        return Err(Refusal::new("read again from a shared value"));
    }
    let mut ranked = ranked(T::MEMBERS, candidates, value, T::MATCH, index);
    if let Some(named) = hint::named::<T>(value)
        && let Some(place) = ranked.iter().position(|(_, member)| *member == named)
    {
        ranked[..=place].rotate_right(1);
    }
    let tried = {
        let _leave = enter(false);
        retry::certain(|| try_all::<T>(value, &ranked))
    };
    let tried = match tried {
        Some(tried) => tried,
        None if before.depth > 0 => {
            TRIALS.set(Trials {
                too_deep: true,
                ..before
            });
            return Err(Refusal::new("read again from a shared value"));
        }
        None => {
            let shared = value.to_shared();
            let _leave = enter(true);
            let _forget = memo::Forget;
            // Nothing is too deep from here on.
            sharing(|| retry::certain(|| try_all::<T>(&shared, &ranked))).unwrap_or_else(|| Err(Fault::new("too deep")))
        }
    };
    if let Buffer::Shared(node) = value {
        memo::note::<T>(node, tried.as_ref().map(|(member, _)| *member).map_err(Fault::clone));
    }
    tried.map(|(_, read)| read).map_err(Refusal::from)
}

/// Reads the value as each member in turn; `None` when that nests too deep for values that are not shared.
fn try_all<T: Union>(value: &Buffer<'_>, ranked: &[(Rank, usize)]) -> Option<Result<(usize, T), Fault>> {
    let mut refusals = Refusals::new(T::NAME, T::MEMBERS);
    let mut accepted = Vec::new();
    for (rank, member) in ranked {
        let read = T::read_member(*member, value);
        if TRIALS.get().too_deep {
            return None;
        }
        match read {
            Ok(read) if T::MATCH == Match::ExactlyOne => accepted.push((*member, read)),
            Ok(read) => return Some(Ok((*member, read))),
            Err(refusal) => refusals.add(*rank, *member, refusal.into()),
        }
    }
    let members: Vec<usize> = accepted.iter().map(|(member, _)| *member).collect();
    Some(match accepted.pop() {
        None => Err(refusals.compose()),
        Some(only) if accepted.is_empty() => Ok(only),
        Some(_) => Err(refusals.ambiguous(&members)),
    })
}

/// The candidates in the order in which they are tried.
fn ranked(
    members: &[Member],
    candidates: Vec<usize>,
    value: &Buffer<'_>,
    matching: Match,
    index: &Index,
) -> Vec<(Rank, usize)> {
    let present = match value.plain() {
        Buffer::Map(entries) => Present::of(members, entries, index),
        _ => Present::Nothing,
    };
    let mut ranked: Vec<_> = candidates
        .into_iter()
        .map(|index| (present.rank(members, index), index))
        .collect();
    if matching == Match::MostSpecific {
        // The index is part of the order, so equal ranks stay in document order.
        ranked.sort_unstable();
    }
    ranked
}

/// How many of an object's keys each member declares.
enum Present<'a> {
    /// The value is no object.
    Nothing,
    /// Counted for all members at once.
    Counts(Box<[usize; 64]>, &'a Pairs<'a>),
    /// Counted for one member after the other: above 64 members.
    Entries(&'a Pairs<'a>),
}

impl<'a> Present<'a> {
    fn of(members: &[Member], entries: &'a Pairs<'a>, index: &Index) -> Self {
        if members.len() > 64 {
            return Self::Entries(entries);
        }
        let mut counts = Box::new([0; 64]);
        for (key, _) in entries {
            let mut declaring = index.declaring(members, key).mask;
            while declaring != 0 {
                counts[declaring.trailing_zeros() as usize] += 1;
                declaring &= declaring - 1;
            }
        }
        Self::Counts(counts, entries)
    }

    fn rank(&self, members: &[Member], index: usize) -> Rank {
        let unknown = (std::cmp::Reverse(0), 0);
        let Some(member) = members.get(index) else {
            return unknown;
        };
        match (self, member.keys) {
            (Self::Nothing, _) => unknown,
            (Self::Counts(counts, _), [list]) => {
                let present = counts[index];
                (std::cmp::Reverse(present), list.len() - present)
            }
            (Self::Counts(_, entries) | Self::Entries(entries), _) => rank(member, entries),
        }
    }
}

/// Of several lists of keys the one that fits best counts.
fn rank(member: &Member, entries: &Pairs<'_>) -> Rank {
    let of_list = |list: &&[&str]| {
        let present = entries.iter().filter(|(key, _)| position(list, key).is_some()).count();
        (std::cmp::Reverse(present), list.len() - present)
    };
    member
        .keys
        .iter()
        .map(of_list)
        .min()
        .unwrap_or((std::cmp::Reverse(0), 0))
}
