//! From TOML to the form of the file, with every mistake found and its place kept.
//!
//! serde stops at the first mistake, so what is wrong is noted and left out, and the rest is read again.

use std::collections::HashSet;
use std::fmt;

use serde::Deserializer;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};
use toml::Spanned;
use toml::de::DeValue;

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The value, as a JSON pointer: the table for a key too many or too few.
    pub(super) pointer: Option<String>,
    /// What is wrong with it.
    pub(super) kind: FaultKind,
}

/// The ways in which a value can be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// A table has a key that means nothing.
    UnknownKey { key: String, known: Vec<&'static str> },
    /// A table lacks a key.
    MissingKey { key: &'static str },
    /// A word is none of those that the key takes.
    UnknownWord { found: String, known: Vec<&'static str> },
    /// A value is of another type.
    WrongType { found: &'static str, expected: String },
    /// Anything else that serde may find; nothing in the file's form asks for it.
    Other { message: String },
}

/// Reads all of a file.
pub(super) fn read<T: DeserializeOwned>(root: &Spanned<DeValue<'_>>) -> Result<T, Vec<Fault>> {
    let mut left_out = HashSet::new();
    let mut faults = Vec::new();
    loop {
        let node = Node {
            value: root,
            pointer: String::new(),
            left_out: &left_out,
        };
        let fault = match T::deserialize(node) {
            Ok(value) if faults.is_empty() => return Ok(value),
            Ok(_) => return Err(faults),
            Err(fault) => fault,
        };
        let pointer = fault.pointer.clone().unwrap_or_default();
        let (wrong, is_consequence) = match &fault.kind {
            FaultKind::UnknownKey { key, .. } => (below(&pointer, key), false),
            // A key that was left out because of its value is there.
            FaultKind::MissingKey { key } => (pointer.clone(), left_out.contains(&below(&pointer, key))),
            FaultKind::UnknownWord { .. } | FaultKind::WrongType { .. } | FaultKind::Other { .. } => (pointer, false),
        };
        if !is_consequence {
            faults.push(fault);
        }
        // Nothing is left of a file that is wrong as a whole.
        if wrong.is_empty() || !left_out.insert(wrong) {
            return Err(faults);
        }
    }
}

/// The pointer to a key or an item of the value at `pointer`.
pub(super) fn below(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// A value and where it stands.
#[derive(Clone)]
struct Node<'a> {
    value: &'a Spanned<DeValue<'a>>,
    pointer: String,
    left_out: &'a HashSet<String>,
}

impl<'a> Node<'a> {
    /// The value below, unless it is left out.
    fn below(&self, token: &str, value: &'a Spanned<DeValue<'a>>) -> Option<Self> {
        let pointer = below(&self.pointer, token);
        (!self.left_out.contains(&pointer)).then_some(Node {
            value,
            pointer,
            left_out: self.left_out,
        })
    }

    /// A fault of this value, unless it is one of a value below.
    fn placed(&self, mut fault: Fault) -> Fault {
        if fault.pointer.is_none() {
            fault.pointer = Some(self.pointer.clone());
            if let FaultKind::WrongType { found, .. } = &mut fault.kind {
                *found = type_name(self.value.get_ref());
            }
        }
        fault
    }

    fn wrong_type(&self, expected: &dyn fmt::Display) -> Fault {
        self.placed(Fault::from(FaultKind::WrongType {
            found: "",
            expected: expected.to_string(),
        }))
    }
}

/// What a value is, with its article.
fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let node = self.clone();
        let result = match self.value.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Boolean(boolean) => visitor.visit_bool(*boolean),
            DeValue::Array(items) => {
                let items = items.iter().enumerate();
                let items = items.filter_map(|(index, item)| node.below(&index.to_string(), item));
                visitor.visit_seq(SeqDeserializer::new(items))
            }
            DeValue::Table(entries) => {
                let entries = entries
                    .iter()
                    .filter_map(|(key, value)| Some((key.get_ref().to_string(), node.below(key.get_ref(), value)?)));
                visitor.visit_map(MapDeserializer::new(entries))
            }
            // No key takes these, and as texts they would pass for strings.
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => {
                Err(de::Error::invalid_type(de::Unexpected::Unit, &visitor))
            }
        };
        result.map_err(|fault| self.placed(fault))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::Table(_) => self.deserialize_any(visitor),
            // A derived reader takes an array for a struct.
            _ => Err(self.wrong_type(&"a table")),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::String(word) => visitor
                .visit_enum(IntoDeserializer::<Fault>::into_deserializer(word.as_ref()))
                .map_err(|fault| self.placed(fault)),
            _ => Err(self.wrong_type(&listed(words.iter().map(|word| format!("\"{word}\""))))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, Fault> for Node<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Self {
        Self { pointer: None, kind }
    }
}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        FaultKind::Other {
            message: message.to_string(),
        }
        .into()
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let expected = match expected.to_string().as_str() {
            "a sequence" => "an array".to_owned(),
            other => other.to_owned(),
        };
        FaultKind::WrongType { found: "", expected }.into()
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        FaultKind::UnknownWord {
            found: found.to_owned(),
            known: known.to_vec(),
        }
        .into()
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        FaultKind::UnknownKey {
            key: key.to_owned(),
            known: known.to_vec(),
        }
        .into()
    }

    fn missing_field(key: &'static str) -> Self {
        FaultKind::MissingKey { key }.into()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)
    }
}

impl std::error::Error for Fault {}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn listed(items: impl IntoIterator<Item = String>) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.pop() {
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} or {last}", items.join(", ")),
        None => String::new(),
    }
}
