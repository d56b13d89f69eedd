//! Conditions on a value as a whole without one kind of condition.

use super::strike::Striker;
use super::{Check, ConditionKind};
use crate::shape::Condition;

/// Takes a kind of condition away wherever the condition accepts more without it: what is denied, counted or decides stays.
pub(super) fn relax(striker: &mut Striker, condition: &mut Condition) {
    let takes = |kind: ConditionKind, striker: &mut Striker| striker.takes(Check::Condition(kind));
    if let Some(kind) = kind(condition)
        && takes(kind, striker)
    {
        *condition = Condition::All(Vec::new());
        return;
    }
    match condition {
        Condition::Never
        | Condition::Types(_)
        | Condition::OneOf(_)
        | Condition::Has(_)
        | Condition::Rule(_)
        | Condition::One(_)
        | Condition::Not(_) => {}
        Condition::Entries { known, rest } => {
            known.iter_mut().for_each(|(_, inner)| relax(striker, inner));
            if rest.is_some() && takes(ConditionKind::OtherKeys, striker) {
                *rest = None;
            }
            rest.iter_mut().for_each(|inner| relax(striker, inner));
        }
        Condition::Keys(inner) => relax(striker, inner),
        Condition::Items { prefix, rest } => {
            prefix.iter_mut().for_each(|inner| relax(striker, inner));
            rest.iter_mut().for_each(|inner| relax(striker, inner));
        }
        Condition::Contains { what, least, most } => {
            if *least > 0 && takes(ConditionKind::LeastContained, striker) {
                *least = 0;
            }
            if most.is_some() && takes(ConditionKind::MostContained, striker) {
                *most = None;
            }
            if most.is_none() {
                relax(striker, what);
            }
        }
        Condition::All(all) | Condition::Any(all) => all.iter_mut().for_each(|inner| relax(striker, inner)),
        Condition::When {
            holds: _,
            then,
            otherwise,
        } => {
            if then.is_some() && takes(ConditionKind::Then, striker) {
                *then = None;
            }
            if otherwise.is_some() && takes(ConditionKind::Otherwise, striker) {
                *otherwise = None;
            }
            then.iter_mut().chain(otherwise).for_each(|inner| relax(striker, inner));
        }
    }
}

/// The kind of a condition that is taken away whole.
fn kind(condition: &Condition) -> Option<ConditionKind> {
    match condition {
        Condition::Never => Some(ConditionKind::Never),
        Condition::Types(_) => Some(ConditionKind::Type),
        Condition::OneOf(_) => Some(ConditionKind::OneOf),
        Condition::Has(_) => Some(ConditionKind::Has),
        Condition::Entries { .. } => Some(ConditionKind::Entries),
        Condition::Keys(_) => Some(ConditionKind::Keys),
        Condition::Items { .. } => Some(ConditionKind::Items),
        Condition::Contains { .. } => Some(ConditionKind::Contains),
        Condition::Rule(_) => Some(ConditionKind::Rule),
        Condition::Any(_) => Some(ConditionKind::Any),
        Condition::One(_) => Some(ConditionKind::One),
        Condition::Not(_) => Some(ConditionKind::Not),
        Condition::All(_) | Condition::When { .. } => None,
    }
}
