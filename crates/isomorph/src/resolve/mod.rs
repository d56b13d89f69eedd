//! Stage 2: every reference leads somewhere.
//!
//! References are followed by the `referencing` crate, which knows the base URIs, anchors and embedded resources of each
//! draft (JSON Schema 2020-12 Core, sections 8 and 9). This stage adds what a diagnostic and a name need: the location of
//! the target as a JSON pointer.

mod mend;

use std::cell::OnceCell;
use std::collections::HashMap;

use referencing::{Draft, Registry, Resolver, Retrieve, Uri};
use serde_json::Value;

use crate::load::{Dialect, Kind, Loaded, Source};
use crate::{Diagnostic, Place, Severity};

/// The documents of a run, with their references resolvable.
pub(crate) struct Resolved<'a> {
    registry: Registry<'a>,
    documents: &'a Loaded,
    /// Per document: the location of every object and array, made when a reference needs it.
    addresses: Vec<OnceCell<HashMap<*const Value, String>>>,
}

/// A schema's place in its document, and the base against which its references resolve.
#[derive(Clone)]
pub(crate) struct Site<'a> {
    /// The index of the document.
    pub(crate) document: usize,
    /// The location, as a JSON pointer.
    pub(crate) pointer: String,
    /// What stands there.
    pub(crate) value: &'a Value,
    resolver: Resolver<'a>,
    draft: Draft,
}

/// What a reference leads to.
pub(crate) struct Target<'a> {
    pub(crate) site: Site<'a>,
    /// Where the reference was wrong in a known way: the one that was meant.
    pub(crate) mended: Option<String>,
}

/// Why a reference leads nowhere.
pub(crate) struct Lost {
    /// The reason, in one sentence.
    pub(crate) reason: String,
    /// A reference that leads somewhere and reads alike.
    pub(crate) similar: Option<String>,
}

impl From<String> for Lost {
    fn from(reason: String) -> Self {
        Lost { reason, similar: None }
    }
}

/// Makes the references of all documents resolvable.
///
/// # Errors
/// A diagnostic when the resources inside the documents cannot be indexed, for example for an invalid `$id`.
pub(crate) fn resolve(documents: &Loaded) -> Result<Resolved<'_>, Vec<Diagnostic>> {
    let failed = |name: &str, error: &referencing::Error| vec![invalid_resource(name, error)];
    let mut builder = Registry::new();
    for document in &documents.documents {
        let resource = draft(document.kind).create_resource_ref(&document.value);
        builder = builder
            .add(&document.uri, resource)
            .map_err(|error| failed(&document.name, &error))?;
        for uri in other_uris(document) {
            let resource = draft(document.kind).create_resource_ref(&document.value);
            builder = builder
                .add(uri, resource)
                .map_err(|error| failed(&document.name, &error))?;
        }
    }
    // The crate looks for embedded resources where schemas nest; in an OpenAPI document they stand elsewhere.
    for document in documents
        .documents
        .iter()
        .filter(|document| matches!(document.kind, Kind::OpenApi(_)))
    {
        for (uri, value) in embedded(document) {
            let resource = draft(document.kind).create_resource_ref(value);
            builder = builder
                .add(uri, resource)
                .map_err(|error| failed(&document.name, &error))?;
        }
    }
    let first = documents.documents.first().map_or("", |document| &document.name);
    let registry = builder
        .retriever(Elsewhere)
        .prepare()
        .map_err(|error| failed(first, &error))?;
    let addresses = documents.documents.iter().map(|_| OnceCell::new()).collect();
    Ok(Resolved {
        registry,
        documents,
        addresses,
    })
}

impl<'a> Resolved<'a> {
    /// The root of a document.
    ///
    /// # Errors
    /// The reason, when the document's base URI is not a URI.
    pub(crate) fn root(&'a self, document: usize) -> Result<Site<'a>, String> {
        let source = &self.documents.documents[document];
        let base = referencing::uri::from_str(&source.uri).map_err(|error| error.to_string())?;
        let draft = draft(source.kind);
        let resolver = self.registry.resolver(base);
        let resource = draft.create_resource_ref(&source.value);
        let resolver = resolver.in_subresource(resource).map_err(|error| error.to_string())?;
        Ok(Site {
            document,
            pointer: String::new(),
            value: &source.value,
            resolver,
            draft,
        })
    }

    /// The target of a reference that stands at `site`.
    ///
    /// # Errors
    /// Why the reference leads nowhere.
    pub(crate) fn follow(&'a self, site: &Site<'a>, reference: &str) -> Result<Target<'a>, Lost> {
        let (target, reference, mended) = match site.resolver.lookup(reference) {
            Ok(target) => (target, reference.to_owned(), None),
            Err(error) => {
                let meant = mend::readings(site, &self.documents.documents[site.document], reference);
                let found = meant.into_iter().find_map(|meant| {
                    let target = site.resolver.lookup(&meant).ok()?;
                    Some((target, meant))
                });
                match found {
                    Some((target, meant)) => (target, meant.clone(), Some(meant)),
                    None => return Err(self.lost(site, reference, &error)),
                }
            }
        };
        let (value, resolver, draft) = target.into_inner();
        let (document, pointer) = self
            .locate(site.document, &reference, value)
            .ok_or_else(|| Lost::from("no such document is at hand".to_owned()))?;
        let root = &self.documents.documents[document];
        let resolver = based(root, &pointer, resolver, draft);
        let own = |meant: String| {
            meant
                .strip_prefix(root.uri.as_str())
                .map_or(meant.clone(), str::to_owned)
        };
        Ok(Target {
            site: Site {
                document,
                pointer,
                value,
                resolver,
                draft,
            },
            mended: mended.map(own),
        })
    }

