//! Stage 6: shapes to Rust code.
//!
//! Each model becomes an item that people read and the code that reads and writes it. [`Emitter::of`] decides who renders
//! the item; reading, writing and checking are ours for all of them, and lean, since every line here is one in each model
//! of each user.

mod accessor;
mod construct;
mod default;
mod docs;
mod item;
mod layout;
mod rule;
mod size;
mod tokens;
mod typify;
mod wire;

use std::collections::{BTreeSet, HashMap};

use proc_macro2::{Group, TokenStream, TokenTree};

pub(crate) use default::settle as settle_defaults;
pub(crate) use layout::{dependencies, lay_out};

use crate::shape::{Enumeration, Extra, Field, Form, Model, ModelId, Models, Newtype, Presence, Struct, Type};

/// The code of a document's models.
pub(crate) struct Module {
    /// The items, in document order.
    pub(crate) items: Vec<TokenStream>,
    /// What reads and writes them.
    pub(crate) wire: Vec<TokenStream>,
    /// Names of the runtime crate that the items use.
    pub(crate) uses: Vec<&'static str>,
    /// Types of other documents' modules that the items use: the document, and the name.
    pub(crate) foreign: BTreeSet<(usize, String)>,
    /// How many models there are, and how many of them typify rendered.
    pub(crate) types: usize,
    pub(crate) by_typify: usize,
    /// The code needs a feature of the runtime.
    pub(crate) needs_pattern: bool,
    pub(crate) needs_schema: bool,
    /// Something in it is deprecated, and its own code uses it all the same.
    pub(crate) is_deprecated: bool,
}

/// Who renders a model's item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emitter {
    /// typify, for every form that it renders exactly.
    Typify,
    /// Our own emitter, for the others.
    Own,
}

impl Emitter {
    /// The rule, and the only place that knows it: typify renders string enums, newtypes without checks, and structs whose
    /// fields are plain types or other models. It is not asked for what it cannot say (absent beside null, constants,
    /// unions, sequences, kept keys), nor for what it says differently (an optional list becomes a list).
    pub(crate) fn of(model: &Model) -> Emitter {
        if model.style.replace.is_some() {
            return Emitter::Own;
        }
        let is_exact = match &model.form {
            Form::Enumeration(it) => is_plain_enumeration(it),
            Form::Newtype(it) => is_plain_newtype(it),
            Form::Struct(it) => is_plain_struct(it),
            Form::Union(_) | Form::Sequence(_) | Form::Alias(_) => false,
        };
        if is_exact { Emitter::Typify } else { Emitter::Own }
    }
}

fn is_plain_enumeration(it: &Enumeration) -> bool {
    typify::tells_apart(&it.variants)
}

fn is_plain_newtype(it: &Newtype) -> bool {
    it.rule.is_empty() && matches!(it.inner, Type::String | Type::Bool)
}

fn is_plain_struct(it: &Struct) -> bool {
    let is_plain = |ty: &Type| match ty {
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Model(_) => true,
        Type::Vec(inner) => matches!(**inner, Type::String | Type::Model(_)),
        Type::Null | Type::Value | Type::Never | Type::Option(_) | Type::Map(_) | Type::Tuple(_) | Type::Boxed(_) => {
            false
        }
    };
    !matches!(it.extra, Extra::Keep(..))
        && it.fields.iter().all(|field| match field.presence {
            Presence::Required | Presence::Default(_) => is_plain(&field.ty),
            Presence::Optional => is_plain(&field.ty) && !matches!(field.ty, Type::Vec(_)),
            Presence::Constant(_) => true,
        })
        && it
            .fields
            .iter()
            .any(|field| !matches!(field.presence, Presence::Constant(_)))
}

/// Renders every model, document by document.
pub(crate) fn emit(models: &Models, documents: usize) -> Vec<Module> {
    let rendered = typify::render(models);
    (0..documents)
        .map(|document| module(models, document, &rendered))
        .collect()
}

