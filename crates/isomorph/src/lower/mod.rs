//! Stage 3: all dialects into one schema graph.
//!
//! Each schema that something refers to becomes one [`Node`], found by its place in the document, so that recursion needs
//! no care. The walk uses a list of open schemas instead of the call stack: nesting of any depth ends.

mod dialect;
mod discriminator;
mod graph;
mod keywords;
mod lenient;
mod operations;
mod own_members;
mod reading;

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

pub(crate) use graph::{
    Anchor, Discriminator, Docs, Graph, Keywords, Node, NodeId, ObjectKeywords, Residual, Root, RootName, Schema, Types,
};

use crate::load::{Kind, Loaded};
use crate::resolve::{Resolved, Site};
use crate::{Diagnostic, Place, Severity};
use dialect::Rules;
pub(crate) use keywords::same;
pub(crate) use reading::{Keyword, Reading};

/// Lowers every named schema of the documents, and all that they refer to.
///
/// Problems are added to `diagnostics`; the graph is usable for further findings even then.
pub(crate) fn lower(documents: &Loaded, resolved: &Resolved<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let mut lowering = Lowering {
        documents,
        resolved,
        graph: Graph::default(),
        ids: HashMap::new(),
        open: VecDeque::new(),
        null_members: HashSet::new(),
        foreign: HashSet::new(),
        repeated: HashMap::new(),
        diagnostics,
    };
    let roots: Vec<Site<'_>> = (0..documents.own().len())
        .filter_map(|document| lowering.roots(document))
        .collect();
    operations::anchor(&mut lowering, &roots);
    lowering.drain();
    lowering.count_repeated();
    let mut graph = lowering.graph;
    own_members::leave_out(documents, &mut graph, diagnostics);
    graph
}

