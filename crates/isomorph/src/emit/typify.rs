//! Items rendered by typify.
//!
//! typify is given definitions that were lowered, named and shaped before: every type is called `T0001`, every field
//! `f0001`, every reference leads to such a definition, and what is not typify's to render is declared as replaced. So it
//! never names, merges or guesses. One pass over its output then puts in the names, the documentation and the derives,
//! and leaves out the serde attributes and the conversions that nobody needs.

use std::collections::{BTreeMap, HashMap, HashSet};

use heck::ToPascalCase;
use proc_macro2::TokenStream;
use quote::ToTokens;
use schemars::schema::{
    ArrayValidation, InstanceType, ObjectValidation, Schema, SchemaObject, SingleOrVec, SubschemaValidation,
};
use syn::visit_mut::{self, VisitMut};
use syn::{Item, ItemImpl, Type as SynType, parse_quote};
use typify::{TypeSpace, TypeSpaceSettings};

use super::scope::Scope;
use super::tokens::{ident, is_stored};
use super::{Emitter, docs, item};
use crate::shape::{Form, Int, Model, ModelId, Models, Presence, Struct, Type, Variant, named_by};

/// The items of those of the models that are typify's to render. A model that typify does not give back is left out, and
/// so falls to our own emitter.
pub(super) fn render(models: &Scope<'_>, ids: &[ModelId]) -> HashMap<ModelId, TokenStream> {
    let ours: HashSet<ModelId> = ids
        .iter()
        .copied()
        .filter(|id| Emitter::of(models.model(*id)) == Emitter::Typify)
        .collect();
    let Some(file) = typified(models, &ours) else {
        return HashMap::new();
    };
    let by_name: HashMap<String, ModelId> = ours.iter().map(|id| (type_name(*id), *id)).collect();
    let mut found: HashMap<ModelId, Vec<Item>> = HashMap::new();
    for item in file.items {
        if let Some(id) = owner(&item).and_then(|name| by_name.get(&name)) {
            found.entry(*id).or_default().push(item);
        }
    }
    found
        .into_iter()
        .filter_map(|(id, items)| Some((id, finish(models, id, items)?)))
        .collect()
}

/// Whether typify gives each of the values a variant of its own.
pub(super) fn tells_apart(variants: &[Variant]) -> bool {
    let mut seen = HashSet::new();
    variants.iter().all(|variant| {
        variant.value.as_str().is_some_and(|text| {
            let words = text
                .replace('\'', "")
                .replace(|c| !unicode_ident::is_xid_continue(c), "-")
                .to_pascal_case();
            words.starts_with(unicode_ident::is_xid_start) && seen.insert(words)
        })
    })
}

fn typified(models: &Models, ours: &HashSet<ModelId>) -> Option<syn::File> {
    if ours.is_empty() {
        return None;
    }
    // What these refer to is declared, and replaced by the name that it will have.
    let mut replaced: Vec<ModelId> = ours
        .iter()
        .flat_map(|id| named_by(&models.model(*id).form))
        .filter(|id| !ours.contains(id))
        .collect();
    replaced.sort_unstable();
    replaced.dedup();
    let mut settings = TypeSpaceSettings::default();
    for id in &replaced {
        settings.with_replacement(type_name(*id), type_name(*id), std::iter::empty());
    }
    let mut space = TypeSpace::new(&settings);
    let mut ids: Vec<ModelId> = ours.iter().copied().chain(replaced).collect();
    ids.sort_unstable();
    let definitions = ids.iter().map(|id| {
        let schema = if ours.contains(id) {
            definition(models.model(*id))
        } else {
            Schema::Bool(true)
        };
        (type_name(*id), schema)
    });
    space.add_ref_types(definitions).ok()?;
    syn::parse2(space.to_stream()).ok()
}

fn type_name(id: ModelId) -> String {
    format!("T{:05}", id.0)
}

fn field_name(index: usize) -> String {
    format!("f{index:05}")
}

