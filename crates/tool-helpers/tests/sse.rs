//! Server-sent events: what is read, however the bytes are cut.

#[path = "support/sse.rs"]
mod sse_support;

use std::io::{self, BufReader, Cursor, Read};
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::json;
use sse_support::{STREAMS, parsed};
use tool_helpers::agent_events::{Boundary, Incoming, Warning};
use tool_helpers::sse::{EVENT_LIMIT, Error, Frame, Parser, Reader};
use tool_helpers::tool_models::tool_results::{BaseToolResult, ToolCallResult};

fn frames(stream: &[u8], sizes: &[usize]) -> Vec<Frame> {
    let found = parsed(Parser::new(), stream, sizes).0;
    found.into_iter().map(Result::unwrap).collect()
}

/// The standard's algorithm to the letter, over the whole stream at once.
fn by_the_letter(stream: &[u8]) -> (Vec<Frame>, String) {
    let text = String::from_utf8_lossy(stream).into_owned();
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<_> = text.split('\n').collect();
    lines.pop();
    let (mut frames, mut last_event_id) = (Vec::new(), String::new());
    let (mut data, mut event, mut id) = (String::new(), String::new(), None::<String>);
    for line in lines {
        if line.is_empty() {
            if let Some(id) = &id {
                last_event_id.clone_from(id);
            }
            let (event, id) = (std::mem::take(&mut event), id.take());
            if let Some(data) = std::mem::take(&mut data).strip_suffix('\n') {
                let event = (!event.is_empty()).then_some(event);
                frames.push(Frame {
                    event,
                    id,
                    data: data.to_owned(),
                });
            }
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => data += &format!("{value}\n"),
            "event" => event = value.to_owned(),
            "id" if !value.contains('\0') => id = Some(value.to_owned()),
            _ => {}
        }
    }
    (frames, last_event_id)
}

#[test]
fn every_rule_of_the_standard_whereever_the_bytes_are_cut() {
    assert_eq!(STREAMS.len(), 32);
    for (rule, stream, events) in STREAMS {
        let expected: Vec<_> = events
            .iter()
            .map(|(event, id, data)| Frame {
                event: event.map(str::to_owned),
                id: id.map(str::to_owned),
                data: (*data).to_owned(),
            })
            .collect();
        assert_eq!(by_the_letter(stream).0, expected, "{rule}: by the letter");
        assert_eq!(frames(stream, &[1]), expected, "{rule}: byte by byte");
        for cut in 1..=stream.len() {
            assert_eq!(frames(stream, &[cut, stream.len()]), expected, "{rule}: cut at {cut}");
        }
        let read: Vec<_> = Reader::new(*stream).map(Result::unwrap).collect();
        assert_eq!(read, expected, "{rule}: from a reader");
        let small = BufReader::with_capacity(2, *stream);
        assert_eq!(
            Reader::new(small).map(Result::unwrap).collect::<Vec<_>>(),
            expected,
            "{rule}: small buffer"
        );
    }
}

/// Bytes of which streams are made, those that rules look at among them.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&[u8]> = vec![
        b"data",
        b"event",
        b"id",
        b"retry",
        b":",
        b": ",
        b" ",
        b"\n",
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\0",
        b"1",
        b"x",
        b"\xef\xbb\xbf",
        b"\xef",
        b"\xff",
        b"\xf0\x9f\x98\x80",
        b"\xf0\x9f",
        b"data: ",
        b"data:a\n\n",
        b"id:7\n",
    ];
    vec(proptest::sample::select(parts), 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_stream_reads_by_the_letter_whereever_it_is_cut(stream in stream(), sizes in vec(1_usize..9, 1..5)) {
        let (found, parser) = parsed(Parser::new(), &stream, &sizes);
        let found: Vec<_> = found.into_iter().map(Result::unwrap).collect();
        let (expected, last_event_id) = by_the_letter(&stream);
        prop_assert_eq!(found, expected);
        prop_assert_eq!(parser.last_event_id(), last_event_id);
    }

    #[test]
    fn a_limit_holds_whereever_the_stream_is_cut(stream in stream(), sizes in vec(1_usize..9, 1..5), limit in 0_usize..12) {
        let (found, _) = parsed(Parser::new().limit(limit), &stream, &sizes);
        let whole = by_the_letter(&stream).0;
        for frame in found.iter().flatten() {
            let held = frame.data.len() + frame.event.as_ref().map_or(0, String::len);
            // What was invalid has become longer.
            prop_assert!(held <= 3 * limit, "{frame:?}");
            let same = |event: &&Frame| event.data == frame.data && event.event == frame.event;
            prop_assert!(whole.iter().any(|event| same(&event)), "{frame:?}");
        }
        if found.iter().all(Result::is_ok) {
            prop_assert_eq!(found.len(), whole.len());
        }
    }
}

