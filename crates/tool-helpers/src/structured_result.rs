//! The structured tool result: a status, data, and hints on how to recover from a failure.
//!
//! [`ok`], [`error()`] and [`partial`] build one. Older consumers expect the data at the top level: [`to_dict`] writes
//! that flattened form, [`from_dict`] reads it. The model itself is strict, and refuses what it does not know.
//!
//! ```
//! use tool_helpers::structured_result::{StructuredResult as _, error, from_dict};
//!
//! let result = error("no file a.txt")
//!     .error_type("FileNotFound")
//!     .hint("Call list_files to see what there is")
//!     .data("folder", "/tmp")
//!     .build()?;
//! let dict = result.to_dict()?;
//! assert_eq!(dict["folder"], "/tmp");
//! assert_eq!(from_dict(dict)?, result);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`to_dict`]: StructuredResult::to_dict

mod access;
mod build_error;
mod builder;
mod flat;

pub use access::StructuredResult;
pub use build_error::{BuildError, ReservedKey};
pub(crate) use builder::DEFAULT_ERROR_TYPE;
pub use builder::{ToolResultBuilder, error, ok, partial};
pub(crate) use flat::ORIGINAL_STATUS;
pub use flat::{RESERVED_KEYS, from_dict};
