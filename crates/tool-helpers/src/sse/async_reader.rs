//! Events from input that does not block.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use futures_core::stream::FusedStream;
use futures_io::AsyncBufRead;

use super::decode::decoded;
use super::reader::is_not_ready;
use super::{Decode, Error, Frame, Model, Parser};

/// The events of input that does not block, as a stream: [`Reader`](super::Reader) for async code.
///
/// It takes what the `futures` crate calls `AsyncBufRead`. Input of tokio becomes that with `tokio_util::compat`, a
/// stream of byte chunks, such as the body of a response, with `TryStreamExt::into_async_read`.
#[derive(Debug)]
pub struct AsyncReader<R> {
    input: R,
    parser: Parser,
    ended: bool,
}

impl<R: AsyncBufRead + Unpin> AsyncReader<R> {
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
    pub fn models<T: isomorph_runtime::Wire>(self) -> AsyncEvents<R, Model<T>> {
        self.events(Model::new())
    }

    /// Makes something of each event; [`Boundary`](crate::agent_events::Boundary) reads an agent's events.
    #[must_use]
    pub fn events<D: Decode>(self, decode: D) -> AsyncEvents<R, D> {
        AsyncEvents { reader: self, decode }
    }
}

impl<R> AsyncReader<R> {
    /// The parser, which knows the last identifier and the time to wait before connecting again.
    pub fn parser(&self) -> &Parser {
        &self.parser
    }

    /// The input, for keeps.
    pub fn into_inner(self) -> R {
        self.input
    }
}

impl<R: AsyncBufRead + Unpin> Stream for AsyncReader<R> {
    type Item = Result<Frame, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { input, parser, ended } = self.get_mut();
        while !*ended {
            let bytes = match ready!(Pin::new(&mut *input).poll_fill_buf(context)) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    *ended = !is_not_ready(&error);
                    return Poll::Ready(Some(Err(Error::Io(error))));
                }
            };
            *ended = bytes.is_empty();
            let (read, found) = parser.advance(bytes);
            Pin::new(&mut *input).consume(read);
            if found.is_some() {
                return Poll::Ready(found);
            }
        }
        Poll::Ready(None)
    }
}

impl<R: AsyncBufRead + Unpin> FusedStream for AsyncReader<R> {
    fn is_terminated(&self) -> bool {
        self.ended
    }
}

/// The models of a stream; [`AsyncReader::models`] and [`AsyncReader::events`] make it.
#[derive(Debug)]
pub struct AsyncEvents<R, D> {
    reader: AsyncReader<R>,
    decode: D,
}

impl<R, D> AsyncEvents<R, D> {
    /// The parser, which knows the last identifier and the time to wait before connecting again.
    pub fn parser(&self) -> &Parser {
        self.reader.parser()
    }

    /// The reader, for keeps.
    pub fn into_inner(self) -> AsyncReader<R> {
        self.reader
    }
}

impl<R: AsyncBufRead + Unpin, D: Decode + Unpin> Stream for AsyncEvents<R, D> {
    type Item = Result<D::Item, Error<D::Error>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { reader, decode } = self.get_mut();
        let found = ready!(Pin::new(&mut *reader).poll_next(context));
        Poll::Ready(found.map(|found| decoded(decode, found, reader.parser.events())))
    }
}

impl<R: AsyncBufRead + Unpin, D: Decode + Unpin> FusedStream for AsyncEvents<R, D> {
    fn is_terminated(&self) -> bool {
        self.reader.is_terminated()
    }
}
