//! Taking out what no model declares, at every level.

use std::mem::take;

use isomorph_runtime::Map;
use serde_json::Value;
use tool_models::agent_events::*;

/// Takes out every property that is not declared; returns their places, as JSON pointers.
pub(super) fn strip_unknown(whole: &mut impl Open) -> Vec<String> {
    let mut pointers = Vec::new();
    whole.strip(&Place::Whole, &mut pointers);
    pointers
}

/// A place in what was read, from the inside out; it becomes text only when something is found there.
pub(super) enum Place<'a> {
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

/// What may hold properties that are not declared.
pub(super) trait Open {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>);
}

/// The undeclared properties themselves.
impl Open for Map<Value> {
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

impl<T: Open> Open for Option<T> {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
        if let Some(value) = self {
            value.strip(place, pointers);
        }
    }
}

impl<T: Open> Open for Vec<T> {
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
            impl Open for $model {
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
            impl Open for $union {
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
    SubAgentInfo {}
    IdentityCapabilities {}
    TransportCapabilities {}
    ToolsCapabilities { items: "items" }
    OutputCapabilities {}
    StateCapabilities {}
    MultiAgentCapabilities { sub_agents: "subAgents" }
    ReasoningCapabilities {}
    MultimodalInputCapabilities {}
    MultimodalOutputCapabilities {}
    MultimodalCapabilities { input: "input", output: "output" }
    ExecutionCapabilities {}
    HumanInTheLoopCapabilities {}
    AgentCapabilities {
        identity: "identity", transport: "transport", tools: "tools", output: "output", state: "state",
        multi_agent: "multiAgent", reasoning: "reasoning", multimodal: "multimodal", execution: "execution",
        human_in_the_loop: "humanInTheLoop"
    }
    TextMessageStartEvent {}
    TextMessageContentEvent {}
    TextMessageEndEvent {}
    TextMessageChunkEvent {}
    ThinkingStartEvent {}
    ThinkingEndEvent {}
    ThinkingTextMessageStartEvent {}
    ThinkingTextMessageContentEvent {}
    ThinkingTextMessageEndEvent {}
    ToolCallStartEvent {}
    ToolCallArgsEvent {}
    ToolCallEndEvent {}
    ToolCallChunkEvent {}
    ToolCallResultEvent {}
    StateSnapshotEvent {}
    StateDeltaEvent {}
    MessagesSnapshotEvent { messages: "messages" }
    ActivitySnapshotEvent {}
    ActivityDeltaEvent {}
    RawEvent {}
    CustomEvent {}
    RunStartedEvent { input: "input" }
    RunFinishedEvent { outcome: "outcome", usage: "usage" }
    RunErrorEvent { usage: "usage" }
    StepStartedEvent {}
    StepFinishedEvent {}
    ReasoningStartEvent {}
    ReasoningMessageStartEvent {}
    ReasoningMessageContentEvent {}
    ReasoningMessageEndEvent {}
    ReasoningMessageChunkEvent {}
    ReasoningEndEvent {}
    ReasoningEncryptedValueEvent {}
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
        TextMessageStartEvent, TextMessageContentEvent, TextMessageEndEvent, TextMessageChunkEvent, ThinkingStartEvent,
        ThinkingEndEvent, ThinkingTextMessageStartEvent, ThinkingTextMessageContentEvent, ThinkingTextMessageEndEvent,
        ToolCallStartEvent, ToolCallArgsEvent, ToolCallEndEvent, ToolCallChunkEvent, ToolCallResultEvent,
        StateSnapshotEvent, StateDeltaEvent, MessagesSnapshotEvent, ActivitySnapshotEvent, ActivityDeltaEvent, RawEvent,
        CustomEvent, RunStartedEvent, RunFinishedEvent, RunErrorEvent, StepStartedEvent, StepFinishedEvent,
        ReasoningStartEvent, ReasoningMessageStartEvent, ReasoningMessageContentEvent, ReasoningMessageEndEvent,
        ReasoningMessageChunkEvent, ReasoningEndEvent, ReasoningEncryptedValueEvent
    }
}

/// It refuses undeclared properties itself; its interrupts keep them.
impl Open for RunFinishedInterruptOutcome {
    fn strip(&mut self, place: &Place<'_>, pointers: &mut Vec<String>) {
        self.interrupts.strip(&Place::Field(place, "interrupts"), pointers);
    }
}
