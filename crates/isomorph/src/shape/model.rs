//! What the shape stage gives: Rust types as data, before they are code.

use std::collections::HashSet;

use serde_json::{Number, Value};

use crate::lower::{Docs, Types};

/// A model in [`Models`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ModelId(pub(crate) usize);

/// All types of a run.
#[derive(Debug, Default)]
pub(crate) struct Models {
    pub(crate) models: Vec<Model>,
    /// The order in which they are written.
    pub(crate) order: Vec<ModelId>,
    /// The types of the operations' schemas, in document order.
    pub(crate) anchors: Vec<Type>,
    /// The Rust type of every location that got one.
    pub(crate) locations: Vec<Typed>,
    /// Who enforces each keyword.
    pub(crate) ledger: super::Ledger,
    /// The models with a float somewhere in them, which have no total equality; by document and name.
    pub(crate) with_numbers: HashSet<(usize, String)>,
}

/// A location and its type.
#[derive(Debug, Clone)]
pub(crate) struct Typed {
    pub(crate) document: usize,
    pub(crate) pointer: String,
    pub(crate) ty: Type,
}

/// A named Rust type.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) name: String,
    pub(crate) document: usize,
    /// The location of its schema, as a JSON pointer.
    pub(crate) pointer: String,
    pub(crate) docs: Docs,
    pub(crate) form: Form,
    /// It has a name in the document; the others are inline.
    pub(crate) is_root: bool,
    /// The schema that a value must pass before it is read, where neither the form nor a native check says all of it.
    /// What values must pass before they are read, where the form leaves something unsaid.
    pub(crate) whole: Option<Whole>,
    pub(crate) style: Style,
}

/// What a policy adds to an item.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Style {
    /// Paths of further derives.
    pub(crate) derives: Vec<String>,
    /// Further attributes.
    pub(crate) attributes: Vec<String>,
    /// The path of a type that stands for this one.
    pub(crate) replace: Option<String>,
}

/// What judges a value as a whole.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Whole {
    /// What the form leaves unsaid, evaluated by the runtime.
    Condition(Condition),
    /// The whole schema, evaluated by a validator.
    Schema(WholeSchema),
}

/// A condition on a value; the runtime's type of this name says what each means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Condition {
    Never,
    Types(Types),
    OneOf(Vec<Value>),
    Has(Vec<String>),
    Entries {
        known: Vec<(String, Condition)>,
        rest: Option<Box<Condition>>,
    },
    Keys(Box<Condition>),
    Items {
        prefix: Vec<Condition>,
        rest: Option<Box<Condition>>,
    },
    Contains {
        what: Box<Condition>,
        least: u64,
        most: Option<u64>,
    },
    Rule(Box<Rule>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    One(Vec<Condition>),
    Not(Box<Condition>),
    When {
        holds: Box<Condition>,
        then: Option<Box<Condition>>,
        otherwise: Option<Box<Condition>>,
    },
}

/// A schema that is evaluated at run time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WholeSchema {
    /// JSON text in the 2020-12 dialect, self-contained.
    pub(crate) text: String,
    pub(crate) asserts_formats: bool,
}

/// The Rust form of a named type.
#[derive(Debug)]
pub(crate) enum Form {
    Struct(Struct),
    Union(Union),
    Enumeration(Enumeration),
    Sequence(Sequence),
    /// A type of its own around one value.
    Newtype(Newtype),
    /// Another name for a type.
    Alias(Type),
}

/// A Rust type as it stands in a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Bool,
    Int(Int),
    Number,
    String,
    /// JSON null alone.
    Null,
    /// Any JSON value.
    Value,
    /// No value at all.
    Never,
    Option(Box<Type>),
    Vec(Box<Type>),
    Map(Box<Type>),
    Tuple(Vec<Type>),
    Model(ModelId),
    /// A model behind a `Box`, where a type would else hold itself.
    Boxed(ModelId),
}

/// The integer types that schemas ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Int {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

#[derive(Debug)]
pub(crate) struct Struct {
    pub(crate) fields: Vec<Field>,
    pub(crate) extra: Extra,
    /// Checks of the object as a whole.
    pub(crate) rule: Rule,
}

