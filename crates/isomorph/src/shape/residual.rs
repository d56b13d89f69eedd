//! Schemas for the checks that no Rust form and no native check says: the graph written back as JSON Schema 2020-12.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::Enforcer;
use super::format::is_judged;
use super::ledger::Marks;
use super::pattern::portable;
use super::sub::{Part, Sub};
use crate::Policy;
use crate::lower::{Graph, Keywords, NodeId, Schema, Types};

/// A self-contained schema that accepts what the conjunction accepts.
/// Every keyword of it is marked as enforced by it. Where some formats are asserted and others not, only those are written.
pub(super) fn document(graph: &Graph, sub: &Sub, policy: &Policy, ledger: &Marks) -> String {
    let whole = |node: NodeId| ledger.mark_all(node, Enforcer::Whole, asserts_format(graph, node, policy));
    super::sub::flatten(graph, &sub.parts)
        .iter()
        .for_each(|part| whole(part.node));
    let (schema, defined) = written(graph, sub, Some(policy));
    defined.into_iter().for_each(whole);
    schema.to_string()
}

/// The same schema for a judgement at generation time, where no format refuses anything.
pub(super) fn alone(graph: &Graph, sub: &Sub) -> Value {
    written(graph, sub, None).0
}

/// The schema, and the nodes that it has as definitions.
fn written(graph: &Graph, sub: &Sub, policy: Option<&Policy>) -> (Value, HashSet<NodeId>) {
    let mut writer = Writer {
        graph,
        policy,
        defined: HashSet::new(),
        open: Vec::new(),
    };
    let parts: Vec<Value> = sub.parts.iter().map(|part| writer.part(*part)).collect();
    let mut definitions = Map::new();
    while let Some(node) = writer.open.pop() {
        let schema = writer.node(node);
        definitions.insert(name(node), schema);
    }
    let mut root = Map::new();
    root.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    if sub.types != Types::ALL {
        root.insert("type".to_owned(), types(sub.types));
    }
    root.insert("allOf".to_owned(), Value::Array(parts));
    if !definitions.is_empty() {
        definitions.sort_keys();
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    (Value::Object(root), writer.defined)
}

fn asserts_format(graph: &Graph, node: NodeId, policy: &Policy) -> bool {
    match &graph.node(node).schema {
        Schema::Keywords(keywords) => {
            let format = keywords.string.format.as_deref();
            format.is_some_and(|format| is_judged(format) && policy.asserts(format))
        }
        Schema::True | Schema::False => false,
    }
}

/// One node as the graph has it, its references as pointers into its document.
pub(crate) fn lowered(graph: &Graph, node: NodeId) -> Value {
    let mut writer = Writer {
        graph,
        policy: None,
        defined: HashSet::new(),
        open: Vec::new(),
    };
    let mut schema = writer.node(node);
    let names: Vec<(String, String)> = writer
        .open
        .iter()
        .map(|node| {
            (
                format!("#/$defs/{}", name(*node)),
                format!("#{}", graph.node(*node).pointer),
            )
        })
        .collect();
    rename(&mut schema, &names);
    schema
}

fn rename(schema: &mut Value, names: &[(String, String)]) {
    match schema {
        Value::String(text) => {
            if let Some((_, pointer)) = names.iter().find(|(name, _)| name == text) {
                text.clone_from(pointer);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Value::Object(members) => members.values_mut().for_each(|member| rename(member, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

struct Writer<'g> {
    graph: &'g Graph,
    policy: Option<&'g Policy>,
    defined: HashSet<NodeId>,
    open: Vec<NodeId>,
}

impl Writer<'_> {
    fn reference(&mut self, node: NodeId) -> Value {
        match self.graph.node(node).schema {
            Schema::True => Value::Bool(true),
            Schema::False => Value::Bool(false),
            Schema::Keywords(_) => {
                if self.defined.insert(node) {
                    self.open.push(node);
                }
                json!({ "$ref": format!("#/$defs/{}", name(node)) })
            }
        }
    }

    /// An annotation beside assertions would be taken for one.
    fn writes_format(&self, format: &str) -> bool {
        self.policy
            .is_none_or(|policy| !policy.asserts_any() || policy.asserts(format))
    }

    fn references(&mut self, nodes: &[NodeId]) -> Value {
        nodes.iter().map(|node| self.reference(*node)).collect()
    }

    fn node(&mut self, node: NodeId) -> Value {
        self.part(Part::whole(node))
    }

    fn part(&mut self, part: Part) -> Value {
        let graph = self.graph;
        match &graph.node(part.node).schema {
            Schema::True => Value::Bool(true),
            Schema::False => Value::Bool(false),
            Schema::Keywords(keywords) if keywords.types == Some(Types::NONE) => {
                if keywords.nullable {
                    json!({ "type": "null" })
                } else {
                    Value::Bool(false)
                }
            }
            Schema::Keywords(keywords) => {
                let schema = Value::Object(self.keywords(part, keywords));
                if keywords.nullable {
                    json!({ "anyOf": [{ "type": "null" }, schema] })
                } else {
                    schema
                }
            }
        }
    }

    fn keywords(&mut self, part: Part, keywords: &Keywords) -> Map<String, Value> {
        let mut schema = Map::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                schema.insert(key.to_owned(), value);
            }
        };
        let list = |nodes: &[NodeId], writer: &mut Self| (!nodes.is_empty()).then(|| writer.references(nodes));
        if !part.own {
            // A reference to a boolean schema is that schema, which only a list can hold.
            let bases: Vec<NodeId> = keywords.reference.iter().chain(&keywords.all_of).copied().collect();
            put("allOf", list(&bases, self));
        }
        if !part.without_any_of {
            put("anyOf", list(&keywords.any_of, self));
        }
        if !part.without_one_of {
            put("oneOf", list(&keywords.one_of, self));
        }
        put("type", keywords.types.map(types));
        put("enum", keywords.literals.clone().map(Value::Array));
        let number = &keywords.number;
        put("minimum", number.minimum.clone().map(Value::Number));
        put("exclusiveMinimum", number.exclusive_minimum.clone().map(Value::Number));
        put("maximum", number.maximum.clone().map(Value::Number));
        put("exclusiveMaximum", number.exclusive_maximum.clone().map(Value::Number));
        put("multipleOf", number.multiple_of.clone().map(Value::Number));
        let string = &keywords.string;
        put("minLength", string.min_length.map(Value::from));
        put("maxLength", string.max_length.map(Value::from));
        let pattern = string.pattern.as_ref().map(|source| portable(source).into_owned());
        put("pattern", pattern.map(Value::String));
        let format = string.format.clone().filter(|format| self.writes_format(format));
        put("format", format.map(Value::String));
        let array = &keywords.array;
        put("prefixItems", list(&array.prefix, self));
        put("items", array.items.map(|node| self.reference(node)));
        put("minItems", array.min_items.map(Value::from));
        put("maxItems", array.max_items.map(Value::from));
        put("uniqueItems", array.unique.then_some(Value::Bool(true)));
        let object = &keywords.object;
        let map = |nodes: &indexmap::IndexMap<String, NodeId>, writer: &mut Self| {
            nodes
                .iter()
                .map(|(key, node)| (key.clone(), writer.reference(*node)))
                .collect::<Map<_, _>>()
        };
        put(
            "properties",
            object.properties.as_ref().map(|nodes| Value::Object(map(nodes, self))),
        );
        let patterns = &object.patterns;
        put(
            "patternProperties",
            (!patterns.is_empty()).then(|| Value::Object(by_pattern(map(patterns, self)))),
        );
        put(
            "additionalProperties",
            object.additional.map(|node| self.reference(node)),
        );
        put("propertyNames", object.names.map(|node| self.reference(node)));
        put(
            "required",
            (!object.required.is_empty()).then(|| object.required.iter().cloned().collect()),
        );
        put("minProperties", object.min_properties.map(Value::from));
        put("maxProperties", object.max_properties.map(Value::from));
        if !part.without_residual {
            let residual = &keywords.residual;
            for keyword in WholeKeyword::ALL {
                let mut schema = |node: Option<NodeId>| node.map(|node| self.reference(node));
                let value = match keyword {
                    WholeKeyword::Not => schema(residual.not),
                    WholeKeyword::If => schema(residual.condition),
                    WholeKeyword::Then => schema(residual.then),
                    WholeKeyword::Else => schema(residual.otherwise),
                    WholeKeyword::Contains => schema(residual.contains),
                    WholeKeyword::UnevaluatedItems => schema(residual.unevaluated_items),
                    WholeKeyword::UnevaluatedProperties => schema(residual.unevaluated_properties),
                    WholeKeyword::MinContains => residual.min_contains.map(Value::from),
                    WholeKeyword::MaxContains => residual.max_contains.map(Value::from),
                    WholeKeyword::DependentRequired => {
                        let required = &residual.dependent_required;
                        (!required.is_empty()).then(|| json!(required))
                    }
                    WholeKeyword::DependentSchemas => {
                        let schemas = &residual.dependent_schemas;
                        (!schemas.is_empty()).then(|| Value::Object(map(schemas, self)))
                    }
                };
                put(keyword.name(), value);
            }
        }
        schema
    }
}

/// Schemas by patterns that the validator reads as ECMA-262 does; two patterns that come to one stay two.
fn by_pattern(schemas: Map<String, Value>) -> Map<String, Value> {
    let mut written = Map::new();
    for (source, schema) in schemas {
        let mut pattern = portable(&source).into_owned();
        while written.contains_key(&pattern) {
            pattern = format!("(?:{pattern})");
        }
        written.insert(pattern, schema);
    }
    written
}

macro_rules! whole_keywords {
    ($($variant:ident $name:literal,)*) => {
        /// The keywords that judge a value as a whole.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum WholeKeyword {
            $(#[doc = concat!("`", $name, "`.")] $variant,)*
        }

        impl WholeKeyword {
            /// Every one, in the order in which they are written.
            pub const ALL: &'static [WholeKeyword] = &[$(WholeKeyword::$variant),*];

            /// The keyword in JSON Schema 2020-12.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(WholeKeyword::$variant => $name),* }
            }
        }
    };
}

whole_keywords! {
    Not "not",
    If "if",
    Then "then",
    Else "else",
    Contains "contains",
    UnevaluatedItems "unevaluatedItems",
    UnevaluatedProperties "unevaluatedProperties",
    MinContains "minContains",
    MaxContains "maxContains",
    DependentRequired "dependentRequired",
    DependentSchemas "dependentSchemas",
}

fn name(node: NodeId) -> String {
    format!("s{}", node.0)
}

fn types(types: Types) -> Value {
    const NAMES: &[(Types, &str)] = &[
        (Types::NULL, "null"),
        (Types::BOOLEAN, "boolean"),
        (Types::NUMBER, "number"),
        (Types::INTEGER, "integer"),
        (Types::STRING, "string"),
        (Types::ARRAY, "array"),
        (Types::OBJECT, "object"),
    ];
    let mut left = types;
    let mut names = Vec::new();
    for (each, name) in NAMES {
        if left.has(*each) {
            left = left.without(*each);
            names.push(json!(name));
        }
    }
    match names.as_slice() {
        [only] => only.clone(),
        _ => Value::Array(names),
    }
}
