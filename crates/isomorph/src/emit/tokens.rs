//! Small pieces of Rust that several emitters write.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use serde_json::Value;

use super::scope::Scope;
use crate::shape::{Field, Int, Presence, Type};

/// A Rust identifier; the name stage made it valid.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A type as it stands in a field.
pub(super) fn ty(models: &Scope<'_>, it: &Type) -> TokenStream {
    match it {
        Type::Bool => quote!(bool),
        Type::Int(int) => {
            let name = ident(int_name(*int));
            quote!(#name)
        }
        Type::Number => quote!(f64),
        Type::String => quote!(String),
        Type::Null => quote!(()),
        Type::Value => {
            let name = models.runtime("Value");
            quote!(#name)
        }
        Type::Never => {
            let name = models.runtime("Never");
            quote!(#name)
        }
        Type::Option(inner) => {
            let inner = ty(models, inner);
            quote!(Option<#inner>)
        }
        Type::Vec(inner) => {
            let inner = ty(models, inner);
            quote!(Vec<#inner>)
        }
        Type::Map(inner) => {
            let (map, inner) = (models.runtime("Map"), ty(models, inner));
            quote!(#map<#inner>)
        }
        Type::Tuple(items) => {
            let items = items.iter().map(|item| ty(models, item));
            quote!((#(#items,)*))
        }
        Type::Model(id) => {
            let name = models.name(*id);
            quote!(#name)
        }
        Type::Boxed(id) => {
            let name = models.name(*id);
            quote!(Box<#name>)
        }
    }
}

/// The type of a field, with the `Option` that absence needs.
pub(super) fn field_ty(models: &Scope<'_>, field: &Field) -> TokenStream {
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

/// Whether a struct has a Rust field for it.
pub(super) fn is_stored(field: &Field) -> bool {
    !matches!(field.presence, Presence::Constant(_))
}
