//! `enum` and `const`.

use std::collections::HashSet;

use serde_json::Value;

use super::merged::Merged;
use super::{
    Dispatch, Docs, Enumeration, Form, Found, Match, Member, Rule, Shaped, Shaper, Spot, Sub, Type, Union, Variant,
    judge,
};
use crate::lower::Types;
use crate::name::Idents;

impl Shaper<'_> {
    /// The form of a schema that lists its values, null left out.
    pub(super) fn literals(&mut self, merged: &Merged<'_>, values: &[Value], _spot: &Spot) -> Found {
        let whole = merged.restricted(merged.types.without(Types::NULL));
        let values = judge::accepted(self.graph, &whole, values);
        enumeration(values.into_iter().cloned().collect())
    }

    /// All the values that a schema accepts, where it lists them; null included.
    pub(super) fn listed(&self, sub: &Sub) -> Option<Vec<Value>> {
        let merged = Merged::of(self.graph, sub);
        let values = merged.literals.as_ref()?;
        Some(judge::accepted(self.graph, sub, values).into_iter().cloned().collect())
    }

    /// Under `open_enums` a list of strings takes other strings as well, and keeps them.
    pub(super) fn opened(&mut self, found: Found, sub: &Sub, spot: &Spot) -> Found {
        let chosen = self.type_policies(spot).find_map(|it| it.open_enum);
        let is_open = chosen.unwrap_or(self.policy(spot).open_enums);
        let form = match found {
            Found::Form(Form::Enumeration(it)) if is_open => it,
            other => return other,
        };
        if !form.variants.iter().all(|variant| variant.value.is_string()) {
            return Found::Form(Form::Enumeration(form));
        }
        let known = self.inline(Form::Enumeration(form), None, sub, &spot.below("Known"), None);
        let member = |ident: &str, ty: Type| Member {
            ident: ident.to_owned(),
            docs: Docs::default(),
            ty,
            kinds: Types::STRING,
            keys: Vec::new(),
            closed: false,
        };
        let members = vec![member("Known", known.ty), member("Other", Type::String)];
        let (dispatch, matching, preferred) = (Dispatch::Keys, Match::First, Match::First);
        Found::Form(Form::Union(Union {
            members,
            dispatch,
            matching,
            preferred,
            hint: None,
        }))
    }
}

/// The form of a list of values.
pub(super) fn enumeration(values: Vec<Value>) -> Found {
    let mut known = HashSet::new();
    let distinct: Vec<Value> = values
        .into_iter()
        .filter(|value| known.insert(Literal::of(value)))
        .collect();
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

/// A value as a key: equal for values that are the same (`lower::same`).
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Literal(String);

impl Literal {
    pub(super) fn of(value: &Value) -> Literal {
        let mut text = String::new();
        spell(value, &mut text);
        Literal(text)
    }
}

fn spell(value: &Value, text: &mut String) {
    match value {
        // As `same` has it, numbers are compared as floats.
        Value::Number(number) => match number.as_f64() {
            Some(float) => text.push_str(&(float + 0.0).to_string()),
            None => text.push_str(&number.to_string()),
        },
        Value::Array(items) => {
            text.push('[');
            for item in items {
                spell(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (key, member) in members {
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                spell(member, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Null | Value::Bool(_) | Value::String(_) => text.push_str(&value.to_string()),
    }
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
