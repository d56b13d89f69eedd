//! Trying members over a buffered value.

use super::refusal::Refusals;
use super::{Match, Member, Union, memo, retry};
use crate::buffer::{Buffer, Node, Pairs};
use crate::error::Fault;

/// How well a member's declared keys fit an object: less is better. First the declared keys present (negated), then
/// those missing.
pub(super) type Rank = (std::cmp::Reverse<usize>, usize);

/// Reads the value as the member that counts among `candidates`.
pub(super) fn decide<T: Union>(value: &Buffer<'_>, candidates: Vec<usize>) -> Result<T, Fault> {
    let node = node_of(value);
    if let Some(verdict) = node.and_then(memo::recall::<T>) {
        return verdict.and_then(|member| retry::certain(|| T::read_member(member, value)));
    }
    let ranked = ranked(T::MEMBERS, candidates, value, T::MATCH);
    memo::session(|| {
        let (verdict, read) = retry::certain(|| try_all::<T>(value, &ranked));
        if let Some(node) = node {
            memo::note::<T>(node, verdict);
        }
        read
    })
}

fn try_all<T: Union>(value: &Buffer<'_>, ranked: &[(Rank, usize)]) -> (memo::Verdict, Result<T, Fault>) {
    let mut refusals = Refusals::new(T::NAME, T::MEMBERS);
    let mut accepted: Option<(usize, T)> = None;
    for (rank, member) in ranked {
        match T::read_member(*member, value) {
            Ok(read) if T::MATCH != Match::ExactlyOne => return (Ok(*member), Ok(read)),
            Ok(read) => match &accepted {
                None => accepted = Some((*member, read)),
                Some((first, _)) => {
                    let fault = refusals.ambiguous(*first, *member);
                    return (Err(fault.clone()), Err(fault));
                }
            },
            Err(fault) => refusals.add(*rank, *member, fault),
        }
    }
    match accepted {
        Some((member, read)) => (Ok(member), Ok(read)),
        None => {
            let fault = refusals.compose();
            (Err(fault.clone()), Err(fault))
        }
    }
}

fn node_of(value: &Buffer<'_>) -> Option<Node> {
    match value {
        Buffer::Seq(node, _) | Buffer::Map(node, _) => Some(*node),
        Buffer::Null | Buffer::Bool(_) | Buffer::I64(_) | Buffer::U64(_) | Buffer::F64(_) | Buffer::Str(_) => None,
    }
}

/// The candidates in the order in which they are tried.
fn ranked(members: &[Member], candidates: Vec<usize>, value: &Buffer<'_>, matching: Match) -> Vec<(Rank, usize)> {
    let rank = |index: usize| match value {
        Buffer::Map(_, entries) => rank(&members[index], entries),
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
        let present = entries.iter().filter(|(key, _)| list.contains(&&**key)).count();
        (std::cmp::Reverse(present), list.len() - present)
    };
    member.keys.iter().map(of_list).min().unwrap_or((std::cmp::Reverse(0), 0))
}
