//! Streams of server-sent events with what the standard makes of them.

use tool_helpers::sse::{Error, Frame, Parser};

/// Streams with the events that come out: type, identifier, data.
pub(crate) type Event = (Option<&'static str>, Option<&'static str>, &'static str);

const fn data(data: &'static str) -> Event {
    (None, None, data)
}

/// What the standard says, a rule or more each.
pub(crate) const STREAMS: &[(&str, &[u8], &[Event])] = &[
    ("nothing", b"", &[]),
    ("a line feed ends a line", b"data:a\ndata:b\n\n", &[data("a\nb")]),
    ("a carriage return ends a line", b"data:a\rdata:b\r\r", &[data("a\nb")]),
    ("both end one line", b"data:a\r\ndata:b\r\n\r\n", &[data("a\nb")]),
    ("all three in one event", b"data:test\r\ndata\ndata:test\r\n\r", &[data("test\n\ntest")]),
    ("a line feed and a carriage return are two ends", b"data:a\n\rdata:b\n\n", &[data("a"), data("b")]),
    ("a first byte order mark says nothing", b"\xef\xbb\xbfdata:1\n\ndata:2\n\n", &[data("1"), data("2")]),
    ("a later byte order mark is text", b"\xef\xbb\xbfdata:1\n\n\xef\xbb\xbfdata:2\n\ndata:3\n\n", &[data("1"), data("3")]),
    ("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbfdata:1\n\ndata:2\n\n", &[data("2")]),
    ("a part of a byte order mark", b"\xef\xbbdata:1\n\ndata:2\n\n", &[data("2")]),
    ("a byte order mark and nothing else on the line", b"\xef\xbb\xbf\ndata:1\n\n", &[data("1")]),
    ("a byte order mark in a value", b"data:\xef\xbb\xbf\n\n", &[data("\u{feff}")]),
    ("comments", b":\n: x\ndata:1\n:data:2\r\n:\rdata:3\n\n", &[data("1\n3")]),
    ("an event of comments is none", b":a\n\n:b\n\n", &[]),
    ("fields without a value", b"data:\n\ndata\ndata\n\ndata:test\n\n", &[data(""), data("\n"), data("test")]),
    ("one space is left out", b"data:\ttest\rdata: \ndata:  x\ndata: y \n\n", &[data("\ttest\n\n x\ny ")]),
    (
        "only the fields of the standard, spelled its way",
        b"data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
        &[data("\0\n 2\n1\n3\n\n4")],
    ),
    ("a longer name", b"database:1\ndata:2\nretry-:1\n\n", &[data("2")]),
    ("a colon in a value", b"data:a:b::c\n\n", &[data("a:b::c")]),
    (
        "the type holds for one event",
        b"event:test\ndata:x\n\ndata:x\n\n",
        &[(Some("test"), None, "x"), data("x")],
    ),
    ("the last type counts", b"event:a\nevent:b\ndata:x\n\n", &[(Some("b"), None, "x")]),
    ("an empty type is none", b"event:a\nevent: \ndata:x\n\nevent\ndata:y\n\n", &[data("x"), data("y")]),
    ("a type without data is no event", b"event:a\n\ndata:x\n\n", &[data("x")]),
    ("an identifier", b"id:1\ndata:x\n\ndata:y\n\n", &[(None, Some("1"), "x"), data("y")]),
    ("an empty identifier", b"id\ndata:x\n\n", &[(None, Some(""), "x")]),
    ("an identifier with a NUL is ignored", b"id:1\nid:a\0b\nid:\0\ndata:x\n\n", &[(None, Some("1"), "x")]),
    ("a NUL in the type and the data is not", b"event:\0\ndata:\0\n\n", &[(Some("\0"), None, "\0")]),
    ("text of several bytes", "data:ok\u{2026} \u{1f600}\u{e9}\n\n".as_bytes(), &[data("ok\u{2026} \u{1f600}\u{e9}")]),
    ("invalid text", b"data:a\xffb\xe2\x82\ndata:\xf0\x9f\x98\n\n", &[data("a\u{fffd}b\u{fffd}\n\u{fffd}")]),
    ("an unfinished event is none", b"data:a\n\ndata:b\n", &[data("a")]),
    ("an unfinished line is none", b"data:a\n\ndata:b", &[data("a")]),
    ("many ends", b"\n\n\r\n\r\rdata:a\n\n\n\n\n", &[data("a")]),
];

/// The events of a stream of which `sizes` says, over and over, how long its pieces are.
pub(crate) fn parsed(mut parser: Parser, stream: &[u8], sizes: &[usize]) -> (Vec<Result<Frame, Error>>, Parser) {
    let mut found = Vec::new();
    let mut rest = stream;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (mut piece, behind) = rest.split_at((*size).clamp(1, rest.len()));
        while !piece.is_empty() {
            let (read, event) = parser.advance(piece);
            assert!(event.is_some() || read == piece.len());
            found.extend(event);
            piece = &piece[read..];
        }
        rest = behind;
    }
    (found, parser)
}
