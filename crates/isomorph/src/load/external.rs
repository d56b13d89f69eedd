//! Documents that the input's documents refer to: the metaschemas, which are built in, and what a door can read.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use referencing::Uri;
use serde_json::Value;

use super::{Dialect, Kind, Loaded, OpenApiVersion, Source, kind, parse};
use crate::Sources;

/// Reads everything that the documents refer to, and what that refers to in turn. A document that is not to be had is no
/// error here: the reference that leads there is one, with its place.
pub(crate) fn load_externals(loaded: &mut Loaded, sources: &dyn Sources) {
    for (index, source) in loaded.documents.iter_mut().enumerate() {
        if let Some(uri) = sources.uri(index) {
            source.retrieved = uri;
        }
        source.uri = base(source);
    }
    let own = loaded.documents.iter();
    let mut seen: HashSet<String> = own.flat_map(|it| [it.uri.clone(), it.retrieved.clone()]).collect();
    let mut open: VecDeque<usize> = (0..loaded.documents.len()).collect();
    while let Some(index) = open.pop_front() {
        let source = &loaded.documents[index];
        let mut found = References::default();
        if let Ok(base) = referencing::uri::from_str(&source.uri) {
            found.collect(&source.value, &base, &source.retrieved);
        }
        let (owner, policy, inherited) = (source.owner, source.policy.clone(), source.kind);
        loaded.dynamic_bases.extend(found.dynamic);
        seen.extend(found.declared);
        for (uri, beside) in found.referred {
            if !seen.insert(uri.clone()) {
                continue;
            }
            let Some(answer) = metaschema(&uri).or_else(|| read(&uri, &beside, sources, loaded)) else {
                continue;
            };
            let Answer { retrieved, text, value } = answer;
            // A fragment of an OpenAPI document, or of a schema, is what its whole is.
            let says_itself = value.get("$schema").is_some() || value.get("openapi").is_some();
            let kind = match kind::kind(&retrieved, &text, &value) {
                Ok((kind, _)) if says_itself => kind,
                Ok(_) | Err(_) => inherited,
            };
            let module = loaded.documents[owner].module.clone();
            open.push_back(loaded.documents.len());
            loaded.documents.push(Source {
                name: retrieved.clone(),
                module,
                text,
                value,
                kind,
                policy: policy.clone(),
                uri,
                retrieved,
                owner,
                validates: true,
            });
        }
    }
    apply_vocabularies(loaded);
}

/// What the references of a document are resolved against: where it was read from, unless it says otherwise in a way that
/// the rules for `$id` do not cover.
fn base(source: &Source) -> String {
    let says = match source.kind {
        // OpenAPI 3.2, section 4.1.2.2.1.
        Kind::OpenApi(OpenApiVersion::V32) => source.value.get("$self"),
        // Up to draft 7 an identifier beside `$ref` does not count, strictly; on a root it can mean nothing else.
        Kind::JsonSchema(Dialect::Draft6 | Dialect::Draft7) if source.value.get("$ref").is_some() => {
            source.value.get("$id")
        }
        Kind::OpenApi(OpenApiVersion::V30 | OpenApiVersion::V31) | Kind::JsonSchema(_) => None,
    };
    let retrieved = referencing::uri::from_str(&source.retrieved);
    let own = says
        .and_then(Value::as_str)
        .zip(retrieved.ok())
        .and_then(|(says, retrieved)| resolved(&retrieved, says));
    own.map_or_else(|| source.retrieved.clone(), text)
}

/// Which vocabularies a metaschema of its own gives a document (2020-12 Core, section 8.1.2).
fn apply_vocabularies(loaded: &mut Loaded) {
    let lacks_validation = |uri: &str| {
        let metaschema = loaded
            .documents
            .iter()
            .find(|source| source.uri == uri.trim_end_matches('#'));
        let vocabularies = metaschema
            .and_then(|source| source.value.get("$vocabulary"))
            .and_then(Value::as_object);
        vocabularies.is_some_and(|it| !it.keys().any(|vocabulary| vocabulary.ends_with("/vocab/validation")))
    };
    let validates: Vec<bool> = loaded
        .documents
        .iter()
        .map(|source| {
            !source
                .value
                .get("$schema")
                .and_then(Value::as_str)
                .is_some_and(lacks_validation)
        })
        .collect();
    for (source, validates) in loaded.documents.iter_mut().zip(validates) {
        source.validates = validates;
    }
}

