//! Trying members over a buffered value.

use super::refusal::Refusals;
use super::{Match, Member, Union, memo, retry};
use crate::buffer::{Buffer, Node, Pairs};
use crate::error::{Fault, Refusal};
use crate::text::position;

/// How well a member's declared keys fit an object: less is better. First the declared keys present (negated), then
/// those missing.
pub(super) type Rank = (std::cmp::Reverse<usize>, usize);

/// Reads the value as the member that counts among `candidates`.
pub(super) fn decide<T: Union>(value: &Buffer<'_>, candidates: Vec<usize>) -> Result<T, Refusal> {
    let node = Node::of(value);
    if let Some(verdict) = node.and_then(memo::recall::<T>) {
        return retry::certain(|| T::read_member(verdict?, value));
    }
    let ranked = ranked(T::MEMBERS, candidates, value, T::MATCH);
    memo::session(|| retry::certain(|| try_all::<T>(value, &ranked))).map(|(member, read)| {
        memo::note::<T>(node, || Ok(member));
        read
    }).map_err(|fault| {
        memo::note::<T>(node, || Err(fault.clone()));
        fault.into()
    })
}

fn try_all<T: Union>(value: &Buffer<'_>, ranked: &[(Rank, usize)]) -> Result<(usize, T), Fault> {
    let mut refusals = Refusals::new(T::NAME, T::MEMBERS);
    let mut accepted = None;
    for (index, (rank, member)) in ranked.iter().enumerate() {
        if index == 1 {
            memo::start();
        }
        match (T::read_member(*member, value), &accepted) {
            (Err(refusal), _) => refusals.add(*rank, *member, refusal.into()),
            (Ok(read), _) if T::MATCH != Match::ExactlyOne => return Ok((*member, read)),
            (Ok(read), None) => accepted = Some((*member, read)),
            (Ok(_), Some((first, _))) => return Err(refusals.ambiguous(*first, *member)),
        }
    }
    accepted.ok_or_else(|| refusals.compose())
}

/// The candidates in the order in which they are tried.
fn ranked(members: &[Member], candidates: Vec<usize>, value: &Buffer<'_>, matching: Match) -> Vec<(Rank, usize)> {
    let rank = |index: usize| match value.plain() {
        Buffer::Map(entries) => rank(&members[index], entries),
        _ => (std::cmp::Reverse(0), 0),
    };
    let mut ranked: Vec<_> = candidates.into_iter().map(|index| (rank(index), index)).collect();
    if matching == Match::MostSpecific {
        // The index is part of the order, so equal ranks stay in document order.
        ranked.sort_unstable();
    }
    ranked
}

/// Of several lists of keys the one that fits best counts.
fn rank(member: &Member, entries: &Pairs<'_>) -> Rank {
    let of_list = |list: &&[&str]| {
        let present = entries.iter().filter(|(key, _)| position(list, key).is_some()).count();
        (std::cmp::Reverse(present), list.len() - present)
    };
    member.keys.iter().map(of_list).min().unwrap_or((std::cmp::Reverse(0), 0))
}
