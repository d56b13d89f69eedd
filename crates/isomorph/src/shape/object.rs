//! Objects: structs, and maps where no key is named.

use indexmap::IndexSet;
use serde_json::Value;

use super::merged::Merged;
use super::scalar::least;
use super::sub::{Sub, only_reference};
use super::{
    ClosedAllOf, Defaults, Enforcer, Extra, Field, Form, Found, Presence, Rule, Severity, Shaped, Shaper, Spot, Struct,
    Type, Unknown, judge, pattern,
};
use crate::lower::{Graph, Keyword, Keywords, NodeId, ObjectKeywords, Schema, Types};
use crate::name::Idents;

impl Shaper<'_> {
    pub(super) fn object(&mut self, merged: &Merged<'_>, spot: &Spot) -> Found {
        let mut rule = Rule::default();
        for leaf in &merged.leaves {
            self.mark(
                leaf.part.node,
                Enforcer::Type,
                &[Keyword::Properties, Keyword::Required],
            );
            rule.min_properties = rule.min_properties.max(leaf.keywords.object.min_properties);
            rule.max_properties = least(rule.max_properties, leaf.keywords.object.max_properties);
        }
        rule.min_properties = rule.min_properties.filter(|count| *count > 0);
        let names = self.names_of(merged, spot);
        let keys = declared(merged, &names);
        let extra = self.extra(merged, &names, keys.is_empty(), spot);
        let is_free_form = keys.is_empty()
            && merged
                .leaves
                .iter()
                .all(|leaf| leaf.keywords.object.properties.is_none());
        if is_free_form && let Extra::Keep(ty, values) = extra {
            self.mark_leaves(
                merged,
                Enforcer::Rule,
                &[Keyword::MinProperties, Keyword::MaxProperties],
            );
            if let KeyNames::Checked(names) = names {
                self.mark_leaves(merged, Enforcer::Rule, &[Keyword::Names]);
                rule.property_names = (*names).boxed();
            }
            rule.property_names = merge_names(rule.property_names, pattern_names(self.graph, merged));
            rule.values = values.boxed();
            return Found::Type(Shaped {
                ty: Type::Map(Box::new(ty)),
                rule,
            });
        }
        let fields = self.fields(merged, &keys, &names, &extra, spot);
        self.warn_of_closed_all_of(merged, &fields, &keys, spot);
        let has_counts = rule.min_properties.is_some() || rule.max_properties.is_some();
        let is_filled = fields
            .iter()
            .any(|field| matches!(field.presence, Presence::Default(_)));
        if has_counts && (extra == Extra::Ignore || is_filled) {
            // Keys that are read past count as well, and nothing is left of them to count; defaults that are filled in
            // do not, and look like keys that came.
            self.unsaid.counts = true;
            rule.min_properties = None;
            rule.max_properties = None;
        } else {
            self.mark_leaves(
                merged,
                Enforcer::Rule,
                &[Keyword::MinProperties, Keyword::MaxProperties],
            );
        }
        if let KeyNames::Checked(names) = names {
            self.named(merged, *names, &keys, &extra, &mut rule);
        }
        if matches!(extra, Extra::Keep(..)) {
            rule.property_names = merge_names(rule.property_names, pattern_names(self.graph, merged));
        }
        Found::Form(Form::Struct(Struct { fields, extra, rule }))
    }

    /// Checks what the keys of a struct are called. Keys that have a field were judged while generating, those that are
    /// kept are checked, and those that are read past have only the whole value to be seen in.
    fn named(&mut self, merged: &Merged<'_>, names: Rule, keys: &IndexSet<String>, extra: &Extra, rule: &mut Rule) {
        let sub = Sub::all(merged.leaves.iter().filter_map(|leaf| leaf.keywords.object.names));
        let passes = |key: &String| judge::accepts(self.graph, &sub, &Value::String(key.clone()));
        let all_pass = keys.iter().all(passes);
        match extra {
            Extra::Keep(..) if all_pass => {
                self.mark_leaves(merged, Enforcer::Rule, &[Keyword::Names]);
                rule.property_names = names.boxed();
            }
            Extra::Deny if all_pass => self.mark_leaves(merged, Enforcer::Type, &[Keyword::Names]),
            Extra::Keep(..) | Extra::Deny | Extra::Ignore => self.unsaid.names = true,
        }
    }

    fn fields(
        &mut self,
        merged: &Merged<'_>,
        keys: &IndexSet<String>,
        names: &KeyNames,
        extra: &Extra,
        spot: &Spot,
    ) -> Vec<Field> {
        let taken: &[&str] = if matches!(extra, Extra::Keep(..)) {
            &["extra"]
        } else {
            &[]
        };
        let mut idents = Idents::with(taken);
        // Every key is tried with every pattern, which takes long where both are many.
        let patterns: usize = merged
            .leaves
            .iter()
            .map(|leaf| leaf.keywords.object.patterns.len())
            .sum();
        if !self
            .graph
            .budget
            .take(keys.len().saturating_mul(patterns).saturating_mul(10))
        {
            return Vec::new();
        }
        let pools = |node: NodeId| {
            let is_closed = matches!(self.graph.node(node).schema, Schema::False);
            is_closed && self.policy(spot).closed_all_of == ClosedAllOf::Pool
        };
        let subs: Vec<(String, Sub)> = keys
            .iter()
            .map(|key| (key.clone(), property(merged, key, names, &pools)))
            .collect();
        let mut fields = Vec::new();
        for (key, sub) in &subs {
            let is_required = is_required(merged, key);
            let field = self.field(sub, key, is_required, &mut idents, spot);
            // A key that can never be there is refused as any unknown one in a closed object.
            if field.ty != Type::Never || is_required || *extra != Extra::Deny {
                fields.push(field);
            }
        }
        fields
    }

    /// Closed objects under `allOf` refuse each other's keys (2020-12 Core, section 10.3.2.3), which is seldom meant.
    fn warn_of_closed_all_of(&mut self, merged: &Merged<'_>, fields: &[Field], keys: &IndexSet<String>, spot: &Spot) {
        let is_refused = |key: &String| !fields.iter().any(|field| field.wire == *key && field.ty != Type::Never);
        let is_declared = |key: &String| {
            let properties = merged
                .leaves
                .iter()
                .filter_map(|leaf| leaf.keywords.object.properties.as_ref());
            properties
                .filter_map(|properties| properties.get(key))
                .any(|node| !matches!(self.graph.node(*node).schema, Schema::False))
        };
        let refused: Vec<&String> = keys.iter().filter(|key| is_refused(key) && is_declared(key)).collect();
        let is_closed = |keywords: &Keywords| {
            keywords
                .object
                .additional
                .is_some_and(|node| matches!(self.graph.node(node).schema, Schema::False))
        };
        let closed = merged.leaves.iter().filter(|leaf| is_closed(leaf.keywords)).count();
        if merged.leaves.len() < 2 || refused.is_empty() || closed == 0 {
            return;
        }
        let names: Vec<String> = refused.iter().take(5).map(|key| format!("`{key}`")).collect();
        self.report(
            Severity::Warning,
            spot,
            "closed-all-of",
            format!("the parts of this `allOf` refuse each other's keys: {}", names.join(", ")),
            "each closed part judges all keys of the object by itself, so a key that only another part names is unknown to it",
            "close only the last part, with `unevaluatedProperties: false`, or extend the object instead of intersecting",
        );
    }

    fn field(&mut self, sub: &Sub, key: &str, is_required: bool, idents: &mut Idents, spot: &Spot) -> Field {
        let docs = self.docs(sub);
        let ident = idents.field(key);
        let wire = key.to_owned();
        if is_required && let Some(value) = self.constant(sub) {
            self.settle(sub);
            let presence = Presence::Constant(value);
            return Field {
                wire,
                ident,
                docs,
                ty: Type::Null,
                presence,
                rule: Rule::default(),
            };
        }
        let Shaped { ty, rule } = self.sub(sub, &spot.below(key));
        let presence = match self.default(sub) {
            _ if is_required => Presence::Required,
            _ if self.policy(spot).defaults == Defaults::KeepAbsent => Presence::Optional,
            Some((node, value)) if judge::accepts(self.graph, sub, &value) => {
                self.mark(node, Enforcer::Type, &[Keyword::Default]);
                Presence::Default(value)
            }
            Some((_, value)) => {
                self.invalid_default(sub, key, &value, spot);
                Presence::Optional
            }
            None => Presence::Optional,
        };
        Field {
            wire,
            ident,
            docs,
            ty,
            presence,
            rule,
        }
    }

    /// The one value that a property can have.
    fn constant(&self, sub: &Sub) -> Option<Value> {
        match self.listed(sub)?.as_slice() {
            [value] if !value.is_array() && !value.is_object() => Some(value.clone()),
            _ => None,
        }
    }

    /// The property's `default`, or that of the schema that it refers to, or of the only member that is not null.
    fn default(&self, sub: &Sub) -> Option<(NodeId, Value)> {
        sub.parts.iter().find_map(|part| {
            let mut node = part.node;
            for _ in 0..self.graph.nodes.len() {
                let source = self.graph.node(node);
                if let Some(value) = &source.docs.default {
                    return Some((node, value.clone()));
                }
                let Schema::Keywords(keywords) = &source.schema else {
                    return None;
                };
                node = only_reference(keywords).or_else(|| self.only_not_null(keywords))?;
            }
            None
        })
    }

    fn only_not_null(&self, keywords: &Keywords) -> Option<NodeId> {
        let is_null = |node: &NodeId| self.types_of(&Sub::of(*node)) == Types::NULL;
        let (null, other): (Vec<NodeId>, Vec<NodeId>) = keywords.any_of.iter().copied().partition(is_null);
        match other.as_slice() {
            [only] if !null.is_empty() => Some(*only),
            _ => None,
        }
    }

    fn invalid_default(&mut self, sub: &Sub, key: &str, value: &Value, spot: &Spot) {
        let spot = &match sub.parts.first() {
            Some(part) => self.node_spot(part.node, "/default"),
            None => spot.clone(),
        };
        self.report(
            Severity::Warning,
            spot,
            "invalid-default",
            format!("the default {value} of `{key}` is not valid by its own schema"),
            "a filled default would be refused when it is read again, so the key stays optional",
            "correct the default, or leave it out",
        );
    }

    /// What keys that no property names hold.
    fn extra(&mut self, merged: &Merged<'_>, names: &KeyNames, is_free_form: bool, spot: &Spot) -> Extra {
        if matches!(names, KeyNames::Listed(_)) {
            // The listed names are all the keys, and each has a field.
            self.mark_leaves(merged, Enforcer::Type, &[Keyword::Patterns, Keyword::Additional]);
            for leaf in &merged.leaves {
                let object = &leaf.keywords.object;
                let named = object.properties.iter().flat_map(|nodes| nodes.values().copied());
                let below = object.patterns.values().copied().chain(object.additional).chain(named);
                self.settle_keywords(leaf.part.node, &[], below);
            }
            return Extra::Deny;
        }
        let objects = || merged.leaves.iter().map(|leaf| &leaf.keywords.object);
        let is_silent = objects().all(|object| object.additional.is_none() && object.patterns.is_empty())
            && merged.leaves.iter().all(|leaf| !self.opens_unevaluated(leaf.keywords));
        if is_silent {
            let says_nothing = is_free_form && objects().all(|object| object.properties.is_none());
            let chosen = self.type_policies(spot).find_map(|it| it.unknown);
            return match (says_nothing, chosen.unwrap_or(self.policy(spot).unknown)) {
                (true, _) | (false, Unknown::Keep) => Extra::Keep(Type::Value, Box::default()),
                (false, Unknown::Ignore) => Extra::Ignore,
                (false, Unknown::Deny) => Extra::Deny,
            };
        }
        let mut nodes: Vec<NodeId> = Vec::new();
        for leaf in &merged.leaves {
            let object = &leaf.keywords.object;
            for source in object.patterns.keys() {
                self.check_pattern(source, spot);
            }
            match undeclared(self, object) {
                Ok(node) => {
                    self.mark(
                        leaf.part.node,
                        Enforcer::Type,
                        &[Keyword::Patterns, Keyword::Additional],
                    );
                    nodes.extend(node);
                }
                // Keys under several patterns have several types: any value, judged as a whole.
                Err(()) => self.unsaid.patterns = true,
            }
        }
        match self.sub(&Sub::all(nodes), &spot.below("Value")) {
            Shaped { ty: Type::Never, .. } => Extra::Deny,
            Shaped { ty, rule } => Extra::Keep(ty, Box::new(rule)),
        }
    }

    /// Whether `unevaluatedProperties` lets some key through, which then has to be kept.
    fn opens_unevaluated(&self, keywords: &Keywords) -> bool {
        keywords
            .residual
            .unevaluated_properties
            .is_some_and(|node| !matches!(self.graph.node(node).schema, Schema::False))
    }

    /// What `propertyNames` says.
    fn names_of(&mut self, merged: &Merged<'_>, spot: &Spot) -> KeyNames {
        let nodes: Vec<NodeId> = merged
            .leaves
            .iter()
            .filter_map(|leaf| leaf.keywords.object.names)
            .collect();
        if nodes.is_empty() {
            return KeyNames::Any;
        }
        let sub = Sub {
            types: Types::STRING,
            ..Sub::all(nodes)
        };
        if let Some(values) = self.listed(&sub) {
            self.mark_leaves(merged, Enforcer::Type, &[Keyword::Names]);
            self.settle(&sub);
            return KeyNames::Listed(values.iter().filter_map(Value::as_str).map(str::to_owned).collect());
        }
        let merged = Merged::of(self.graph, &sub);
        self.mark_flattened(&sub);
        self.settle_idle(&merged);
        if merged.choice().is_none() && merged.types == Types::STRING && !merged.has_residual() {
            return KeyNames::Checked(Box::new(self.string(&merged, spot).rule));
        }
        self.unsaid.names = true;
        KeyNames::Any
    }
}

