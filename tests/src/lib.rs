//! What the tests of the workspace share: cases on disk, the ways into a model, and a second opinion on verdicts.

pub mod case;
pub mod doors;
pub mod expect;
pub mod judge;

/// The expected code of every case, compiled; made by `build.rs`.
pub mod models {
    include!(concat!(env!("OUT_DIR"), "/models.rs"));
}
