//! Streams of events, of any bytes and of any events.

use isomorph_runtime::from_str;
use tool_helpers::agent_events::{Boundary, Conversation, Incoming};
use tool_helpers::sse::{Frame, Parser, Reader, Writer};
use tool_helpers::tool_models::agent_events::Message;

/// Reads a stream whole and in pieces of the given sizes, and writes what came out: it reads the same again.
///
/// # Panics
/// When that does not hold.
pub fn sse(stream: &[u8], sizes: &[usize]) {
    let whole: Vec<Frame> = Reader::new(stream).filter_map(Result::ok).collect();
    assert_eq!(
        whole,
        in_pieces(Parser::new(), stream, sizes),
        "wherever the stream is cut"
    );
    let mut writer = Writer::new(Vec::new());
    for frame in &whole {
        writer
            .send_frame(frame)
            .unwrap_or_else(|error| panic!("{frame:?}: {error}"));
    }
    let written = writer.into_inner();
    let again: Vec<Frame> = Reader::new(&written[..]).filter_map(Result::ok).collect();
    assert_eq!(again, whole);
    let limit = 16;
    for frame in in_pieces(Parser::new().limit(limit), stream, sizes) {
        let held = frame.data.len() + frame.event.map_or(0, |event| event.len());
        // Of what is not UTF-8, each byte may have become a character of three.
        assert!(held <= 3 * limit);
    }
    for found in Reader::new(stream).events(Boundary::new()) {
        drop(found);
    }
}

fn in_pieces(mut parser: Parser, stream: &[u8], sizes: &[usize]) -> Vec<Frame> {
    let mut found = Vec::new();
    let mut rest = stream;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (mut piece, behind) = rest.split_at((*size).clamp(1, rest.len()));
        while !piece.is_empty() {
            let (read, event) = parser.advance(piece);
            found.extend(event.and_then(Result::ok));
            piece = &piece[read..];
        }
        rest = behind;
    }
    found
}

/// Reads events at the boundary and folds them: keeping and stripping accept the same, what was stripped has nothing left
/// to strip, and the messages can be sent.
///
/// # Panics
/// When that does not hold.
pub fn events(texts: &[String]) {
    let mut conversation = Conversation::new();
    for text in texts {
        let kept = Boundary::new().read(text);
        let stripped = Boundary::new().strip_unknown().read(text);
        assert_eq!(kept.is_ok(), stripped.is_ok(), "{text}");
        if let Ok(Incoming::Event(event)) = stripped.map(|received| received.event) {
            let again = serde_json::to_string(&event).unwrap_or_else(|error| panic!("{event:?}: {error}"));
            let again = Boundary::new()
                .strip_unknown()
                .read(&again)
                .unwrap_or_else(|error| panic!("{again}: {error}"));
            assert_eq!((again.event, again.warnings), (Incoming::Event(event), vec![]));
        }
        if let Ok(Incoming::Event(event)) = kept.map(|received| received.event) {
            conversation.apply(&event);
        }
    }
    for message in conversation.messages() {
        let text = serde_json::to_string(message).unwrap_or_else(|error| panic!("{message:?}: {error}"));
        assert_eq!(from_str::<Message>(&text).as_ref(), Ok(message), "{text}");
    }
}
