//! Arrays: lists, tuples, and sequences of which some places may be missing.

use super::merged::Merged;
use super::scalar::least;
use super::sub::Sub;
use super::{Docs, Enforcer, Extra, Field, Form, Found, Presence, Rule, Sequence, Shaped, Shaper, Spot, Type};
use crate::lower::Keyword;

/// The longest array that becomes a Rust tuple; the standard library implements its traits up to here.
const LONGEST_TUPLE: usize = 12;

impl Shaper<'_> {
    pub(super) fn array(&mut self, merged: &Merged<'_>, spot: &Spot) -> Found {
        let mut rule = Rule::default();
        for leaf in &merged.leaves {
            let array = &leaf.keywords.array;
            self.mark(leaf.part.node, Enforcer::Type, &[Keyword::Prefix, Keyword::Items]);
            self.mark(
                leaf.part.node,
                Enforcer::Rule,
                &[Keyword::MinItems, Keyword::MaxItems, Keyword::Unique],
            );
            rule.min_items = rule.min_items.max(array.min_items);
            rule.max_items = least(rule.max_items, array.max_items);
            rule.unique_items |= array.unique;
        }
        rule.min_items = rule.min_items.filter(|count| *count > 0);
        let places = merged
            .leaves
            .iter()
            .map(|leaf| leaf.keywords.array.prefix.len())
            .max()
            .unwrap_or(0);
        // Places that no array reaches need no type.
        let places = places.min(
            rule.max_items
                .map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX)),
        );
        for leaf in &merged.leaves {
            let array = &leaf.keywords.array;
            let rest = array.items.filter(|_| array.prefix.len() > places);
            let out_of_reach = array.prefix.iter().skip(places).copied().chain(rest);
            self.settle_keywords(leaf.part.node, &[], out_of_reach);
        }
        let rest = self.rest(merged, places, spot);
        if places == 0 {
            rule.items = rest.rule.boxed();
            return Found::Type(Shaped {
                ty: Type::Vec(Box::new(rest.ty)),
                rule,
            });
        }
        let prefix: Vec<Shaped> = (0..places)
            .map(|index| self.sub(&element(merged, index), &spot.below(&format!("Item{}", index + 1))))
            .collect();
        let is_ended = rest.ty == Type::Never || rule.max_items == Some(places as u64);
        if is_ended && rule.min_items.is_some_and(|least| least > places as u64) {
            // An array as long as it must be has items that it must not have.
            return Found::Type(Shaped {
                ty: Type::Never,
                rule: Rule::default(),
            });
        }
        let is_full = rule.min_items.is_some_and(|least| least >= places as u64);
        if is_ended && is_full && places <= LONGEST_TUPLE {
            return Found::Type(tuple(prefix, rule));
        }
        Found::Form(Form::Sequence(sequence(prefix, rest, is_ended, rule)))
    }

    fn rest(&mut self, merged: &Merged<'_>, places: usize, spot: &Spot) -> Shaped {
        self.sub(&element(merged, places), &spot.below("Item"))
    }
}

/// What the parts say of the item at an index.
fn element(merged: &Merged<'_>, index: usize) -> Sub {
    Sub::all(merged.leaves.iter().filter_map(|leaf| {
        let array = &leaf.keywords.array;
        array.prefix.get(index).copied().or(array.items)
    }))
}

fn tuple(prefix: Vec<Shaped>, rule: Rule) -> Shaped {
    let (types, rules): (Vec<Type>, Vec<Rule>) = prefix.into_iter().map(|shaped| (shaped.ty, shaped.rule)).unzip();
    let prefix = if rules.iter().all(Rule::is_empty) {
        Vec::new()
    } else {
        rules
    };
    Shaped {
        ty: Type::Tuple(types),
        rule: Rule {
            prefix,
            min_items: None,
            max_items: None,
            ..rule
        },
    }
}

fn sequence(prefix: Vec<Shaped>, rest: Shaped, is_ended: bool, rule: Rule) -> Sequence {
    let least = rule.min_items.unwrap_or(0);
    let count = prefix.len() as u64;
    // Counts that the places say are no checks as well.
    let rule = Rule {
        min_items: rule.min_items.filter(|least| *least > count),
        max_items: rule.max_items.filter(|_| !is_ended),
        ..rule
    };
    let places = prefix
        .into_iter()
        .enumerate()
        .map(|(index, shaped)| Field {
            wire: index.to_string(),
            ident: format!("item{}", index + 1),
            docs: Docs::default(),
            ty: shaped.ty,
            presence: if (index as u64) < least {
                Presence::Required
            } else {
                Presence::Optional
            },
            rule: shaped.rule,
        })
        .collect();
    let rest = if is_ended {
        Extra::Deny
    } else {
        Extra::Keep(rest.ty, Box::new(rest.rule))
    };
    Sequence { places, rest, rule }
}
