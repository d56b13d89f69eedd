//! What judges a value as a whole, as a condition that the runtime evaluates by itself, where that is simple.
//!
//! Simple is what looks at keys, listed values, JSON types, bounds and lengths, some levels deep. The rest goes to the
//! `jsonschema` crate: `unevaluated` keywords, patterns of keys, asserted formats, and schemas that contain themselves.

use super::format::is_judged;
use super::ledger::Marks;
use super::merged::Merged;
use super::sub::{Part, Sub};
use super::{Condition, Enforcer, LengthUnit, Rule, Unsaid, pattern};
use crate::Policy;
use crate::lower::{Graph, Keyword, Keywords, NodeId, Residual, Schema, Types};

/// How deep conditions lie in each other, how many there are for one value, and how many values one of them lists: what is
/// larger is better off with a validator that compiles it.
const DEEPEST: usize = 12;
const MOST: usize = 100;
const LONGEST: usize = 64;

/// The keywords that a condition of a value as a whole stands for.
const RESIDUAL: &[Keyword] = &[
    Keyword::Not,
    Keyword::Condition,
    Keyword::Then,
    Keyword::Otherwise,
    Keyword::Contains,
    Keyword::MinContains,
    Keyword::MaxContains,
    Keyword::DependentRequired,
    Keyword::DependentSchemas,
];

/// What a form leaves unsaid of a conjunction, as one condition; `None` where that is not simple.
/// Every keyword that the condition stands for is marked as enforced by a check.
pub(super) fn of(graph: &Graph, sub: &Sub, policy: &Policy, unsaid: Unsaid, ledger: &Marks) -> Option<Condition> {
    if unsaid.patterns {
        return None;
    }
    let mut writer = Writer {
        graph,
        policy,
        used: Vec::new(),
        depth: 0,
    };
    let merged = Merged::of(graph, sub);
    let mut all = Vec::new();
    for leaf in &merged.leaves {
        let own = writer.left(leaf.part, leaf.keywords, unsaid)?;
        all.extend(or_null(own, leaf.keywords));
    }
    for leaf in &merged.leaves {
        if !leaf.part.without_residual {
            ledger.mark(leaf.part.node, Enforcer::Rule, RESIDUAL);
        }
        if unsaid.counts {
            let counts = [Keyword::MinProperties, Keyword::MaxProperties];
            ledger.mark(leaf.part.node, Enforcer::Rule, &counts);
        }
        if unsaid.names {
            ledger.mark(leaf.part.node, Enforcer::Rule, &[Keyword::Names]);
        }
    }
    for node in writer.used {
        // Nothing of it is a format that is asserted, or there were no condition.
        ledger.mark_all(node, Enforcer::Rule, false);
    }
    Some(joined(all))
}

struct Writer<'a> {
    graph: &'a Graph,
    policy: &'a Policy,
    used: Vec<NodeId>,
    depth: usize,
}