#[test]
fn the_last_identifier_is_that_of_the_last_event() {
    let last = |stream: &str| {
        parsed(Parser::new(), stream.as_bytes(), &[3])
            .1
            .last_event_id()
            .to_owned()
    };
    assert_eq!(last("data:a\n\n"), "");
    assert_eq!(last("id:1\ndata:a\n\ndata:b\n\n"), "1");
    assert_eq!(
        last("id:1\ndata:a\n\nid:2\n\n"),
        "2",
        "an event without data is none, but has an identifier"
    );
    assert_eq!(
        last("id:1\ndata:a\n\nid:2\ndata:b\n"),
        "1",
        "an unfinished event has none"
    );
    assert_eq!(last("id:1\ndata:a\n\nid\ndata:b\n\n"), "", "an empty one takes it back");
}

#[test]
fn the_reconnection_time_is_of_digits_alone() {
    let retry = |stream: &str| parsed(Parser::new(), stream.as_bytes(), &[2]).1.retry();
    assert_eq!(retry("data:a\n\n"), None);
    assert_eq!(
        retry("retry:1500\n"),
        Some(Duration::from_millis(1500)),
        "it needs no event"
    );
    assert_eq!(retry("retry: 007\r\n"), Some(Duration::from_millis(7)));
    for bad in ["1000x", "-1", "+1", " 1", "1.0", "1e3", "\u{661}", ""] {
        assert_eq!(
            retry(&format!("retry:20\nretry: {bad}\n\n")),
            Some(Duration::from_millis(20)),
            "{bad:?}"
        );
    }
    assert_eq!(
        retry("retry:99999999999999999999999\n"),
        Some(Duration::from_millis(u64::MAX))
    );
}

#[test]
fn an_event_that_is_too_long_is_an_error_and_the_next_one_comes() {
    let stream = b"id:1\ndata:a\n\nid:2\nevent:e\ndata:123456789\ndata:more\n\ndata:b\n\n";
    for sizes in [[1], [4], [1000]] {
        let (found, parser) = parsed(Parser::new().limit(8), stream, &sizes);
        let [Ok(first), Err(error), Ok(last)] = found.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!((first.data.as_str(), last.data.as_str()), ("a", "b"));
        assert!(matches!(error, Error::TooLong { event: 2, limit: 8 }), "{error}");
        assert_eq!(
            error.to_string(),
            "event 2 of the stream has more than the 8 bytes that one event may have, and is passed over; raise the \
             limit of the parser to read it"
        );
        assert_eq!(
            parser.last_event_id(),
            "2",
            "a client that connects again does not get it once more"
        );
        assert_eq!(parser.events(), 3);
    }
}

#[test]
fn the_limit_counts_all_that_is_held_and_nothing_else() {
    let held = |stream: &[u8]| {
        parsed(Parser::new().limit(4), stream, &[1000])
            .0
            .iter()
            .all(Result::is_ok)
    };
    assert!(held(b"event:e\nid:i\ndata:da\n\n"));
    assert!(!held(b"event:e\nid:i\ndata:dat\n\n"));
    assert!(
        held(b"retry:1234\ndata:1234\n\n"),
        "a line that was read is held no more"
    );
    assert!(
        !held(b"data:\ndata:\ndata:\ndata:\ndata:\ndata\n\n"),
        "line ends between lines count"
    );
    assert!(!held(b"id:12345\n\n") && !held(b"retry:12345\n") && !held(b"event:12345\n"));
    assert!(held(
        b": a long comment\nunknown: a long value\na-long-name-without-a-value\ndata:1234\n\n"
    ));
}

