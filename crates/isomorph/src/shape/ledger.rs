//! The ledger: who enforces each keyword of each schema.
//!
//! A mark is made where a keyword is read into a type or a check, so that one that nobody reads has no mark.

use std::cell::Cell;
use std::collections::HashMap;

use super::merged::Merged;
use super::sub::{self, Sub};
use super::{ModelId, Shaper};
use crate::lower::{Graph, Keyword, NodeId, Reading, Residual, Schema, Types};

const NUMBER: &[Keyword] = &[
    Keyword::Minimum,
    Keyword::ExclusiveMinimum,
    Keyword::Maximum,
    Keyword::ExclusiveMaximum,
    Keyword::MultipleOf,
];
const STRING: &[Keyword] = &[
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::Pattern,
    Keyword::Format,
];
const ARRAY: &[Keyword] = &[
    Keyword::Prefix,
    Keyword::Items,
    Keyword::MinItems,
    Keyword::MaxItems,
    Keyword::Unique,
];
const OBJECT: &[Keyword] = &[
    Keyword::Properties,
    Keyword::Required,
    Keyword::Patterns,
    Keyword::Additional,
    Keyword::Names,
    Keyword::MinProperties,
    Keyword::MaxProperties,
];

/// Who enforces a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Enforcer {
    /// The Rust type.
    Type,
    /// A check of its own.
    Rule,
    /// The check of the whole value.
    Whole,
    /// Nobody has to: every value that could get there was judged while generating, or none can get there.
    Settled,
}

const EACH: [Enforcer; 4] = [Enforcer::Type, Enforcer::Rule, Enforcer::Whole, Enforcer::Settled];

/// The marks of a finished run: for every node and enforcer, a bit for each keyword.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    marks: Vec<[u64; 4]>,
}

impl Ledger {
    /// The first that enforces a keyword; `None` where nobody does.
    pub(crate) fn enforcer(&self, node: NodeId, keyword: Keyword) -> Option<Enforcer> {
        let marks = self.marks.get(node.0 as usize)?;
        EACH.into_iter()
            .find(|enforcer| marks[*enforcer as usize] & bit(keyword) != 0)
    }
}

/// The marks while shapes are being made.
#[derive(Debug)]
pub(super) struct Marks {
    marks: Vec<[Cell<u64>; 4]>,
}

impl Marks {
    pub(super) fn of(graph: &Graph) -> Marks {
        Marks {
            marks: graph.nodes.iter().map(|_| Default::default()).collect(),
        }
    }

    pub(super) fn finish(self) -> Ledger {
        let each = self.marks.into_iter().map(|marks| marks.map(Cell::into_inner));
        Ledger { marks: each.collect() }
    }

    pub(super) fn mark(&self, node: NodeId, enforcer: Enforcer, keywords: &[Keyword]) {
        let Some(marks) = self.marks.get(node.0 as usize) else {
            return;
        };
        let cell = &marks[enforcer as usize];
        let bits = keywords.iter().fold(0, |bits, keyword| bits | bit(*keyword));
        cell.set(cell.get() | bits);
    }

    /// Marks every keyword of a schema that a check of the value as a whole evaluates.
    pub(super) fn mark_all(&self, node: NodeId, enforcer: Enforcer, asserts_formats: bool) {
        if let Some(marks) = self.marks.get(node.0 as usize) {
            let format = if asserts_formats { 0 } else { bit(Keyword::Format) };
            let cell = &marks[enforcer as usize];
            cell.set(cell.get() | !format);
        }
    }

    /// Settles a schema, and all inside of it that has no type of its own.
    pub(super) fn settle(&self, graph: &Graph, roots: &HashMap<NodeId, ModelId>, node: NodeId) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let Some(marks) = self.marks.get(node.0 as usize) else {
                continue;
            };
            if marks[Enforcer::Settled as usize].replace(u64::MAX) == u64::MAX {
                continue;
            }
            if let Schema::Keywords(keywords) = &graph.node(node).schema {
                open.extend(keywords.children().filter(|child| !roots.contains_key(child)));
            }
        }
    }
}

fn bit(keyword: Keyword) -> u64 {
    1 << keyword as u8
}

