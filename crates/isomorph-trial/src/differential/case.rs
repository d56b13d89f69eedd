//! A schema in a dialect, and what its type must do.

use std::fmt;

use isomorph::{Policy, UnionMatch, Unknown};
use jsonschema::{Draft, Validator};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::positions::rewrite;
use super::schema;
use crate::conformance::canonical;
use crate::{Answer, Outcome, Unit};

/// The dialects that schemas are put into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// JSON Schema draft 4.
    Draft4,
    /// JSON Schema draft 7.
    Draft7,
    /// JSON Schema 2019-09.
    Draft201909,
    /// JSON Schema 2020-12.
    Draft202012,
    /// The components of an OpenAPI 3.1 document.
    OpenApi31,
    /// The components of an OpenAPI 3.0 document.
    OpenApi30,
}

/// A schema and how its models shall be.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The schema; for OpenAPI the 2020-12 schema that says the same.
    pub schema: Value,
    /// What it is generated from.
    pub dialect: Dialect,
    /// What objects do with keys that they do not declare.
    pub unknown: Unknown,
    /// Which member of a union counts.
    pub union_match: UnionMatch,
}

/// What can be wrong with a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The generator refused the schema.
    Refused(String),
    /// The generator panicked.
    Panicked(String),
    /// Its code does not compile.
    NoCode(String),
    /// The validator refuses the schema.
    NoValidator(String),
    /// A door refuses what the schema accepts.
    FalseRefusal(String),
    /// A door accepts what the schema refuses.
    FalseAcceptance(String),
    /// What was written is not what was read.
    Lossy(String),
    /// Reading or writing panicked.
    Crash(String),
}

const DOORS: [&str; 3] = ["serde_json::from_str", "from_str", "from_value"];

/// A random case: mostly 2020-12.
pub(super) fn case() -> impl Strategy<Value = Case> {
    let dialect = prop_oneof![
        20 => Just(Dialect::Draft202012),
        2 => Just(Dialect::Draft4),
        2 => Just(Dialect::Draft7),
        2 => Just(Dialect::Draft201909),
        2 => Just(Dialect::OpenApi31),
        1 => Just(Dialect::OpenApi30),
    ];
    let unknown = prop_oneof![3 => Just(Unknown::Keep), 2 => Just(Unknown::Ignore)];
    let union_match = prop_oneof![2 => Just(UnionMatch::MostSpecific), 1 => Just(UnionMatch::First)];
    (schema::root(), dialect, unknown, union_match).prop_map(|(schema, dialect, unknown, union_match)| Case {
        schema: put_into(schema, dialect),
        dialect,
        unknown,
        union_match,
    })
}

impl Case {
    /// What is generated from.
    pub fn text(&self) -> String {
        match self.dialect {
            Dialect::OpenApi31 => open_api(&self.schema, "3.1.0").to_string(),
            Dialect::OpenApi30 => open_api(&nullable(self.schema.clone()), "3.0.3").to_string(),
            _ => self.schema.to_string(),
        }
    }

    /// The case for the bench.
    pub fn unit(&self) -> Unit {
        let is_open_api = matches!(self.dialect, Dialect::OpenApi30 | Dialect::OpenApi31);
        Unit {
            text: self.text(),
            pointer: if is_open_api {
                "/components/schemas/Root".to_owned()
            } else {
                String::new()
            },
            policy: Policy {
                root: (!is_open_api).then(|| "Root".to_owned()),
                unknown: self.unknown,
                union_match: self.union_match,
                ..Policy::default()
            },
            map: Vec::new(),
        }
    }

    /// The validator that is right.
    ///
    /// # Errors
    /// Why there is none.
    pub fn validator(&self) -> Result<Validator, String> {
        let draft = match self.dialect {
            Dialect::Draft4 => Draft::Draft4,
            Dialect::Draft7 => Draft::Draft7,
            Dialect::Draft201909 => Draft::Draft201909,
            Dialect::Draft202012 | Dialect::OpenApi30 | Dialect::OpenApi31 => Draft::Draft202012,
        };
        jsonschema::options()
            .with_draft(draft)
            .should_validate_formats(false)
            .build(&self.schema)
            .map_err(|error| error.to_string())
    }

    /// What is wrong with the answers to a document.
    pub fn judge(&self, document: &Value, is_valid: bool, answers: &[Answer]) -> Option<Problem> {
        answers.iter().zip(DOORS).find_map(|(answer, door)| match answer {
            Answer::Panicked(why) => Some(Problem::Crash(format!("{door}: {why}"))),
            Answer::Refused(why) if is_valid => Some(Problem::FalseRefusal(format!("{door}: {why}"))),
            Answer::Refused(_) => None,
            Answer::Accepted(_) | Answer::Unstable(..) if !is_valid => Some(Problem::FalseAcceptance(door.to_owned())),
            Answer::Accepted(written) => self
                .is_lossy(document, written)
                .then(|| Problem::Lossy(format!("{door}: {written}"))),
            // What is read past can be what `minProperties` counts.
            Answer::Unstable(..) if self.unknown == Unknown::Ignore => None,
            Answer::Unstable(written, why) => Some(Problem::Lossy(format!("{door}: {written}, and then {why}"))),
        })
    }