fn definition(model: &Model) -> Schema {
    match &model.form {
        Form::Struct(it) => structure(it),
        Form::Enumeration(it) => Schema::Object(SchemaObject {
            instance_type: Some(SingleOrVec::Single(Box::new(InstanceType::String))),
            enum_values: Some(it.variants.iter().map(|variant| variant.value.clone()).collect()),
            ..SchemaObject::default()
        }),
        Form::Newtype(it) => value(&it.inner),
        Form::Union(_) | Form::Sequence(_) | Form::Alias(_) => Schema::Bool(true),
    }
}

fn structure(it: &Struct) -> Schema {
    let stored = || it.fields.iter().filter(|field| is_stored(field)).enumerate();
    let properties: BTreeMap<String, Schema> = stored()
        .map(|(index, field)| (field_name(index), value(&field.ty)))
        .collect();
    let required = stored()
        .filter(|(_, field)| field.presence != Presence::Optional)
        .map(|(index, _)| field_name(index))
        .collect();
    Schema::Object(SchemaObject {
        instance_type: Some(SingleOrVec::Single(Box::new(InstanceType::Object))),
        object: Some(Box::new(ObjectValidation {
            properties,
            required,
            additional_properties: Some(Box::new(Schema::Bool(false))),
            ..ObjectValidation::default()
        })),
        ..SchemaObject::default()
    })
}

fn value(ty: &Type) -> Schema {
    let of_type = |instance_type: InstanceType, format: Option<&str>| {
        Schema::Object(SchemaObject {
            instance_type: Some(SingleOrVec::Single(Box::new(instance_type))),
            format: format.map(str::to_owned),
            ..SchemaObject::default()
        })
    };
    match ty {
        Type::Bool => of_type(InstanceType::Boolean, None),
        Type::Int(int) => of_type(InstanceType::Integer, Some(integer_format(*int))),
        Type::Number => of_type(InstanceType::Number, Some("double")),
        Type::String => of_type(InstanceType::String, None),
        Type::Model(id) | Type::Boxed(id) => Schema::new_ref(format!("#/definitions/{}", type_name(*id))),
        Type::Vec(inner) => Schema::Object(SchemaObject {
            instance_type: Some(SingleOrVec::Single(Box::new(InstanceType::Array))),
            array: Some(Box::new(ArrayValidation {
                items: Some(SingleOrVec::Single(Box::new(value(inner)))),
                ..ArrayValidation::default()
            })),
            ..SchemaObject::default()
        }),
        // `Emitter::of` keeps these away; a schema that says nothing is what they would be.
        Type::Null | Type::Value | Type::Never | Type::Option(_) | Type::Map(_) | Type::Tuple(_) => {
            Schema::Object(SchemaObject {
                subschemas: Some(Box::new(SubschemaValidation::default())),
                ..SchemaObject::default()
            })
        }
    }
}

fn integer_format(int: Int) -> &'static str {
    match int {
        Int::I8 => "int8",
        Int::I16 => "int16",
        Int::I32 => "int32",
        Int::I64 => "int64",
        Int::U8 => "uint8",
        Int::U16 => "uint16",
        Int::U32 => "uint32",
        Int::U64 => "uint64",
    }
}

/// The type that an item defines, or implements something for.
fn owner(item: &Item) -> Option<String> {
    match item {
        Item::Struct(it) => Some(it.ident.to_string()),
        Item::Enum(it) => Some(it.ident.to_string()),
        Item::Impl(it) if is_wanted(it) => last_segment(&it.self_ty),
        _ => None,
    }
}

/// The conversions that users of an enum or a newtype expect.
fn is_wanted(it: &ItemImpl) -> bool {
    let Some((_, path, _)) = &it.trait_ else { return false };
    let Some(last) = path.segments.last() else { return false };
    let arguments = last.arguments.to_token_stream().to_string();
    match last.ident.to_string().as_str() {
        "Display" | "FromStr" | "Deref" => true,
        "TryFrom" => arguments.replace(' ', "") == "<&str>",
        "From" => !arguments.contains('&'),
        _ => false,
    }
}

