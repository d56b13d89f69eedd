//! Events to output that does not block.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use futures_io::AsyncWrite;
use serde::Serialize;

use super::{Frame, encode};

/// Sends events to output that does not block: [`Writer`](super::Writer) for async code.
///
/// A call that is dropped before it is done may have sent a part of its event; what is sent next would then be read as
/// the rest of it, so the output is to be closed.
#[derive(Debug)]
pub struct AsyncWriter<W> {
    output: W,
    bytes: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> AsyncWriter<W> {
    /// Sends events to `output`.
    pub fn new(output: W) -> Self {
        let bytes = Vec::new();
        Self { output, bytes }
    }

    /// Sends an event whose data is the JSON text of `model`.
    ///
    /// # Errors
    /// The output's; a model that JSON cannot hold, of which nothing is sent.
    pub async fn send(&mut self, model: &(impl Serialize + ?Sized)) -> io::Result<()> {
        encode::model(&mut self.bytes, model)?;
        self.flush().await
    }

    /// Sends an event as it is on the wire.
    ///
    /// # Errors
    /// The output's; an event that [`Frame::encode`] refuses, of which nothing is sent.
    pub async fn send_frame(&mut self, frame: &Frame) -> io::Result<()> {
        self.bytes.clear();
        frame.encode(&mut self.bytes)?;
        self.flush().await
    }

    /// Sends a comment, which readers pass over.
    ///
    /// # Errors
    /// The output's.
    pub async fn comment(&mut self, text: &str) -> io::Result<()> {
        self.bytes.clear();
        encode::comment(&mut self.bytes, text);
        self.flush().await
    }

    /// Sends something that readers pass over, so that nothing on the way closes a connection that is silent for long.
    ///
    /// # Errors
    /// The output's.
    pub async fn keep_alive(&mut self) -> io::Result<()> {
        self.comment("keep-alive").await
    }

    /// Tells clients how long to wait before they connect again, in whole milliseconds.
    ///
    /// # Errors
    /// The output's.
    pub async fn retry(&mut self, time: Duration) -> io::Result<()> {
        self.bytes.clear();
        encode::retry(&mut self.bytes, time);
        self.flush().await
    }

    /// The output, for keeps.
    pub fn into_inner(self) -> W {
        self.output
    }

    async fn flush(&mut self) -> io::Result<()> {
        let Self { output, bytes } = self;
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match poll_fn(|context| Pin::new(&mut *output).poll_write(context, rest)).await {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        poll_fn(|context| Pin::new(&mut *output).poll_flush(context)).await
    }
}
