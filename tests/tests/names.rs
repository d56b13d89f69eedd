//! Names and texts are untrusted: whatever they are, the code parses, no name is there twice, and no text becomes code.

use std::collections::HashSet;

use isomorph::{Document, Formats, Input, Options, Output, Policy, Unknown, generate};
use proc_macro2::{TokenStream, TokenTree};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

/// What a description or a title would define if it got out of its comment.
const ESCAPED: &str = "evil_item";

/// Words that are something in Rust, in JSON Schema, or in generated code.
const WORDS: &[&str] = &[
    "type",
    "self",
    "Self",
    "super",
    "crate",
    "fn",
    "r#fn",
    "_",
    "",
    " ",
    "async",
    "gen",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "String",
    "Vec",
    "Box",
    "Map",
    "Value",
    "Never",
    "Slots",
    "rt",
    "wire",
    "std",
    "core",
    "extra",
    "extra_2",
    "Extra",
    "item1",
    "a-b",
    "a_b",
    "aB",
    "AB",
    "a b",
    "a.b",
    "a/b",
    "a~b",
    "1",
    "-1",
    "1.0",
    "+1",
    "😀",
    "é",
    "e\u{301}",
    "\u{212b}",
    "Å",
    "\u{1100}\u{1161}",
    "가",
    "ß",
    "SS",
    "ﬀ",
    "ªb",
    "İ",
    "\u{202e}",
    "\u{200b}",
    "\0",
    "\n",
    "\"",
    "\\",
    "'",
    "{",
    "}",
    "{}",
    "/*",
    "*/",
    "//",
    "///",
    "#",
    "#[",
    "`",
    "$",
    "$ref",
    "true",
    "null",
];

/// Attempts to get out of a comment, an attribute or a string.
const ATTEMPTS: &[&str] = &[
    "*/ pub fn evil_item() {} /*",
    "\"] pub fn evil_item() {} #[doc = \"",
    "\n pub fn evil_item() {}",
    "\r pub fn evil_item() {}",
    "\u{2028} pub fn evil_item() {}",
    "\\\" pub fn evil_item() {} \"",
    "\"#; pub fn evil_item() {} r#\"",
    "#![doc = evil_item!()]",
    "```\nevil_item();\n",
    "<script>evil_item()</script>",
    "{evil_item}",
    "\\",
    "\\n",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(WORDS).prop_map(str::to_owned),
        1 => (select(WORDS), select(WORDS)).prop_map(|(one, other)| format!("{one}{other}")),
        1 => select(ATTEMPTS).prop_map(|attempt| attempt.replace(ESCAPED, "other")),
        2 => any::<String>(),
        1 => "[a-zA-Z0-9_.$@/ -]{0,12}",
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => select(ATTEMPTS).prop_map(str::to_owned),
        1 => (any::<String>(), select(ATTEMPTS), any::<String>()).prop_map(|(before, attempt, after)| before + attempt + &after),
        1 => any::<String>(),
        1 => select(WORDS).prop_map(str::to_owned),
    ]
}

/// A schema in which every name and text is random; it refers to components by their place.
fn schema(components: usize) -> impl Strategy<Value = Value> {
    let annotated = |schema: Value, title: Option<String>, description: Option<String>| {
        let mut schema = schema;
        schema["title"] = title.map_or(Value::Null, Value::String);
        schema["description"] = description.map_or(Value::Null, Value::String);
        if let Some(members) = schema.as_object_mut() {
            members.retain(|_, member| !member.is_null());
        }
        schema
    };
    let leaf = prop_oneof![
        Just(json!({ "type": "string" })),
        Just(json!({ "type": "integer", "minimum": 0 })),
        Just(json!({})),
        prop::collection::vec(name(), 1..5).prop_map(|values| json!({ "enum": values })),
        name().prop_map(|value| json!({ "const": value })),
        name().prop_map(|value| json!({ "type": "string", "default": value })),
        (0..components).prop_map(|index| json!({ "$component": index })),
    ];
    let tree = leaf.prop_recursive(3, 16, 4, |inner| {
        let member = (name(), inner.clone());
        let properties = prop::collection::vec(member, 0..4).prop_map(|members| members.into_iter().collect::<Map<_, _>>());
        prop_oneof![
            3 => (properties, any::<bool>(), select(&[None, Some(true), Some(false)][..])).prop_map(|(properties, required, additional)| {
                let required: Vec<&String> = properties.keys().filter(|_| required).collect();
                let mut schema = json!({ "type": "object", "required": required, "properties": properties });
                if let Some(additional) = additional {
                    schema["additionalProperties"] = additional.into();
                }
                schema
            }),
            1 => inner.clone().prop_map(|items| json!({ "type": "array", "items": items })),
            1 => inner.clone().prop_map(|values| json!({ "type": "object", "additionalProperties": values })),
            1 => prop::collection::vec(inner.clone(), 1..4).prop_map(|members| json!({ "anyOf": members })),
            1 => prop::collection::vec(inner.clone(), 1..4).prop_map(|members| json!({ "oneOf": members })),
            1 => prop::collection::vec(inner, 1..3).prop_map(|items| json!({ "type": "array", "prefixItems": items })),
        ]
    });
    (tree, prop::option::of(text()), prop::option::of(text()))
        .prop_map(move |(schema, title, description)| annotated(schema, title, description))
}

