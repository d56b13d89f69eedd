//! Whatever the document is: no panic, and what comes is Rust that loses no keyword, or an error that helps.

use isomorph::{Column, Document, Formats, Input, Options, Output, Policy, UnionMatch, Unknown, generate};
use isomorph_trial::differential::schema;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::{Map, Value, json};

/// Whatever JSON can be.
fn garbage() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,6}".prop_map(Value::from),
        select(vec![
            "#",
            "#/$defs/A",
            "#/nowhere",
            "http://example.com/x",
            "string",
            "null",
            "^(",
            "[^]",
            "\u{202e}"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            proptest::collection::vec((keyword(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

fn keyword() -> impl Strategy<Value = String> {
    let known = vec![
        "$ref",
        "$id",
        "$schema",
        "$anchor",
        "$dynamicRef",
        "$dynamicAnchor",
        "$recursiveRef",
        "$defs",
        "type",
        "enum",
        "const",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "properties",
        "required",
        "items",
        "prefixItems",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
        "dependencies",
        "dependentSchemas",
        "dependentRequired",
        "contains",
        "minimum",
        "multipleOf",
        "pattern",
        "format",
        "default",
        "nullable",
        "discriminator",
        "title",
        "description",
        "examples",
        "openapi",
        "components",
        "paths",
        "swagger",
    ];
    prop_oneof![6 => select(known).prop_map(str::to_owned), 1 => ".{0,4}"]
}

/// A schema in which something else stands at one place.
fn damaged() -> impl Strategy<Value = Value> {
    (schema::root(), garbage(), any::<u16>()).prop_map(|(mut schema, garbage, place)| {
        let mut left = usize::from(place) % count(&schema);
        replace(&mut schema, &garbage, &mut left);
        schema
    })
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

fn replace(value: &mut Value, other: &Value, left: &mut usize) {
    if *left == 0 {
        *left = usize::MAX;
        *value = other.clone();
        return;
    }
    *left = left.wrapping_sub(1);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, other, left)),
        Value::Object(members) => members.values_mut().for_each(|member| replace(member, other, left)),
        _ => {}
    }
}

fn policy() -> impl Strategy<Value = Policy> {
    let unknown = select(vec![Unknown::Ignore, Unknown::Keep, Unknown::Deny]);
    let formats = select(vec![Formats::Annotate, Formats::Assert]);
    let union_match = select(vec![UnionMatch::MostSpecific, UnionMatch::First]);
    (unknown, formats, union_match, any::<bool>()).prop_map(|(unknown, formats, union_match, open_enums)| Policy {
        unknown,
        formats,
        union_match,
        open_enums,
        ..Policy::default()
    })
}

fn check(text: String, policy: Policy) -> Result<(), TestCaseError> {
    let document = Document {
        name: "schema.json".to_owned(),
        module: "models".to_owned(),
        text,
        policy: None,
    };
    let input = Input {
        documents: vec![document],
        options: Options {
            policy,
            report: true,
            ..Options::default()
        },
    };
    match generate(&input) {
        Ok(output) => {
            for file in &output.files {
                prop_assert!(syn::parse_file(&file.text).is_ok(), "no Rust:\n{}", file.text);
            }
            let lost = lost(&output);
            prop_assert!(lost.is_empty(), "nobody enforces {}", lost.join(", "));
        }
        Err(diagnostics) => {
            prop_assert!(!diagnostics.0.is_empty());
            for it in &diagnostics.0 {
                prop_assert!(it.rule != "internal", "{}", it.message);
                prop_assert!(
                    !it.message.is_empty() && !it.why.is_empty() && !it.repair.is_empty(),
                    "{it:?}"
                );
            }
        }
    }
    Ok(())
}

/// The keywords of the ledger that are neither typed nor checked, no annotation and not reported.
fn lost(output: &Output) -> Vec<String> {
    let documents = output.report.iter().flat_map(|report| &report.documents);
    let locations = documents.flat_map(|document| &document.locations);
    locations
        .flat_map(|location| {
            let lost = location.keywords.iter().filter(|(_, column)| *column == Column::Lost);
            lost.map(|(keyword, _)| format!("`{keyword}` at {:?}", location.pointer))
        })
        .collect()
}

/// The same documents in every run, unless `PROPTEST_RNG_SEED` asks for others and `PROPTEST_CASES` for more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    let is_asked_for = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if is_asked_for { default.cases } else { 300 },
        max_shrink_iters: 4_000,
        rng_seed,
        failure_persistence: None,
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn on_schemas(schema in schema::root(), policy in policy()) {
        check(schema.to_string(), policy)?;
    }

    #[test]
    fn on_damaged_schemas(schema in damaged(), policy in policy()) {
        check(schema.to_string(), policy)?;
    }

    #[test]
    fn on_any_json(garbage in garbage(), policy in policy()) {
        check(garbage.to_string(), policy)?;
    }

    #[test]
    fn on_damaged_components(schema in damaged(), version in select(vec!["3.0.3", "3.1.0", "3.2.0"]), policy in policy()) {
        let schemas = Map::from_iter([("Root".to_owned(), schema)]);
        let info = json!({ "title": "x", "version": "1" });
        let document = json!({ "openapi": version, "info": info, "paths": {}, "components": { "schemas": schemas } });
        check(document.to_string(), policy)?;
    }

    #[test]
    fn on_any_text(text in "(?s).{0,80}", policy in policy()) {
        check(text, policy)?;
    }
}
