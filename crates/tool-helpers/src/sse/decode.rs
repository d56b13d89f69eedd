//! From the text of an event to a model.

use std::marker::PhantomData;

use isomorph_runtime::{Wire, from_str};

use super::{Error, Frame};
use crate::agent_events::{Boundary, Received, Refused};

/// Makes something of the events of a stream.
pub trait Decode {
    /// What it makes.
    type Item;

    /// Why it refuses an event.
    type Error;

    /// Makes something of an event.
    ///
    /// # Errors
    /// An event that it refuses; the stream goes on behind it.
    fn decode(&self, frame: &Frame) -> Result<Self::Item, Self::Error>;
}

/// Reads the data of each event as the model `T`, and refuses what the model refuses.
#[derive(Debug, Clone, Copy)]
pub struct Model<T>(PhantomData<fn() -> T>);

impl<T> Model<T> {
    /// Reads each event as the model.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for Model<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Wire> Decode for Model<T> {
    type Item = T;
    type Error = isomorph_runtime::Error;

    fn decode(&self, frame: &Frame) -> Result<T, isomorph_runtime::Error> {
        from_str(&frame.data)
    }
}

/// Reads the data of each event as an agent's event, with tolerance for what is new.
impl Decode for Boundary {
    type Item = Received;
    type Error = Refused;

    fn decode(&self, frame: &Frame) -> Result<Received, Refused> {
        self.read(&frame.data)
    }
}

/// Makes something of what came as the event at the place `event` of the stream.
pub(super) fn decoded<D: Decode>(
    decode: &D,
    found: Result<Frame, Error>,
    event: u64,
) -> Result<D::Item, Error<D::Error>> {
    let frame = found.map_err(Error::with_refusals)?;
    decode.decode(&frame).map_err(|error| Error::Refused {
        event,
        error: Box::new(error),
    })
}