/// An OpenAPI document of random components.
fn document() -> impl Strategy<Value = Value> {
    let components = prop::collection::vec((name(), schema(4)), 1..5);
    (components, text(), text()).prop_map(|(components, title, description)| {
        let mut schemas: Map<String, Value> = components.into_iter().collect();
        let names: Vec<String> = schemas.keys().cloned().collect();
        schemas.values_mut().for_each(|schema| refer(schema, &names));
        json!({ "openapi": "3.1.0", "info": { "title": title, "description": description, "version": "1" }, "components": { "schemas": schemas } })
    })
}

/// Turns places of components into references to them.
fn refer(schema: &mut Value, names: &[String]) {
    if let Some(index) = schema.get("$component").and_then(Value::as_u64) {
        let name = &names[index as usize % names.len()];
        let segment: String = name
            .replace('~', "~0")
            .replace('/', "~1")
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect();
        *schema = json!({ "$ref": format!("#/components/schemas/{segment}") });
        return;
    }
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, names)),
        Value::Object(members) => members.values_mut().for_each(|member| refer(member, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What is wrong with generated code.
fn problems(output: &Output) -> Vec<String> {
    let text = &output.files[0].text;
    let file = match syn::parse_file(text) {
        Ok(file) => file,
        Err(error) => return vec![format!("the code does not parse: {error}")],
    };
    let mut problems = Vec::new();
    twice("item", file.items.iter().filter_map(item_name), &mut problems);
    for item in &file.items {
        match item {
            syn::Item::Struct(it) => twice(
                "field",
                it.fields.iter().filter_map(|field| field.ident.clone()),
                &mut problems,
            ),
            syn::Item::Enum(it) => twice(
                "variant",
                it.variants.iter().map(|variant| variant.ident.clone()),
                &mut problems,
            ),
            syn::Item::Type(_) | syn::Item::Impl(_) | syn::Item::Mod(_) | syn::Item::Use(_) => {}
            _ => problems.push("there is an item that is no model".to_owned()),
        }
    }
    if let Ok(tokens) = text.parse::<TokenStream>()
        && has_ident(tokens, ESCAPED)
    {
        problems.push("a text became code".to_owned());
    }
    problems
}

fn item_name(item: &syn::Item) -> Option<syn::Ident> {
    match item {
        syn::Item::Struct(it) => Some(it.ident.clone()),
        syn::Item::Enum(it) => Some(it.ident.clone()),
        syn::Item::Type(it) => Some(it.ident.clone()),
        syn::Item::Mod(it) => Some(it.ident.clone()),
        _ => None,
    }
}

fn twice(what: &str, names: impl Iterator<Item = syn::Ident>, problems: &mut Vec<String>) {
    let mut seen = HashSet::new();
    problems.extend(
        names
            .filter(|name| !seen.insert(name.to_string()))
            .map(|name| format!("the {what} {name} is there twice")),
    );
}

fn has_ident(tokens: TokenStream, wanted: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_ident(group.stream(), wanted),
        TokenTree::Ident(ident) => ident == wanted,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 320, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_name_and_no_text_breaks_the_code(document in document(), unknown in any::<Index>(), asserts in any::<bool>()) {
        let policy = Policy {
            unknown: [Unknown::Ignore, Unknown::Keep, Unknown::Deny][unknown.index(3)],
            formats: if asserts { Formats::Assert } else { Formats::Annotate },
            ..Policy::default()
        };
        let options = Options { policy, ..Options::default() };
        let source = Document { name: "random.json".to_owned(), module: "random".to_owned(), text: document.to_string(), policy: None };
        // What cannot be generated from gives diagnostics; an internal one is a bug of the generator.
        match generate(&Input { documents: vec![source], options }) {
            Ok(output) => {
                let problems = problems(&output);
                prop_assert!(problems.is_empty(), "{}\n{document:#}", problems.join("\n"));
            }
            Err(diagnostics) => {
                prop_assert!(diagnostics.0.iter().all(|found| found.rule != "internal"), "{diagnostics}\n{document:#}");
            }
        }
    }
}