    /// The component of a name, in the document that a site stands in.
    pub(crate) fn component(&'a self, site: &Site<'a>, name: &str) -> Option<Site<'a>> {
        let document = &self.documents.documents[site.document];
        let mut pointer = String::from("/components/schemas");
        push_segment(&mut pointer, name);
        document.value.pointer(&pointer)?;
        let escaped = pointer.replace('%', "%25");
        let target = self.follow(site, &format!("{}#{escaped}", document.uri));
        target.ok().map(|target| target.site)
    }

    fn lost(&self, site: &Site<'_>, reference: &str, error: &referencing::Error) -> Lost {
        if !reference.starts_with('#') && !self.has(site, reference) {
            return Lost::from("no such document is at hand".to_owned());
        }
        Lost {
            reason: error.to_string(),
            similar: mend::similar(&self.documents.documents[site.document].value, reference),
        }
    }

    /// The target of `$recursiveRef` (2019-09 Core, section 8.2.4.2.2).
    ///
    /// # Errors
    /// Why the reference leads nowhere.
    pub(crate) fn follow_recursive(&'a self, site: &Site<'a>) -> Result<Site<'a>, String> {
        let target = site
            .resolver
            .lookup_recursive_ref()
            .map_err(|error| error.to_string())?;
        let (value, resolver, draft) = target.into_inner();
        let found = self.locate(site.document, "#", value);
        let (document, pointer) = found.ok_or_else(|| "no such document is at hand".to_owned())?;
        Ok(Site {
            document,
            pointer,
            value,
            resolver,
            draft,
        })
    }

    /// Whether a document, or a resource in one, has the URI of a reference.
    fn has(&self, site: &Site<'_>, reference: &str) -> bool {
        let uri = reference.split_once('#').map_or(reference, |(uri, _)| uri);
        let base = site.resolver.base_uri();
        referencing::uri::resolve_against(&base.borrow(), uri)
            .is_ok_and(|uri| self.registry.contains_resource(uri.as_str()))
    }

    /// What the way to a site means for the references that depend on it: the resources with such anchors, the outermost
    /// first. Empty for nearly all documents.
    pub(crate) fn way(&self, site: &Site<'_>) -> Vec<String> {
        let bases = &self.documents.dynamic_bases;
        if bases.is_empty() {
            return Vec::new();
        }
        let scope = site.resolver.dynamic_scope();
        let mut way: Vec<String> = Vec::new();
        let mut outermost_last: Vec<&str> = vec![];
        let base = site.resolver.base_uri();
        outermost_last.push(base.as_str());
        outermost_last.extend(scope.iter().map(|uri| uri.as_str()));
        for uri in outermost_last.into_iter().rev() {
            if bases.contains(uri) && !way.iter().any(|earlier| earlier == uri) {
                way.push(uri.to_owned());
            }
        }
        way
    }

    /// Where a value stands. The cheap guess, that a fragment is a pointer from the document's root, is tried first.
    fn locate(&self, document: usize, reference: &str, value: &Value) -> Option<(usize, String)> {
        if let Some(fragment) = reference.strip_prefix('#') {
            let root = &self.documents.documents[document].value;
            if root.pointer(fragment).is_some_and(|found| std::ptr::eq(found, value)) {
                return Some((document, fragment.to_owned()));
            }
        }
        if let Some((_, fragment)) = reference.split_once('#') {
            let is_there = |root: &Value| root.pointer(fragment).is_some_and(|found| std::ptr::eq(found, value));
            if let Some(other) = self
                .documents
                .documents
                .iter()
                .position(|source| is_there(&source.value))
            {
                return Some((other, fragment.to_owned()));
            }
        }
        (0..self.addresses.len()).find_map(|index| {
            let addresses =
                self.addresses[index].get_or_init(|| index_addresses(&self.documents.documents[index].value));
            addresses
                .get(&std::ptr::from_ref(value))
                .map(|pointer| (index, pointer.clone()))
        })
    }
}

