//! Models in document order, each followed by the inline ones that it brings.

use super::{Extra, Field, Form, ModelId, Models, Type};

/// Puts the models in the order in which a reader of the document meets them.
pub(super) fn by_document(models: &mut Models) {
    let mut order: Vec<ModelId> = Vec::with_capacity(models.models.len());
    let mut is_placed = vec![false; models.models.len()];
    // The roots were reserved first, in document order; what operations bring stands behind the components.
    let mut starts: Vec<ModelId> = (0..models.models.len())
        .map(ModelId)
        .filter(|id| models.model(*id).is_root)
        .collect();
    models.anchors.iter().for_each(|ty| named_in(ty, &mut starts));
    for start in starts {
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut is_placed[id.0], true) {
                continue;
            }
            order.push(id);
            let below = named_by(&models.model(id).form);
            open.extend(
                below
                    .into_iter()
                    .rev()
                    .filter(|id| !models.model(*id).is_root && !is_placed[id.0]),
            );
        }
    }
    models.order = order;
}

/// The models that a form names.
pub(crate) fn named_by(form: &Form) -> Vec<ModelId> {
    let mut found = Vec::new();
    collect(form, &mut found);
    found
}

fn collect(form: &Form, found: &mut Vec<ModelId>) {
    let of_fields = |fields: &[Field], rest: &Extra, found: &mut Vec<ModelId>| {
        fields.iter().for_each(|field| named_in(&field.ty, found));
        if let Extra::Keep(ty, _) = rest {
            named_in(ty, found);
        }
    };
    match form {
        Form::Struct(it) => of_fields(&it.fields, &it.extra, found),
        Form::Sequence(it) => of_fields(&it.places, &it.rest, found),
        Form::Union(it) => it.members.iter().for_each(|member| named_in(&member.ty, found)),
        Form::Newtype(it) => named_in(&it.inner, found),
        Form::Alias(ty) => named_in(ty, found),
        Form::Enumeration(_) => {}
    }
}

pub(super) fn named_in(ty: &Type, found: &mut Vec<ModelId>) {
    match ty {
        Type::Model(id) | Type::Boxed(id) => found.push(*id),
        Type::Option(inner) | Type::Vec(inner) | Type::Map(inner) => named_in(inner, found),
        Type::Tuple(items) => items.iter().for_each(|item| named_in(item, found)),
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => {}
    }
}
