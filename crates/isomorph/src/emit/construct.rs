//! Constructors: what a schema requires as arguments, and everything else as an absent key would be read.

use proc_macro2::TokenStream;
use quote::quote;

use super::scope::Scope;
use super::tokens::{field_ty, ident, is_stored};
use super::{default, docs, item};
use crate::shape::{Extra, Field, Model, Presence, Struct, Type};

/// From how many arguments on a call is harder to read than a struct expression; clippy says so too.
const MOST_ARGUMENTS: usize = 7;

/// `new`, for a struct that has both required fields and others; `Default`, for one without required fields that the derive
/// would not fill with its defaults.
pub(super) fn constructor(models: &Scope<'_>, model: &Model, it: &Struct) -> Option<TokenStream> {
    let stored: Vec<&Field> = it.fields.iter().filter(|field| is_stored(field)).collect();
    let is_required = |field: &&&Field| field.presence == Presence::Required;
    let required = stored.iter().filter(is_required).count();
    let has_extra = matches!(it.extra, Extra::Keep(..));
    let has_others = required < stored.len() || has_extra;
    if required > MOST_ARGUMENTS || !has_others || it.fields.iter().all(item::has_natural_default) {
        return None;
    }
    let arguments = stored.iter().filter(is_required).map(|field| {
        let name = ident(&field.ident);
        let ty = field_ty(models, field);
        if field.ty == Type::String {
            quote!(#name: impl Into<String>)
        } else {
            quote!(#name: #ty)
        }
    });
    let values = stored.iter().map(|field| {
        let name = ident(&field.ident);
        match &field.presence {
            Presence::Required if field.ty == Type::String => quote!(#name: #name.into(),),
            Presence::Required | Presence::Constant(_) => quote!(#name,),
            Presence::Optional => quote!(#name: None,),
            Presence::Default(value) => {
                // `settle` left only defaults that have an expression.
                let value = default::expression(models, &field.ty, value).unwrap_or_else(|| quote!(Default::default()));
                quote!(#name: #value,)
            }
        }
    });
    let extra = has_extra.then(|| quote!(extra: rt::Map::default(),));
    let name = ident(&model.name);
    // A constant is no argument, but the derive does not know of structs that hold nothing else.
    if required == 0 {
        return Some(quote! {
            impl Default for #name {
                fn default() -> Self {
                    Self { #(#values)* #extra }
                }
            }
        });
    }
    let docs = docs::line("Makes a value of what is required; the other fields are as if their keys were absent.");
    Some(quote! {
        impl #name {
            #docs
            #[must_use]
            pub fn new(#(#arguments),*) -> Self {
                Self { #(#values)* #extra }
            }
        }
    })
}
