//! Numbers and strings: the Rust type, and the checks that it leaves.

use serde_json::Number;

use super::format::is_judged;
use super::judge::compare_numbers;
use super::ledger::Marks;
use super::merged::Merged;
use super::{Enforcer, Int, LengthUnit, Rule, Severity, Shaped, Shaper, Spot, Type, pattern};
use crate::lower::{Keyword, Types};

const BOUNDS: &[Keyword] = &[
    Keyword::Minimum,
    Keyword::ExclusiveMinimum,
    Keyword::Maximum,
    Keyword::ExclusiveMaximum,
    Keyword::MultipleOf,
];

/// The type of a number, with the tightest bounds that its parts say.
pub(super) fn number(merged: &Merged<'_>, types: Types, ledger: &Marks) -> Shaped {
    let mut rule = Rule::default();
    for leaf in &merged.leaves {
        ledger.mark(leaf.part.node, Enforcer::Rule, BOUNDS);
        let bounds = &leaf.keywords.number;
        tighten(&mut rule.minimum, &bounds.minimum, std::cmp::Ordering::Greater);
        tighten(
            &mut rule.exclusive_minimum,
            &bounds.exclusive_minimum,
            std::cmp::Ordering::Greater,
        );
        tighten(&mut rule.maximum, &bounds.maximum, std::cmp::Ordering::Less);
        tighten(
            &mut rule.exclusive_maximum,
            &bounds.exclusive_maximum,
            std::cmp::Ordering::Less,
        );
        if let Some(divisor) = &bounds.multiple_of
            && !rule.multiple_of.contains(divisor)
        {
            rule.multiple_of.push(divisor.clone());
        }
    }
    if types != Types::INTEGER {
        return Shaped { ty: Type::Number, rule };
    }
    let int = int_for(&rule);
    if rule
        .minimum
        .as_ref()
        .is_some_and(|bound| bound.as_i64() == Some(int.least()))
    {
        rule.minimum = None;
        merged
            .leaves
            .iter()
            .for_each(|leaf| ledger.mark(leaf.part.node, Enforcer::Type, &[Keyword::Minimum]));
    }
    if rule
        .maximum
        .as_ref()
        .is_some_and(|bound| bound.as_u64() == Some(int.most()))
    {
        rule.maximum = None;
        merged
            .leaves
            .iter()
            .for_each(|leaf| ledger.mark(leaf.part.node, Enforcer::Type, &[Keyword::Maximum]));
    }
    Shaped {
        ty: Type::Int(int),
        rule,
    }
}

fn tighten(bound: &mut Option<Number>, other: &Option<Number>, tighter: std::cmp::Ordering) {
    let Some(other) = other else { return };
    let is_tighter = bound
        .as_ref()
        .is_none_or(|bound| compare_numbers(other, bound) == Some(tighter));
    if is_tighter {
        *bound = Some(other.clone());
    }
}

/// A small type where the bounds are exactly its range, an unsigned one where nothing negative passes, else `i64`.
fn int_for(rule: &Rule) -> Int {
    let least = rule.minimum.as_ref().and_then(Number::as_i64);
    let most = rule.maximum.as_ref().and_then(Number::as_u64);
    let exact = [Int::I8, Int::I16, Int::I32, Int::U8, Int::U16, Int::U32]
        .into_iter()
        .find(|int| least == Some(int.least()) && most == Some(int.most()));
    let is_unsigned = least.is_some_and(|least| least >= 0)
        || rule
            .exclusive_minimum
            .as_ref()
            .and_then(Number::as_i64)
            .is_some_and(|least| least >= -1);
    match exact {
        Some(int) => int,
        None if is_unsigned => Int::U64,
        None => Int::I64,
    }
}

impl Int {
    /// The least value.
    pub(crate) fn least(self) -> i64 {
        match self {
            Int::I8 => i8::MIN.into(),
            Int::I16 => i16::MIN.into(),
            Int::I32 => i32::MIN.into(),
            Int::I64 => i64::MIN,
            Int::U8 | Int::U16 | Int::U32 | Int::U64 => 0,
        }
    }

    /// The greatest value.
    pub(crate) fn most(self) -> u64 {
        match self {
            Int::I8 => i8::MAX as u64,
            Int::I16 => i16::MAX as u64,
            Int::I32 => i32::MAX as u64,
            Int::I64 => i64::MAX as u64,
            Int::U8 => u8::MAX.into(),
            Int::U16 => u16::MAX.into(),
            Int::U32 => u32::MAX.into(),
            Int::U64 => u64::MAX,
        }
    }
}

impl Shaper<'_> {
    /// The checks of a string.
    pub(super) fn string(&mut self, merged: &Merged<'_>, spot: &Spot) -> Shaped {
        let mut rule = Rule::default();
        for leaf in &merged.leaves {
            let string = &leaf.keywords.string;
            self.mark(
                leaf.part.node,
                Enforcer::Rule,
                &[Keyword::MinLength, Keyword::MaxLength, Keyword::Pattern],
            );
            rule.min_length = rule.min_length.max(string.min_length);
            rule.max_length = least(rule.max_length, string.max_length);
            if let Some(source) = &string.pattern {
                let spot = self.node_spot(leaf.part.node, "/pattern");
                self.check_pattern(source, &spot);
                let portable = pattern::portable(source).into_owned();
                if !rule.patterns.contains(&portable) {
                    rule.patterns.push(portable);
                }
            }
            if let Some(format) = &string.format
                && is_judged(format)
                && self.policy(spot).asserts(format)
                && !rule.formats.contains(format)
            {
                self.mark(leaf.part.node, Enforcer::Rule, &[Keyword::Format]);
                rule.formats.push(format.clone());
            }
        }
        rule.min_length = rule.min_length.filter(|length| *length > 0);
        let has_length = rule.min_length.is_some() || rule.max_length.is_some();
        rule.utf16 = has_length && self.policy(spot).length_unit == LengthUnit::Utf16;
        Shaped { ty: Type::String, rule }
    }

    /// Reports a pattern that could not be compiled at run time either.
    pub(super) fn check_pattern(&mut self, source: &str, spot: &Spot) {
        if let Err(pattern::Problem { reason, repair }) = pattern::compile(source) {
            self.report(
                Severity::Error,
                spot,
                "invalid-pattern",
                format!("the pattern `{source}` cannot be used: {reason}"),
                "patterns are ECMA-262 regular expressions (JSON Schema 2020-12 Core, section 6.4)",
                &repair,
            );
        }
    }
}

/// The lesser of two upper limits.
pub(super) fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
