//! One schema object, keyword by keyword.

use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Number, Value};

use super::dialect::Rules;
use super::graph::{Docs, Keywords, NodeId, Schema, Types};
use super::reading::Reading;
use super::{Lowering, kind_of};
use crate::Severity;
use crate::resolve::{Lost, Site};

/// Keywords that tell a reader something and judge nothing.
pub(super) const ANNOTATIONS: &[&str] = &[
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
    "$vocabulary",
    "title",
    "description",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "externalDocs",
    "xml",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "discriminator",
    "$dynamicAnchor",
    "$recursiveAnchor",
];

/// The keywords of the validation vocabulary (2020-12 Validation, section 6).
pub(super) const VALIDATION: &[&str] = &[
    "type",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxContains",
    "minContains",
    "maxProperties",
    "minProperties",
    "required",
    "dependentRequired",
];

/// How many entries a keyword may have: members of a union, and everything else that is listed. Beyond it nobody could
/// compile the type.
const MOST_MEMBERS: usize = 2_000;
const MOST_ENTRIES: usize = 10_000;

/// All keywords that judge, or lead to schemas that do.
pub(super) const KEYWORDS: &[&str] = &[
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "type",
    "nullable",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "format",
    "prefixItems",
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "maxContains",
    "minContains",
    "maxItems",
    "minItems",
    "uniqueItems",
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "maxProperties",
    "minProperties",
    "required",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "discriminator",
];

/// Reads a schema object.
pub(super) fn read<'a>(
    lowering: &mut Lowering<'a, '_>,
    site: &Site<'a>,
    members: &'a Map<String, Value>,
    rules: Rules,
) -> (Schema, Docs, Box<[Reading]>) {
    let readings = members
        .iter()
        .map(|(key, value)| Reading::of(key, value, members, rules))
        .collect();
    let mut reader = Reader {
        lowering,
        site,
        rules,
        keywords: Keywords::default(),
        docs: Docs::default(),
    };
    let only_reference = !rules.ref_siblings && members.contains_key("$ref");
    for (key, value) in members {
        if only_reference
            && !matches!(
                key.as_str(),
                "$ref" | "nullable" | "description" | "title" | "deprecated"
            )
        {
            reader.beside_reference(key);
            continue;
        }
        if (rules.validation || !VALIDATION.contains(&key.as_str())) && reader.is_bounded(key, value) {
            reader.keyword(key, value, members);
        }
    }
    let Reader { keywords, docs, .. } = reader;
    // `not: {}` is how a schema that accepts nothing is written.
    let is_impossible = members
        .get("not")
        .is_some_and(|not| not == &Value::Bool(true) || is_empty_object(not));
    if is_impossible && !only_reference {
        return (Schema::False, docs, readings);
    }
    (Schema::Keywords(Box::new(keywords)), docs, readings)
}

pub(super) struct Reader<'r, 'a, 'd> {
    pub(super) lowering: &'r mut Lowering<'a, 'd>,
    pub(super) site: &'r Site<'a>,
    pub(super) rules: Rules,
    pub(super) keywords: Keywords,
    docs: Docs,
}

impl<'a> Reader<'_, 'a, '_> {
    /// Whether a keyword lists no more than can become a type; else that is reported.
    fn is_bounded(&mut self, key: &str, value: &Value) -> bool {
        let most = match key {
            "anyOf" | "oneOf" | "prefixItems" | "items" => MOST_MEMBERS,
            "enum" | "allOf" | "properties" | "patternProperties" | "required" | "dependentRequired"
            | "dependentSchemas" | "dependencies" => MOST_ENTRIES,
            _ => return true,
        };
        let count = match value {
            Value::Array(items) => items.len(),
            // The schema of all items is an object too.
            Value::Object(members) if key != "items" => members.len(),
            _ => return true,
        };
        if count > most {
            self.report(
                &[key],
                "too-large",
                format!("`{key}` has {count} entries, and more than {most} become no type"),
                "Rust code for so many could not be compiled in reasonable time",
                "describe the entries by a rule, such as a `pattern` or `additionalProperties`, or split the schema",
            );
        }
        count <= most
    }

