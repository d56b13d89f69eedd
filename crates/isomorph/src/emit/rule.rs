//! Checks as constants of the runtime's `Rule`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Number;

use super::Module;
use super::tokens::ident;
use crate::shape::{self, Extra, Form, Model, Rule, Whole};

/// Rules as statics, the inner ones first; each has a name of its own.
#[derive(Default)]
pub(super) struct Statics {
    items: Vec<TokenStream>,
    names: Vec<String>,
}

impl Statics {
    /// Adds a rule under a name like the wanted one, and gives the path to it.
    pub(super) fn add(&mut self, wanted: &str, rule: &Rule) -> TokenStream {
        let builder = self.builder(wanted, rule);
        let name = self.claim(wanted);
        let name = ident(&name);
        self.items.push(quote!(static #name: rt::Rule = #builder;));
        quote!(&#name)
    }

    pub(super) fn items(&self) -> &[TokenStream] {
        &self.items
    }

    fn claim(&mut self, wanted: &str) -> String {
        let wanted: String = wanted
            .to_uppercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let wanted = if wanted.starts_with(|c: char| c.is_numeric()) {
            format!("_{wanted}")
        } else {
            wanted
        };
        let mut name = wanted.clone();
        let mut number = 2;
        while self.names.contains(&name) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        self.names.push(name.clone());
        name
    }

    fn builder(&mut self, name: &str, rule: &Rule) -> TokenStream {
        let mut calls = TokenStream::new();
        let bounds = [
            ("minimum", &rule.minimum),
            ("exclusive_minimum", &rule.exclusive_minimum),
            ("maximum", &rule.maximum),
            ("exclusive_maximum", &rule.exclusive_maximum),
        ];
        for (method, bound) in bounds {
            if let Some(bound) = bound {
                let (method, bound) = (ident(method), bound_tokens(bound));
                calls.extend(quote!(.#method(#bound)));
            }
        }
        let counts = [
            ("min_length", rule.min_length),
            ("max_length", rule.max_length),
            ("min_items", rule.min_items),
            ("max_items", rule.max_items),
            ("min_properties", rule.min_properties),
            ("max_properties", rule.max_properties),
        ];
        for (method, count) in counts {
            if let Some(count) = count {
                let method = ident(method);
                let count = Literal::u64_unsuffixed(count);
                calls.extend(quote!(.#method(#count)));
            }
        }
        if rule.utf16 {
            calls.extend(quote!(.utf16()));
        }
        if rule.unique_items {
            calls.extend(quote!(.unique_items()));
        }
        let first = [
            ("multiple_of", rule.multiple_of.first().map(Number::to_string)),
            ("pattern", rule.patterns.first().cloned()),
            ("format", rule.formats.first().cloned()),
        ];
        for (method, text) in first {
            if let Some(text) = text {
                let method = ident(method);
                calls.extend(quote!(.#method(#text)));
            }
        }
        // A rule says each keyword once; the others are in a rule that also counts.
        let others = Rule {
            multiple_of: rule.multiple_of.iter().skip(1).cloned().collect(),
            patterns: rule.patterns.iter().skip(1).cloned().collect(),
            formats: rule.formats.iter().skip(1).cloned().collect(),
            ..Rule::default()
        };
        if !others.is_empty() {
            let path = self.add(&format!("{name}_also"), &others);
            calls.extend(quote!(.also(#path)));
        }
        let inner = [
            ("items", "item", &rule.items),
            ("property_names", "key", &rule.property_names),
            ("values", "value", &rule.values),
        ];
        for (method, suffix, rule) in inner {
            if let Some(rule) = rule {
                let path = self.add(&format!("{name}_{suffix}"), rule);
                let method = ident(method);
                calls.extend(quote!(.#method(#path)));
            }
        }
        if !rule.prefix.is_empty() {
            let builders: Vec<TokenStream> = rule
                .prefix
                .iter()
                .enumerate()
                .map(|(index, rule)| self.builder(&format!("{name}_{index}"), rule))
                .collect();
            let places = self.claim(&format!("{name}_places"));
            let places = ident(&places);
            let count = builders.len();
            self.items
                .push(quote!(static #places: [rt::Rule; #count] = [#(#builders),*];));
            calls.extend(quote!(.prefix(&#places)));
        }
        quote!(rt::Rule::new()#calls)
    }
}

fn bound_tokens(number: &Number) -> TokenStream {
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(value), _, _) => {
            let value = Literal::i64_unsuffixed(value);
            quote!(rt::Bound::Int(#value))
        }
        (None, Some(value), _) => {
            let value = Literal::u64_unsuffixed(value);
            quote!(rt::Bound::Uint(#value))
        }
        (None, None, value) => {
            let value = Literal::f64_unsuffixed(value.unwrap_or(f64::MAX));
            quote!(rt::Bound::Float(#value))
        }
    }
}

/// A rule as text: the keywords and what they say.
pub(super) fn text(rule: &Rule) -> String {
    let mut parts: Vec<String> = Vec::new();
    let numbers = [
        ("minimum", &rule.minimum),
        ("exclusiveMinimum", &rule.exclusive_minimum),
        ("maximum", &rule.maximum),
        ("exclusiveMaximum", &rule.exclusive_maximum),
    ];
    parts.extend(
        numbers
            .iter()
            .filter_map(|(name, bound)| bound.as_ref().map(|bound| format!("{name} {bound}"))),
    );
    let counts = [
        ("minLength", rule.min_length),
        ("maxLength", rule.max_length),
        ("minItems", rule.min_items),
        ("maxItems", rule.max_items),
        ("minProperties", rule.min_properties),
        ("maxProperties", rule.max_properties),
    ];
    parts.extend(
        counts
            .iter()
            .filter_map(|(name, count)| count.map(|count| format!("{name} {count}"))),
    );
    parts.extend(rule.multiple_of.iter().map(|divisor| format!("multipleOf {divisor}")));
    parts.extend(rule.patterns.iter().map(|source| format!("pattern {source:?}")));
    parts.extend(rule.formats.iter().map(|format| format!("format {format}")));
    if rule.utf16 {
        parts.push("counted in UTF-16 units".to_owned());
    }
    if rule.unique_items {
        parts.push("uniqueItems".to_owned());
    }
    let inner = [
        ("each item", &rule.items),
        ("each key", &rule.property_names),
        ("each value", &rule.values),
    ];
    parts.extend(
        inner
            .iter()
            .filter_map(|(name, rule)| rule.as_ref().map(|rule| format!("{name}: {}", text(rule)))),
    );
    let places = rule.prefix.iter().enumerate().filter(|(_, rule)| !rule.is_empty());
    parts.extend(places.map(|(index, rule)| format!("item {index}: {}", text(rule))));
    parts.join(", ")
}

/// Notes which features of the runtime a model's checks need.
pub(super) fn note_features(model: &Model, module: &mut Module) {
    let mut rules: Vec<&Rule> = Vec::new();
    if let Some(Whole::Condition(condition)) = &model.whole {
        shape::rules(condition, &mut rules);
    }
    match &model.form {
        Form::Struct(it) => {
            rules.push(&it.rule);
            rules.extend(it.fields.iter().map(|field| &field.rule));
            if let Extra::Keep(_, rule) = &it.extra {
                rules.push(rule);
            }
        }
        Form::Sequence(it) => {
            rules.push(&it.rule);
            rules.extend(it.places.iter().map(|place| &place.rule));
            if let Extra::Keep(_, rule) = &it.rest {
                rules.push(rule);
            }
        }
        Form::Newtype(it) => rules.push(&it.rule),
        Form::Union(_) | Form::Enumeration(_) | Form::Alias(_) => {}
    }
    while let Some(rule) = rules.pop() {
        module.needs_pattern |= !rule.patterns.is_empty();
        module.needs_schema |= !rule.formats.is_empty();
        rules.extend(&rule.prefix);
        rules.extend(
            [&rule.items, &rule.property_names, &rule.values]
                .into_iter()
                .flatten()
                .map(|rule| &**rule),
        );
    }
}
