//! Verdicts on values at generation time: which of its values an `enum` really accepts, whether a `default` is valid, and
//! whether null is accepted.
//!
//! Judged is the lowered graph and not the document, since the shapes are made of the graph and both must agree in every
//! dialect.

use std::collections::{HashMap, HashSet};

use serde_json::{Number, Value};

use super::literal::Literal;
use super::sub::{Part, Sub};
use super::{pattern, residual};
use crate::lower::{Graph, Keywords, NodeId, Residual, Schema, Types, same};

/// From this length on a list of values is looked up and not gone through.
const LONG_LIST: usize = 16;

/// Whether every part accepts the value.
pub(crate) fn accepts(graph: &Graph, sub: &Sub, value: &Value) -> bool {
    !accepted(graph, sub, std::slice::from_ref(value)).is_empty()
}

/// Those of the values that every part accepts.
pub(crate) fn accepted<'v>(graph: &Graph, sub: &Sub, values: &'v [Value]) -> Vec<&'v Value> {
    let mut judge = Judge::new(graph);
    let accepted = values.iter().filter(|value| judge.sub(sub, value)).collect();
    if !judge.met_unevaluated {
        return accepted;
    }
    match jsonschema::validator_for(&residual::alone(graph, sub)) {
        Ok(validator) => values.iter().filter(|value| validator.is_valid(value)).collect(),
        // A pattern that the validator does not take is reported where it is shaped.
        Err(_) => accepted,
    }
}

struct Judge<'g> {
    graph: &'g Graph,
    /// The schemas that are being asked about the same value, by address.
    open: HashSet<(NodeId, *const Value)>,
    /// Verdicts of whole schemas, by address of the value: references fan out, and each leads to the same answer.
    known: HashMap<(NodeId, *const Value), bool>,
    /// The values of long lists.
    lists: HashMap<NodeId, HashSet<Literal>>,
    /// An `unevaluated` keyword was met, which depends on what other keywords looked at. That is not followed here.
    met_unevaluated: bool,
}

impl<'g> Judge<'g> {
    fn new(graph: &'g Graph) -> Self {
        Judge {
            graph,
            open: HashSet::new(),
            known: HashMap::new(),
            lists: HashMap::new(),
            met_unevaluated: false,
        }
    }

    fn sub(&mut self, sub: &Sub, value: &Value) -> bool {
        sub.types.has(Types::of(value)) && sub.parts.iter().all(|part| self.part(*part, value))
    }

    fn node(&mut self, node: NodeId, value: &Value) -> bool {
        self.part(Part::whole(node), value)
    }

    fn part(&mut self, part: Part, value: &Value) -> bool {
        let keywords = match &self.graph.node(part.node).schema {
            Schema::True => return true,
            Schema::False => return false,
            Schema::Keywords(keywords) => keywords,
        };
        let question = (part.node, std::ptr::from_ref(value));
        let is_whole = part == Part::whole(part.node);
        if is_whole && let Some(verdict) = self.known.get(&question) {
            return *verdict;
        }
        if !self.graph.budget.step() {
            return true;
        }
        if !self.open.insert(question) {
            // A schema that asks itself adds nothing to its own verdict.
            return true;
        }
        let verdict = (keywords.nullable && value.is_null()) || self.keywords(part, keywords, value);
        self.open.remove(&question);
        if is_whole {
            self.known.insert(question, verdict);
        }
        verdict
    }

    fn keywords(&mut self, part: Part, keywords: &Keywords, value: &Value) -> bool {
        let applicators_pass = part.own
            || (keywords.reference.is_none_or(|target| self.node(target, value))
                && keywords.all_of.iter().all(|member| self.node(*member, value)));
        applicators_pass
            && (part.without_any_of
                || keywords.any_of.is_empty()
                || keywords.any_of.iter().any(|member| self.node(*member, value)))
            && (part.without_one_of
                || keywords.one_of.is_empty()
                || keywords
                    .one_of
                    .iter()
                    .filter(|member| self.node(**member, value))
                    .count()
                    == 1)
            && keywords.types.is_none_or(|types| types.has(Types::of(value)))
            && keywords
                .literals
                .as_ref()
                .is_none_or(|values| self.is_listed(part.node, values, value))
            && (part.without_residual || self.residual(&keywords.residual, value))
            && match value {
                Value::Null | Value::Bool(_) => true,
                Value::Number(number) => number_passes(keywords, number),
                Value::String(text) => string_passes(keywords, text),
                Value::Array(items) => self.array(keywords, items),
                Value::Object(members) => self.object(keywords, members),
            }
    }

    fn is_listed(&mut self, node: NodeId, values: &[Value], value: &Value) -> bool {
        if values.len() <= LONG_LIST {
            return values.iter().any(|literal| same(literal, value));
        }
        let list = self
            .lists
            .entry(node)
            .or_insert_with(|| values.iter().map(Literal::of).collect());
        list.contains(&Literal::of(value))
    }

