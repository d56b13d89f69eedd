//! The schemas that stand inside of an OpenAPI document's operations: of parameters, headers, and request and response
//! bodies (OpenAPI 3.2, sections 4.8 to 4.21). Each is named after its operation and its part in it.
//!
//! What a reference leads to is visited last, and only where the walk has not come along: a component is named as one,
//! whoever refers to it.

use std::collections::{HashSet, VecDeque};

use serde_json::{Map, Value};

use super::graph::Anchor;
use super::{Lowering, Site};
use crate::Severity;

const METHODS: &[&str] = &[
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
];

/// Anchors every schema of the operations of these documents, and of the components that operations share.
pub(super) fn anchor<'a>(lowering: &mut Lowering<'a, '_>, roots: &[Site<'a>]) {
    let mut walk = Walk {
        lowering,
        seen: HashSet::new(),
        open: VecDeque::new(),
    };
    for root in roots {
        walk.document(root);
    }
    while let Some(reference) = walk.open.pop_front() {
        walk.referred(reference);
    }
}

struct Walk<'w, 'a, 'd> {
    lowering: &'w mut Lowering<'a, 'd>,
    /// What has been visited, by its place.
    seen: HashSet<*const Value>,
    open: VecDeque<Reference<'a>>,
}

/// A part of an operation that stands elsewhere.
struct Reference<'a> {
    site: Site<'a>,
    text: &'a str,
    part: Part,
    name: String,
}

/// What an object inside an operation is.
#[derive(Clone, Copy)]
enum Part {
    PathItem,
    Parameter,
    Header,
    Request,
    Response,
    Callback,
    MediaType,
}

impl Part {
    /// What is put behind the name of a component.
    fn word(self) -> &'static str {
        match self {
            Part::Parameter => " parameter",
            Part::Header => " header",
            Part::Request => " request",
            Part::Response => " response",
            Part::PathItem | Part::Callback => "",
            Part::MediaType => " content",
        }
    }
}

impl<'a> Walk<'_, 'a, '_> {
    fn document(&mut self, root: &Site<'a>) {
        for group in ["paths", "webhooks", "x-webhooks"] {
            self.each(root, &[group], |walk, path, item| walk.part(item, Part::PathItem, path));
        }
        let components = [
            ("parameters", Part::Parameter),
            ("headers", Part::Header),
            ("requestBodies", Part::Request),
            ("responses", Part::Response),
            ("callbacks", Part::Callback),
            ("pathItems", Part::PathItem),
            ("mediaTypes", Part::MediaType),
        ];
        for (group, part) in components {
            self.each(root, &["components", group], |walk, name, site| {
                walk.part(site, part, &format!("{name}{}", part.word()));
            });
        }
    }

    /// Visits the members of the object that a path of keys leads to.
    fn each(&mut self, site: &Site<'a>, path: &[&str], mut visit: impl FnMut(&mut Self, &'a str, Site<'a>)) {
        let mut value = site.value;
        for key in path {
            match value.get(key) {
                Some(below) => value = below,
                None => return,
            }
        }
        for (key, member) in value.as_object().into_iter().flat_map(Map::iter) {
            let segments: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
            visit(self, key, site.below(&segments, member));
        }
    }

    fn part(&mut self, site: Site<'a>, part: Part, name: &str) {
        if !self.seen.insert(std::ptr::from_ref(site.value)) {
            return;
        }
        if let Some(text) = site.value.get("$ref").and_then(Value::as_str) {
            self.open.push_back(Reference {
                site: site.clone(),
                text,
                part,
                name: name.to_owned(),
            });
            // A path item may have operations of its own beside it.
            if !matches!(part, Part::PathItem) {
                return;
            }
        }
        match part {
            Part::PathItem => self.path_item(&site, name),
            // A schema, or content.
            Part::Parameter | Part::Header => {
                self.schema(&site, "schema", name);
                self.content(&site, name);
            }
            Part::Request => self.content(&site, name),
            Part::Response => {
                self.content(&site, name);
                self.each(&site, &["headers"], |walk, header, site| {
                    walk.part(site, Part::Header, &format!("{name} {header}"));
                });
            }
            Part::Callback => self.each(&site, &[], |walk, _, item| walk.part(item, Part::PathItem, name)),
            Part::MediaType => self.media_type(&site, name),
        }
    }

