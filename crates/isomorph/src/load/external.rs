//! Documents that the input's documents refer to: the metaschemas, which are built in, and what a door can read.

use std::collections::{BTreeSet, HashSet, VecDeque};

use referencing::Uri;
use serde_json::Value;

use super::{Loaded, Source, kind, parse};
use crate::Sources;

/// Reads everything that the documents refer to, and what that refers to in turn. A document that is not to be had is no
/// error here: the reference that leads there is one, with its place.
pub(crate) fn load_externals(loaded: &mut Loaded, sources: &dyn Sources) {
    for (index, source) in loaded.documents.iter_mut().enumerate() {
        if let Some(uri) = sources.uri(index) {
            source.uri = uri;
        }
    }
    let mut seen: HashSet<String> = loaded.documents.iter().map(|source| source.uri.clone()).collect();
    let mut open: VecDeque<usize> = (0..loaded.documents.len()).collect();
    while let Some(index) = open.pop_front() {
        let source = &loaded.documents[index];
        let mut found = References::default();
        if let Ok(base) = referencing::uri::from_str(&source.uri) {
            found.collect(&source.value, &base);
        }
        let (owner, policy, inherited) = (source.owner, source.policy.clone(), source.kind);
        loaded.dynamic_bases.extend(found.dynamic);
        seen.extend(found.declared);
        for uri in found.referred {
            if !seen.insert(uri.clone()) {
                continue;
            }
            let Some((text, value)) = metaschema(&uri).or_else(|| read(&uri, sources, loaded)) else {
                continue;
            };
            // A fragment of an OpenAPI document, or of a schema, is what its whole is.
            let says_itself = value.get("$schema").is_some() || value.get("openapi").is_some();
            let kind = match kind::kind(&uri, &text, &value) {
                Ok((kind, _)) if says_itself => kind,
                Ok(_) | Err(_) => inherited,
            };
            let module = loaded.documents[owner].module.clone();
            open.push_back(loaded.documents.len());
            loaded.documents.push(Source {
                name: uri.clone(),
                module,
                text,
                value,
                kind,
                policy: policy.clone(),
                uri,
                owner,
                validates: true,
            });
        }
    }
    apply_vocabularies(loaded);
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

fn metaschema(uri: &str) -> Option<(String, Value)> {
    let base = referencing::uri::from_str(uri).ok()?;
    let resolver = referencing::SPECIFICATIONS.resolver(base);
    let value = resolver.lookup("").ok()?.contents().clone();
    Some((serde_json::to_string_pretty(&value).unwrap_or_default(), value))
}

fn read(uri: &str, sources: &dyn Sources, loaded: &mut Loaded) -> Option<(String, Value)> {
    let text = sources.read(uri)?;
    match parse::parse(uri, &text) {
        Ok(parsed) => {
            loaded.warnings.extend(parsed.warnings);
            Some((text, parsed.value))
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
    referred: BTreeSet<String>,
    declared: BTreeSet<String>,
    /// The bases of the resources with an anchor that depends on the way to it.
    dynamic: BTreeSet<String>,
}

impl References {
    fn collect(&mut self, root: &Value, base: &Uri<String>) {
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
                        self.referred
                            .extend(reference.and_then(|reference| resolved(&base, reference)).map(text));
                    }
                    // A metaschema of the document's own may leave out vocabularies; the built-in ones have all.
                    let dialect = members.get("$schema").and_then(Value::as_str);
                    let dialect = dialect.and_then(|dialect| resolved(&base, dialect)).map(text);
                    self.referred.extend(dialect.filter(|uri| metaschema(uri).is_none()));
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
