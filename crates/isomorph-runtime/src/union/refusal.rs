//! What is said when no member accepts.

use super::Member;
use super::trial::Rank;
use crate::fault::Fault;
use crate::text::cut;

/// How many members besides the closest one are told of.
const TOLD: usize = 8;

/// The refusals of the members that were tried.
pub(super) struct Refusals {
    name: &'static str,
    members: &'static [Member],
    faults: Vec<(Rank, usize, Fault)>,
}

impl Refusals {
    pub(super) fn new(name: &'static str, members: &'static [Member]) -> Self {
        Self {
            name,
            members,
            faults: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, rank: Rank, member: usize, fault: Fault) {
        self.faults.push((rank, member, fault));
    }

    /// Several members accept where only one may.
    #[cold]
    pub(super) fn ambiguous(&self, accepted: &[usize]) -> Fault {
        let names: Vec<_> = accepted
            .iter()
            .take(TOLD)
            .map(|member| self.members[*member].name)
            .collect();
        let more = if accepted.len() > TOLD { " and others" } else { "" };
        Fault::new(format!(
            "exactly one member of {} must accept, but {}{more} do",
            self.name,
            names.join(" and ")
        ))
    }

    /// One refusal: that of the member that came closest, then the others in a line each.
    #[cold]
    pub(super) fn compose(mut self) -> Fault {
        // Best rank first; among equals the one that got furthest into the value, then the first.
        self.faults.sort_by_key(|(rank, member, fault)| {
            (*rank, std::cmp::Reverse(fault.pointer.matches('/').count()), *member)
        });
        let mut faults = self.faults.into_iter();
        let Some((_, closest, fault)) = faults.next() else {
            return Fault::new(format!("no member of {} accepts the value", self.name));
        };
        let others = faults.len();
        if others == 0 {
            return fault;
        }
        let text = cut(&fault.message, 1_000);
        let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
        let name = self.members[closest].name;
        let mut message = format!(
            "{} ({name}, the closest member of {}){rest}",
            without_name(first, name),
            self.name
        );
        for (_, member, fault) in faults.take(TOLD) {
            let text = fault.to_string();
            let line = text.lines().next().unwrap_or_default();
            let name = self.members[member].name;
            message.push_str(&format!("\n  {name}: {}", cut(without_name(line, name), 200)));
        }
        if others > TOLD {
            message.push_str(&format!("\n  and {} more", others - TOLD));
        }
        Fault {
            pointer: fault.pointer,
            message,
        }
    }
}

/// A message without the name of the type that it is about: the line has it already.
fn without_name<'a>(line: &'a str, name: &str) -> &'a str {
    line.strip_suffix(')')
        .and_then(|line| line.strip_suffix(name))
        .and_then(|line| line.strip_suffix(" ("))
        .unwrap_or(line)
}
