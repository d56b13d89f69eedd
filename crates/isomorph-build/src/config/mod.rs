//! The configuration file, `isomorph.toml`: its form, what is wrong with one, and what it says to generate.
//!
//! Nothing here touches the disk: a text comes in, and the documents that its paths mean are asked for through a trait.
//! [`Project`](crate::Project) is the file on the disk.
//!
//! Policies merge from the file over the output and the spec to the type; each level says what it says, and lists add up.

mod check;
mod choice;
mod file;
mod finding;
mod formats;
pub(crate) mod path;
mod policy;
mod read;
pub(crate) mod resolve;
#[cfg(test)]
mod schema;
mod starter;

pub use choice::{ClosedAllOf, Defaults, Formats, Io, LengthUnit, NullableAllOf, UnionMatch, Unknown};
pub use file::{Config, MapUriPart, OutputPart, RuntimePart, SpecPart, TypePart};
pub(crate) use finding::{Finding, error, nearest};
pub use formats::FormatsPart;
pub use policy::PolicyPart;
pub use starter::{StarterPlace, starter};
use toml::de::DeTable;

use crate::Error;

/// The name that the file has where nothing else is said.
pub const FILE_NAME: &str = "isomorph.toml";

/// Reads a configuration file's text; `name` is what diagnostics call it, usually its path.
///
/// # Errors
///
/// [`Error::Documents`] with every mistake and its place in the text: what is not TOML, else keys and values that the
/// form does not have, else what contradicts itself.
pub fn parse(name: &str, text: &str) -> Result<Config, Error> {
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(finding::syntax(name, text, &errors));
    }
    let config: Config = read::read(&finding::value(root))
        .map_err(|faults| error(name, text, faults.into_iter().map(Finding::from).collect()))?;
    let findings = check::check(&config);
    if findings.is_empty() {
        Ok(config)
    } else {
        Err(error(name, text, findings))
    }
}
