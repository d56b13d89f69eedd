//! Why a result of MCP is no structured result.

use std::fmt;

use isomorph_runtime::Fault;

/// Why a result of MCP cannot become a structured result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FromMcpError {
    /// It is no result yet, but asks for something.
    NotComplete {
        /// The `resultType` that it states.
        result_type: String,
    },
    /// Its structured content is the flattened form of a structured result, with a field of the wrong type.
    Refused(Fault),
    /// A part of it would overwrite data of that name.
    Taken {
        /// The name.
        key: String,
    },
    /// A part of it is a value that JSON cannot hold.
    Unwritable {
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for FromMcpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotComplete { result_type } => write!(
                f,
                "the result is of type {result_type:?} and not complete; answer what it asks for and call the tool again"
            ),
            Self::Refused(fault) => fault.fmt(f),
            Self::Taken { key } => write!(
                f,
                "{key:?} of the result has no place, since the structured content has a value of that name, or the name \
                 is reserved"
            ),
            Self::Unwritable { reason } => write!(f, "the content cannot be written as JSON: {reason}"),
        }
    }
}

impl std::error::Error for FromMcpError {}
