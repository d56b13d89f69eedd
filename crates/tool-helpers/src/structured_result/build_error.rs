//! Why a structured result cannot be built or flattened.

use std::fmt;

use super::RESERVED_KEYS;

/// Data with a key that the flattened form has for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReservedKey {
    /// The key of the data.
    pub key: String,
}

impl fmt::Display for ReservedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "data cannot have the key {:?}; reserved are {}",
            self.key,
            RESERVED_KEYS.join(", ")
        )
    }
}

impl std::error::Error for ReservedKey {}

/// Why a structured result cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The data has a key that the flattened form has for itself.
    Reserved(ReservedKey),
    /// A value that was given as data is no JSON object.
    Payload {
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserved(error) => error.fmt(f),
            Self::Payload { reason } => write!(f, "the data is no JSON object: {reason}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<ReservedKey> for BuildError {
    fn from(error: ReservedKey) -> Self {
        Self::Reserved(error)
    }
}
