//! What kind of document a value is.

use serde_json::Value;

use super::{Dialect, Kind, OpenApiVersion, place};
use crate::diagnostic::{Diagnostic, Severity};

/// The kind of the document, with a warning where it had to be assumed.
///
/// # Errors
///
/// A diagnostic for a root that is no document, and for versions that are not read.
pub(super) fn kind(name: &str, text: &str, value: &Value) -> Result<(Kind, Option<Diagnostic>), Box<Diagnostic>> {
    let error = |rule, pointer, message: String, why: &str, repair: &str| {
        Box::new(Diagnostic {
            rule,
            severity: Severity::Error,
            place: place(name, text, pointer),
            message,
            why: why.to_owned(),
            repair: repair.to_owned(),
        })
    };
    let root = match value {
        // JSON Schema from draft 6 on: `true` accepts everything, `false` nothing.
        Value::Bool(_) => return Ok((Kind::JsonSchema(Dialect::Draft202012), None)),
        Value::Object(root) => root,
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            return Err(error(
                "document-root",
                "",
                format!("the document is {}, not an object", describe(value)),
                "an OpenAPI document is an object, a JSON Schema an object or a boolean",
                "check that this is the right file, and that it was written completely",
            ));
        }
    };
    if let Some(swagger) = root.get("swagger") {
        return Err(error(
            "swagger-2",
            "/swagger",
            format!(
                "this is a Swagger {} document",
                version(swagger).unwrap_or_else(|| "2.0".to_owned())
            ),
            "OpenAPI 3.0, 3.1 and 3.2 are read; Swagger's parameters, bodies and responses have another form",
            "convert it once, and generate from the result: npx swagger2openapi --outfile openapi.json FILE",
        ));
    }
    if let Some(openapi) = root
        .get("openapi")
        .filter(|openapi| !openapi.is_object() || !root.contains_key("$schema"))
    {
        let written = version(openapi);
        let Some(version) = written.as_deref().and_then(openapi_version) else {
            return Err(error(
                "openapi-version",
                "/openapi",
                match written {
                    Some(written) => format!("the OpenAPI version is {written}"),
                    None => format!("the OpenAPI version is {}, not a string", describe(openapi)),
                },
                "versions 3.0, 3.1 and 3.2 are read; what another one means is not known",
                "write the version that the document keeps to, such as \"3.1.0\"",
            ));
        };
        return Ok((Kind::OpenApi(version), None));
    }
    Ok(match root.get("$schema") {
        None => (Kind::JsonSchema(Dialect::Draft202012), None),
        Some(schema) => match schema.as_str().and_then(dialect) {
            Some(dialect) => (Kind::JsonSchema(dialect), None),
            None => {
                let warning = Diagnostic {
                    rule: "dialect-unknown",
                    severity: Severity::Warning,
                    place: place(name, text, "/$schema"),
                    message: format!("the dialect {schema} is not known"),
                    why: "the document is read as JSON Schema 2020-12, which may give its keywords another meaning"
                        .to_owned(),
                    repair: "name one of the dialects draft-04, -06, -07, 2019-09 or 2020-12 of json-schema.org"
                        .to_owned(),
                };
                (Kind::JsonSchema(Dialect::Draft202012), Some(warning))
            }
        },
    })
}

/// The version as it was written. YAML authors leave the quotes off, and then it is a number.
fn version(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// `3.1`, `3.1.0` and `3.1.0-rc1` are version 3.1, by the rule that patch versions do not count.
fn openapi_version(written: &str) -> Option<OpenApiVersion> {
    let feature = |prefix: &str| {
        written
            .strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    if feature("3.0") {
        Some(OpenApiVersion::V30)
    } else if feature("3.1") {
        Some(OpenApiVersion::V31)
    } else if feature("3.2") {
        Some(OpenApiVersion::V32)
    } else {
        None
    }
}

/// The dialect that a `$schema` names; `http` and `https`, with and without an empty fragment.
pub(crate) fn dialect(uri: &str) -> Option<Dialect> {
    let uri = uri.trim().trim_end_matches('#');
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
    // An OpenAPI base dialect is 2020-12 with a vocabulary of annotations.
    if let Some(oas) = rest.strip_prefix("spec.openapis.org/oas/3.") {
        return oas.contains("/dialect/").then_some(Dialect::Draft202012);
    }
    match rest.strip_prefix("json-schema.org/")?.trim_end_matches('/') {
        "draft-04/schema" | "draft-04/hyper-schema" => Some(Dialect::Draft4),
        "draft-06/schema" | "draft-06/hyper-schema" => Some(Dialect::Draft6),
        "draft-07/schema" | "draft-07/hyper-schema" => Some(Dialect::Draft7),
        "draft/2019-09/schema" | "draft/2019-09/hyper-schema" => Some(Dialect::Draft201909),
        // The address without a draft means the latest one.
        "draft/2020-12/schema" | "draft/2020-12/hyper-schema" | "schema" => Some(Dialect::Draft202012),
        _ => None,
    }
}

/// The kind of a value, with its article.
fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
