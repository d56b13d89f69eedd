//! Objects that are no unions.

use super::{Case, DERIVE, DOOR, PLAIN, WRITTEN, outputs, payload, records, rivals};

/// No slower than serde's derive of the same struct, but for what a measurement can tell.
const AS_DERIVED: f64 = 1.05;
/// No slower than serde's `flatten`, which does less.
const AS_FLATTENED: f64 = 1.0;

pub(super) fn cases() -> Vec<Case> {
    let output = payload::output(None);
    let settings = payload::settings();
    let account = payload::account();
    let (labels, bag) = (payload::labels(), payload::bag());
    let checked = "derive and the checks by hand";
    let flatten = "serde flatten";
    vec![
        Case::new("struct, read")
            .plain::<rivals::PythonPlain>(DERIVE, &output)
            .door::<outputs::PythonPlain>(DOOR, &output)
            .plain::<outputs::PythonPlain>(PLAIN, &output)
            .claim_both(DOOR, DERIVE, AS_DERIVED)
            .claim_both(PLAIN, DERIVE, AS_DERIVED),
        Case::new("struct, write")
            .writer::<rivals::PythonPlain>(DERIVE, &output)
            .writer::<outputs::PythonPlain>(WRITTEN, &output)
            .claim_both(WRITTEN, DERIVE, AS_DERIVED),
        Case::new("struct of 30 optional fields, read")
            .plain::<rivals::Settings>(DERIVE, &settings)
            .door::<records::Settings>(DOOR, &settings)
            .plain::<records::Settings>(PLAIN, &settings)
            .claim_both(DOOR, DERIVE, AS_DERIVED)
            .claim_both(PLAIN, DERIVE, AS_DERIVED),
        Case::new("struct of 30 optional fields, write")
            .writer::<rivals::Settings>(DERIVE, &settings)
            .writer::<records::Settings>(WRITTEN, &settings)
            .claim_both(WRITTEN, DERIVE, AS_DERIVED),
        Case::new("constrained strings, read")
            .plain::<rivals::Checked>(checked, &account)
            .plain::<rivals::Account>(DERIVE, &account)
            .door::<records::Account>(DOOR, &account)
            .plain::<records::Account>(PLAIN, &account)
            .claim_both(DOOR, checked, AS_DERIVED)
            .claim_both(PLAIN, checked, AS_DERIVED)
            .show(DOOR, DERIVE),
        Case::new("constrained strings, write")
            .writer::<rivals::Account>(DERIVE, &account)
            .writer::<records::Account>(WRITTEN, &account)
            .claim_both(WRITTEN, DERIVE, AS_DERIVED),
        Case::new("undeclared keys of strings, read")
            .plain::<rivals::Labels>(flatten, &labels)
            .door::<records::Labels>(DOOR, &labels)
            .plain::<records::Labels>(PLAIN, &labels)
            .claim_both(DOOR, flatten, AS_FLATTENED)
            .claim_both(PLAIN, flatten, AS_FLATTENED),
        Case::new("undeclared keys of strings, write")
            .writer::<rivals::Labels>(flatten, &labels)
            .writer::<records::Labels>(WRITTEN, &labels)
            .claim_both(WRITTEN, flatten, AS_DERIVED),
        Case::new("undeclared keys of any values, read")
            .plain::<rivals::Bag>(flatten, &bag)
            .door::<records::Bag>(DOOR, &bag)
            .plain::<records::Bag>(PLAIN, &bag)
            .claim_both(DOOR, flatten, AS_FLATTENED)
            .claim_both(PLAIN, flatten, AS_FLATTENED),
        Case::new("undeclared keys of any values, write")
            .writer::<rivals::Bag>(flatten, &bag)
            .writer::<records::Bag>(WRITTEN, &bag)
            .claim_both(WRITTEN, flatten, AS_DERIVED),
    ]
}
