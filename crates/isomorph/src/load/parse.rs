//! JSON and YAML text to a value.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::place;
use crate::diagnostic::{Diagnostic, Place, Severity};

/// How deep a document may nest, JSON (where it is the parser's limit) and YAML alike.
const MAX_DEPTH: usize = 127;

/// The stack of the YAML reader, some five times of what [`MAX_DEPTH`] takes without optimisation.
const YAML_STACK: usize = 16 << 20;

/// How many keys that are there twice get a word of their own.
const MAX_DUPLICATES: usize = 100;

/// A text that was read.
pub(super) struct Parsed {
    /// Its value.
    pub(super) value: Value,
    /// What is worth a word.
    pub(super) warnings: Vec<Diagnostic>,
}

/// Reads `text` as JSON when it looks like JSON, else and failing that as YAML.
///
/// # Errors
///
/// A diagnostic with the parser's position.
pub(super) fn parse(name: &str, text: &str) -> Result<Parsed, Box<Diagnostic>> {
    let first = text.trim_start().chars().next();
    if first.is_none() {
        return Err(problem(
            "document-empty",
            Place {
                document: name.to_owned(),
                pointer: String::new(),
                line: 1,
                column: 1,
            },
            "the document is empty".to_owned(),
            "there is nothing to generate models from",
            "check that this is the right file, and that it was written completely",
        ));
    }
    let is_named_json = name
        .rsplit('.')
        .next()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let looks_like_json = matches!(first, Some('{' | '['));
    if !looks_like_json && !is_named_json {
        return yaml(name, text);
    }
    let error = match json(name, text) {
        Ok(parsed) => return Ok(parsed),
        Err(error) => error,
    };
    // To YAML, a comment of JavaScript is a part of a key.
    if looks_like_json && is_comment(text, &error.place) {
        return Err(Box::new(Diagnostic {
            message: "not JSON: a comment starts here".to_owned(),
            repair: "take the comments out; `$comment` is for what a schema has to say".to_owned(),
            ..*error
        }));
    }
    // YAML's flow style starts alike and takes what JSON refuses (comments, single quotes); where both refuse, JSON is
    // what the author meant.
    let mut parsed = match yaml(name, text) {
        Ok(parsed) => parsed,
        Err(_) if looks_like_json => return Err(error),
        Err(error) => return Err(error),
    };
    if is_named_json {
        parsed.warnings.push(Diagnostic {
            rule: "document-not-json",
            severity: Severity::Warning,
            why: "it is read as YAML; other tools may refuse it".to_owned(),
            repair: "correct the syntax at this place, or call the file `.yaml`".to_owned(),
            ..*error
        });
    }
    Ok(parsed)
}

fn is_comment(text: &str, place: &Place) -> bool {
    let line = text.split('\n').nth(place.line.saturating_sub(1)).unwrap_or_default();
    let from: String = line.chars().skip(place.column.saturating_sub(1)).take(2).collect();
    from == "//" || from == "/*"
}

fn json(name: &str, text: &str) -> Result<Parsed, Box<Diagnostic>> {
    let mut duplicates = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Builder {
        duplicates: &mut duplicates,
    }
    .deserialize(&mut reader)
    .and_then(|value| reader.end().map(|()| value))
    .map_err(|error| json_problem(name, text, &error))?;
    let warnings = duplicates
        .into_iter()
        .map(|path| duplicate(name, text, &path))
        .collect();
    Ok(Parsed { value, warnings })
}

fn yaml(name: &str, text: &str) -> Result<Parsed, Box<Diagnostic>> {
    // The reader's frames are large without optimisation: a stack of its own makes the depth that it reaches the same
    // in every build and on every thread that calls.
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new()
            .stack_size(YAML_STACK)
            .spawn_scoped(scope, || yaml_here(name, text));
        match reader {
            Ok(reader) => reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // A platform without threads has the stack that it has.
            Err(_) => yaml_here(name, text),
        }
    })
}

fn yaml_here(name: &str, text: &str) -> Result<Parsed, Box<Diagnostic>> {
    // YAML refuses a key that is there twice by itself.
    let mut duplicates = Vec::new();
    let builder = Builder {
        duplicates: &mut duplicates,
    };
    let value = serde_saphyr::with_deserializer_from_str_with_options(text, yaml_options(), |reader| {
        builder.deserialize(reader)
    })
    .map_err(|error| yaml_problem(name, text, &error))?;
    Ok(Parsed {
        value,
        warnings: Vec::new(),
    })
}

/// YAML 1.2's core schema, and limits under which a document of 12 MB passes and an alias bomb does not.
fn yaml_options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            max_events: 20_000_000,
            max_nodes: 10_000_000,
            max_aliases: 500_000,
            max_merge_keys: 100_000,
            max_total_scalar_bytes: 256 << 20,
            max_documents: 1,
            // One anchor used in hundreds of places is how shared responses are written; what aliases can blow up is
            // bounded by the events that they replay.
            enforce_alias_anchor_ratio: false,
        },
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::Error,
        non_finite_float_policy: serde_saphyr::options::NonFiniteFloatPolicy::Reject,
        strict_booleans: true,
        underscored_numbers_as_strings: true,
        // A key `null` or `~` is that text, as every key is a text.
        null_as_string: true,
        with_snippet: false,
    }
}

