//! A million events. The memory is that of the process, so this test has one of its own.

use serde_json::json;
use tool_helpers::agent_events::{Boundary, Conversation, Incoming};
use tool_helpers::tool_models::agent_events::AgentEvent;

const MILLION: usize = 1_000_000;

fn event(text: &str) -> AgentEvent {
    match Boundary::new().read(text).unwrap().event {
        Incoming::Event(event) => *event,
        Incoming::Unknown(event) => panic!("{event:?}"),
    }
}

/// The most memory that this process has held so far, in bytes, where the system tells.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? * 1024)
}

#[test]
fn a16_a_million_tiny_events_fold_at_bounded_memory() {
    let start = event(r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}"#);
    let text = event(r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}"#);
    let chunk = event(r#"{"type":"REASONING_MESSAGE_CHUNK","messageId":"r1","delta":"y"}"#);
    let state = event(r#"{"type":"STATE_SNAPSHOT","snapshot":{"count":0}}"#);
    let delta = event(r#"{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/count","value":1}]}"#);
    let step = event(r#"{"type":"STEP_STARTED","stepName":"s"}"#);
    let end = event(r#"{"type":"STEP_FINISHED","stepName":"s"}"#);
    let nobody = event(r#"{"type":"TOOL_CALL_ARGS","toolCallId":"t9","delta":"z"}"#);
    let activity = event(r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"p1","activityType":"PLAN","content":{"a":1}}"#);
    let round = [
        &text, &chunk, &delta, &step, &end, &nobody, &activity, &text, &chunk, &text,
    ];

    let mut conversation = Conversation::new();
    conversation.extend([&start, &state]);
    let before = most_memory();
    let warnings = conversation.apply_all(round.into_iter().cycle().take(MILLION)).count();
    assert_eq!(warnings, MILLION / 10);
    if let (Some(before), Some(after)) = (before, most_memory()) {
        // The texts have half a million letters; nothing else may stay.
        assert!(after - before < 16 << 20, "{} bytes more", after - before);
    }
    assert_eq!(conversation.messages().len(), 3);
    let written = serde_json::to_string(conversation.messages()).unwrap();
    assert_eq!(written.matches('x').count(), MILLION / 10 * 3);
    assert_eq!(conversation.state(), Some(&json!({ "count": 1 })));
    assert_eq!(conversation.steps().len(), 0);
}
