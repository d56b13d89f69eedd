//! A conjunction as one list of keywords.

use std::collections::HashSet;

use serde_json::Value;

use super::literal::Literal;
use super::sub::{self, Part, Sub};
use crate::lower::{Discriminator, Graph, Keywords, NodeId, Schema, Types};

/// The keywords of a conjunction, side by side.
pub(super) struct Merged<'g> {
    /// The JSON types that every part allows.
    pub(super) types: Types,
    /// The values that every `enum` and `const` allows, in the first one's order.
    pub(super) literals: Option<Vec<Value>>,
    /// The parts, bases first, of which only the own keywords count.
    pub(super) leaves: Vec<Leaf<'g>>,
    /// One part accepts nothing, on purpose.
    has_false: bool,
}

/// A part of a conjunction with its keywords.
#[derive(Clone, Copy)]
pub(super) struct Leaf<'g> {
    pub(super) part: Part,
    pub(super) keywords: &'g Keywords,
}

/// An `anyOf` or `oneOf` of a conjunction.
pub(super) struct Choice<'g> {
    /// The schema that it stands in.
    pub(super) node: NodeId,
    pub(super) members: &'g [NodeId],
    /// `oneOf`: more than one member is as wrong as none.
    pub(super) is_exclusive: bool,
    pub(super) discriminator: Option<&'g Discriminator>,
    /// The conjunction without the choice.
    pub(super) rest: Sub,
}

impl<'g> Merged<'g> {
    pub(super) fn of(graph: &'g Graph, sub: &Sub) -> Merged<'g> {
        let mut merged = Merged {
            types: sub.types,
            literals: None,
            leaves: Vec::new(),
            has_false: false,
        };
        for part in sub::flatten(graph, &sub.parts) {
            match &graph.node(part.node).schema {
                Schema::True => {}
                Schema::False => {
                    merged.types = Types::NONE;
                    merged.has_false = true;
                }
                Schema::Keywords(keywords) => merged.add(part, keywords),
            }
        }
        if let Some(values) = &mut merged.literals {
            values.retain(|value| merged.types.has(Types::of(value)));
            let types = values
                .iter()
                .fold(Types::NONE, |types, value| types.or(Types::of(value)));
            merged.types = merged.types.and(types);
        }
        merged
    }

    fn add(&mut self, part: Part, keywords: &'g Keywords) {
        self.types = self.types.and(keywords.types.unwrap_or(Types::ALL));
        if let Some(values) = &keywords.literals {
            self.literals = Some(match self.literals.take() {
                None => values.clone(),
                Some(earlier) => {
                    let other: HashSet<Literal> = values.iter().map(Literal::of).collect();
                    let is_in_both = |value: &Value| other.contains(&Literal::of(value));
                    earlier.into_iter().filter(is_in_both).collect()
                }
            });
        }
        self.leaves.push(Leaf { part, keywords });
    }

    /// The first `anyOf` or `oneOf`.
    pub(super) fn choice(&self) -> Option<Choice<'g>> {
        self.leaves.iter().enumerate().find_map(|(index, leaf)| {
            let any_of = !leaf.part.without_any_of && !leaf.keywords.any_of.is_empty();
            let one_of = !leaf.part.without_one_of && !leaf.keywords.one_of.is_empty();
            if !any_of && !one_of {
                return None;
            }
            let mut parts: Vec<Part> = self.leaves.iter().map(|leaf| leaf.part).collect();
            let members = if any_of {
                parts[index].without_any_of = true;
                &leaf.keywords.any_of
            } else {
                parts[index].without_one_of = true;
                &leaf.keywords.one_of
            };
            parts.iter_mut().for_each(|part| part.without_residual = true);
            let rest = Sub {
                parts,
                types: self.types.without(Types::NULL),
            };
            let discriminator = leaf.keywords.discriminator.as_ref();
            Some(Choice {
                node: leaf.part.node,
                members,
                is_exclusive: !any_of,
                discriminator,
                rest,
            })
        })
    }

    /// Whether a keyword stands there that judges the value as a whole.
    pub(super) fn has_residual(&self) -> bool {
        self.leaves
            .iter()
            .any(|leaf| !leaf.part.without_residual && !leaf.keywords.residual.is_empty())
    }

    /// Whether several parts that accept something are combined.
    pub(super) fn is_contradiction(&self) -> bool {
        let says = |leaf: &&Leaf<'_>| leaf.keywords.types.is_some() || leaf.keywords.literals.is_some();
        !self.has_false && self.leaves.iter().filter(says).count() > 1
    }

    /// Whether nothing but JSON types is said.
    pub(super) fn is_unconstrained(&self) -> bool {
        self.literals.is_none()
            && self.choice().is_none()
            && !self.has_residual()
            && self.leaves.iter().all(|Leaf { keywords, .. }| {
                keywords.number == Default::default()
                    && keywords.string == Default::default()
                    && sub::is_empty_array(keywords)
                    && sub::is_empty_object(keywords)
            })
    }

    /// The conjunction again, cut down to some JSON types.
    pub(super) fn restricted(&self, types: Types) -> Sub {
        Sub {
            parts: self.leaves.iter().map(|leaf| leaf.part).collect(),
            types,
        }
    }

    /// The same for a member of a union: what judges the whole value is checked on the union already, and could not be
    /// checked on a part, since `unevaluatedProperties` looks at the keywords beside it.
    pub(super) fn member(&self, types: Types) -> Sub {
        let parts = self
            .leaves
            .iter()
            .map(|leaf| Part {
                without_residual: true,
                ..leaf.part
            })
            .collect();
        Sub { parts, types }
    }
}
