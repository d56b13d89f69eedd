//! How each union finds its member: decided last, when every model's keys are known.

use serde_json::Value;

use super::{Dispatch, Extra, Form, Match, Member, ModelId, Models, Presence, Struct, Type, Union};
use crate::lower::{Types, same};

/// One object form that a member may have.
#[derive(Clone)]
struct Alternative {
    /// The struct, where it is one.
    of: Option<ModelId>,
    is_closed: bool,
    /// Required keys that have but a few values.
    constants: Vec<(String, Vec<Value>)>,
}

/// A member that takes what a later one was made for, under "the first that accepts".
pub(super) struct Shadow {
    pub(super) union: ModelId,
    pub(super) earlier: String,
    pub(super) later: String,
}

/// The members that an earlier one hides: it is open, and asks for nothing that the later one does not ask for in the same
/// words. A document with a wrong value under a key that only the earlier one declares still reaches the later one.
pub(super) fn shadows(models: &Models) -> Vec<Shadow> {
    let mut shadows = Vec::new();
    for id in &models.order {
        let Form::Union(union) = &models.model(*id).form else {
            continue;
        };
        if union.matching != Match::First || union.dispatch != Dispatch::Keys {
            continue;
        }
        for (index, later) in union.members.iter().enumerate() {
            let earlier = union.members[..index]
                .iter()
                .find(|earlier| hides(models, earlier, later));
            if let Some(earlier) = earlier {
                let (earlier, later) = (earlier.ident.clone(), later.ident.clone());
                shadows.push(Shadow {
                    union: *id,
                    earlier,
                    later,
                });
            }
        }
    }
    shadows
}

fn hides(models: &Models, earlier: &Member, later: &Member) -> bool {
    let (Some(earlier), Some(later)) = (struct_of(models, &earlier.ty), struct_of(models, &later.ty)) else {
        return false;
    };
    earlier.extra != Extra::Deny
        && earlier.fields.iter().all(
            |field| match later.fields.iter().find(|other| other.wire == field.wire) {
                Some(other) => {
                    let is_needed = matches!(field.presence, Presence::Required | Presence::Constant(_));
                    let is_given = matches!(other.presence, Presence::Required | Presence::Constant(_));
                    let same_constant = match &field.presence {
                        Presence::Constant(_) => field.presence == other.presence,
                        Presence::Required | Presence::Optional | Presence::Default(_) => true,
                    };
                    field.ty == other.ty && field.rule == other.rule && same_constant && (!is_needed || is_given)
                }
                None => matches!(field.presence, Presence::Optional | Presence::Default(_)),
            },
        )
}

fn struct_of<'m>(models: &'m Models, ty: &Type) -> Option<&'m Struct> {
    match ty {
        Type::Model(id) | Type::Boxed(id) => match &models.model(*id).form {
            Form::Struct(it) => Some(it),
            Form::Alias(ty) => struct_of(models, ty),
            Form::Union(_) | Form::Enumeration(_) | Form::Sequence(_) | Form::Newtype(_) => None,
        },
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => None,
        Type::Option(_) | Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => None,
    }
}

/// Fills in the keys of every member, and chooses the dispatch of every union.
pub(super) fn decide(models: &mut Models) {
    let decided: Vec<Option<Decision>> = models
        .models
        .iter()
        .map(|model| match &model.form {
            Form::Union(union) => Some(decision(models, union, union.preferred)),
            Form::Struct(_) | Form::Enumeration(_) | Form::Sequence(_) | Form::Newtype(_) | Form::Alias(_) => None,
        })
        .collect();
    for (model, decision) in models.models.iter_mut().zip(decided) {
        if let (Form::Union(union), Some(decision)) = (&mut model.form, decision) {
            union.dispatch = decision.dispatch;
            union.matching = decision.matching;
            for (member, (keys, closed)) in union.members.iter_mut().zip(decision.members) {
                member.keys = keys;
                member.closed = closed;
            }
        }
    }
}

struct Decision {
    dispatch: Dispatch,
    matching: Match,
    members: Vec<(Vec<Option<ModelId>>, bool)>,
}

fn decision(models: &Models, union: &Union, matching: Match) -> Decision {
    let alternatives: Vec<Vec<Alternative>> = union
        .members
        .iter()
        .map(|member| {
            if member.kinds.has(Types::OBJECT) {
                alternatives(models, &member.ty, &mut Vec::new())
            } else {
                Vec::new()
            }
        })
        .collect();
    let hinted = union.hint.as_ref();
    let dispatch = tag(&union.members, &alternatives, hinted.map(|hint| hint.key.as_str()));
    let matching = if union.matching == Match::ExactlyOne && !is_disjoint(&union.members, &dispatch) {
        Match::ExactlyOne
    } else {
        matching
    };
    let members = alternatives
        .into_iter()
        .map(|alternatives| {
            let is_closed = !alternatives.is_empty() && alternatives.iter().all(|alternative| alternative.is_closed);
            let keys = alternatives.into_iter().map(|alternative| alternative.of).collect();
            (keys, is_closed)
        })
        .collect();
    Decision {
        dispatch: dispatch.unwrap_or_else(|| {
            // Where two that accept are as wrong as none, it makes no difference which one is meant.
            let hint = hinted.filter(|_| matching != Match::ExactlyOne);
            let hint = hint.filter(|hint| !hint.values.is_empty() || hint.otherwise.is_some());
            hint.map_or(Dispatch::Keys, |hint| Dispatch::Hint(hint.clone()))
        }),
        matching,
        members,
    }
}