/// A document that was to be had.
struct Answer {
    retrieved: String,
    text: String,
    value: Value,
}

fn metaschema(uri: &str) -> Option<Answer> {
    let base = referencing::uri::from_str(uri).ok()?;
    let resolver = referencing::SPECIFICATIONS.resolver(base);
    let value = resolver.lookup("").ok()?.contents().clone();
    Some(Answer {
        retrieved: uri.to_owned(),
        text: serde_json::to_string_pretty(&value).unwrap_or_default(),
        value,
    })
}

/// Reads the document at a URI, else one that stands beside the document that refers to it: the identifiers of published
/// documents name addresses, and whoever has copies has them side by side.
fn read(uri: &str, beside: &BTreeSet<String>, sources: &dyn Sources, loaded: &mut Loaded) -> Option<Answer> {
    let candidates = [uri].into_iter().chain(beside.iter().map(String::as_str));
    let (retrieved, text) = candidates.filter_map(|uri| Some((uri, sources.read(uri)?))).next()?;
    match parse::parse(retrieved, &text) {
        Ok(parsed) => {
            loaded.warnings.extend(parsed.warnings);
            Some(Answer {
                retrieved: retrieved.to_owned(),
                text,
                value: parsed.value,
            })
        }
        Err(diagnostic) => {
            loaded.warnings.push(*diagnostic);
            None
        }
    }
}

/// What a document refers to and declares, as absolute URIs without fragments.
#[derive(Default)]
struct References {
    /// Each with where it would be beside the document that was read.
    referred: BTreeMap<String, BTreeSet<String>>,
    declared: BTreeSet<String>,
    /// The bases of the resources with an anchor that depends on the way to it.
    dynamic: BTreeSet<String>,
}

impl References {
    fn collect(&mut self, root: &Value, base: &Uri<String>, retrieved: &str) {
        let retrieved = referencing::uri::from_str(retrieved).ok();
        let mut open: Vec<(&Value, Uri<String>)> = vec![(root, base.clone())];
        while let Some((value, mut base)) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items.iter().map(|item| (item, base.clone()))),
                Value::Object(members) => {
                    let id = members.get("$id").or_else(|| members.get("id")).and_then(Value::as_str);
                    if let Some(own) = id.and_then(|id| resolved(&base, id)) {
                        self.declared.insert(own.as_str().to_owned());
                        base = own;
                    }
                    for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
                        let reference = members.get(keyword).and_then(Value::as_str);
                        if let Some(reference) = reference {
                            self.refer(reference, &base, retrieved.as_ref());
                        }
                    }
                    // A metaschema of the document's own may leave out vocabularies; the built-in ones have all.
                    let dialect = members.get("$schema").and_then(Value::as_str);
                    if let Some(dialect) = dialect.filter(|uri| metaschema(uri.trim_end_matches('#')).is_none()) {
                        self.refer(dialect, &base, retrieved.as_ref());
                    }
                    let is_dynamic = members.contains_key("$dynamicAnchor")
                        || members.get("$recursiveAnchor") == Some(&Value::Bool(true));
                    if is_dynamic {
                        self.dynamic.insert(text(base.clone()));
                    }
                    open.extend(members.values().map(|member| (member, base.clone())));
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }
}

impl References {
    fn refer(&mut self, reference: &str, base: &Uri<String>, retrieved: Option<&Uri<String>>) {
        let Some(uri) = resolved(base, reference).map(text) else {
            return;
        };
        let beside = retrieved.and_then(|retrieved| resolved(retrieved, reference)).map(text);
        let beside = beside.filter(|beside| *beside != uri);
        self.referred.entry(uri).or_default().extend(beside);
    }
}

/// A reference against a base, without its fragment.
fn resolved(base: &Uri<String>, reference: &str) -> Option<Uri<String>> {
    let reference = reference.split_once('#').map_or(reference, |(reference, _)| reference);
    if reference.is_empty() {
        return Some(base.clone());
    }
    referencing::uri::resolve_against(&base.borrow(), reference).ok()
}

fn text(uri: Uri<String>) -> String {
    uri.as_str().to_owned()
}