/// What keys may be called.
enum KeyNames {
    Any,
    Listed(Vec<String>),
    Checked(Box<Rule>),
}

/// The keys that get a field: those named by `properties` and `required`, and the listed names of a record.
fn declared(merged: &Merged<'_>, names: &KeyNames) -> IndexSet<String> {
    let mut keys = IndexSet::new();
    for leaf in &merged.leaves {
        keys.extend(
            leaf.keywords
                .object
                .properties
                .iter()
                .flat_map(|properties| properties.keys().cloned()),
        );
    }
    for leaf in &merged.leaves {
        keys.extend(leaf.keywords.object.required.iter().cloned());
    }
    if let KeyNames::Listed(listed) = names {
        // A key that is required and may not be there leaves no object at all: it keeps its field, which has no value.
        keys.retain(|key| listed.contains(key) || is_required(merged, key));
        keys.extend(listed.iter().cloned());
    }
    keys
}

fn is_required(merged: &Merged<'_>, key: &str) -> bool {
    let mut leaves = merged.leaves.iter();
    leaves.any(|leaf| leaf.keywords.object.required.contains(key))
}

/// What the parts say of a property. Each part judges by itself which of its keywords the key falls under, so that a
/// closed part refuses the other parts' keys (2020-12 Core, section 10.3.2.3), unless the policy pools them.
fn property(merged: &Merged<'_>, key: &str, names: &KeyNames, pools: &impl Fn(NodeId) -> bool) -> Sub {
    if let KeyNames::Listed(listed) = names
        && !listed.iter().any(|name| name == key)
    {
        return Sub {
            types: Types::NONE,
            ..Sub::all([])
        };
    }
    let declares = |object: &ObjectKeywords| object.properties.as_ref().is_some_and(|it| it.contains_key(key));
    let is_declared = merged.leaves.iter().any(|leaf| declares(&leaf.keywords.object));
    let mut nodes: Vec<NodeId> = Vec::new();
    for leaf in &merged.leaves {
        let object = &leaf.keywords.object;
        let before = nodes.len();
        nodes.extend(object.properties.iter().filter_map(|properties| properties.get(key)));
        nodes.extend(
            object
                .patterns
                .iter()
                .filter(|(source, _)| pattern::matches(source, key))
                .map(|(_, node)| *node),
        );
        if nodes.len() == before {
            // Pooled, a closed part lets the keys through that another part declares.
            nodes.extend(object.additional.filter(|node| !(is_declared && pools(*node))));
        }
    }
    Sub::all(nodes)
}

