//! Events from blocking input.

use std::io::{self, BufRead, BufReader, Read};
use std::iter::FusedIterator;

use super::decode::decoded;
use super::{Decode, Error, Frame, Model, Parser};

/// The events of blocking input, one by one.
///
/// Whatever the length of the stream, it holds one event, of bounded length.
///
/// ```
/// use tool_helpers::sse::{Frame, Reader};
///
/// let mut frames = Reader::new("id: 1\ndata: a\n\ndata: cut off".as_bytes());
/// assert_eq!(frames.next().transpose()?, Some(Frame::new("a").with_id("1")));
/// assert!(frames.next().is_none());
/// assert_eq!(frames.parser().last_event_id(), "1");
/// # Ok::<(), tool_helpers::sse::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    parser: Parser,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads events from `input`.
    pub fn new(input: R) -> Self {
        Self::with_parser(input, Parser::new())
    }

    /// Reads events from `input` with a parser that has its own limit.
    pub fn with_parser(input: R, parser: Parser) -> Self {
        let ended = false;
        Self { input, parser, ended }
    }

    /// Reads the data of each event as the model `T`.
    #[must_use]
    pub fn models<T: isomorph_runtime::Wire>(self) -> Events<R, Model<T>> {
        self.events(Model::new())
    }

    /// Makes something of each event; [`Boundary`](crate::agent_events::Boundary) reads an agent's events.
    #[must_use]
    pub fn events<D: Decode>(self, decode: D) -> Events<R, D> {
        Events { reader: self, decode }
    }
}

impl<R: Read> Reader<BufReader<R>> {
    /// Reads events from input that has no buffer of its own.
    pub fn from_read(input: R) -> Self {
        Self::new(BufReader::new(input))
    }
}

impl<R> Reader<R> {
    /// The parser, which knows the last identifier and the time to wait before connecting again.
    pub fn parser(&self) -> &Parser {
        &self.parser
    }

    /// The input, for keeps.
    pub fn into_inner(self) -> R {
        self.input
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Frame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = !is_not_ready(&error);
                    return Some(Err(Error::Io(error)));
                }
            };
            self.ended = bytes.is_empty();
            let (read, found) = self.parser.advance(bytes);
            self.input.consume(read);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}

/// The models of a stream, one by one; [`Reader::models`] and [`Reader::events`] make it.
#[derive(Debug)]
pub struct Events<R, D> {
    reader: Reader<R>,
    decode: D,
}

impl<R, D> Events<R, D> {
    /// The parser, which knows the last identifier and the time to wait before connecting again.
    pub fn parser(&self) -> &Parser {
        self.reader.parser()
    }

    /// The reader, for keeps.
    pub fn into_inner(self) -> Reader<R> {
        self.reader
    }
}

impl<R: BufRead, D: Decode> Iterator for Events<R, D> {
    type Item = Result<D::Item, Error<D::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.reader.next()?;
        Some(decoded(&self.decode, found, self.reader.parser.events()))
    }
}

impl<R: BufRead, D: Decode> FusedIterator for Events<R, D> {}

/// Whether the input may still bring something: a socket without blocking, or with a time limit.
pub(super) fn is_not_ready(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
