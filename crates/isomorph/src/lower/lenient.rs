//! Spellings that break a rule and have but one meaning: taken, with a warning.

use serde_json::{Number, Value};

use super::graph::Types;
use super::keywords::{KEYWORDS, Reader};

impl<'a> Reader<'_, 'a, '_> {
    /// Serializers write null for what was not set. `type: null` could mean the type as well, so it is not taken.
    pub(super) fn is_absent(&mut self, key: &'a str) -> bool {
        if !is_absent_as_null(key) {
            return false;
        }
        self.warn(
            key,
            "null-keyword",
            format!("`{key}` is null"),
            "it is read as if it were not there",
            "leave it out, or give it a value",
        );
        true
    }

    /// The types that `type` names.
    pub(super) fn types(&mut self, value: &'a Value) {
        let names: Vec<&Value> = match value {
            Value::String(_) => vec![value],
            Value::Array(names) if !names.is_empty() => {
                if !self.rules.type_lists {
                    self.warn(
                        "type",
                        "type-list",
                        "`type` is a list".to_owned(),
                        "OpenAPI 3.0 has single types; it is read as later versions read it",
                        "write `nullable: true` for null and `anyOf` for other types, or say `openapi: 3.1.0`",
                    );
                }
                names.iter().collect()
            }
            Value::Null => {
                return self.report(
                    &["type"],
                    "invalid-type",
                    "`type` is null".to_owned(),
                    "this may mean the type null, or no type at all",
                    "write \"null\" in quotes, or leave `type` out",
                );
            }
            other => return self.invalid("type", other, "a type name or an array of them"),
        };
        let types = names
            .into_iter()
            .fold(Types::NONE, |types, name| types.or(self.named_type(name)));
        self.keywords.types = Some(self.keywords.types.map_or(types, |earlier| earlier.and(types)));
    }

    fn named_type(&mut self, name: &'a Value) -> Types {
        if let Some(types) = name.as_str().and_then(Types::named) {
            return types;
        }
        let meant = match name {
            // YAML without quotes.
            Value::Null => Some((Types::NULL, "\"null\"")),
            Value::String(name) => known_type(name),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
        };
        if let Some((types, spelled)) = meant {
            self.warn(
                "type",
                "odd-type",
                format!("{name} is not a JSON type, and is read as {spelled}"),
                "the types are null, boolean, integer, number, string, array and object",
                &format!("write {spelled}"),
            );
            return types;
        }
        let repair = match name.as_str().and_then(type_meant) {
            Some(repair) => format!("write {repair}"),
            None => "use one of these; formats such as `date` go into `format`".to_owned(),
        };
        self.report(
            &["type"],
            "invalid-type",
            format!("{name} is not a JSON type"),
            "the types are null, boolean, integer, number, string, array and object",
            &repair,
        );
        Types::NONE
    }

    /// `nullable` is a keyword of OpenAPI 3.0 alone. Later versions dropped it, but their documents still use it.
    pub(super) fn nullable(&mut self, key: &'a str, value: &'a Value) {
        if self.rules.nullable {
            self.keywords.nullable = self.boolean(key, value);
            if !self.rules.bare_nullable_is_null && self.keywords.nullable {
                self.warn(
                    key,
                    "dropped-nullable",
                    "`nullable` stands in a version of OpenAPI that dropped it".to_owned(),
                    "it is read as OpenAPI 3.0 does: null is accepted; other tools refuse null",
                    "write `type: [T, \"null\"]`, or `anyOf` with `type: \"null\"`",
                );
            }
        } else if value == &Value::Bool(true) {
            self.warn(
                key,
                "unread-nullable",
                "`nullable` is no keyword of JSON Schema".to_owned(),
                "it says nothing here, so null is refused",
                "write `type: [T, \"null\"]`",
            );
        }
    }

    /// `exclusiveMinimum` and its like are booleans in draft 4 and OpenAPI 3.0, numbers everywhere else.
    pub(super) fn exclusive_spelling(&mut self, key: &'a str, is_boolean: bool) {
        if self.rules.exclusive_booleans == is_boolean {
            return;
        }
        let (found, due, repair) = if is_boolean {
            ("a boolean", "a number", "write the bound itself as its value")
        } else {
            (
                "a number",
                "a boolean",
                "write the bound as `minimum` or `maximum`, and `true` here",
            )
        };
        self.warn(
            key,
            "exclusive-bound",
            format!("`{key}` is {found}, where this dialect has {due}"),
            "it is read as the dialects do that have it so",
            repair,
        );
    }

    /// Tuples are written as `prefixItems` from 2020-12 on.
    pub(super) fn items_spelling(&mut self, key: &'a str) {
        if !self.rules.items_array {
            self.warn(
                key,
                "items-list",
                "`items` is a list of schemas".to_owned(),
                "from 2020-12 on it is one schema; the list is read as a tuple, as earlier drafts do",
                "write `prefixItems` for the list, and `items` for what follows it",
            );
        }
    }

