//! Nulls that mean that there is nothing.

use tool_models::agent_events::{AgentEvent, RunAgentInput};

/// Takes the nulls out that older senders write where there is no value: these three fields, and no other.
pub(super) fn drop_legacy_nulls(event: &mut AgentEvent) {
    match event {
        AgentEvent::ToolCallStartEvent(event) => drop_null(&mut event.parent_message_id),
        AgentEvent::ToolCallChunkEvent(event) => drop_null(&mut event.parent_message_id),
        AgentEvent::RunFinishedEvent(event) => drop_null(&mut event.outcome),
        _ => {}
    }
}

/// The JSON text of an event as a sender should write it: where there is no value, there is no key.
///
/// That leaves out a null in the three fields that older senders fill with it, and a state of null in the input of a
/// run, which says that there is none. All other nulls are values, and are written.
///
/// ```
/// use tool_helpers::agent_events::write_event;
///
/// let text = r#"{"type":"TOOL_CALL_START","toolCallId":"t1","toolCallName":"print","parentMessageId":null}"#;
/// let written = write_event(isomorph_runtime::from_str(text)?)?;
/// assert_eq!(written, r#"{"type":"TOOL_CALL_START","toolCallId":"t1","toolCallName":"print"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An event that was built in Rust and that its model refuses, such as one with a number that JSON does not have.
#[doc(alias = "EventEncoder")]
pub fn write_event(mut event: AgentEvent) -> Result<String, serde_json::Error> {
    drop_legacy_nulls(&mut event);
    if let AgentEvent::RunStartedEvent(event) = &mut event {
        event.input.iter_mut().for_each(drop_null_state);
    }
    serde_json::to_string(&event)
}

fn drop_null_state(input: &mut RunAgentInput) {
    input.state.take_if(|state| state.is_null());
}

fn drop_null<T>(field: &mut Option<Option<T>>) {
    field.take_if(|value| value.is_none());
}
