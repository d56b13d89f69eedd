//! Stage 5: what Rust form represents each schema, and which checks remain.
//!
//! A schema is shaped as a conjunction ([`sub::Sub`]): `$ref`, `allOf` and keywords side by side all mean "and", so they
//! are taken apart into one list of keywords first, and every merge is a list made longer. Null is decided first, since
//! it becomes `Option`; then enumerations, unions, and the single JSON types, each in a module of its own.

mod array;
mod circles;
mod condition;
mod dispatch;
mod doubts;
mod format;
mod hint;
mod judge;
mod large;
mod ledger;
mod literal;
mod merged;
mod model;
mod null;
mod numbers;
mod object;
mod only;
mod order;
mod pattern;
mod place;
mod policy;
mod recursion;
mod residual;
mod scalar;
mod sub;
mod twins;
mod union;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub(crate) use condition::rules;
use ledger::Marks;
pub(crate) use ledger::{Enforcer, Ledger, judges};
pub(crate) use model::{
    Condition, Dispatch, Enumeration, Extra, Field, Form, Hint, Int, Match, Member, Model, ModelId, Models, Newtype,
    Presence, Rule, Sequence, Struct, Style, Type, Typed, Union, Variant, Whole, WholeSchema,
};

use crate::load::Loaded;
use crate::lower::{Anchor, Docs, Graph, NodeId, Schema, Types};
use crate::name::Names;
use crate::{ClosedAllOf, Defaults, Diagnostic, LengthUnit, Place, Policy, Severity, TypePolicy, UnionMatch, Unknown};
use merged::Merged;
pub(crate) use order::named_by;
pub use residual::WholeKeyword;
pub(crate) use residual::lowered;
use sub::{Part, Sub, only_reference};

/// The steps that each root may take: a constant, so that a small document may have something intricate in it, and more for a
/// large one, whose schemas are many.
const STEPS: u64 = 300_000;
const STEPS_PER_SCHEMA: u64 = 100;

/// How deep schemas may lead into each other between two that have names.
const DEEPEST: usize = 400;

/// Shapes every root of the graph, and all that it refers to.
pub(crate) fn shape(documents: &Loaded, graph: &Graph, names: Names, diagnostics: &mut Vec<Diagnostic>) -> Models {
    let circles = circles::circles(documents, graph);
    if !circles.is_empty() {
        // No shape is possible, and nothing that could be said about one is.
        diagnostics.extend(circles);
        return Models::default();
    }
    diagnostics.extend(doubts::doubts(documents, graph));
    let mut shaper = Shaper {
        documents,
        graph,
        names,
        diagnostics,
        models: Vec::new(),
        roots: HashMap::new(),
        shaped: HashMap::new(),
        equal: HashMap::new(),
        locations: Vec::new(),
        located: HashSet::new(),
        unsaid: Unsaid::default(),
        anchors: Vec::new(),
        ledger: Marks::of(graph),
        types: RefCell::new(HashMap::new()),
        depth: 0,
    };
    shaper.begin();
    shaper.check_policies();
    shaper.warn_of_formats();
    let roots: Vec<NodeId> = shaper.reserve_roots();
    for node in roots {
        shaper.begin();
        shaper.root(node);
        if shaper.is_too_large(node) {
            return Models::default();
        }
    }
    for anchor in &graph.anchors {
        shaper.begin();
        shaper.anchor(anchor);
        if shaper.is_too_large(anchor.node) {
            return Models::default();
        }
    }
    let mut models = shaper.finish();
    recursion::break_cycles(&mut models);
    large::box_large(&mut models);
    dispatch::decide(&mut models);
    order::by_document(&mut models);
    only::keep(documents, graph, &mut models, diagnostics);
    numbers::find(&mut models);
    diagnostics.extend(
        dispatch::shadows(&models)
            .into_iter()
            .map(|shadow| shadowed(documents, &models, &shadow)),
    );
    diagnostics.extend(hint::ambiguous(documents, &models));
    models
}

fn shadowed(documents: &Loaded, models: &Models, shadow: &dispatch::Shadow) -> Diagnostic {
    let union = models.model(shadow.union);
    let (earlier, later) = (&shadow.earlier, &shadow.later);
    Diagnostic {
        rule: "shadowed-member",
        severity: Severity::Warning,
        place: Place {
            document: documents.documents[union.document].name.clone(),
            pointer: union.pointer.clone(),
            ..Place::default()
        },
        message: format!("`{earlier}` accepts every document with the keys of `{later}`, which comes later"),
        why: format!("the first member that accepts is taken, so `{later}` is never reached by what it was made for"),
        repair: format!(
            "put `{later}` first, make a key of `{earlier}` required, or match by the most specific member"
        ),
    }
}

