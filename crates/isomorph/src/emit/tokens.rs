//! Small pieces of Rust that several emitters write.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use serde_json::Value;

use crate::shape::{Extra, Field, Form, Int, Models, Presence, Type};

/// A Rust identifier; the name stage made it valid.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A type as it stands in a field.
pub(super) fn ty(models: &Models, it: &Type) -> TokenStream {
    match it {
        Type::Bool => quote!(bool),
        Type::Int(int) => {
            let name = ident(int_name(*int));
            quote!(#name)
        }
        Type::Number => quote!(f64),
        Type::String => quote!(String),
        Type::Null => quote!(()),
        Type::Value => quote!(Value),
        Type::Never => quote!(Never),
        Type::Option(inner) => {
            let inner = ty(models, inner);
            quote!(Option<#inner>)
        }
        Type::Vec(inner) => {
            let inner = ty(models, inner);
            quote!(Vec<#inner>)
        }
        Type::Map(inner) => {
            let inner = ty(models, inner);
            quote!(Map<#inner>)
        }
        Type::Tuple(items) => {
            let items = items.iter().map(|item| ty(models, item));
            quote!((#(#items,)*))
        }
        Type::Model(id) => {
            let name = ident(&models.model(*id).name);
            quote!(#name)
        }
        Type::Boxed(id) => {
            let name = ident(&models.model(*id).name);
            quote!(Box<#name>)
        }
    }
}

/// The type of a field, with the `Option` that absence needs.
pub(super) fn field_ty(models: &Models, field: &Field) -> TokenStream {
    let inner = ty(models, &field.ty);
    match field.presence {
        Presence::Optional => quote!(Option<#inner>),
        Presence::Required | Presence::Default(_) | Presence::Constant(_) => inner,
    }
}

pub(super) fn int_name(int: Int) -> &'static str {
    match int {
        Int::I8 => "i8",
        Int::I16 => "i16",
        Int::I32 => "i32",
        Int::I64 => "i64",
        Int::U8 => "u8",
        Int::U16 => "u16",
        Int::U32 => "u32",
        Int::U64 => "u64",
    }
}

/// A JSON value as the runtime's `Literal`.
pub(super) fn literal(value: &Value) -> TokenStream {
    match value {
        Value::Null => quote!(rt::Literal::Null),
        Value::Bool(value) => quote!(rt::Literal::Bool(#value)),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(value), _, _) => {
                let value = Literal::i64_unsuffixed(value);
                quote!(rt::Literal::Int(#value))
            }
            (None, Some(value), _) => {
                let value = Literal::u64_unsuffixed(value);
                quote!(rt::Literal::Uint(#value))
            }
            (None, None, value) => {
                let value = Literal::f64_unsuffixed(value.unwrap_or(f64::MAX));
                quote!(rt::Literal::Float(#value))
            }
        },
        Value::String(text) => quote!(rt::Literal::Str(#text)),
        Value::Array(_) | Value::Object(_) => {
            let text = value.to_string();
            quote!(rt::Literal::Json(#text))
        }
    }
}

/// Notes the names of the runtime crate that a form's item uses without a path.
pub(super) fn note_uses(form: &Form, uses: &mut Vec<&'static str>) {
    let mut note = |name: &'static str| {
        if !uses.contains(&name) {
            uses.push(name);
        }
    };
    let mut types: Vec<&Type> = match form {
        Form::Struct(it) => it
            .fields
            .iter()
            .filter(|field| is_stored(field))
            .map(|field| &field.ty)
            .collect(),
        Form::Sequence(it) => it.places.iter().map(|place| &place.ty).collect(),
        Form::Union(it) => it.members.iter().map(|member| &member.ty).collect(),
        Form::Newtype(it) => vec![&it.inner],
        Form::Alias(ty) => vec![ty],
        Form::Enumeration(_) => Vec::new(),
    };
    match form {
        Form::Struct(it) => {
            if let Extra::Keep(ty, _) = &it.extra {
                note("Map");
                types.push(ty);
            }
        }
        Form::Sequence(it) => {
            if let Extra::Keep(ty, _) = &it.rest {
                types.push(ty);
            }
        }
        Form::Union(_) | Form::Newtype(_) | Form::Alias(_) | Form::Enumeration(_) => {}
    }
    while let Some(ty) = types.pop() {
        match ty {
            Type::Value => note("Value"),
            Type::Never => note("Never"),
            Type::Map(inner) => {
                note("Map");
                types.push(inner);
            }
            Type::Option(inner) | Type::Vec(inner) => types.push(inner),
            Type::Tuple(items) => types.extend(items),
            Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Model(_) | Type::Boxed(_) => {}
        }
    }
}

/// Whether a struct has a Rust field for it.
pub(super) fn is_stored(field: &Field) -> bool {
    !matches!(field.presence, Presence::Constant(_))
}
