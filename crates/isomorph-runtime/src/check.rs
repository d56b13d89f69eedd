//! Running rules over values.

use std::collections::HashSet;

use serde_json::Value;

use crate::Map;
use crate::buffer::Buffer;
use crate::fault::Fault;
use crate::number::Bound;
use crate::presence::Never;
use crate::rule::Rule;
use crate::text::quote;
use crate::wire::{Wire, Writer};

/// A type whose values rules can be applied to. A keyword that does not speak of the value's JSON type passes.
pub trait Checked {
    /// Tells `checks` of the first keyword of `rule` that the value violates.
    fn check(&self, rule: &Rule, checks: &mut Checks);
}

/// A run of checks over one value: stops at the first violation and knows its place.
#[derive(Debug, Default)]
pub struct Checks {
    fault: Option<Fault>,
}

impl Checks {
    /// Runs `body`, which applies rules.
    ///
    /// # Errors
    /// The first violation.
    pub fn run(body: impl FnOnce(&mut Self)) -> Result<(), Fault> {
        let mut checks = Self::default();
        body(&mut checks);
        match checks.fault {
            None => Ok(()),
            Some(fault) => Err(fault),
        }
    }

    /// Applies `rule` to the value at `key`.
    pub fn field<T: Checked + ?Sized>(&mut self, key: &str, value: &T, rule: &Rule) {
        if self.fault.is_none() {
            value.check(rule, self);
            self.fault = self.fault.take().map(|fault| fault.within(key));
        }
    }

    /// Applies `rule` to the array's item at `index`.
    pub fn item<T: Checked + ?Sized>(&mut self, index: usize, value: &T, rule: &Rule) {
        if self.fault.is_none() {
            value.check(rule, self);
            self.fault = self.fault.take().map(|fault| fault.at(index));
        }
    }

    /// Applies `rule` to the value itself.
    pub fn value<T: Checked + ?Sized>(&mut self, value: &T, rule: &Rule) {
        if self.fault.is_none() {
            value.check(rule, self);
        }
    }

    /// Applies the property counts of `rule` to an object with `count` keys.
    pub fn properties(&mut self, count: usize, rule: &Rule) {
        self.note(rule.properties(count));
    }

    /// Applies `rule` to every key.
    pub fn names<K: AsRef<str>>(&mut self, keys: impl IntoIterator<Item = K>, rule: &Rule) {
        for key in keys {
            if self.fault.is_some() {
                return;
            }
            let key = key.as_ref();
            self.note(
                rule.text(key)
                    .map_err(|message| format!("key {}: {message}", quote(key))),
            );
        }
    }

    /// Refuses the value unless something was refused before.
    pub fn refuse(&mut self, message: impl Into<String>) {
        self.fault.get_or_insert_with(|| Fault::new(message));
    }

    /// Whether nothing was refused yet.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.fault.is_none()
    }

    fn note(&mut self, verdict: Result<(), String>) {
        if let Err(message) = verdict {
            self.refuse(message);
        }
    }

    /// Item rules and counts of an array; `as_value` gives the items as JSON where equality is asked for.
    fn array<'a, T: Checked + 'a>(
        &mut self,
        items: impl ExactSizeIterator<Item = &'a T>,
        rule: &Rule,
        as_values: impl FnOnce() -> Vec<Value>,
    ) {
        self.note(rule.count(items.len()));
        if rule.is_unique() && self.passed() {
            self.note(unique(&as_values()));
        }
        if rule.has_items() {
            for (index, item) in items.enumerate() {
                if let Some(rule) = rule.item(index) {
                    self.item(index, item, rule);
                }
            }
        }
    }

    /// Key and value rules and counts of an object.
    fn object<'a, T: Checked + 'a>(
        &mut self,
        entries: impl ExactSizeIterator<Item = (&'a String, &'a T)>,
        rule: &Rule,
    ) {
        self.note(rule.properties(entries.len()));
        for (key, value) in entries {
            if !self.passed() {
                return;
            }
            if let Some(names) = rule.name_rule() {
                self.names([key], names);
            }
            if let Some(rule) = rule.value_rule() {
                self.field(key, value, rule);
            }
        }
    }
}

/// Refuses arrays with two equal items; in linear time, by a text that equal values share.
fn unique(items: &[Value]) -> Result<(), String> {
    let mut seen = HashSet::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let mut text = String::new();
        canonical(item, &mut text);
        if !seen.insert(text) {
            return Err(format!(
                "expected unique items, found item {index} equal to an earlier one"
            ));
        }
    }
    Ok(())
}