impl<'a> Site<'a> {
    /// The site of a value below this one; `segments` are the pointer's, unescaped.
    pub(crate) fn below(&self, segments: &[&str], value: &'a Value) -> Site<'a> {
        let mut pointer = self.pointer.clone();
        for segment in segments {
            push_segment(&mut pointer, segment);
        }
        // An embedded resource changes the base; one with an invalid identifier keeps the outer base, and the references
        // in it are then reported where they fail.
        let resource = self.draft.create_resource_ref(value);
        let resolver = match resource.id() {
            Some(_) => self
                .resolver
                .in_subresource(resource)
                .unwrap_or_else(|_| self.resolver.clone()),
            None => self.resolver.clone(),
        };
        Site {
            document: self.document,
            pointer,
            value,
            resolver,
            draft: self.draft,
        }
    }
}

/// The resolver of a value that a pointer from the root of a document led to. The crate takes up the identifiers on the way
/// where it knows that schemas nest; an OpenAPI document has them elsewhere.
fn based<'a>(document: &Source, pointer: &str, resolver: Resolver<'a>, draft: Draft) -> Resolver<'a> {
    if resolver.base_uri().as_str() != document.uri {
        return resolver;
    }
    let mut resolver = resolver;
    let mut value = &document.value;
    for segment in pointer.split('/').skip(1) {
        let segment = segment.replace("~1", "/").replace("~0", "~");
        let below = match value {
            Value::Object(members) => members.get(&segment),
            Value::Array(items) => segment.parse::<usize>().ok().and_then(|index| items.get(index)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        };
        let Some(below) = below else { break };
        if let Ok(inner) = resolver.in_subresource(draft.create_resource_ref(below)) {
            resolver = inner;
        }
        value = below;
    }
    resolver
}

/// Further addresses of a document: the one that it was read from, where it names another base, and its identifier where
/// the crate would have its own copy, of a metaschema, take its place.
fn other_uris(document: &Source) -> Vec<&str> {
    let id = document
        .value
        .get("$id")
        .and_then(Value::as_str)
        .map(|id| id.trim_end_matches('#'));
    let is_metaschema = |id: &&str| {
        let uri = referencing::uri::from_str(id);
        uri.is_ok_and(|uri| referencing::SPECIFICATIONS.contains_resource(uri.as_str()))
    };
    let retrieved = [document.retrieved.as_str()]
        .into_iter()
        .filter(|uri| *uri != document.uri);
    retrieved
        .chain(id.filter(is_metaschema).filter(|id| *id != document.uri))
        .collect()
}

/// The schemas of an OpenAPI document that have an identifier, with its absolute form.
fn embedded(document: &Source) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let Ok(base) = referencing::uri::from_str(&document.uri) else {
        return found;
    };
    let mut open = vec![(&document.value, base)];
    while let Some((value, mut base)) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, base.clone()))),
            Value::Object(members) => {
                let id = members.get("$id").and_then(Value::as_str);
                if let Some(Ok(own)) = id.map(|id| referencing::uri::resolve_against(&base.borrow(), id)) {
                    found.push((own.as_str().to_owned(), value));
                    base = own;
                }
                open.extend(members.values().map(|member| (member, base.clone())));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

/// Appends a segment to a JSON pointer, escaped (RFC 6901, section 3).
pub(crate) fn push_segment(pointer: &mut String, segment: &str) {
    pointer.push('/');
    for c in segment.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Answers every request for a document that is not at hand with a value of its own, so that preparing never fails for
/// it; a reference that arrives there is reported where it stands.
struct Elsewhere;

impl Retrieve for Elsewhere {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Value::Object(serde_json::Map::new()))
    }
}

fn index_addresses(root: &Value) -> HashMap<*const Value, String> {
    let mut addresses = HashMap::new();
    let mut open = vec![(String::new(), root)];
    while let Some((pointer, value)) = open.pop() {
        match value {
            Value::Array(items) => open.extend(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| (format!("{pointer}/{index}"), item)),
            ),
            Value::Object(members) => open.extend(members.iter().map(|(key, member)| {
                let mut pointer = pointer.clone();
                push_segment(&mut pointer, key);
                (pointer, member)
            })),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        addresses.insert(std::ptr::from_ref(value), pointer);
    }
    addresses
}

/// The rules by which identifiers and anchors are read. OpenAPI 3.1 and later use those of 2020-12; 3.0 has neither, so
/// that the same rules find nothing there.
fn draft(kind: Kind) -> Draft {
    match kind {
        Kind::OpenApi(_) => Draft::Draft202012,
        Kind::JsonSchema(Dialect::Draft4) => Draft::Draft4,
        Kind::JsonSchema(Dialect::Draft6) => Draft::Draft6,
        Kind::JsonSchema(Dialect::Draft7) => Draft::Draft7,
        Kind::JsonSchema(Dialect::Draft201909) => Draft::Draft201909,
        Kind::JsonSchema(Dialect::Draft202012) => Draft::Draft202012,
    }
}

fn invalid_resource(document: &str, error: &referencing::Error) -> Diagnostic {
    Diagnostic {
        rule: "invalid-resource",
        severity: Severity::Error,
        place: Place {
            document: document.to_owned(),
            ..Place::default()
        },
        message: format!("the schema resources of this document cannot be indexed: {error}"),
        why: "references are resolved against the identifiers that the document declares".to_owned(),
        repair: "make every `$id` and `$schema` a URI, and every `$anchor` a plain name".to_owned(),
    }
}
