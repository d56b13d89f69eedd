//! Where schemas stand in a schema.

use serde_json::{Map, Value};

/// Keywords that hold a schema.
pub(super) const SINGLE: [&str; 11] = [
    "not",
    "if",
    "then",
    "else",
    "items",
    "additionalItems",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords that hold an array of schemas; `items` and others hold either.
pub(super) const LISTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];

/// Keywords that hold an object of schemas.
pub(super) const MAPS: [&str; 6] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// Rewrites a schema and all schemas in it, the inner ones first.
pub(super) fn rewrite(schema: Value, change: &mut dyn FnMut(Map<String, Value>) -> Value) -> Value {
    let Value::Object(members) = schema else { return schema };
    let mut rewritten = Map::new();
    for (key, value) in members {
        let value = match value {
            Value::Array(items) if LISTS.contains(&key.as_str()) => {
                items.into_iter().map(|item| rewrite(item, change)).collect()
            }
            Value::Object(below) if MAPS.contains(&key.as_str()) => Value::Object(
                below
                    .into_iter()
                    .map(|(name, schema)| (name, rewrite(schema, change)))
                    .collect(),
            ),
            value if SINGLE.contains(&key.as_str()) => rewrite(value, change),
            other => other,
        };
        rewritten.insert(key, value);
    }
    change(rewritten)
}
