//! Hostile input: deep, huge, broken and endless; the boundary and the fold answer with errors, warnings and bounds.

use serde_json::{Value, json};
use tool_helpers::agent_events::{Boundary, Conversation, Incoming, Received, Refused, apply_patch};
use tool_helpers::tool_models::agent_events::AgentEvent;

fn read(text: &str) -> Result<Received, Refused> {
    Boundary::new().read(text)
}

fn event(text: &str) -> AgentEvent {
    match read(text).unwrap().event {
        Incoming::Event(event) => *event,
        Incoming::Unknown(event) => panic!("{event:?}"),
    }
}

/// Text that nests arrays or objects this deep.
fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}null{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn a16_many_messages_calls_and_results_are_found_without_a_search() {
    // A search over all messages for each event would take minutes.
    let many = 100_000;
    let mut conversation = Conversation::new();
    for index in 0..many {
        conversation.apply(&event(&format!(
            r#"{{"type":"TOOL_CALL_START","toolCallId":"t{index}","toolCallName":"f","parentMessageId":"m"}}"#
        )));
        conversation.apply(&event(&format!(
            r#"{{"type":"TEXT_MESSAGE_START","messageId":"x{index}"}}"#
        )));
        conversation.apply(&event(&format!(
            r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"x{}","delta":"."}}"#,
            index / 2
        )));
        conversation.apply(&event(&format!(
            r#"{{"type":"TOOL_CALL_ARGS","toolCallId":"t{}","delta":"."}}"#,
            index / 3
        )));
    }
    assert_eq!(conversation.messages().len(), many + 1);
    let mut results = Conversation::new();
    results.apply(&event(
        r#"{"type":"TOOL_CALL_START","toolCallId":"t","toolCallName":"f"}"#,
    ));
    let result = event(r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"t","content":""}"#);
    results.extend(std::iter::repeat_n(&result, many));
    assert_eq!(results.messages().len(), many + 1);
}

#[test]
fn deep_nesting_is_an_error() {
    for depth in [200, 100_000] {
        for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
            let deep = nested(open, close, depth);
            for text in [
                format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{deep}}}"#),
                format!(r#"{{"type":"STATE_DELTA","delta":[{deep}]}}"#),
                format!(r#"{{"type":"FUTURE_EVENT","x":{deep}}}"#),
                format!(r#"{{"x":{deep},"type":"CUSTOM","name":"n"}}"#),
                deep.clone(),
            ] {
                let refused = read(&text).unwrap_err().to_string();
                assert!(refused.len() < 1000, "{refused}");
            }
        }
    }
    let fine = format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{}}}"#, nested("[", "]", 100));
    assert!(read(&fine).is_ok());
}

#[test]
fn patches_make_no_document_too_deep_or_too_large() {
    let deepen = [json!({ "op": "copy", "from": "", "path": "/a" })];
    let mut state = json!({});
    let error = (0..10_000)
        .find_map(|_| apply_patch(&mut state, &deepen).err())
        .unwrap();
    assert!(error.to_string().contains("deeper than 127 levels"), "{error}");
    let written = state.to_string();
    assert_eq!(
        serde_json::from_str::<Value>(&written).unwrap(),
        state,
        "what is written can be read"
    );

    let double = [json!({ "op": "copy", "from": "", "path": "/-" })];
    let mut state = json!(["x".repeat(1000)]);
    let error = (0..100).find_map(|_| apply_patch(&mut state, &double).err()).unwrap();
    assert!(error.to_string().contains("larger than"), "{error}");
    assert!(state.to_string().len() < 64 << 20);

    let path = "/a".repeat(200);
    let mut state = json!({});
    let error = apply_patch(&mut state, &[json!({ "op": "add", "path": path, "value": 1 })]).unwrap_err();
    assert_eq!(error.operation(), 0);
    let beside = [json!({ "op": "move", "from": "/a", "path": "/ab/c" })];
    let mut state = json!({ "a": 1, "ab": {} });
    apply_patch(&mut state, &beside).unwrap();
    assert_eq!(state, json!({ "ab": { "c": 1 } }));
}

#[test]
fn strings_of_ten_megabytes_are_read_and_folded_and_errors_stay_short() {
    let long = "x".repeat(10 << 20);
    let mut conversation = Conversation::new();
    conversation.apply(&event(&format!(
        r#"{{"type":"TEXT_MESSAGE_START","messageId":"{long}"}}"#
    )));
    conversation.apply(&event(&format!(
        r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{long}","delta":"{long}"}}"#
    )));
    assert_eq!(conversation.messages()[0].id().len(), long.len());
    for text in [
        format!(r#"{{"type":"RUN_ERROR","message":"x","timestamp":"{long}"}}"#),
        format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"m","role":"{long}"}}"#),
        format!(r#"{{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{{"type":"success","{long}":1}}}}"#),
        format!(r#"{{"type":5,"{long}":1}}"#),
    ] {
        let refused = read(&text).unwrap_err().to_string();
        assert!(refused.len() < 1000, "{} bytes", refused.len());
    }
}

#[test]
fn bytes_that_are_no_utf_8_are_an_error() {
    let mut bytes = br#"{"type":"RUN_ERROR","message":"#.to_vec();
    bytes.extend(b"\"\xff\xfe\"}");
    assert!(Boundary::new().read_slice(&bytes).is_err());
    bytes.truncate(bytes.len() - 4);
    bytes.extend(br#""\ud800"}"#);
    assert!(Boundary::new().read_slice(&bytes).is_err(), "half of a surrogate pair");
    assert!(Boundary::new().read_slice(b"\xff").is_err());
    assert!(Boundary::new().read_slice(b"").is_err());
    assert!(
        read("{\"type\":\"RUN_ERROR\",\"message\":\"\0\"}").is_err(),
        "a control character"
    );
}

#[test]
fn of_a_key_that_comes_twice_the_last_counts() {
    let twice = r#"{"type":"RUN_ERROR","message":5,"x":1,"message":"b","x":2}"#;
    let written = serde_json::to_string(&event(twice)).unwrap();
    assert_eq!(written, r#"{"type":"RUN_ERROR","message":"b","x":2}"#);
    let twice = r#"{"type":"CUSTOM","name":"n","type":"RUN_ERROR","message":"m"}"#;
    let written = serde_json::to_string(&event(twice)).unwrap();
    assert_eq!(written, r#"{"type":"RUN_ERROR","message":"m","name":"n"}"#);
}

#[test]
fn huge_numbers_are_read_or_refused_and_never_wrapped() {
    for number in ["1e400", "-1e400"] {
        let refused = read(&format!(r#"{{"type":"RUN_ERROR","message":"x","timestamp":{number}}}"#));
        assert!(refused.is_err(), "{number}");
        assert!(
            read(&format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{number}}}"#)).is_err(),
            "{number}"
        );
    }
    for number in ["18446744073709551616", "-1", "1.5", "1e30", "9007199254740993"] {
        let text = format!(r#"{{"type":"RUN_ERROR","message":"x","usage":[{{"inputTokens":{number}}}]}}"#);
        assert_eq!(read(&text).unwrap_err().pointer(), "/usage/0/inputTokens", "{number}");
    }
    let digits = "9".repeat(100_000);
    let refused = read(&format!(r#"{{"type":"RUN_ERROR","message":"x","timestamp":{digits}}}"#));
    assert!(refused.is_err_and(|refused| refused.to_string().len() < 1000));
}
