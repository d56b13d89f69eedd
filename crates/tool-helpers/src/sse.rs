//! Server-sent events: the stream that carries an agent's events over HTTP, by section 9.2 of the HTML standard.
//!
//! [`Reader`] reads from blocking input and gives [`Frame`]s; [`Reader::models`] and [`Reader::events`] turn their data
//! into models, the second one through a boundary such as [`agent_events::Boundary`](crate::agent_events::Boundary).
//! [`Writer`] sends models, comments and reconnection times. [`Parser`] is the core without input and output, for bytes
//! that come from elsewhere. With the feature `async`, `AsyncReader` and `AsyncWriter` do the same without blocking.
//!
//! ```
//! use tool_helpers::agent_events::{Boundary, Conversation, Incoming};
//! use tool_helpers::sse::Reader;
//!
//! let stream = concat!(
//!     "data: {\"type\":\"TOOL_CALL_START\",\"toolCallId\":\"t1\",\"toolCallName\":\"print\"}\n\n",
//!     ": keep-alive\n\n",
//!     "data: {\"type\":\"TOOL_CALL_RESULT\",\"messageId\":\"m1\",\"toolCallId\":\"t1\",\"content\":\"done\"}\n\n",
//! );
//! let mut conversation = Conversation::new();
//! for received in Reader::new(stream.as_bytes()).events(Boundary::new()) {
//!     if let Incoming::Event(event) = received?.event {
//!         conversation.apply(&event);
//!     }
//! }
//! assert_eq!(conversation.messages().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "async")]
mod async_reader;
#[cfg(feature = "async")]
mod async_writer;
mod decode;
mod encode;
mod error;
mod frame;
mod parser;
mod reader;
mod writer;

#[cfg(feature = "async")]
pub use async_reader::{AsyncEvents, AsyncReader};
#[cfg(feature = "async")]
pub use async_writer::AsyncWriter;
pub use decode::{Decode, Model};
pub use encode::FrameError;
pub use error::Error;
pub use frame::Frame;
pub use parser::{EVENT_LIMIT, Parser};
pub use reader::{Events, Reader};
pub use writer::Writer;
