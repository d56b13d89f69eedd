//! What comes in and goes out: the strict boundary, bytes, the input of a run, capabilities, and nulls (A10 to A13).

mod support;

use std::collections::{BTreeMap, BTreeSet};

use isomorph_runtime::from_str;
use serde_json::{Value, json};
use support::{cases, text, workspace};
use tool_helpers::agent_events::{Boundary, Incoming, PROTOCOL_VERSION, Refused, Warning, write_event};
use tool_helpers::tool_models::agent_events::{AgentEvent, RunAgentInput, StateDeltaEvent, StateSnapshotEvent};

const MODELS: usize = 2262;

fn spec() -> Value {
    let text = std::fs::read_to_string(workspace().join("specs/agent-events.openapi.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The event of a text that the boundary takes.
fn read(text: &str) -> AgentEvent {
    match Boundary::new().read(text).unwrap().event {
        Incoming::Event(event) => *event,
        Incoming::Unknown(event) => panic!("{event:?}"),
    }
}

#[test]
fn the_protocol_version_is_that_of_the_spec() {
    assert_eq!(spec()["info"]["version"], PROTOCOL_VERSION);
}

#[test]
fn a11_a_strict_boundary_takes_what_is_declared_and_nothing_else() {
    let strict = Boundary::strict();
    let declared = r#"{"type":"CUSTOM","name":"n","value":{"any":null}}"#;
    assert_eq!(strict.read(declared).unwrap().warnings, []);
    for (text, pointer) in [
        (r#"{"type":"CUSTOM","name":"n","x":null}"#, "/x"),
        (
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"user","content":"c","a/b":1}]}"#,
            "/messages/0/a~1b",
        ),
        (r#"{"type":"FUTURE_EVENT"}"#, "/type"),
        (r#"{"type":"CUSTOM","name":5}"#, "/name"),
        ("[]", ""),
    ] {
        let refused = strict.read(text).unwrap_err();
        assert_eq!(refused.pointer(), pointer, "{refused}");
    }
    let refused = strict.read(r#"{"type":"FUTURE_EVENT"}"#).unwrap_err();
    assert!(matches!(&refused, Refused::UnknownEvent { event_type } if event_type == "FUTURE_EVENT"));
    assert!(refused.to_string().contains("\"FUTURE_EVENT\""), "{refused}");
    let refused = strict.read(r#"{"type":"CUSTOM","name":"n","x":null}"#).unwrap_err();
    assert!(refused.to_string().starts_with("at /x: "), "{refused}");
}

#[test]
fn a11_bytes_and_several_texts_are_read_alike() {
    let texts = [
        r#"{"type":"RUN_ERROR","message":"x"}"#,
        r#"{"type":"FUTURE_EVENT"}"#,
        r#"{"type":"RUN_ERROR","message":1}"#,
    ];
    let all: Vec<_> = Boundary::new().read_all(texts).collect();
    for (text, one) in texts.iter().zip(&all) {
        let bytes = Boundary::new().read_slice(text.as_bytes());
        assert_eq!(format!("{bytes:?}"), format!("{one:?}"));
    }
    assert!(all[0].is_ok() && all[1].is_ok() && all[2].is_err());
}

#[test]
fn a10_a11_inputs_and_capabilities_pass_the_boundary_too() {
    let input =
        r#"{"threadId":"t","runId":"r","messages":[],"tools":[{"name":"n","description":"d","x":1}],"context":[]}"#;
    let (kept, warnings) = Boundary::new().read_input(input).unwrap();
    assert_eq!(
        (serde_json::to_string(&kept).unwrap().as_str(), warnings.len()),
        (input, 0)
    );
    let (stripped, warnings) = Boundary::new().strip_unknown().read_input(input).unwrap();
    assert_eq!(
        warnings,
        [Warning::StrippedProperty {
            pointer: "/tools/0/x".to_owned()
        }]
    );
    assert_eq!(
        serde_json::to_string(&stripped).unwrap(),
        input.replace(r#","x":1"#, "")
    );
    assert_eq!(
        Boundary::strict().read_input(input).unwrap_err().pointer(),
        "/tools/0/x"
    );

    let capabilities =
        r#"{"tools":{"supported":true,"new":null},"multiAgent":{"subAgents":[{"name":"n","age":3}]},"custom":{"x":1}}"#;
    let (kept, _) = Boundary::new().read_capabilities(capabilities).unwrap();
    assert_eq!(serde_json::to_string(&kept).unwrap(), capabilities);
    let (_, warnings) = Boundary::new().strip_unknown().read_capabilities(capabilities).unwrap();
    let shown: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "unknown property /tools/new was stripped",
            "unknown property /multiAgent/subAgents/0/age was stripped"
        ]
    );
    let refused = Boundary::new()
        .read_capabilities(r#"{"tools":{"supported":"yes"}}"#)
        .unwrap_err();
    assert_eq!(refused.pointer(), "/tools/supported");
}

/// What is written for every document that is accepted with a null in a field, by `Type.field`.
fn accepted_nulls() -> BTreeMap<String, String> {
    let cases = cases("models/agent-events", MODELS);
    let accepted = cases
        .iter()
        .filter(|case| case.get("refused_at").is_none() && case.get("text").is_some());
    accepted
        .filter_map(|case| {
            let field = text(case, "name").strip_suffix(" null")?;
            let written = case.get("output").unwrap_or(&case["text"]).as_str().unwrap();
            Some((format!("{}.{field}", text(case, "type")), written.to_owned()))
        })
        .collect()
}

#[test]
fn a12_null_is_kept_in_untyped_places_and_nowhere_else() {
    let spec = spec();
    let mut untyped = BTreeSet::new();
    let mut typed = BTreeSet::new();
    for (place, written) in accepted_nulls() {
        let (component, field) = place.split_once('.').unwrap();
        assert!(written.contains(&format!("\"{field}\":null")), "{place}: {written}");
        let schema = spec["components"]["schemas"][component]["properties"][field]
            .as_object()
            .unwrap();
        let is_untyped = schema.keys().all(|keyword| keyword == "description");
        if is_untyped { &mut untyped } else { &mut typed }.insert(place);
    }
    for place in [
        "StateSnapshotEvent.snapshot",
        "RawEvent.event",
        "CustomEvent.value",
        "RunAgentInput.state",
        "RunAgentInput.forwardedProps",
        "ResumeEntry.payload",
        "Tool.parameters",
        "RunFinishedEvent.result",
        "ImageInputContent.metadata",
    ] {
        assert!(untyped.contains(place), "{place}");
    }
    let legacy = [
        "RunFinishedEvent.outcome",
        "ToolCallChunkEvent.parentMessageId",
        "ToolCallStartEvent.parentMessageId",
    ];
    assert_eq!(typed, legacy.map(str::to_owned).into(), "A13: exactly three");

    for text in [
        r#"{"metadata":{"k":null},"snapshot":{"a":null,"b":[null]}}"#,
        r#"{"delta":[null,{"op":"add","path":"/a","value":null}]}"#,
    ] {
        let text = text.replacen(
            '{',
            &format!(
                "{{\"type\":\"{}\",",
                if text.contains("delta") {
                    "STATE_DELTA"
                } else {
                    "STATE_SNAPSHOT"
                }
            ),
            1,
        );
        assert_eq!(serde_json::to_string(&read(&text)).unwrap(), text);
    }
}

#[test]
fn a13_the_boundary_reads_three_nulls_as_absent_and_no_other() {
    for (place, document) in accepted_nulls() {
        let event: Result<AgentEvent, _> = from_str(&document);
        let Ok(event) = event else { continue };
        let kept = serde_json::to_string(&event).unwrap();
        let boundary = serde_json::to_string(&read(&document)).unwrap();
        let is_legacy = place.ends_with(".parentMessageId") || place.ends_with(".outcome");
        assert_eq!(boundary != kept, is_legacy, "{place}: {boundary}");
        assert_eq!(boundary.contains("null"), !is_legacy, "{place}: {boundary}");
    }
}

#[test]
fn a3_a12_nobody_writes_null_for_what_is_absent() {
    let event = |value: Value| from_str::<AgentEvent>(&value.to_string()).unwrap();
    let call = json!({ "type": "TOOL_CALL_START", "toolCallId": "t", "toolCallName": "f", "parentMessageId": null });
    assert!(!write_event(event(call)).unwrap().contains("null"));
    let run = json!({ "type": "RUN_FINISHED", "threadId": "t", "runId": "r", "outcome": null });
    assert!(!write_event(event(run)).unwrap().contains("null"));
    let input = json!({ "threadId": "t", "runId": "r", "state": null, "messages": [], "tools": [], "context": [], "forwardedProps": null });
    let run = json!({ "type": "RUN_STARTED", "threadId": "t", "runId": "r", "input": input });
    let written = write_event(event(run)).unwrap();
    assert!(
        !written.contains("state") && written.contains(r#""forwardedProps":null"#),
        "{written}"
    );
    let state = json!({ "type": "STATE_SNAPSHOT", "snapshot": null });
    assert!(write_event(event(state)).unwrap().ends_with(r#""snapshot":null}"#));
}

#[test]
fn a15_numbers_survive_reading_folding_and_patching() {
    let text = r#"{"type":"STATE_SNAPSHOT","snapshot":{"big":9007199254740993,"one":1.0,"small":-9223372036854775808,"most":18446744073709551615,"e":1e21}}"#;
    let AgentEvent::StateSnapshotEvent(snapshot) = read(text) else {
        panic!()
    };
    let delta = r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/copy","value":9007199254740993},{"op":"move","from":"/one","path":"/uno"},{"op":"copy","from":"/most","path":"/top"}]}"#;
    let AgentEvent::StateDeltaEvent(delta) = read(delta) else {
        panic!()
    };
    let (snapshot, delta): (StateSnapshotEvent, StateDeltaEvent) = (snapshot, delta);
    let events = [snapshot.into(), delta.into()];
    let conversation: tool_helpers::agent_events::Conversation = events.iter().collect();
    assert_eq!(
        conversation.state().unwrap().to_string(),
        r#"{"big":9007199254740993,"small":-9223372036854775808,"most":18446744073709551615,"e":1e+21,"copy":9007199254740993,"uno":1.0,"top":18446744073709551615}"#
    );
    let input: RunAgentInput =
        from_str(r#"{"threadId":"t","runId":"r","state":[1.0,1],"messages":[],"tools":[],"context":[]}"#).unwrap();
    assert_eq!(input.state.unwrap().to_string(), "[1.0,1]");
}
