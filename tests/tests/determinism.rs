//! Same input, same bytes: in every process, and whatever else stands in the document.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use isomorph::{Document, Input, Options, generate};
use isomorph_tests::{case, expect};
use serde_json::{Map, Value, json};

/// Where a process that was started for its output shall write it.
const OUTPUT: &str = "ISOMORPH_TESTS_OUTPUT";

/// Maps are seeded anew in each process, so that an order which depends on one shows up here.
#[test]
fn every_process_gives_the_same_bytes() {
    if let Some(path) = env::var_os(OUTPUT) {
        fs::write(path, everything()).unwrap_or_else(|error| panic!("{error}"));
        return;
    }
    let here = everything();
    assert!(here.len() > 100_000, "only {} bytes were generated", here.len());
    for run in 0..2 {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("determinism-{}-{run}", std::process::id()));
        let there = in_another_process(&path);
        // The first difference is enough: the texts are large.
        assert!(there == here, "{}", first_lines(&expect::diff(&here, &there), 40));
    }
}

/// All models of a document chosen give what no choice gives, and one of them is what it is among the others.
#[test]
fn chosen_models_are_as_they_are_in_the_whole() {
    let cases = case::all("cases", 2).unwrap_or_else(|problem| panic!("{problem}"));
    let mut compared = 0;
    for case in cases.iter().filter(|case| case.options.policy.only.is_empty()) {
        let text_of = |only: &[&str]| {
            let mut input = case.input();
            input.options.policy.only = only.iter().map(|name| (*name).to_owned()).collect();
            let output =
                generate(&input).unwrap_or_else(|diagnostics| panic!("{}: {only:?}: {diagnostics}", case.name));
            output.files[0].text.clone()
        };
        let whole = text_of(&[]);
        let items = whole
            .lines()
            .filter_map(|line| line.strip_prefix("pub ")?.split_once(' '));
        let names: Vec<&str> = items
            .filter(|(kind, _)| ["struct", "enum", "type"].contains(kind))
            .map(|(_, rest)| {
                rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
                    .unwrap_or_default()
            })
            .collect();
        if names.is_empty() {
            continue;
        }
        assert_eq!(text_of(&names), whole, "{}", case.name);
        let part = text_of(&names[names.len() - 1..]);
        let items = part.split("/// How the models above").next().unwrap_or_default();
        for item in items.split("\n\n").filter(|item| item.starts_with("///")) {
            assert!(whole.contains(item), "{}: {item}", case.name);
            compared += 1;
        }
    }
    assert!(compared > 50, "only {compared} items were compared");
}

/// What every case and every broken document gives.
fn everything() -> String {
    let cases = ["cases", "diagnostics"]
        .into_iter()
        .zip([2, 1])
        .flat_map(|(folder, depth)| case::all(folder, depth).unwrap_or_else(|problem| panic!("{problem}")));
    let outputs = cases.map(|case| match generate(&case.input()) {
        Ok(output) => format!("{}\n{output:#?}\n{}\n", case.name, output.files[0].text),
        Err(diagnostics) => format!("{}\n{diagnostics}\n", case.name),
    });
    outputs.collect()
}

fn in_another_process(path: &Path) -> String {
    let program = env::current_exe().unwrap_or_else(|error| panic!("{error}"));
    let child = Command::new(program)
        .args(["--exact", "every_process_gives_the_same_bytes"])
        .env(OUTPUT, path)
        .output()
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"));
    fs::remove_file(path).unwrap_or_else(|error| panic!("{error}"));
    text
}

fn first_lines(text: &str, count: usize) -> String {
    text.lines().take(count).collect::<Vec<_>>().join("\n")
}

/// The components of a shop: inline objects, enums, unions, maps and tuples, in components that name each other.
fn components() -> Vec<(&'static str, Value)> {
    let text = json!({ "type": "string" });
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    vec![
        (
            "Order",
            json!({ "type": "object", "required": ["lines"], "properties": {
            "lines": { "type": "array", "items": { "type": "object", "properties": { "sku": text, "count": { "type": "integer" } } } },
            "state": { "enum": ["open", "paid"] },
            "customer": reference("Customer"),
            "payment": { "oneOf": [reference("Card"), reference("Transfer")] },
        } }),
        ),
        (
            "Customer",
            json!({ "type": "object", "properties": {
            "address": { "type": "object", "properties": { "city": text } },
            "contact": { "anyOf": [{ "type": "object", "properties": { "mail": text }, "required": ["mail"] }, text] },
        } }),
        ),
        (
            "Card",
            json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "const": "card" }, "number": text } }),
        ),
        (
            "Transfer",
            json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "const": "transfer" }, "iban": text } }),
        ),
        (
            "Refund",
            json!({ "allOf": [reference("Order"), { "type": "object", "properties": { "reason": { "enum": ["late", "broken"] } } }] }),
        ),
        (
            "Prices",
            json!({ "type": "object", "additionalProperties": { "type": "array", "prefixItems": [text, { "type": "number" }] } }),
        ),
        (
            "Tree",
            json!({ "type": "object", "properties": { "children": { "type": "array", "items": reference("Tree") }, "label": { "type": "object", "properties": { "text": text } } } }),
        ),
    ]
}

/// The types of a document that has these components in this order.
fn types(components: &[(&str, Value)]) -> BTreeMap<String, String> {
    let schemas: Map<String, Value> = components
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    let document = json!({ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "components": { "schemas": schemas } });
    let document = Document {
        name: "shop.json".to_owned(),
        module: "shop".to_owned(),
        text: document.to_string(),
        policy: None,
    };
    let input = Input {
        documents: vec![document],
        options: Options::default(),
    };
    let output = generate(&input).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    output
        .types
        .into_iter()
        .map(|typed| (typed.pointer, typed.rust))
        .collect()
}

#[test]
fn names_do_not_depend_on_the_order_of_components() {
    let components = components();
    let expected = types(&components);
    assert!(expected.len() > 30, "only {} locations have types", expected.len());
    for shift in 1..components.len() {
        let mut shuffled = components.clone();
        shuffled.rotate_left(shift);
        shuffled.swap(0, shift / 2);
        assert_eq!(types(&shuffled), expected, "rotated by {shift}");
    }
    let mut reversed = components;
    reversed.reverse();
    assert_eq!(types(&reversed), expected, "reversed");
}

#[test]
fn names_do_not_depend_on_components_that_are_added() {
    let components = components();
    let expected = types(&components);
    let added = (
        "Added",
        json!({ "type": "object", "properties": { "state": { "enum": ["open", "paid", "lost"] } } }),
    );
    for place in 0..=components.len() {
        let mut more = components.clone();
        more.insert(place, added.clone());
        let mut found = types(&more);
        found.retain(|pointer, _| !pointer.starts_with("/components/schemas/Added"));
        assert_eq!(found, expected, "added at {place}");
    }
}