#[derive(Debug)]
pub(crate) struct Field {
    /// The key on the wire.
    pub(crate) wire: String,
    pub(crate) ident: String,
    pub(crate) docs: Docs,
    pub(crate) ty: Type,
    pub(crate) presence: Presence,
    pub(crate) rule: Rule,
}

/// Whether a key has to be there, and what stands for one that is not.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Presence {
    /// The key must be there.
    Required,
    /// The key must be there with this one value, so the struct has no field for it.
    Constant(Value),
    /// Absent is `None`.
    Optional,
    /// Absent is this value.
    Default(Value),
}

/// What becomes of keys that no field is for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Extra {
    Ignore,
    Deny,
    Keep(Type, Box<Rule>),
}

#[derive(Debug)]
pub(crate) struct Union {
    pub(crate) members: Vec<Member>,
    pub(crate) dispatch: Dispatch,
    pub(crate) matching: Match,
    /// What counts when several members accept, unless more than one is wrong.
    pub(crate) preferred: Match,
    /// What `discriminator` says.
    pub(crate) hint: Option<Hint>,
}

/// A key whose values name the member that is meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hint {
    pub(crate) key: String,
    /// Each value with the index of its member.
    pub(crate) values: Vec<(String, usize)>,
    /// The member where the key is absent or names none.
    pub(crate) otherwise: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) ident: String,
    pub(crate) docs: Docs,
    pub(crate) ty: Type,
    /// The JSON types it can accept.
    pub(crate) kinds: crate::lower::Types,
    /// The structs whose keys it declares; several where it is a union itself, `None` for a form without known keys.
    pub(crate) keys: Vec<Option<ModelId>>,
    /// Refuses keys that it does not declare.
    pub(crate) closed: bool,
}

/// How a union finds the member for an object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Dispatch {
    /// Each member requires the key with values of its own.
    Tag { key: String, values: Vec<(Value, usize)> },
    /// By the keys that are there; the member that a key names comes first where it accepts.
    Hint(Hint),
    /// By the keys that are there.
    Keys,
}

/// Which member counts when several accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    MostSpecific,
    First,
    /// More than one is as wrong as none.
    ExactlyOne,
}

/// An array whose first places have types of their own, and which is no Rust tuple, since places may be missing or more
/// may follow.
#[derive(Debug)]
pub(crate) struct Sequence {
    pub(crate) places: Vec<Field>,
    pub(crate) rest: Extra,
    /// Checks of the array as a whole.
    pub(crate) rule: Rule,
}

#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) variants: Vec<Variant>,
}

#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) ident: String,
    pub(crate) value: Value,
}

#[derive(Debug)]
pub(crate) struct Newtype {
    pub(crate) inner: Type,
    pub(crate) rule: Rule,
}

/// The checks that a value's type leaves.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Rule {
    pub(crate) minimum: Option<Number>,
    pub(crate) exclusive_minimum: Option<Number>,
    pub(crate) maximum: Option<Number>,
    pub(crate) exclusive_maximum: Option<Number>,
    pub(crate) multiple_of: Vec<Number>,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    /// Lengths are counted in UTF-16 code units.
    pub(crate) utf16: bool,
    pub(crate) patterns: Vec<String>,
    pub(crate) formats: Vec<String>,
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
    pub(crate) unique_items: bool,
    pub(crate) items: Option<Box<Rule>>,
    /// By position, for tuples.
    pub(crate) prefix: Vec<Rule>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
    pub(crate) property_names: Option<Box<Rule>>,
    pub(crate) values: Option<Box<Rule>>,
}

impl Rule {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Rule::default()
    }

    /// The rule in a box, if it says anything.
    pub(crate) fn boxed(self) -> Option<Box<Rule>> {
        if self.is_empty() { None } else { Some(Box::new(self)) }
    }
}

impl Models {
    /// Whether a float is anywhere in a model.
    pub(crate) fn holds_number(&self, model: &Model) -> bool {
        self.with_numbers.contains(&(model.document, model.name.clone()))
    }

    pub(crate) fn model(&self, id: ModelId) -> &Model {
        &self.models[id.0]
    }
}
