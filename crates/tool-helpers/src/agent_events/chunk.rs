//! Chunks: events that stand for start, content and end in one.

/// What the last chunk was a part of. The next chunk may leave the id out, then it goes on with this.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Chunk {
    Text(String),
    Reasoning(String),
    Call(String),
}

/// What a chunk means, when the last one was about `open`.
pub(super) enum Step {
    /// It goes on with what is open.
    Continue(String),
    /// It starts something with this id.
    Start(String),
    /// It names nothing, and nothing is open.
    Stray,
}

impl Step {
    pub(super) fn of(id: Option<&str>, open: Option<String>) -> Self {
        match (id, open) {
            (Some(id), Some(open)) if id == open => Self::Continue(open),
            (Some(id), _) => Self::Start(id.to_owned()),
            (None, Some(open)) => Self::Continue(open),
            (None, None) => Self::Stray,
        }
    }
}