    fn keyword(&mut self, key: &'a str, value: &'a Value, members: &'a Map<String, Value>) {
        if value.is_null() && self.is_absent(key) {
            return;
        }
        match key {
            "$ref" | "$dynamicRef" | "$recursiveRef" => self.reference(key, value),
            "type" => self.types(value),
            "nullable" => self.nullable(key, value),
            "enum" => {
                if let Some(values) = self.array(key, value) {
                    self.literals(values.clone());
                }
            }
            "const" => self.literals(vec![value.clone()]),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => self.bound(key, value, members),
            "multipleOf" => {
                let number = self.number(key, value);
                if number
                    .as_ref()
                    .and_then(Number::as_f64)
                    .is_some_and(|divisor| divisor <= 0.0)
                {
                    self.invalid(key, value, "a number greater than 0");
                } else {
                    self.keywords.number.multiple_of = number;
                }
            }
            "minLength" => self.keywords.string.min_length = self.count(key, value),
            "maxLength" => self.keywords.string.max_length = self.count(key, value),
            "pattern" => self.keywords.string.pattern = self.text(key, value),
            "format" => self.keywords.string.format = self.text(key, value),
            "prefixItems" => self.keywords.array.prefix = self.schemas(key, value),
            "items" => self.items(key, value, members),
            "minItems" => self.keywords.array.min_items = self.count(key, value),
            "maxItems" => self.keywords.array.max_items = self.count(key, value),
            "uniqueItems" => self.keywords.array.unique = self.boolean(key, value),
            "properties" => self.keywords.object.properties = self.schema_map(key, value),
            "patternProperties" => {
                self.keywords.object.patterns = self.schema_map(key, value).unwrap_or_default();
            }
            "additionalProperties" => self.keywords.object.additional = Some(self.schema(&[key], value)),
            // Without applicators beside it, it says what `additionalProperties` says (2020-12 Core, section 11.3).
            "unevaluatedProperties" if stands_alone(members) && members.contains_key("additionalProperties") => {}
            "unevaluatedProperties" if stands_alone(members) => {
                self.keywords.object.additional = Some(self.schema(&[key], value));
            }
            "unevaluatedProperties" => {
                self.keywords.residual.unevaluated_properties = Some(self.schema(&[key], value));
            }
            "unevaluatedItems" => self.keywords.residual.unevaluated_items = Some(self.schema(&[key], value)),
            "not" => self.keywords.residual.not = Some(self.schema(&[key], value)),
            "if" => self.keywords.residual.condition = Some(self.schema(&[key], value)),
            "then" | "else" if !members.contains_key("if") => {}
            "then" => self.keywords.residual.then = Some(self.schema(&[key], value)),
            "else" => self.keywords.residual.otherwise = Some(self.schema(&[key], value)),
            "contains" => self.keywords.residual.contains = Some(self.schema(&[key], value)),
            "minContains" => self.keywords.residual.min_contains = self.count(key, value),
            "maxContains" => self.keywords.residual.max_contains = self.count(key, value),
            "dependentRequired" | "dependentSchemas" | "dependencies" => self.dependencies(key, value),
            "propertyNames" => self.keywords.object.names = Some(self.schema(&[key], value)),
            "required" => self.required(key, value),
            "minProperties" => self.keywords.object.min_properties = self.count(key, value),
            "maxProperties" => self.keywords.object.max_properties = self.count(key, value),
            "allOf" => self.all_of(key, value),
            "anyOf" => self.keywords.any_of = self.union(key, value),
            "oneOf" => self.keywords.one_of = self.union(key, value),
            "discriminator" if self.rules.discriminator => self.discriminator(key, value),
            "title" => self.docs.title = value.as_str().map(str::to_owned),
            "description" => self.docs.description = value.as_str().map(str::to_owned),
            "deprecated" => self.docs.deprecated = value == &Value::Bool(true),
            "default" => self.docs.default = Some(value.clone()),
            "examples" => self
                .docs
                .examples
                .extend(value.as_array().into_iter().flatten().cloned()),
            "example" => self.docs.examples.push(value.clone()),
            // What judges nothing; `Reading` tells annotations, unknown keywords and the like apart.
            _ => self.misspelled(key),
        }
    }

    fn reference(&mut self, keyword: &'a str, value: &'a Value) {
        let Some(reference) = self.text(keyword, value) else {
            return;
        };
        let resolved = self.lowering.resolved;
        let target = match keyword {
            "$recursiveRef" => resolved.follow_recursive(self.site).map_err(Lost::from),
            _ => resolved.follow(self.site, &reference).map(|target| {
                if let Some(meant) = target.mended {
                    self.mended(keyword, &reference, &meant);
                }
                target.site
            }),
        };
        match target {
            Ok(target) => {
                let node = self.lowering.referred(target);
                // Two references beside each other both count.
                match (keyword, self.keywords.reference) {
                    ("$ref", _) => self.keywords.reference = Some(node),
                    (_, _) => self.keywords.all_of.push(node),
                }
            }
            Err(lost) => self.lost(keyword, &reference, &lost),
        }
    }