/// A text that two values share exactly when JSON Schema calls them equal.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => text.push_str(&value.to_string()),
        Value::Number(number) => match Bound::of(number) {
            // A whole float within the integers' range is the same number as the integer.
            Bound::Float(float) if float.fract() == 0.0 && float.abs() < 1e20 => {
                text.push_str(&(float as i128).to_string());
            }
            Bound::Float(_) | Bound::Int(_) | Bound::Uint(_) => text.push_str(&number.to_string()),
        },
        Value::Array(items) => {
            text.push('[');
            for item in items {
                canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            text.push('{');
            for (key, value) in entries {
                text.push_str(&Value::String(key.clone()).to_string());
                text.push(':');
                canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
    }
}

impl Checked for str {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        checks.note(rule.text(self));
    }
}

impl Checked for String {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        checks.note(rule.text(self));
    }
}

impl Checked for f64 {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        checks.note(rule.number(Bound::Float(*self)));
    }
}

macro_rules! checked_integers {
    ($($type:ident $bound:ident),*) => { $(
        impl Checked for $type {
            fn check(&self, rule: &Rule, checks: &mut Checks) {
                checks.note(rule.number(Bound::$bound((*self).into())));
            }
        }
    )* };
}

checked_integers!(i8 Int, i16 Int, i32 Int, i64 Int, u8 Uint, u16 Uint, u32 Uint, u64 Uint);

macro_rules! unchecked {
    ($($type:ty),*) => { $(
        impl Checked for $type {
            fn check(&self, _rule: &Rule, _checks: &mut Checks) {}
        }
    )* };
}

unchecked!(bool, (), Never);

impl Checked for Value {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        match self {
            Value::Null | Value::Bool(_) => {}
            Value::Number(number) => checks.note(rule.number(Bound::of(number))),
            Value::String(text) => checks.note(rule.text(text)),
            Value::Array(items) => checks.array(items.iter(), rule, || items.clone()),
            Value::Object(entries) => checks.object(entries.iter(), rule),
        }
    }
}

impl Checked for Buffer<'_> {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        match self.plain() {
            Buffer::Null | Buffer::False | Buffer::True | Buffer::Shared(_) => {}
            Buffer::I64(value) => checks.note(rule.number(Bound::Int(*value))),
            Buffer::U64(value) => checks.note(rule.number(Bound::Uint(*value))),
            Buffer::F64(value) => checks.note(rule.number(Bound::Float(*value))),
            Buffer::Str(text) => checks.note(rule.text(text)),
            Buffer::Seq(items) => checks.array(items.iter(), rule, || items.iter().map(Buffer::to_value).collect()),
            Buffer::Map(entries) => checks.properties(entries.len(), rule),
        }
    }
}

impl<T: Checked + ?Sized> Checked for Box<T> {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        (**self).check(rule, checks);
    }
}

impl<T: Checked + ?Sized> Checked for &T {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        (**self).check(rule, checks);
    }
}

impl<T: Checked> Checked for Option<T> {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        if let Some(value) = self {
            value.check(rule, checks);
        }
    }
}

impl<T: Checked + Wire> Checked for Vec<T> {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        checks.array(self.iter(), rule, || self.iter().map(to_value).collect());
    }
}

/// What cannot be written (a float that JSON does not have) equals nothing else that matters here: it is null.
fn to_value<T: Wire>(item: &T) -> Value {
    serde_json::to_value(Writer(item)).unwrap_or(Value::Null)
}

impl<T: Checked> Checked for Map<T> {
    fn check(&self, rule: &Rule, checks: &mut Checks) {
        checks.object(self.iter(), rule);
    }
}

macro_rules! checked_tuple {
    ($count:literal $($item:ident $index:tt),+) => {
        impl<$($item: Checked + Wire),+> Checked for ($($item,)+) {
            fn check(&self, rule: &Rule, checks: &mut Checks) {
                checks.note(rule.count($count));
                if rule.is_unique() && checks.passed() {
                    checks.note(unique(&[$(to_value(&self.$index)),+]));
                }
                $(if let Some(rule) = rule.item($index) {
                    checks.item($index, &self.$index, rule);
                })+
            }
        }
    };
}

checked_tuple!(1 A 0);
checked_tuple!(2 A 0, B 1);
checked_tuple!(3 A 0, B 1, C 2);
checked_tuple!(4 A 0, B 1, C 2, D 3);
checked_tuple!(5 A 0, B 1, C 2, D 3, E 4);
checked_tuple!(6 A 0, B 1, C 2, D 3, E 4, F 5);
checked_tuple!(7 A 0, B 1, C 2, D 3, E 4, F 5, G 6);
checked_tuple!(8 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
checked_tuple!(9 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
checked_tuple!(10 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
checked_tuple!(11 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
checked_tuple!(12 A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
