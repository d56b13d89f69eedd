//! The models that chosen parts of a document reach, where not all are wanted.
//!
//! Everything is named and shaped first, so that a model is the same with and without the others.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::order::{named_by, named_in};
use super::{ModelId, Models};
use crate::load::{Loaded, Source};
use crate::lower::{Graph, RootName};
use crate::{Diagnostic, Place, Severity};

/// The members of a path item that are operations have these names, or stand in `additionalOperations`.
const METHODS: &[&str] = &[
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
];

/// What stands before the name of a tag.
const TAG: &str = "tag:";

/// Leaves out the models that no chosen part of their document reaches. A choice that is nothing of the document is an
/// error.
pub(super) fn keep(documents: &Loaded, graph: &Graph, models: &mut Models, diagnostics: &mut Vec<Diagnostic>) {
    if documents.own().iter().all(|source| source.policy.only.is_empty()) {
        return;
    }
    let mut chosen = Chosen::default();
    for (index, source) in documents.own().iter().enumerate() {
        if source.policy.only.is_empty() {
            chosen.prefixes.insert((index, String::new()));
            let all = models.order.iter().filter(|id| models.model(**id).document == index);
            chosen.open.extend(all);
        }
        for choice in &source.policy.only {
            if !chosen.take(source, index, graph, models, choice) {
                diagnostics.push(unknown(source, index, graph, models, choice));
            }
        }
    }
    let is_chosen = |document, pointer: &str| chosen.has(document, pointer);
    let mut open = chosen.open.clone();
    for typed in &models.locations {
        if is_chosen(typed.document, &typed.pointer) {
            named_in(&typed.ty, &mut open);
        }
    }
    let mut reached: HashSet<ModelId> = HashSet::new();
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            open.extend(named_by(&models.model(id).form));
        }
    }
    models.order.retain(|id| reached.contains(id));
    let mut within = chosen;
    for id in &models.order {
        let model = models.model(*id);
        within.prefixes.insert((model.document, model.pointer.clone()));
    }
    models.locations.retain(|typed| {
        let mut named = Vec::new();
        named_in(&typed.ty, &mut named);
        named.iter().all(|id| reached.contains(id)) && (!named.is_empty() || within.has(typed.document, &typed.pointer))
    });
}

/// What was chosen: whatever stands at one of these locations or below, and models by their names.
#[derive(Default)]
struct Chosen {
    prefixes: HashSet<(usize, String)>,
    open: Vec<ModelId>,
}

impl Chosen {
    /// Takes everything that a choice means; whether it means something.
    fn take(&mut self, source: &Source, index: usize, graph: &Graph, models: &Models, choice: &str) -> bool {
        let pointer = choice.strip_prefix('#').unwrap_or(choice);
        if pointer.is_empty() || pointer.starts_with('/') {
            self.prefixes.insert((index, pointer.to_owned()));
            return models
                .locations
                .iter()
                .any(|typed| typed.document == index && is_within(&typed.pointer, pointer));
        }
        let mut pointers = match choice.strip_prefix(TAG) {
            Some(tag) => operations(source, |operation| tags(operation).any(|name| name == tag)),
            None => operations(source, |operation| operation_id(operation) == Some(choice)),
        };
        pointers.extend(components(graph, index).filter_map(|(name, pointer)| (name == choice).then_some(pointer)));
        let named = models.order.iter().filter(|id| {
            let model = models.model(**id);
            model.document == index && model.name == choice
        });
        let before = self.open.len();
        self.open.extend(named);
        let is_known = !pointers.is_empty() || self.open.len() > before;
        self.prefixes
            .extend(pointers.into_iter().map(|pointer| (index, pointer)));
        is_known
    }

    /// Whether a location is chosen, or lies below one that is.
    fn has(&self, document: usize, pointer: &str) -> bool {
        let mut at = pointer;
        loop {
            if self.prefixes.contains(&(document, at.to_owned())) {
                return true;
            }
            match at.rfind('/') {
                Some(end) => at = &at[..end],
                None => return false,
            }
        }
    }
}

