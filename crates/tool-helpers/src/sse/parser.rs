//! The core: from bytes to events, without input or output.

use std::mem::{replace, take};
use std::time::Duration;

use super::{Error, Frame};

/// The bytes that an event may have, unless another limit is set: 16 MiB.
pub const EVENT_LIMIT: usize = 16 * 1024 * 1024;

/// Turns the bytes of a stream into events, however they are cut.
///
/// It holds what is known of the event that is coming, at most [`limit`](Self::limit) bytes of it, and nothing of
/// comments and unknown fields. An event that is not complete when the stream ends never comes out, as the standard
/// says.
///
/// ```
/// use tool_helpers::sse::{Frame, Parser};
///
/// let mut parser = Parser::new();
/// let (read, found) = parser.advance(b"data: hel");
/// assert!(read == 9 && found.is_none());
/// let (read, found) = parser.advance(b"lo\r\n\r\ndata: next");
/// assert_eq!((read, found.transpose()?), (5, Some(Frame::new("hello"))));
/// # Ok::<(), tool_helpers::sse::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Parser {
    limit: usize,
    refuses_invalid_utf8: bool,
    /// How many bytes of the mark at the start of the stream were seen; all, once it cannot come any more.
    mark: usize,
    /// The line before ended with a carriage return, which a line feed may complete.
    after_return: bool,
    line: Line,
    name: Name,
    coming: Coming,
    /// The event that is coming is too long; what it still brings is passed over.
    passes_over: bool,
    /// The value of an `id` or `retry` line that is coming.
    value: Vec<u8>,
    last_event_id: String,
    retry: Option<Duration>,
    events: u64,
}

/// What is known of the event that is coming.
#[derive(Debug, Clone, Default)]
struct Coming {
    event: Vec<u8>,
    id: Option<Vec<u8>>,
    data: Option<Vec<u8>>,
}

/// Where in its line the parser is.
#[derive(Debug, Clone, Copy)]
enum Line {
    /// In the name of the field.
    Name,
    /// Behind the colon, where one space does not count.
    Space(Field),
    /// In the value.
    Value(Field),
    /// In a comment, or in a line that says nothing.
    Ignored,
}

/// The fields that say something.
#[derive(Debug, Clone, Copy)]
enum Field {
    Data,
    Event,
    Id,
    Retry,
}

/// The start of a line, as far as a known name goes.
#[derive(Debug, Clone, Copy, Default)]
struct Name {
    bytes: [u8; 5],
    length: usize,
}

/// The byte order mark, which says nothing at the start of the stream.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

impl Default for Parser {
    fn default() -> Self {
        Self::new()
    }
}

impl Parser {
    /// A parser at the start of a stream, with [`EVENT_LIMIT`].
    #[must_use]
    pub fn new() -> Self {
        Self {
            limit: EVENT_LIMIT,
            refuses_invalid_utf8: false,
            mark: 0,
            after_return: false,
            line: Line::Name,
            name: Name::default(),
            coming: Coming::default(),
            passes_over: false,
            value: Vec::new(),
            last_event_id: String::new(),
            retry: None,
            events: 0,
        }
    }

    /// Sets the bytes that an event may have: its type, identifier and data together. A longer one is an error as soon
    /// as it has grown past them, and is then passed over.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Makes an event an error whose text is not UTF-8. Without this, each part that is not becomes U+FFFD, as the
    /// standard says.
    #[must_use]
    pub fn refuse_invalid_utf8(mut self) -> Self {
        self.refuses_invalid_utf8 = true;
        self
    }

    /// Goes on with the next bytes of the stream, up to the end of the next event: how many bytes it took, and the
    /// event. Without an event, it took all of them.
    pub fn advance(&mut self, bytes: &[u8]) -> (usize, Option<Result<Frame, Error>>) {
        let mut at = self.pass_mark(bytes);
        while let Some(&byte) = bytes.get(at) {
            let completes = take(&mut self.after_return) && byte == b'\n';
            if completes {
                at += 1;
            } else if is_line_end(byte) {
                at += 1;
                self.after_return = byte == b'\r';
                if let Some(found) = self.end_line() {
                    return (at, Some(found));
                }
            } else {
                at += match self.line {
                    Line::Name => self.name_byte(byte),
                    Line::Space(field) => {
                        self.line = Line::Value(field);
                        usize::from(byte == b' ')
                    }
                    Line::Ignored => rest_of_line(&bytes[at..]).len(),
                    Line::Value(field) => {
                        let part = rest_of_line(&bytes[at..]);
                        if let Err(error) = self.append(field, part) {
                            return (at + part.len(), Some(Err(error)));
                        }
                        part.len()
                    }
                };
            }
        }
        (at, None)
    }

    /// The identifier of the last event that stated one, also of one without data; empty when there is none. A client
    /// that connects again sends it as `Last-Event-ID`.
    #[must_use]
    pub fn last_event_id(&self) -> &str {
        &self.last_event_id
    }

    /// How long the sender wants a client to wait before it connects again.
    #[must_use]
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// How many events came out so far, those that were errors among them.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Passes over the mark at the start of the stream; returns how many bytes of it these are.
    fn pass_mark(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while self.mark < MARK.len() {
            match bytes.get(at) {
                None => break,
                Some(byte) if *byte == MARK[self.mark] => {
                    self.mark += 1;
                    at += 1;
                }
                Some(_) => {
                    // A part of a mark is no part of a known name.
                    if self.mark > 0 {
                        self.line = Line::Ignored;
                    }
                    self.mark = MARK.len();
                }
            }
        }
        at
    }

