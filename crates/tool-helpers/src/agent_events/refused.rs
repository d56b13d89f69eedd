//! Why an event was refused.

use std::fmt;

use isomorph_runtime::Error;

/// Why an event was refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refused {
    /// The text is no JSON, or the model refuses it.
    Model(Error),
    /// The event type is not known here, and the boundary is strict.
    UnknownEvent {
        /// The type as it was sent.
        event_type: String,
    },
    /// A property is not declared, and the boundary is strict.
    UnknownProperty {
        /// Where it is, as a JSON pointer.
        pointer: String,
    },
}

impl Refused {
    /// Where the event is refused, as a JSON pointer.
    #[must_use]
    pub fn pointer(&self) -> &str {
        match self {
            Self::Model(error) => error.pointer(),
            Self::UnknownEvent { .. } => "/type",
            Self::UnknownProperty { pointer } => pointer,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::UnknownEvent { event_type } => write!(
                f,
                "at /type: unknown event type {event_type:?}; a strict boundary takes only those of the protocol"
            ),
            Self::UnknownProperty { pointer } => write!(
                f,
                "at {pointer}: unknown property; a strict boundary takes only those that are declared"
            ),
        }
    }
}

impl std::error::Error for Refused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Model(error) => error.source(),
            Self::UnknownEvent { .. } | Self::UnknownProperty { .. } => None,
        }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Model(error)
    }
}
