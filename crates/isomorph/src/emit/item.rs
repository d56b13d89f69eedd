//! The items that people read, for the forms that are ours to render.

use proc_macro2::TokenStream;
use quote::quote;

use super::scope::Scope;
use super::tokens::{field_ty, ident, is_stored, ty};
use super::{default, docs, size, tokens};
use crate::shape::{Enumeration, Extra, Field, Form, Model, Newtype, Presence, Sequence, Struct, Type, Union};

/// The item of a model, with its documentation.
pub(super) fn item(models: &Scope<'_>, model: &Model) -> TokenStream {
    match &model.form {
        Form::Struct(it) => structure(models, model, it),
        Form::Sequence(it) => sequence(models, model, it),
        Form::Union(it) => union(models, model, it),
        Form::Enumeration(it) => enumeration(model, it),
        Form::Newtype(it) => newtype(models, model, it),
        Form::Alias(target) => {
            let (docs, name, target) = (docs_of(model), ident(&model.name), ty(models, target));
            quote!(#docs pub type #name = #target;)
        }
    }
}

/// The documentation of a model: what its schema says, else where it stands.
pub(super) fn docs_of(model: &Model) -> TokenStream {
    docs::attributes(&model.docs, &format!("The schema at `{}`.", pointer(model)))
}

fn pointer(model: &Model) -> String {
    if model.pointer.is_empty() {
        return "#".to_owned();
    }
    docs::code(&model.pointer)
}

/// The documentation of a field.
pub(super) fn field_docs(field: &Field) -> TokenStream {
    let wire = docs::code(&field.wire);
    docs::attributes(&field.docs, &format!("The key `{wire}`."))
}

/// The derives of a struct or union: `Eq` where no float is in it, `Default` where nothing is required.
pub(super) fn derives(models: &Scope<'_>, model: &Model) -> TokenStream {
    let mut names = vec!["Debug", "Clone"];
    if let Form::Struct(it) = &model.form
        && it.fields.iter().all(has_natural_default)
    {
        names.push("Default");
    }
    names.push("PartialEq");
    if !models.holds_number(model) {
        names.push("Eq");
    }
    let names = names.into_iter().map(ident);
    let style = style(model);
    quote!(#[derive(#(#names),*)] #style)
}

/// Whether an absent key is read as what the derived `Default` would make of the field.
pub(super) fn has_natural_default(field: &Field) -> bool {
    match &field.presence {
        Presence::Optional => true,
        Presence::Default(value) => default::is_natural(&field.ty, value),
        // A constant is no field, and is always written.
        Presence::Constant(_) => true,
        Presence::Required => false,
    }
}

/// The derives and attributes that the policy adds; the shape stage checked that they are Rust.
pub(super) fn style(model: &Model) -> TokenStream {
    let parsed = |texts: &[String]| -> Vec<TokenStream> { texts.iter().filter_map(|text| text.parse().ok()).collect() };
    let derives = parsed(&model.style.derives);
    let attributes = parsed(&model.style.attributes);
    let derives = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote!(#derives #(#attributes)*)
}

/// A type of the caller's in place of a model.
pub(super) fn replaced(model: &Model) -> TokenStream {
    let (docs, name) = (docs_of(model), ident(&model.name));
    let path: TokenStream = model
        .style
        .replace
        .as_deref()
        .unwrap_or_default()
        .parse()
        .unwrap_or_default();
    quote!(#docs pub type #name = #path;)
}

fn structure(models: &Scope<'_>, model: &Model, it: &Struct) -> TokenStream {
    let (docs, derives, name) = (docs_of(model), derives(models, model), ident(&model.name));
    let fields = it.fields.iter().filter(|field| is_stored(field)).map(|field| {
        let (docs, name, ty) = (field_docs(field), ident(&field.ident), field_ty(models, field));
        quote!(#docs pub #name: #ty,)
    });
    let extra = match &it.extra {
        Extra::Keep(inner, _) => {
            let (map, inner) = (models.runtime("Map"), ty(models, inner));
            let docs = docs::line("Every other key, in the order in which it came.");
            quote!(#docs pub extra: #map<#inner>,)
        }
        Extra::Ignore | Extra::Deny => TokenStream::new(),
    };
    quote!(#docs #derives pub struct #name { #(#fields)* #extra })
}

fn sequence(models: &Scope<'_>, model: &Model, it: &Sequence) -> TokenStream {
    let (docs, derives, name) = (docs_of(model), derives(models, model), ident(&model.name));
    let places = it.places.iter().enumerate().map(|(index, place)| {
        let (name, ty) = (ident(&place.ident), field_ty(models, place));
        let docs = docs::line(&format!("The item at index {index}."));
        quote!(#docs pub #name: #ty,)
    });
    let rest = match &it.rest {
        Extra::Keep(inner, _) => {
            let inner = ty(models, inner);
            let docs = docs::line("The items behind these.");
            quote!(#docs pub rest: Vec<#inner>,)
        }
        Extra::Ignore | Extra::Deny => TokenStream::new(),
    };
    quote!(#docs #derives pub struct #name { #(#places)* #rest })
}

fn union(models: &Scope<'_>, model: &Model, it: &Union) -> TokenStream {
    let (docs, derives, name) = (docs_of(model), derives(models, model), ident(&model.name));
    let members = it.members.iter().map(|member| {
        let (name, ty) = (ident(&member.ident), ty(models, &member.ty));
        let text = match &member.ty {
            Type::Model(id) | Type::Boxed(id) if models.model(*id).name == member.ident => {
                format!("See [`{}`].", models.name(*id))
            }
            Type::Model(id) | Type::Boxed(id) => format!("A [`{}`].", models.name(*id)),
            _ => format!("{}.", kind_text(member.kinds)),
        };
        let docs = docs::attributes(&member_docs(models, member), &text);
        quote!(#docs #name(#ty),)
    });
    let allowed = size::is_uneven(models, it).then(|| {
        quote!(#[allow(clippy::large_enum_variant, reason = "a member is held as the schema has it, without a pointer")])
    });
    quote!(#docs #derives #allowed pub enum #name { #(#members)* })
}

/// A member that is a model is described there.
fn member_docs(models: &Scope<'_>, member: &crate::shape::Member) -> crate::lower::Docs {
    match &member.ty {
        Type::Model(id) | Type::Boxed(id) if models.model(*id).is_root => crate::lower::Docs::default(),
        _ => member.docs.clone(),
    }
}

fn kind_text(kinds: crate::lower::Types) -> &'static str {
    use crate::lower::Types;
    match kinds.without(Types::NULL) {
        Types::BOOLEAN => "A boolean",
        Types::INTEGER => "An integer",
        Types::NUMBER | Types::FRACTION => "A number",
        Types::STRING => "A string",
        Types::ARRAY => "An array",
        Types::OBJECT => "An object",
        _ => "Any of several JSON types",
    }
}

fn enumeration(model: &Model, it: &Enumeration) -> TokenStream {
    let (docs, name) = (docs_of(model), ident(&model.name));
    let variants = it.variants.iter().map(|variant| {
        let name = ident(&variant.ident);
        let docs = docs::line(&variant_text(&variant.value));
        quote!(#docs #name,)
    });
    let style = style(model);
    quote!(#docs #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)] #style pub enum #name { #(#variants)* })
}

/// The documentation of a variant: the value that it stands for.
pub(super) fn variant_text(value: &serde_json::Value) -> String {
    let text = docs::code(&value.to_string());
    let text: String = if text.chars().count() > 60 {
        text.chars().take(57).chain("...".chars()).collect()
    } else {
        text
    };
    format!("`{text}`")
}

fn newtype(models: &Scope<'_>, model: &Model, it: &Newtype) -> TokenStream {
    let (docs, derives, name) = (docs_of(model), derives(models, model), ident(&model.name));
    let inner = tokens::ty(models, &it.inner);
    // The field of a checked newtype is private, so that every value of the type passed its checks.
    let visibility = if it.rule.is_empty() {
        quote!(pub)
    } else {
        TokenStream::new()
    };
    quote!(#docs #derives pub struct #name(#visibility #inner);)
}
