//! Where events come in.

use isomorph_runtime::{Dispatch, Error, Literal, Union as _, from_str};
use serde_json::{Map, Value};
use tool_models::agent_events::AgentEvent;

use super::Warning;
use super::unknown::strip_unknown;

/// Reads events with tolerance for what is new: a property that is not declared is kept or stripped, an event of an
/// unknown type is handed on as what it is, with a warning. A declared field of the wrong type stays an error.
///
/// ```
/// use tool_helpers::agent_events::{Boundary, Incoming};
///
/// let received = Boundary::new().read(r#"{"type":"FUTURE_EVENT","news":true}"#)?;
/// assert_eq!(received.warnings[0].to_string(), "unknown event type \"FUTURE_EVENT\"");
/// assert!(matches!(received.event, Incoming::Unknown(event) if event["news"] == true));
///
/// let error = Boundary::new().read(r#"{"type":"RUN_ERROR","message":42}"#).unwrap_err();
/// assert_eq!(error.pointer(), "/message");
/// # Ok::<(), isomorph_runtime::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Boundary {
    strips: bool,
}

/// What came in.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// An event of a known type.
    Event(Box<AgentEvent>),
    /// An event of another type, as it was sent.
    Unknown(Map<String, Value>),
}

/// What came in, and what is odd about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Received {
    /// What came in.
    pub event: Incoming,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
}

impl Boundary {
    /// A boundary that keeps properties that are not declared.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Strips properties that are not declared, at every level, each with a warning. Places of any shape, such as the
    /// state, declare nothing and are never touched.
    #[must_use]
    pub fn strip_unknown(self) -> Self {
        Self { strips: true }
    }

    /// Reads an event from its JSON text.
    ///
    /// A null in the three fields that older senders fill with it counts as absent: `parentMessageId` of the start and
    /// the chunk of a tool call, and `outcome` of a finished run.
    ///
    /// # Errors
    /// Text that is not JSON, no object, or without a type; a known event that its model refuses, with the place.
    pub fn read(&self, text: &str) -> Result<Received, Error> {
        let mut event = match from_str::<AgentEvent>(text) {
            Ok(event) => event,
            Err(error) => return unknown(text, error),
        };
        absent_for_null(&mut event);
        let mut warnings = Vec::new();
        if self.strips {
            let pointers = strip_unknown(&mut event);
            warnings.extend(
                pointers
                    .into_iter()
                    .map(|pointer| Warning::StrippedProperty { pointer }),
            );
        }
        Ok(Received {
            event: Incoming::Event(Box::new(event)),
            warnings,
        })
    }
}

/// The event of the text when it is one of a type that is not known here; else `error`, with which it was refused.
fn unknown(text: &str, error: Error) -> Result<Received, Error> {
    // A model refuses at the first fault, which may come before the text turns out to be no JSON.
    let event = match from_str(text)? {
        Value::Object(event) => event,
        _ => return Err(error),
    };
    match event.get("type").and_then(Value::as_str) {
        Some(event_type) if !is_known(event_type) => {
            let warnings = vec![Warning::UnknownEvent {
                event_type: event_type.to_owned(),
            }];
            Ok(Received {
                event: Incoming::Unknown(event),
                warnings,
            })
        }
        _ => Err(error),
    }
}

fn is_known(event_type: &str) -> bool {
    match AgentEvent::DISPATCH {
        Dispatch::Tag { values, .. } => values
            .iter()
            .any(|(literal, _)| matches!(literal, Literal::Str(known) if *known == event_type)),
        _ => true,
    }
}

fn absent_for_null(event: &mut AgentEvent) {
    match event {
        AgentEvent::ToolCallStartEvent(event) => drop_null(&mut event.parent_message_id),
        AgentEvent::ToolCallChunkEvent(event) => drop_null(&mut event.parent_message_id),
        AgentEvent::RunFinishedEvent(event) => drop_null(&mut event.outcome),
        _ => {}
    }
}

fn drop_null<T>(field: &mut Option<Option<T>>) {
    if matches!(field, Some(None)) {
        *field = None;
    }
}
