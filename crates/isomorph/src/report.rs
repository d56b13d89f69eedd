//! The ledger as data: for every keyword of every schema, who enforces it.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::{Map, Value, json};

use crate::generate::{self, Stages};

use crate::lower::{self, Graph, Keyword, Node, NodeId, Reading, Schema};
use crate::shape::{Enforcer, Form, Models, Type, Typed, judges};
use crate::{Diagnostic, emit};

/// What became of every keyword of every schema that was used.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// One for each document, those that were only referred to included.
    pub documents: Vec<DocumentReport>,
    /// What was found and is worth a word.
    pub warnings: Vec<Diagnostic>,
}

/// The part of a report about one document.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentReport {
    /// The document's name.
    pub document: String,
    /// Its kind and version, such as `OpenAPI 3.1`.
    pub kind: String,
    /// Every schema of it that something uses, in the order in which the generator came across them.
    pub locations: Vec<LocationReport>,
}

/// The part of a report about one schema.
#[derive(Debug, Clone, PartialEq)]
pub struct LocationReport {
    /// The location, as a JSON pointer (RFC 6901) into the document.
    pub pointer: String,
    /// The Rust type, where the schema has one of its own.
    pub rust: Option<String>,
    /// Set where that type is any JSON value.
    pub any_value: Option<AnyValue>,
    /// The members of the schema object, in document order.
    pub keywords: Vec<(String, Column)>,
}

/// Why a location's Rust type is any JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyValue {
    /// The schema says nothing of its values.
    Open,
    /// No Rust form says what the schema does; the value is checked as a whole.
    Opaque,
}

/// Who enforces a keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// The Rust type has no other values.
    Typed,
    /// The generator: no value can get there, or every value that could was judged already.
    Settled,
    /// A generated check.
    Checked,
    /// The check of the whole value by the `jsonschema` crate.
    CheckedAsWhole,
    /// Nobody: it judges nothing, for this reason.
    Annotation(&'static str),
    /// Nobody: a diagnostic of this rule says so.
    Reported(&'static str),
    /// Nobody, and nothing was said of it: a bug of the generator.
    Lost,
}

impl Column {
    /// The column as the report file spells it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Column::Typed => "typed",
            Column::Settled => "settled",
            Column::Checked => "checked",
            Column::CheckedAsWhole => "checked as a whole",
            Column::Annotation(_) => "annotation",
            Column::Reported(_) => "reported",
            Column::Lost => "lost",
        }
    }
}

/// Tells for every keyword of the documents who enforces it.
pub(crate) fn of(stages: &Stages<'_>) -> Report {
    let types = Types::of(&stages.models);
    let reached = within_reach(stages.graph);
    let documents = stages.documents.documents.iter().enumerate().map(|(index, source)| {
        let warnings: Vec<&Diagnostic> = stages
            .warnings
            .iter()
            .filter(|warning| warning.place.document == source.name)
            .collect();
        let nodes = (0..).map(NodeId).zip(&stages.graph.nodes);
        let locations = nodes.filter(|(_, node)| node.document == index).map(|(id, node)| {
            let members = source.value.pointer(&node.pointer).and_then(Value::as_object);
            location(stages, &types, id, node, members, &warnings, &reached)
        });
        DocumentReport {
            document: source.name.clone(),
            kind: generate::kind_name(source.kind),
            locations: merged(locations),
        }
    });
    Report {
        // A built-in metaschema that nothing refers to has no locations.
        documents: documents.filter(|document| !document.locations.is_empty()).collect(),
        warnings: stages.warnings.clone(),
    }
}

/// The types of locations, by document and pointer.
struct Types<'m> {
    models: &'m Models,
    by_place: HashMap<(usize, &'m str), &'m Type>,
}

