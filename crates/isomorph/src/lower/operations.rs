//! The schemas that stand inside of an OpenAPI document's operations: of parameters, headers, and request and response
//! bodies (OpenAPI 3.1, sections 4.8.10 to 4.8.21). Each is named after its operation and its part in it.

use serde_json::{Map, Value};

use super::graph::Anchor;
use super::{Lowering, Site};

const METHODS: &[&str] = &[
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
];

/// Anchors every schema of the operations and of the components that operations share.
pub(super) fn anchor<'a>(lowering: &mut Lowering<'a, '_>, root: &Site<'a>) {
    let mut walk = Walk { lowering };
    for group in ["paths", "webhooks"] {
        walk.each(root, &[group], |walk, path, item| walk.path_item(&item, path));
    }
    walk.each(root, &["components", "parameters"], |walk, name, site| {
        walk.parameter(&site, &format!("{name} parameter"))
    });
    walk.each(root, &["components", "headers"], |walk, name, site| {
        walk.parameter(&site, &format!("{name} header"))
    });
    walk.each(root, &["components", "requestBodies"], |walk, name, site| {
        walk.content(&site, &format!("{name} request"))
    });
    walk.each(root, &["components", "responses"], |walk, name, site| {
        walk.response(&site, &format!("{name} response"))
    });
    walk.each(root, &["components", "callbacks"], |walk, name, site| {
        walk.each(&site, &[], |walk, _, item| walk.path_item(&item, name));
    });
    walk.each(root, &["components", "pathItems"], |walk, name, item| {
        walk.path_item(&item, name)
    });
}

struct Walk<'w, 'a, 'd> {
    lowering: &'w mut Lowering<'a, 'd>,
}

impl<'a> Walk<'_, 'a, '_> {
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

    fn path_item(&mut self, item: &Site<'a>, path: &str) {
        self.parameters(item, path);
        for method in METHODS {
            if let Some(operation) = item.value.get(method) {
                let id = operation.get("operationId").and_then(Value::as_str);
                let name = id.map_or_else(|| format!("{method} {path}"), str::to_owned);
                self.operation(&item.below(&[method], operation), &name);
            }
        }
    }

    fn operation(&mut self, operation: &Site<'a>, name: &str) {
        self.parameters(operation, name);
        if let Some(body) = operation.value.get("requestBody") {
            self.content(&operation.below(&["requestBody"], body), &format!("{name} request"));
        }
        self.each(operation, &["responses"], |walk, status, response| {
            // The usual answer needs no number.
            let number = if matches!(status, "200" | "201" | "default" | "2XX") {
                ""
            } else {
                status
            };
            walk.response(&response, &format!("{name} response {number}"));
        });
        self.each(operation, &["callbacks"], |walk, callback, site| {
            walk.each(&site, &[], |walk, _, item| {
                walk.path_item(&item, &format!("{name} {callback}"))
            });
        });
    }

    fn parameters(&mut self, holder: &Site<'a>, name: &str) {
        let parameters = holder.value.get("parameters").and_then(Value::as_array);
        for (index, parameter) in parameters.into_iter().flatten().enumerate() {
            let own = parameter.get("name").and_then(Value::as_str).unwrap_or("parameter");
            let site = holder.below(&["parameters", &index.to_string()], parameter);
            self.parameter(&site, &format!("{name} {own}"));
        }
    }

    /// A parameter or a header: a schema, or content.
    fn parameter(&mut self, parameter: &Site<'a>, name: &str) {
        self.schema(parameter, name);
        self.content(parameter, name);
    }

    fn response(&mut self, response: &Site<'a>, name: &str) {
        self.content(response, name);
        self.each(response, &["headers"], |walk, header, site| {
            walk.parameter(&site, &format!("{name} {header}"))
        });
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
            walk.schema(&site, &name);
            if let Some(item) = site.value.get("itemSchema") {
                walk.anchor(site.below(&["itemSchema"], item), format!("{name} item"));
            }
            walk.each(&site, &["encoding"], |walk, field, encoding| {
                walk.each(&encoding, &["headers"], |walk, header, site| {
                    walk.parameter(&site, &format!("{name} {field} {header}"));
                });
            });
        });
    }

    fn schema(&mut self, holder: &Site<'a>, name: &str) {
        if let Some(schema) = holder.value.get("schema") {
            self.anchor(holder.below(&["schema"], schema), name.to_owned());
        }
    }

    fn anchor(&mut self, site: Site<'a>, name: String) {
        let node = self.lowering.node(site);
        self.lowering.graph.anchors.push(Anchor { node, name });
    }
}