#[test]
fn an_event_may_have_ten_million_bytes_unless_a_limit_says_otherwise() {
    let long = "x".repeat(10_000_000);
    let stream = format!("data:{long}\n\n");
    let read: Vec<_> = Reader::new(stream.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(read, [Frame::new(long)]);
    assert_eq!(EVENT_LIMIT, 16 * 1024 * 1024);
}

#[test]
fn invalid_text_can_be_refused() {
    let stream = b"data:a\n\nid:\xff\ndata:b\n\ndata:ok\xf0\x9f\x98\n\nevent:\xc0\ndata:c\n\n:\xff\n\xff:\ndata:d\n\n";
    let (found, parser) = parsed(Parser::new().refuse_invalid_utf8(), stream, &[1]);
    let shown: Vec<_> = found
        .iter()
        .map(|found| {
            found
                .as_ref()
                .map(|frame| frame.data.as_str())
                .map_err(ToString::to_string)
        })
        .collect();
    let refused = |event, field, valid| {
        Err(format!(
            "event {event} of the stream is no UTF-8 text: its {field} is invalid after {valid} bytes"
        ))
    };
    let expected = [
        Ok("a"),
        refused(2, "id", 0),
        refused(3, "data", 2),
        refused(4, "event", 0),
        Ok("d"),
    ];
    assert_eq!(shown, expected);
    assert_eq!(parser.last_event_id(), "");
    let (found, _) = parsed(Parser::new().refuse_invalid_utf8(), b"id:\xff\n\n", &[1]);
    assert!(
        matches!(
            found[..],
            [Err(Error::NotUtf8 {
                event: 1,
                field: "id",
                valid_up_to: 0
            })]
        ),
        "without data too: {found:?}"
    );
}

#[test]
fn the_data_is_read_as_a_model() {
    let stream = concat!(
        "data: {\"success\":true,\ndata: \"message\":\"over two lines\"}\n\n",
        "data: {\"success\":\"true\",\"message\":\"m\"}\n\n",
        "data: not json\n\n",
        "data: {\"success\":false,\"message\":\"\"}\n\n",
    );
    let models: Vec<_> = Reader::new(stream.as_bytes()).models::<BaseToolResult>().collect();
    let [Ok(first), Err(refused), Err(no_json), Ok(last)] = models.as_slice() else {
        panic!("{models:?}")
    };
    assert_eq!((first.message.as_str(), last.success), ("over two lines", false));
    assert_eq!(
        refused.to_string(),
        "event 2 of the stream is refused: at /success: expected boolean, found \"true\" at line 1 column 17"
    );
    let Error::Refused { event: 2, error } = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.pointer(), "/success");
    assert!(
        no_json
            .to_string()
            .starts_with("event 3 of the stream is refused: expected "),
        "{no_json}"
    );
    let any: Vec<_> = Reader::new(stream.as_bytes()).models::<ToolCallResult>().collect();
    assert!(matches!(any[0], Ok(ToolCallResult::BaseToolResult(_))));
}

#[test]
fn the_data_is_read_through_the_tolerant_boundary() {
    let stream = concat!(
        "id: 1\ndata: {\"type\":\"RUN_ERROR\",\"message\":\"m\",\"xNew\":null}\n\n",
        "id: 2\ndata: {\"type\":\"FUTURE\",\"news\":1}\n\n",
        "id: 3\ndata: {\"type\":\"RUN_ERROR\",\"message\":42}\n\n",
    );
    let mut events = Reader::new(stream.as_bytes()).events(Boundary::new().strip_unknown());
    let first = events.next().unwrap().unwrap();
    assert!(matches!(first.event, Incoming::Event(_)));
    assert_eq!(
        first.warnings,
        [Warning::StrippedProperty {
            pointer: "/xNew".to_owned()
        }]
    );
    assert_eq!(events.parser().last_event_id(), "1");
    let second = events.next().unwrap().unwrap();
    let Incoming::Unknown(unknown) = second.event else {
        panic!("{second:?}")
    };
    assert_eq!(
        serde_json::Value::Object(unknown),
        json!({ "type": "FUTURE", "news": 1 })
    );
    let third = events.next().unwrap().unwrap_err();
    assert!(
        third
            .to_string()
            .starts_with("event 3 of the stream is refused: at /message: "),
        "{third}"
    );
    assert!(events.next().is_none() && events.next().is_none());
}

/// Gives what it was told to, one after another.
struct Steps(Vec<Result<&'static [u8], io::ErrorKind>>);

impl Read for Steps {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let bytes = self.0.remove(0)?;
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn input_that_is_not_ready_goes_on_and_input_that_failed_does_not() {
    use io::ErrorKind::{ConnectionReset, Interrupted, TimedOut, WouldBlock};
    let steps = vec![
        Ok(&b"data:"[..]),
        Err(Interrupted),
        Err(WouldBlock),
        Ok(b"a\r"),
        Err(TimedOut),
        Ok(b"\n\r\n"),
        Ok(b"data:b\n"),
        Err(ConnectionReset),
        Ok(b"\n"),
    ];
    let found: Vec<_> = Reader::from_read(Steps(steps)).collect();
    let shown: Vec<_> = found
        .iter()
        .map(|found| match found {
            Ok(frame) => frame.data.clone(),
            Err(Error::Io(error)) => format!("{:?}", error.kind()),
            Err(other) => panic!("{other}"),
        })
        .collect();
    assert_eq!(shown, ["WouldBlock", "TimedOut", "a", "ConnectionReset"]);
}

#[test]
fn an_event_comes_out_before_more_is_read() {
    // A lone carriage return may be the first half of a line end, but the event does not wait for the second half.
    for stream in ["data:a\n\n", "data:a\r\r", "data:a\r\n\r"] {
        let mut reader = Reader::from_read(Cursor::new(stream).chain(Panics));
        assert_eq!(reader.next().unwrap().unwrap(), Frame::new("a"));
    }
}

/// Must not be read.
struct Panics;

impl Read for Panics {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("the event was complete")
    }
}
