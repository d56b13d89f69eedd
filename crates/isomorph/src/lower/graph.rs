//! The schema graph: every dialect in one form, frozen once it is built.

use std::sync::atomic::{AtomicU64, Ordering};

use indexmap::{IndexMap, IndexSet};
use serde_json::{Number, Value};

use super::reading::Reading;

/// A schema in the [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

/// All schemas of a run that anything refers to.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// The schemas that get a type of their own, in document order.
    pub(crate) roots: Vec<Root>,
    /// The schemas of operations, which get a type where they stand.
    pub(crate) anchors: Vec<Anchor>,
    /// What is left of the work that the shapes may take.
    pub(crate) budget: Budget,
}

/// How much work the shapes of a document may take.
///
/// Conjunctions deal choices out and merge what they name, so a small document can ask for more types than anyone could
/// compile. Every look at a schema is a step; where the steps run out, nothing more is looked at, and the run ends with an
/// error about the place that took them.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    left: AtomicU64,
}

impl Budget {
    /// Begins a piece of work with so many steps.
    pub(crate) fn begin(&self, steps: u64) {
        self.left.store(steps, Ordering::Relaxed);
    }

    /// Takes a step, and says whether there was one left.
    pub(crate) fn step(&self) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        left > 0
    }

    /// Takes steps for a text that was written.
    pub(crate) fn written(&self, text: &str) {
        self.take(text.len() / 8);
    }

    /// Takes many steps at once, and says whether there were as many left.
    pub(crate) fn take(&self, steps: usize) -> bool {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(steps), Ordering::Relaxed);
        left > steps
    }

    /// Ends the work: no step is left.
    pub(crate) fn end(&self) {
        self.left.store(0, Ordering::Relaxed);
    }

    /// Whether all steps were taken.
    pub(crate) fn is_spent(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

/// A schema inside of an operation.
#[derive(Debug, Clone)]
pub(crate) struct Anchor {
    pub(crate) node: NodeId,
    /// The words that its types are named after.
    pub(crate) name: String,
}

/// A schema that gets a type of its own: a component, a definition, or a document's root.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    pub(crate) node: NodeId,
    /// The name that the document gives it; for a document's root schema its title, if any.
    pub(crate) name: RootName,
}

/// Where a root's name comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RootName {
    /// The key of a component or a definition.
    Key(String),
    /// The root schema of a JSON Schema document, with its title.
    Document(Option<String>),
}

/// A schema at a location.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) document: usize,
    /// The location, as a JSON pointer.
    pub(crate) pointer: String,
    pub(crate) docs: Docs,
    pub(crate) schema: Schema,
    /// What the members of the schema object are read as, in their order.
    pub(crate) readings: Box<[Reading]>,
}

/// What a schema tells a reader.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Docs {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) examples: Vec<Value>,
    pub(crate) deprecated: bool,
    pub(crate) default: Option<Value>,
}

/// A schema: a boolean one, or keywords.
#[derive(Debug)]
pub(crate) enum Schema {
    /// Accepts everything.
    True,
    /// Accepts nothing.
    False,
    Keywords(Box<Keywords>),
}

/// The keywords of a schema, spelled as 2020-12 spells them whatever the dialect.
#[derive(Debug, Default)]
pub(crate) struct Keywords {
    pub(crate) reference: Option<NodeId>,
    pub(crate) types: Option<Types>,
    /// OpenAPI 3.0: null is accepted whatever the other keywords say.
    pub(crate) nullable: bool,
    /// `enum`, and `const` as a list of one; both together are intersected.
    pub(crate) literals: Option<Vec<Value>>,
    pub(crate) number: NumberKeywords,
    pub(crate) string: StringKeywords,
    pub(crate) array: ArrayKeywords,
    pub(crate) object: ObjectKeywords,
    pub(crate) all_of: Vec<NodeId>,
    pub(crate) any_of: Vec<NodeId>,
    pub(crate) one_of: Vec<NodeId>,
    /// `discriminator` of OpenAPI.
    pub(crate) discriminator: Option<Discriminator>,
    /// Keywords that no Rust type says: they stay checks on the whole value.
    pub(crate) residual: Residual,
}

/// The property that names the member of a union. It judges nothing.
#[derive(Debug)]
pub(crate) struct Discriminator {
    pub(crate) property: String,
    /// The members that values name, beside those that are named by their components' names.
    pub(crate) mapping: Vec<(String, NodeId)>,
    /// The member where the property is absent or names none.
    pub(crate) otherwise: Option<NodeId>,
}

impl Discriminator {
    pub(crate) fn of(property: &str) -> Self {
        Self {
            property: property.to_owned(),
            mapping: Vec::new(),
            otherwise: None,
        }
    }
}

