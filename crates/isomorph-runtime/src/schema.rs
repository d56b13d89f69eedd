//! Validation with the source schema, for what neither a Rust type nor a rule can say.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use jsonschema::{Draft, Validator};
use serde::de::{Deserializer, Error as _};
use serde_json::{Value, json};

use crate::buffer::Buffer;
use crate::fault::{Fault, Refusal};
use crate::text::{cut, quote};

/// A self-contained schema as text, compiled when it is first asked.
#[derive(Debug)]
pub struct Schema {
    document: &'static str,
    draft: &'static str,
    formats: bool,
    compiled: OnceLock<Result<Validator, String>>,
}

impl Schema {
    /// A schema from its JSON text; `draft` is `2020-12`, `2019-09`, `7`, `6` or `4` (anything else is 2020-12);
    /// `formats` says whether `format` is asserted.
    #[must_use]
    pub const fn new(document: &'static str, draft: &'static str, formats: bool) -> Self {
        Self {
            document,
            draft,
            formats,
            compiled: OnceLock::new(),
        }
    }

    /// Judges a value.
    ///
    /// # Errors
    /// The first violation, with the pointer into the value; also when the schema itself cannot be compiled.
    pub fn validate(&self, value: &Value) -> Result<(), Fault> {
        match self.compiled.get_or_init(|| self.compile()) {
            Err(message) => Err(Fault::new(message.clone())),
            Ok(validator) => validator.validate(value).map_err(|error| {
                let pointer = cut(error.instance_path().as_str(), 2_000).into_owned();
                let message = error.masked_with(shown(error.instance())).to_string();
                // The packed schema's own references mean nothing to a reader.
                let message = if message.contains("\"$ref\"") {
                    let path = error.schema_path().as_str().to_owned();
                    let keyword = path
                        .rsplit('/')
                        .find(|part| part.parse::<usize>().is_err())
                        .unwrap_or("schema");
                    format!("refused by `{}`, found {}", cut(keyword, 60), shown(error.instance()))
                } else {
                    cut(&message, 400).into_owned()
                };
                Fault { pointer, message }
            }),
        }
    }

    fn compile(&self) -> Result<Validator, String> {
        let draft = match self.draft {
            "2019-09" => Draft::Draft201909,
            "7" => Draft::Draft7,
            "6" => Draft::Draft6,
            "4" => Draft::Draft4,
            _ => Draft::Draft202012,
        };
        let document = serde_json::from_str(self.document).map_err(|error| unusable(&error))?;
        jsonschema::options()
            .with_draft(draft)
            .should_validate_formats(self.formats)
            .build(&document)
            .map_err(|error| unusable(&error))
    }
}

fn unusable(error: &dyn std::fmt::Display) -> String {
    format!("the schema cannot be compiled: {}", cut(&error.to_string(), 300))
}

/// The instance as the message shows it, never long.
fn shown(instance: &Value) -> String {
    match instance {
        Value::Null | Value::Bool(_) | Value::Number(_) => instance.to_string(),
        Value::String(text) => quote(text),
        Value::Array(_) => "the array".to_owned(),
        Value::Object(_) => "the object".to_owned(),
    }
}

/// Reads a value, validates it, then reads the model from it.
pub(crate) fn read_checked<'de, T, D: Deserializer<'de>>(
    schema: &Schema,
    deserializer: D,
    read: impl FnOnce(&Buffer<'de>) -> Result<T, Refusal>,
) -> Result<T, D::Error> {
    let value = Buffer::read(deserializer)?;
    let verdict = schema.validate(&value.to_value());
    // Where the type refuses as well, it says so in better words.
    let model = read(&value).map_err(D::Error::custom)?;
    verdict.map_err(D::Error::custom)?;
    Ok(model)
}

/// Whether a text has a format; unknown formats pass.
pub(crate) fn has_format(name: &'static str, text: &str) -> bool {
    /// `None` for a format whose schema cannot be compiled.
    type Formats = HashMap<&'static str, Arc<Option<Validator>>>;

    static FORMATS: RwLock<Option<Formats>> = RwLock::new(None);

    let known = FORMATS
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .as_ref()
        .and_then(|map| map.get(name).cloned());
    let validator = known.unwrap_or_else(|| {
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .should_ignore_unknown_formats(true)
            .build(&json!({ "format": name }))
            .ok();
        let validator = Arc::new(validator);
        let mut formats = FORMATS.write().unwrap_or_else(PoisonError::into_inner);
        formats.get_or_insert_default().entry(name).or_insert(validator).clone()
    });
    validator
        .as_ref()
        .as_ref()
        .is_none_or(|validator| validator.is_valid(&Value::String(text.to_owned())))
}
