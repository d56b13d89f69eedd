//! The JSON Schema of the file, and that it and the documentation are what the structs say.

use std::path::{Path, PathBuf};
use std::{env, fs};

use schemars1::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

use super::{Config, PolicyPart};

/// The schema, as editors for TOML take it.
fn schema() -> Value {
    let generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.into_root_schema_for::<Config>().to_value();
    without_null(&mut schema);
    schema["$id"] = json!("https://raw.githubusercontent.com/isomorph-rs/isomorph/main/docs/isomorph.schema.json");
    schema
}

/// TOML has no null, so nothing may be it.
fn without_null(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Array(types)) = members.get("type")
                && let [one, null] = types.as_slice()
                && null == "null"
            {
                let one = one.clone();
                members.insert("type".to_owned(), one);
            }
            if let Some(Value::Array(choices)) = members.get("anyOf")
                && let [one, null] = choices.as_slice()
                && *null == json!({"type": "null"})
            {
                let one = json!([one]);
                // `$ref` would hide what stands beside it in draft 7.
                rename(members, "anyOf", "allOf", one);
            }
            members.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn rename(members: &mut Map<String, Value>, from: &str, to: &str, value: Value) {
    *members = std::mem::take(members)
        .into_iter()
        .map(|(key, old)| {
            if key == from {
                (to.to_owned(), value.clone())
            } else {
                (key, old)
            }
        })
        .collect();
}

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file)
}

/// A table of the schema, its name as the headings of the documentation have it, and its keys.
fn tables(schema: &Value) -> Vec<(String, &Map<String, Value>)> {
    let headings = [
        ("MapUri", "[[map-uri]]"),
        ("Output", "[[output]]"),
        ("Runtime", "output.runtime"),
        ("Spec", "[[output.spec]]"),
        ("Type", "[[output.spec.type]]"),
        ("Policy", "[policy]"),
    ];
    let definitions = schema["definitions"].as_object().expect("the schema has definitions");
    let mut tables = vec![(
        "The file".to_owned(),
        schema["properties"].as_object().expect("the file has keys"),
    )];
    for (name, definition) in definitions {
        if let Some(keys) = definition["properties"].as_object() {
            let heading = headings.iter().find(|(definition, _)| definition == name);
            tables.push((heading.expect("every table has a heading").1.to_owned(), keys));
        }
    }
    tables
}

/// The words that a key takes.
fn words(schema: &Value, key: &Value) -> Vec<String> {
    let Some(reference) = key["allOf"][0]["$ref"].as_str() else {
        return Vec::new();
    };
    let target = schema
        .pointer(reference.trim_start_matches('#'))
        .expect("the schema refers to itself");
    let words = target["oneOf"].as_array().into_iter().flatten();
    words
        .filter_map(|word| Some(word["const"].as_str()?.to_owned()))
        .collect()
}