impl Writer<'_> {
    /// What a leaf of a conjunction says that its form leaves unsaid.
    fn left(&mut self, part: Part, keywords: &Keywords, unsaid: Unsaid) -> Option<Vec<Condition>> {
        let mut all = Vec::new();
        if !part.without_residual {
            all.extend(self.residual(&keywords.residual)?);
        }
        let object = &keywords.object;
        if unsaid.counts {
            let rule = Rule {
                min_properties: object.min_properties,
                max_properties: object.max_properties,
                ..Rule::default()
            };
            all.extend(ruled(rule));
        }
        if unsaid.names
            && let Some(names) = object.names
        {
            all.push(Condition::Keys(Box::new(self.node(names)?)));
        }
        Some(all)
    }

    fn node(&mut self, node: NodeId) -> Option<Condition> {
        if self.depth == DEEPEST || self.used.len() == MOST || !self.graph.budget.step() {
            return None;
        }
        let keywords = match &self.graph.node(node).schema {
            Schema::True => return Some(joined(Vec::new())),
            Schema::False => return Some(Condition::Never),
            Schema::Keywords(keywords) => keywords,
        };
        self.used.push(node);
        self.depth += 1;
        let all = self.keywords(keywords)?;
        self.depth -= 1;
        Some(joined(or_null(all, keywords)))
    }

    fn nodes(&mut self, nodes: &[NodeId]) -> Option<Vec<Condition>> {
        nodes.iter().map(|node| self.node(*node)).collect()
    }

    fn boxed(&mut self, node: Option<NodeId>) -> Option<Option<Box<Condition>>> {
        match node {
            None => Some(None),
            Some(node) => self.node(node).map(Box::new).map(Some),
        }
    }

    /// Every keyword of a schema.
    fn keywords(&mut self, keywords: &Keywords) -> Option<Vec<Condition>> {
        let mut all: Vec<Condition> = Vec::new();
        all.extend(keywords.types.map(Condition::Types));
        if let Some(values) = &keywords.literals {
            if values.len() > LONGEST {
                return None;
            }
            all.push(Condition::OneOf(values.clone()));
        }
        let bases: Vec<NodeId> = keywords.reference.iter().chain(&keywords.all_of).copied().collect();
        all.extend(self.nodes(&bases)?);
        all.extend(ruled(self.rule(keywords)?));
        all.extend(self.array(keywords)?);
        all.extend(self.object(keywords)?);
        if !keywords.any_of.is_empty() {
            all.push(Condition::Any(self.nodes(&keywords.any_of)?));
        }
        if !keywords.one_of.is_empty() {
            all.push(Condition::One(self.nodes(&keywords.one_of)?));
        }
        all.extend(self.residual(&keywords.residual)?);
        Some(all)
    }

    /// The keywords that a rule says.
    fn rule(&self, keywords: &Keywords) -> Option<Rule> {
        let Keywords {
            number,
            string,
            array,
            object,
            ..
        } = keywords;
        let is_asserted = |format: &String| is_judged(format) && self.policy.asserts(format);
        if string.format.as_ref().is_some_and(is_asserted) {
            return None;
        }
        let has_length = string.min_length.is_some() || string.max_length.is_some();
        let portable = |source: &String| pattern::portable(source).into_owned();
        Some(Rule {
            minimum: number.minimum.clone(),
            exclusive_minimum: number.exclusive_minimum.clone(),
            maximum: number.maximum.clone(),
            exclusive_maximum: number.exclusive_maximum.clone(),
            multiple_of: number.multiple_of.iter().cloned().collect(),
            min_length: string.min_length,
            max_length: string.max_length,
            utf16: has_length && self.policy.length_unit == LengthUnit::Utf16,
            patterns: string.pattern.iter().map(portable).collect(),
            min_items: array.min_items,
            max_items: array.max_items,
            unique_items: array.unique,
            min_properties: object.min_properties,
            max_properties: object.max_properties,
            ..Rule::default()
        })
    }

    fn array(&mut self, keywords: &Keywords) -> Option<Option<Condition>> {
        let array = &keywords.array;
        if array.prefix.is_empty() && array.items.is_none() {
            return Some(None);
        }
        Some(Some(Condition::Items {
            prefix: self.nodes(&array.prefix)?,
            rest: self.boxed(array.items)?,
        }))
    }

    fn object(&mut self, keywords: &Keywords) -> Option<Vec<Condition>> {
        let object = &keywords.object;
        if !object.patterns.is_empty() {
            return None;
        }
        let mut all = Vec::new();
        if !object.required.is_empty() {
            all.push(Condition::Has(object.required.iter().cloned().collect()));
        }
        let known = object.properties.iter().flatten();
        let known = known
            .map(|(key, node)| Some((key.clone(), self.node(*node)?)))
            .collect::<Option<Vec<_>>>()?;
        let rest = self.boxed(object.additional)?;
        if !known.is_empty() || rest.is_some() {
            all.push(Condition::Entries { known, rest });
        }
        if let Some(names) = object.names {
            all.push(Condition::Keys(Box::new(self.node(names)?)));
        }
        Some(all)
    }

    /// The keywords that judge the value as a whole.
    fn residual(&mut self, residual: &Residual) -> Option<Vec<Condition>> {
        let Residual {
            not,
            condition,
            then,
            otherwise,
            contains,
            min_contains,
            max_contains,
            dependent_required,
            dependent_schemas,
            unevaluated_items,
            unevaluated_properties,
        } = residual;
        if unevaluated_items.is_some() || unevaluated_properties.is_some() {
            return None;
        }
        let mut all = Vec::new();
        if let Some(node) = not {
            all.push(Condition::Not(Box::new(self.node(*node)?)));
        }
        if let Some(node) = condition
            && (then.is_some() || otherwise.is_some())
        {
            all.push(Condition::When {
                holds: Box::new(self.node(*node)?),
                then: self.boxed(*then)?,
                otherwise: self.boxed(*otherwise)?,
            });
        }
        if let Some(node) = contains {
            all.push(Condition::Contains {
                what: Box::new(self.node(*node)?),
                least: min_contains.unwrap_or(1),
                most: *max_contains,
            });
        }
        for (key, required) in dependent_required {
            all.push(depending(key, Condition::Has(required.clone())));
        }
        for (key, node) in dependent_schemas {
            all.push(depending(key, self.node(*node)?));
        }
        Some(all)
    }
}

/// A condition where an object has a key.
fn depending(key: &str, condition: Condition) -> Condition {
    let is_there = vec![Condition::Types(Types::OBJECT), Condition::Has(vec![key.to_owned()])];
    Condition::When {
        holds: Box::new(joined(is_there)),
        then: Some(Box::new(condition)),
        otherwise: None,
    }
}

fn ruled(rule: Rule) -> Option<Condition> {
    (!rule.is_empty()).then(|| Condition::Rule(Box::new(rule)))
}

/// OpenAPI 3.0: null is accepted whatever the other keywords say.
fn or_null(all: Vec<Condition>, keywords: &Keywords) -> Vec<Condition> {
    if keywords.nullable && !all.is_empty() {
        vec![Condition::Any(vec![Condition::Types(Types::NULL), joined(all)])]
    } else {
        all
    }
}

fn joined(mut all: Vec<Condition>) -> Condition {
    match all.len() {
        1 => all.remove(0),
        _ => Condition::All(all),
    }
}

/// The rules in a condition.
pub(crate) fn rules<'c>(condition: &'c Condition, rules: &mut Vec<&'c Rule>) {
    match condition {
        Condition::Never | Condition::Types(_) | Condition::OneOf(_) | Condition::Has(_) => {}
        Condition::Rule(rule) => rules.push(rule),
        Condition::Entries { known, rest } => {
            let known = known.iter().map(|(_, condition)| condition);
            known.chain(rest.as_deref()).for_each(|inner| self::rules(inner, rules));
        }
        Condition::Items { prefix, rest } => {
            prefix
                .iter()
                .chain(rest.as_deref())
                .for_each(|inner| self::rules(inner, rules));
        }
        Condition::Keys(inner) | Condition::Not(inner) | Condition::Contains { what: inner, .. } => {
            self::rules(inner, rules);
        }
        Condition::All(all) | Condition::Any(all) | Condition::One(all) => {
            all.iter().for_each(|inner| self::rules(inner, rules));
        }
        Condition::When { holds, then, otherwise } => {
            let parts = [Some(holds), then.as_ref(), otherwise.as_ref()];
            parts.into_iter().flatten().for_each(|inner| self::rules(inner, rules));
        }
    }
}
