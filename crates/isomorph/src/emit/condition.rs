//! Conditions on a value as a whole, as constants of the runtime's `Condition`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::rule::Statics;
use super::tokens::literal;
use super::wire::kinds;
use crate::shape::Condition;

/// The constant of a model's implementation.
pub(super) fn constant(condition: &Condition) -> TokenStream {
    let mut statics = Statics::default();
    let condition = tokens(condition, &mut statics);
    let rules = statics.items();
    quote! {
        const CONDITION: Option<&'static rt::Condition> = {
            #(#rules)*
            static CONDITION: rt::Condition = #condition;
            Some(&CONDITION)
        };
    }
}

fn tokens(condition: &Condition, statics: &mut Statics) -> TokenStream {
    match condition {
        Condition::Never => quote!(rt::Condition::Never),
        Condition::Types(types) => {
            let kinds = kinds(*types);
            quote!(rt::Condition::Type(#kinds))
        }
        Condition::OneOf(values) => {
            let values = values.iter().map(literal);
            quote!(rt::Condition::OneOf(&[#(#values),*]))
        }
        Condition::Has(keys) => quote!(rt::Condition::Has(&[#(#keys),*])),
        Condition::Entries { known, rest } => {
            let known = known.iter().map(|(key, condition)| {
                let condition = tokens(condition, statics);
                quote!((#key, #condition))
            });
            let known: Vec<TokenStream> = known.collect();
            let rest = optional(rest.as_deref(), statics);
            quote!(rt::Condition::Entries { known: &[#(#known),*], rest: #rest })
        }
        Condition::Keys(inner) => {
            let inner = tokens(inner, statics);
            quote!(rt::Condition::Keys(&#inner))
        }
        Condition::Items { prefix, rest } => {
            let prefix = list(prefix, statics);
            let rest = optional(rest.as_deref(), statics);
            quote!(rt::Condition::Items { prefix: #prefix, rest: #rest })
        }
        Condition::Contains { what, least, most } => {
            let what = tokens(what, statics);
            let least = Literal::u64_unsuffixed(*least);
            let most = match most.map(Literal::u64_unsuffixed) {
                Some(most) => quote!(Some(#most)),
                None => quote!(None),
            };
            quote!(rt::Condition::Contains { what: &#what, least: #least, most: #most })
        }
        Condition::Rule(rule) => {
            let rule = statics.add("rule", rule);
            quote!(rt::Condition::Rule(#rule))
        }
        Condition::All(all) => {
            let all = list(all, statics);
            quote!(rt::Condition::All(#all))
        }
        Condition::Any(any) => {
            let any = list(any, statics);
            quote!(rt::Condition::Any(#any))
        }
        Condition::One(any) => {
            let any = list(any, statics);
            quote!(rt::Condition::One(#any))
        }
        Condition::Not(inner) => {
            let inner = tokens(inner, statics);
            quote!(rt::Condition::Not(&#inner))
        }
        Condition::When { holds, then, otherwise } => {
            let holds = tokens(holds, statics);
            let then = optional(then.as_deref(), statics);
            let otherwise = optional(otherwise.as_deref(), statics);
            quote!(rt::Condition::When { holds: &#holds, then: #then, otherwise: #otherwise })
        }
    }
}

fn list(conditions: &[Condition], statics: &mut Statics) -> TokenStream {
    let conditions: Vec<TokenStream> = conditions.iter().map(|inner| tokens(inner, statics)).collect();
    quote!(&[#(#conditions),*])
}

fn optional(condition: Option<&Condition>, statics: &mut Statics) -> TokenStream {
    match condition {
        None => quote!(None),
        Some(condition) => {
            let condition = tokens(condition, statics);
            quote!(Some(&#condition))
        }
    }
}