impl Shaper<'_> {
    pub(super) fn mark(&self, node: NodeId, enforcer: Enforcer, keywords: &[Keyword]) {
        self.ledger.mark(node, enforcer, keywords);
    }

    /// `$ref` and `allOf` are enforced by taking them apart, types and listed values by the form that is chosen.
    pub(super) fn mark_flattened(&self, sub: &Sub) {
        for part in sub::flatten(self.graph, &sub.parts) {
            self.mark(
                part.node,
                Enforcer::Type,
                &[
                    Keyword::Reference,
                    Keyword::AllOf,
                    Keyword::Type,
                    Keyword::Nullable,
                    Keyword::Literals,
                ],
            );
        }
    }

    pub(super) fn mark_leaves(&self, merged: &Merged<'_>, enforcer: Enforcer, keywords: &[Keyword]) {
        for leaf in &merged.leaves {
            self.mark(leaf.part.node, enforcer, keywords);
        }
    }

    /// Settles the keywords of JSON types that no value of the conjunction has, and all of them where its values are
    /// listed.
    pub(super) fn settle_idle(&self, merged: &Merged<'_>) {
        let types = merged.types;
        for leaf in &merged.leaves {
            let (node, array, object) = (leaf.part.node, &leaf.keywords.array, &leaf.keywords.object);
            self.settle_residual(node, &leaf.keywords.residual);
            if merged.literals.is_some() || types.without(Types::NULL).is_empty() {
                self.settle_node(node);
            }
            if !types.meets(Types::NUMBER) {
                self.settle_keywords(node, NUMBER, []);
            }
            if !types.meets(Types::STRING) {
                self.settle_keywords(node, STRING, []);
            }
            if !types.meets(Types::ARRAY) {
                self.settle_keywords(node, ARRAY, array.prefix.iter().copied().chain(array.items));
            }
            if !types.meets(Types::OBJECT) {
                let named = object.properties.iter().flat_map(|nodes| nodes.values().copied());
                let others = object.patterns.values().copied().chain(object.additional);
                self.settle_keywords(node, OBJECT, named.chain(others).chain(object.names));
            }
        }
    }

    /// A schema that says nothing but one reference is what that leads to. Keywords that judge nothing may stand beside it,
    /// such as `uniqueItems: false`, or `if` without consequences.
    pub(super) fn mark_reference(&self, node: NodeId) {
        self.mark(node, Enforcer::Type, &[Keyword::Reference, Keyword::AllOf]);
        for keywords in [NUMBER, STRING, ARRAY, OBJECT] {
            self.settle_keywords(node, keywords, []);
        }
        if let Schema::Keywords(keywords) = &self.graph.node(node).schema {
            self.settle_residual(node, &keywords.residual);
        }
    }

    /// A condition without consequences judges nothing, and neither do dependencies of no key.
    pub(super) fn settle_residual(&self, node: NodeId, residual: &Residual) {
        if residual.then.is_none() && residual.otherwise.is_none() {
            self.settle_keywords(node, &[Keyword::Condition], residual.condition);
        }
        if residual.dependent_required.is_empty() {
            self.settle_keywords(node, &[Keyword::DependentRequired], []);
        }
        if residual.dependent_schemas.is_empty() {
            self.settle_keywords(node, &[Keyword::DependentSchemas], []);
        }
    }

    /// Settles the keywords of a conjunction that says nothing beside its types and its choice, such as an empty list of
    /// required keys.
    pub(super) fn settle_rest(&self, merged: &Merged<'_>) {
        for leaf in &merged.leaves {
            for keywords in [NUMBER, STRING, ARRAY, OBJECT] {
                self.settle_keywords(leaf.part.node, keywords, []);
            }
        }
    }

    /// All that a conjunction says was judged while generating.
    pub(super) fn settle(&self, sub: &Sub) {
        for part in sub::flatten(self.graph, &sub.parts) {
            self.settle_node(part.node);
        }
    }

    pub(super) fn settle_node(&self, node: NodeId) {
        self.ledger.settle(self.graph, &self.roots, node);
    }

    /// No value gets to some keywords of a schema, nor to the schemas below them.
    pub(super) fn settle_keywords(&self, node: NodeId, keywords: &[Keyword], below: impl IntoIterator<Item = NodeId>) {
        self.mark(node, Enforcer::Settled, keywords);
        for child in below {
            if !self.roots.contains_key(&child) {
                self.settle_node(child);
            }
        }
    }
}

/// Whether a schema has a keyword that judges.
pub(crate) fn judges(readings: &[Reading]) -> bool {
    readings.iter().any(|reading| {
        matches!(reading, Reading::Dependencies)
            || matches!(reading, Reading::Judges(keyword) if !matches!(keyword, Keyword::Format | Keyword::Default))
    })
}
