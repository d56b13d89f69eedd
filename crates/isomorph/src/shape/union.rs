//! `anyOf`, `oneOf` and several JSON types: one Rust enum.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::literal::{Literal, enumeration};
use super::merged::{Choice, Merged};
use super::sub::{Part, Sub};
use super::{
    Dispatch, Enforcer, Form, Found, Match, Member, Newtype, Rule, Schema, Shaped, Shaper, Spot, Type, Union,
    UnionMatch, judge,
};
use crate::lower::{Discriminator, Docs, Keyword, NodeId, Types};
use crate::name::Idents;

impl Shaper<'_> {
    /// The form of a conjunction with a choice in it: the rest is dealt out to the members, since `rest and (A or B)` is
    /// `(rest and A) or (rest and B)`, and likewise for "exactly one".
    pub(super) fn union(&mut self, merged: &Merged<'_>, choice: Choice<'_>, spot: &Spot) -> Found {
        let keyword = if choice.is_exclusive {
            Keyword::OneOf
        } else {
            Keyword::AnyOf
        };
        self.mark(choice.node, Enforcer::Type, &[keyword]);
        let is_plain_rest = Merged::of(self.graph, &choice.rest).is_unconstrained();
        if is_plain_rest {
            self.settle_rest(merged);
        }
        let mut members: Vec<(Option<NodeId>, Sub)> = Vec::new();
        for node in self.spliced(choice.members, choice.is_exclusive) {
            let mut sub = Sub::of(node);
            if !is_plain_rest {
                sub.parts.splice(0..0, choice.rest.parts.iter().copied());
            }
            let types = self.types_of(&sub).without(Types::NULL);
            let wanted = merged.types.without(Types::NULL);
            // A member that is not cut down stays the schema that it is, with that schema's name.
            if !wanted.has(types) || judge::accepts(self.graph, &sub, &Value::Null) {
                sub.types = types.and(wanted);
            }
            if !types.meets(wanted) {
                self.settle_node(node);
                continue;
            }
            members.push((Some(node), sub));
        }
        if let Some(found) = self.listed_members(&members, choice.is_exclusive) {
            members.iter().for_each(|(_, sub)| self.settle(sub));
            return found;
        }
        match members.as_slice() {
            [] => {
                self.settle(&choice.rest);
                Found::Type(Shaped {
                    ty: Type::Never,
                    rule: Rule::default(),
                })
            }
            [(_, only)] => {
                let spot = self.place(only, spot);
                Found::Type(self.sub(only, &spot))
            }
            _ => {
                let entries = self.grouped(members, choice.is_exclusive);
                self.members(entries, choice.is_exclusive, choice.discriminator, spot)
            }
        }
    }

    /// A union of the single JSON types of a conjunction.
    pub(super) fn union_of_types(&mut self, merged: &Merged<'_>, types: Types, spot: &Spot) -> Found {
        let mut members = Vec::new();
        let mut left = types;
        if left.has(Types::NUMBER) {
            // Both kinds of number are one type.
            left = left.without(Types::FRACTION);
        }
        for each in Types::EACH.into_iter().filter(|each| left.has(*each)) {
            let each = if each == Types::INTEGER && types.has(Types::NUMBER) {
                Types::NUMBER
            } else {
                each
            };
            members.push(Entry::Schema(None, merged.member(each)));
        }
        self.members(members, false, None, spot)
    }

    /// Inline `anyOf`s inside an `anyOf` say the same as their members.
    fn spliced(&self, nodes: &[NodeId], is_exclusive: bool) -> Vec<NodeId> {
        let mut flat = Vec::new();
        for node in nodes {
            match &self.graph.node(*node).schema {
                Schema::Keywords(keywords)
                    if !is_exclusive
                        && !self.roots.contains_key(node)
                        && keywords.types.is_none()
                        && !keywords.nullable
                        && keywords.reference.is_none()
                        && keywords.literals.is_none()
                        && keywords.all_of.is_empty()
                        && keywords.residual.is_empty()
                        && keywords.one_of.is_empty()
                        && !keywords.any_of.is_empty()
                        && super::sub::is_empty_object(keywords)
                        && super::sub::is_empty_array(keywords)
                        && keywords.number == Default::default()
                        && keywords.string == Default::default() =>
                {
                    self.mark(*node, Enforcer::Type, &[Keyword::AnyOf, Keyword::Type]);
                    self.settle_residual(*node, &keywords.residual);
                    flat.extend(self.spliced(&keywords.any_of, false));
                }
                _ => flat.push(*node),
            }
        }
        flat
    }

    /// A union of listed values is a list of values.
    fn listed_members(&mut self, members: &[(Option<NodeId>, Sub)], is_exclusive: bool) -> Option<Found> {
        // One member is that member, and named lists keep their names.
        let is_named = |sub: &Sub| {
            self.follow(sub)
                .single()
                .is_some_and(|node| self.roots.contains_key(&node))
        };
        if members.len() < 2 || members.iter().any(|(_, sub)| is_named(sub)) {
            return None;
        }
        let lists: Vec<Vec<Value>> = members.iter().map(|(_, sub)| self.listed(sub)).collect::<Option<_>>()?;
        let mut counts: HashMap<Literal, usize> = HashMap::new();
        for list in &lists {
            let distinct: HashSet<Literal> = list.iter().map(Literal::of).collect();
            for literal in distinct {
                *counts.entry(literal).or_default() += 1;
            }
        }
        let values = lists.iter().flatten().filter(|value| {
            !value.is_null() && (!is_exclusive || counts.get(&Literal::of(value)).is_some_and(|count| *count == 1))
        });
        Some(enumeration(values.cloned().collect()))
    }

    /// Inline values side by side are one list of values, at the place of the first.
    fn grouped(&self, subs: Vec<(Option<NodeId>, Sub)>, is_exclusive: bool) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (node, sub) in subs {
            let is_named = self
                .follow(&sub)
                .single()
                .is_some_and(|node| self.roots.contains_key(&node));
            let values = if is_exclusive || is_named {
                None
            } else {
                self.listed(&sub)
            };
            if values.is_some() {
                self.settle(&sub);
            }
            let earlier = entries.iter_mut().find_map(|entry| match entry {
                Entry::Values(values) => Some(values),
                Entry::Schema(..) => None,
            });
            match (values, earlier) {
                (Some(values), Some(earlier)) => earlier.extend(values),
                (Some(values), None) => entries.push(Entry::Values(values)),
                (None, _) => entries.push(Entry::Schema(node, sub)),
            }
        }
        entries
    }

    fn members(
        &mut self,
        entries: Vec<Entry>,
        is_exclusive: bool,
        discriminator: Option<&Discriminator>,
        spot: &Spot,
    ) -> Found {
        let mut idents = Idents::default();
        let mut members: Vec<Member> = Vec::new();
        let mut nodes: Vec<(NodeId, usize)> = Vec::new();
        for entry in entries {
            let node = match &entry {
                Entry::Schema(node, _) => *node,
                Entry::Values(_) => None,
            };
            let (label, docs, kinds, ty) = match entry {
                Entry::Values(values) => self.values_member(values, spot),
                Entry::Schema(node, sub) => self.schema_member(node, &sub, discriminator, spot),
            };
            let repeated = members
                .iter()
                .position(|earlier| earlier.ty == ty)
                .filter(|_| !is_exclusive);
            if ty != Type::Never {
                nodes.extend(node.map(|node| (node, repeated.unwrap_or(members.len()))));
            }
            if ty != Type::Never && repeated.is_none() {
                let ident = idents.variant(&label);
                members.push(Member {
                    ident,
                    docs,
                    ty,
                    kinds,
                    keys: Vec::new(),
                    closed: false,
                });
            }
        }
        if members.len() < 2 {
            // The others accept nothing, so that of one member "exactly one" is that one.
            return Found::Type(Shaped {
                ty: members.pop().map_or(Type::Never, |only| only.ty),
                rule: Rule::default(),
            });
        }
        let matching = if is_exclusive { Match::ExactlyOne } else { Match::First };
        let hint = discriminator.map(|discriminator| self.hint(discriminator, &nodes));
        let chosen = self.type_policies(spot).find_map(|it| it.union_match);
        let preferred = match chosen.unwrap_or(self.policy(spot).union_match) {
            UnionMatch::MostSpecific => Match::MostSpecific,
            UnionMatch::First => Match::First,
        };
        Found::Form(Form::Union(Union {
            members,
            dispatch: Dispatch::Keys,
            matching,
            preferred,
            hint,
        }))
    }

    fn schema_member(
        &mut self,
        node: Option<NodeId>,
        sub: &Sub,
        discriminator: Option<&Discriminator>,
        spot: &Spot,
    ) -> (String, Docs, Types, Type) {
        let label = self.label(node, sub, discriminator);
        let spot = spot.below(&label);
        // The single types of one schema have nothing of their own to tell.
        let docs = if node.is_some() {
            self.docs(sub)
        } else {
            Docs::default()
        };
        let kinds = self.types_of(sub);
        let Shaped { ty, rule } = self.sub(sub, &spot);
        let ty = if rule.is_empty() {
            ty
        } else {
            self.checked(ty, rule, sub, &spot)
        };
        (label, docs, kinds, ty)
    }

    fn values_member(&mut self, values: Vec<Value>, spot: &Spot) -> (String, Docs, Types, Type) {
        let kinds = values
            .iter()
            .fold(Types::NONE, |kinds, value| kinds.or(Types::of(value)))
            .without(Types::NULL);
        let label = match values.as_slice() {
            [Value::String(only)] => only.clone(),
            _ => "Literal".to_owned(),
        };
        let values = values.into_iter().filter(|value| !value.is_null()).collect();
        let ty = match enumeration(values) {
            Found::Type(shaped) => shaped.ty,
            Found::Form(form) => {
                let nothing = Sub {
                    parts: Vec::new(),
                    types: Types::ALL,
                };
                self.inline(form, None, &nothing, &spot.below(&label), None).ty
            }
        };
        (label, Docs::default(), kinds, ty)
    }

    /// A member that is a checked scalar or list becomes a type that checks itself.
    pub(super) fn checked(&mut self, ty: Type, rule: Rule, sub: &Sub, spot: &Spot) -> Type {
        self.inline(Form::Newtype(Newtype { inner: ty, rule }), None, sub, spot, None)
            .ty
    }

    /// What a member is called: as its component, after its title or its tag, else after its JSON type.
    pub(super) fn label(&self, node: Option<NodeId>, sub: &Sub, discriminator: Option<&Discriminator>) -> String {
        let followed = self.follow(&Sub::of(node.unwrap_or(NodeId(0))));
        if let (Some(_), Some(target)) = (node, followed.single())
            && let Some(name) = self.names.root(target)
        {
            return name.to_owned();
        }
        if let Some(title) = node.and_then(|node| self.graph.node(node).docs.title.as_ref())
            && title.len() <= 40
            && title.chars().any(char::is_alphanumeric)
        {
            return title.clone();
        }
        if let Some(tag) = self.tag(sub, discriminator) {
            return tag;
        }
        let types = self.types_of(sub).without(Types::NULL);
        let name = match types {
            Types::BOOLEAN => "Boolean",
            Types::INTEGER => "Integer",
            Types::NUMBER | Types::FRACTION => "Number",
            Types::STRING => "String",
            Types::ARRAY => "Array",
            Types::OBJECT => "Object",
            _ => "Any",
        };
        name.to_owned()
    }

    /// The constant text that tells an inline object from its siblings.
    fn tag(&self, sub: &Sub, discriminator: Option<&Discriminator>) -> Option<String> {
        let merged = Merged::of(self.graph, sub);
        let properties = merged
            .leaves
            .iter()
            .filter_map(|leaf| leaf.keywords.object.properties.as_ref());
        let mut constants =
            properties
                .flatten()
                .filter_map(|(key, node)| match self.listed(&Sub::of(*node))?.as_slice() {
                    [Value::String(text)] => Some((key.as_str(), text.clone())),
                    _ => None,
                });
        match discriminator {
            Some(it) => constants.find(|(name, _)| *name == it.property).map(|(_, text)| text),
            None => constants.next().map(|(_, text)| text),
        }
    }

    /// The JSON types that a conjunction may accept: never too few.
    pub(super) fn types_of(&self, sub: &Sub) -> Types {
        let types = sub.parts.iter().fold(sub.types, |types, part| {
            types.and(self.types_of_part(*part, &mut Vec::new()))
        });
        if types.has(Types::NULL) && !judge::accepts(self.graph, sub, &Value::Null) {
            return types.without(Types::NULL);
        }
        types
    }

    /// References fan out, and each leads to the same answer, so those of whole schemas are kept.
    fn types_of_part(&self, part: Part, open: &mut Vec<NodeId>) -> Types {
        let is_whole = part == Part::whole(part.node);
        if is_whole && let Some(types) = self.types.borrow().get(&part.node) {
            return *types;
        }
        let types = self.types_of_keywords(part, open);
        if is_whole {
            self.types.borrow_mut().insert(part.node, types);
        }
        types
    }

    fn types_of_keywords(&self, part: Part, open: &mut Vec<NodeId>) -> Types {
        let keywords = match &self.graph.node(part.node).schema {
            Schema::True => return Types::ALL,
            Schema::False => return Types::NONE,
            Schema::Keywords(keywords) => keywords,
        };
        if open.contains(&part.node) {
            return Types::ALL;
        }
        open.push(part.node);
        let mut types = keywords.types.unwrap_or(Types::ALL);
        if let Some(values) = &keywords.literals {
            types = types.and(
                values
                    .iter()
                    .fold(Types::NONE, |types, value| types.or(Types::of(value))),
            );
        }
        if !part.own {
            for base in keywords.reference.iter().chain(&keywords.all_of) {
                types = types.and(self.types_of_part(Part::whole(*base), open));
            }
        }
        let choices = [
            (part.without_any_of, &keywords.any_of),
            (part.without_one_of, &keywords.one_of),
        ];
        for (is_dealt_out, members) in choices {
            if !is_dealt_out && !members.is_empty() {
                let either = members.iter().fold(Types::NONE, |types, member| {
                    types.or(self.types_of_part(Part::whole(*member), open))
                });
                types = types.and(either);
            }
        }
        open.pop();
        if keywords.nullable {
            types.or(Types::NULL)
        } else {
            types
        }
    }
}

/// A member before it has a type.
enum Entry {
    /// A schema, with its node where it is one of a choice.
    Schema(Option<NodeId>, Sub),
    /// Values that are listed.
    Values(Vec<Value>),
}
