//! Tool results inside a script: the script's side of R1 to R15, each by its number. How often a text is parsed is
//! counted where it is parsed, in `src/script_results/script_text.rs`.

mod support;

use std::collections::{HashMap, HashSet};

use isomorph_runtime::from_str;
use serde_json::{Value, json};
use tool_helpers::script_results::{HandlerResult, NoStorage, ScriptHost, ScriptText};
use tool_helpers::tool_models::script_results::{ScriptToolResult, StructuredScriptText};

fn host() -> ScriptHost<NoStorage> {
    ScriptHost::new(NoStorage)
}

fn wire(message: &ScriptToolResult) -> String {
    serde_json::to_string(message).unwrap()
}

fn read(message: &Value) -> ScriptText {
    from_str::<ScriptToolResult>(&message.to_string()).unwrap().into()
}

#[test]
fn r1_the_flag_has_three_states() {
    let flag = |rest: Value| {
        let mut message = json!({ "op": "tool_result", "id": "t1", "result": "x" });
        message
            .as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        read(&message).is_error()
    };
    assert_eq!(flag(json!({ "is_error": true })), Some(true));
    assert_eq!(flag(json!({ "is_error": false })), Some(false));
    assert_eq!(flag(json!({})), None);
    let null = r#"{"op":"tool_result","id":"t1","result":"x","is_error":null}"#;
    assert_eq!(from_str::<ScriptToolResult>(null).unwrap_err().pointer(), "/is_error");
}

#[test]
fn r2_the_flag_is_never_read_from_the_text() {
    assert_eq!(ScriptText::from("Error: x").is_error(), None);
    let flagged = HandlerResult::Flagged {
        text: "Error: x".to_owned(),
        is_error: false,
    };
    assert_eq!(ScriptText::from(host().deliver("t1", flagged)).is_error(), Some(false));
    let marked = HandlerResult::Flagged {
        text: r#"{"isError":true}"#.to_owned(),
        is_error: false,
    };
    assert_eq!(ScriptText::from(host().deliver("t1", marked)).is_error(), Some(false));
}

#[test]
fn r5_a_payload_counts_by_presence() {
    for payload in [json!(0), json!(false), json!(""), json!(null), json!([]), json!({})] {
        let script = ScriptText::from(host().deliver("t1", HandlerResult::structured(vec![], &payload, false)));
        assert_eq!(script.structured(), Some(&payload));
    }
    let result = StructuredScriptText {
        content: vec![],
        structured_content: None,
        is_error: false,
        error: None,
    };
    let script = ScriptText::from(host().deliver("t1", result));
    assert_eq!((script.structured(), script.content()), (None, Some(&[][..])));
}

#[test]
fn r6_the_payload_crosses_the_wire_once() {
    let message = host().deliver("t1", HandlerResult::structured(vec![], &"needle", false));
    assert_eq!(wire(&message).matches("needle").count(), 1);
    assert_eq!(
        ScriptToolResult::FIELDS,
        ["op", "id", "result", "is_error", "structured_json"]
    );
}

#[test]
fn r6_a_payload_can_be_read_as_a_type() {
    let script = ScriptText::from(host().deliver("t1", HandlerResult::structured(vec![], &[1, 2], false)));
    assert_eq!(script.structured_as::<Vec<u8>>().unwrap().unwrap(), [1, 2]);
    assert!(script.structured_as::<String>().unwrap().is_err());
    assert!(ScriptText::from("[1]").structured_as::<Vec<u8>>().is_none());
}

#[test]
fn r7_a_mark_on_text_that_holds_nothing_structured_is_no_panic() {
    for result in [
        "",
        "null",
        "[",
        "{}",
        r#"{"structuredContent":1}"#,
        &"[".repeat(100_000),
    ] {
        let script = read(&json!({ "op": "tool_result", "id": "t1", "result": result, "structured_json": true }));
        assert_eq!((script.structured(), script.as_str()), (None, result));
    }
}

#[test]
#[allow(clippy::mutable_key_type, reason = "what is hashed never changes")]
fn r14_a_script_text_behaves_as_its_string() {
    let script = ScriptText::from(host().deliver("t1", Err::<(), _>("boom")));
    assert_eq!(script, "Error: boom");
    assert_eq!("Error: boom", script);
    assert_eq!(script, "Error: boom".to_owned());
    assert_eq!(script, ScriptText::from("Error: boom"), "the flag does not count");
    assert_eq!(
        (script.len(), script.split(' ').count(), &script[..5]),
        (11, 2, "Error")
    );
    assert_eq!(
        format!("{script}|{script:>12}|{script:?}"),
        "Error: boom| Error: boom|\"Error: boom\""
    );
    assert_eq!(serde_json::to_string(&[&script]).unwrap(), r#"["Error: boom"]"#);
    assert_eq!(serde_json::from_str::<ScriptText>(r#""x""#).unwrap(), "x");
    let owned = "Error".to_owned();
    assert!(script < "F" && "D" < script && script >= owned);
    let mut sorted = [ScriptText::from("b"), ScriptText::from("a"), script.clone()];
    sorted.sort();
    assert_eq!(sorted, ["Error: boom", "a", "b"]);
    let map = HashMap::from([(script.clone(), 1)]);
    assert_eq!(map.get("Error: boom"), Some(&1));
    assert_eq!(
        HashSet::from([script.clone(), ScriptText::from("Error: boom")]).len(),
        1
    );
    assert_eq!(String::from(script.clone()), "Error: boom");
    assert_eq!(script.clone().is_error(), Some(true), "a clone keeps the flag");
}

#[test]
fn r14_a_clone_keeps_the_structured_content() {
    let script = ScriptText::from(host().deliver("t1", HandlerResult::structured(vec![], &json!({ "a": 1 }), false)));
    let clone = script.clone();
    drop(script);
    assert_eq!(clone.structured(), Some(&json!({ "a": 1 })));
    let threads = std::thread::spawn(move || clone.is_error()).join().unwrap();
    assert_eq!(threads, Some(false));
}

#[test]
fn r7_a_mark_on_text_that_holds_nothing_structured_can_be_told() {
    let message = |result: &str, mark| {
        read(&json!({ "op": "tool_result", "id": "t1", "result": result, "structured_json": mark }))
    };
    let broken = message(r#"{"content":5,"isError":false}"#, true);
    assert_eq!(
        broken.malformed().map(isomorph_runtime::Error::pointer),
        Some("/content")
    );
    assert!(message("{}", false).malformed().is_none());
    assert!(message(r#"{"content":[],"isError":false}"#, true).malformed().is_none());
}