/// The schema of the keys that `properties` does not name: that of the patterns where no other key passes, else that of
/// `additionalProperties`.
///
/// # Errors
/// Where both count, or patterns differ.
fn undeclared(shaper: &Shaper<'_>, object: &ObjectKeywords) -> Result<Option<NodeId>, ()> {
    let mut patterns = object.patterns.values().copied();
    let Some(first) = patterns.next() else {
        return Ok(object.additional);
    };
    let is_false = |node: NodeId| matches!(shaper.graph.node(node).schema, Schema::False);
    let is_true = |node: NodeId| matches!(shaper.graph.node(node).schema, Schema::True);
    match object.additional {
        Some(node) if is_false(node) && patterns.all(|node| node == first) && pattern_of_keys(object).is_some() => {
            Ok(Some(first))
        }
        None if is_true(first) && patterns.all(is_true) => Ok(None),
        _ => Err(()),
    }
}

/// The rule that a key outside `properties` matches a pattern, where nothing else passes.
fn pattern_names(graph: &Graph, merged: &Merged<'_>) -> Option<Box<Rule>> {
    let mut rule = Rule::default();
    for leaf in &merged.leaves {
        let object = &leaf.keywords.object;
        // Only where no other key passes do the patterns say what a key may be called.
        let is_closed = object
            .additional
            .is_some_and(|node| matches!(graph.node(node).schema, Schema::False));
        if is_closed {
            rule.patterns.extend(pattern_of_keys(object));
        }
    }
    rule.boxed()
}

/// One pattern for all keys that `patternProperties` has patterns for. There is none for several of which one names or
/// numbers its groups, since these would be other groups beside those of the others.
fn pattern_of_keys(object: &ObjectKeywords) -> Option<String> {
    let sources: Vec<_> = object.patterns.keys().map(|source| pattern::portable(source)).collect();
    match sources.as_slice() {
        [] => None,
        [source] => Some(source.clone().into_owned()),
        several if several.iter().any(|source| pattern::refers_to_groups(source)) => None,
        several => Some(format!("(?:{})", several.join(")|(?:"))),
    }
}

fn merge_names(one: Option<Box<Rule>>, other: Option<Box<Rule>>) -> Option<Box<Rule>> {
    match (one, other) {
        (Some(mut one), Some(other)) => {
            one.patterns.extend(other.patterns);
            Some(one)
        }
        (one, other) => one.or(other),
    }
}
