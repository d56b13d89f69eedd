//! What reads, checks and writes each model: tables and one-line arms for the loops in the runtime.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::rule::Statics;
use super::scope::Scope;
use super::tokens::{ident, is_stored, literal, ty};
use super::{Emitter, condition, default};
use crate::lower::Types;
use crate::shape::{
    Dispatch, Enumeration, Extra, Field, Form, Hint, Match, Member, Model, Newtype, Presence, Rule, Sequence, Struct,
    Type, Union, Whole, WholeSchema,
};

/// The implementations for a model.
pub(super) fn wire(models: &Scope<'_>, model: &Model) -> Vec<TokenStream> {
    match &model.form {
        Form::Struct(it) => vec![structure(models, model, it)],
        Form::Sequence(it) => vec![sequence(models, model, it)],
        Form::Union(it) => union(models, model, it),
        Form::Enumeration(it) => enumeration(model, it),
        Form::Newtype(it) => newtype(models, model, it),
        Form::Alias(_) => Vec::new(),
    }
}

/// How many calls stand in one expression.
const LONGEST_CHAIN: usize = 256;

/// The runtime's macros that finish the implementations, each called once with the models that it is for.
#[derive(Default)]
pub(super) struct Macros {
    objects: Vec<TokenStream>,
    sequences: Vec<TokenStream>,
    unions: Vec<TokenStream>,
    enumerations: Vec<TokenStream>,
    newtypes: Vec<TokenStream>,
}