/// Whether no document can be accepted by two members.
fn is_disjoint(members: &[Member], dispatch: &Option<Dispatch>) -> bool {
    let mut seen = Types::NONE;
    members.iter().all(|member| {
        let kinds = if dispatch.is_some() {
            member.kinds.without(Types::OBJECT)
        } else {
            member.kinds
        };
        let is_new = !seen.meets(kinds);
        seen = seen.or(kinds);
        is_new
    })
}

/// A key that every object member requires with values of its own, the discriminator first.
fn tag(members: &[Member], alternatives: &[Vec<Alternative>], hint: Option<&str>) -> Option<Dispatch> {
    let objects: Vec<(usize, &Vec<Alternative>)> = alternatives
        .iter()
        .enumerate()
        .filter(|(index, _)| members[*index].kinds.has(Types::OBJECT))
        .collect();
    let (_, first) = objects.first()?;
    if objects.len() < 2 {
        return None;
    }
    let candidates = first.first()?.constants.iter().map(|(key, _)| key.as_str());
    let hinted = candidates.clone().filter(|key| Some(*key) == hint);
    hinted.chain(candidates).find_map(|key| {
        let mut values: Vec<(Value, usize)> = Vec::new();
        for (member, alternatives) in &objects {
            for value in values_of(alternatives, key)? {
                match values.iter().find(|(other, _)| same(other, &value)) {
                    Some((_, other)) if other != member => return None,
                    Some(_) => {}
                    None => values.push((value, *member)),
                }
            }
        }
        Some(Dispatch::Tag {
            key: key.to_owned(),
            values,
        })
    })
}

/// The values of a key over all forms of a member, where each form requires it with a few.
fn values_of(alternatives: &[Alternative], key: &str) -> Option<Vec<Value>> {
    if alternatives.is_empty() {
        return None;
    }
    let mut values = Vec::new();
    for alternative in alternatives {
        let (_, constants) = alternative.constants.iter().find(|(name, _)| name == key)?;
        values.extend(constants.iter().cloned());
    }
    Some(values)
}

/// The object forms of a type; one that is not known key by key has an open form without keys.
fn alternatives(models: &Models, ty: &Type, open: &mut Vec<ModelId>) -> Vec<Alternative> {
    let unknown = || {
        vec![Alternative {
            of: None,
            is_closed: false,
            constants: Vec::new(),
        }]
    };
    let id = match ty {
        Type::Model(id) | Type::Boxed(id) => *id,
        Type::Option(inner) => return alternatives(models, inner, open),
        Type::Map(_) | Type::Value => return unknown(),
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Never => return Vec::new(),
        Type::Vec(_) | Type::Tuple(_) => return Vec::new(),
    };
    if open.contains(&id) {
        return unknown();
    }
    open.push(id);
    let found = match &models.model(id).form {
        Form::Struct(it) => vec![of_struct(models, id, it)],
        Form::Union(it) => it
            .members
            .iter()
            .flat_map(|member| alternatives(models, &member.ty, open))
            .collect(),
        Form::Newtype(it) => alternatives(models, &it.inner, open),
        Form::Alias(ty) => alternatives(models, ty, open),
        Form::Enumeration(it) if it.variants.iter().any(|variant| variant.value.is_object()) => unknown(),
        Form::Enumeration(_) | Form::Sequence(_) => Vec::new(),
    };
    open.pop();
    found
}

fn of_struct(models: &Models, id: ModelId, it: &Struct) -> Alternative {
    let constants = it.fields.iter().filter_map(|field| {
        let values = match &field.presence {
            Presence::Constant(value) => vec![value.clone()],
            Presence::Required => few_values(models, &field.ty)?,
            Presence::Optional | Presence::Default(_) => return None,
        };
        // Only scalars can be told apart while they are read.
        values
            .iter()
            .all(|value| !value.is_array() && !value.is_object())
            .then(|| (field.wire.clone(), values))
    });
    Alternative {
        of: Some(id),
        is_closed: it.extra == Extra::Deny,
        constants: constants.collect(),
    }
}

fn few_values(models: &Models, ty: &Type) -> Option<Vec<Value>> {
    match ty {
        Type::Bool => Some(vec![Value::Bool(true), Value::Bool(false)]),
        Type::Model(id) | Type::Boxed(id) => match &models.model(*id).form {
            Form::Enumeration(it) => Some(it.variants.iter().map(|variant| variant.value.clone()).collect()),
            Form::Alias(ty) => few_values(models, ty),
            Form::Struct(_) | Form::Union(_) | Form::Sequence(_) | Form::Newtype(_) => None,
        },
        Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => None,
        Type::Option(_) | Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => None,
    }
}
