//! The generated unions, on any text.

use std::fmt::Debug;

use isomorph_runtime::{Wire, from_slice, from_str};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tool_helpers::tool_models::{agent_events, mcp, script_results, structured_result, tool_results};

/// Reads the text as each of the unions and as some structs around them: both doors agree, what was read is written and
/// read the same, and errors are of bounded length.
///
/// # Panics
/// When that does not hold.
pub fn models(text: &str) {
    model::<tool_results::ToolCallResult>(text);
    model::<tool_results::CodeExecutionOutput>(text);
    model::<tool_results::TableCell>(text);
    model::<agent_events::AgentEvent>(text);
    model::<agent_events::Message>(text);
    model::<agent_events::UserMessageContent>(text);
    model::<agent_events::InputContent>(text);
    model::<agent_events::RunFinishedOutcome>(text);
    model::<agent_events::RunAgentInput>(text);
    model::<mcp::ContentBlock>(text);
    model::<mcp::ResourceContents>(text);
    model::<mcp::CallToolResult>(text);
    model::<script_results::ScriptToolResult>(text);
    model::<script_results::OversizedResult>(text);
    model::<structured_result::ToolResult>(text);
}

fn model<T: Wire + Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
    let read = from_str::<T>(text);
    let plain = serde_json::from_str::<T>(text);
    assert_eq!(
        read.is_ok(),
        plain.is_ok(),
        "{}: {read:?}, by plain serde_json {plain:?}",
        T::NAME
    );
    match read {
        Ok(model) => {
            assert_eq!(Some(&model), plain.as_ref().ok());
            assert_eq!(from_slice::<T>(text.as_bytes()).as_ref(), Ok(&model));
            let written = serde_json::to_string(&model).unwrap_or_else(|error| panic!("{model:?}: {error}"));
            let again: T = from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(again, model, "{written}");
            let once_more = serde_json::to_string(&again).unwrap_or_default();
            assert_eq!(once_more, written, "what is written does not change any more");
        }
        Err(error) => assert!(error.to_string().len() < 10_000, "{error}"),
    }
}