fn is_within(pointer: &str, prefix: &str) -> bool {
    pointer
        .strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The names that a document gives to its schemas, with their locations.
fn components(graph: &Graph, document: usize) -> impl Iterator<Item = (&str, String)> {
    graph.roots.iter().filter_map(move |root| {
        let node = graph.node(root.node);
        match &root.name {
            RootName::Key(name) if node.document == document => Some((name.as_str(), node.pointer.clone())),
            RootName::Key(_) | RootName::Document(_) => None,
        }
    })
}

/// The locations of the operations that are wanted, with those of the parts that they refer to.
fn operations(source: &Source, is_wanted: impl Fn(&Value) -> bool) -> Vec<String> {
    let mut pointers = Vec::new();
    for holder in ["/paths", "/webhooks", "/components/pathItems"] {
        for (path, item) in members(source.value.pointer(holder)) {
            let item_pointer = format!("{holder}/{}", escaped(path));
            for (step, operation) in operations_of(item).filter(|(_, operation)| is_wanted(operation)) {
                let parameters = format!("{item_pointer}/parameters");
                if let Some(shared) = source.value.pointer(&parameters) {
                    referred(source, shared, &mut pointers);
                    pointers.push(parameters);
                }
                pointers.push(format!("{item_pointer}/{step}"));
                referred(source, operation, &mut pointers);
            }
        }
    }
    pointers
}

/// The operations of a path item, each with the pointer that leads to it from there.
fn operations_of(item: &Value) -> impl Iterator<Item = (String, &Value)> {
    let fixed = METHODS
        .iter()
        .filter_map(|method| Some(((*method).to_owned(), item.get(*method)?)));
    let additional = members(item.get("additionalOperations"))
        .map(|(method, operation)| (format!("additionalOperations/{}", escaped(method)), operation));
    fixed.chain(additional)
}

/// Adds the locations of the components that are no schemas and that a part of the document refers to: those of
/// schemas are reached by the types.
fn referred(source: &Source, part: &Value, pointers: &mut Vec<String>) {
    match part {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            let pointer = target.and_then(|target| target.strip_prefix('#'));
            if let Some(pointer) =
                pointer.filter(|pointer| is_part(pointer) && !pointers.iter().any(|it| it == pointer))
            {
                pointers.push(pointer.to_owned());
                if let Some(target) = source.value.pointer(pointer) {
                    referred(source, target, pointers);
                }
            }
            members.values().for_each(|member| referred(source, member, pointers));
        }
        Value::Array(items) => items.iter().for_each(|item| referred(source, item, pointers)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_part(pointer: &str) -> bool {
    pointer.starts_with("/components/") && !pointer.starts_with("/components/schemas/")
}

fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flat_map(Map::iter)
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn operation_id(operation: &Value) -> Option<&str> {
    operation.get("operationId")?.as_str()
}

fn tags(operation: &Value) -> impl Iterator<Item = &str> {
    let tags = operation.get("tags").and_then(Value::as_array);
    tags.into_iter().flatten().filter_map(Value::as_str)
}

fn unknown(source: &Source, index: usize, graph: &Graph, models: &Models, choice: &str) -> Diagnostic {
    let repair = match nearest(source, index, graph, models, choice) {
        Some(known) => format!("write `{known}`, if that is meant"),
        None => "write the name of a component, a Rust name, an `operationId`, `tag:NAME`, or a JSON pointer such as \
                 `/paths/~1pets`"
            .to_owned(),
    };
    Diagnostic {
        rule: "unknown-root",
        severity: Severity::Error,
        place: Place {
            document: source.name.clone(),
            ..Place::default()
        },
        message: format!("`{choice}` is chosen, but nothing in the document is called so"),
        why: "only what the chosen parts reach would be generated, so a wrong name would leave models out in silence"
            .to_owned(),
        repair,
    }
}

/// The choice that was meant, if one is near enough to say so.
fn nearest(source: &Source, index: usize, graph: &Graph, models: &Models, choice: &str) -> Option<String> {
    let mut known: Vec<String> = components(graph, index).map(|(name, _)| name.to_owned()).collect();
    let own = models.order.iter().map(|id| models.model(*id));
    known.extend(
        own.filter(|model| model.document == index)
            .map(|model| model.name.clone()),
    );
    let holders = ["/paths", "/webhooks", "/components/pathItems"];
    let items = holders.iter().flat_map(|holder| members(source.value.pointer(holder)));
    for (_, operation) in items.flat_map(|(_, item)| operations_of(item)) {
        known.extend(operation_id(operation).map(str::to_owned));
        known.extend(tags(operation).map(|tag| format!("{TAG}{tag}")));
    }
    known
        .into_iter()
        .map(|known| (strsim::damerau_levenshtein(choice, &known), known))
        .filter(|(distance, known)| *distance <= known.chars().count() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
