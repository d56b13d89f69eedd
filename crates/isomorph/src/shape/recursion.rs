//! A type that would hold itself gets a `Box` in the way.

use super::{Field, Form, ModelId, Models, Type};

/// Boxes every field and member that stands on a circle of types held by value. Lists and maps hold theirs behind a
/// pointer already.
pub(super) fn break_cycles(models: &mut Models) {
    let held: Vec<Vec<ModelId>> = models.models.iter().map(|model| held_by(&model.form)).collect();
    let edges: Vec<Vec<usize>> = held.iter().map(|held| held.iter().map(|id| id.0).collect()).collect();
    let component = components(&edges);
    for index in 0..models.models.len() {
        let is_on_circle = |id: &ModelId| component[id.0] == component[index];
        each_type(&mut models.models[index].form, &mut |ty| box_where(ty, &is_on_circle));
    }
}

fn box_where(ty: &mut Type, is_on_circle: &impl Fn(&ModelId) -> bool) {
    match ty {
        Type::Model(id) if is_on_circle(id) => *ty = Type::Boxed(*id),
        Type::Option(inner) => box_where(inner, is_on_circle),
        Type::Tuple(items) => items.iter_mut().for_each(|item| box_where(item, is_on_circle)),
        Type::Model(_) | Type::Boxed(_) | Type::Vec(_) | Type::Map(_) => {}
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => {}
    }
}

pub(super) fn each_type(form: &mut Form, visit: &mut impl FnMut(&mut Type)) {
    let mut fields = |fields: &mut Vec<Field>| fields.iter_mut().for_each(|field| visit(&mut field.ty));
    match form {
        Form::Struct(it) => fields(&mut it.fields),
        Form::Sequence(it) => fields(&mut it.places),
        Form::Union(it) => it.members.iter_mut().for_each(|member| visit(&mut member.ty)),
        Form::Newtype(it) => visit(&mut it.inner),
        Form::Alias(_) | Form::Enumeration(_) => {}
    }
}

/// The models that a form holds by value.
pub(super) fn held_by(form: &Form) -> Vec<ModelId> {
    let mut held = Vec::new();
    match form {
        Form::Struct(it) => it.fields.iter().for_each(|field| hold(&field.ty, &mut held)),
        Form::Sequence(it) => it.places.iter().for_each(|place| hold(&place.ty, &mut held)),
        Form::Union(it) => it.members.iter().for_each(|member| hold(&member.ty, &mut held)),
        Form::Newtype(it) => hold(&it.inner, &mut held),
        Form::Alias(ty) => hold(ty, &mut held),
        Form::Enumeration(_) => {}
    }
    held
}

fn hold(ty: &Type, held: &mut Vec<ModelId>) {
    match ty {
        Type::Model(id) => held.push(*id),
        Type::Option(inner) => hold(inner, held),
        Type::Tuple(items) => items.iter().for_each(|item| hold(item, held)),
        Type::Boxed(_) | Type::Vec(_) | Type::Map(_) => {}
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => {}
    }
}

/// The strongly connected component of each node of a graph, by Tarjan's algorithm with a stack of its own.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low, mut component) = (vec![UNSEEN; count], vec![0; count], vec![UNSEEN; count]);
    let (mut next_index, mut next_component) = (0, 0);
    let mut stack = Vec::new();
    for start in 0..count {
        if index[start] != UNSEEN {
            continue;
        }
        let mut calls = vec![(start, 0)];
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                index[node] = next_index;
                low[node] = next_index;
                next_index += 1;
                stack.push(node);
            }
            match edges[node].get(edge).copied() {
                Some(target) => {
                    calls.push((node, edge + 1));
                    if index[target] == UNSEEN {
                        calls.push((target, 0));
                    } else if component[target] == UNSEEN {
                        low[node] = low[node].min(index[target]);
                    }
                }
                None => {
                    if low[node] == index[node] {
                        while let Some(member) = stack.pop() {
                            component[member] = next_component;
                            if member == node {
                                break;
                            }
                        }
                        next_component += 1;
                    }
                    if let Some((caller, _)) = calls.last() {
                        low[*caller] = low[*caller].min(low[node]);
                    }
                }
            }
        }
    }
    component
}