    /// Draft 3's boolean; in the dialects read here the object lists its keys.
    pub(super) fn boolean_required(&mut self, key: &'a str) {
        self.warn(
            key,
            "boolean-required",
            "`required` is a boolean".to_owned(),
            "it says nothing: an object lists the keys that it requires, so this one may be absent",
            "list the key in the `required` of the object around it",
        );
    }

    /// Up to draft 7 and in OpenAPI 3.0, what stands beside `$ref` does not count.
    pub(super) fn beside_reference(&mut self, key: &'a str) {
        if KEYWORDS.contains(&key) && !matches!(key, "format" | "discriminator") {
            self.warn(
                key,
                "beside-reference",
                format!("`{key}` stands beside `$ref`"),
                "in this dialect nothing beside `$ref` counts",
                "put the reference into an `allOf`, beside what shall count as well",
            );
        }
    }

    /// Keywords in other letters are no keywords.
    pub(super) fn misspelled(&mut self, key: &'a str) {
        let known = KEYWORDS.iter().find(|known| known.eq_ignore_ascii_case(key));
        if let Some(known) = known.filter(|known| **known != key) {
            self.warn(
                key,
                "misspelled-keyword",
                format!("`{key}` is no keyword"),
                "it says nothing here; keywords have their letters as the specification has them",
                &format!("write `{known}` if that is meant"),
            );
        }
    }

    pub(super) fn boolean(&mut self, key: &'a str, value: &'a Value) -> bool {
        match value {
            Value::Bool(value) => *value,
            Value::String(text) if text == "true" || text == "false" => {
                self.quoted(key, value);
                text == "true"
            }
            other => {
                self.invalid(key, other, "a boolean");
                false
            }
        }
    }

    pub(super) fn number(&mut self, key: &'a str, value: &'a Value) -> Option<Number> {
        match value {
            Value::Number(number) => Some(number.clone()),
            Value::String(text) if text.parse::<Number>().is_ok() => {
                self.quoted(key, value);
                text.parse().ok()
            }
            other => {
                self.invalid(key, other, "a number");
                None
            }
        }
    }

    /// A count: a non-negative integer, which may be spelled `2.0` (2020-12 Core, section 4.2.3).
    pub(super) fn count(&mut self, key: &'a str, value: &'a Value) -> Option<u64> {
        let quoted = value.as_str().and_then(|text| text.parse::<Number>().ok());
        let number = value.as_number().or(quoted.as_ref());
        let count = number.and_then(|number| {
            number.as_u64().or_else(|| {
                number
                    .as_f64()
                    .filter(|float| *float >= 0.0 && float.fract() == 0.0 && *float < 1e18)
                    .map(|float| float as u64)
            })
        });
        if count.is_none() {
            self.invalid(key, value, "a non-negative integer");
        } else if quoted.is_some() {
            self.quoted(key, value);
        }
        count
    }

    fn quoted(&mut self, key: &'a str, value: &'a Value) {
        self.warn(
            key,
            "quoted-value",
            format!("`{key}` is the text {value}"),
            "it is read as what the text spells",
            "leave out the quotes",
        );
    }

    pub(super) fn warn(&mut self, key: &str, rule: &'static str, message: String, why: &str, repair: &str) {
        self.lowering.note_once(self.site, &[key], rule, message, why, repair);
    }
}

/// Whether null as the value of a keyword means that it is not there.
pub(super) fn is_absent_as_null(key: &str) -> bool {
    KEYWORDS.contains(&key) && !matches!(key, "const" | "type")
}

/// Names that are no types and have one meaning: Swagger's, and those in other letters.
fn known_type(name: &str) -> Option<(Types, &'static str)> {
    match name.to_ascii_lowercase().as_str() {
        "any" => Some((Types::ALL, "any type; leave `type` out")),
        // Swagger 2.0: content that no JSON holds.
        "file" => Some((Types::STRING, "\"string\" with the format `binary`")),
        "null" => Some((Types::NULL, "\"null\"")),
        "boolean" => Some((Types::BOOLEAN, "\"boolean\"")),
        "integer" => Some((Types::INTEGER, "\"integer\"")),
        "number" => Some((Types::NUMBER, "\"number\"")),
        "string" => Some((Types::STRING, "\"string\"")),
        "array" => Some((Types::ARRAY, "\"array\"")),
        "object" => Some((Types::OBJECT, "\"object\"")),
        _ => None,
    }
}

/// What the name of a programming language's type, or of a format, stands for.
fn type_meant(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "int" | "int32" | "int64" | "long" | "short" => "\"integer\", and the size as `format`",
        "float" | "double" | "decimal" | "numeric" => "\"number\", and the precision as `format`",
        "bool" => "\"boolean\"",
        "str" | "text" | "char" => "\"string\"",
        "date" | "date-time" | "datetime" | "time" | "uuid" | "guid" | "uri" | "url" | "email" | "byte" | "binary" => {
            "\"string\", and this as `format`"
        }
        "list" | "tuple" | "set" => "\"array\"",
        "dict" | "map" | "struct" | "record" | "json" => "\"object\"",
        "none" | "nil" | "void" | "undefined" => "\"null\"",
        _ => return None,
    })
}
