//! Where events come in.

use isomorph_runtime::{Dispatch, Error, Literal, Union as _, Wire, from_slice, from_str};
use serde_json::{Map, Value};
use tool_models::agent_events::{AgentCapabilities, AgentEvent, RunAgentInput};

use super::nulls::drop_legacy_nulls;
use super::unknown::{Open, strip_unknown};
use super::{Refused, Warning};

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
/// let error = Boundary::strict().read(r#"{"type":"RUN_ERROR","message":"x","news":1}"#).unwrap_err();
/// assert_eq!(error.pointer(), "/news");
/// # Ok::<(), tool_helpers::agent_events::Refused>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[doc(alias = "EventSchemas")]
#[doc(alias = "enforcement")]
pub struct Boundary {
    undeclared: Undeclared,
}

/// What becomes of a property that is not declared.
#[derive(Debug, Clone, Copy, Default)]
enum Undeclared {
    #[default]
    Keep,
    Strip,
    Refuse,
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

    /// A boundary that refuses properties that are not declared, and events of an unknown type.
    ///
    /// Places of any shape, such as the state, declare nothing and may hold anything.
    #[must_use]
    pub fn strict() -> Self {
        Self {
            undeclared: Undeclared::Refuse,
        }
    }

    /// Strips properties that are not declared, at every level, each with a warning. Places of any shape, such as the
    /// state, declare nothing and are never touched.
    #[must_use]
    pub fn strip_unknown(self) -> Self {
        Self {
            undeclared: Undeclared::Strip,
        }
    }

    /// Reads an event from its JSON text.
    ///
    /// A null in the three fields that older senders fill with it counts as absent: `parentMessageId` of the start and
    /// the chunk of a tool call, and `outcome` of a finished run.
    ///
    /// # Errors
    /// Text that is not JSON, no object, or without a type; a known event that its model refuses, with the place; what
    /// a strict boundary does not take.
    pub fn read(&self, text: &str) -> Result<Received, Refused> {
        self.received(from_str(text), || from_str(text))
    }

    /// Reads an event from its JSON text as it came over the wire.
    ///
    /// # Errors
    /// Bytes that are not UTF-8, and what [`Boundary::read`] refuses.
    pub fn read_slice(&self, bytes: &[u8]) -> Result<Received, Refused> {
        self.received(from_slice(bytes), || from_slice(bytes))
    }

    /// Reads events one after the other, each from a text of its own, such as the lines of a file.
    pub fn read_all<'a, I>(self, texts: I) -> impl Iterator<Item = Result<Received, Refused>>
    where
        I: IntoIterator<Item = &'a str>,
    {
        texts.into_iter().map(move |text| self.read(text))
    }

    /// Reads what a client sends to start a run, with what is odd about it.
    ///
    /// # Errors
    /// Text that is not JSON, an input that the model refuses, or that holds what a strict boundary does not take.
    pub fn read_input(&self, text: &str) -> Result<(RunAgentInput, Vec<Warning>), Refused> {
        self.read_part(text)
    }

    /// Reads what an agent says of itself, with what is odd about it.
    ///
    /// # Errors
    /// Text that is not JSON, capabilities that the model refuses, or that hold what a strict boundary does not take.
    pub fn read_capabilities(&self, text: &str) -> Result<(AgentCapabilities, Vec<Warning>), Refused> {
        self.read_part(text)
    }

    fn read_part<T: Wire + Open>(&self, text: &str) -> Result<(T, Vec<Warning>), Refused> {
        let mut part = from_str(text)?;
        let warnings = self.undeclared(&mut part)?;
        Ok((part, warnings))
    }

    fn received(
        &self,
        event: Result<AgentEvent, Error>,
        again: impl FnOnce() -> Result<Value, Error>,
    ) -> Result<Received, Refused> {
        let mut event = match event {
            Ok(event) => event,
            Err(error) => return self.unknown(again, error),
        };
        drop_legacy_nulls(&mut event);
        let warnings = self.undeclared(&mut event)?;
        Ok(Received {
            event: Incoming::Event(Box::new(event)),
            warnings,
        })
    }

    /// Does with properties that are not declared what the boundary is for.
    fn undeclared(&self, part: &mut impl Open) -> Result<Vec<Warning>, Refused> {
        match self.undeclared {
            Undeclared::Keep => Ok(Vec::new()),
            Undeclared::Strip => {
                let pointers = strip_unknown(part).into_iter();
                Ok(pointers.map(|pointer| Warning::StrippedProperty { pointer }).collect())
            }
            Undeclared::Refuse => match strip_unknown(part).into_iter().next() {
                Some(pointer) => Err(Refused::UnknownProperty { pointer }),
                None => Ok(Vec::new()),
            },
        }
    }

    /// The event of the text when it is one of a type that is not known here; else `error`, with which it was refused.
    fn unknown(&self, again: impl FnOnce() -> Result<Value, Error>, error: Error) -> Result<Received, Refused> {
        // A model refuses at the first fault, which may come before the text turns out to be no JSON.
        let event = match again()? {
            Value::Object(event) => event,
            _ => return Err(error.into()),
        };
        let event_type = match event.get("type").and_then(Value::as_str) {
            Some(event_type) if !is_known(event_type) => event_type.to_owned(),
            _ => return Err(error.into()),
        };
        match self.undeclared {
            Undeclared::Refuse => Err(Refused::UnknownEvent { event_type }),
            Undeclared::Keep | Undeclared::Strip => Ok(Received {
                event: Incoming::Unknown(event),
                warnings: vec![Warning::UnknownEvent { event_type }],
            }),
        }
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
