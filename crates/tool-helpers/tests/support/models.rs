//! Every model by the name of its component, so that documents can say which one they are for.

// Each file that uses this is a crate of its own and uses a part of it.
#![allow(dead_code)]

use isomorph_runtime::{Error, Wire, from_str};

/// One model.
pub(crate) struct Model {
    /// The name of its component.
    pub(crate) name: &'static str,
    /// Reads a document and writes it again.
    pub(crate) round_trip: fn(&str) -> Result<String, Error>,
    /// The keys that it declares, when it is an object.
    pub(crate) fields: Option<&'static [&'static str]>,
}

macro_rules! list {
    ($module:ident: objects { $($object:ident),* } others { $($other:ident),* }) => {
        vec![
            $(Model {
                name: stringify!($object),
                round_trip: round_trip::<tool_helpers::tool_models::$module::$object>,
                fields: Some(tool_helpers::tool_models::$module::$object::FIELDS),
            },)*
            $(Model {
                name: stringify!($other),
                round_trip: round_trip::<tool_helpers::tool_models::$module::$other>,
                fields: None,
            },)*
        ]
    };
}

/// The models of a family, in the order of its document.
pub(crate) fn models(family: &str) -> Vec<Model> {
    match family {
        "agent-events" => list! {
            agent_events: objects {
                InputContentDataSource, InputContentUrlSource, TextInputContent, ImageInputContent, AudioInputContent,
                VideoInputContent, DocumentInputContent, BinaryInputContent, FunctionCall, ToolCall, DeveloperMessage,
                SystemMessage, AssistantMessage, UserMessage, ToolMessage, ActivityMessage, ReasoningMessage, Tool,
                Context, ResumeEntry, RunAgentInput, TokenUsage, Interrupt, RunFinishedSuccessOutcome,
                RunFinishedInterruptOutcome, SubAgentInfo, IdentityCapabilities, TransportCapabilities,
                ToolsCapabilities, OutputCapabilities, StateCapabilities, MultiAgentCapabilities,
                ReasoningCapabilities, MultimodalInputCapabilities, MultimodalOutputCapabilities,
                MultimodalCapabilities, ExecutionCapabilities, HumanInTheLoopCapabilities, AgentCapabilities,
                TextMessageStartEvent, TextMessageContentEvent, TextMessageEndEvent, TextMessageChunkEvent,
                ThinkingStartEvent, ThinkingEndEvent, ThinkingTextMessageStartEvent, ThinkingTextMessageContentEvent,
                ThinkingTextMessageEndEvent, ToolCallStartEvent, ToolCallArgsEvent, ToolCallEndEvent,
                ToolCallChunkEvent, ToolCallResultEvent, StateSnapshotEvent, StateDeltaEvent, MessagesSnapshotEvent,
                ActivitySnapshotEvent, ActivityDeltaEvent, RawEvent, CustomEvent, RunStartedEvent, RunFinishedEvent,
                RunErrorEvent, StepStartedEvent, StepFinishedEvent, ReasoningStartEvent, ReasoningMessageStartEvent,
                ReasoningMessageContentEvent, ReasoningMessageEndEvent, ReasoningMessageChunkEvent, ReasoningEndEvent,
                ReasoningEncryptedValueEvent
            } others {
                EventType, InputContentSource, InputContent, Role, Message, RunFinishedOutcome, TextMessageRole,
                ReasoningEncryptedValueSubtype, AgentEvent
            }
        },
        "tool-results" => list! {
            tool_results: objects {
                BaseToolResult, TextOutput, ImageOutput, ErrorOutput, TableOutput, PythonExecutionResult, SearchHit,
                WebSearchResult, FileReadResult, FileWriteResult, ShellResult, ToolCall, RunPausedEvent,
                ResumeRunRequest
            } others {
                TableCell, CodeExecutionOutput, FileEncoding, ToolCallResult
            }
        },
        "structured-result" => list! {
            structured_result: objects {
                ToolResult
            } others {
                ToolResultStatus
            }
        },
        "script-results" => list! {
            script_results: objects {
                ScriptToolResult, StructuredScriptText, OversizedDetail, OversizedResult
            } others {

            }
        },
        "mcp" => list! {
            mcp: objects {
                ContentAnnotations, TextContent, ImageContent, AudioContent, ResourceLink, TextResourceContents,
                BlobResourceContents, EmbeddedResource, OtherContent, CallToolResult
            } others {
                ContentAudience, ResourceContents, ContentBlock
            }
        },
        _ => panic!("there is no family {family}"),
    }
}

fn round_trip<T: Wire + serde::Serialize>(text: &str) -> Result<String, Error> {
    from_str::<T>(text).map(|value| serde_json::to_string(&value).unwrap())
}
