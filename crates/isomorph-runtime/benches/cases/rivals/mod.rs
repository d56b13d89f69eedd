//! What one writes by hand with serde for the same documents.

pub(super) mod events;
pub(super) mod outputs;
pub(super) mod shapes;

mod records;

pub(super) use outputs::PythonPlain;
pub(super) use records::{Account, Bag, Checked, Labels, Settings};
