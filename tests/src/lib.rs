//! What the tests of the workspace share: cases on disk, the ways into a model, and a second opinion on verdicts.

pub mod case;
pub mod doors;
pub mod expect;
pub mod judge;
pub mod mutants;

// The tables of compiled code name this crate, from here and from the tests alike.
extern crate self as isomorph_tests;

/// The expected code of every case, compiled; made by `build.rs`.
pub mod models {
    include!(concat!(env!("OUT_DIR"), "/models.rs"));
}