#[test]
fn the_committed_schema_is_what_the_structs_give() {
    let text = format!("{:#}\n", schema());
    let path = docs("isomorph.schema.json");
    if env::var_os("UPDATE_EXPECT").is_some_and(|wanted| wanted != "errors") {
        fs::write(&path, &text).expect("the schema can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "docs/isomorph.schema.json is not what the structs give; UPDATE_EXPECT=1 cargo test -p isomorph-build writes it"
    );
}

#[test]
fn the_keys_of_policies_are_those_of_the_struct() {
    let schema = schema();
    let keys = schema["definitions"]["Policy"]["properties"]
        .as_object()
        .expect("policies have keys");
    assert_eq!(keys.keys().map(String::as_str).collect::<Vec<_>>(), PolicyPart::KEYS);
}

#[test]
fn the_documentation_has_every_key_with_its_values_and_its_default() {
    let text = fs::read_to_string(docs("config.md")).expect("docs/config.md is there");
    let schema = schema();
    for (heading, keys) in tables(&schema) {
        let section = text
            .split("\n## ")
            .find(|section| {
                section
                    .lines()
                    .next()
                    .is_some_and(|line| line.replace('`', "") == heading)
            })
            .unwrap_or_else(|| panic!("docs/config.md has no section {heading}"));
        let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
        let documented: Vec<&str> = rows.iter().filter_map(|row| row.split('`').nth(1)).collect();
        assert_eq!(
            documented,
            keys.keys().map(String::as_str).collect::<Vec<_>>(),
            "{heading}"
        );
        for (row, (key, value)) in rows.iter().zip(keys) {
            let columns: Vec<&str> = row.split(" | ").collect();
            assert_eq!(columns.len(), 4, "key, values, default and meaning: {row}");
            for word in words(&schema, value) {
                assert!(columns[1].contains(&format!("`\"{word}\"`")), "{heading} {key}: {word}");
            }
            // The defaults of tables and of lists of tables are empty, which the tables say in words.
            let is_of_tables = value["items"].get("$ref").is_some();
            if let Some(default) = value.get("default").filter(|it| !it.is_object() && !is_of_tables) {
                assert_eq!(columns[2].trim(), format!("`{default}`"), "{heading} {key}");
            }
            assert!(value["description"].is_string(), "{heading} {key} has no description");
        }
    }
}

#[test]
fn the_examples_in_the_documentation_are_files() {
    let text = fs::read_to_string(docs("config.md")).expect("docs/config.md is there");
    let mut examples = 0;
    let validator = jsonschema::validator_for(&schema()).expect("the schema is one");
    for block in text.split("```toml\n").skip(1) {
        let example = block.split("```").next().unwrap_or_default();
        super::parse("example", example).unwrap_or_else(|error| panic!("{error}\n{example}"));
        let value = json_of(example);
        let problem = validator.validate(&value).err();
        assert!(
            problem.is_none(),
            "the schema refuses an example: {problem:?}\n{example}"
        );
        examples += 1;
    }
    assert!(examples >= 3, "{examples}");
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let validator = jsonschema::validator_for(&schema()).expect("the schema is one");
    let right = "[[output]]\nfile = \"a.rs\"\n[[output.spec]]\npath = \"a.json\"\n";
    assert!(validator.is_valid(&json_of(right)));
    for wrong in [
        "unkown = 1",
        "policy = []",
        "[policy]\nunknown = \"keeps\"",
        "[policy]\nopen-enums = \"yes\"",
        "[policy]\nformats = \"asserts\"",
        "[policy.formats]\ndate = \"asserts\"",
        "[policy.formats]\ndatetime = \"assert\"",
        "[[output]]\nspec = [{}]",
        "[[output]]\nruntime = \"0.1\"",
        "[[map-uri]]\nfrom = \"x\"",
    ] {
        assert!(super::parse("isomorph.toml", wrong).is_err(), "{wrong}");
        assert!(!validator.is_valid(&json_of(wrong)), "{wrong}");
    }
}

/// A file as a validator for JSON takes it.
fn json_of(text: &str) -> Value {
    fn json(value: &DeValue<'_>) -> Value {
        match value {
            DeValue::String(text) => json!(text.as_ref()),
            DeValue::Boolean(boolean) => json!(boolean),
            DeValue::Integer(number) => json!(number.as_str().parse::<i64>().expect("a small number")),
            DeValue::Float(_) | DeValue::Datetime(_) => Value::Null,
            DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
            DeValue::Table(entries) => entries
                .iter()
                .map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())))
                .collect(),
        }
    }
    let root = DeTable::parse(text).expect("the text is TOML");
    json(&DeValue::Table(root.into_inner()))
}

#[test]
fn a_file_to_begin_with_is_a_file() {
    for place in [
        super::StarterPlace::Crate("generated/models".to_owned()),
        super::StarterPlace::File("src/models.rs".to_owned()),
    ] {
        let text = super::starter(&["specs/a \"b\".json".to_owned(), "x.yaml".to_owned()], &place);
        let config = super::parse("isomorph.toml", &text).expect("it is right");
        assert_eq!(config.output[0].spec.len(), 2, "{text}");
        assert_eq!(config.policy, PolicyPart::default());
        // What stands there as a comment is right as well.
        let commented: String = text
            .lines()
            .map(|line| {
                line.strip_prefix("# ")
                    .filter(|line| line.contains(" = ") || line.starts_with('['))
                    .unwrap_or(line)
            })
            .map(|line| format!("{line}\n"))
            .collect();
        let config = super::parse("isomorph.toml", &commented).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(config.output[0].spec[1].types.len(), 1);
        assert_eq!(config.policy.policy(), isomorph::Policy::default());
    }
}
