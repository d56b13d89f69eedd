//! What can go wrong while events are read.

use std::convert::Infallible;
use std::fmt;
use std::io;

/// Why the next event of a stream could not be read.
///
/// After [`Io`](Self::Io) the stream is over, unless the input only was not ready; after the others it goes on with the
/// event that follows.
///
/// `E` is why an event's data is refused; the events themselves are never refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E = Infallible> {
    /// The input failed.
    Io(io::Error),
    /// The event is longer than what may be held in memory; the rest of it is passed over.
    TooLong {
        /// The place of the event in the stream, from 1.
        event: u64,
        /// The bytes that an event may have.
        limit: usize,
    },
    /// The event is not UTF-8 text; only a parser that refuses such text says so.
    NotUtf8 {
        /// The place of the event in the stream, from 1.
        event: u64,
        /// The field that is not UTF-8 text.
        field: &'static str,
        /// How many bytes of the field are.
        valid_up_to: usize,
    },
    /// The data of the event is not what was to be made of it.
    Refused {
        /// The place of the event in the stream, from 1.
        event: u64,
        /// What is wrong with the data, and where in it.
        error: Box<E>,
    },
}

impl Error {
    /// The same error, where data may be refused too.
    pub(super) fn with_refusals<E>(self) -> Error<E> {
        match self {
            Self::Io(error) => Error::Io(error),
            Self::TooLong { event, limit } => Error::TooLong { event, limit },
            Self::NotUtf8 {
                event,
                field,
                valid_up_to,
            } => Error::NotUtf8 {
                event,
                field,
                valid_up_to,
            },
            Self::Refused { error, .. } => match *error {},
        }
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the event stream cannot be read: {error}"),
            Self::TooLong { event, limit } => write!(
                f,
                "event {event} of the stream has more than the {limit} bytes that one event may have, and is passed \
                 over; raise the limit of the parser to read it"
            ),
            Self::NotUtf8 {
                event,
                field,
                valid_up_to,
            } => write!(
                f,
                "event {event} of the stream is no UTF-8 text: its {field} is invalid after {valid_up_to} bytes"
            ),
            Self::Refused { event, error } => write!(f, "event {event} of the stream is refused: {error}"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Refused { error, .. } => Some(error.as_ref()),
            Self::TooLong { .. } | Self::NotUtf8 { .. } => None,
        }
    }
}