    /// Takes a byte of the field's name, which is one byte.
    fn name_byte(&mut self, byte: u8) -> usize {
        if byte == b':' {
            self.line = match self.open() {
                Some(field) => Line::Space(field),
                None => Line::Ignored,
            };
        } else if !self.name.push(byte) {
            self.line = Line::Ignored;
        }
        1
    }

    /// Starts the value of the named field; none for a name that says nothing.
    fn open(&mut self) -> Option<Field> {
        let field = self.name.field()?;
        match field {
            Field::Data | Field::Event if self.passes_over => return None,
            Field::Data => match &mut self.coming.data {
                Some(data) => data.push(b'\n'),
                none => *none = Some(Vec::new()),
            },
            Field::Event => self.coming.event.clear(),
            Field::Id | Field::Retry => self.value.clear(),
        }
        Some(field)
    }

    fn append(&mut self, field: Field, part: &[u8]) -> Result<(), Error> {
        if self.held().saturating_add(part.len()) > self.limit {
            self.line = Line::Ignored;
            return Err(self.too_long());
        }
        match field {
            Field::Data => self.coming.data.get_or_insert_default().extend_from_slice(part),
            Field::Event => self.coming.event.extend_from_slice(part),
            Field::Id | Field::Retry => self.value.extend_from_slice(part),
        }
        Ok(())
    }

    /// How many bytes of the event are held.
    fn held(&self) -> usize {
        let Coming { event, id, data } = &self.coming;
        event.len() + id.as_ref().map_or(0, Vec::len) + data.as_ref().map_or(0, Vec::len) + self.value.len()
    }

    /// Lets go of an event that is too long.
    fn too_long(&mut self) -> Error {
        self.value = Vec::new();
        self.coming.event = Vec::new();
        self.coming.data = None;
        // The identifier stays, so that a client that connects again does not ask for the event once more.
        if !replace(&mut self.passes_over, true) {
            self.events += 1;
        }
        Error::TooLong {
            event: self.events,
            limit: self.limit,
        }
    }

    fn end_line(&mut self) -> Option<Result<Frame, Error>> {
        let field = match replace(&mut self.line, Line::Name) {
            Line::Name if self.name.length == 0 => return self.dispatch(),
            Line::Name => self.open(),
            Line::Space(field) | Line::Value(field) => Some(field),
            Line::Ignored => None,
        };
        self.name = Name::default();
        match field? {
            Field::Id if !self.value.contains(&0) => self.coming.id = Some(take(&mut self.value)),
            Field::Retry => self.retry = milliseconds(&self.value).or(self.retry),
            Field::Id | Field::Data | Field::Event => {}
        }
        self.value.clear();
        // A line end between lines of data counts too, so that a limit holds for any number of empty lines.
        (self.held() > self.limit).then(|| Err(self.too_long()))
    }

    /// Ends the event that was coming.
    fn dispatch(&mut self) -> Option<Result<Frame, Error>> {
        self.line = Line::Name;
        self.passes_over = false;
        let coming = take(&mut self.coming);
        let has_data = coming.data.is_some();
        let frame = self.frame(coming);
        if let Ok(Frame { id: Some(id), .. }) = &frame {
            self.last_event_id.clone_from(id);
        }
        if has_data || frame.is_err() {
            self.events += 1;
            return Some(frame);
        }
        None
    }

    fn frame(&self, coming: Coming) -> Result<Frame, Error> {
        let event = self.text("event", coming.event)?;
        Ok(Frame {
            event: (!event.is_empty()).then_some(event),
            id: coming.id.map(|id| self.text("id", id)).transpose()?,
            data: self.text("data", coming.data.unwrap_or_default())?,
        })
    }

    fn text(&self, field: &'static str, bytes: Vec<u8>) -> Result<String, Error> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(error) if self.refuses_invalid_utf8 => Err(Error::NotUtf8 {
                event: self.events + 1,
                field,
                valid_up_to: error.utf8_error().valid_up_to(),
            }),
            Err(error) => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        }
    }
}

impl Name {
    /// Adds a byte; false when no known name is that long.
    fn push(&mut self, byte: u8) -> bool {
        match self.bytes.get_mut(self.length) {
            Some(place) => {
                *place = byte;
                self.length += 1;
                true
            }
            None => false,
        }
    }

    fn field(&self) -> Option<Field> {
        match &self.bytes[..self.length] {
            b"data" => Some(Field::Data),
            b"event" => Some(Field::Event),
            b"id" => Some(Field::Id),
            b"retry" => Some(Field::Retry),
            _ => None,
        }
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

fn rest_of_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| is_line_end(*byte));
    &bytes[..end.unwrap_or(bytes.len())]
}

/// A time of digits alone; one that is too long to be counted is the longest that can be.
fn milliseconds(digits: &[u8]) -> Option<Duration> {
    if digits.is_empty() {
        return None;
    }
    digits
        .iter()
        .try_fold(0_u64, |time, digit| {
            let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
            Some(time.saturating_mul(10).saturating_add(digit))
        })
        .map(Duration::from_millis)
}
