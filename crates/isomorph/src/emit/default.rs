//! Defaults as Rust expressions.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;
use serde_json::{Map, Value};

use super::scope::{Aliases, Scope};
use super::tokens::{ident, is_stored, literal};
use crate::lower::{Types, same};
use crate::shape::{Extra, Field, Form, Int, ModelId, Models, Presence, Struct, Type, Union};

/// The expression that stands for an absent key: how a slot is emptied with a default in hand.
pub(super) fn filled(models: &Scope<'_>, field: &Field, value: &Value, slot: &TokenStream) -> Option<TokenStream> {
    let expression = expression(models, &field.ty, value)?;
    Some(match (&field.ty, value) {
        (Type::Vec(_), Value::Array(items)) if items.is_empty() => quote!(#slot.unwrap_or_default()),
        (Type::Map(_), Value::Object(members)) if members.is_empty() => quote!(#slot.unwrap_or_default()),
        (Type::String, Value::String(text)) if text.is_empty() => quote!(#slot.unwrap_or_default()),
        (Type::Bool, Value::Bool(false)) => quote!(#slot.unwrap_or_default()),
        (Type::Bool | Type::Int(_) | Type::Number, _) => quote!(#slot.unwrap_or(#expression)),
        (Type::Option(_), Value::Null) => quote!(#slot.unwrap_or_default()),
        _ if allocates(&expression) => quote!(#slot.unwrap_or_else(|| #expression)),
        _ => quote!(#slot.unwrap_or(#expression)),
    })
}

/// Whether the derived `Default` of the type gives the value.
pub(super) fn is_natural(ty: &Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Option(_), Value::Null) | (Type::Bool, Value::Bool(false)) => true,
        (Type::Vec(_), Value::Array(items)) => items.is_empty(),
        (Type::Map(_), Value::Object(members)) => members.is_empty(),
        (Type::String, Value::String(text)) => text.is_empty(),
        (Type::Int(_) | Type::Number, Value::Number(number)) => number.as_f64() == Some(0.0),
        _ => false,
    }
}

/// Whether making the value costs something, so that it should only be made when it is needed.
fn allocates(expression: &TokenStream) -> bool {
    const CALLS: &[&str] = &["to_owned", "vec", "into_iter", "to_value", "new"];
    expression.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => CALLS.iter().any(|call| ident == call),
        TokenTree::Group(group) => allocates(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// A value of a type, as the reader would have made it; `None` where the type has no such value.
pub(super) fn expression(models: &Scope<'_>, ty: &Type, value: &Value) -> Option<TokenStream> {
    Expressions { models, depth: 0 }.of(ty, value)
}

/// How deep defaults nest; one that fills itself in without end has no expression.
const DEEPEST: usize = 32;

struct Expressions<'m> {
    models: &'m Scope<'m>,
    depth: usize,
}

impl Expressions<'_> {
    fn of(&mut self, ty: &Type, value: &Value) -> Option<TokenStream> {
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let expression = self.expression(ty, value);
        self.depth -= 1;
        expression
    }

    fn expression(&mut self, ty: &Type, value: &Value) -> Option<TokenStream> {
        Some(match (ty, value) {
            (Type::Bool, Value::Bool(value)) => quote!(#value),
            (Type::Int(int), Value::Number(number)) => integer(*int, number)?,
            (Type::Number, Value::Number(number)) => {
                let value = Literal::f64_unsuffixed(number.as_f64()?);
                quote!(#value)
            }
            (Type::String, Value::String(text)) => quote!(#text.to_owned()),
            (Type::Null, Value::Null) => quote!(()),
            (Type::Value, value) => any(value),
            (Type::Option(_), Value::Null) => quote!(None),
            (Type::Option(inner), value) => {
                let inner = self.of(inner, value)?;
                quote!(Some(#inner))
            }
            (Type::Vec(inner), Value::Array(items)) => {
                let items = items
                    .iter()
                    .map(|item| self.of(inner, item))
                    .collect::<Option<Vec<_>>>()?;
                quote!(vec![#(#items),*])
            }
            (Type::Map(inner), Value::Object(members)) => self.map(inner, members)?,
            (Type::Tuple(types), Value::Array(items)) if types.len() == items.len() => {
                let items = types
                    .iter()
                    .zip(items)
                    .map(|(ty, item)| self.of(ty, item))
                    .collect::<Option<Vec<_>>>()?;
                quote!((#(#items,)*))
            }
            (Type::Model(id), value) => self.model(*id, value)?,
            (Type::Boxed(id), value) => {
                let inner = self.model(*id, value)?;
                quote!(Box::new(#inner))
            }
            (
                Type::Bool
                | Type::Int(_)
                | Type::Number
                | Type::String
                | Type::Null
                | Type::Never
                | Type::Vec(_)
                | Type::Map(_)
                | Type::Tuple(_),
                _,
            ) => return None,
        })
    }

    fn map(&mut self, inner: &Type, members: &Map<String, Value>) -> Option<TokenStream> {
        let entries = members
            .iter()
            .map(|(key, value)| {
                let value = self.of(inner, value)?;
                Some(quote!((#key.to_owned(), #value)))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(quote!([#(#entries),*].into_iter().collect()))
    }

    fn model(&mut self, id: ModelId, value: &Value) -> Option<TokenStream> {
        let models = self.models;
        let model = models.model(id);
        let name = models.name(id);
        match &model.form {
            Form::Enumeration(it) => {
                let variant = it.variants.iter().find(|variant| same(&variant.value, value))?;
                let variant = ident(&variant.ident);
                Some(quote!(#name::#variant))
            }
            Form::Newtype(it) => {
                let inner = self.of(&it.inner, value)?;
                Some(quote!(#name(#inner)))
            }
            Form::Alias(ty) => self.of(ty, value),
            Form::Struct(it) => self.structure(&name, it, value.as_object()?),
            Form::Union(it) => self.union(&name, it, value),
            Form::Sequence(_) => None,
        }
    }

    fn structure(&mut self, name: &Ident, it: &Struct, members: &Map<String, Value>) -> Option<TokenStream> {
        let fields = it
            .fields
            .iter()
            .filter(|field| is_stored(field))
            .map(|field| {
                let ident = ident(&field.ident);
                let value = match (members.get(&field.wire), &field.presence) {
                    (Some(value), Presence::Optional) => {
                        let value = self.of(&field.ty, value)?;
                        quote!(Some(#value))
                    }
                    (Some(value), _) => self.of(&field.ty, value)?,
                    (None, Presence::Optional) => quote!(None),
                    (None, Presence::Default(value)) => self.of(&field.ty, value)?,
                    (None, Presence::Required | Presence::Constant(_)) => return None,
                };
                Some(quote!(#ident: #value,))
            })
            .collect::<Option<Vec<_>>>()?;
        let others: Map<String, Value> = members
            .iter()
            .filter(|(key, _)| !it.fields.iter().any(|field| field.wire == **key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let extra = match &it.extra {
            Extra::Keep(ty, _) => {
                let others = self.map(ty, &others)?;
                quote!(extra: #others,)
            }
            Extra::Ignore => TokenStream::new(),
            Extra::Deny if others.is_empty() => TokenStream::new(),
            Extra::Deny => return None,
        };
        Some(quote!(#name { #(#fields)* #extra }))
    }

    /// The first member that has the value; a tag or the JSON type usually leaves one.
    fn union(&mut self, name: &Ident, it: &Union, value: &Value) -> Option<TokenStream> {
        it.members
            .iter()
            .filter(|member| member.kinds.has(Types::of(value)))
            .find_map(|member| {
                if !constants_agree(self.models, &member.ty, value) {
                    return None;
                }
                let variant = ident(&member.ident);
                let inner = self.of(&member.ty, value)?;
                Some(quote!(#name::#variant(#inner)))
            })
    }
}

fn integer(int: Int, number: &serde_json::Number) -> Option<TokenStream> {
    let value = number
        .as_i64()
        .map(i128::from)
        .or_else(|| number.as_u64().map(i128::from))
        .or_else(|| {
            number
                .as_f64()
                .filter(|float| float.fract() == 0.0)
                .map(|float| float as i128)
        })?;
    let fits = value >= i128::from(int.least()) && value <= i128::from(int.most());
    fits.then(|| {
        let value = Literal::i128_unsuffixed(value);
        quote!(#value)
    })
}

fn any(value: &Value) -> TokenStream {
    match value {
        Value::Null => quote!(rt::Value::Null),
        other => {
            let literal = literal(other);
            quote!(#literal.to_value())
        }
    }
}

fn constants_agree(models: &Models, ty: &Type, value: &Value) -> bool {
    let (Type::Model(id) | Type::Boxed(id), Some(members)) = (ty, value.as_object()) else {
        return true;
    };
    let Form::Struct(it) = &models.model(*id).form else {
        return true;
    };
    it.fields.iter().all(|field| match &field.presence {
        Presence::Constant(constant) => members.get(&field.wire).is_some_and(|value| same(value, constant)),
        Presence::Required | Presence::Optional | Presence::Default(_) => true,
    })
}

/// Turns every default that has no expression into an optional field, so that nothing is filled in by accident.
pub(crate) fn settle(models: &mut Models) {
    let mut without: Vec<(usize, usize)> = Vec::new();
    let aliases = Aliases::default();
    for (index, model) in models.models.iter().enumerate() {
        let Form::Struct(it) = &model.form else { continue };
        without.extend(
            it.fields
                .iter()
                .enumerate()
                .filter_map(|(place, field)| match &field.presence {
                    Presence::Default(value) => {
                        let scope = Scope::new(models, model.document, &aliases);
                        expression(&scope, &field.ty, value).is_none().then_some((index, place))
                    }
                    Presence::Required | Presence::Optional | Presence::Constant(_) => None,
                }),
        );
    }
    for (index, place) in without {
        if let Form::Struct(it) = &mut models.models[index].form {
            it.fields[place].presence = Presence::Optional;
        }
    }
}