struct Lowering<'a, 'd> {
    documents: &'a Loaded,
    resolved: &'a Resolved<'a>,
    graph: Graph,
    /// By the place of the schema, and by the way to it where that decides what its references mean.
    ids: HashMap<(*const Value, Vec<String>), NodeId>,
    open: VecDeque<(NodeId, Site<'a>)>,
    /// Union members that mean null although they say less.
    null_members: HashSet<NodeId>,
    /// The schemas of other documents that became roots.
    foreign: HashSet<NodeId>,
    /// By document and rule: the finding that stands for all, and how many more there are.
    repeated: HashMap<(usize, &'static str), (usize, usize)>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Lowering<'a, '_> {
    /// Notes the named schemas of a document; the root of an OpenAPI document is handed back for its operations.
    fn roots(&mut self, document: usize) -> Option<Site<'a>> {
        let source = &self.documents.documents[document];
        let root = match self.resolved.root(document) {
            Ok(root) => root,
            Err(reason) => {
                let place = Place {
                    document: source.name.clone(),
                    ..Place::default()
                };
                self.diagnostics.push(Diagnostic {
                    rule: "invalid-resource",
                    severity: Severity::Error,
                    place,
                    message: format!("the document's root cannot be used as a base for references: {reason}"),
                    why: "references are resolved against the identifier of the document".to_owned(),
                    repair: "make the root's `$id` an absolute URI".to_owned(),
                });
                return None;
            }
        };
        match source.kind {
            Kind::OpenApi(_) => {
                self.named(&root, &["components", "schemas"]);
                Some(root)
            }
            Kind::JsonSchema(_) => {
                let node = self.node(root.clone());
                let title = root.value.get("title").and_then(Value::as_str).map(str::to_owned);
                self.graph.roots.push(Root {
                    node,
                    name: RootName::Document(title),
                });
                self.named(&root, &["definitions"]);
                self.named(&root, &["$defs"]);
                None
            }
        }
    }

    /// The named schemas under a path of keys.
    fn named(&mut self, root: &Site<'a>, path: &[&str]) {
        let mut value = root.value;
        for key in path {
            match value.get(key) {
                Some(below) => value = below,
                None => return,
            }
        }
        let Some(schemas) = value.as_object() else { return };
        for (key, schema) in schemas {
            let segments: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
            let node = self.node(root.below(&segments, schema));
            self.graph.roots.push(Root {
                node,
                name: RootName::Key(key.clone()),
            });
        }
    }

    /// The node of a schema, which is lowered later if it is new.
    fn node(&mut self, site: Site<'a>) -> NodeId {
        let key = (std::ptr::from_ref(site.value), self.resolved.way(&site));
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = NodeId(self.graph.nodes.len() as u32);
        self.ids.insert(key, id);
        self.graph.nodes.push(Node {
            document: site.document,
            pointer: site.pointer.clone(),
            docs: Docs::default(),
            schema: Schema::True,
            readings: Box::default(),
        });
        self.open.push_back((id, site));
        id
    }

    /// The node that a reference leads to. A schema of another document has no parent among the models, so it becomes one.
    fn referred(&mut self, target: Site<'a>) -> NodeId {
        let is_foreign = target.document >= self.documents.own().len();
        let name = self.called(&target);
        let node = self.node(target);
        if is_foreign && self.foreign.insert(node) {
            self.graph.roots.push(Root {
                node,
                name: RootName::Key(name),
            });
        }
        node
    }

    /// What something is called that a reference leads to: its key, else its document's file name.
    fn called(&self, site: &Site<'_>) -> String {
        let uri = &self.documents.documents[site.document].uri;
        let last = site.pointer.rsplit('/').next().filter(|segment| !segment.is_empty());
        let stem = uri.rsplit('/').next().unwrap_or(uri).split('.').next().unwrap_or(uri);
        last.unwrap_or(stem).replace("~1", "/").replace("~0", "~")
    }

    fn drain(&mut self) {
        while let Some((id, site)) = self.open.pop_front() {
            let (schema, docs, readings) = match site.value {
                Value::Bool(true) => (Schema::True, Docs::default(), Box::default()),
                Value::Bool(false) => (Schema::False, Docs::default(), Box::default()),
                Value::Object(members) => {
                    let source = &self.documents.documents[site.document];
                    let rules = Rules {
                        validation: source.validates,
                        ..Rules::of(source.kind)
                    };
                    keywords::read(self, &site, members, rules)
                }
                Value::Null => {
                    self.note_once(
                        &site,
                        &[],
                        "null-schema",
                        "null stands where a schema is expected".to_owned(),
                        "it is read as `true`: anything is accepted here",
                        "write the schema, or `true`",
                    );
                    (Schema::True, Docs::default(), Box::default())
                }
                other => {
                    self.report(
                        &site,
                        &[],
                        "not-a-schema",
                        format!("a schema is an object or a boolean, found {}", kind_of(other)),
                        "what stands here is used as a schema",
                        "write a schema here, or `true` where anything is allowed",
                    );
                    (Schema::True, Docs::default(), Box::default())
                }
            };
            let schema = if self.null_members.contains(&id) {
                Schema::Keywords(Box::new(Keywords {
                    types: Some(Types::NULL),
                    ..Keywords::default()
                }))
            } else {
                schema
            };
            let node = &mut self.graph.nodes[id.0 as usize];
            node.schema = schema;
            node.docs = docs;
            node.readings = readings;
        }
    }

    /// Warns of what documents repeat many times: the first place is told, and how many more there are.
    fn note_once(
        &mut self,
        site: &Site<'a>,
        below: &[&str],
        rule: &'static str,
        message: String,
        why: &str,
        repair: &str,
    ) {
        let next = self.diagnostics.len();
        let (_, more) = self
            .repeated
            .entry((site.document, rule))
            .and_modify(|(_, more)| *more += 1)
            .or_insert((next, 0));
        if *more == 0 {
            self.note(site, below, Severity::Warning, rule, message, why, repair);
        }
    }

    fn count_repeated(&mut self) {
        for (index, more) in self.repeated.values().filter(|(_, more)| *more > 0) {
            if let Some(finding) = self.diagnostics.get_mut(*index) {
                let places = if *more == 1 { "place" } else { "places" };
                finding.message.push_str(&format!(", here and in {more} more {places}"));
            }
        }
    }

    /// Adds an error at a place below a site.
    fn report(
        &mut self,
        site: &Site<'a>,
        below: &[&str],
        rule: &'static str,
        message: String,
        why: &str,
        repair: &str,
    ) {
        self.note(site, below, Severity::Error, rule, message, why, repair);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a diagnostic, each of which is said at every call"
    )]
    fn note(
        &mut self,
        site: &Site<'a>,
        below: &[&str],
        severity: Severity,
        rule: &'static str,
        message: String,
        why: &str,
        repair: &str,
    ) {
        let mut pointer = site.pointer.clone();
        for segment in below {
            crate::resolve::push_segment(&mut pointer, segment);
        }
        let document = self.documents.documents[site.document].name.clone();
        self.diagnostics.push(Diagnostic {
            rule,
            severity,
            place: Place {
                document,
                pointer,
                ..Place::default()
            },
            message,
            why: why.to_owned(),
            repair: repair.to_owned(),
        });
    }
}

/// A value as messages show it: short ones as they are, others by their type.
pub(crate) fn kind_of(value: &Value) -> String {
    let kind = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => return value.to_string(),
        Value::String(text) if text.chars().count() <= 40 => return value.to_string(),
        Value::String(_) => "a string",
        Value::Array(items) if items.is_empty() => "an empty array",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    kind.to_owned()
}