fn problem(rule: &'static str, place: Place, message: String, why: &str, repair: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic {
        rule,
        severity: Severity::Error,
        place,
        message,
        why: why.to_owned(),
        repair: repair.to_owned(),
    })
}

fn json_problem(name: &str, text: &str, error: &serde_json::Error) -> Box<Diagnostic> {
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    // The parser counts the bytes that it has read of the line.
    let column = line
        .char_indices()
        .take_while(|(start, _)| *start < error.column().max(1))
        .count()
        .max(1);
    let place = Place {
        document: name.to_owned(),
        pointer: String::new(),
        line: error.line().max(1),
        column,
    };
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(message, _)| message);
    if message.starts_with("recursion limit") {
        return too_deep(place);
    }
    problem(
        "document-syntax",
        place,
        format!("not JSON: {message}"),
        "what does not parse cannot be read",
        "correct the syntax at this place, or just before it",
    )
}

fn yaml_problem(name: &str, text: &str, error: &serde_saphyr::Error) -> Box<Diagnostic> {
    use serde_saphyr::Error;
    let error = error.without_snippet();
    let (line, column) = match error.location() {
        Some(location) if location.line() > 0 => (
            usize::try_from(location.line()).unwrap_or(1),
            usize::try_from(location.column()).unwrap_or(1),
        ),
        _ => (text.lines().count().max(1), 1),
    };
    let place = Place {
        document: name.to_owned(),
        pointer: String::new(),
        line,
        column,
    };
    let message = error.to_string();
    let message = message.lines().next().unwrap_or_default();
    let message = message.split_once(" at line ").map_or(message, |(message, _)| message);
    if let Error::DuplicateMappingKey { key, .. } = error {
        let key = key
            .as_ref()
            .map_or_else(|| "a key".to_owned(), |key| format!("the key {key:?}"));
        return problem(
            "document-duplicate-key",
            place,
            format!("{key} stands twice in one mapping"),
            "YAML requires unique keys, and which of the two counts differs from reader to reader",
            "remove one of the two",
        );
    }
    // Errors below an alias are wrapped, so the rest is told apart by the text.
    if message.contains("Depth {") || message.contains("recursion limit exceeded") {
        return too_deep(place);
    }
    if message.contains("Documents {") {
        return problem(
            "document-several",
            place,
            "a second YAML document starts here".to_owned(),
            "a file is one OpenAPI document or one JSON Schema",
            "put each document into a file of its own",
        );
    }
    if message.contains("budget breached") || message.contains("alias replay") {
        return problem(
            "document-too-large",
            place,
            format!("the YAML goes beyond a limit: {message}"),
            "aliases that refer to aliases can make a small text use all memory",
            "write the shared parts as components, and refer to them with $ref",
        );
    }
    problem(
        "document-syntax",
        place,
        format!("not YAML: {message}"),
        "what does not parse cannot be read",
        "correct the syntax at this place, or just before it",
    )
}

fn too_deep(place: Place) -> Box<Diagnostic> {
    problem(
        "document-too-deep",
        place,
        format!("the document nests deeper than {MAX_DEPTH} levels"),
        "deeper ones could exhaust the stack of programs that read them",
        "move inner schemas to components or $defs, and refer to them with $ref",
    )
}

fn duplicate(name: &str, text: &str, path: &[String]) -> Diagnostic {
    let pointer: String = path
        .iter()
        .rev()
        .map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1")))
        .collect();
    Diagnostic {
        rule: "document-duplicate-key",
        severity: Severity::Warning,
        place: place(name, text, &pointer),
        message: format!(
            "the key {:?} stands twice in one object",
            path.first().map_or("", String::as_str)
        ),
        why: "the last one counts, as in JavaScript; what the others say is ignored".to_owned(),
        repair: "remove the others".to_owned(),
    }
}

/// Builds a value and notes the keys that are there twice, each as a path from the key up.
struct Builder<'a> {
    duplicates: &'a mut Vec<Vec<String>>,
}

impl Builder<'_> {
    /// Builds an inner value, and puts `key` onto the paths that this adds.
    fn inner<T, E>(
        &mut self,
        key: impl FnOnce() -> String,
        build: impl FnOnce(Builder<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let before = self.duplicates.len();
        let value = build(Builder {
            duplicates: self.duplicates,
        })?;
        if self.duplicates.len() > before {
            let key = key();
            for path in &mut self.duplicates[before..] {
                path.push(key.clone());
            }
        }
        Ok(value)
    }
}

impl<'de> DeserializeSeed<'de> for Builder<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Builder<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            let index = items.len();
            match self.inner(|| index.to_string(), |inner| access.next_element_seed(inner))? {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            let value = self.inner(|| key.clone(), |inner| access.next_value_seed(inner))?;
            if members.contains_key(&key) && self.duplicates.len() < MAX_DUPLICATES {
                self.duplicates.push(vec![key.clone()]);
            }
            members.insert(key, value);
        }
        Ok(Value::Object(members))
    }
}
