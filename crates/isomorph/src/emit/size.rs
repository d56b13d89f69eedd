//! How large a value is in memory, roughly: enough to know what clippy would say of an enum.

use std::collections::HashMap;

use crate::shape::{Extra, Field, Form, ModelId, Models, Presence, Type, Union};

/// The difference between the largest and the second largest variant from which clippy's `large_enum_variant` speaks.
const CLIPPY_LIMIT: usize = 200;
/// `IndexMap` and `serde_json::Value` with ordered keys.
const MAP: usize = 72;
/// Types nest; the estimate stops here.
const DEEPEST: usize = 16;

/// Whether one member of a union is so much larger than the others that clippy would ask for a `Box`.
pub(super) fn is_uneven(models: &Models, it: &Union) -> bool {
    let mut estimate = Estimate {
        models,
        known: HashMap::new(),
    };
    let mut sizes: Vec<usize> = it.members.iter().map(|member| estimate.of(&member.ty, 0)).collect();
    sizes.sort_unstable();
    match sizes.as_slice() {
        [.., second, first] => first - second >= CLIPPY_LIMIT,
        [] | [_] => false,
    }
}

struct Estimate<'m> {
    models: &'m Models,
    /// By model and depth: models fan out, and each leads to the same size.
    known: HashMap<(ModelId, usize), usize>,
}

impl Estimate<'_> {
    fn of(&mut self, ty: &Type, depth: usize) -> usize {
        match ty {
            Type::Bool => 1,
            Type::Null | Type::Never => 0,
            Type::Int(_) | Type::Number | Type::Boxed(_) => 8,
            Type::String | Type::Vec(_) => 24,
            Type::Map(_) | Type::Value => MAP,
            Type::Option(inner) => self.optional(inner, depth),
            Type::Tuple(items) => items.iter().map(|item| self.of(item, depth)).sum(),
            Type::Model(_) if depth >= DEEPEST => 8,
            Type::Model(id) => {
                if let Some(size) = self.known.get(&(*id, depth)) {
                    return *size;
                }
                let size = self.model(*id, depth + 1);
                self.known.insert((*id, depth), size);
                size
            }
        }
    }

    fn model(&mut self, id: ModelId, depth: usize) -> usize {
        let models = self.models;
        match &models.model(id).form {
            Form::Struct(it) => self.fields(&it.fields, &it.extra, MAP, depth),
            Form::Sequence(it) => self.fields(&it.places, &it.rest, 24, depth),
            Form::Union(it) => {
                let largest = it.members.iter().map(|member| self.of(&member.ty, depth)).max();
                largest.unwrap_or(0).next_multiple_of(8)
            }
            Form::Newtype(it) => self.of(&it.inner, depth),
            Form::Alias(ty) => self.of(ty, depth),
            Form::Enumeration(_) => 1,
        }
    }

    /// Numbers have no value to spare for `None`.
    fn optional(&mut self, inner: &Type, depth: usize) -> usize {
        let size = self.of(inner, depth);
        match inner {
            Type::Int(_) | Type::Number => size + 8,
            _ => size,
        }
    }

    fn fields(&mut self, fields: &[Field], extra: &Extra, extra_size: usize, depth: usize) -> usize {
        let stored = fields.iter().map(|field| match field.presence {
            Presence::Constant(_) => 0,
            Presence::Optional => self.optional(&field.ty, depth),
            Presence::Required | Presence::Default(_) => self.of(&field.ty, depth),
        });
        let stored: usize = stored.sum();
        let extra = if matches!(extra, Extra::Keep(..)) {
            extra_size
        } else {
            0
        };
        (stored + extra).next_multiple_of(8)
    }
}