    fn mended(&mut self, keyword: &str, reference: &str, meant: &str) {
        let (message, why, repair) = if meant == reference {
            (
                format!("`{reference}` does not stand in the schema with an `$id` around it"),
                "it is read from the root of the document, where other tools may find nothing",
                "put the address of the document in front of it, or leave out the `$id`".to_owned(),
            )
        } else {
            (
                format!("`{reference}` leads nowhere, and is read as `{meant}`"),
                "other tools may refuse the document for it",
                format!("write `{meant}`"),
            )
        };
        self.lowering
            .note_once(self.site, &[keyword], "mended-reference", message, why, &repair);
    }

    fn lost(&mut self, keyword: &str, reference: &str, lost: &Lost) {
        let repair = match &lost.similar {
            Some(similar) => format!("write `{similar}` if that is meant"),
            None => "correct the reference, add the schema that it names, or tell where its document is \
                     (`--map-uri FROM=TO`)"
                .to_owned(),
        };
        self.report(
            &[keyword],
            "unresolved-reference",
            format!("`{reference}` leads nowhere: {}", lost.reason),
            "a model can only be made of a schema that is there",
            &repair,
        );
    }

    /// `enum` and `const` together mean both.
    fn literals(&mut self, values: Vec<Value>) {
        let values = match self.keywords.literals.take() {
            Some(earlier) => earlier
                .into_iter()
                .filter(|value| values.iter().any(|other| same(value, other)))
                .collect(),
            None => values,
        };
        self.keywords.literals = Some(values);
    }

    /// The exclusive bounds are booleans beside the inclusive ones in draft 4 and OpenAPI 3.0, numbers later; documents
    /// mix them, and each spelling has one meaning, so both are read everywhere.
    fn bound(&mut self, key: &'a str, value: &'a Value, members: &'a Map<String, Value>) {
        let (inclusive, is_exclusive) = match key {
            "exclusiveMinimum" => ("minimum", true),
            "exclusiveMaximum" => ("maximum", true),
            other => (other, false),
        };
        let exclusive = if inclusive == "minimum" {
            "exclusiveMinimum"
        } else {
            "exclusiveMaximum"
        };
        let number = if is_exclusive {
            match value {
                Value::Bool(_) => return self.exclusive_spelling(key, true),
                other => {
                    self.exclusive_spelling(key, false);
                    self.number(key, other)
                }
            }
        } else {
            self.number(key, value)
        };
        let becomes_exclusive = is_exclusive || members.get(exclusive) == Some(&Value::Bool(true));
        let bounds = &mut self.keywords.number;
        let slot = match (inclusive, becomes_exclusive) {
            ("minimum", false) => &mut bounds.minimum,
            ("minimum", true) => &mut bounds.exclusive_minimum,
            (_, false) => &mut bounds.maximum,
            (_, true) => &mut bounds.exclusive_maximum,
        };
        *slot = number;
    }

    fn items(&mut self, key: &'a str, value: &'a Value, members: &'a Map<String, Value>) {
        if value.is_array() {
            self.items_spelling(key);
            self.keywords.array.prefix = self.schemas(key, value);
            if let Some(rest) = members.get("additionalItems") {
                self.keywords.array.items = Some(self.schema(&["additionalItems"], rest));
            }
        } else {
            self.keywords.array.items = Some(self.schema(&[key], value));
        }
    }

    fn required(&mut self, key: &'a str, value: &'a Value) {
        if value.is_boolean() {
            return self.boolean_required(key);
        }
        if let Some(names) = self.array(key, value) {
            if let Some(other) = names.iter().find(|name| !name.is_string()) {
                self.invalid(key, other, "an array of strings");
            }
            let names: IndexSet<String> = names.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            self.keywords.object.required = names;
        }
    }

    /// `dependencies` (up to draft 7) holds what later drafts tell apart: lists of keys, and schemas.
    fn dependencies(&mut self, key: &'a str, value: &'a Value) {
        let Some(members) = value.as_object() else {
            return self.invalid(key, value, "an object");
        };
        for (name, dependency) in members {
            match dependency {
                Value::Array(keys) => {
                    let keys = keys.iter().filter_map(Value::as_str).map(str::to_owned).collect();
                    self.keywords.residual.dependent_required.insert(name.clone(), keys);
                }
                // Draft 3 had a single key here.
                Value::String(only) => {
                    self.keywords
                        .residual
                        .dependent_required
                        .insert(name.clone(), vec![only.clone()]);
                }
                schema => {
                    let node = self.schema(&[key, name], schema);
                    self.keywords.residual.dependent_schemas.insert(name.clone(), node);
                }
            }
        }
    }

