//! `enum` and `const`.

use serde_json::Value;

use super::merged::Merged;
use super::{Enumeration, Form, Found, Rule, Shaped, Shaper, Spot, Type, Variant, judge};
use crate::lower::{Types, same};
use crate::name::Idents;

impl Shaper<'_> {
    /// The form of a schema that lists its values, null left out.
    pub(super) fn literals(&mut self, merged: &Merged<'_>, values: &[Value], _spot: &Spot) -> Found {
        let whole = merged.restricted(merged.types.without(Types::NULL));
        let values = values
            .iter()
            .filter(|value| judge::accepts(self.graph, &whole, value))
            .cloned();
        enumeration(values.collect())
    }

    /// All the values that a schema accepts, where it lists them; null included.
    pub(super) fn listed(&self, sub: &super::Sub) -> Option<Vec<Value>> {
        let merged = Merged::of(self.graph, sub);
        let values = merged.literals.as_ref()?;
        Some(
            values
                .iter()
                .filter(|value| judge::accepts(self.graph, sub, value))
                .cloned()
                .collect(),
        )
    }
}

/// The form of a list of values.
pub(super) fn enumeration(values: Vec<Value>) -> Found {
    let mut distinct: Vec<Value> = Vec::new();
    for value in values {
        if !distinct.iter().any(|earlier| same(earlier, &value)) {
            distinct.push(value);
        }
    }
    let is_bool = distinct.len() == 2 && distinct.iter().all(Value::is_boolean);
    if is_bool {
        return Found::Type(Shaped {
            ty: Type::Bool,
            rule: Rule::default(),
        });
    }
    if distinct.is_empty() {
        return Found::Type(Shaped {
            ty: Type::Never,
            rule: Rule::default(),
        });
    }
    let mut idents = Idents::default();
    let variants = distinct
        .into_iter()
        .map(|value| Variant {
            ident: idents.variant(&label(&value)),
            value,
        })
        .collect();
    Found::Form(Form::Enumeration(Enumeration { variants }))
}

/// What a variant is called after.
fn label(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "null".to_owned(),
        Value::Bool(true) => "true".to_owned(),
        Value::Bool(false) => "false".to_owned(),
        Value::Number(number) => format!("N{}", number.to_string().replace('-', "Minus").replace('.', "Point")),
        Value::Array(_) => "array".to_owned(),
        Value::Object(_) => "object".to_owned(),
    }
}
