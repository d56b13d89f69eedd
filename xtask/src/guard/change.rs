//! The changes that a fixture must notice.

use std::fmt;

use serde_json::{Map, Value, json};

/// Keywords that bound a value; without one of them the field takes more.
const BOUNDS: [&str; 12] = [
    "const",
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
];
const TYPES: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];

/// One change of one place of a spec.
#[derive(Debug, PartialEq)]
pub(super) struct Change {
    component: String,
    /// The object schema that is changed, below the component, as a JSON pointer.
    place: String,
    what: What,
}

/// What is done to the schema at a place.
#[derive(Debug, PartialEq)]
enum What {
    /// A field is no longer declared.
    Delete(String),
    /// A field is declared by another name.
    Rename(String),
    /// A field takes anything.
    Untype(String),
    /// A field takes this JSON type alone.
    Retype(String, &'static str),
    /// The items of a field take anything.
    UntypeItems(String),
    /// A field loses a keyword that bounds it.
    Unbound(String, &'static str),
    /// A field is required where it was optional, or the other way round.
    FlipRequired(String),
    /// A field takes null where it did not, or the other way round.
    FlipNull(String),
    /// A field loses its default.
    DropDefault(String, Value),
    /// An object takes unknown keys where it did not, or the other way round.
    FlipOpen,
    /// A union loses a member, or an enum a value.
    DropEntry(&'static str, usize),
}

impl Change {
    /// The component that is changed.
    pub(super) fn component(&self) -> &str {
        &self.component
    }

    /// The field and its default, where the default is all that changes.
    pub(super) fn default_of(&self) -> Option<(&str, &Value)> {
        match &self.what {
            What::DropDefault(field, default) => Some((field, default)),
            _ => None,
        }
    }

    /// The spec with the change.
    pub(super) fn apply(&self, spec: &Value) -> Value {
        let mut spec = spec.clone();
        let pointer = format!("/components/schemas/{}{}", self.component, self.place);
        if let Some(Value::Object(schema)) = spec.pointer_mut(&pointer) {
            self.what.apply(schema);
        }
        spec
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, place, what } = self;
        match what {
            What::Delete(field) => write!(f, "{component}{place}.{field} deleted"),
            What::Rename(field) => write!(f, "{component}{place}.{field} renamed"),
            What::Untype(field) => write!(f, "{component}{place}.{field} takes anything"),
            What::Retype(field, json_type) => write!(f, "{component}{place}.{field} takes {json_type} alone"),
            What::UntypeItems(field) => write!(f, "{component}{place}.{field} takes any items"),
            What::Unbound(field, keyword) => write!(f, "{component}{place}.{field} without {keyword}"),
            What::FlipRequired(field) => write!(f, "{component}{place}.{field} required or no longer"),
            What::FlipNull(field) => write!(f, "{component}{place}.{field} nullable or no longer"),
            What::DropDefault(field, _) => write!(f, "{component}{place}.{field} without its default"),
            What::FlipOpen => write!(f, "{component}{place} opened or closed"),
            What::DropEntry(keyword, index) => write!(f, "{component}{place} without {keyword} {index}"),
        }
    }
}

impl What {
    fn apply(&self, schema: &mut Map<String, Value>) {
        match self {
            Self::Delete(field) => {
                require(schema, field, false);
                if let Some(properties) = properties_mut(schema) {
                    properties.shift_remove(field);
                }
            }
            Self::Rename(field) => {
                let new = format!("{field}Renamed");
                if is_required(schema, field) {
                    require(schema, field, false);
                    require(schema, &new, true);
                }
                if let Some(properties) = properties_mut(schema) {
                    let old = std::mem::take(properties);
                    *properties = old
                        .into_iter()
                        .map(|(key, value)| (if key == *field { new.clone() } else { key }, value))
                        .collect();
                }
            }
            Self::Untype(field) => set(schema, field, |_| json!({})),
            Self::Retype(field, json_type) => set(schema, field, |_| json!({ "type": json_type })),
            Self::UntypeItems(field) => set(schema, field, |mut old| {
                old["items"] = json!({});
                old
            }),
            Self::Unbound(field, keyword) => set(schema, field, |mut old| {
                if let Some(old) = old.as_object_mut() {
                    old.shift_remove(*keyword);
                }
                old
            }),
            Self::FlipRequired(field) => {
                let was = is_required(schema, field);
                require(schema, field, !was);
            }
            Self::FlipNull(field) => set(schema, field, |old| {
                if takes_null(&old) {
                    json!({ "allOf": [old, { "not": { "type": "null" } }] })
                } else {
                    json!({ "anyOf": [old, { "type": "null" }] })
                }
            }),
            Self::DropDefault(field, _) => set(schema, field, |mut old| {
                if let Some(old) = old.as_object_mut() {
                    old.shift_remove("default");
                }
                old
            }),
            Self::FlipOpen => {
                let open = schema.get("additionalProperties") != Some(&json!(false));
                schema.insert("additionalProperties".to_owned(), json!(!open));
            }
            Self::DropEntry(keyword, index) => {
                if let Some(entries) = schema.get_mut(*keyword).and_then(Value::as_array_mut) {
                    entries.remove(*index);
                }
            }
        }
    }
}

/// Every change of a spec, in the order of its components.
pub(super) fn all(spec: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    for (component, schema) in components(spec) {
        each_schema(schema, String::new(), &mut |place, schema| {
            changes.extend(of_schema(schema, spec).into_iter().map(|what| Change {
                component: component.clone(),
                place: place.to_owned(),
                what,
            }));
        });
    }
    changes
}

/// How many fields a spec declares.
pub(super) fn fields(spec: &Value) -> usize {
    let mut count = 0;
    for (_, schema) in components(spec) {
        each_schema(schema, String::new(), &mut |_, schema| {
            count += schema.get("properties").and_then(Value::as_object).map_or(0, Map::len);
        });
    }
    count
}

fn components(spec: &Value) -> impl Iterator<Item = (&String, &Value)> {
    spec["components"]["schemas"].as_object().into_iter().flatten()
}

/// Visits a schema and every schema inside it, with its place.
fn each_schema(schema: &Value, place: String, visit: &mut impl FnMut(&str, &Map<String, Value>)) {
    let Value::Object(schema) = schema else { return };
    visit(&place, schema);
    for (keyword, value) in schema {
        let place = format!("{place}/{}", escaped(keyword));
        match (keyword.as_str(), value) {
            ("properties" | "$defs" | "patternProperties", Value::Object(schemas)) => {
                for (key, schema) in schemas {
                    each_schema(schema, format!("{place}/{}", escaped(key)), visit);
                }
            }
            ("items" | "additionalProperties" | "not" | "if" | "then" | "else", schema) => {
                each_schema(schema, place, visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    each_schema(schema, format!("{place}/{index}"), visit);
                }
            }
            _ => {}
        }
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The changes of one schema, without those of schemas inside it.
fn of_schema(schema: &Map<String, Value>, spec: &Value) -> Vec<What> {
    let mut changes = Vec::new();
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (field, property) in properties {
            changes.extend(of_field(field, property, spec));
        }
        changes.push(What::FlipOpen);
    }
    for keyword in ["anyOf", "oneOf", "enum"] {
        let entries = schema.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
        // Without its only entry nothing would be left to compare with.
        if entries > 1 {
            changes.extend((0..entries).map(|index| What::DropEntry(keyword, index)));
        }
    }
    changes
}

fn of_field(field: &str, property: &Value, spec: &Value) -> Vec<What> {
    let field = || field.to_owned();
    let mut changes = vec![
        What::Delete(field()),
        What::Rename(field()),
        What::FlipRequired(field()),
        What::FlipNull(field()),
    ];
    let types = types(property, spec);
    if types.len() < TYPES.len() {
        changes.push(What::Untype(field()));
    }
    for json_type in TYPES {
        // The same type without its bounds is a change too, where there are any.
        if types != [json_type] || is_narrower(property, spec) {
            changes.push(What::Retype(field(), json_type));
        }
    }
    if property.get("items").is_some_and(|items| *items != json!({})) {
        changes.push(What::UntypeItems(field()));
    }
    for keyword in BOUNDS {
        if property.get(keyword).is_some() {
            changes.push(What::Unbound(field(), keyword));
        }
    }
    if let Some(default) = property.get("default") {
        changes.push(What::DropDefault(field(), default.clone()));
    }
    changes
}

/// The JSON types that a schema takes, by its keywords for types, references and unions.
fn types(schema: &Value, spec: &Value) -> Vec<&'static str> {
    let schema = target(schema, spec);
    let stated: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => match (schema.get("anyOf"), schema.get("oneOf")) {
            (Some(Value::Array(members)), _) | (_, Some(Value::Array(members))) => {
                members.iter().flat_map(|member| types(member, spec)).collect()
            }
            _ => match schema
                .get("const")
                .map(std::slice::from_ref)
                .or(schema["enum"].as_array().map(Vec::as_slice))
            {
                Some(values) => values.iter().map(type_of).collect(),
                None => TYPES.to_vec(),
            },
        },
    };
    TYPES
        .into_iter()
        .filter(|json_type| {
            stated
                .iter()
                .any(|one| one == json_type || *json_type == "number" && *one == "integer")
        })
        .collect()
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a schema refuses values of the types that it takes.
fn is_narrower(schema: &Value, spec: &Value) -> bool {
    let schema = target(schema, spec);
    let is_anything = |key: &str| schema.get(key).is_none_or(|inner| *inner == json!({}));
    BOUNDS.iter().any(|keyword| schema.get(keyword).is_some())
        || ["anyOf", "oneOf", "properties", "required"]
            .iter()
            .any(|keyword| schema.get(keyword).is_some())
        || schema["type"] == "integer"
        || !is_anything("items")
        || !is_anything("additionalProperties")
}

/// The schema itself, or what it refers to.
fn target<'a>(schema: &'a Value, spec: &'a Value) -> &'a Value {
    match schema["$ref"]
        .as_str()
        .and_then(|reference| spec.pointer(reference.trim_start_matches('#')))
    {
        Some(target) => target,
        None => schema,
    }
}

/// Whether a property takes null by its own words. Null beside a reference that takes it already would change nothing,
/// and be reported.
fn takes_null(property: &Value) -> bool {
    let is_null = |one: &Value| one["type"] == "null";
    match &property["type"] {
        Value::String(one) => one == "null",
        Value::Array(several) => several.iter().any(|one| one == "null"),
        _ => match property.get("anyOf").and_then(Value::as_array) {
            Some(members) => members.iter().any(is_null),
            None => ["$ref", "const", "enum", "oneOf"]
                .iter()
                .all(|keyword| property.get(keyword).is_none()),
        },
    }
}

fn properties_mut(schema: &mut Map<String, Value>) -> Option<&mut Map<String, Value>> {
    schema.get_mut("properties").and_then(Value::as_object_mut)
}

fn set(schema: &mut Map<String, Value>, field: &str, change: impl FnOnce(Value) -> Value) {
    if let Some(property) = properties_mut(schema).and_then(|properties| properties.get_mut(field)) {
        *property = change(property.take());
    }
}

fn is_required(schema: &Map<String, Value>, field: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|key| key == field))
}

fn require(schema: &mut Map<String, Value>, field: &str, wanted: bool) {
    let required = schema.entry("required").or_insert_with(|| json!([]));
    if let Some(required) = required.as_array_mut() {
        required.retain(|key| key != field);
        if wanted {
            required.push(field.into());
        }
    }
}
