//! Events to blocking output.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::{Frame, encode};

/// Sends events to blocking output, each at once and as a whole.
///
/// ```
/// use tool_helpers::sse::{Frame, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// writer.send(&serde_json::json!({ "text": "two\nlines" }))?;
/// writer.keep_alive()?;
/// writer.send_frame(&Frame::new("two\nlines"))?;
/// let sent = b"data: {\"text\":\"two\\nlines\"}\n\n: keep-alive\n\ndata: two\ndata: lines\n\n";
/// assert_eq!(writer.into_inner(), sent);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    bytes: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Sends events to `output`.
    pub fn new(output: W) -> Self {
        let bytes = Vec::new();
        Self { output, bytes }
    }

    /// Sends an event whose data is the JSON text of `model`.
    ///
    /// # Errors
    /// The output's; a model that JSON cannot hold, of which nothing is sent.
    pub fn send(&mut self, model: &(impl Serialize + ?Sized)) -> io::Result<()> {
        encode::model(&mut self.bytes, model)?;
        self.flush()
    }

    /// Sends an event as it is on the wire.
    ///
    /// # Errors
    /// The output's; an event that [`Frame::encode`] refuses, of which nothing is sent.
    pub fn send_frame(&mut self, frame: &Frame) -> io::Result<()> {
        self.bytes.clear();
        frame.encode(&mut self.bytes)?;
        self.flush()
    }

    /// Sends a comment, which readers pass over.
    ///
    /// # Errors
    /// The output's.
    pub fn comment(&mut self, text: &str) -> io::Result<()> {
        self.bytes.clear();
        encode::comment(&mut self.bytes, text);
        self.flush()
    }

    /// Sends something that readers pass over, so that nothing on the way closes a connection that is silent for long.
    ///
    /// # Errors
    /// The output's.
    pub fn keep_alive(&mut self) -> io::Result<()> {
        self.comment("keep-alive")
    }

    /// Tells clients how long to wait before they connect again, in whole milliseconds.
    ///
    /// # Errors
    /// The output's.
    pub fn retry(&mut self, time: Duration) -> io::Result<()> {
        self.bytes.clear();
        encode::retry(&mut self.bytes, time);
        self.flush()
    }

    /// The output, for keeps.
    pub fn into_inner(self) -> W {
        self.output
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.bytes)?;
        self.output.flush()
    }
}
