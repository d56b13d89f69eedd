//! Documents that ask for more than anyone could compile: each must end soon, with models or with an error that says
//! where and what to do.
//!
//! Run it with `--release`: the time is promised for optimised builds.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the generator asks and prints nothing; its measurement asks for its memory and prints times"
)]

use std::time::{Duration, Instant};

use isomorph::{Document, Input, Options, generate};
use serde_json::{Map, Value, json};

/// What a document may take. On a machine of its own the slowest takes less than a second; others may be at work as well.
const MOST_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 120 } else { 10 });
/// What all of them may have in memory at once, where the system tells.
const MOST_MEMORY: u64 = 500 << 20;

/// What a document ends with.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Models,
    /// An error of this rule.
    Refused(&'static str),
}

const TOO_LARGE: End = End::Refused("too-large");

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation: cargo test --release -p isomorph --test limits"
)]
fn every_document_ends_soon() {
    let mut problems = Vec::new();
    for (name, text, expected) in [chains(), fans(), lists()].into_iter().flatten() {
        let started = Instant::now();
        let end = end_of(&text);
        let time = started.elapsed();
        // Shown with `--nocapture`, or when the test fails.
        println!("{name}: {time:?}");
        if end.as_ref() != Ok(&expected) {
            problems.push(format!("{name}: expected {expected:?}, found {end:?}"));
        }
        if time > MOST_TIME {
            problems.push(format!("{name}: took {time:?}"));
        }
    }
    if let Some(memory) = peak_memory().filter(|memory| *memory > MOST_MEMORY) {
        problems.push(format!("{} MB of memory were taken", memory >> 20));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn end_of(text: &str) -> Result<End, String> {
    let document = Document {
        name: "schema.json".to_owned(),
        module: "models".to_owned(),
        text: text.to_owned(),
        policy: None,
    };
    let input = Input {
        documents: vec![document],
        options: Options::default(),
    };
    match generate(&input) {
        Ok(_) => Ok(End::Models),
        Err(diagnostics) => match diagnostics.0.first() {
            Some(first) if !first.repair.is_empty() && !first.why.is_empty() => Ok(End::Refused(first.rule)),
            other => Err(format!("an error that does not help: {other:?}")),
        },
    }
}

/// The most memory that this process had, on Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

type Documents = Vec<(&'static str, String, End)>;

/// Schemas that lead into each other for long.
fn chains() -> Documents {
    let text = || json!({ "type": "string" });
    let next_of = |next: &Value, i| json!({ "allOf": [next], "properties": { format!("p{i}"): {} } });
    let deep = format!(
        "{{\"properties\":{}{{}}{}}}",
        "{\"a\":{\"properties\":".repeat(10_000),
        "}}".repeat(10_000)
    );
    vec![
        ("nested deep", deep, End::Refused("document-too-deep")),
        (
            "a short chain",
            definitions(900, text(), &|next, _| next.clone()),
            End::Models,
        ),
        (
            "a chain of references",
            definitions(10_000, text(), &|next, _| next.clone()),
            TOO_LARGE,
        ),
        (
            "a chain of allOf",
            definitions(10_000, json!({ "type": "object" }), &next_of),
            TOO_LARGE,
        ),
        (
            "a chain of anyOf",
            definitions(10_000, text(), &|next, i| json!({ "anyOf": [next, { "const": i }] })),
            TOO_LARGE,
        ),
        (
            "a chain of properties",
            definitions(
                10_000,
                text(),
                &|next, _| json!({ "type": "object", "properties": { "next": next } }),
            ),
            End::Models,
        ),
        (
            "a chain of properties without names",
            unnamed(10_000, &|next, _| json!({ "properties": { "next": next } })),
            TOO_LARGE,
        ),
    ]
}

/// Schemas that lead to more and more others.
fn fans() -> Documents {
    let text = || json!({ "type": "string" });
    let choices = |keyword: &str| {
        let parts = each(20, &|i| json!({ keyword: [keyed("a", i), keyed("b", i)] }));
        json!({ "allOf": parts }).to_string()
    };
    let twice = |keyword: &'static str| definitions(40, text(), &|next, _| json!({ keyword: [next, next] }));
    let merged = |next: &Value, _| {
        let both = |key: &str| json!({ "allOf": [next, keyed(key, 0)] });
        json!({ "properties": { "a": both("l"), "b": both("r") } })
    };
    let split = |next: &Value, i| {
        let one = |key: &str| json!({ "allOf": [next, keyed(key, i)] });
        json!({ "oneOf": [one("a"), one("b")] })
    };
    vec![
        ("allOf of oneOfs", choices("oneOf"), TOO_LARGE),
        ("allOf of anyOfs", choices("anyOf"), TOO_LARGE),
        ("oneOf of merges", definitions(30, json!({ "type": "object" }), &split), TOO_LARGE),
        ("properties twice", unnamed(40, &|next, _| json!({ "properties": { "a": next, "b": next } })), End::Models),
        ("merges twice", unnamed(40, &merged), End::Models),
        ("allOf twice", twice("allOf"), End::Models),
        ("anyOf twice", twice("anyOf"), End::Models),
        ("oneOf twice", twice("oneOf"), End::Models),
        (
            "not twice",
            definitions(40, text(), &|next, _| json!({ "not": { "anyOf": [next, { "not": next }] } })),
            End::Models,
        ),
        (
            "checks that each hold everything",
            json!({
                "$defs": { "Big": { "type": "object", "properties": properties(3_000) } },
                "properties": (0..3_000).map(|i| {
                    let schema = json!({ "not": { "patternProperties": { "^x": { "type": "string" } } }, "properties": { "big": { "$ref": "#/$defs/Big" } } });
                    (format!("p{i}"), schema)
                }).collect::<Map<_, _>>()
            })
            .to_string(),
            TOO_LARGE,
        ),
        (
            "conditions beside everything",
            json!({
                "$defs": { "Big": { "type": "object", "properties": properties(3_000) } },
                "properties": (0..3_000).map(|i| {
                    let schema = json!({ "not": { "required": ["x"] }, "properties": { "big": { "$ref": "#/$defs/Big" } } });
                    (format!("p{i}"), schema)
                }).collect::<Map<_, _>>()
            })
            .to_string(),
            End::Models,
        ),
    ]
}

/// Keywords with many entries: as many as pass, and more.
fn lists() -> Documents {
    let names = |count| each(count, &|i| json!(format!("v{i}")));
    let texts = |count| json!({ "type": "string", "enum": names(count) });
    let members = |count| json!({ "oneOf": each(count, &|i| keyed("a", i)) });
    let tagged =
        |i| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "const": format!("k{i}") } } });
    let part = |i| json!({ "type": "object", "properties": { format!("p{i}"): { "type": "string" } } });
    let object = |count| json!({ "type": "object", "properties": properties(count) });
    let pattern = |i| (format!("^p{i}$"), json!({ "type": "string" }));
    let key = |i: usize| {
        (
            format!("a{}{}", "-".repeat(i / 100), "_".repeat(i % 100)),
            json!({ "type": "string" }),
        )
    };
    let equal = |i| (format!("p{i}"), object(5));
    let all = [
        ("many properties", object(100_000), TOO_LARGE),
        ("the most properties", object(10_000), End::Models),
        (
            "the most properties twice",
            json!({ "allOf": [object(10_000), object(10_000)] }),
            End::Models,
        ),
        (
            "many required keys",
            json!({ "type": "object", "required": names(100_000) }),
            TOO_LARGE,
        ),
        ("a long enum", texts(100_000), TOO_LARGE),
        ("the longest enum", texts(10_000), End::Models),
        (
            "the longest enum of numbers",
            json!({ "enum": each(10_000, &|i| json!(i)) }),
            End::Models,
        ),
        (
            "two of the longest enums",
            json!({ "allOf": [texts(10_000), texts(10_000)] }),
            End::Models,
        ),
        ("many members", members(10_000), TOO_LARGE),
        ("the most members", members(2_000), End::Models),
        (
            "the most tagged members",
            json!({ "oneOf": each(2_000, &tagged) }),
            End::Models,
        ),
        (
            "the most constants",
            json!({ "anyOf": each(2_000, &|i| json!({ "const": format!("v{i}") })) }),
            End::Models,
        ),
        (
            "the most strings",
            json!({ "anyOf": each(2_000, &|i| json!({ "type": "string", "minLength": i })) }),
            End::Models,
        ),
        ("many parts", json!({ "allOf": each(5_000, &part) }), End::Models),
        (
            "the most places",
            json!({ "type": "array", "prefixItems": each(2_000, &part) }),
            End::Models,
        ),
        (
            "patterns and properties",
            json!({ "patternProperties": (0..1_000).map(pattern).collect::<Map<_, _>>(), "properties": properties(1_000) }),
            TOO_LARGE,
        ),
        (
            "keys of one name",
            json!({ "properties": (0..9_000).map(key).collect::<Map<_, _>>() }),
            End::Models,
        ),
        (
            "equal inline objects",
            json!({ "properties": (0..5_000).map(equal).collect::<Map<_, _>>() }),
            End::Models,
        ),
        (
            "a tuple of many",
            json!({ "prefixItems": [{}], "minItems": 1_000_000_000_000_u64 }),
            End::Models,
        ),
    ];
    all.into_iter()
        .map(|(name, schema, end)| (name, schema.to_string(), end))
        .collect()
}