/// The keywords that judge a value as a whole.
#[derive(Debug, Default)]
pub(crate) struct Residual {
    pub(crate) not: Option<NodeId>,
    pub(crate) condition: Option<NodeId>,
    pub(crate) then: Option<NodeId>,
    pub(crate) otherwise: Option<NodeId>,
    pub(crate) contains: Option<NodeId>,
    pub(crate) min_contains: Option<u64>,
    pub(crate) max_contains: Option<u64>,
    pub(crate) dependent_required: IndexMap<String, Vec<String>>,
    pub(crate) dependent_schemas: IndexMap<String, NodeId>,
    pub(crate) unevaluated_items: Option<NodeId>,
    pub(crate) unevaluated_properties: Option<NodeId>,
}

impl Residual {
    /// Whether none of the keywords judges anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.not.is_none()
            && (self.condition.is_none() || (self.then.is_none() && self.otherwise.is_none()))
            && self.contains.is_none()
            && self.dependent_required.is_empty()
            && self.dependent_schemas.is_empty()
            && self.unevaluated_items.is_none()
            && self.unevaluated_properties.is_none()
    }
}

#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct NumberKeywords {
    pub(crate) minimum: Option<Number>,
    pub(crate) exclusive_minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) exclusive_maximum: Option<Number>,
    pub(crate) multiple_of: Option<Number>,
}

#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct StringKeywords {
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) pattern: Option<String>,
    pub(crate) format: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct ArrayKeywords {
    pub(crate) prefix: Vec<NodeId>,
    pub(crate) items: Option<NodeId>,
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
    pub(crate) unique: bool,
}

#[derive(Debug, Default)]
pub(crate) struct ObjectKeywords {
    /// `None` where the schema has no `properties` at all, which tells a free-form object from an empty one.
    pub(crate) properties: Option<IndexMap<String, NodeId>>,
    pub(crate) required: IndexSet<String>,
    pub(crate) patterns: IndexMap<String, NodeId>,
    pub(crate) additional: Option<NodeId>,
    pub(crate) names: Option<NodeId>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
}

/// A set of JSON types. `integer` is part of `number`: a number without a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Types = Types(0);
    pub(crate) const NULL: Types = Types(1);
    pub(crate) const BOOLEAN: Types = Types(2);
    pub(crate) const INTEGER: Types = Types(4);
    /// Numbers with a fraction.
    pub(crate) const FRACTION: Types = Types(8);
    pub(crate) const NUMBER: Types = Types(4 | 8);
    pub(crate) const STRING: Types = Types(16);
    pub(crate) const ARRAY: Types = Types(32);
    pub(crate) const OBJECT: Types = Types(64);
    pub(crate) const ALL: Types = Types(127);

    /// The single types, in the order in which variants are listed.
    pub(crate) const EACH: [Types; 7] = [
        Types::NULL,
        Types::BOOLEAN,
        Types::INTEGER,
        Types::FRACTION,
        Types::STRING,
        Types::ARRAY,
        Types::OBJECT,
    ];

    pub(crate) const fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(crate) const fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    pub(crate) const fn without(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) const fn meets(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// The type of a value (JSON Schema 2020-12 Validation, section 6.1.1: `1.0` is an integer).
    pub(crate) fn of(value: &Value) -> Types {
        match value {
            Value::Null => Types::NULL,
            Value::Bool(_) => Types::BOOLEAN,
            Value::Number(number) => match number.as_f64() {
                Some(float) if float.fract() != 0.0 => Types::FRACTION,
                Some(_) | None => Types::INTEGER,
            },
            Value::String(_) => Types::STRING,
            Value::Array(_) => Types::ARRAY,
            Value::Object(_) => Types::OBJECT,
        }
    }

    /// The type of this name, as `type` spells it.
    pub(crate) fn named(name: &str) -> Option<Types> {
        Some(match name {
            "null" => Types::NULL,
            "boolean" => Types::BOOLEAN,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    }
}

impl Keywords {
    /// The schemas inside of this one, and those that it refers to.
    pub(crate) fn children(&self) -> impl Iterator<Item = NodeId> {
        let (array, object, residual) = (&self.array, &self.object, &self.residual);
        let single = [
            self.reference,
            array.items,
            object.additional,
            object.names,
            residual.not,
            residual.condition,
            residual.then,
            residual.otherwise,
            residual.contains,
            residual.unevaluated_items,
            residual.unevaluated_properties,
        ];
        let lists = [&self.all_of, &self.any_of, &self.one_of, &array.prefix];
        let maps = [&object.patterns, &residual.dependent_schemas];
        single
            .into_iter()
            .flatten()
            .chain(lists.into_iter().flatten().copied())
            .chain(object.properties.iter().flat_map(|nodes| nodes.values().copied()))
            .chain(maps.into_iter().flat_map(|nodes| nodes.values().copied()))
    }
}

impl Graph {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}
