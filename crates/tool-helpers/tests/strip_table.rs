//! The table in `agent_events/unknown.rs` has every model that keeps undeclared properties (A11, A17).

mod support;

use std::collections::{BTreeMap, BTreeSet};

use support::workspace;
use syn::{Fields, Item, Type};

/// Models by name, each with its parts: a field or variant with the models that its type mentions.
type Models = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn file(path: &str) -> syn::File {
    syn::parse_file(&std::fs::read_to_string(workspace().join(path)).unwrap()).unwrap()
}

fn models() -> Models {
    let mut models = Models::new();
    for item in file("generated/tool-models/src/agent_events.rs").items {
        match item {
            Item::Struct(item) => {
                let fields = item
                    .fields
                    .iter()
                    .filter_map(|field| Some((field.ident.as_ref()?.to_string(), &field.ty)));
                models.insert(
                    item.ident.to_string(),
                    fields.map(|(name, ty)| (name, mentioned(ty))).collect(),
                );
            }
            Item::Enum(item) => {
                let variants = item.variants.iter().filter_map(|variant| match &variant.fields {
                    Fields::Unnamed(fields) => Some((variant.ident.to_string(), mentioned(&fields.unnamed[0].ty))),
                    Fields::Named(_) | Fields::Unit => None,
                });
                models.insert(item.ident.to_string(), variants.collect());
            }
            _ => {}
        }
    }
    models
}

/// The names in a type.
fn mentioned(ty: &Type) -> BTreeSet<String> {
    let Type::Path(path) = ty else { return BTreeSet::new() };
    let mut names = BTreeSet::new();
    for segment in &path.path.segments {
        names.insert(segment.ident.to_string());
        if let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments {
            for argument in &arguments.args {
                if let syn::GenericArgument::Type(inner) = argument {
                    names.extend(mentioned(inner));
                }
            }
        }
    }
    names
}

/// The models that keep undeclared properties, themselves or further in.
fn open(models: &Models) -> BTreeSet<String> {
    let mut open: BTreeSet<String> = models
        .iter()
        .filter(|(_, parts)| parts.contains_key("extra"))
        .map(|(name, _)| name.clone())
        .collect();
    loop {
        let more = models
            .iter()
            .filter(|(_, parts)| parts.values().any(|names| !names.is_disjoint(&open)));
        let more: Vec<_> = more
            .map(|(name, _)| name.clone())
            .filter(|name| !open.contains(name))
            .collect();
        if more.is_empty() {
            return open;
        }
        open.extend(more);
    }
}

/// What the table has: models with the parts that it goes into.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let mut table = BTreeMap::new();
    for item in file("crates/tool-helpers/src/agent_events/unknown.rs").items {
        match item {
            Item::Macro(item) if item.mac.path.is_ident("open") || item.mac.path.is_ident("unions") => {
                let tokens = item.mac.tokens.to_string();
                for entry in tokens.split('}').filter(|entry| !entry.trim().is_empty()) {
                    let (name, parts) = entry.split_once('{').unwrap();
                    let parts = parts
                        .split(',')
                        .map(|part| part.split(':').next().unwrap().trim().to_owned());
                    table.insert(name.trim().to_owned(), parts.filter(|part| !part.is_empty()).collect());
                }
            }
            _ => {}
        }
    }
    // It is closed itself, and has an implementation of its own.
    table.insert(
        "RunFinishedInterruptOutcome".to_owned(),
        BTreeSet::from(["interrupts".to_owned()]),
    );
    table
}

fn missing(models: &Models, table: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let open = open(models);
    let mut missing = Vec::new();
    for name in &open {
        let Some(listed) = table.get(name) else {
            missing.push(name.clone());
            continue;
        };
        let parts = models[name].iter().filter(|(_, names)| !names.is_disjoint(&open));
        missing.extend(
            parts
                .filter(|(part, _)| !listed.contains(*part))
                .map(|(part, _)| format!("{name}.{part}")),
        );
    }
    missing
}

#[test]
fn a11_the_table_misses_no_model_and_no_field() {
    let models = models();
    assert!(open(&models).len() >= 37, "the models were not found");
    let missing = missing(&models, &table());
    assert!(
        missing.is_empty(),
        "add these to src/agent_events/unknown.rs: {missing:?}"
    );
}

#[test]
fn a11_what_is_missing_would_be_found() {
    let mut table = table();
    table.remove("Interrupt");
    table.get_mut("AssistantMessage").unwrap().clear();
    table.get_mut("Message").unwrap().remove("ToolMessage");
    assert_eq!(
        missing(&models(), &table),
        ["AssistantMessage.tool_calls", "Interrupt", "Message.ToolMessage"]
    );
}

#[test]
fn a11_the_keys_in_the_table_are_those_of_the_wire() {
    let text = std::fs::read_to_string(workspace().join("crates/tool-helpers/src/agent_events/unknown.rs")).unwrap();
    for line in text
        .lines()
        .filter(|line| line.starts_with("    ") && line.contains(": \""))
    {
        for pair in line.split(['{', '}', ',']).filter(|pair| pair.contains(": \"")) {
            let (field, key) = pair.trim().split_once(": ").unwrap();
            let camel: String = key.trim_matches('"').chars().fold(String::new(), |mut snake, letter| {
                if letter.is_uppercase() {
                    snake.push('_');
                }
                snake.push(letter.to_ascii_lowercase());
                snake
            });
            assert_eq!(camel, field);
        }
    }
}
