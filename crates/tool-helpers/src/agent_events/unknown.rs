//! Taking out what no model declares, at every level.

use std::mem::take;

use isomorph_runtime::Map;
use serde_json::Value;
use tool_models::agent_events::*;

/// Takes out every property that is not declared; returns their places, as JSON pointers.
pub(super) fn strip_unknown(event: &mut AgentEvent) -> Vec<String> {
    let mut pointers = Vec::new();
    event.strip(&Place::Whole, &mut pointers);
    pointers
}

/// A place in the event, from the inside out; it becomes text only when something is found there.
enum Place<'a> {
    Whole,
    Field(&'a Place<'a>, &'static str),
    Item(&'a Place<'a>, usize),
}

impl Place<'_> {
    fn pointer(&self) -> String {
        match self {
            Self::Whole => String::new(),
            Self::Field(outer, key) => format!("{}/{key}", outer.pointer()),
            Self::Item(outer, index) => format!("{}/{index}", outer.pointer()),
        }
    }
}

/// A part of an event that may hold properties that are not declared.
trait Strip {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>);
}

/// The undeclared properties themselves.
impl Strip for Map<Value> {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
        for key in take(self).into_keys() {
            pointers.push(format!(
                "{}/{}",
                place.pointer(),
                key.replace('~', "~0").replace('/', "~1")
            ));
        }
    }
}

impl<T: Strip> Strip for Option<T> {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
        if let Some(value) = self {
            value.strip(place, pointers);
        }
    }
}

impl<T: Strip> Strip for Vec<T> {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
        for (index, item) in self.iter_mut().enumerate() {
            item.strip(&Place::Item(place, index), pointers);
        }
    }
}

/// Models that keep undeclared properties, and their fields that hold such models. A test finds what is missing here.
macro_rules! open {
    ($($model:ident { $($field:ident: $key:literal),* })*) => {
        $(
            impl Strip for $model {
                fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
                    $(self.$field.strip(&Place::Field(place, $key), pointers);)*
                    self.extra.strip(place, pointers);
                }
            }
        )*
    };
}

/// Unions, with their members that hold such models.
macro_rules! unions {
    ($($union:ident { $($member:ident),* })*) => {
        $(
            impl Strip for $union {
                fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
                    match self {
                        $(Self::$member(member) => member.strip(place, pointers),)*
                        #[allow(unreachable_patterns, reason = "not every union has members without such models")]
                        _ => {}
                    }
                }
            }
        )*
    };
}

open! {
    InputContentDataSource {}
    InputContentUrlSource {}
    TextInputContent {}
    ImageInputContent { source: "source" }
    AudioInputContent { source: "source" }
    VideoInputContent { source: "source" }
    DocumentInputContent { source: "source" }
    BinaryInputContent {}
    FunctionCall {}
    ToolCall { function: "function" }
    DeveloperMessage {}
    SystemMessage {}
    AssistantMessage { tool_calls: "toolCalls" }
    UserMessage { content: "content" }
    ToolMessage {}
    ActivityMessage {}
    ReasoningMessage {}
    Tool {}
    Context {}
    ResumeEntry {}
    RunAgentInput { messages: "messages", tools: "tools", context: "context", resume: "resume" }
    TokenUsage {}
    Interrupt {}
    ToolCallStartEvent {}
    ToolCallArgsEvent {}
    ToolCallEndEvent {}
    ToolCallChunkEvent {}
    ToolCallResultEvent {}
    MessagesSnapshotEvent { messages: "messages" }
    RunStartedEvent { input: "input" }
    RunFinishedEvent { outcome: "outcome", usage: "usage" }
    RunErrorEvent { usage: "usage" }
}

unions! {
    InputContentSource { InputContentDataSource, InputContentUrlSource }
    InputContent {
        TextInputContent, ImageInputContent, AudioInputContent, VideoInputContent, DocumentInputContent,
        BinaryInputContent
    }
    UserMessageContent { Array }
    Message {
        DeveloperMessage, SystemMessage, AssistantMessage, UserMessage, ToolMessage, ActivityMessage, ReasoningMessage
    }
    RunFinishedOutcome { RunFinishedInterruptOutcome }
    AgentEvent {
        ToolCallStartEvent, ToolCallArgsEvent, ToolCallEndEvent, ToolCallChunkEvent, ToolCallResultEvent,
        MessagesSnapshotEvent, RunStartedEvent, RunFinishedEvent, RunErrorEvent
    }
}

/// It refuses undeclared properties itself; its interrupts keep them.
impl Strip for RunFinishedInterruptOutcome {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
        self.interrupts.strip(&Place::Field(place, "interrupts"), pointers);
    }
}