/// A shaped schema as it stands in a field: a type, and the checks that the type leaves.
#[derive(Debug, Clone)]
pub(crate) struct Shaped {
    pub(crate) ty: Type,
    pub(crate) rule: Rule,
}

/// A shaped schema before it is decided whether it needs a name.
enum Found {
    Type(Shaped),
    Form(Form),
}

/// Whether a conjunction is being shaped, or has been.
enum Progress {
    /// Its shaping has begun; a reference back to it makes it a model.
    Open(Option<ModelId>),
    Done(Box<Shaped>),
}

struct Shaper<'a> {
    documents: &'a Loaded,
    graph: &'a Graph,
    names: Names,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// `None` while a model that is referred to is not finished.
    models: Vec<Option<Model>>,
    roots: HashMap<NodeId, ModelId>,
    shaped: HashMap<Sub, Progress>,
    /// Inline models by what they are, so that equal ones share one type.
    equal: HashMap<String, ModelId>,
    locations: Vec<Typed>,
    /// The nodes that have an entry there.
    located: HashSet<NodeId>,
    /// What the form that is being found leaves to a check of the whole value.
    unsaid: Unsaid,
    anchors: Vec<Type>,
    ledger: Marks,
    /// The JSON types of schemas that were asked for them.
    types: RefCell<HashMap<NodeId, Types>>,
    /// How many conjunctions are being shaped, each for the one before.
    depth: usize,
}

/// What a form leaves unsaid of its schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Unsaid {
    /// The keywords that judge a value as a whole.
    residual: bool,
    /// How many keys there are.
    counts: bool,
    /// What keys are called.
    names: bool,
    /// The values under keys that several patterns match.
    patterns: bool,
}

/// Where an inline schema stands, for its name and for what is said about it.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    document: usize,
    pointer: String,
    /// The name that the schema's model would get.
    name: String,
}

impl Spot {
    fn below(&self, name: &str) -> Spot {
        Spot {
            name: format!("{}{}", self.name, crate::name::pascal_case(name)),
            ..self.clone()
        }
    }
}

