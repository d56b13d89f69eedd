//! Random schemas, in the words of 2020-12.
//!
//! Names, texts and numbers come from small sets, so that keywords meet: a random pattern that no random text matches tests
//! nothing.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// The keys of objects.
pub(super) const KEYS: [&str; 5] = ["a", "b", "c", "ab", "d e"];
/// The texts of strings.
pub(super) const TEXTS: [&str; 8] = ["", "a", "b", "ab", "abc", "1", "é💩", "true"];
/// Patterns that match some of these, of keys and texts alike.
const PATTERNS: [&str; 6] = ["^a", "b$", "^[a-c]+$", "1|é", "^.{2}$", ""];
/// Divisors.
const DIVISORS: [f64; 6] = [1.0, 2.0, 3.0, 0.5, 0.1, 0.01];

/// Any schema, with definitions that it may refer to.
pub fn root() -> impl Strategy<Value = Value> {
    let definitions = proptest::collection::vec(schema(), 3);
    (object(), definitions, 0..8_u8).prop_map(|(root, definitions, dynamic)| {
        let mut root = root;
        if dynamic == 0 {
            root.insert("$dynamicAnchor".to_owned(), json!("node"));
        }
        let is_named = |name: &str| {
            let all = format!("{}{}", Value::Object(root.clone()), json!(definitions));
            all.contains(&format!("#/$defs/{name}")) || name == "A" && all.contains("#anchor")
        };
        let mut kept = Map::new();
        for (name, mut schema) in ["A", "B", "C"].into_iter().zip(definitions.clone()) {
            if is_named(name) {
                if let Value::Object(members) = &mut schema
                    && name == "A"
                {
                    members.insert("$anchor".to_owned(), json!("anchor"));
                }
                kept.insert(name.to_owned(), schema);
            }
        }
        if !kept.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(kept));
        }
        let mut root = Value::Object(root);
        if dynamic != 0 {
            replace(&mut root, "#node", "#");
        }
        if root.pointer("/$defs/A").is_none_or(Value::is_boolean) {
            replace(&mut root, "#anchor", "#");
        }
        root
    })
}

/// Puts one reference in place of another.
fn replace(schema: &mut Value, from: &str, to: &str) {
    match schema {
        Value::String(text) if text == from => *text = to.to_owned(),
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, from, to)),
        Value::Object(members) => {
            if let Some(value) = members.get("$dynamicRef").filter(|value| *value == from).cloned() {
                members.remove("$dynamicRef");
                members.insert("$ref".to_owned(), value);
            }
            members.values_mut().for_each(|value| replace(value, from, to));
        }
        _ => {}
    }
}

/// Any schema.
fn schema() -> BoxedStrategy<Value> {
    prop_oneof![1 => any::<bool>().prop_map(Value::Bool), 14 => object().prop_map(Value::Object)].boxed()
}

/// Any schema that is an object.
fn object() -> BoxedStrategy<Map<String, Value>> {
    let leaf = prop_oneof![
        4 => scalar(),
        2 => literals(),
        2 => reference(),
        1 => Just(Map::new()),
    ]
    .boxed();
    leaf.prop_recursive(4, 24, 4, |inner| {
        let schema =
            prop_oneof![1 => any::<bool>().prop_map(Value::Bool), 14 => inner.clone().prop_map(Value::Object)].boxed();
        prop_oneof![
            3 => inner,
            6 => typed_object(schema.clone()),
            4 => typed_array(schema.clone()),
            6 => applicators(schema.clone()),
            3 => (typed_object(schema.clone()), applicators(schema.clone())).prop_map(|(one, other)| union(one, other)),
            2 => (typed_array(schema.clone()), applicators(schema.clone())).prop_map(|(one, other)| union(one, other)),
            2 => (scalar(), applicators(schema.clone())).prop_map(|(one, other)| union(one, other)),
            1 => (typed_object(schema.clone()), typed_array(schema.clone()), scalar())
                .prop_map(|(one, two, three)| untyped(union(union(one, two), three))),
            1 => (typed_object(schema), literals()).prop_map(|(one, other)| untyped(union(one, other))),
        ]
    })
    .boxed()
}

fn union(mut one: Map<String, Value>, other: Map<String, Value>) -> Map<String, Value> {
    for (key, value) in other {
        one.entry(key).or_insert(value);
    }
    one
}

fn untyped(mut schema: Map<String, Value>) -> Map<String, Value> {
    schema.remove("type");
    schema
}

