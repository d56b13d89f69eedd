//! Which form a generated type has.

use syn::{Fields, Item, Type};

use crate::Error;
use crate::bench::Code;

/// The form of a type, newtypes and aliases looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `serde_json::Value`: anything.
    Value,
    Boolean,
    Integer,
    Number,
    String,
    /// A list or a tuple.
    List,
    Map,
    /// A struct with fields, which is an object or an array.
    Struct,
    Enum,
    /// A type without values, or null alone.
    Empty,
}

/// The form of the type that is asked.
///
/// # Errors
/// Code that is no Rust, or that has no such type.
pub(super) fn of(code: &Code) -> Result<Form, Error> {
    let file = syn::parse_file(&code.text).map_err(|error| Error::Other(format!("no Rust: {error}")))?;
    named(&file.items, &code.ty, 0).ok_or_else(|| Error::Other(format!("there is no type `{}`", code.ty)))
}

/// Whether a form says the JSON type. An enum does, since its members are judged by the documents.
pub(super) fn fits(json: &str, form: Form) -> bool {
    match (json, form) {
        (_, Form::Value) => false,
        (_, Form::Enum | Form::Empty) => true,
        ("object", form) => matches!(form, Form::Struct | Form::Map),
        ("array", form) => matches!(form, Form::Struct | Form::List),
        ("string", form) => form == Form::String,
        ("integer", form) => form == Form::Integer,
        ("number", form) => matches!(form, Form::Number | Form::Integer),
        ("boolean", form) => form == Form::Boolean,
        _ => false,
    }
}

fn named(items: &[Item], name: &str, depth: usize) -> Option<Form> {
    if depth > items.len() {
        return None;
    }
    items.iter().find_map(|item| match item {
        Item::Enum(it) if it.ident == name => Some(if it.variants.is_empty() {
            Form::Empty
        } else {
            Form::Enum
        }),
        Item::Type(it) if it.ident == name => of_type(items, &it.ty, depth + 1),
        Item::Struct(it) if it.ident == name => match &it.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                of_type(items, &fields.unnamed.first()?.ty, depth + 1)
            }
            Fields::Unnamed(_) | Fields::Named(_) | Fields::Unit => Some(Form::Struct),
        },
        _ => None,
    })
}

fn of_type(items: &[Item], ty: &Type, depth: usize) -> Option<Form> {
    let path = match ty {
        Type::Path(path) => path,
        Type::Tuple(tuple) if tuple.elems.is_empty() => return Some(Form::Empty),
        Type::Tuple(_) => return Some(Form::List),
        _ => return None,
    };
    let segment = path.path.segments.last()?;
    let name = segment.ident.to_string();
    if let Some(form) = named(items, &name, depth) {
        return Some(form);
    }
    Some(match name.as_str() {
        "Value" => Form::Value,
        "bool" => Form::Boolean,
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" => Form::Integer,
        "f64" => Form::Number,
        "String" => Form::String,
        "Vec" => Form::List,
        "Map" => Form::Map,
        "Never" => Form::Empty,
        "Option" | "Box" => {
            let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else {
                return None;
            };
            let syn::GenericArgument::Type(inner) = arguments.args.first()? else {
                return None;
            };
            return of_type(items, inner, depth);
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Form, fits, of};
    use crate::bench::Code;

    #[test]
    fn forms_are_found_behind_newtypes_and_aliases() {
        let code = |ty: &str| {
            Code {
            text: "pub struct A(pub Value); pub type B = C; pub struct C(Vec<Value>); pub struct D { a: u8 } pub struct E(Option<D>);"
                .to_owned(),
            ty: ty.to_owned(),
        }
        };
        let form = |ty: &str| of(&code(ty)).ok();
        assert_eq!(form("A"), Some(Form::Value));
        assert_eq!(form("B"), Some(Form::List));
        assert_eq!(form("E"), Some(Form::Struct));
        assert_eq!(form("F"), None);
        assert!(!fits("object", Form::Value) && !fits("string", Form::Integer) && fits("array", Form::Struct));
    }
}
