//! The agent event stream: A1 to A16 as far as there are events for them, each by its number.

mod support;

use isomorph_runtime::from_str;
use serde_json::{Map, Value, json};
use support::{cases, text};
use tool_helpers::agent_events::{
    Boundary, Conversation, Failure as _, Incoming, RunStatus, Warning, place_tool_message, tool_message,
    tool_message_unvalidated,
};
use tool_helpers::tool_models::agent_events::{
    AgentEvent, AssistantMessage, FunctionCall, Message, MessagesSnapshotEvent, RunAgentInput, RunFinishedEvent,
    ToolCall, ToolCallChunkEvent, ToolCallResultEvent, ToolCallStartEvent, ToolMessage,
};

const CASES: usize = 149;
const FOLDS: usize = 98;
const READS: usize = 51;

const RESULT: &str = r#"{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"t1","content":"c""#;

fn result(rest: &str) -> ToolCallResultEvent {
    from_str(&format!("{RESULT}{rest}}}")).unwrap()
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// The event of a text, which is known and without oddities.
fn event(text: &str) -> AgentEvent {
    match Boundary::new().read(text).unwrap().event {
        Incoming::Event(event) => *event,
        Incoming::Unknown(event) => panic!("{event:?}"),
    }
}

fn of_kind(kind: &str) -> Vec<Value> {
    cases("agent-events", CASES)
        .into_iter()
        .filter(|case| case["kind"] == kind)
        .collect()
}

#[test]
fn a6_a8_a16_events_fold_into_messages_state_and_run() {
    let folds = of_kind("fold");
    let wrong: Vec<_> = folds
        .iter()
        .flat_map(|case| {
            fold(case).into_iter().map(move |(what, expected, found)| {
                format!(
                    "{}: {what}\n    expected {expected}\n    found    {found}",
                    case["name"]
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(folds.len(), FOLDS);
}

/// Folds the events of a case in; gives what is not as the case says, with what was expected and found.
fn fold(case: &Value) -> Vec<(&'static str, String, String)> {
    let before: Vec<Message> = from_value(&case["before"]);
    let events: Vec<AgentEvent> = from_value(&case["events"]);
    let after: Vec<Message> = from_value(&case["after"]);
    let mut conversation = Conversation::from(before);
    let warnings = conversation.apply_all(&events).map(|warning| warning.to_string());
    let warnings: Value = warnings.collect();

    let mut found = vec![
        (
            "warnings",
            case.get("warnings").unwrap_or(&json!([])).to_string(),
            warnings.to_string(),
        ),
        ("messages", written(&after), written(&conversation.messages())),
    ];
    if case.get("state").is_some() || case.get("no_state").is_some() {
        // A state of null is not the same as none.
        let state = |state: Option<&Value>| state.map_or("none".to_owned(), Value::to_string);
        found.push(("state", state(case.get("state")), state(conversation.state())));
    }
    let run = match conversation.run() {
        RunStatus::Idle => "idle",
        RunStatus::Running(_) => "running",
        RunStatus::Finished(_) => "finished",
        RunStatus::Failed(_) => "failed",
    };
    let interrupts: Value = conversation.interrupts().iter().map(|one| one.id.as_str()).collect();
    for (what, value) in [
        ("run", run.into()),
        ("steps", conversation.steps().into()),
        ("interrupts", interrupts),
    ] {
        found.extend(
            case.get(what)
                .map(|expected| (what, expected.to_string(), value.to_string())),
        );
    }
    found.retain(|(_, expected, found)| expected != found);
    found
}

fn written(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn from_value<T: isomorph_runtime::Wire>(value: &Value) -> T {
    from_str(&value.to_string()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

#[test]
fn a11_the_boundary_keeps_strips_surfaces_or_refuses() {
    let reads = of_kind("read");
    for case in &reads {
        let text = text(case, "text");
        let (keep, strip) = (Boundary::new().read(text), Boundary::new().strip_unknown().read(text));
        if let Some(pointer) = case.get("refused_at") {
            assert_eq!(keep.unwrap_err().pointer(), pointer, "{case}");
            assert_eq!(strip.unwrap_err().pointer(), pointer, "{case}");
            continue;
        }
        let (keep, strip) = (keep.unwrap(), strip.unwrap());
        let shown: Vec<_> = strip
            .warnings
            .iter()
            .map(|warning| Value::from(warning.to_string()))
            .collect();
        assert_eq!(Value::from(shown), case["warnings"], "{case}");
        match (keep.event, strip.event) {
            (Incoming::Event(kept), Incoming::Event(stripped)) => {
                assert_eq!(keep.warnings, [], "{case}");
                assert_eq!(serde_json::to_string(&kept).unwrap(), case["keep"], "{case}");
                assert_eq!(serde_json::to_string(&stripped).unwrap(), case["strip"], "{case}");
            }
            (Incoming::Unknown(kept), Incoming::Unknown(stripped)) => {
                assert_eq!(case["unknown"], true, "{case}");
                assert_eq!(
                    serde_json::to_string(&kept).unwrap(),
                    text,
                    "what is unknown stays as it was sent"
                );
                assert_eq!((keep.warnings, kept), (strip.warnings, stripped), "{case}");
            }
            other => panic!("{case}: {other:?}"),
        }
    }
    assert_eq!(reads.len(), READS);
}

#[test]
fn a1_error_is_declared_on_event_and_message_and_absent_writes_no_key() {
    assert!(ToolCallResultEvent::FIELDS.contains(&"error"));
    assert!(ToolMessage::FIELDS.contains(&"error"));
    let event = result("");
    assert_eq!(event.error, None);
    assert!(!serde_json::to_string(&event).unwrap().contains("error"));
    assert!(!serde_json::to_string(&tool_message(&event)).unwrap().contains("error"));
}

#[test]
fn a2_an_empty_error_is_kept_written_and_a_failure() {
    let event = result(r#","error":"""#);
    assert_eq!((event.failure(), event.failed()), (Some(""), true));
    assert!(serde_json::to_string(&event).unwrap().ends_with(r#""error":""}"#));
    let message = tool_message(&event);
    assert_eq!((message.failure(), message.failed()), (Some(""), true));
    assert!(serde_json::to_string(&message).unwrap().contains(r#""error":"""#));
}

#[test]
fn a3_a4_an_error_that_is_no_string_names_its_place() {
    for wrong in ["null", "42", "{}", "[]", "false", "[\"x\"]"] {
        let text = format!(r#"{RESULT},"error":{wrong}}}"#);
        let refusal = from_str::<ToolCallResultEvent>(&text).unwrap_err();
        assert_eq!(refusal.pointer(), "/error", "{refusal}");
        assert_eq!(Boundary::new().read(&text).unwrap_err().pointer(), "/error");
        let text = format!(r#"{{"id":"m1","role":"tool","content":"c","toolCallId":"t1","error":{wrong}}}"#);
        assert_eq!(from_str::<ToolMessage>(&text).unwrap_err().pointer(), "/error");
    }
}

#[test]
fn a5_failed_is_an_error_that_is_a_string_whatever_the_content() {
    let failed = |error: Value, content: &str| object(json!({ "error": error, "content": content })).failed();
    assert!(failed(json!("boom"), "fine"));
    assert!(failed(json!(""), "fine"));
    for other in [json!(null), json!(1), json!(true), json!({}), json!(["x"])] {
        assert!(!failed(other, "Error: boom"));
    }
    assert!(!object(json!({ "content": "Error: boom" })).failed());
    assert!(!result("").failed());
}

#[test]
fn a6_the_message_of_a_result() {
    let event = from_str(
        r#"{"type":"TOOL_CALL_RESULT","timestamp":1,"rawEvent":{},"metadata":{"k":null},"messageId":"m1","toolCallId":"t1","content":"c","error":"boom","x":1}"#,
    )
    .unwrap();
    let message = serde_json::to_string(&tool_message(&event)).unwrap();
    let expected = json!({ "id": "m1", "role": "tool", "content": "c", "toolCallId": "t1", "error": "boom", "metadata": { "k": null } });
    assert_eq!(serde_json::from_str::<Value>(&message).unwrap(), expected);
}

#[test]
fn a6_an_unvalidated_error_that_is_no_string_is_dropped_with_a_warning() {
    let unvalidated = |error: Value| {
        let mut event = object(from_value(&serde_json::from_str(&format!("{RESULT}}}")).unwrap()));
        event.insert("error".to_owned(), error);
        tool_message_unvalidated(event).unwrap()
    };
    let kinds = [
        (json!(null), "null"),
        (json!(42), "a number"),
        (json!({}), "an object"),
        (json!([]), "an array"),
    ];
    for (error, found) in kinds {
        let (message, warning) = unvalidated(error);
        assert_eq!(message.error, None);
        assert_eq!(
            warning,
            Some(Warning::ErrorNotText {
                tool_call_id: "t1".to_owned(),
                found
            })
        );
    }
    let (message, warning) = unvalidated(json!(""));
    assert_eq!((message.failed(), warning), (true, None));
    let silent = object(serde_json::from_str(&format!("{RESULT}}}")).unwrap());
    let (message, warning) = tool_message_unvalidated(silent).unwrap();
    assert_eq!((message.failed(), warning), (false, None));
    let refusal = tool_message_unvalidated(object(
        json!({ "type": "TOOL_CALL_RESULT", "messageId": 5, "error": 1 }),
    ));
    assert_eq!(refusal.unwrap_err().pointer(), "/messageId");
}

#[test]
fn a7_stream_and_snapshot_agree_about_failure() {
    for error in ["", r#","error":"""#, r#","error":"boom""#] {
        let streamed = {
            let mut conversation = Conversation::new();
            conversation.apply(&result(error).into());
            conversation.into_messages()
        };
        let message = format!(r#"{{"id":"m1","role":"tool","content":"c","toolCallId":"t1"{error}}}"#);
        let snapshot = event(&format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{message}]}}"#));
        let mut conversation = Conversation::new();
        conversation.apply(&snapshot);
        assert_eq!(streamed, conversation.messages());
        let [Message::ToolMessage(message)] = &streamed[..] else {
            panic!("{streamed:?}")
        };
        assert_eq!(message.failed(), result(error).failed());
    }
}

#[test]
fn a8_the_place_of_a_message() {
    let assistant = |id: &str, calls: &[&str]| {
        let call = |id: &&str| ToolCall {
            id: (*id).to_owned(),
            function: FunctionCall {
                name: "f".to_owned(),
                arguments: String::new(),
                extra: Default::default(),
            },
            encrypted_value: None,
            metadata: None,
            extra: Default::default(),
        };
        let tool_calls = Some(calls.iter().map(call).collect());
        let nothing = AssistantMessage {
            id: id.to_owned(),
            content: None,
            name: None,
            encrypted_value: None,
            metadata: None,
            tool_calls,
            extra: Default::default(),
        };
        Message::from(nothing)
    };
    let mut messages = vec![assistant("a1", &["t0", "t1"]), assistant("a2", &["t2"])];
    let message = tool_message(&result(""));
    assert_eq!(place_tool_message(&mut messages, message.clone()), 1);
    assert_eq!(
        place_tool_message(&mut messages, message.clone()),
        2,
        "a repeated id is a second message"
    );
    let orphan = ToolMessage {
        tool_call_id: "nobody".to_owned(),
        ..message
    };
    assert_eq!(place_tool_message(&mut messages, orphan.clone()), 4);
    assert_eq!(place_tool_message(&mut Vec::new(), orphan), 0);
    let mut twice = vec![assistant("a1", &["t1"]), assistant("a2", &["t1"])];
    assert_eq!(
        place_tool_message(&mut twice, tool_message(&result(""))),
        2,
        "of two owners the later one counts"
    );
}

#[test]
fn a9_an_absent_role_stays_absent_on_the_event() {
    assert_eq!(result("").role, None);
    assert!(!serde_json::to_string(&result("")).unwrap().contains("role"));
    assert_eq!(serde_json::to_value(tool_message(&result(""))).unwrap()["role"], "tool");
}

#[test]
fn a10_unknown_keys_are_kept_after_the_declared_ones() {
    let text = r#"{"z":null,"content":"c","b":1,"toolCallId":"t1","messageId":"m1","type":"TOOL_CALL_RESULT"}"#;
    let written = serde_json::to_string(&event(text)).unwrap();
    assert_eq!(written, format!(r#"{RESULT},"z":null,"b":1}}"#));
}

#[test]
fn a12_a13_null_is_absent_in_three_fields_and_an_error_in_metadata() {
    let parents =
        [ToolCallStartEvent::FIELDS, ToolCallChunkEvent::FIELDS].map(|fields| fields.contains(&"parentMessageId"));
    assert_eq!(
        (parents, RunFinishedEvent::FIELDS.contains(&"outcome")),
        ([true, true], true)
    );
    let start = event(r#"{"type":"TOOL_CALL_START","toolCallId":"t","toolCallName":"f","parentMessageId":null}"#);
    assert!(matches!(start, AgentEvent::ToolCallStartEvent(event) if event.parent_message_id.is_none()));
    let finished = event(r#"{"type":"RUN_FINISHED","threadId":"th","runId":"r","outcome":null}"#);
    assert!(matches!(finished, AgentEvent::RunFinishedEvent(event) if event.outcome.is_none()));
    let refusal = Boundary::new()
        .read(&format!(r#"{RESULT},"metadata":null}}"#))
        .unwrap_err();
    assert_eq!(refusal.pointer(), "/metadata");
}

#[test]
fn a14_an_empty_id_is_an_id() {
    let event = event(r#"{"type":"TOOL_CALL_RESULT","messageId":"","toolCallId":"","content":""}"#);
    let mut conversation = Conversation::new();
    assert_eq!(conversation.apply(&event), None);
    assert!(matches!(&conversation.messages()[0], Message::ToolMessage(message) if message.id.is_empty()));
}

#[test]
fn a15_numbers_in_the_state_survive() {
    let text = r#"{"threadId":"th","runId":"r","state":{"big":9007199254740993,"one":1.0},"messages":[],"tools":[],"context":[]}"#;
    let input: RunAgentInput = from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&input).unwrap(), text);
}

#[test]
fn a17_the_fields_that_the_behaviour_rests_on_are_declared() {
    let event = [
        "type",
        "timestamp",
        "rawEvent",
        "metadata",
        "messageId",
        "toolCallId",
        "content",
        "role",
        "error",
    ];
    assert_eq!(ToolCallResultEvent::FIELDS, event);
    let message = [
        "id",
        "role",
        "content",
        "toolCallId",
        "error",
        "encryptedValue",
        "metadata",
    ];
    assert_eq!(sorted(ToolMessage::FIELDS), sorted(&message));
    let call = ["id", "type", "function", "encryptedValue", "metadata"];
    assert_eq!(sorted(ToolCall::FIELDS), sorted(&call));
    assert_eq!(FunctionCall::FIELDS, ["name", "arguments"]);
    assert_eq!(
        MessagesSnapshotEvent::FIELDS,
        ["type", "timestamp", "rawEvent", "metadata", "messages"]
    );
}

fn sorted(fields: &[&'static str]) -> Vec<&'static str> {
    let mut fields = fields.to_vec();
    fields.sort_unstable();
    fields
}
