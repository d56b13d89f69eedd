//! Folding events into what they add up to.

use serde_json::Value;
use tool_models::agent_events::{AgentEvent, Interrupt, Message, RunAgentInput};

use super::chunk::Chunk;
use super::run::Run;
use super::thread::Thread;
use super::{RunStatus, Warning, tool_message};

/// What a stream of events adds up to: the messages, the shared state, and how the run stands.
///
/// - Text, reasoning and tool calls assemble from start, content and end, or from chunks.
/// - A result becomes a tool message behind the message that made the call.
/// - Snapshots replace messages and state, JSON Patches change the state and the activities.
/// - A run brings along the messages of its input that are not there yet.
///
/// ```
/// use tool_helpers::agent_events::Conversation;
/// use tool_helpers::tool_models::agent_events::AgentEvent;
///
/// let events = [
///     r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}"#,
///     r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}"#,
///     r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
///     r#"{"type":"STATE_SNAPSHOT","snapshot":{"greeted":false}}"#,
///     r#"{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/greeted","value":true}]}"#,
/// ];
/// let mut conversation = Conversation::new();
/// for text in events {
///     let event: AgentEvent = isomorph_runtime::from_str(text)?;
///     assert_eq!(conversation.apply(&event), None);
/// }
/// assert_eq!(conversation.messages()[0].id(), "m1");
/// assert_eq!(conversation.state(), Some(&serde_json::json!({ "greeted": true })));
/// # Ok::<(), isomorph_runtime::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversation {
    pub(super) thread: Thread,
    pub(super) state: Option<Value>,
    pub(super) run: Run,
    /// What the last chunk was a part of.
    pub(super) chunk: Option<Chunk>,
}

impl Conversation {
    /// A conversation without messages and without state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same conversation with this state.
    #[must_use]
    pub fn with_state(self, state: Value) -> Self {
        Self {
            state: Some(state),
            ..self
        }
    }

