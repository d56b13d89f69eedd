//! Server-sent events: what is written, and that it reads back.

use std::io::{self, Write};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;
use tool_helpers::sse::{Frame, FrameError, Reader, Writer};
use tool_helpers::tool_models::tool_results::{TableCell, TableCellValue, TableOutput};

fn written(write: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>) -> String {
    let mut writer = Writer::new(Vec::new());
    write(&mut writer).unwrap();
    String::from_utf8(writer.into_inner()).unwrap()
}

fn read(stream: &str) -> Vec<Frame> {
    Reader::new(stream.as_bytes()).map(Result::unwrap).collect()
}

#[test]
fn a_model_is_one_line_whatever_its_strings_hold() {
    let model = json!({ "text": "a\nb\r\nc\rd: data: \u{2028}\u{0}", "rows": [1, null] });
    let text = written(|writer| writer.send(&model));
    assert_eq!(text.matches('\n').count(), 2);
    let frames = read(&text);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&frames[0].data).unwrap(),
        model
    );
}

#[test]
fn a_frame_has_its_fields_and_a_line_for_each_line() {
    let frame = Frame::new("a\n\nb\r\nc\rd\n").with_event("log").with_id("7");
    let text = written(|writer| writer.send_frame(&frame));
    assert_eq!(
        text,
        "event: log\nid: 7\ndata: a\ndata: \ndata: b\ndata: c\ndata: d\ndata: \n\n"
    );
    assert_eq!(
        read(&text),
        [Frame::new("a\n\nb\nc\nd\n").with_event("log").with_id("7")]
    );
    assert_eq!(written(|writer| writer.send_frame(&Frame::new(""))), "data: \n\n");
    assert_eq!((frame.event_type(), Frame::new("").event_type()), ("log", "message"));
}

#[test]
fn comments_and_times_are_no_events() {
    let text = written(|writer| {
        writer.comment("a\ndata: b\r\nc")?;
        writer.keep_alive()?;
        writer.comment("")?;
        writer.retry(Duration::from_millis(2_500))
    });
    assert_eq!(text, ": a\n: data: b\n: c\n\n: keep-alive\n\n: \n\nretry: 2500\n\n");
    let mut reader = Reader::new(text.as_bytes());
    assert!(reader.next().is_none());
    assert_eq!(reader.parser().retry(), Some(Duration::from_millis(2_500)));
}

#[test]
fn what_no_reader_would_understand_is_refused_and_not_sent() {
    let mut writer = Writer::new(Vec::new());
    let mut refused = |frame: Frame| {
        let error = writer.send_frame(&frame).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        error.to_string()
    };
    let two_lines = "of an event takes one line, and has a line break; only data may have several lines";
    assert_eq!(
        refused(Frame::new("x").with_event("a\nb")),
        format!("the event {two_lines}")
    );
    assert_eq!(refused(Frame::new("x").with_id("a\rb")), format!("the id {two_lines}"));
    assert_eq!(
        refused(Frame::new("x").with_id("a\0b")),
        "the id of an event has a NUL, with which readers ignore it; leave it out"
    );
    let mut bytes = b"before".to_vec();
    assert_eq!(
        Frame::new("x").with_event("a").with_id("\0").encode(&mut bytes),
        Err(FrameError::Nul)
    );
    assert_eq!(bytes, b"before");
    let cell = TableCell(Some(TableCellValue::Number(f64::NAN)));
    let table = TableOutput {
        columns: vec![],
        rows: vec![vec![cell]],
        truncated: false,
    };
    assert_eq!(writer.send(&table).unwrap_err().kind(), io::ErrorKind::InvalidData);
    writer.send(&1).unwrap();
    assert_eq!(writer.into_inner(), b"data: 1\n\n", "nothing of what was refused");
}

#[test]
fn each_event_is_sent_at_once() {
    /// Counts what arrives before the next flush.
    #[derive(Default)]
    struct Flushes(Vec<usize>, usize);

    impl Write for Flushes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.push(std::mem::take(&mut self.1));
            Ok(())
        }
    }

    let mut writer = Writer::new(Flushes::default());
    writer.send(&1).unwrap();
    writer.send_frame(&Frame::new("a\nb")).unwrap();
    writer.keep_alive().unwrap();
    assert_eq!(writer.into_inner().0, [1, 1, 1], "one write and one flush each");
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        proptest::sample::select(vec!["\n", " ", ":", "data", "\u{feff}", "x", "\u{1f600}", "\0"]),
        0..8,
    )
    .prop_map(|parts| parts.concat())
}

fn line() -> impl Strategy<Value = String> {
    text().prop_map(|text| text.replace(['\n', '\0'], "-"))
}

proptest! {
    #[test]
    fn what_was_written_is_read(frames in proptest::collection::vec((text(), line(), proptest::option::of(line())), 0..6)) {
        let frames: Vec<_> = frames
            .into_iter()
            .map(|(data, event, id)| Frame { event: (!event.is_empty()).then_some(event), id, data })
            .collect();
        let mut writer = Writer::new(Vec::new());
        for frame in &frames {
            writer.send_frame(frame).unwrap();
            writer.keep_alive().unwrap();
        }
        let text = String::from_utf8(writer.into_inner()).unwrap();
        prop_assert_eq!(read(&text), frames);
    }
}
