//! Accessors for what all members of a union have.

use proc_macro2::TokenStream;
use quote::quote;

use super::scope::Scope;
use super::tokens::{ident, is_stored, ty};
use super::{docs, item};
use crate::shape::{Field, Form, Model, Models, Presence, Type, Union};

/// Methods that every model has.
const OWN: &[&str] = &["validate"];

/// The accessors of a union, for each field that every member has under one name and with one type.
pub(super) fn accessors(models: &Scope<'_>, model: &Model, it: &Union) -> Option<TokenStream> {
    let members: Vec<&[Field]> = it
        .members
        .iter()
        .map(|member| fields(models, &member.ty))
        .collect::<Option<_>>()?;
    let (first, others) = members.split_first()?;
    let shared = first.iter().filter(|field| {
        !OWN.contains(&field.ident.as_str()) && is_stored(field) && others.iter().all(|other| has(other, field))
    });
    let methods: Vec<TokenStream> = shared.map(|field| accessor(models, it, field)).collect();
    let name = ident(&model.name);
    (!methods.is_empty()).then(|| quote!(impl #name { #(#methods)* }))
}

fn fields<'m>(models: &'m Models, ty: &Type) -> Option<&'m [Field]> {
    match ty {
        Type::Model(id) | Type::Boxed(id) => match &models.model(*id).form {
            Form::Struct(it) => Some(&it.fields),
            Form::Alias(ty) => fields(models, ty),
            Form::Union(_) | Form::Enumeration(_) | Form::Sequence(_) | Form::Newtype(_) => None,
        },
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => None,
        Type::Option(_) | Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => None,
    }
}

fn has(fields: &[Field], wanted: &Field) -> bool {
    let is_optional = |field: &Field| field.presence == Presence::Optional;
    fields.iter().any(|field| {
        field.wire == wanted.wire
            && field.ident == wanted.ident
            && field.ty == wanted.ty
            && is_stored(field)
            && is_optional(field) == is_optional(wanted)
    })
}

fn accessor(models: &Scope<'_>, it: &Union, field: &Field) -> TokenStream {
    let name = ident(&field.ident);
    let inner = ty(models, &field.ty);
    let is_copy = match &field.ty {
        Type::Bool | Type::Int(_) | Type::Number | Type::Null => true,
        Type::Model(id) => matches!(models.model(*id).form, Form::Enumeration(_)),
        Type::String | Type::Value | Type::Never | Type::Boxed(_) => false,
        Type::Option(_) | Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => false,
    };
    let is_optional = field.presence == Presence::Optional;
    let (result, value) = match (&field.ty, is_optional, is_copy) {
        (_, false, true) => (quote!(#inner), quote!(it.#name)),
        (_, true, true) => (quote!(Option<#inner>), quote!(it.#name)),
        (Type::String, false, false) => (quote!(&str), quote!(&it.#name)),
        (Type::String, true, false) => (quote!(Option<&str>), quote!(it.#name.as_deref())),
        (_, false, false) => (quote!(&#inner), quote!(&it.#name)),
        (_, true, false) => (quote!(Option<&#inner>), quote!(it.#name.as_ref())),
    };
    let docs = match field.docs.description {
        Some(_) => item::field_docs(field),
        None => docs::line(&format!("What every member has as `{}`.", field.ident)),
    };
    let arms = it.members.iter().map(|member| {
        let variant = ident(&member.ident);
        quote!(Self::#variant(it) => #value,)
    });
    quote!(#docs pub fn #name(&self) -> #result { match self { #(#arms)* } })
}