    /// The keywords that judge the whole value.
    fn residual(&mut self, residual: &Residual, value: &Value) -> bool {
        self.met_unevaluated |= residual.unevaluated_items.is_some() || residual.unevaluated_properties.is_some();
        let passes_not = residual.not.is_none_or(|node| !self.node(node, value));
        let branch = match residual.condition {
            Some(node) if self.node(node, value) => residual.then,
            Some(_) => residual.otherwise,
            None => None,
        };
        let passes_branch = branch.is_none_or(|node| self.node(node, value));
        let passes_contains = match (residual.contains, value) {
            (Some(node), Value::Array(items)) => {
                let count = items.iter().filter(|item| self.node(node, item)).count() as u64;
                count >= residual.min_contains.unwrap_or(1) && residual.max_contains.is_none_or(|most| count <= most)
            }
            _ => true,
        };
        let passes_dependent = match value {
            Value::Object(members) => {
                let required = residual
                    .dependent_required
                    .iter()
                    .filter(|(key, _)| members.contains_key(*key));
                let mut schemas = residual
                    .dependent_schemas
                    .iter()
                    .filter(|(key, _)| members.contains_key(*key));
                required.flat_map(|(_, keys)| keys).all(|key| members.contains_key(key))
                    && schemas.all(|(_, node)| self.node(*node, value))
            }
            _ => true,
        };
        passes_not && passes_branch && passes_contains && passes_dependent
    }

    fn array(&mut self, keywords: &Keywords, items: &[Value]) -> bool {
        let array = &keywords.array;
        let count = items.len() as u64;
        array.min_items.is_none_or(|least| count >= least)
            && array.max_items.is_none_or(|most| count <= most)
            && items
                .iter()
                .enumerate()
                .all(|(index, item)| match array.prefix.get(index) {
                    Some(node) => self.node(*node, item),
                    None => array.items.is_none_or(|node| self.node(node, item)),
                })
            && (!array.unique || items.iter().map(Literal::of).collect::<HashSet<_>>().len() == items.len())
    }

    /// A key, as a value of its own: its address says nothing about others.
    fn name(&mut self, node: NodeId, key: &str) -> bool {
        let mut judge = Judge::new(self.graph);
        let passes = judge.node(node, &Value::String(key.to_owned()));
        self.met_unevaluated |= judge.met_unevaluated;
        passes
    }

    fn object(&mut self, keywords: &Keywords, members: &serde_json::Map<String, Value>) -> bool {
        let object = &keywords.object;
        let count = members.len() as u64;
        object.min_properties.is_none_or(|least| count >= least)
            && object.max_properties.is_none_or(|most| count <= most)
            && object.required.iter().all(|key| members.contains_key(key))
            && members.iter().all(|(key, value)| {
                let declared = object.properties.as_ref().and_then(|properties| properties.get(key));
                let mut is_evaluated = declared.is_some();
                declared.is_none_or(|node| self.node(*node, value))
                    && object.patterns.iter().all(|(source, node)| {
                        let matches = pattern::matches(source, key);
                        is_evaluated |= matches;
                        !matches || self.node(*node, value)
                    })
                    && (is_evaluated || object.additional.is_none_or(|node| self.node(node, value)))
                    && object.names.is_none_or(|node| self.name(node, key))
            })
    }
}

fn number_passes(keywords: &Keywords, number: &Number) -> bool {
    let bounds = &keywords.number;
    let compare = |bound: &Option<Number>, passes: fn(std::cmp::Ordering) -> bool| {
        bound
            .as_ref()
            .is_none_or(|bound| compare_numbers(number, bound).is_some_and(passes))
    };
    compare(&bounds.minimum, std::cmp::Ordering::is_ge)
        && compare(&bounds.exclusive_minimum, std::cmp::Ordering::is_gt)
        && compare(&bounds.maximum, std::cmp::Ordering::is_le)
        && compare(&bounds.exclusive_maximum, std::cmp::Ordering::is_lt)
        && bounds
            .multiple_of
            .as_ref()
            .is_none_or(|divisor| is_multiple(number, divisor))
}

/// Compares exactly where both are integers, as floats otherwise.
pub(crate) fn compare_numbers(one: &Number, other: &Number) -> Option<std::cmp::Ordering> {
    let integer = |number: &Number| {
        number
            .as_i64()
            .map(i128::from)
            .or_else(|| number.as_u64().map(i128::from))
    };
    match (integer(one), integer(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// Whether the quotient is an integer, in decimal arithmetic on what the document says.
fn is_multiple(number: &Number, divisor: &Number) -> bool {
    let schema = serde_json::json!({ "multipleOf": divisor });
    jsonschema::validator_for(&schema).is_ok_and(|validator| validator.is_valid(&Value::Number(number.clone())))
}

fn string_passes(keywords: &Keywords, text: &str) -> bool {
    let string = &keywords.string;
    let length = text.chars().count() as u64;
    string.min_length.is_none_or(|least| length >= least)
        && string.max_length.is_none_or(|most| length <= most)
        && string
            .pattern
            .as_ref()
            .is_none_or(|source| pattern::matches(source, text))
}