    fn referred(&mut self, reference: Reference<'a>) {
        let Reference { site, text, part, name } = reference;
        match self.lowering.resolved.follow(&site, text) {
            Ok(target) => {
                // A path belongs to the document that has it; the rest is called as a component is.
                let name = match part {
                    Part::PathItem => name,
                    _ => format!("{}{}", self.lowering.called(&target.site), part.word()),
                };
                self.part(target.site, part, &name);
            }
            Err(lost) => self.lowering.note(
                &site,
                &["$ref"],
                Severity::Warning,
                "unresolved-part",
                format!("`{text}` leads nowhere: {}", lost.reason),
                "no models are made of what would stand there",
                &match lost.similar {
                    Some(similar) => format!("write `{similar}` if that is meant"),
                    None => "correct the reference, or tell where its document is (`--map-uri FROM=TO`)".to_owned(),
                },
            ),
        }
    }

    fn path_item(&mut self, item: &Site<'a>, path: &str) {
        self.parameters(item, path);
        for method in METHODS {
            if let Some(operation) = item.value.get(method) {
                self.operation(&item.below(&[method], operation), method, path);
            }
        }
        self.each(item, &["additionalOperations"], |walk, method, operation| {
            walk.operation(&operation, method, path);
        });
    }

    fn operation(&mut self, operation: &Site<'a>, method: &str, path: &str) {
        let id = operation.value.get("operationId").and_then(Value::as_str);
        let name = &id.map_or_else(|| format!("{method} {path}"), str::to_owned);
        self.parameters(operation, name);
        if let Some(body) = operation.value.get("requestBody") {
            let body = operation.below(&["requestBody"], body);
            self.part(body, Part::Request, &format!("{name} request"));
        }
        self.each(operation, &["responses"], |walk, status, response| {
            // The usual answer needs no number.
            let number = if matches!(status, "200" | "201" | "default" | "2XX") {
                ""
            } else {
                status
            };
            walk.part(response, Part::Response, &format!("{name} response {number}"));
        });
        self.each(operation, &["callbacks"], |walk, callback, site| {
            walk.part(site, Part::Callback, &format!("{name} {callback}"));
        });
    }

    fn parameters(&mut self, holder: &Site<'a>, name: &str) {
        let parameters = holder.value.get("parameters").and_then(Value::as_array);
        for (index, parameter) in parameters.into_iter().flatten().enumerate() {
            let own = parameter.get("name").and_then(Value::as_str).unwrap_or("parameter");
            let site = holder.below(&["parameters", &index.to_string()], parameter);
            self.part(site, Part::Parameter, &format!("{name} {own}"));
        }
    }

    /// The media types of a body.
    fn content(&mut self, holder: &Site<'a>, name: &str) {
        let count = holder
            .value
            .get("content")
            .and_then(Value::as_object)
            .map_or(0, Map::len);
        self.each(holder, &["content"], |walk, media, site| {
            let kind = media
                .split(';')
                .next()
                .unwrap_or(media)
                .rsplit('/')
                .next()
                .unwrap_or(media);
            let name = if count > 1 && kind != "json" {
                format!("{name} {kind}")
            } else {
                name.to_owned()
            };
            walk.part(site, Part::MediaType, &name);
        });
    }

    fn media_type(&mut self, site: &Site<'a>, name: &str) {
        self.schema(site, "schema", name);
        self.schema(site, "itemSchema", &format!("{name} item"));
        self.each(site, &["encoding"], |walk, field, encoding| {
            walk.encoding(&encoding, &format!("{name} {field}"));
        });
        if let Some(encoding) = site.value.get("itemEncoding") {
            self.encoding(&site.below(&["itemEncoding"], encoding), &format!("{name} item"));
        }
        let prefix = site.value.get("prefixEncoding").and_then(Value::as_array);
        for (index, encoding) in prefix.into_iter().flatten().enumerate() {
            let site = site.below(&["prefixEncoding", &index.to_string()], encoding);
            self.encoding(&site, &format!("{name} item {}", index + 1));
        }
    }

    fn encoding(&mut self, encoding: &Site<'a>, name: &str) {
        self.each(encoding, &["headers"], |walk, header, site| {
            walk.part(site, Part::Header, &format!("{name} {header}"));
        });
    }

    fn schema(&mut self, holder: &Site<'a>, key: &str, name: &str) {
        match holder.value.get(key) {
            None => {}
            Some(Value::Null) => self.lowering.note(
                holder,
                &[key],
                Severity::Warning,
                "null-keyword",
                format!("`{key}` is null"),
                "it is read as if it were not there, so no model is made of it",
                "leave it out, or write the schema",
            ),
            Some(schema) => {
                let node = self.lowering.node(holder.below(&[key], schema));
                self.lowering.graph.anchors.push(Anchor {
                    node,
                    name: name.to_owned(),
                });
            }
        }
    }
}