    fn is_lossy(&self, document: &Value, written: &str) -> bool {
        let Ok(written) = serde_json::from_str::<Value>(written) else {
            return true;
        };
        self.unknown == Unknown::Keep && canonical(document) != canonical(&written)
    }
}

impl Problem {
    /// Whether two failures may have one cause.
    pub(super) fn is_like(&self, other: &Problem) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The failure that an outcome is, if it is one.
pub(super) fn problem_of(outcome: &Outcome) -> Option<Problem> {
    match outcome {
        Outcome::Ready => None,
        Outcome::Refused(why) => Some(Problem::Refused(why.clone())),
        Outcome::Panicked(why) => Some(Problem::Panicked(why.clone())),
        Outcome::NoCode(why) => Some(Problem::NoCode(why.clone())),
    }
}

/// Whether a schema was refused because it asks itself about the same value, which no random schema can help.
pub(super) fn is_circle(why: &str) -> bool {
    why.contains("reference-cycle")
}

/// A 2020-12 schema in the words of a dialect; what the dialect cannot say is left out.
fn put_into(schema: Value, dialect: Dialect) -> Value {
    let uri = match dialect {
        Dialect::OpenApi31 => return schema,
        Dialect::OpenApi30 => return rewrite(schema, &mut |members| Value::Object(for_open_api_30(members))),
        Dialect::Draft4 => "http://json-schema.org/draft-04/schema#",
        Dialect::Draft7 => "http://json-schema.org/draft-07/schema#",
        Dialect::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
        Dialect::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
    };
    let schema = match dialect {
        Dialect::Draft202012 => schema,
        _ => rewrite(schema, &mut |members| older(members, dialect)),
    };
    let Value::Object(members) = schema else {
        return json!({ "$schema": uri });
    };
    let mut root = Map::from_iter([("$schema".to_owned(), json!(uri))]);
    root.extend(members);
    Value::Object(root)
}

fn older(members: Map<String, Value>, dialect: Dialect) -> Value {
    let mut schema = Map::new();
    let has_prefix = members.contains_key("prefixItems");
    for (key, value) in members {
        let (key, value) = match (key.as_str(), value) {
            ("prefixItems", value) => ("items", value),
            ("items", value) if has_prefix => ("additionalItems", value),
            ("$dynamicRef", _) => ("$ref", json!("#")),
            ("$dynamicAnchor", _) => continue,
            ("$ref", Value::String(target)) if dialect != Dialect::Draft201909 => {
                let target = if target == "#anchor" {
                    "#/definitions/A".to_owned()
                } else {
                    target.replace("$defs", "definitions")
                };
                ("$ref", Value::String(target))
            }
            ("$anchor" | "unevaluatedItems" | "unevaluatedProperties" | "minContains" | "maxContains", value) => {
                if dialect != Dialect::Draft201909 {
                    continue;
                }
                return_same(&mut schema, &key, value);
                continue;
            }
            ("dependentRequired" | "dependentSchemas", Value::Object(value)) if dialect != Dialect::Draft201909 => {
                let entry = schema.entry("dependencies").or_insert_with(|| json!({}));
                for (name, dependency) in value {
                    // Draft 4 wants a key there.
                    let is_empty = dependency.as_array().is_some_and(Vec::is_empty);
                    if let Some(entry) = entry.as_object_mut()
                        && !(is_empty && dialect == Dialect::Draft4)
                    {
                        entry.insert(name, draft_4(dependency, dialect));
                    }
                }
                continue;
            }
            ("$defs", value) if dialect != Dialect::Draft201909 => ("definitions", value),
            ("const", value) if dialect == Dialect::Draft4 => ("enum", json!([value])),
            ("exclusiveMinimum", value) if dialect == Dialect::Draft4 => {
                schema.insert("minimum".to_owned(), value);
                ("exclusiveMinimum", json!(true))
            }
            ("exclusiveMaximum", value) if dialect == Dialect::Draft4 => {
                schema.insert("maximum".to_owned(), value);
                ("exclusiveMaximum", json!(true))
            }
            ("minimum" | "maximum", value) if dialect == Dialect::Draft4 => {
                schema.entry(key).or_insert(value);
                continue;
            }
            ("required", Value::Array(names)) if dialect == Dialect::Draft4 && names.is_empty() => continue,
            ("if" | "then" | "else" | "contains" | "propertyNames", _) if dialect == Dialect::Draft4 => continue,
            (_, value) => {
                return_same(&mut schema, &key, draft_4_below(&key, value, dialect));
                continue;
            }
        };
        let value = draft_4_below(key, value, dialect);
        schema.insert(key.to_owned(), value);
    }
    Value::Object(schema)
}

fn return_same(schema: &mut Map<String, Value>, key: &str, value: Value) {
    schema.insert(key.to_owned(), value);
}

/// Draft 4 has no boolean schemas but for the two `additional` keywords.
fn draft_4_below(key: &str, value: Value, dialect: Dialect) -> Value {
    match (key, value) {
        ("additionalProperties" | "additionalItems", value) => value,
        ("properties" | "patternProperties" | "definitions", Value::Object(members)) => members
            .into_iter()
            .map(|(name, schema)| (name, draft_4(schema, dialect)))
            .collect(),
        ("allOf" | "anyOf" | "oneOf" | "items", Value::Array(items)) => {
            items.into_iter().map(|schema| draft_4(schema, dialect)).collect()
        }
        ("not" | "items", value) => draft_4(value, dialect),
        (_, value) => value,
    }
}

fn draft_4(schema: Value, dialect: Dialect) -> Value {
    match (dialect, schema) {
        (Dialect::Draft4, Value::Bool(true)) => json!({}),
        (Dialect::Draft4, Value::Bool(false)) => json!({ "not": {} }),
        (_, schema) => schema,
    }
}

/// Leaves out what OpenAPI 3.0 has no word for, and null beside anything but a plain type.
fn for_open_api_30(members: Map<String, Value>) -> Map<String, Value> {
    const UNKNOWN: [&str; 17] = [
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "const",
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "if",
        "then",
        "else",
        "maxContains",
        "minContains",
        "patternProperties",
        "prefixItems",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    ];
    let mut schema: Map<String, Value> = members
        .into_iter()
        .filter(|(key, _)| !UNKNOWN.contains(&key.as_str()))
        .collect();
    if let Some(target) = schema.get("$ref").cloned() {
        // Nothing counts beside a reference.
        let target = if target == "#anchor" || target == "#node" {
            json!("#")
        } else {
            target
        };
        let definitions = schema.remove("$defs");
        schema = Map::from_iter([("$ref".to_owned(), target)]);
        schema.extend(definitions.map(|it| ("$defs".to_owned(), it)));
        return schema;
    }
    let has_choice = ["anyOf", "oneOf", "allOf", "not", "enum"]
        .iter()
        .any(|key| schema.contains_key(*key));
    match schema.get("type").cloned() {
        Some(Value::String(name)) if name == "null" => {
            schema.remove("type");
        }
        Some(Value::Array(names)) => {
            let is_nullable = names.len() == 2 && names.contains(&json!("null")) && !has_choice;
            if !is_nullable {
                let first = names
                    .into_iter()
                    .find(|name| *name != "null")
                    .unwrap_or(json!("string"));
                schema.insert("type".to_owned(), first);
            }
        }
        _ => {}
    }
    for key in ["items", "not", "additionalProperties"] {
        if key != "additionalProperties" && schema.get(key).is_some_and(Value::is_boolean) {
            schema.insert(key.to_owned(), json!({}));
        }
    }
    schema
}

/// `type: [T, "null"]` as OpenAPI 3.0 says it.
fn nullable(schema: Value) -> Value {
    rewrite(schema, &mut |mut members| {
        if let Some(Value::Array(names)) = members.get("type").cloned() {
            let name = names.into_iter().find(|name| *name != "null").unwrap_or(Value::Null);
            members.insert("type".to_owned(), name);
            members.insert("nullable".to_owned(), json!(true));
        }
        Value::Object(members)
    })
}

/// The schema and its definitions as the components of a document.
fn open_api(schema: &Value, version: &str) -> Value {
    let mut root = schema.clone();
    let definitions = root.as_object_mut().and_then(|members| members.shift_remove("$defs"));
    let mut schemas = Map::from_iter([("Root".to_owned(), root)]);
    if let Some(Value::Object(definitions)) = definitions {
        schemas.extend(definitions);
    }
    let mut schemas = Value::Object(schemas);
    fn refer(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(refer),
            Value::Object(members) => {
                for (key, value) in members {
                    match value {
                        Value::String(target) if matches!(key.as_str(), "$ref" | "$dynamicRef") => {
                            *target = match target.strip_prefix("#/$defs/") {
                                Some(name) => format!("#/components/schemas/{name}"),
                                None if target == "#anchor" => "#/components/schemas/A".to_owned(),
                                None => "#/components/schemas/Root".to_owned(),
                            };
                        }
                        other => refer(other),
                    }
                }
            }
            _ => {}
        }
    }
    refer(&mut schemas);
    json!({ "openapi": version, "info": { "title": "Random", "version": "1" }, "paths": {}, "components": { "schemas": schemas } })
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} {:?} {:?}: {}",
            self.dialect, self.unknown, self.union_match, self.schema
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Refused(why) => write!(f, "the generator refuses: {why}"),
            Problem::Panicked(why) => write!(f, "the generator panics: {why}"),
            Problem::NoCode(why) => write!(f, "the code does not compile: {why}"),
            Problem::NoValidator(why) => write!(f, "the validator refuses the schema: {why}"),
            Problem::FalseRefusal(why) => write!(f, "refused what is valid: {why}"),
            Problem::FalseAcceptance(door) => write!(f, "accepted what is not valid: {door}"),
            Problem::Lossy(why) => write!(f, "written back as something else: {why}"),
            Problem::Crash(why) => write!(f, "panicked: {why}"),
        }
    }
}
