//! What gets shaped: a conjunction of schemas, cut down to some JSON types.

use std::collections::HashSet;

use crate::lower::{Graph, Keywords, NodeId, Schema, Types};

/// A schema that counts, whole or in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    pub(crate) node: NodeId,
    /// Only the keywords of the node itself: its `$ref` and `allOf` were taken apart already.
    pub(crate) own: bool,
    /// Its `anyOf` was dealt out to members already.
    pub(crate) without_any_of: bool,
    /// Its `oneOf` was dealt out to members already.
    pub(crate) without_one_of: bool,
    /// The keywords that judge the whole value are checked on the outside already.
    pub(crate) without_residual: bool,
}

/// All values of the given JSON types that every part accepts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sub {
    pub(crate) parts: Vec<Part>,
    pub(crate) types: Types,
}

impl Part {
    pub(crate) fn whole(node: NodeId) -> Part {
        Part {
            node,
            own: false,
            without_any_of: false,
            without_one_of: false,
            without_residual: false,
        }
    }
}

impl Sub {
    pub(crate) fn of(node: NodeId) -> Sub {
        Sub {
            parts: vec![Part::whole(node)],
            types: Types::ALL,
        }
    }

    /// The conjunction of whole schemas.
    pub(crate) fn all(nodes: impl IntoIterator<Item = NodeId>) -> Sub {
        let mut parts: Vec<Part> = Vec::new();
        for node in nodes {
            let part = Part::whole(node);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        Sub {
            parts,
            types: Types::ALL,
        }
    }

    /// The node, where this is one whole schema and nothing else.
    pub(crate) fn single(&self) -> Option<NodeId> {
        match self.parts.as_slice() {
            [part] if *part == Part::whole(part.node) && self.types == Types::ALL => Some(part.node),
            _ => None,
        }
    }
}

/// The target of a schema that says nothing but `$ref`, or an `allOf` of one, as documents write that put something
/// beside a reference where only that is allowed.
pub(crate) fn only_reference(keywords: &Keywords) -> Option<NodeId> {
    if keywords.nullable { None } else { only_base(keywords) }
}

/// The target of a schema that says nothing but one reference and perhaps `nullable`.
pub(crate) fn only_base(keywords: &Keywords) -> Option<NodeId> {
    let target = match (keywords.reference, keywords.all_of.as_slice()) {
        (Some(target), []) => target,
        (None, [target]) => *target,
        _ => return None,
    };
    let is_bare = keywords.types.is_none()
        && keywords.literals.is_none()
        && keywords.number == Default::default()
        && keywords.string == Default::default()
        && is_empty_array(keywords)
        && is_empty_object(keywords)
        && keywords.any_of.is_empty()
        && keywords.one_of.is_empty()
        && keywords.residual.is_empty();
    is_bare.then_some(target)
}

/// Whether no keyword for arrays stands there.
pub(crate) fn is_empty_array(keywords: &Keywords) -> bool {
    let array = &keywords.array;
    array.prefix.is_empty()
        && array.items.is_none()
        && array.min_items.is_none()
        && array.max_items.is_none()
        && !array.unique
}

/// Whether no keyword for objects stands there.
pub(crate) fn is_empty_object(keywords: &Keywords) -> bool {
    let object = &keywords.object;
    object.properties.is_none()
        && object.required.is_empty()
        && object.patterns.is_empty()
        && object.additional.is_none()
        && object.names.is_none()
        && object.min_properties.is_none()
        && object.max_properties.is_none()
}

/// Takes `$ref` and `allOf` apart: the same conjunction as parts of which only the own keywords count, bases first.
/// Circles were reported before.
pub(crate) fn flatten(graph: &Graph, parts: &[Part]) -> Vec<Part> {
    let mut flattening = Flattening {
        graph,
        done: HashSet::new(),
        open: HashSet::new(),
        flat: Vec::new(),
    };
    for part in parts {
        flattening.part(*part);
    }
    flattening.flat
}

struct Flattening<'g> {
    graph: &'g Graph,
    done: HashSet<Part>,
    open: HashSet<NodeId>,
    flat: Vec<Part>,
}

impl Flattening<'_> {
    fn part(&mut self, part: Part) {
        let own = Part { own: true, ..part };
        if self.done.contains(&own) || !self.graph.budget.step() {
            return;
        }
        if !part.own {
            if !self.open.insert(part.node) {
                return;
            }
            if let Schema::Keywords(keywords) = &self.graph.node(part.node).schema {
                for base in keywords.reference.iter().chain(&keywords.all_of) {
                    self.part(Part {
                        without_residual: part.without_residual,
                        ..Part::whole(*base)
                    });
                }
            }
            self.open.remove(&part.node);
        }
        if self.done.insert(own) {
            self.flat.push(own);
        }
    }
}
