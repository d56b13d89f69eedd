//! Documents for a schema: some that it most likely accepts, changes of these, and some at random.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value, json};

use super::case::{Case, Dialect};
use super::positions::rewrite;
use super::schema::{KEYS, TEXTS, number, value};

/// How deep references are followed into a document.
const DEEPEST: usize = 5;

/// Documents for a case, each once.
pub(super) fn documents(case: &Case, count: usize, rng: &mut TestRng) -> Vec<Value> {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let mut maker = Maker {
        root: &case.schema,
        runner: TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)),
    };
    let mut found: Vec<Value> = vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(0.5),
        json!(""),
        json!([]),
        json!({}),
    ];
    found.extend(boundaries(&case.schema));
    for round in 0..count {
        let document = match round % 4 {
            0 | 1 => maker.directed(&case.schema, 0),
            2 => {
                let directed = maker.directed(&case.schema, 0);
                maker.mutated(directed)
            }
            _ => maker.any(),
        };
        found.push(document);
    }
    if case.dialect == Dialect::Draft4 {
        // There `1.0` is no integer, which is a documented deviation.
        found = found.into_iter().map(whole).collect();
    }
    let mut distinct: Vec<Value> = Vec::new();
    for document in found {
        if !distinct.contains(&document) {
            distinct.push(document);
        }
    }
    distinct
}

/// Whole numbers as integers.
fn whole(document: Value) -> Value {
    match document {
        Value::Number(number) => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 9e15 => Value::from(float as i64),
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(whole).collect(),
        Value::Object(members) => members.into_iter().map(|(key, value)| (key, whole(value))).collect(),
        other => other,
    }
}

/// The values that keywords name, and their neighbours.
fn boundaries(schema: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    rewrite(schema.clone(), &mut |members| {
        for (key, value) in &members {
            match (key.as_str(), value) {
                ("const", value) => found.push(value.clone()),
                ("enum", Value::Array(values)) => found.extend(values.iter().cloned()),
                (
                    "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
                    Value::Number(number),
                ) => {
                    if let Some(float) = number.as_f64().filter(|float| float.abs() < 1e15) {
                        found.extend([
                            value.clone(),
                            json!(float + 1.0),
                            json!(float - 0.5),
                            json!(float * 3.0),
                        ]);
                    }
                }
                _ => {}
            }
        }
        Value::Object(members)
    });
    found
}

struct Maker<'s> {
    root: &'s Value,
    runner: TestRunner,
}

