//! One event as it is on the wire.

/// One event as it is on the wire: text of some type.
///
/// ```
/// use tool_helpers::sse::Frame;
///
/// let frame = Frame::new("two\nlines").with_event("log").with_id("7");
/// let mut bytes = Vec::new();
/// frame.encode(&mut bytes)?;
/// assert_eq!(bytes, b"event: log\nid: 7\ndata: two\ndata: lines\n\n");
/// # Ok::<(), tool_helpers::sse::FrameError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Frame {
    /// The type of the event, when the sender names one; an empty name counts as none.
    pub event: Option<String>,
    /// The identifier that the event states, from which a broken stream can be resumed; an empty one takes the
    /// identifier before it back.
    pub id: Option<String>,
    /// The text; lines are separated by `\n`, however they were sent.
    pub data: String,
}

impl Frame {
    /// An event with this text.
    pub fn new(data: impl Into<String>) -> Self {
        Self {
            event: None,
            id: None,
            data: data.into(),
        }
    }

    /// Names the type of the event.
    #[must_use]
    pub fn with_event(mut self, event: impl Into<String>) -> Self {
        self.event = Some(event.into());
        self
    }

    /// States the identifier of the event.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// The type of the event; `message` when the sender names none.
    #[must_use]
    pub fn event_type(&self) -> &str {
        self.event.as_deref().unwrap_or("message")
    }
}