    /// In OpenAPI 3.0 exporters write a nullable reference as `allOf: [{ $ref }, { nullable: true }]`.
    fn all_of(&mut self, key: &'a str, value: &'a Value) {
        let Some(members) = self.array(key, value) else { return };
        for (index, member) in members.iter().enumerate() {
            if self.rules.bare_nullable_is_null && is_bare_nullable(member) {
                self.keywords.nullable = true;
            } else {
                let node = self.schema(&[key, &index.to_string()], member);
                self.keywords.all_of.push(node);
            }
        }
    }

    fn union(&mut self, key: &'a str, value: &'a Value) -> Vec<NodeId> {
        if value.as_array().is_some_and(Vec::is_empty) {
            // Exporters write this for the items of an empty tuple.
            self.keywords.types = Some(Types::NONE);
            self.lowering.note(
                self.site,
                &[key],
                Severity::Warning,
                "empty-union",
                format!("`{key}` has no members"),
                "no schema of none is satisfied, so nothing is accepted here",
                "write `false` where nothing may stand, or give the union its members",
            );
        }
        let nodes = self.schemas(key, value);
        if self.rules.bare_nullable_is_null {
            for (node, member) in nodes.iter().zip(value.as_array().into_iter().flatten()) {
                if is_bare_nullable(member) {
                    // Lowered when its turn comes; the type makes it null then too.
                    self.lowering.null_members.insert(*node);
                }
            }
        }
        nodes
    }

    fn schema(&mut self, below: &[&str], value: &'a Value) -> NodeId {
        self.lowering.node(self.site.below(below, value))
    }

    fn schemas(&mut self, key: &'a str, value: &'a Value) -> Vec<NodeId> {
        let Some(values) = self.array(key, value) else {
            return Vec::new();
        };
        values
            .iter()
            .enumerate()
            .map(|(index, value)| self.schema(&[key, &index.to_string()], value))
            .collect()
    }

    fn schema_map(&mut self, key: &'a str, value: &'a Value) -> Option<IndexMap<String, NodeId>> {
        let Some(members) = value.as_object() else {
            self.invalid(key, value, "an object of schemas");
            return None;
        };
        Some(
            members
                .iter()
                .map(|(name, schema)| (name.clone(), self.schema(&[key, name], schema)))
                .collect(),
        )
    }

    pub(super) fn array(&mut self, key: &str, value: &'a Value) -> Option<&'a Vec<Value>> {
        let array = value.as_array();
        if array.is_none() {
            self.invalid(key, value, "an array");
        }
        array
    }

    pub(super) fn text(&mut self, key: &str, value: &Value) -> Option<String> {
        let text = value.as_str().map(str::to_owned);
        if text.is_none() {
            self.invalid(key, value, "a string");
        }
        text
    }

    pub(super) fn invalid(&mut self, key: &str, value: &Value, expected: &str) {
        self.report(
            &[key],
            "invalid-keyword",
            format!("`{key}` must be {expected}, found {}", kind_of(value)),
            "the keyword has no meaning in this form",
            "correct the value, or leave the keyword out",
        );
    }

    pub(super) fn report(&mut self, below: &[&str], rule: &'static str, message: String, why: &str, repair: &str) {
        self.lowering.report(self.site, below, rule, message, why, repair);
    }
}

/// Whether nothing beside the keyword can evaluate properties but `properties` and `patternProperties`.
pub(super) fn stands_alone(members: &Map<String, Value>) -> bool {
    const APPLICATORS: &[&str] = &[
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        "allOf",
        "anyOf",
        "oneOf",
        "if",
        "dependentSchemas",
    ];
    !APPLICATORS.iter().any(|keyword| members.contains_key(*keyword))
}

/// Equality of JSON values (2020-12 Core, section 4.2.2): numbers by value, objects whatever their order.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        (one, other) => one == other,
    }
}

fn is_empty_object(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

fn is_bare_nullable(member: &Value) -> bool {
    member
        .as_object()
        .is_some_and(|members| members.len() == 1 && members.get("nullable") == Some(&Value::Bool(true)))
}