fn each(count: usize, make: &dyn Fn(usize) -> Value) -> Vec<Value> {
    (0..count).map(make).collect()
}

/// An object that requires one key.
fn keyed(name: &str, index: usize) -> Value {
    let key = format!("{name}{index}");
    json!({ "type": "object", "required": [&key], "properties": { &key: { "type": "string" } } })
}

fn properties(count: usize) -> Map<String, Value> {
    (0..count)
        .map(|i| (format!("p{i}"), json!({ "type": "string" })))
        .collect()
}

/// Definitions, each made of a reference to the next.
fn definitions(count: usize, last: Value, make: &dyn Fn(&Value, usize) -> Value) -> String {
    chained("$defs", count, last, make)
}

/// The same where the schemas have no names.
fn unnamed(count: usize, make: &dyn Fn(&Value, usize) -> Value) -> String {
    chained("x-schemas", count, json!({ "type": "object" }), make)
}

fn chained(key: &str, count: usize, last: Value, make: &dyn Fn(&Value, usize) -> Value) -> String {
    let mut schemas: Map<String, Value> = (0..count)
        .map(|i| {
            (
                format!("d{i}"),
                make(&json!({ "$ref": format!("#/{key}/d{}", i + 1) }), i),
            )
        })
        .collect();
    schemas.insert(format!("d{count}"), last);
    json!({ key: schemas, "$ref": format!("#/{key}/d0") }).to_string()
}
