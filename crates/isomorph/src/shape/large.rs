//! A type that is very large gets a `Box` where another holds it.
//!
//! Values are moved while they are read, several times without optimisation, and for a union once for each member: types
//! of hundreds of kilobytes, which a schema with hundreds of optional objects asks for, would use the stack up.

use super::recursion::{components, each_type, held_by};
use super::{Extra, Field, Form, Models, Presence, Type};

/// The most bytes that a type has inside of another one.
const LARGEST: usize = 4096;
/// `IndexMap`, and `serde_json::Value` with ordered keys.
const MAP: usize = 72;
const LIST: usize = 24;

/// Boxes large models in the fields and members that hold them. No type holds itself by value any more.
pub(super) fn box_large(models: &mut Models) {
    let held = models.models.iter().map(|model| held_by(&model.form));
    let edges: Vec<Vec<usize>> = held.map(|held| held.iter().map(|id| id.0).collect()).collect();
    let component = components(&edges);
    // A component has a lower number than those that lead to it, so what a model holds is measured before the model.
    let mut order: Vec<usize> = (0..models.models.len()).collect();
    order.sort_by_key(|index| component[*index]);
    let mut sizes = vec![0; models.models.len()];
    for index in order {
        let form = &mut models.models[index].form;
        each_type(form, &mut |ty| box_where_large(ty, &sizes));
        sizes[index] = of_form(form, &sizes);
    }
}

fn box_where_large(ty: &mut Type, sizes: &[usize]) {
    match ty {
        Type::Model(id) if sizes[id.0] > LARGEST => *ty = Type::Boxed(*id),
        Type::Option(inner) => box_where_large(inner, sizes),
        Type::Tuple(items) => items.iter_mut().for_each(|item| box_where_large(item, sizes)),
        Type::Model(_) | Type::Boxed(_) | Type::Vec(_) | Type::Map(_) => {}
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => {}
    }
}

/// The size of a form, roughly.
fn of_form(form: &Form, sizes: &[usize]) -> usize {
    match form {
        Form::Struct(it) => of_fields(&it.fields, sizes) + of_extra(&it.extra, MAP),
        Form::Sequence(it) => of_fields(&it.places, sizes) + of_extra(&it.rest, LIST),
        Form::Union(it) => {
            let members = it.members.iter().map(|member| of_type(&member.ty, sizes));
            members.max().unwrap_or(0) + 8
        }
        Form::Newtype(it) => of_type(&it.inner, sizes),
        Form::Alias(ty) => of_type(ty, sizes),
        Form::Enumeration(_) => 1,
    }
}

fn of_fields(fields: &[Field], sizes: &[usize]) -> usize {
    let stored = fields
        .iter()
        .filter(|field| !matches!(field.presence, Presence::Constant(_)));
    stored.map(|field| of_type(&field.ty, sizes)).sum()
}

fn of_extra(extra: &Extra, size: usize) -> usize {
    match extra {
        Extra::Keep(..) => size,
        Extra::Ignore | Extra::Deny => 0,
    }
}

fn of_type(ty: &Type, sizes: &[usize]) -> usize {
    match ty {
        Type::Null | Type::Never => 0,
        Type::Bool | Type::Int(_) | Type::Number | Type::Boxed(_) => 8,
        Type::String | Type::Vec(_) => LIST,
        Type::Map(_) | Type::Value => MAP,
        Type::Option(inner) => of_type(inner, sizes) + 8,
        Type::Tuple(items) => items.iter().map(|item| of_type(item, sizes)).sum(),
        Type::Model(id) => sizes[id.0],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::{Document, Input, Options, generate};

    fn code(fields: usize) -> String {
        let field = |index: usize| (format!("key{index}"), json!({ "type": "string" }));
        let properties: Map<String, Value> = (0..fields).map(field).collect();
        let schema = json!({
            "title": "Either",
            "anyOf": [{ "$ref": "#/$defs/Many" }, { "type": "string" }],
            "$defs": { "Many": { "type": "object", "properties": properties } }
        });
        let document = Document {
            name: "schema.json".to_owned(),
            module: "models".to_owned(),
            text: schema.to_string(),
            policy: None,
        };
        let input = Input {
            documents: vec![document],
            options: Options::default(),
        };
        generate(&input)
            .map(|output| output.files[0].text.clone())
            .unwrap_or_default()
    }

    #[test]
    fn only_large_models_are_boxed() {
        assert!(code(500).contains("Many(Box<Many>)"));
        assert!(code(50).contains("Many(Many)"));
    }
}