impl Macros {
    pub(super) fn add(&mut self, model: &Model) {
        let list = match &model.form {
            Form::Struct(_) => &mut self.objects,
            Form::Sequence(_) => &mut self.sequences,
            Form::Union(_) => &mut self.unions,
            Form::Enumeration(_) => &mut self.enumerations,
            Form::Newtype(_) => &mut self.newtypes,
            Form::Alias(_) => return,
        };
        let name = ident(&model.name);
        list.push(quote!(#name));
    }

    pub(super) fn calls(self) -> Vec<TokenStream> {
        let calls = [
            ("object", self.objects),
            ("sequence", self.sequences),
            ("union", self.unions),
            ("enumeration", self.enumerations),
            ("newtype", self.newtypes),
        ];
        calls
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(name, names)| {
                let name = ident(name);
                quote!(rt::#name!(#(#names),*);)
            })
            .collect()
    }
}

fn structure(models: &Scope<'_>, model: &Model, it: &Struct) -> TokenStream {
    let name = ident(&model.name);
    let wire_name = &model.name;
    let wires = it.fields.iter().map(|field| &field.wire);
    let required = it
        .fields
        .iter()
        .enumerate()
        .filter_map(|(index, field)| match field.presence {
            Presence::Required | Presence::Constant(_) => Some(Literal::usize_unsuffixed(index)),
            Presence::Optional | Presence::Default(_) => None,
        });
    let extra = match &it.extra {
        Extra::Ignore => TokenStream::new(),
        Extra::Deny => quote!(
            const EXTRA: rt::Extra = rt::Extra::Deny;
        ),
        Extra::Keep(..) => quote!(
            const EXTRA: rt::Extra = rt::Extra::Keep;
        ),
    };
    let slots = slots(models, &it.fields, &it.extra, false);
    let arms = it.fields.iter().enumerate().map(|(index, field)| {
        let index = Literal::usize_unsuffixed(index);
        let call = match &field.presence {
            Presence::Constant(value) => {
                let literal = literal(value);
                quote!(rt::literal(map, &#literal))
            }
            Presence::Required | Presence::Optional | Presence::Default(_) => {
                let slot = ident(&field.ident);
                quote!(rt::read_into(&mut slots.#slot, map))
            }
        };
        quote!(#index => #call,)
    });
    let has_slots = it.fields.iter().any(is_stored);
    let slots_name = if has_slots { quote!(slots) } else { quote!(_slots) };
    let read_extra = matches!(it.extra, Extra::Keep(..)).then(|| {
        quote! {
            fn extra<'de, A: rt::serde::de::MapAccess<'de>>(slots: &mut Slots, key: String, map: &mut A) -> Result<(), A::Error> {
                rt::read_extra(&mut slots.extra, key, map)
            }
        }
    });
    let finished = it
        .fields
        .iter()
        .filter(|field| is_stored(field))
        .map(|field| finish(models, field));
    let finished_extra = matches!(it.extra, Extra::Keep(..)).then(|| quote!(extra: slots.extra,));
    let finish_slots = if has_slots || matches!(it.extra, Extra::Keep(..)) {
        quote!(slots)
    } else {
        quote!(_slots)
    };
    let puts = it.fields.iter().map(|field| {
        let wire = &field.wire;
        match &field.presence {
            Presence::Constant(value) => {
                let literal = literal(value);
                quote!(.literal(#wire, &#literal))
            }
            Presence::Optional => {
                let name = ident(&field.ident);
                quote!(.put_some(#wire, &self.#name))
            }
            Presence::Required | Presence::Default(_) => {
                let name = ident(&field.ident);
                quote!(.put(#wire, &self.#name))
            }
        }
    });
    let put_extra = matches!(it.extra, Extra::Keep(..)).then(|| quote!(.put_all(&self.extra)));
    let puts = chained(&quote!(entries), puts.chain(put_extra));
    let has_puts = !it.fields.is_empty() || matches!(it.extra, Extra::Keep(..));
    let write = if has_puts {
        quote!(fn write<S: rt::serde::ser::SerializeMap>(&self, entries: &mut rt::Entries<S>) { #puts })
    } else {
        quote!(
            fn write<S: rt::serde::ser::SerializeMap>(&self, _entries: &mut rt::Entries<S>) {}
        )
    };
    let check = object_check(it);
    let whole = whole(model);
    let set = if it.fields.is_empty() {
        quote! {
            fn set<'de, A: rt::serde::de::MapAccess<'de>>(_slots: &mut Slots, _field: usize, map: &mut A) -> Result<(), A::Error> {
                rt::skip(map)
            }
        }
    } else {
        quote! {
            #[inline]
            fn set<'de, A: rt::serde::de::MapAccess<'de>>(#slots_name: &mut Slots, field: usize, map: &mut A) -> Result<(), A::Error> {
                match field {
                    #(#arms)*
                    _ => rt::skip(map),
                }
            }
        }
    };
    quote! {
        const _: () = {
            #slots
            impl rt::Object for #name {
                const NAME: &'static str = #wire_name;
                const FIELDS: &'static [&'static str] = &[#(#wires),*];
                const REQUIRED: &'static [usize] = &[#(#required),*];
                #extra
                type Slots = Slots;
                #set
                #read_extra
                #[inline]
                fn finish(#finish_slots: Slots) -> Self {
                    Self { #(#finished)* #finished_extra }
                }
                #write
                #check
                #whole
            }
        };
    }
}

/// The places that values wait in until all were read.
fn slots(models: &Scope<'_>, fields: &[Field], extra: &Extra, is_sequence: bool) -> TokenStream {
    let slots = fields.iter().filter(|field| is_stored(field)).map(|field| {
        let (name, ty) = (ident(&field.ident), ty(models, &field.ty));
        quote!(#name: Option<#ty>,)
    });
    let extra = match extra {
        Extra::Keep(inner, _) => {
            let inner = ty(models, inner);
            if is_sequence {
                quote!(rest: Vec<#inner>,)
            } else {
                quote!(extra: rt::Map<#inner>,)
            }
        }
        Extra::Ignore | Extra::Deny => TokenStream::new(),
    };
    quote!(#[derive(Default)] pub struct Slots { #(#slots)* #extra })
}

/// Calls on one receiver, behind each other. A chain nests as deep as it is long, so that a long one is several.
fn chained(receiver: &TokenStream, calls: impl Iterator<Item = TokenStream>) -> TokenStream {
    let calls: Vec<TokenStream> = calls.collect();
    let chains = calls.chunks(LONGEST_CHAIN).map(|calls| quote!(#receiver #(#calls)*;));
    quote!(#(#chains)*)
}

fn finish(models: &Scope<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.ident);
    let slot = quote!(slots.#name);
    match &field.presence {
        Presence::Required | Presence::Constant(_) => quote!(#name: rt::filled(#slot),),
        Presence::Optional => quote!(#name: #slot,),
        Presence::Default(value) => match default::filled(models, field, value, &slot) {
            Some(filled) => quote!(#name: #filled,),
            // A default without an expression was turned into an optional field by `default::settle`.
            None => quote!(#name: rt::filled(#slot),),
        },
    }
}

fn object_check(it: &Struct) -> TokenStream {
    let mut statics = Statics::default();
    let mut calls = Vec::new();
    for field in it
        .fields
        .iter()
        .filter(|field| is_stored(field) && !field.rule.is_empty())
    {
        let rule = statics.add(&field.ident, &field.rule);
        let (wire, name) = (&field.wire, ident(&field.ident));
        calls.push(quote!(checks.field(#wire, &self.#name, #rule);));
    }
    if let Extra::Keep(_, rule) = &it.extra
        && !rule.is_empty()
    {
        let rule = statics.add(
            "extra",
            &Rule {
                values: Some(rule.clone()),
                ..Rule::default()
            },
        );
        calls.push(quote!(checks.value(&self.extra, #rule);));
    }
    if let Some(names) = &it.rule.property_names {
        let rule = statics.add("keys", names);
        calls.push(quote!(checks.names(self.extra.keys(), #rule);));
    }
    let counts = Rule {
        min_properties: it.rule.min_properties,
        max_properties: it.rule.max_properties,
        ..Rule::default()
    };
    if !counts.is_empty() {
        let rule = statics.add("properties", &counts);
        let count = property_count(it);
        calls.push(quote!(checks.properties(#count, #rule);));
    }
    check(&statics, &calls)
}

/// How many keys the object has on the wire.
fn property_count(it: &Struct) -> TokenStream {
    let fixed = it
        .fields
        .iter()
        .filter(|field| field.presence != Presence::Optional)
        .count();
    let fixed = (fixed > 0 || it.fields.is_empty()).then(|| Literal::usize_unsuffixed(fixed));
    let optional = it
        .fields
        .iter()
        .filter(|field| field.presence == Presence::Optional)
        .map(|field| {
            let name = ident(&field.ident);
            quote!(usize::from(self.#name.is_some()))
        });
    let extra = matches!(it.extra, Extra::Keep(..)).then(|| quote!(self.extra.len()));
    let terms: Vec<TokenStream> = fixed
        .map(|fixed| quote!(#fixed))
        .into_iter()
        .chain(optional)
        .chain(extra)
        .collect();
    quote!(#(#terms)+*)
}

/// What a value as a whole must pass before it is read.
fn whole(model: &Model) -> TokenStream {
    match &model.whole {
        None => TokenStream::new(),
        Some(Whole::Condition(it)) => condition::constant(it),
        Some(Whole::Schema(WholeSchema { text, asserts_formats })) => quote! {
            fn schema() -> Option<&'static rt::Schema> {
                static SCHEMA: rt::Schema = rt::Schema::new(#text, "2020-12", #asserts_formats);
                Some(&SCHEMA)
            }
        },
    }
}

fn check(statics: &Statics, calls: &[TokenStream]) -> TokenStream {
    if calls.is_empty() {
        return TokenStream::new();
    }
    let statics = statics.items();
    quote! {
        fn check(&self, checks: &mut rt::Checks) {
            #(#statics)*
            #(#calls)*
        }
    }
}

fn sequence(models: &Scope<'_>, model: &Model, it: &Sequence) -> TokenStream {
    let name = ident(&model.name);
    let wire_name = &model.name;
    let slots = slots(models, &it.places, &it.rest, true);
    let least = it
        .places
        .iter()
        .filter(|place| place.presence == Presence::Required)
        .count();
    let (count, least) = (
        Literal::usize_unsuffixed(it.places.len()),
        Literal::usize_unsuffixed(least),
    );
    let is_open = matches!(it.rest, Extra::Keep(..));
    let arms = it.places.iter().enumerate().map(|(index, place)| {
        let (index, slot) = (Literal::usize_unsuffixed(index), ident(&place.ident));
        quote!(#index => rt::read_element(&mut slots.#slot, seq),)
    });
    let rest_arm = if is_open {
        quote!(rt::read_rest(&mut slots.rest, seq))
    } else {
        quote!(Ok(false))
    };
    let finished = it.places.iter().map(|place| finish(models, place));
    let finished_rest = is_open.then(|| quote!(rest: slots.rest,));
    let puts = it.places.iter().map(|place| {
        let name = ident(&place.ident);
        match place.presence {
            Presence::Optional => quote!(.put_some(&self.#name)),
            Presence::Required | Presence::Default(_) | Presence::Constant(_) => quote!(.put(&self.#name)),
        }
    });
    let put_rest = is_open.then(|| quote!(.put_all(&self.rest)));
    let mut statics = Statics::default();
    let mut calls = Vec::new();
    for (index, place) in it.places.iter().enumerate().filter(|(_, place)| !place.rule.is_empty()) {
        let rule = statics.add(&place.ident, &place.rule);
        let (segment, name) = (index.to_string(), ident(&place.ident));
        calls.push(quote!(checks.field(#segment, &self.#name, #rule);));
    }
    if let Extra::Keep(_, rule) = &it.rest
        && !rule.is_empty()
    {
        let rule = statics.add("rest", rule);
        calls.push(quote!(checks.rest(#count, &self.rest, #rule);));
    }
    if !it.rule.is_empty() {
        let rule = statics.add("items", &it.rule);
        calls.push(quote!(checks.sequence(self, #rule);));
    }
    let check = check(&statics, &calls);
    let whole = whole(model);
    let puts = chained(&quote!(elements), puts.chain(put_rest));
    quote! {
        const _: () = {
            #slots
            impl rt::Sequence for #name {
                const NAME: &'static str = #wire_name;
                const PLACES: usize = #count;
                const LEAST: usize = #least;
                type Slots = Slots;
                fn set<'de, A: rt::serde::de::SeqAccess<'de>>(slots: &mut Slots, place: usize, seq: &mut A) -> Result<bool, A::Error> {
                    match place {
                        #(#arms)*
                        _ => #rest_arm,
                    }
                }
                fn finish(slots: Slots) -> Self {
                    Self { #(#finished)* #finished_rest }
                }
                fn write<S: rt::serde::ser::SerializeSeq>(&self, elements: &mut rt::Elements<S>) {
                    #puts
                }
                #check
                #whole
            }
        };
    }
}

fn union(models: &Scope<'_>, model: &Model, it: &Union) -> Vec<TokenStream> {
    let name = ident(&model.name);
    let wire_name = &model.name;
    let members = it.members.iter().map(|member| member_table(models, member));
    let dispatch = match &it.dispatch {
        Dispatch::Keys => quote!(rt::Dispatch::Keys),
        Dispatch::Tag { key, values } => {
            let values = values.iter().map(|(value, member)| {
                let (literal, member) = (literal(value), Literal::usize_unsuffixed(*member));
                quote!((#literal, #member))
            });
            quote!(rt::Dispatch::Tag { key: #key, values: &[#(#values),*] })
        }
        Dispatch::Hint(Hint { key, values, otherwise }) => {
            let values = values.iter().map(|(value, member)| {
                let member = Literal::usize_unsuffixed(*member);
                quote!((#value, #member))
            });
            let otherwise = match otherwise {
                Some(member) => {
                    let member = Literal::usize_unsuffixed(*member);
                    quote!(Some(#member))
                }
                None => quote!(None),
            };
            quote!(rt::Dispatch::Hint { key: #key, values: &[#(#values),*], otherwise: #otherwise })
        }
    };
    let matching = match it.matching {
        Match::MostSpecific => quote!(rt::Match::MostSpecific),
        Match::First => quote!(rt::Match::First),
        Match::ExactlyOne => quote!(rt::Match::ExactlyOne),
    };
    let whole = whole(model);
    let last = it.members.len().saturating_sub(1);
    let reads = it.members.iter().enumerate().map(|(index, member)| {
        let variant = ident(&member.ident);
        let index = Literal::usize_unsuffixed(index);
        let pattern = if index.to_string() == last.to_string() {
            quote!(_)
        } else {
            quote!(#index)
        };
        quote!(#pattern => rt::Wire::read(deserializer).map(Self::#variant),)
    });
    let writes = it.members.iter().map(|member| {
        let variant = ident(&member.ident);
        quote!(Self::#variant(it) => rt::Wire::write(it, serializer),)
    });
    let mut tokens = vec![quote! {
        impl rt::Union for #name {
            const NAME: &'static str = #wire_name;
            const MEMBERS: &'static [rt::Member] = &[#(#members),*];
            const DISPATCH: rt::Dispatch = #dispatch;
            const MATCH: rt::Match = #matching;
            fn read_member<'de, D: rt::serde::Deserializer<'de>>(member: usize, deserializer: D) -> Result<Self, D::Error> {
                match member { #(#reads)* }
            }
            fn write_member<S: rt::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { #(#writes)* }
            }
            #whole
        }
    }];
    tokens.extend(conversions(models, &name, it));
    tokens
}

fn member_table(models: &Scope<'_>, member: &Member) -> TokenStream {
    let name = match &member.ty {
        Type::Model(id) | Type::Boxed(id) => models.model(*id).name.clone(),
        _ => member.ident.clone(),
    };
    let kinds = kinds(member.kinds);
    let keys = member.keys.iter().map(|keys| match keys {
        Some(id) => {
            let name = models.name(*id);
            quote!(<#name as rt::Object>::FIELDS)
        }
        None => quote!(&[]),
    });
    let closed = member.closed;
    quote!(rt::Member { name: #name, kinds: #kinds, keys: &[#(#keys),*], closed: #closed })
}

pub(super) fn kinds(types: Types) -> TokenStream {
    const NAMES: &[(Types, &str)] = &[
        (Types::NULL, "NULL"),
        (Types::BOOLEAN, "BOOL"),
        (Types::NUMBER, "NUMBER"),
        (Types::INTEGER, "INTEGER"),
        (Types::FRACTION, "FRACTION"),
        (Types::STRING, "STRING"),
        (Types::ARRAY, "ARRAY"),
        (Types::OBJECT, "OBJECT"),
    ];
    if types == Types::ALL {
        return quote!(rt::Kinds::ANY);
    }
    let mut left = types;
    let mut tokens = TokenStream::new();
    for (each, name) in NAMES {
        if left.has(*each) {
            left = left.without(*each);
            let name = ident(name);
            tokens = if tokens.is_empty() {
                quote!(rt::Kinds::#name)
            } else {
                quote!(#tokens.or(rt::Kinds::#name))
            };
        }
    }
    tokens
}

/// `From` for each member whose type no other member has.
fn conversions(models: &Scope<'_>, name: &proc_macro2::Ident, it: &Union) -> Vec<TokenStream> {
    // Another name for a type is that type to the compiler.
    let own = |member: &Member| unaliased(models, &member.ty);
    let is_unique = |member: &Member| it.members.iter().filter(|other| own(other) == own(member)).count() == 1;
    it.members
        .iter()
        .filter(|member| is_unique(member) && !matches!(member.ty, Type::Never))
        .map(|member| {
            let (variant, inner) = (ident(&member.ident), ty(models, &member.ty));
            let (inner, wrap) = match &member.ty {
                Type::Boxed(id) => {
                    let target = models.name(*id);
                    (quote!(#target), quote!(Self::#variant(Box::new(it))))
                }
                _ => (inner, quote!(Self::#variant(it))),
            };
            quote!(impl From<#inner> for #name { fn from(it: #inner) -> Self { #wrap } })
        })
        .collect()
}

/// The type behind its other names, boxed or not.
fn unaliased(models: &Scope<'_>, ty: &Type) -> Type {
    let mut ty = ty.clone();
    // Names for names end, since references in circles were refused.
    for _ in 0..models.models.len() {
        let id = match &ty {
            Type::Model(id) | Type::Boxed(id) => *id,
            Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => break,
            Type::Option(_) | Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => break,
        };
        match &models.model(id).form {
            Form::Alias(target) => ty = target.clone(),
            Form::Struct(_) | Form::Union(_) | Form::Enumeration(_) | Form::Sequence(_) | Form::Newtype(_) => {
                return Type::Model(id);
            }
        }
    }
    ty
}

fn enumeration(model: &Model, it: &Enumeration) -> Vec<TokenStream> {
    let name = ident(&model.name);
    let wire_name = &model.name;
    let values = it.variants.iter().map(|variant| literal(&variant.value));
    let variants: Vec<_> = it.variants.iter().map(|variant| ident(&variant.ident)).collect();
    let mut tokens = vec![quote! {
        impl rt::Enumeration for #name {
            const NAME: &'static str = #wire_name;
            const VALUES: &'static [rt::Literal] = &[#(#values),*];
            fn from_index(index: usize) -> Self { [#(Self::#variants),*][index] }
            fn index(&self) -> usize { *self as usize }
        }
    }];
    let texts: Option<Vec<&str>> = it.variants.iter().map(|variant| variant.value.as_str()).collect();
    if let (Emitter::Own, Some(texts)) = (Emitter::of(model), texts) {
        tokens.push(quote! {
            impl std::fmt::Display for #name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(rt::enumeration_text(self)) }
            }
        });
        tokens.push(quote! {
            impl std::str::FromStr for #name {
                type Err = rt::Fault;
                fn from_str(value: &str) -> Result<Self, rt::Fault> {
                    match value {
                        #(#texts => Ok(Self::#variants),)*
                        _ => Err(rt::unlisted::<Self>(value)),
                    }
                }
            }
        });
    }
    tokens
}

fn newtype(models: &Scope<'_>, model: &Model, it: &Newtype) -> Vec<TokenStream> {
    let name = ident(&model.name);
    let wire_name = &model.name;
    let inner = ty(models, &it.inner);
    let mut statics = Statics::default();
    let mut calls = Vec::new();
    if !it.rule.is_empty() {
        let rule = statics.add("rule", &it.rule);
        calls.push(quote!(checks.value(&self.0, #rule);));
    }
    let check = check(&statics, &calls);
    let whole = whole(model);
    let mut tokens = vec![quote! {
        impl rt::Newtype for #name {
            const NAME: &'static str = #wire_name;
            type Inner = #inner;
            fn wrap(inner: #inner) -> Self { Self(inner) }
            fn inner(&self) -> &#inner { &self.0 }
            #check
            #whole
        }
    }];
    if Emitter::of(model) == Emitter::Own {
        tokens.push(quote! {
            impl std::ops::Deref for #name {
                type Target = #inner;
                fn deref(&self) -> &#inner { &self.0 }
            }
        });
        tokens.push(if it.rule.is_empty() {
            quote!(impl From<#inner> for #name { fn from(inner: #inner) -> Self { Self(inner) } })
        } else {
            quote! {
                impl TryFrom<#inner> for #name {
                    type Error = rt::Fault;
                    fn try_from(inner: #inner) -> Result<Self, rt::Fault> { rt::checked(Self(inner)) }
                }
            }
        });
        // A value that is its own only content could not be told from its wrapper.
        if is_convertible(&it.inner) {
            tokens.push(quote!(impl From<#name> for #inner { fn from(it: #name) -> Self { it.0 } }));
        }
    }
    tokens
}

/// Whether coherence lets a local type be turned into it.
fn is_convertible(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Vec(_) | Type::Map(_) => true,
        Type::Model(_) | Type::Boxed(_) => true,
        Type::Null | Type::Value | Type::Never | Type::Option(_) | Type::Tuple(_) => false,
    }
}