/// Some of the given keywords.
fn some(keywords: Vec<(&'static str, BoxedStrategy<Value>)>) -> BoxedStrategy<Map<String, Value>> {
    let count = keywords.len();
    subsequence(keywords, 0..=count.min(4))
        .prop_flat_map(|chosen| {
            let (names, values): (Vec<&str>, Vec<BoxedStrategy<Value>>) = chosen.into_iter().unzip();
            values.prop_map(move |values| names.iter().map(|name| (*name).to_owned()).zip(values).collect())
        })
        .boxed()
}

/// A schema of one type most of the time, of several or of none sometimes.
fn typed(name: &'static str, keywords: BoxedStrategy<Map<String, Value>>) -> BoxedStrategy<Map<String, Value>> {
    let types = prop_oneof![
        8 => Just(Some(json!(name))),
        2 => Just(Some(if name == "null" { json!([name]) } else { json!([name, "null"]) })),
        1 => select(vec!["string", "integer", "boolean", "array", "object"]).prop_map(move |other| {
            Some(if other == name { json!([name]) } else { json!([name, other]) })
        }),
        2 => Just(None),
    ];
    (types, keywords)
        .prop_map(|(types, mut schema)| {
            if let Some(types) = types {
                schema.insert("type".to_owned(), types);
            }
            schema
        })
        .boxed()
}

fn scalar() -> BoxedStrategy<Map<String, Value>> {
    let count = || (0..4_u64).prop_map(Value::from).boxed();
    let bound = || number().boxed();
    let numbers = || {
        some(vec![
            ("minimum", bound()),
            ("maximum", bound()),
            ("exclusiveMinimum", bound()),
            ("exclusiveMaximum", bound()),
            ("multipleOf", select(DIVISORS.to_vec()).prop_map(tidy).boxed()),
        ])
    };
    let strings = some(vec![
        ("minLength", count()),
        ("maxLength", count()),
        ("pattern", select(PATTERNS.to_vec()).prop_map(Value::from).boxed()),
    ]);
    let plain = || Just(Map::new()).boxed();
    prop_oneof![
        3 => typed("string", strings),
        2 => typed("string", plain()),
        2 => typed("integer", numbers()),
        2 => typed("number", numbers()),
        1 => typed("integer", plain()),
        1 => typed("boolean", plain()),
        1 => typed("null", plain()),
    ]
    .boxed()
}

fn literals() -> BoxedStrategy<Map<String, Value>> {
    let text = || select(TEXTS.to_vec()).prop_map(Value::from);
    prop_oneof![
        2 => text().prop_map(|value| Map::from_iter([("const".to_owned(), value)])),
        2 => proptest::collection::vec(text(), 1..4).prop_map(|values| Map::from_iter([("enum".to_owned(), json!(distinct(values)))])),
        2 => value().prop_map(|value| Map::from_iter([("const".to_owned(), value)])),
        2 => proptest::collection::vec(value(), 1..4).prop_map(|values| Map::from_iter([("enum".to_owned(), json!(distinct(values)))])),
    ]
    .boxed()
}

fn distinct(values: Vec<Value>) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

fn reference() -> BoxedStrategy<Map<String, Value>> {
    let targets = vec![
        "#/$defs/A",
        "#/$defs/A",
        "#/$defs/B",
        "#/$defs/B",
        "#/$defs/C",
        "#/$defs/C",
        "#anchor",
        "#",
    ];
    prop_oneof![
        12 => select(targets).prop_map(|target| Map::from_iter([("$ref".to_owned(), json!(target))])),
        1 => Just(Map::from_iter([("$dynamicRef".to_owned(), json!("#node"))])),
    ]
    .boxed()
}

fn typed_object(inner: BoxedStrategy<Value>) -> BoxedStrategy<Map<String, Value>> {
    let key = || select(KEYS.to_vec()).prop_map(str::to_owned);
    let keys = || subsequence(KEYS.to_vec(), 0..3).prop_map(|keys| json!(keys));
    let count = || (0..4_u64).prop_map(Value::from).boxed();
    let names = prop_oneof![
        some(vec![
            ("pattern", select(PATTERNS.to_vec()).prop_map(Value::from).boxed()),
            ("maxLength", count())
        ])
        .prop_map(Value::Object),
        subsequence(KEYS.to_vec(), 1..4).prop_map(|keys| json!({ "enum": keys })),
        inner.clone(),
    ];
    let properties = || {
        proptest::collection::btree_map(key(), inner.clone(), 0..4)
            .prop_map(|members| json!(members))
            .boxed()
    };
    let patterns = proptest::collection::btree_map(select(PATTERNS.to_vec()), inner.clone(), 1..3)
        .prop_map(|members| json!(members));
    let dependent = proptest::collection::btree_map(key(), keys(), 1..3).prop_map(|members| json!(members));
    let dependent_schemas =
        proptest::collection::btree_map(key(), inner.clone(), 1..2).prop_map(|members| json!(members));
    let rare = some(vec![
        ("patternProperties", patterns.boxed()),
        ("propertyNames", names.boxed()),
        ("minProperties", count()),
        ("maxProperties", count()),
        ("dependentRequired", dependent.boxed()),
        ("dependentSchemas", dependent_schemas.boxed()),
        (
            "unevaluatedProperties",
            prop_oneof![2 => Just(json!(false)), 1 => inner.clone()].boxed(),
        ),
    ]);
    let additional = prop_oneof![3 => Just(None), 2 => Just(Some(json!(false))), 2 => inner.clone().prop_map(Some)];
    let required = prop_oneof![2 => Just(None), 3 => keys().prop_map(Some)];
    let keywords = (
        properties(),
        additional,
        required,
        prop_oneof![3 => Just(Map::new()), 2 => rare],
    )
        .prop_map(|(properties, additional, required, mut schema)| {
            schema.insert("properties".to_owned(), properties);
            schema.extend(additional.map(|it| ("additionalProperties".to_owned(), it)));
            schema.extend(required.map(|it| ("required".to_owned(), it)));
            schema
        })
        .boxed();
    typed("object", keywords)
}

fn typed_array(inner: BoxedStrategy<Value>) -> BoxedStrategy<Map<String, Value>> {
    let count = || (0..4_u64).prop_map(Value::from).boxed();
    let prefix = proptest::collection::vec(inner.clone(), 1..4)
        .prop_map(|items| json!(items))
        .boxed();
    let rare = some(vec![
        ("prefixItems", prefix),
        ("minItems", count()),
        ("maxItems", count()),
        ("uniqueItems", any::<bool>().prop_map(Value::Bool).boxed()),
        ("contains", inner.clone()),
        ("minContains", count()),
        ("maxContains", count()),
        (
            "unevaluatedItems",
            prop_oneof![2 => Just(json!(false)), 1 => inner.clone()].boxed(),
        ),
    ]);
    let items = prop_oneof![2 => inner.clone().prop_map(Some), 1 => Just(Some(json!(false))), 1 => Just(None)];
    let keywords = (items, rare)
        .prop_map(|(items, mut schema)| {
            schema.extend(items.map(|it| ("items".to_owned(), it)));
            schema
        })
        .boxed();
    typed("array", keywords)
}

fn applicators(inner: BoxedStrategy<Value>) -> BoxedStrategy<Map<String, Value>> {
    let list = || proptest::collection::vec(inner.clone(), 1..4).prop_map(|items| json!(items));
    let one = |name: &'static str, value: BoxedStrategy<Value>| {
        value
            .prop_map(move |value| Map::from_iter([(name.to_owned(), value)]))
            .boxed()
    };
    let condition = (
        inner.clone(),
        proptest::option::of(inner.clone()),
        proptest::option::of(inner.clone()),
    )
        .prop_map(|(condition, then, otherwise)| {
            let mut schema = Map::from_iter([("if".to_owned(), condition)]);
            schema.extend(then.map(|it| ("then".to_owned(), it)));
            schema.extend(otherwise.map(|it| ("else".to_owned(), it)));
            schema
        });
    let single = prop_oneof![
        4 => one("anyOf", list().boxed()),
        4 => one("oneOf", list().boxed()),
        4 => one("allOf", list().boxed()),
        1 => one("not", inner.clone()),
        1 => condition,
        2 => reference(),
    ]
    .boxed();
    prop_oneof![
        5 => single.clone(),
        1 => (single.clone(), single.clone()).prop_map(|(one, other)| union(one, other)),
        1 => (single, prop_oneof![Just(json!(false)), inner]).prop_map(|(mut schema, rest)| {
            schema.insert("unevaluatedProperties".to_owned(), rest);
            schema
        }),
    ]
    .boxed()
}

/// Numbers: small ones, fractions, and now and then the ends of what an `i32` or a float holds exactly.
pub(super) fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => (-3..5_i64).prop_map(Value::from),
        3 => select(vec![0.5, 1.5, -0.5, 2.0, 0.1, 0.3, 1e2]).prop_map(Value::from),
        1 => select(vec![0, 255, 256, i64::from(i32::MAX), i64::from(u32::MAX), 9_007_199_254_740_991]).prop_map(Value::from),
    ]
}

/// Any value.
pub(super) fn value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::Bool),
        3 => number(),
        4 => select(TEXTS.to_vec()).prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            proptest::collection::vec((select(KEYS.to_vec()), inner), 0..4).prop_map(|members| members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
    .boxed()
}

/// A whole number is spelled as one.
fn tidy(number: f64) -> Value {
    if number.fract() == 0.0 {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}
