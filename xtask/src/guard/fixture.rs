//! The documents of a spec with their verdicts, and the lists of declared keys.

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde_json::{Value, json};

/// The cases of a fixture, by the component that they are for.
#[derive(Debug)]
pub(super) struct Fixture {
    components: BTreeMap<String, Cases>,
}

/// The cases for one component.
#[derive(Debug, Default)]
struct Cases {
    /// The keys that the component declares, where the fixture lists them.
    fields: Option<Value>,
    /// The components that a union is made of, where the fixture lists them.
    members: Option<Value>,
    documents: Vec<Document>,
}

#[derive(Debug)]
struct Document {
    name: String,
    value: Value,
    accepted: bool,
    /// What is written back, where that differs.
    output: Option<Value>,
}

impl Fixture {
    /// Reads the cases, or says what is wrong with one.
    pub(super) fn parse(fixture: &Value) -> Result<Self, String> {
        let mut components: BTreeMap<String, Cases> = BTreeMap::new();
        for case in fixture["cases"].as_array().ok_or("`cases` is no array")? {
            let problem = |what: &str| format!("{what} in the case {case}");
            let component = case["type"].as_str().ok_or_else(|| problem("no `type`"))?;
            let cases = components.entry(component.to_owned()).or_default();
            if let Some(fields) = case.get("fields") {
                cases.fields = Some(fields.clone());
                continue;
            }
            if let Some(members) = case.get("members") {
                cases.members = Some(members.clone());
                continue;
            }
            let json = |text: &Value| -> Result<Value, String> {
                let text = text.as_str().ok_or_else(|| problem("no text"))?;
                serde_json::from_str(text).map_err(|error| problem(&error.to_string()))
            };
            cases.documents.push(Document {
                name: case["name"].as_str().unwrap_or_default().to_owned(),
                value: json(&case["text"])?,
                accepted: case.get("refused_at").is_none(),
                output: case.get("output").map(json).transpose()?,
            });
        }
        Ok(Self { components })
    }

    /// Whether a case of the component is not true of this spec.
    pub(super) fn notices(&self, component: &str, spec: &Value) -> Result<bool, String> {
        let Some(cases) = self.components.get(component) else {
            return Ok(false);
        };
        if cases.lists_others(&spec["components"]["schemas"][component]) {
            return Ok(true);
        }
        let validator = validator(component, spec)?;
        Ok(cases.documents.iter().any(|document| document.differs(&validator)))
    }

    /// Whether a document that leaves the field out is written back with this default.
    pub(super) fn shows_default(&self, component: &str, field: &str, default: &Value) -> bool {
        let documents = self
            .components
            .get(component)
            .into_iter()
            .flat_map(|cases| &cases.documents);
        documents
            .filter(|document| document.accepted && document.value.get(field).is_none())
            .any(|document| document.output.as_ref().and_then(|output| output.get(field)) == Some(default))
    }

    /// Every case that is not true of this spec.
    pub(super) fn wrong(&self, spec: &Value) -> Result<Vec<String>, String> {
        let mut wrong = Vec::new();
        for (component, cases) in &self.components {
            let Some(schema) = spec["components"]["schemas"].get(component) else {
                wrong.push(format!("there is no {component}"));
                continue;
            };
            if cases.lists_others(schema) {
                wrong.push(format!("{component} has other keys or members than are listed"));
            }
            let validator = validator(component, spec)?;
            let documents = cases.documents.iter().filter(|document| document.differs(&validator));
            wrong.extend(documents.map(|document| format!("{component}, {}", document.name)));
        }
        Ok(wrong)
    }
}

impl Cases {
    /// Whether the component has other keys or members than the fixture lists.
    fn lists_others(&self, schema: &Value) -> bool {
        let keys = schema["properties"]
            .as_object()
            .into_iter()
            .flat_map(|properties| properties.keys());
        let members = ["anyOf", "oneOf"]
            .into_iter()
            .filter_map(|keyword| schema[keyword].as_array());
        let members = members
            .flatten()
            .filter_map(|member| member["$ref"].as_str()?.rsplit('/').next());
        let differ = |listed: &Option<Value>, found: Value| listed.as_ref().is_some_and(|listed| *listed != found);
        differ(&self.fields, keys.map(String::as_str).collect()) || differ(&self.members, members.collect())
    }
}

impl Document {
    fn differs(&self, validator: &Validator) -> bool {
        validator.is_valid(&self.value) != self.accepted
    }
}

/// Judges documents of the component.
fn validator(component: &str, spec: &Value) -> Result<Validator, String> {
    let schema = json!({ "$ref": format!("#/components/schemas/{component}"), "components": spec["components"] });
    jsonschema::draft202012::new(&schema).map_err(|error| error.to_string())
}
