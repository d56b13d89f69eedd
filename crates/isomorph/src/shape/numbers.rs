//! Which models hold a float.

use super::{Extra, Field, Form, ModelId, Models, Type, named_by};

/// Finds the models with a float, and then those that hold such a model.
pub(super) fn find(models: &mut Models) {
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); models.models.len()];
    let mut open = Vec::new();
    for (index, model) in models.models.iter().enumerate() {
        for ModelId(held) in named_by(&model.form) {
            holders[held].push(index);
        }
        if says_number(&model.form) {
            open.push(index);
        }
    }
    let mut is_known = vec![false; models.models.len()];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut is_known[index], true) {
            open.extend(&holders[index]);
        }
    }
    let with_numbers = models.models.iter().zip(is_known).filter(|(_, is_known)| *is_known);
    models.with_numbers = with_numbers
        .map(|(model, _)| (model.document, model.name.clone()))
        .collect();
}

fn says_number(form: &Form) -> bool {
    let in_fields = |fields: &[Field], rest: &Extra| {
        let in_rest = matches!(rest, Extra::Keep(ty, _) if is_number(ty));
        in_rest || fields.iter().any(|field| is_number(&field.ty))
    };
    match form {
        Form::Struct(it) => in_fields(&it.fields, &it.extra),
        Form::Sequence(it) => in_fields(&it.places, &it.rest),
        Form::Union(it) => it.members.iter().any(|member| is_number(&member.ty)),
        Form::Newtype(it) => is_number(&it.inner),
        Form::Alias(ty) => is_number(ty),
        Form::Enumeration(_) => false,
    }
}

/// Whether a type is a float, or a list, map or tuple of some.
fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Number => true,
        Type::Option(inner) | Type::Vec(inner) | Type::Map(inner) => is_number(inner),
        Type::Tuple(items) => items.iter().any(is_number),
        Type::Bool | Type::Int(_) | Type::String | Type::Null | Type::Value | Type::Never => false,
        Type::Model(_) | Type::Boxed(_) => false,
    }
}
