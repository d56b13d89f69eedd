//! Server-sent events without blocking: the same events as from blocking input, wherever it has to wait.

#[path = "support/sse.rs"]
mod sse_support;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_executor::block_on;
use futures_util::io::{AsyncRead, AsyncWrite, BufReader};
use futures_util::stream::{FusedStream as _, StreamExt as _, TryStreamExt as _};
use sse_support::{STREAMS, parsed};
use tool_helpers::agent_events::{Boundary, Incoming};
use tool_helpers::sse::{AsyncReader, AsyncWriter, Error, Frame, Parser, Reader};
use tool_helpers::tool_models::tool_results::BaseToolResult;

/// Input and output that has to wait before every few bytes.
struct Slow<'a> {
    input: &'a [u8],
    output: Vec<u8>,
    flushed: usize,
    size: usize,
    waits: bool,
}

impl<'a> Slow<'a> {
    fn new(input: &'a [u8], size: usize) -> Self {
        Self {
            input,
            output: Vec::new(),
            flushed: 0,
            size,
            waits: false,
        }
    }

    /// Pending every other time.
    fn ready(&mut self, context: &Context<'_>) -> bool {
        self.waits = !self.waits;
        if self.waits {
            context.waker().wake_by_ref();
        }
        !self.waits
    }
}

impl AsyncRead for Slow<'_> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        if !self.ready(context) {
            return Poll::Pending;
        }
        let size = self.size.min(self.input.len()).min(buffer.len());
        let (part, rest) = self.input.split_at(size);
        buffer[..size].copy_from_slice(part);
        self.input = rest;
        Poll::Ready(Ok(size))
    }
}

impl AsyncWrite for Slow<'_> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if !self.ready(context) {
            return Poll::Pending;
        }
        let size = self.size.min(bytes.len());
        self.output.extend_from_slice(&bytes[..size]);
        Poll::Ready(Ok(size))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.flushed = self.output.len();
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}

#[test]
fn every_rule_of_the_standard_holds_here_too() {
    for (rule, stream, events) in STREAMS {
        for size in [1, 2, 5, 1000] {
            let reader = AsyncReader::new(BufReader::with_capacity(4, Slow::new(stream, size)));
            let found: Vec<Frame> = block_on(reader.try_collect()).unwrap();
            let expected: Vec<_> = Reader::new(*stream).map(Result::unwrap).collect();
            assert_eq!(found, expected, "{rule}");
            assert_eq!(found.len(), events.len(), "{rule}");
        }
    }
}

#[test]
fn models_and_the_boundary_work_as_without_async() {
    let stream = b"id:1\ndata:{\"success\":true,\"message\":\"m\"}\n\ndata:{}\n\n";
    let mut models = AsyncReader::new(BufReader::new(Slow::new(stream, 3))).models::<BaseToolResult>();
    let found: Vec<_> = block_on(models.by_ref().collect());
    assert!(matches!(&found[..], [Ok(first), Err(Error::Refused { event: 2, .. })] if first.message == "m"));
    assert_eq!(models.parser().last_event_id(), "1");
    assert!(models.is_terminated());
    let stream = b"data:{\"type\":\"RUN_ERROR\",\"message\":\"m\"}\n\ndata:{\"type\":\"FUTURE\"}\n\n";
    let events = AsyncReader::new(&stream[..]).events(Boundary::new());
    let found: Vec<_> = block_on(events.try_collect()).unwrap();
    assert!(matches!(found[0].event, Incoming::Event(_)) && matches!(found[1].event, Incoming::Unknown(_)));
}

#[test]
fn a_limit_holds_here_too() {
    let stream = b"data:123456789\n\ndata:b\n\n";
    let reader = AsyncReader::with_parser(&stream[..], Parser::new().limit(4));
    let found: Vec<_> = block_on(reader.collect());
    assert!(
        matches!(&found[..], [Err(Error::TooLong { event: 1, limit: 4 }), Ok(_)]),
        "{found:?}"
    );
}

#[test]
fn input_that_failed_ends_the_stream() {
    struct Fails;

    impl AsyncRead for Fails {
        fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut [u8]) -> Poll<io::Result<usize>> {
            Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
        }
    }

    let found: Vec<_> = block_on(AsyncReader::new(BufReader::new(Fails)).collect());
    assert!(matches!(&found[..], [Err(Error::Io(_))]), "{found:?}");
}

#[test]
fn what_is_sent_is_read() {
    block_on(async {
        let mut writer = AsyncWriter::new(Slow::new(b"", 3));
        writer.send(&serde_json::json!({ "a": "b\nc" })).await.unwrap();
        writer.comment("x\ny").await.unwrap();
        writer
            .send_frame(&Frame::new("d\ne").with_event("f").with_id("1"))
            .await
            .unwrap();
        writer.keep_alive().await.unwrap();
        writer.retry(std::time::Duration::from_secs(1)).await.unwrap();
        let refused = writer.send_frame(&Frame::new("").with_id("\n")).await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidInput);
        let output = writer.into_inner();
        assert_eq!(output.flushed, output.output.len());
        let expected = "data: {\"a\":\"b\\nc\"}\n\n: x\n: y\n\nevent: f\nid: 1\ndata: d\ndata: e\n\n: keep-alive\n\nretry: 1000\n\n";
        assert_eq!(String::from_utf8(output.output).unwrap(), expected);
        let (found, _) = parsed(Parser::new(), expected.as_bytes(), &[7]);
        assert_eq!(found.len(), 2);
    });
}