impl Shaper<'_> {
    /// The document whose module the models of another go to.
    fn owner(&self, document: usize) -> usize {
        self.documents.documents[document].owner
    }

    /// How the models of the document shall be that a schema stands in.
    fn policy(&self, spot: &Spot) -> &Policy {
        &self.documents.documents[spot.document].policy
    }

    /// What the type at a spot does differently.
    fn type_policies(&self, spot: &Spot) -> impl Iterator<Item = &TypePolicy> {
        let types = &self.documents.documents[spot.document].policy.types;
        types
            .iter()
            .filter(|it| it.target == spot.pointer || it.target == spot.name)
    }

    /// Begins the work on a root.
    fn begin(&mut self) {
        let schemas = u64::try_from(self.graph.nodes.len()).unwrap_or(u64::MAX);
        self.graph
            .budget
            .begin(STEPS + STEPS_PER_SCHEMA.saturating_mul(schemas));
    }

    /// Whether the work on a root was more than is done, which is reported.
    fn is_too_large(&mut self, node: NodeId) -> bool {
        let is_spent = self.graph.budget.is_spent();
        if is_spent {
            let spot = self.node_spot(node, "");
            self.report(
                Severity::Error,
                &spot,
                "too-large",
                "the types of this schema are too many, or nest too deep".to_owned(),
                "choices that are combined multiply, and so do schemas that are merged wherever they are referred to: a few \
                 lines can ask for more code than can be compiled",
                "combine fewer `anyOf` and `oneOf` with each other, or give the parts a place in `$defs` and refer to them \
                 without anything beside the reference",
            );
        }
        is_spent
    }

    /// Reserves a model for every root; of twins that differ in their side only, for the side that is asked for.
    fn reserve_roots(&mut self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let mut left_out = Vec::new();
        for root in &self.graph.roots {
            if self.roots.contains_key(&root.node) {
                continue;
            }
            match twins::kept(self.documents, self.graph, root) {
                Some(kept) if kept != root.node => left_out.push((root.node, kept)),
                Some(_) | None => {
                    let id = self.reserve();
                    self.roots.insert(root.node, id);
                    nodes.push(root.node);
                }
            }
        }
        for (node, kept) in left_out {
            if let Some(id) = self.roots.get(&kept).copied() {
                self.roots.insert(node, id);
                let source = self.graph.node(node);
                let (document, pointer) = (source.document, source.pointer.clone());
                self.locations.push(Typed {
                    document,
                    pointer,
                    ty: Type::Model(id),
                });
            }
        }
        nodes
    }

    fn reserve(&mut self) -> ModelId {
        self.models.push(None);
        ModelId(self.models.len() - 1)
    }

    fn root(&mut self, node: NodeId) {
        let Some(id) = self.roots.get(&node).copied() else {
            return;
        };
        let name = self.names.root(node).unwrap_or_default().to_owned();
        let source = self.graph.node(node);
        let spot = Spot {
            document: source.document,
            pointer: source.pointer.clone(),
            name: name.clone(),
        };
        let target = match &source.schema {
            Schema::Keywords(keywords) => only_reference(keywords),
            Schema::True | Schema::False => None,
        };
        let (found, whole) = match target {
            Some(target) => {
                self.mark_reference(node);
                (Found::Type(self.sub(&Sub::of(target), &spot)), None)
            }
            None => self.find(&Sub::of(node), &spot),
        };
        let form = match found {
            Found::Form(form) => form,
            Found::Type(Shaped {
                ty: Type::Model(target),
                rule,
            }) if rule.is_empty() && target != id && whole.is_none() => Form::Alias(Type::Model(target)),
            Found::Type(Shaped { ty, rule }) => Form::Newtype(Newtype { inner: ty, rule }),
        };
        let docs = source.docs.clone();
        if self.located.insert(node) {
            let (document, pointer) = (spot.document, spot.pointer.clone());
            self.locations.push(Typed {
                document,
                pointer,
                ty: Type::Model(id),
            });
        }
        let style = self.style(&spot);
        let (document, pointer) = (self.owner(spot.document), spot.pointer);
        self.models[id.0] = Some(Model {
            name,
            document,
            pointer,
            docs,
            form,
            is_root: true,
            whole,
            style,
        });
    }

    /// Shapes a schema of an operation. A plain type needs no name; one with checks gets one, since nothing around it could
    /// apply them.
    fn anchor(&mut self, anchor: &Anchor) {
        let source = self.graph.node(anchor.node);
        let spot = Spot {
            document: source.document,
            pointer: source.pointer.clone(),
            name: crate::name::pascal_case(&anchor.name),
        };
        let sub = Sub::of(anchor.node);
        let Shaped { ty, rule } = self.sub(&sub, &spot);
        if rule.is_empty() {
            self.anchors.push(ty);
            return;
        }
        let ty = self.checked(ty, rule, &sub, &spot);
        self.anchors.push(ty.clone());
        if let Some(typed) = self
            .locations
            .iter_mut()
            .rfind(|typed| typed.document == spot.document && typed.pointer == spot.pointer)
        {
            typed.ty = ty;
        }
    }

    /// Shapes a conjunction where it stands.
    fn sub(&mut self, sub: &Sub, spot: &Spot) -> Shaped {
        let followed = self.follow(sub);
        let shaped = self.followed(&followed, spot);
        for node in [sub.single(), followed.single()].into_iter().flatten() {
            if self.located.insert(node) {
                let source = self.graph.node(node);
                let (document, pointer) = (source.document, source.pointer.clone());
                self.locations.push(Typed {
                    document,
                    pointer,
                    ty: shaped.ty.clone(),
                });
            }
        }
        shaped
    }

    fn followed(&mut self, sub: &Sub, spot: &Spot) -> Shaped {
        if let Some(id) = sub.single().and_then(|node| self.roots.get(&node)) {
            return Shaped {
                ty: Type::Model(*id),
                rule: Rule::default(),
            };
        }
        match self.shaped.get(sub) {
            Some(Progress::Done(shaped)) => return Shaped::clone(shaped),
            Some(Progress::Open(Some(id))) => {
                return Shaped {
                    ty: Type::Model(*id),
                    rule: Rule::default(),
                };
            }
            Some(Progress::Open(None)) => {
                let id = self.reserve();
                self.shaped.insert(sub.clone(), Progress::Open(Some(id)));
                return Shaped {
                    ty: Type::Model(id),
                    rule: Rule::default(),
                };
            }
            None => {}
        }
        if self.depth >= DEEPEST {
            self.graph.budget.end();
        }
        if !self.graph.budget.step() {
            return Shaped {
                ty: Type::Value,
                rule: Rule::default(),
            };
        }
        self.shaped.insert(sub.clone(), Progress::Open(None));
        let spot = &self.place(sub, spot);
        self.depth += 1;
        let (found, whole) = self.find(sub, spot);
        self.depth -= 1;
        let asked_for = match self.shaped.get(sub) {
            Some(Progress::Open(id)) => *id,
            Some(Progress::Done(_)) | None => None,
        };
        let shaped = match (found, asked_for) {
            (Found::Type(shaped), None) if whole.is_none() => shaped,
            (Found::Type(Shaped { ty, rule }), id) => {
                self.inline(Form::Newtype(Newtype { inner: ty, rule }), whole, sub, spot, id)
            }
            (Found::Form(form), id) => self.inline(form, whole, sub, spot, id),
        };
        self.shaped
            .insert(sub.clone(), Progress::Done(Box::new(shaped.clone())));
        shaped
    }

    /// The conjunction behind schemas that say nothing but `$ref`.
    fn follow(&self, sub: &Sub) -> Sub {
        let mut sub = sub.clone();
        // A chain longer than there are nodes goes in circles; `find` reports it.
        for _ in 0..self.graph.nodes.len() {
            let [part] = sub.parts.as_slice() else { break };
            if part.own || self.roots.contains_key(&part.node) && sub.types == Types::ALL {
                break;
            }
            let Schema::Keywords(keywords) = &self.graph.node(part.node).schema else {
                break;
            };
            let Some(target) = only_reference(keywords) else { break };
            self.mark_reference(part.node);
            sub.parts = vec![Part::whole(target)];
        }
        sub
    }

    /// A single schema is said to stand where the document has it, a merged one where it is used.
    fn place(&mut self, sub: &Sub, spot: &Spot) -> Spot {
        match sub.single() {
            Some(node) => self.own_place(node, spot),
            None => spot.clone(),
        }
    }

    /// The spot of a keyword of a node, for a finding.
    fn node_spot(&self, node: NodeId, keyword: &str) -> Spot {
        let source = self.graph.node(node);
        Spot {
            document: source.document,
            pointer: format!("{}{keyword}", source.pointer),
            name: String::new(),
        }
    }

    /// Makes an inline form a model; one that equals an earlier one is that one.
    fn inline(
        &mut self,
        form: Form,
        whole: Option<Whole>,
        sub: &Sub,
        spot: &Spot,
        reserved: Option<ModelId>,
    ) -> Shaped {
        let docs = self.docs(sub);
        let key = format!("{} {docs:?} {form:?} {whole:?}", self.owner(spot.document));
        let id = match (reserved, self.equal.get(&key)) {
            (None, Some(id)) => *id,
            (reserved, _) => {
                let id = reserved.unwrap_or_else(|| self.reserve());
                let name = self.names.claim(self.owner(spot.document), &spot.pointer, &spot.name);
                let pointer = spot.pointer.clone();
                let style = self.style(spot);
                let document = self.owner(spot.document);
                self.models[id.0] = Some(Model {
                    name,
                    document,
                    pointer,
                    docs,
                    form,
                    is_root: false,
                    whole,
                    style,
                });
                self.equal.insert(key, id);
                id
            }
        };
        Shaped {
            ty: Type::Model(id),
            rule: Rule::default(),
        }
    }

    /// Further derives and attributes, and a type that stands for this one.
    fn style(&self, spot: &Spot) -> Style {
        let policy = self.policy(spot);
        let mut style = Style {
            derives: policy.derives.clone(),
            attributes: policy.attributes.clone(),
            replace: None,
        };
        for it in self.type_policies(spot) {
            style.derives.extend(it.derives.iter().cloned());
            style.attributes.extend(it.attributes.iter().cloned());
            style.replace = it.replace.clone().or(style.replace);
        }
        style
    }

    /// What the schema itself tells a reader; a merged one tells what its last part does.
    fn docs(&self, sub: &Sub) -> Docs {
        let parts = sub.parts.iter().rev().map(|part| &self.graph.node(part.node).docs);
        let mut docs = Docs::default();
        for part in parts {
            docs.title = docs.title.or_else(|| part.title.clone());
            docs.description = docs.description.or_else(|| part.description.clone());
            docs.deprecated |= part.deprecated && sub.parts.len() == 1;
            if docs.examples.is_empty() {
                docs.examples.clone_from(&part.examples);
            }
        }
        docs
    }

    /// The form of a conjunction, and what its values must pass before, where the form leaves something unsaid.
    fn find(&mut self, sub: &Sub, spot: &Spot) -> (Found, Option<Whole>) {
        if let Some(shaped) = self.nullable_reference(sub, spot) {
            return (Found::Type(shaped), None);
        }
        let merged = Merged::of(self.graph, sub);
        self.mark_flattened(sub);
        self.settle_idle(&merged);
        // A list of values is judged value by value.
        let is_judged = merged.literals.is_some();
        let before = Unsaid {
            residual: !is_judged && merged.has_residual(),
            ..Unsaid::default()
        };
        let outer = std::mem::replace(&mut self.unsaid, before);
        let found = self.with_null(sub, &merged, spot);
        let unsaid = std::mem::replace(&mut self.unsaid, outer);
        let is_unsaid = unsaid != Unsaid::default();
        // An enum judges nothing but its list, so that one with a check is held by a type that has the check.
        let found = match found {
            Found::Form(form @ Form::Enumeration(_)) if is_unsaid => {
                Found::Type(self.inline(form, None, sub, &spot.below("Value"), None))
            }
            other => other,
        };
        let is_impossible = matches!(found, Found::Type(Shaped { ty: Type::Never, .. }));
        if is_impossible && merged.is_contradiction() {
            self.contradiction(sub, spot);
        }
        let is_written = is_unsaid && !is_impossible && !self.graph.budget.is_spent();
        let whole = is_written.then(|| self.whole(sub, spot, unsaid));
        if is_impossible {
            self.settle(sub);
        }
        (found, whole)
    }

    /// What judges the values of a conjunction before they are read: a condition where that is simple, else the schema.
    fn whole(&self, sub: &Sub, spot: &Spot, unsaid: Unsaid) -> Whole {
        let policy = self.policy(spot);
        if let Some(condition) = condition::of(self.graph, sub, policy, unsaid, &self.ledger) {
            return Whole::Condition(condition);
        }
        let text = residual::document(self.graph, sub, policy, &self.ledger);
        self.graph.budget.written(&text);
        Whole::Schema(WholeSchema {
            text,
            asserts_formats: policy.asserts_any(),
        })
    }

    fn without_null(&mut self, merged: &Merged<'_>, spot: &Spot) -> Found {
        let types = merged.types.without(Types::NULL);
        if types.is_empty() {
            return Found::Type(Shaped {
                ty: Type::Never,
                rule: Rule::default(),
            });
        }
        if let Some(values) = &merged.literals {
            return self.literals(merged, values, spot);
        }
        if let Some(choice) = merged.choice() {
            return self.union(merged, choice, spot);
        }
        if types == Types::ALL.without(Types::NULL) && merged.is_unconstrained() {
            // What stands there says nothing, such as an empty list of required keys.
            merged.leaves.iter().for_each(|leaf| self.settle_node(leaf.part.node));
            return Found::Type(Shaped {
                ty: Type::Value,
                rule: Rule::default(),
            });
        }
        self.by_type(merged, types, spot)
    }

    /// A schema of one JSON type has the form of that type; of several, a union of those.
    fn by_type(&mut self, merged: &Merged<'_>, types: Types, spot: &Spot) -> Found {
        const NUMBERS: Types = Types::NUMBER;
        if NUMBERS.has(types) {
            return Found::Type(scalar::number(merged, types, &self.ledger));
        }
        match types {
            Types::BOOLEAN => Found::Type(Shaped {
                ty: Type::Bool,
                rule: Rule::default(),
            }),
            Types::STRING => Found::Type(self.string(merged, spot)),
            Types::ARRAY => self.array(merged, spot),
            Types::OBJECT => self.object(merged, spot),
            several => self.union_of_types(merged, several, spot),
        }
    }

    /// Warns of parts that accept nothing together.
    fn contradiction(&mut self, sub: &Sub, spot: &Spot) {
        let pointers: Vec<String> = sub::flatten(self.graph, &sub.parts)
            .iter()
            .take(4)
            .map(|part| format!("`#{}`", self.graph.node(part.node).pointer))
            .collect();
        self.report(
            Severity::Warning,
            spot,
            "contradiction",
            format!("these schemas accept nothing together: {}", pointers.join(", ")),
            "a value has to pass all of them, and no value does, so the type has no values",
            "correct the one that is wrong",
        );
    }

    /// Adds a finding about a place.
    fn report(
        &mut self,
        severity: Severity,
        spot: &Spot,
        rule: &'static str,
        message: String,
        why: &str,
        repair: &str,
    ) {
        let place = Place {
            document: self.documents.documents[spot.document].name.clone(),
            pointer: spot.pointer.clone(),
            ..Place::default()
        };
        let (why, repair) = (why.to_owned(), repair.to_owned());
        self.diagnostics.push(Diagnostic {
            rule,
            severity,
            place,
            message,
            why,
            repair,
        });
    }

    fn finish(self) -> Models {
        // Every reserved model was finished, since each reservation is followed by the shaping that it was made for.
        let models = self.models.into_iter().flatten().collect();
        Models {
            models,
            order: Vec::new(),
            anchors: self.anchors,
            locations: self.locations,
            ledger: self.ledger.finish(),
            with_numbers: HashSet::new(),
        }
    }
}
