//! A stream of any length is read in memory of bounded size. The allocator of this file counts, so that the test is
//! alone in it.

use std::io::Read;

use peak_alloc::PeakAlloc;
use tool_helpers::agent_events::{Boundary, Incoming};
use tool_helpers::sse::{Error, Parser, Reader};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The same bytes over and over, made as they are read.
struct Repeated {
    bytes: &'static [u8],
    left: u64,
    at: usize,
    read: u64,
}

impl Repeated {
    fn new(bytes: &'static [u8], times: u64) -> Self {
        Self {
            bytes,
            left: times,
            at: 0,
            read: 0,
        }
    }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut filled = 0;
        while self.left > 0 && filled < buffer.len() {
            let part = &self.bytes[self.at..];
            let size = part.len().min(buffer.len() - filled);
            buffer[filled..filled + size].copy_from_slice(&part[..size]);
            filled += size;
            self.at += size;
            if self.at == self.bytes.len() {
                self.at = 0;
                self.left -= 1;
            }
        }
        self.read += filled as u64;
        Ok(filled)
    }
}

/// The most bytes held at once while `work` is done, beyond those held before.
fn held(work: impl FnOnce()) -> usize {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    work();
    MEMORY.peak_usage() - before
}

const LIMIT: usize = 1 << 20;

#[test]
fn a_stream_of_any_length_is_read_in_bounded_memory() {
    // An event of the boundary, with everything that a stream has beside it.
    let event = b": keep-alive\n\nid: 7\nretry: 10\nevent: message\ndata: {\"type\":\"RUN_ERROR\",\ndata: \"message\":\"m\"}\n\n";
    let run = |times: u64| {
        held(|| {
            let mut events = Reader::from_read(Repeated::new(event, times)).events(Boundary::new());
            let known = |event: &Incoming| matches!(event, Incoming::Event(_));
            let count = events
                .by_ref()
                .filter(|event| known(&event.as_ref().unwrap().event))
                .count();
            assert_eq!(count as u64, times);
            assert_eq!(events.parser().events(), times);
        })
    };
    let (few, many) = (run(1_000), run(1_000_000));
    assert!(
        many <= few + 1_000,
        "a million events hold {many} bytes, a thousand hold {few}"
    );
    assert!(many < 64 * 1024, "{many}");

    // An event that never ends, a comment that never ends, a name that never ends, data of endless empty lines.
    let endless: [(&[u8], u64, bool); 4] = [
        (b"data: 0123456789", 4_000_000, true),
        (b":0123456789", 4_000_000, false),
        (b"0123456789", 4_000_000, false),
        (b"data\n", 4_000_000, true),
    ];
    for (bytes, times, too_long) in endless {
        let held = held(|| {
            let input = std::io::BufReader::new(Repeated::new(bytes, times));
            let mut reader = Reader::with_parser(input, Parser::new().limit(LIMIT));
            let found: Vec<_> = reader.by_ref().collect();
            assert_eq!(found.len(), usize::from(too_long), "{found:?}");
            assert!(
                found
                    .iter()
                    .all(|found| matches!(found, Err(Error::TooLong { event: 1, limit: LIMIT })))
            );
            assert_eq!(
                reader.into_inner().into_inner().read,
                times * bytes.len() as u64,
                "it was read to its end"
            );
        });
        // What grows is doubled, and held twice for a moment.
        assert!(
            held < 4 * LIMIT,
            "{held} bytes for {:?}",
            String::from_utf8_lossy(bytes)
        );
    }
}
