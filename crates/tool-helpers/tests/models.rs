//! Every model of the five families against documents of which each field is present, absent, null or wrong (A17): what
//! is accepted, what is written back, where the rest is refused, and which keys are declared.

#[path = "support/models.rs"]
mod models;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use models::{Model, models};
use serde_json::Value;
use support::{cases, text, workspace};

const FAMILIES: [(&str, usize); 5] = [
    ("agent-events", 2262),
    ("tool-results", 400),
    ("structured-result", 38),
    ("script-results", 97),
    ("mcp", 294),
];

/// The components of a family's document.
fn components(family: &str) -> BTreeMap<String, Value> {
    let path = workspace().join(format!("specs/{family}.openapi.json"));
    let document: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    document["components"]["schemas"]
        .as_object()
        .unwrap()
        .clone()
        .into_iter()
        .collect()
}

fn by_name(family: &str) -> BTreeMap<&'static str, Model> {
    models(family).into_iter().map(|model| (model.name, model)).collect()
}

/// What a case and the models disagree about, if they do.
fn disagreement(models: &BTreeMap<&str, Model>, case: &Value) -> Option<String> {
    let Some(model) = models.get(text(case, "type")) else {
        return Some("there is no such model".to_owned());
    };
    if case.get("members").is_some() {
        return None;
    }
    if let Some(fields) = case.get("fields") {
        let declared = Value::from(model.fields.unwrap_or_default());
        return (*fields != declared).then(|| format!("the model declares {declared}"));
    }
    let document = text(case, "text");
    match ((model.round_trip)(document), case.get("refused_at")) {
        (Ok(written), None) => {
            let expected = case.get("output").and_then(Value::as_str).unwrap_or(document);
            (written != expected).then(|| format!("written as {written}"))
        }
        (Err(error), Some(place)) => (error.pointer() != place).then(|| format!("refused elsewhere: {error}")),
        (Ok(written), Some(_)) => Some(format!("accepted, and written as {written}")),
        (Err(error), None) => Some(error.to_string()),
    }
}

#[test]
fn a17_k1_every_model_does_what_its_documents_say() {
    for (family, count) in FAMILIES {
        let models = by_name(family);
        let cases = cases(&format!("models/{family}"), count);
        let wrong: Vec<_> = cases
            .iter()
            .filter_map(|case| disagreement(&models, case).map(|why| format!("{case}\n    {why}")))
            .collect();
        assert!(wrong.is_empty(), "{}: {}\n{}", family, wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn a17_every_component_has_a_model_and_documents_and_every_object_its_fields() {
    for (family, count) in FAMILIES {
        let components = components(family);
        let models = by_name(family);
        assert_eq!(
            components.keys().map(String::as_str).collect::<Vec<_>>(),
            models.keys().copied().collect::<Vec<_>>(),
            "tests/support/models.rs has other models than {family} has components"
        );
        let cases = cases(&format!("models/{family}"), count);
        let types = |is_wanted: fn(&Value) -> bool| -> BTreeSet<String> {
            let wanted = cases.iter().filter(|case| is_wanted(case));
            wanted.map(|case| text(case, "type").to_owned()).collect()
        };
        let accepted = types(|case| case.get("text").is_some() && case.get("refused_at").is_none());
        let refused = types(|case| case.get("refused_at").is_some());
        let with_fields = types(|case| case.get("fields").is_some());
        for (name, schema) in &components {
            assert!(accepted.contains(name), "{family}: no accepted document of {name}");
            assert!(refused.contains(name), "{family}: no refused document of {name}");
            assert_eq!(
                with_fields.contains(name),
                schema.get("properties").is_some(),
                "{family}: the fields of {name}"
            );
        }
    }
}

#[test]
fn a17_k7_every_union_has_the_listed_members_in_their_order() {
    for (family, count) in FAMILIES {
        let components = components(family);
        let mut unions = BTreeSet::new();
        for case in cases(&format!("models/{family}"), count) {
            let Some(members) = case.get("members") else { continue };
            let schema = &components[text(&case, "type")];
            let references = schema.get("anyOf").or(schema.get("oneOf")).unwrap().as_array().unwrap();
            let found: Value = references
                .iter()
                .map(|member| member["$ref"].as_str().unwrap().rsplit('/').next().unwrap())
                .collect();
            assert_eq!(*members, found, "{family}: {case}");
            unions.insert(text(&case, "type").to_owned());
        }
        let expected = components
            .iter()
            .filter(|(_, schema)| schema.get("anyOf").is_some() || schema.get("oneOf").is_some());
        assert_eq!(unions, expected.map(|(name, _)| name.clone()).collect(), "{family}");
    }
}

#[test]
fn a17_a_wrong_case_would_be_found() {
    let models = by_name("agent-events");
    for case in [
        r#"{"type":"FunctionCall","fields":["name"]}"#,
        r#"{"type":"FunctionCall","text":"{\"name\":\"f\",\"arguments\":\"\"}","refused_at":"/name"}"#,
        r#"{"type":"FunctionCall","text":"{\"name\":\"f\"}"}"#,
        r#"{"type":"FunctionCall","text":"{\"name\":1,\"arguments\":\"\"}","refused_at":"/arguments"}"#,
        r#"{"type":"FunctionCall","text":"{\"arguments\":\"\",\"name\":\"f\"}"}"#,
        r#"{"type":"NoModel","text":"{}"}"#,
    ] {
        let case = serde_json::from_str(case).unwrap();
        assert!(disagreement(&models, &case).is_some(), "{case}");
    }
}