    /// The messages, oldest first.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        self.thread.messages()
    }

    /// The messages, for keeps.
    #[must_use]
    pub fn into_messages(self) -> Vec<Message> {
        self.thread.into_messages()
    }

    /// The message with this id, the last one if there are several.
    #[must_use]
    pub fn message(&self, id: &str) -> Option<&Message> {
        self.thread.get(id)
    }

    /// The state that agent and client share; `None` when nobody said anything of it.
    #[must_use]
    pub fn state(&self) -> Option<&Value> {
        self.state.as_ref()
    }

    /// How the last run stands.
    #[must_use]
    pub fn run(&self) -> &RunStatus {
        self.run.status()
    }

    /// The questions that the last run ended with, and that a next run must answer.
    #[doc(alias = "pendingInterrupts")]
    #[must_use]
    pub fn interrupts(&self) -> &[Interrupt] {
        self.run.interrupts()
    }

    /// The names of the steps that the run is in, the outermost first.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        self.run.steps()
    }

    /// Folds the next event in; returns what is odd about it.
    ///
    /// What an odd event says is left out, and nothing else is: the conversation is as whole as before.
    #[doc(alias = "defaultApplyEvents")]
    #[doc(alias = "transformChunks")]
    pub fn apply(&mut self, event: &AgentEvent) -> Option<Warning> {
        let chunk = self.chunk.take();
        match event {
            AgentEvent::TextMessageStartEvent(event) => {
                self.start_text(&event.message_id, event.role, event.name.as_deref());
                None
            }
            AgentEvent::TextMessageContentEvent(event) => self.extend_message(&event.message_id, &event.delta),
            AgentEvent::TextMessageEndEvent(event) => self.expect_message(&event.message_id),
            AgentEvent::TextMessageChunkEvent(event) => self.text_chunk(event, chunk),
            AgentEvent::ToolCallStartEvent(event) => {
                let parent = event.parent_message_id.as_ref().and_then(Option::as_deref);
                self.start_call(&event.tool_call_id, &event.tool_call_name, parent)
            }
            AgentEvent::ToolCallArgsEvent(event) => self.extend_call(&event.tool_call_id, &event.delta),
            AgentEvent::ToolCallEndEvent(event) => self.expect_call(&event.tool_call_id),
            AgentEvent::ToolCallChunkEvent(event) => self.call_chunk(event, chunk),
            AgentEvent::ToolCallResultEvent(event) => {
                self.thread.place(tool_message(event));
                None
            }
            AgentEvent::StateSnapshotEvent(event) => {
                self.state.clone_from(&event.snapshot);
                None
            }
            AgentEvent::StateDeltaEvent(event) => self.change_state(&event.delta),
            AgentEvent::MessagesSnapshotEvent(event) => {
                self.replace_messages(&event.messages);
                None
            }
            AgentEvent::RunStartedEvent(event) => {
                self.start_run(event);
                None
            }
            AgentEvent::RunFinishedEvent(event) => {
                self.run.finish(event);
                None
            }
            AgentEvent::RunErrorEvent(event) => {
                self.run.fail(event);
                None
            }
            AgentEvent::StepStartedEvent(event) => {
                self.run.enter(&event.step_name);
                None
            }
            AgentEvent::StepFinishedEvent(event) => {
                self.run.leave(&event.step_name);
                None
            }
            AgentEvent::ReasoningMessageStartEvent(event) => {
                self.start_reasoning(&event.message_id);
                None
            }
            AgentEvent::ReasoningMessageContentEvent(event) => self.extend_message(&event.message_id, &event.delta),
            AgentEvent::ReasoningMessageEndEvent(event) => self.expect_message(&event.message_id),
            AgentEvent::ReasoningMessageChunkEvent(event) => self.reasoning_chunk(event, chunk),
            // These stand beside the stream of messages, so chunks go on after them.
            AgentEvent::ActivitySnapshotEvent(event) => {
                self.chunk = chunk;
                self.show_activity(event);
                None
            }
            AgentEvent::ActivityDeltaEvent(event) => {
                self.chunk = chunk;
                self.change_activity(event)
            }
            AgentEvent::ReasoningEncryptedValueEvent(event) => {
                self.chunk = chunk;
                self.attach_encrypted_value(event)
            }
            AgentEvent::RawEvent(_) => {
                self.chunk = chunk;
                None
            }
            // What an application's event means is for the application. The older form of reasoning names no messages,
            // and phases of reasoning hold none.
            AgentEvent::CustomEvent(_)
            | AgentEvent::ThinkingStartEvent(_)
            | AgentEvent::ThinkingEndEvent(_)
            | AgentEvent::ThinkingTextMessageStartEvent(_)
            | AgentEvent::ThinkingTextMessageContentEvent(_)
            | AgentEvent::ThinkingTextMessageEndEvent(_)
            | AgentEvent::ReasoningStartEvent(_)
            | AgentEvent::ReasoningEndEvent(_) => None,
        }
    }

    /// Folds events in, one after the other; gives what is odd about them, lazily: an event is folded in when the
    /// iterator comes to it.
    pub fn apply_all<'a, I>(&'a mut self, events: I) -> impl Iterator<Item = Warning> + use<'a, I>
    where
        I: IntoIterator<Item = &'a AgentEvent> + 'a,
    {
        events.into_iter().filter_map(|event| self.apply(event))
    }
}

impl From<Vec<Message>> for Conversation {
    fn from(messages: Vec<Message>) -> Self {
        Self {
            thread: messages.into(),
            ..Self::default()
        }
    }
}

/// What a run starts from: its messages and its state.
impl From<&RunAgentInput> for Conversation {
    fn from(input: &RunAgentInput) -> Self {
        Self {
            state: input.state.clone(),
            ..input.messages.clone().into()
        }
    }
}

impl<'a> IntoIterator for &'a Conversation {
    type Item = &'a Message;
    type IntoIter = std::slice::Iter<'a, Message>;

    fn into_iter(self) -> Self::IntoIter {
        self.messages().iter()
    }
}

/// Folds events in where nobody asks what is odd about them.
impl<'a> Extend<&'a AgentEvent> for Conversation {
    fn extend<I: IntoIterator<Item = &'a AgentEvent>>(&mut self, events: I) {
        for event in events {
            self.apply(event);
        }
    }
}

impl<'a> FromIterator<&'a AgentEvent> for Conversation {
    fn from_iter<I: IntoIterator<Item = &'a AgentEvent>>(events: I) -> Self {
        let mut conversation = Self::new();
        conversation.extend(events);
        conversation
    }
}
