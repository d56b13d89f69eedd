//! Models with one kind of check left out: what tests need to see that each kind is noticed when it is gone.
//!
//! The change is made between the shapes and the code, so that what is read, and what becomes of it, is the generator's own.
//! No part of the interface of the crate.

mod check;
mod condition;
mod strike;
mod whole;

pub use crate::shape::WholeKeyword;
pub use check::{Check, ConditionKind};

use crate::{Diagnostics, Input, NoSources, Output, generate};

/// What is generated without one kind of check.
#[derive(Debug)]
pub struct Mutant {
    /// The output; what it accepts is more than the documents say.
    pub output: Output,
    /// From how many places the check was taken.
    pub struck: usize,
}

/// Generates as [`generate`](crate::generate()) does, and leaves one kind of check out.
///
/// # Errors
/// As [`generate`](crate::generate()).
pub fn generate_without(input: &Input, check: Check) -> Result<Mutant, Diagnostics> {
    generate::with_stages(input, &NoSources, |mut stages| {
        let struck = strike::strike(&mut stages.models, check);
        let output = generate::output(input, stages)?;
        Ok(Mutant { output, struck })
    })
}
