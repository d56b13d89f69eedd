//! How large a value is in memory, roughly: enough to know what clippy would say of an enum.

use crate::shape::{Extra, Field, Form, Models, Presence, Type, Union};

/// The difference between the largest and the second largest variant from which clippy's `large_enum_variant` speaks.
const CLIPPY_LIMIT: usize = 200;
/// `IndexMap` and `serde_json::Value` with ordered keys.
const MAP: usize = 72;
/// Types nest; the estimate stops here.
const DEEPEST: usize = 16;

/// Whether one member of a union is so much larger than the others that clippy would ask for a `Box`.
pub(super) fn is_uneven(models: &Models, it: &Union) -> bool {
    let mut sizes: Vec<usize> = it.members.iter().map(|member| of(models, &member.ty, 0)).collect();
    sizes.sort_unstable();
    match sizes.as_slice() {
        [.., second, first] => first - second >= CLIPPY_LIMIT,
        [] | [_] => false,
    }
}

fn of(models: &Models, ty: &Type, depth: usize) -> usize {
    match ty {
        Type::Bool => 1,
        Type::Null | Type::Never => 0,
        Type::Int(_) | Type::Number | Type::Boxed(_) => 8,
        Type::String | Type::Vec(_) => 24,
        Type::Map(_) | Type::Value => MAP,
        Type::Option(inner) => optional(models, inner, depth),
        Type::Tuple(items) => items.iter().map(|item| of(models, item, depth)).sum(),
        Type::Model(_) if depth >= DEEPEST => 8,
        Type::Model(id) => match &models.model(*id).form {
            Form::Struct(it) => fields(models, &it.fields, &it.extra, MAP, depth + 1),
            Form::Sequence(it) => fields(models, &it.places, &it.rest, 24, depth + 1),
            Form::Union(it) => {
                let largest = it.members.iter().map(|member| of(models, &member.ty, depth + 1)).max();
                largest.unwrap_or(0).next_multiple_of(8)
            }
            Form::Newtype(it) => of(models, &it.inner, depth + 1),
            Form::Alias(ty) => of(models, ty, depth + 1),
            Form::Enumeration(_) => 1,
        },
    }
}

/// Numbers have no value to spare for `None`.
fn optional(models: &Models, inner: &Type, depth: usize) -> usize {
    let size = of(models, inner, depth);
    match inner {
        Type::Int(_) | Type::Number => size + 8,
        _ => size,
    }
}

fn fields(models: &Models, fields: &[Field], extra: &Extra, extra_size: usize, depth: usize) -> usize {
    let stored = fields.iter().map(|field| match field.presence {
        Presence::Constant(_) => 0,
        Presence::Optional => optional(models, &field.ty, depth),
        Presence::Required | Presence::Default(_) => of(models, &field.ty, depth),
    });
    let extra = if matches!(extra, Extra::Keep(..)) {
        extra_size
    } else {
        0
    };
    (stored.sum::<usize>() + extra).next_multiple_of(8)
}
