//! `discriminator` of OpenAPI: the property that names the member, and which member each of its values names.

use serde_json::{Map, Value};

use super::graph::{Discriminator, NodeId};
use super::keywords::Reader;

impl<'a> Reader<'_, 'a, '_> {
    pub(super) fn discriminator(&mut self, key: &'a str, value: &'a Value) {
        let (property, members) = match (value, value.get("propertyName")) {
            (Value::Object(members), Some(Value::String(property))) => (property, members),
            // Swagger 2.0 has the name alone.
            (Value::String(property), _) => {
                self.warn(
                    key,
                    "discriminator-text",
                    "`discriminator` is a text".to_owned(),
                    "it is read as the name of the property, as in Swagger 2.0",
                    &format!("write `{{ \"propertyName\": {value} }}`"),
                );
                self.keywords.discriminator = Some(Discriminator::of(property));
                return;
            }
            _ => {
                return self.warn(
                    key,
                    "discriminator-unnamed",
                    "`discriminator` names no property".to_owned(),
                    "it says nothing then; members are told apart by what they are",
                    "give it a `propertyName`, or leave it out",
                );
            }
        };
        let mut discriminator = Discriminator::of(property);
        let mapping = members.get("mapping").and_then(Value::as_object);
        for (tag, target) in mapping.into_iter().flat_map(Map::iter) {
            if let Some(node) = self.mapped(&[key, "mapping", tag], target) {
                discriminator.mapping.push((tag.clone(), node));
            }
        }
        // OpenAPI 3.2, section 4.25.
        if let Some(target) = members.get("defaultMapping") {
            discriminator.otherwise = self.mapped(&[key, "defaultMapping"], target);
        }
        self.keywords.discriminator = Some(discriminator);
    }

    /// The schema that a mapping names: by the name of its component, or by a reference.
    fn mapped(&mut self, below: &[&str], target: &'a Value) -> Option<NodeId> {
        let resolved = self.lowering.resolved;
        let found = target.as_str().and_then(|text| {
            let by_name = resolved.component(self.site, text);
            by_name.or_else(|| resolved.follow(self.site, text).ok().map(|target| target.site))
        });
        if found.is_none() {
            self.lowering.note(
                self.site,
                below,
                crate::Severity::Warning,
                "discriminator-mapping",
                format!("{} leads nowhere", super::kind_of(target)),
                "this value names no member then",
                "write the name of a component, or a reference to a schema",
            );
        }
        found.map(|site| self.lowering.referred(site))
    }
}
