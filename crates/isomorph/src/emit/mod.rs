//! Stage 6: shapes to Rust code.
//!
//! Each model becomes an item that people read and the code that reads and writes it. [`Emitter::of`] decides who renders
//! the item; reading, writing and checking are ours for all of them, and lean, since every line here is one in each model
//! of each user.

mod accessor;
mod chunk;
mod condition;
mod construct;
mod default;
mod docs;
mod item;
mod layout;
mod rule;
mod scope;
mod size;
mod tokens;
mod typify;
mod wire;

use proc_macro2::{Group, TokenStream, TokenTree};

pub(crate) use default::settle as settle_defaults;
pub(crate) use layout::{dependencies, lay_out};
use scope::{Aliases, Scope};

use crate::format;
use crate::load::Source;
use crate::shape::{Enumeration, Extra, Field, Form, Model, ModelId, Models, Newtype, Presence, Struct, Type, Whole};

/// The code of a document's models.
#[derive(Debug, Default)]
pub(crate) struct Module {
    /// The items, in document order, as formatted text.
    pub(crate) items: String,
    /// What reads and writes them, as formatted text.
    pub(crate) wire: String,
    /// The lines that import what the code names of the runtime crate and of other documents' modules.
    pub(crate) uses: String,
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
///
/// # Errors
/// Code that is not Rust: a bug of the emitter, said so that it can be reported.
pub(crate) fn emit(models: &Models, documents: &[Source]) -> Result<Vec<Module>, String> {
    let aliases = Aliases::of(models, documents);
    (0..documents.len())
        .map(|document| module(models, documents, document, &aliases))
        .collect()
}

fn module(models: &Models, documents: &[Source], document: usize, aliases: &Aliases) -> Result<Module, String> {
    let of_document = models.order.iter().copied();
    let ids: Vec<ModelId> = of_document
        .filter(|id| models.model(*id).document == document)
        .collect();
    let mut module = Module::default();
    let mut macros = wire::Macros::default();
    let own = ids.iter().map(|id| models.model(*id));
    for model in own.filter(|model| model.style.replace.is_none()) {
        module.types += 1;
        module.is_deprecated |= is_deprecated(model);
        macros.add(model);
        rule::note_features(model, &mut module);
        module.needs_schema |= matches!(model.whole, Some(Whole::Schema(_)));
    }
    let code = chunk::render(models, document, aliases, &ids, module.is_deprecated)?;
    module.items = code.items;
    module.wire = code.wire;
    module.by_typify = code.by_typify;
    for call in macros.calls() {
        format::join(&mut module.wire, &format::format(&call, false)?);
    }
    let names: Vec<&str> = code.imports.runtime.into_iter().collect();
    module.uses = match names.as_slice() {
        [] => String::new(),
        [name] => format!("use isomorph_runtime::{name};\n"),
        names => format!("use isomorph_runtime::{{{}}};\n", names.join(", ")),
    };
    let mut foreign: Vec<String> = code
        .imports
        .models
        .into_iter()
        .map(|id| scope::import(models, documents, aliases, id))
        .collect();
    foreign.sort_unstable();
    module.uses.extend(foreign);
    Ok(module)
}

fn is_deprecated(model: &Model) -> bool {
    let fields: &[Field] = match &model.form {
        Form::Struct(it) => &it.fields,
        Form::Sequence(it) => &it.places,
        Form::Union(_) | Form::Enumeration(_) | Form::Newtype(_) | Form::Alias(_) => &[],
    };
    model.docs.deprecated || fields.iter().any(|field| field.docs.deprecated)
}

/// A type as text, as it can be written wherever the module's types are in scope.
pub(crate) fn type_text(models: &Models, ty: &Type) -> String {
    let aliases = Aliases::default();
    // Of no module, every model is called what it is called in its own.
    let scope = Scope::new(models, usize::MAX, &aliases);
    let mut tokens = tokens::ty(&scope, ty);
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

/// The item of one model as formatted text, whoever renders it.
///
/// # Errors
/// As [`emit`].
pub(crate) fn item_of(models: &Models, model: &Model) -> Result<String, String> {
    let id = models.order.iter().find(|id| std::ptr::eq(models.model(**id), model));
    let aliases = Aliases::default();
    let scope = Scope::new(models, model.document, &aliases);
    let rendered = match (id, Emitter::of(model)) {
        (Some(id), Emitter::Typify) => typify::render(&scope, &[*id]).remove(id),
        (_, Emitter::Typify | Emitter::Own) => None,
    };
    format::format(&rendered.unwrap_or_else(|| item::item(&scope, model)), false)
}

/// A rule as text: the keywords and what they say.
pub(crate) fn rule_text(rule: &crate::shape::Rule) -> String {
    rule::text(rule)
}
