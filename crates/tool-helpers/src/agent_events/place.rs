//! Where a tool message goes.

use tool_models::agent_events::{Message, ToolMessage};

/// Puts the message after the assistant message that made the call and the results already behind that; without one, at
/// the end. A message with an id that is there already is a second message.
///
/// Returns its index.
pub fn place_tool_message(messages: &mut Vec<Message>, message: ToolMessage) -> usize {
    let owner = messages
        .iter()
        .rposition(|earlier| makes(earlier, &message.tool_call_id));
    let index = owner.map_or(messages.len(), |owner| results_end(messages, owner + 1));
    messages.insert(index, message.into());
    index
}

/// Where the tool messages that start at an index end.
pub(super) fn results_end(messages: &[Message], start: usize) -> usize {
    let results = messages[start..]
        .iter()
        .take_while(|message| matches!(message, Message::ToolMessage(_)));
    start + results.count()
}

/// Whether the message makes the call.
fn makes(message: &Message, tool_call_id: &str) -> bool {
    match message {
        Message::AssistantMessage(message) => message.tool_calls.iter().flatten().any(|call| call.id == tool_call_id),
        _ => false,
    }
}