fn last_segment(ty: &SynType) -> Option<String> {
    match ty {
        SynType::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Puts in names, documentation and derives.
fn finish(models: &Scope<'_>, id: ModelId, items: Vec<Item>) -> Option<TokenStream> {
    let model = models.model(id);
    let mut renaming = Renaming {
        models,
        fields: HashMap::new(),
    };
    if let Form::Struct(it) = &model.form {
        let stored = it.fields.iter().filter(|field| is_stored(field)).enumerate();
        renaming.fields = stored
            .map(|(index, field)| (field_name(index), field.ident.clone()))
            .collect();
    }
    let mut tokens = TokenStream::new();
    let mut has_definition = false;
    for mut item in items {
        match (&mut item, &model.form) {
            (Item::Struct(it), Form::Struct(shape)) => {
                let docs = item::docs_of(model);
                let derives = item::derives(models, model);
                it.attrs = parse_quote!(#docs #derives);
                let stored: Vec<_> = shape.fields.iter().filter(|field| is_stored(field)).collect();
                if it.fields.len() != stored.len() {
                    return None;
                }
                for (field, shaped) in it.fields.iter_mut().zip(stored) {
                    let docs = item::field_docs(shaped);
                    field.attrs = parse_quote!(#docs);
                }
                has_definition = true;
            }
            (Item::Struct(it), Form::Newtype(_)) => {
                let docs = item::docs_of(model);
                let derives = item::derives(models, model);
                it.attrs = parse_quote!(#docs #derives);
                has_definition = true;
            }
            (Item::Enum(it), Form::Enumeration(shape)) => {
                let docs = item::docs_of(model);
                let style = item::style(model);
                it.attrs = parse_quote!(#docs #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)] #style);
                if it.variants.len() != shape.variants.len() {
                    return None;
                }
                for (variant, shaped) in it.variants.iter_mut().zip(&shape.variants) {
                    let docs = docs::line(&item::variant_text(&shaped.value));
                    variant.attrs = parse_quote!(#docs);
                    renaming.fields.insert(variant.ident.to_string(), shaped.ident.clone());
                }
                has_definition = true;
            }
            (Item::Impl(it), _) => it.attrs.clear(),
            _ => return None,
        }
        renaming.visit_item_mut(&mut item);
        item.to_tokens(&mut tokens);
    }
    has_definition.then_some(tokens)
}

struct Renaming<'m> {
    models: &'m Scope<'m>,
    fields: HashMap<String, String>,
}

impl VisitMut for Renaming<'_> {
    fn visit_ident_mut(&mut self, it: &mut proc_macro2::Ident) {
        let text = it.to_string();
        if let Some(name) = self.fields.get(&text) {
            *it = ident(name);
        } else if let Some(id) = text
            .strip_prefix('T')
            .filter(|digits| digits.len() >= 5)
            .and_then(|digits| digits.parse::<usize>().ok())
            .map(ModelId)
            .filter(|id| id.0 < self.models.models.len())
        {
            *it = self.models.name(id);
        }
    }

    /// typify's "invalid value" says neither what was found nor what was expected.
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        let is_bare_refusal = match it {
            syn::Expr::MethodCall(call) => match (&*call.receiver, call.method.to_string().as_str()) {
                (syn::Expr::Lit(literal), "into") => {
                    matches!(&literal.lit, syn::Lit::Str(text) if text.value() == "invalid value")
                }
                _ => false,
            },
            _ => false,
        };
        if is_bare_refusal {
            *it = parse_quote!(isomorph_runtime::unlisted::<Self>(value));
        } else {
            visit_mut::visit_expr_mut(self, it);
        }
    }

    fn visit_path_mut(&mut self, it: &mut syn::Path) {
        visit_mut::visit_path_mut(self, it);
        let Some(last) = it.segments.last().cloned() else {
            return;
        };
        let is_std = it.leading_colon.is_some() && it.segments.first().is_some_and(|first| first.ident == "std");
        let is_prelude = ["Option", "String", "Vec", "Box", "Result", "From", "TryFrom"]
            .iter()
            .any(|name| last.ident == name);
        let is_of_fmt = it.segments.iter().any(|segment| segment.ident == "fmt");
        if is_std && is_prelude && !is_of_fmt {
            it.leading_colon = None;
            it.segments = std::iter::once(last).collect();
        } else if is_std {
            it.leading_colon = None;
        } else if last.ident == "ConversionError" {
            *it = parse_quote!(isomorph_runtime::Fault);
        }
    }
}