impl<'m> Types<'m> {
    fn of(models: &'m Models) -> Types<'m> {
        let entry = |typed: &'m Typed| ((typed.document, typed.pointer.as_str()), &typed.ty);
        Types {
            models,
            by_place: models.locations.iter().map(entry).collect(),
        }
    }

    fn is_any_value(&self, ty: &Type) -> bool {
        match ty {
            Type::Value => true,
            Type::Option(inner) => self.is_any_value(inner),
            Type::Model(id) | Type::Boxed(id) => match &self.models.model(*id).form {
                Form::Newtype(newtype) => newtype.inner == Type::Value,
                Form::Struct(_) | Form::Union(_) | Form::Enumeration(_) | Form::Sequence(_) | Form::Alias(_) => false,
            },
            Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Never => false,
            Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => false,
        }
    }
}

fn location(
    stages: &Stages<'_>,
    types: &Types<'_>,
    id: NodeId,
    node: &Node,
    members: Option<&Map<String, Value>>,
    warnings: &[&Diagnostic],
    reached: &HashSet<NodeId>,
) -> LocationReport {
    let ty = types.by_place.get(&(node.document, node.pointer.as_str()));
    let any_value = ty.filter(|ty| types.is_any_value(ty)).map(|_| {
        if says_nothing(stages.graph, node) {
            AnyValue::Open
        } else {
            AnyValue::Opaque
        }
    });
    let members = members.into_iter().flat_map(Map::keys).zip(&node.readings);
    let keywords = members.map(|(key, reading)| {
        let mut column = column(&stages.models, id, node, *reading);
        if column == Column::Lost && !reached.contains(&id) {
            column = Column::Settled;
        }
        if matches!(column, Column::Lost | Column::Annotation(_)) {
            let pointer = format!("{}/{}", node.pointer, key.replace('~', "~0").replace('/', "~1"));
            let found = warnings.iter().find(|warning| warning.place.pointer == pointer);
            column = found.map_or(column, |warning| Column::Reported(warning.rule));
        }
        (key.clone(), column)
    });
    LocationReport {
        pointer: node.pointer.clone(),
        rust: ty.map(|ty| emit::type_text(&stages.models, ty)),
        any_value,
        keywords: keywords.collect(),
    }
}

/// The schemas that some value can get to: those with a type of their own, and all inside of these. What stands inside of
/// a schema that accepts nothing is read, and left.
fn within_reach(graph: &Graph) -> HashSet<NodeId> {
    let roots = graph.roots.iter().map(|root| root.node);
    let mut open: Vec<NodeId> = roots.chain(graph.anchors.iter().map(|anchor| anchor.node)).collect();
    let mut reached = HashSet::new();
    while let Some(id) = open.pop() {
        if !reached.insert(id) {
            continue;
        }
        if let Schema::Keywords(keywords) = &graph.node(id).schema
            && keywords.types != Some(lower::Types::NONE)
        {
            open.extend(keywords.children());
        }
    }
    reached
}

/// Whether a schema, and the one that it only refers to, accepts everything.
fn says_nothing(graph: &Graph, node: &Node) -> bool {
    let mut node = node;
    for _ in 0..graph.nodes.len() {
        if !judges(&node.readings) {
            return true;
        }
        let Schema::Keywords(keywords) = &node.schema else {
            return false;
        };
        match (
            node.readings
                .iter()
                .filter(|it| matches!(it, Reading::Judges(_)))
                .count(),
            keywords.reference,
        ) {
            (1, Some(target)) => node = graph.node(target),
            _ => return false,
        }
    }
    false
}

fn column(models: &Models, id: NodeId, node: &Node, reading: Reading) -> Column {
    let enforced = |keyword| match models.ledger.enforcer(id, keyword) {
        Some(Enforcer::Type) => Column::Typed,
        Some(Enforcer::Rule) => Column::Checked,
        Some(Enforcer::Whole) => Column::CheckedAsWhole,
        Some(Enforcer::Settled) => Column::Settled,
        None => Column::Lost,
    };
    match reading {
        // `not: {}` makes the schema one that accepts nothing, whatever else it says.
        Reading::Judges(_) | Reading::Dependencies if matches!(node.schema, Schema::False) => Column::Typed,
        Reading::Judges(keyword) => match (keyword, enforced(keyword)) {
            (Keyword::Format, Column::Lost) => Column::Annotation("the format is not asserted, or nothing judges it"),
            (Keyword::Default, column) if column != Column::Typed => {
                Column::Annotation("no absent value is filled here")
            }
            (_, column) => column,
        },
        Reading::Dependencies => match enforced(Keyword::DependentRequired) {
            Column::Lost => enforced(Keyword::DependentSchemas),
            column => column,
        },
        Reading::Annotation => Column::Annotation("it tells a reader something, or names the schema"),
        Reading::Unknown => Column::Annotation("no specification has this keyword"),
        Reading::BesideReference => Column::Annotation("this dialect ignores what stands beside `$ref`"),
        Reading::WithoutVocabulary => Column::Annotation("the metaschema leaves its vocabulary out"),
        Reading::LeadsBack => Column::Reported("own-member"),
        Reading::WithoutPartner => Column::Annotation("the keyword that it belongs to is missing"),
    }
}

/// One entry a location, where a schema was lowered more than once for what its dynamic references mean.
fn merged(locations: impl Iterator<Item = LocationReport>) -> Vec<LocationReport> {
    let mut merged: IndexMap<String, LocationReport> = indexmap::IndexMap::new();
    for location in locations {
        match merged.entry(location.pointer.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(location);
            }
            Entry::Occupied(mut entry) => {
                let columns = entry.get_mut().keywords.iter_mut().zip(location.keywords);
                for ((_, column), (_, other)) in columns {
                    if *column == Column::Lost {
                        *column = other;
                    }
                }
            }
        }
    }
    merged.into_values().collect()
}

