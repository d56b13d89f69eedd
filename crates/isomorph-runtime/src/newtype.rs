//! Named types around one inner type, with rules of their own.

use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;

use crate::check::Checks;
use crate::condition::{self, Condition};
use crate::fault::Fault;
use crate::wire::Wire;

#[cfg(feature = "schema")]
use crate::schema::Schema;

/// A struct around one inner type. Implemented by generated code.
pub trait Newtype: Sized {
    /// What errors call the type.
    const NAME: &'static str;
    /// What the value as a whole must satisfy, where neither type nor check says it.
    const CONDITION: Option<&'static Condition> = None;
    /// What it holds.
    type Inner: Wire;

    /// Makes the type; the rules are checked afterwards.
    fn wrap(inner: Self::Inner) -> Self;

    /// What it holds.
    fn inner(&self) -> &Self::Inner;

    /// Checks what the inner type does not enforce.
    fn check(&self, _checks: &mut Checks) {}

    /// The schema to validate with before the value is read, where neither type nor check can say it.
    #[cfg(feature = "schema")]
    fn schema() -> Option<&'static Schema> {
        None
    }
}

/// Reads the inner type, then checks.
///
/// # Errors
/// What reading the inner type gives, and what the type's rules refuse.
pub fn read<'de, T: Newtype, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    #[cfg(feature = "schema")]
    if let Some(schema) = T::schema() {
        return crate::schema::read_checked(schema, deserializer, |value| read_plain(value));
    }
    // Readers of buffers are compiled only for models with a condition.
    if const { T::CONDITION.is_some() }
        && let Some(condition) = T::CONDITION
    {
        return condition::read_checked(condition, deserializer, |value| read_plain(value));
    }
    read_plain(deserializer)
}

fn read_plain<'de, T: Newtype, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let value = T::wrap(T::Inner::read(deserializer)?);
    Checks::run(|checks| value.check(checks)).map_err(D::Error::custom)?;
    Ok(value)
}

/// A newtype made in Rust, once its rules were asked.
///
/// # Errors
/// The first rule that the value violates.
pub fn checked<T: Newtype>(value: T) -> Result<T, Fault> {
    Checks::run(|checks| value.check(checks))?;
    Ok(value)
}

/// Writes the inner value.
///
/// # Errors
/// The serializer's.
pub fn write<T: Newtype, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.inner().write(serializer)
}
