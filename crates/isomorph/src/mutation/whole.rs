//! The whole-value check without one of its keywords.

use serde_json::Value;

use crate::shape::WholeKeyword;

/// The text of a schema without a keyword, in all schemas inside; `None` where it is nowhere.
pub(super) fn without(text: &str, keyword: WholeKeyword) -> Option<String> {
    let mut schema: Value = serde_json::from_str(text).ok()?;
    remove(&mut schema, keyword.name()).then(|| schema.to_string())
}

fn remove(schema: &mut Value, keyword: &str) -> bool {
    let Value::Object(members) = schema else {
        return false;
    };
    let mut is_removed = members.shift_remove(keyword).is_some();
    for (name, member) in members {
        match (name.as_str(), member) {
            // Values are no schemas, whatever they look like.
            ("enum" | "dependentRequired", _) => {}
            ("properties" | "patternProperties" | "dependentSchemas" | "$defs", Value::Object(schemas)) => {
                for schema in schemas.values_mut() {
                    is_removed |= remove(schema, keyword);
                }
            }
            (_, Value::Array(schemas)) => {
                for schema in schemas {
                    is_removed |= remove(schema, keyword);
                }
            }
            (_, schema) => is_removed |= remove(schema, keyword),
        }
    }
    is_removed
}