impl Maker<'_> {
    fn any(&mut self) -> Value {
        value()
            .new_tree(&mut self.runner)
            .map_or(Value::Null, |tree| tree.current())
    }

    fn below(&mut self, end: usize) -> usize {
        if end == 0 {
            0
        } else {
            (self.runner.rng().next_u32() as usize) % end
        }
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn pick<'v, T>(&mut self, items: &'v [T]) -> Option<&'v T> {
        let index = self.below(items.len());
        items.get(index)
    }

    /// A document that the schema perhaps accepts.
    fn directed(&mut self, schema: &Value, depth: usize) -> Value {
        let mut facets: Vec<Map<String, Value>> = Vec::new();
        self.collect(schema, &mut facets, 0);
        for facet in &facets {
            if let Some(value) = facet.get("const") {
                return value.clone();
            }
            if let Some(Value::Array(values)) = facet.get("enum")
                && let Some(value) = self.pick(values)
            {
                return value.clone();
            }
        }
        if depth > DEEPEST {
            return Value::Null;
        }
        match self.kind(&facets).as_str() {
            "null" => Value::Null,
            "boolean" => json!(self.chance(2)),
            "integer" => self.number(&facets, true),
            "number" => self.number(&facets, false),
            "string" => self.text(&facets),
            "array" => self.array(&facets, depth),
            _ => self.object(&facets, depth),
        }
    }

    /// The schemas that count for one value, a branch of each choice.
    fn collect(&mut self, schema: &Value, facets: &mut Vec<Map<String, Value>>, depth: usize) {
        let Value::Object(members) = schema else { return };
        if depth > 12 {
            return;
        }
        for key in ["$ref", "$dynamicRef"] {
            if let Some(target) = members
                .get(key)
                .and_then(Value::as_str)
                .and_then(|target| self.target(target))
            {
                self.collect(&target, facets, depth + 1);
            }
        }
        for base in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.collect(base, facets, depth + 1);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = members.get(key)
                && let Some(branch) = self.pick(branches)
            {
                self.collect(branch, facets, depth + 1);
            }
        }
        let branch = if self.chance(2) {
            ["if", "then"]
        } else {
            ["else", "else"]
        };
        for key in branch {
            if let Some(schema) = members.get(key) {
                self.collect(schema, facets, depth + 1);
            }
        }
        facets.push(members.clone());
    }

    fn target(&self, reference: &str) -> Option<Value> {
        let pointer = match reference {
            "#anchor" => "/$defs/A",
            "#node" => "",
            other => other.strip_prefix('#')?,
        };
        self.root.pointer(pointer).cloned()
    }

    fn kind(&mut self, facets: &[Map<String, Value>]) -> String {
        let said: Vec<&Value> = facets.iter().filter_map(|facet| facet.get("type")).collect();
        if let Some(types) = self.pick(&said) {
            return match types {
                Value::String(name) => name.clone(),
                Value::Array(names) => {
                    let names = names.clone();
                    self.pick(&names).and_then(Value::as_str).unwrap_or("null").to_owned()
                }
                _ => "object".to_owned(),
            };
        }
        let has = |keys: &[&str]| {
            facets
                .iter()
                .any(|facet| keys.iter().any(|key| facet.contains_key(*key)))
        };
        if has(&[
            "properties",
            "required",
            "patternProperties",
            "additionalProperties",
            "unevaluatedProperties",
        ]) && !self.chance(4)
        {
            "object".to_owned()
        } else if has(&["prefixItems", "items", "contains", "minItems"]) && !self.chance(4) {
            "array".to_owned()
        } else {
            let kinds = ["null", "boolean", "integer", "number", "string", "array", "object"];
            self.pick(&kinds).map_or_else(String::new, |kind| (*kind).to_owned())
        }
    }

    fn number(&mut self, facets: &[Map<String, Value>], is_whole: bool) -> Value {
        let bound = |keys: [&str; 2]| {
            facets
                .iter()
                .find_map(|facet| keys.iter().find_map(|key| facet.get(*key)?.as_f64()))
        };
        let least = bound(["minimum", "exclusiveMinimum"]);
        let most = bound(["maximum", "exclusiveMaximum"]);
        let step = facets
            .iter()
            .find_map(|facet| facet.get("multipleOf")?.as_f64())
            .unwrap_or(if is_whole { 1.0 } else { 0.5 });
        let start = match (least, most) {
            (Some(least), _) => (least / step).ceil(),
            (None, Some(most)) => (most / step).floor() - 3.0,
            (None, None) => 0.0,
        };
        let number = (start + self.below(4) as f64) * step;
        // Away from the noise of the multiplication.
        let number = (number * 1e6).round() / 1e6;
        if self.chance(5) || number.abs() > 9e15 {
            return number_tree(&mut self.runner);
        }
        if number.fract() == 0.0 && !self.chance(4) {
            json!(number as i64)
        } else {
            json!(number)
        }
    }

    fn text(&mut self, facets: &[Map<String, Value>]) -> Value {
        let least = facets
            .iter()
            .filter_map(|facet| facet.get("minLength")?.as_u64())
            .max()
            .unwrap_or(0);
        let text = self.pick(&TEXTS).copied().unwrap_or_default();
        let missing = (least as usize).saturating_sub(text.chars().count());
        json!(format!("{text}{}", "b".repeat(missing)))
    }

    fn array(&mut self, facets: &[Map<String, Value>], depth: usize) -> Value {
        let count = |key: &'static str| facets.iter().filter_map(move |facet| facet.get(key)?.as_u64());
        let least = count("minItems").max().unwrap_or(0) as usize;
        let most = count("maxItems").min().map_or(4, |most| most as usize);
        let prefix: Vec<Value> = facets
            .iter()
            .find_map(|facet| facet.get("prefixItems")?.as_array().cloned())
            .unwrap_or_default();
        let mut wanted = least + self.below(3);
        if !prefix.is_empty() && self.chance(2) {
            wanted = wanted.max(prefix.len());
        }
        let items = facets.iter().find_map(|facet| facet.get("items").cloned());
        if items == Some(json!(false)) {
            wanted = wanted.min(prefix.len());
        }
        let contained = facets.iter().find_map(|facet| facet.get("contains").cloned());
        let mut found = Vec::new();
        for index in 0..wanted.min(most) {
            let contains = contained.as_ref().filter(|_| self.chance(2));
            let schema = contains
                .or(prefix.get(index))
                .or(items.as_ref())
                .cloned()
                .unwrap_or(json!({}));
            found.push(self.directed(&schema, depth + 1));
        }
        Value::Array(found)
    }

    fn object(&mut self, facets: &[Map<String, Value>], depth: usize) -> Value {
        let mut members = Map::new();
        let closed = facets.iter().any(|facet| {
            facet.get("additionalProperties") == Some(&json!(false))
                || facet.get("unevaluatedProperties") == Some(&json!(false))
        });
        let mut keys: Vec<(String, bool)> = Vec::new();
        for facet in facets {
            for key in facet
                .get("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                keys.push((key.to_owned(), true));
            }
            for key in facet
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flat_map(Map::keys)
            {
                keys.push((key.clone(), false));
            }
        }
        if !closed || self.chance(6) {
            for key in KEYS {
                if self.chance(4) {
                    keys.push((key.to_owned(), true));
                }
            }
        }
        for (key, is_required) in keys {
            if members.contains_key(&key) || !(is_required || self.chance(2)) {
                continue;
            }
            let declared = facets
                .iter()
                .find_map(|facet| facet.get("properties")?.get(&key).cloned());
            let schema = declared.or_else(|| {
                facets.iter().find_map(|facet| {
                    let patterns = facet.get("patternProperties")?.as_object()?;
                    patterns
                        .iter()
                        .find(|(source, _)| source.trim_start_matches('^').chars().all(|c| key.contains(c)))
                        .map(|(_, schema)| schema.clone())
                })
            });
            let schema = schema.or_else(|| {
                facets
                    .iter()
                    .find_map(|facet| facet.get("additionalProperties").cloned())
            });
            if schema == Some(json!(false)) && !self.chance(8) {
                continue;
            }
            let value = self.directed(&schema.unwrap_or(json!({})), depth + 1);
            members.insert(key, value);
        }
        Value::Object(members)
    }

    /// A document with something changed.
    fn mutated(&mut self, document: Value) -> Value {
        match document {
            Value::Array(mut items) if !items.is_empty() && !self.chance(5) => {
                let index = self.below(items.len());
                match self.below(4) {
                    0 => {
                        items.remove(index);
                    }
                    1 => {
                        let item = items[index].clone();
                        items.push(item);
                    }
                    _ => {
                        let item = std::mem::take(&mut items[index]);
                        items[index] = self.mutated(item);
                    }
                }
                Value::Array(items)
            }
            Value::Object(mut members) if !members.is_empty() && !self.chance(5) => {
                let keys: Vec<String> = members.keys().cloned().collect();
                let key = self.pick(&keys).cloned().unwrap_or_default();
                match self.below(4) {
                    0 => {
                        members.shift_remove(&key);
                    }
                    1 => {
                        let other = self.pick(&KEYS).copied().unwrap_or_default();
                        let value = self.any();
                        members.insert(other.to_owned(), value);
                    }
                    _ => {
                        let value = members.get_mut(&key).map(std::mem::take).unwrap_or_default();
                        let value = self.mutated(value);
                        members.insert(key, value);
                    }
                }
                Value::Object(members)
            }
            Value::Number(number) if !self.chance(3) => {
                let float = number.as_f64().unwrap_or_default();
                if float.abs() > 1e15 {
                    json!(1)
                } else {
                    json!(float + [1.0, -1.0, 0.5][self.below(3)])
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                self.any()
            }
        }
    }
}

fn number_tree(runner: &mut TestRunner) -> Value {
    number().new_tree(runner).map_or(Value::Null, |tree| tree.current())
}
