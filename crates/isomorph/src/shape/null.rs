//! Null, which is decided before anything else, since it becomes `Option`.

use serde_json::Value;

use super::merged::Merged;
use super::sub::{self, Sub};
use super::{Enforcer, Found, Schema, Shaped, Shaper, Spot, Type, judge};
use crate::lower::{Keyword, Types};
use crate::{NullableAllOf, Severity};

impl Shaper<'_> {
    /// The form of a conjunction, with null where it accepts that.
    pub(super) fn with_null(&mut self, sub: &Sub, merged: &Merged<'_>, spot: &Spot) -> Found {
        let accepts_null = sub.types.has(Types::NULL)
            && (judge::accepts(self.graph, sub, &Value::Null) || self.means_null(sub, merged, spot));
        let found = self.without_null(merged, spot);
        let found = self.opened(found, sub, spot);
        match (accepts_null, found) {
            (false, Found::Type(Shaped { ty: Type::Value, .. })) => {
                self.by_type(merged, merged.types.without(Types::NULL), spot)
            }
            (false, found) => found,
            (true, Found::Type(Shaped { ty, rule })) => Found::Type(Shaped { ty: optional(ty), rule }),
            (true, Found::Form(form)) => {
                // A nullable component keeps its name for the whole, so what is not null needs one of its own.
                let is_root = sub.single().is_some_and(|node| self.roots.contains_key(&node));
                let inner = if is_root { spot.below("Value") } else { spot.clone() };
                let Shaped { ty, rule } = self.inline(form, None, sub, &inner, None);
                Found::Type(Shaped { ty: optional(ty), rule })
            }
        }
    }

    /// OpenAPI 3.0's nullable reference: the component it names, or null.
    pub(super) fn nullable_reference(&mut self, sub: &Sub, spot: &Spot) -> Option<Shaped> {
        let Schema::Keywords(keywords) = &self.graph.node(sub.single()?).schema else {
            return None;
        };
        let base = sub::only_base(keywords).filter(|_| keywords.nullable)?;
        if let Some(node) = sub.single() {
            self.mark_reference(node);
            self.mark(node, Enforcer::Type, &[Keyword::Nullable]);
        }
        let Shaped { ty, rule } = self.sub(&Sub::of(base), spot);
        Some(Shaped { ty: optional(ty), rule })
    }

    /// Whether an `allOf` names null in one part beside a type, while another part refuses it. As JSON Schema that refuses
    /// null; exporters write it for a nullable reference.
    fn means_null(&mut self, sub: &Sub, merged: &Merged<'_>, spot: &Spot) -> bool {
        let names_null = merged.leaves.iter().any(|leaf| {
            let is_bare = sub::is_empty_object(leaf.keywords) && leaf.keywords.literals.is_none();
            is_bare
                && leaf
                    .keywords
                    .types
                    .is_some_and(|types| types.has(Types::NULL) && types != Types::NULL)
        });
        if !names_null || sub.parts.len() != 1 || merged.leaves.len() < 2 {
            return false;
        }
        if self.policy(spot).nullable_all_of == NullableAllOf::Accept {
            return true;
        }
        self.report(
            Severity::Warning,
            spot,
            "refused-null",
            "one part of this `allOf` names null beside another type, and another part refuses null".to_owned(),
            "every part has to accept a value, so null is refused, although the author seems to mean a nullable value",
            "write `anyOf: [{ $ref }, { type: \"null\" }]`, or let it mean that with `--nullable-all-of accept`",
        );
        false
    }
}

/// The type that also takes null.
fn optional(ty: Type) -> Type {
    match ty {
        Type::Never => Type::Null,
        Type::Value => Type::Value,
        Type::Null => Type::Null,
        Type::Option(inner) => Type::Option(inner),
        other => Type::Option(Box::new(other)),
    }
}