impl DocumentReport {
    /// How many keywords each column has, in the order of [`Column`].
    pub fn totals(&self) -> Vec<(&'static str, usize)> {
        const ORDER: [Column; 7] = [
            Column::Typed,
            Column::Settled,
            Column::Checked,
            Column::CheckedAsWhole,
            Column::Annotation(""),
            Column::Reported(""),
            Column::Lost,
        ];
        let columns = || {
            self.locations
                .iter()
                .flat_map(|it| &it.keywords)
                .map(|(_, column)| column.as_str())
        };
        ORDER
            .iter()
            .map(|column| (column.as_str(), columns().filter(|it| *it == column.as_str()).count()))
            .collect()
    }

    /// How many locations have a Rust type, and how many of these types are any value for a reason.
    pub fn typed(&self, any_value: Option<AnyValue>) -> usize {
        let typed = self.locations.iter().filter(|it| it.rust.is_some());
        typed
            .filter(|it| any_value.is_none() || it.any_value == any_value)
            .count()
    }
}

impl Report {
    /// The report as JSON, for `--report FILE`.
    pub fn to_json(&self) -> Value {
        let documents = self.documents.iter().map(document_json).collect::<Vec<_>>();
        let warnings = self.warnings.iter().map(warning_json).collect::<Vec<_>>();
        json!({ "documents": documents, "warnings": warnings })
    }
}

fn document_json(document: &DocumentReport) -> Value {
    let totals: Map<String, Value> = document
        .totals()
        .into_iter()
        .map(|(column, count)| (column.to_owned(), Value::from(count)))
        .collect();
    json!({
        "document": document.document,
        "kind": document.kind,
        "keywords": totals,
        "types": {
            "all": document.typed(None),
            "any value, since the schema is open": document.typed(Some(AnyValue::Open)),
            "any value, checked as a whole": document.typed(Some(AnyValue::Opaque)),
        },
        "locations": document.locations.iter().map(location_json).collect::<Vec<_>>(),
    })
}

fn location_json(location: &LocationReport) -> Value {
    let mut json = Map::new();
    json.insert("pointer".to_owned(), json!(location.pointer));
    if let Some(rust) = &location.rust {
        json.insert("rust".to_owned(), json!(rust));
    }
    match location.any_value {
        Some(AnyValue::Open) => json.insert("any value".to_owned(), json!("open")),
        Some(AnyValue::Opaque) => json.insert("any value".to_owned(), json!("opaque")),
        None => None,
    };
    let keywords: Map<String, Value> = location
        .keywords
        .iter()
        .map(|(key, column)| {
            let told = match column {
                Column::Annotation(reason) => format!("annotation: {reason}"),
                Column::Reported(rule) => format!("reported: {rule}"),
                other => other.as_str().to_owned(),
            };
            (key.clone(), Value::String(told))
        })
        .collect();
    json.insert("keywords".to_owned(), Value::Object(keywords));
    Value::Object(json)
}

fn warning_json(warning: &Diagnostic) -> Value {
    json!({
        "rule": warning.rule,
        "document": warning.place.document,
        "pointer": warning.place.pointer,
        "line": warning.place.line,
        "column": warning.place.column,
        "message": warning.message,
        "repair": warning.repair,
    })
}