fn module(models: &Models, document: usize, rendered: &HashMap<ModelId, TokenStream>) -> Module {
    let of_document = || {
        models
            .order
            .iter()
            .copied()
            .filter(|id| models.model(*id).document == document)
    };
    let mut module = Module {
        items: Vec::new(),
        wire: Vec::new(),
        uses: Vec::new(),
        foreign: BTreeSet::new(),
        types: 0,
        by_typify: 0,
        needs_pattern: false,
        needs_schema: false,
        is_deprecated: false,
    };
    let mut macros = wire::Macros::default();
    for id in of_document() {
        let model = models.model(id);
        if model.style.replace.is_some() {
            module.items.push(item::replaced(model));
            continue;
        }
        match rendered.get(&id) {
            Some(items) => {
                module.items.push(items.clone());
                module.by_typify += 1;
            }
            None => module.items.push(item::item(models, model)),
        }
        if let Form::Union(it) = &model.form {
            module.items.extend(accessor::accessors(models, model, it));
        }
        module.types += 1;
        module.is_deprecated |= is_deprecated(model);
        if let Form::Struct(it) = &model.form {
            module.wire.extend(construct::constructor(models, model, it));
        }
        module.wire.extend(wire::wire(models, model));
        macros.add(model);
        tokens::note_uses(&model.form, &mut module.uses);
        let named = crate::shape::named_by(&model.form)
            .into_iter()
            .map(|id| models.model(id));
        let foreign = named.filter(|other| other.document != document);
        module
            .foreign
            .extend(foreign.map(|other| (other.document, other.name.clone())));
        rule::note_features(&model.form, &mut module);
        module.needs_schema |= model.schema.is_some();
    }
    if module.is_deprecated {
        module.items = module.items.into_iter().map(allowing_deprecated).collect();
    }
    module.wire.extend(macros.calls());
    module.uses.sort_unstable();
    module
}

fn is_deprecated(model: &Model) -> bool {
    let fields: &[Field] = match &model.form {
        Form::Struct(it) => &it.fields,
        Form::Sequence(it) => &it.places,
        Form::Union(_) | Form::Enumeration(_) | Form::Newtype(_) | Form::Alias(_) => &[],
    };
    model.docs.deprecated || fields.iter().any(|field| field.docs.deprecated)
}

/// Generated code may use what it deprecates for others.
fn allowing_deprecated(items: TokenStream) -> TokenStream {
    let Ok(file) = syn::parse2::<syn::File>(items.clone()) else {
        return items;
    };
    let items = file.items;
    quote::quote!(#(#[allow(deprecated)] #items)*)
}

/// A type as text, as it can be written wherever the module's types are in scope.
pub(crate) fn type_text(models: &Models, ty: &Type) -> String {
    let mut tokens = tokens::ty(models, ty);
    qualify(&mut tokens);
    tokens.to_string().replace(' ', "")
}

/// Puts the runtime's path before its names, which only the module itself imports.
fn qualify(tokens: &mut TokenStream) {
    let qualified = std::mem::take(tokens).into_iter().flat_map(|token| match token {
        TokenTree::Ident(name) if ["Map", "Value", "Never"].iter().any(|own| name == own) => {
            quote::quote!(isomorph_runtime::#name)
        }
        TokenTree::Group(group) => {
            let mut inner = group.stream();
            qualify(&mut inner);
            TokenTree::Group(Group::new(group.delimiter(), inner)).into()
        }
        other => other.into(),
    });
    *tokens = qualified.collect();
}

/// The item of one model, whoever renders it.
pub(crate) fn item_of(models: &Models, model: &Model) -> Vec<TokenStream> {
    let id = models.order.iter().find(|id| std::ptr::eq(models.model(**id), model));
    let rendered = match (id, Emitter::of(model)) {
        (Some(id), Emitter::Typify) => typify::render(models).remove(id),
        (_, Emitter::Typify | Emitter::Own) => None,
    };
    vec![rendered.unwrap_or_else(|| item::item(models, model))]
}

/// A rule as text: the keywords and what they say.
pub(crate) fn rule_text(rule: &crate::shape::Rule) -> String {
    rule::text(rule)
}
