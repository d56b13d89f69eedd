//! From one family of tool results to another: failures stay failures, and nothing is lost in silence.

use isomorph_runtime::from_str;
use proptest::prelude::*;
use serde_json::{Value, json};
use tool_helpers::agent_events::{Failure as _, tool_message};
use tool_helpers::bridges::{FromMcpError, answer_event, answer_message, for_script, from_mcp, script_to_mcp, to_mcp};
use tool_helpers::script_results::{HandlerResult, NoStorage, ScriptHost, ScriptText};
use tool_helpers::structured_result::{StructuredResult as _, error, ok, partial};
use tool_helpers::tool_models::agent_events::ToolMessage;
use tool_helpers::tool_models::mcp::CallToolResult;
use tool_helpers::tool_models::structured_result::ToolResult;
use tool_helpers::tool_models::tool_results::{BaseToolResult, TableCell, TableCellValue, TableOutput, ToolCallResult};
use tool_helpers::tool_results::ToolOutcome;

fn mcp(text: &str) -> CallToolResult {
    from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn script(given: impl Into<HandlerResult>) -> ScriptText {
    ScriptHost::new(NoStorage).deliver("t1", given).into()
}

fn wire(model: &impl serde::Serialize) -> String {
    serde_json::to_string(model).unwrap()
}

/// Text and failure of a message.
fn said(message: &ToolMessage) -> (&str, Option<&str>) {
    assert_eq!((message.id.as_str(), message.tool_call_id.as_str()), ("m1", "t1"));
    (&message.content, message.failure())
}

// ---------------------------------------------------------------------------------------------------------------------
// To the tool message
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a5_typed_and_structured_results_fail_in_the_message_exactly_when_they_failed() {
    for success in [true, false] {
        for message in ["boom", ""] {
            let result = BaseToolResult {
                success,
                message: message.to_owned(),
            };
            let text = wire(&result);
            let failure = (!success).then_some(message);
            assert_eq!(
                said(&answer_message(&result, "m1", "t1").unwrap()),
                (text.as_str(), failure)
            );
            let any = ToolCallResult::from(result);
            assert_eq!(
                said(&answer_message(&any, "m1", "t1").unwrap()),
                (text.as_str(), failure),
                "the union too"
            );
        }
    }
    let failed = error("boom").data("a", 1).build().unwrap();
    let flat = r#"{"status":"error","message":"boom","error_type":"ToolError","a":1}"#;
    assert_eq!(
        said(&answer_message(&failed, "m1", "t1").unwrap()),
        (flat, Some("boom"))
    );
    let half = partial("3 of 5").build().unwrap();
    assert_eq!(
        answer_message(&half, "m1", "t1").unwrap().failure(),
        None,
        "a part that succeeded is no failure"
    );
    let silent: ToolResult = from_str(r#"{"status":"error"}"#).unwrap();
    assert_eq!(answer_message(&silent, "m1", "t1").unwrap().failure(), Some(""));
}

#[test]
fn a5_a_script_result_fails_in_the_message_exactly_when_it_was_flagged() {
    let message = |script: &ScriptText| answer_message(script, "m1", "t1").unwrap();
    let flagged = |text: &str, is_error| HandlerResult::Flagged {
        text: text.to_owned(),
        is_error,
    };
    assert_eq!(
        said(&message(&script("Error: a line of a log"))),
        ("Error: a line of a log", None),
        "nothing was said"
    );
    assert_eq!(said(&message(&script(flagged("Error: x", false)))), ("Error: x", None));
    assert_eq!(said(&message(&script(flagged("fine", true)))), ("fine", Some("fine")));
    assert_eq!(said(&message(&script(flagged("", true)))), ("", Some("")));
    assert_eq!(
        said(&message(&script(Err::<(), _>("x")))),
        ("Error: x", Some("Error: x"))
    );
    let block = json!({ "type": "text", "text": "out of paper" });
    let structured = script(HandlerResult::structured(vec![block], &1, true));
    assert_eq!(said(&message(&structured)), (structured.as_str(), Some("out of paper")));
    let lost: ScriptText = ScriptHost::new(NoStorage)
        .cap(1)
        .deliver("t1", HandlerResult::structured(vec![], &1, false))
        .into();
    assert!(message(&lost).failure().unwrap().contains("may already have completed"));
}

#[test]
fn a5_a_result_of_mcp_fails_in_the_message_exactly_when_it_says_so() {
    let message = |text: &str| answer_message(&mcp(text), "m1", "t1").unwrap();
    let text = r#""content":[{"type":"text","text":"a"},{"type":"text","text":""},{"type":"text","text":"b"}]"#;
    assert_eq!(said(&message(&format!("{{{text}}}"))), ("a\nb", None));
    assert_eq!(
        said(&message(&format!(r#"{{{text},"isError":false}}"#))),
        ("a\nb", None)
    );
    assert_eq!(
        said(&message(&format!(r#"{{{text},"isError":true}}"#))),
        ("a\nb", Some("a\nb"))
    );
    assert_eq!(
        said(&message(r#"{"content":[],"isError":true}"#)),
        ("", Some("Tool call failed"))
    );
    assert_eq!(
        said(&message(r#"{"content":[],"structuredContent":{"a":1}}"#)),
        (r#"{"a":1}"#, None)
    );
    let mixed = r#"[{"type":"text","text":"a"},{"type":"image","data":"AA==","mimeType":"image/png"}]"#;
    assert_eq!(
        said(&message(&format!(r#"{{"content":{mixed},"isError":true}}"#))),
        (mixed, Some("a"))
    );
}

#[test]
fn a7_the_event_folds_to_the_same_message() {
    let failed = error("boom").build().unwrap();
    let event = answer_event(&failed, "m1", "t1").unwrap();
    assert_eq!(event.error.as_deref(), Some("boom"));
    assert_eq!(tool_message(&event), answer_message(&failed, "m1", "t1").unwrap());
    let fine = answer_event(&ok().build().unwrap(), "m1", "t1").unwrap();
    let text = r#"{"type":"TOOL_CALL_RESULT","messageId":"m1","toolCallId":"t1","content":"{\"status\":\"success\"}"}"#;
    assert_eq!(wire(&fine), text, "no error key, no null");
}

/// JSON has no such number.
#[derive(serde::Serialize)]
struct Unwritable {
    table: TableOutput,
    success: bool,
    message: String,
}

tool_helpers::tool_outcome!(Unwritable);

fn unwritable() -> Unwritable {
    let cell = TableCell(Some(TableCellValue::Number(f64::NAN)));
    let table = TableOutput {
        columns: vec![],
        rows: vec![vec![cell]],
        truncated: false,
    };
    Unwritable {
        table,
        success: true,
        message: String::new(),
    }
}

#[test]
fn a_result_that_json_cannot_hold_is_an_error_everywhere() {
    assert!(answer_message(&unwritable(), "m1", "t1").is_err());
    assert!(to_mcp(&unwritable()).is_err());
    let script = script(for_script(&unwritable()));
    assert_eq!(script.is_error(), Some(true));
    assert!(
        script.starts_with("Error: the result cannot be serialized: "),
        "{script}"
    );
}

// ---------------------------------------------------------------------------------------------------------------------
// To MCP and back
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a_structured_result_goes_to_mcp_and_back() {
    let results = [
        ok().build(),
        ok().message("")
            .data("content", json!([1]))
            .data("_meta", 1)
            .data("result", 2)
            .build(),
        partial("3 of 5").data("files", 3).hint("h").build(),
        error("boom")
            .error_type("E")
            .hints(["a", "b"])
            .data("data", json!({ "x": null }))
            .build(),
        error("").no_error_type().build(),
    ];
    for result in results.map(Result::unwrap) {
        let mcp = to_mcp(&result).unwrap();
        assert_eq!(mcp.is_error, Some(!result.succeeded()));
        assert_eq!(mcp.structured_content, Some(Value::Object(result.to_dict().unwrap())));
        assert_eq!(from_mcp(&mcp).unwrap(), result);
        let sent: CallToolResult = from_str(&wire(&mcp)).unwrap();
        assert_eq!(from_mcp(&sent).unwrap(), result, "over the wire too");
    }
}

fn flat(text: &str) -> String {
    wire(&from_mcp(&mcp(text)).unwrap().to_dict().unwrap())
}

#[test]
fn a_result_of_mcp_becomes_a_structured_one() {
    for (text, expected) in [
        (r#"{"content":[]}"#, r#"{"status":"success"}"#),
        (
            r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
            r#"{"status":"success","message":"a\nb"}"#,
        ),
        (
            r#"{"content":[{"type":"text","text":"full"}],"isError":true}"#,
            r#"{"status":"error","message":"full","error_type":"ToolError"}"#,
        ),
        (
            r#"{"content":[],"isError":true}"#,
            r#"{"status":"error","message":"Tool call failed","error_type":"ToolError"}"#,
        ),
        (
            r#"{"content":[{"type":"text","text":"Found 2 rows."}],"structuredContent":{"rows":[1,2]},"isError":false}"#,
            r#"{"status":"success","message":"Found 2 rows.","rows":[1,2]}"#,
        ),
        (
            r#"{"content":[{"type":"text","text":"{ \"rows\": [1, 2] }"}],"structuredContent":{"rows":[1,2]}}"#,
            r#"{"status":"success","rows":[1,2]}"#,
        ),
        (
            r#"{"content":[],"structuredContent":[1]}"#,
            r#"{"status":"success","result":[1]}"#,
        ),
        (
            r#"{"content":[],"structuredContent":null}"#,
            r#"{"status":"success","result":null}"#,
        ),
        (
            r#"{"content":[{"type":"text","text":"x"}],"structuredContent":{"code":7,"message":"mine","error_type":"E"},"isError":true}"#,
            r#"{"status":"error","message":"mine","error_type":"E","code":7}"#,
        ),
    ] {
        assert_eq!(flat(text), expected, "{text}");
    }
}

#[test]
fn is_error_goes_before_another_status_which_is_kept() {
    let text = |status: &str| {
        format!(r#"{{"content":[],"structuredContent":{{"status":{status},"message":"m"}},"isError":true}}"#)
    };
    for status in ["\"success\"", "\"partial\"", "\"odd\"", "7"] {
        let expected = format!(r#"{{"status":"error","message":"m","original_status":{status}}}"#);
        assert_eq!(flat(&text(status)), expected);
    }
    assert_eq!(flat(&text("\"error\"")), r#"{"status":"error","message":"m"}"#);
    let unflagged = r#"{"content":[],"structuredContent":{"status":"error","message":"m"}}"#;
    assert_eq!(
        flat(unflagged),
        r#"{"status":"error","message":"m"}"#,
        "a failure is not lost without the flag"
    );
}

#[test]
fn what_is_more_than_text_is_kept() {
    let image = r#"{"type":"image","data":"AA==","mimeType":"image/png"}"#;
    let other = r#"{"type":"hologram","x":null}"#;
    let noted = r#"{"type":"text","text":"a","annotations":{"audience":["user"]}}"#;
    for block in [image, other, noted] {
        let said = if block == noted { r#","message":"a""# } else { "" };
        let expected = format!(r#"{{"status":"success"{said},"content":[{block}],"xNew":1}}"#);
        assert_eq!(
            flat(&format!(r#"{{"_meta":{{"a":1}},"content":[{block}],"xNew":1}}"#)),
            expected
        );
    }
}

#[test]
fn what_has_no_place_is_an_error_that_says_so() {
    let refused = |text: &str| from_mcp(&mcp(text)).unwrap_err();
    let image = r#"{"type":"image","data":"AA==","mimeType":"image/png"}"#;
    let taken = refused(&format!(
        r#"{{"content":[{image}],"structuredContent":{{"content":1}}}}"#
    ));
    assert_eq!(
        taken,
        FromMcpError::Taken {
            key: "content".to_owned()
        }
    );
    assert_eq!(
        taken.to_string(),
        "\"content\" of the result has no place, since the structured content has a value of that name, or the name is \
         reserved"
    );
    let reserved = refused(r#"{"content":[],"status":"x"}"#);
    assert_eq!(
        reserved,
        FromMcpError::Taken {
            key: "status".to_owned()
        }
    );
    let wrong = refused(r#"{"content":[],"structuredContent":{"remediation_hints":"abc"}}"#);
    assert_eq!(
        wrong.to_string(),
        "at /structuredContent/remediation_hints: expected array, found a string"
    );
    let asks = refused(r#"{"resultType":"input_required","content":[]}"#);
    assert!(
        asks.to_string()
            .starts_with("the result is of type \"input_required\" and not complete"),
        "{asks}"
    );
}

#[test]
fn a_typed_result_goes_to_mcp() {
    let result = BaseToolResult {
        success: false,
        message: "x".to_owned(),
    };
    let expected = concat!(
        r#"{"resultType":"complete","content":[{"type":"text","text":"{\"success\":false,\"message\":\"x\"}"}],"#,
        r#""structuredContent":{"success":false,"message":"x"},"isError":true}"#,
    );
    assert_eq!(wire(&to_mcp(&result).unwrap()), expected);
    assert_eq!(wire(&to_mcp(&ToolCallResult::from(result)).unwrap()), expected);
}

// ---------------------------------------------------------------------------------------------------------------------
// Scripts
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn r13_a_typed_result_reaches_a_script_with_flag_words_and_payload() {
    let failed = error("boom").error_type("E").build().unwrap();
    let text = script(for_script(&failed));
    assert_eq!((text.is_error(), text.failure()), (Some(true), Some("boom")));
    assert_eq!(text.structured(), Some(&Value::Object(failed.to_dict().unwrap())));
    let fine = script(for_script(&BaseToolResult {
        success: true,
        message: String::new(),
    }));
    assert_eq!((fine.is_error(), fine.failure()), (Some(false), None));
    assert!(!fine.contains("\"error\""), "{fine}");
}

#[test]
fn a_result_of_mcp_reaches_a_script() {
    let read = |text: &str| script(mcp(text));
    let plain = read(r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#);
    assert_eq!(
        (plain.as_str(), plain.is_error(), plain.structured()),
        ("a\nb", Some(false), None)
    );
    let failed = read(r#"{"content":[{"type":"text","text":"no"}],"isError":true}"#);
    assert_eq!(
        (failed.as_str(), failed.is_error()),
        ("no", Some(true)),
        "the text is not changed"
    );
    let image = r#"{"type":"image","data":"AA==","mimeType":"image/png","xNew":1}"#;
    let mixed = read(&format!(r#"{{"content":[{image}]}}"#));
    assert_eq!(mixed.as_str(), format!(r#"{{"content":[{image}],"isError":false}}"#));
    assert_eq!((mixed.content().map(<[_]>::len), mixed.structured()), (Some(1), None));
    let null = read(r#"{"content":[],"structuredContent":null,"isError":true}"#);
    assert_eq!(
        (null.structured(), null.failure()),
        (Some(&Value::Null), Some("Tool call failed"))
    );
}

#[test]
fn a_script_result_goes_to_mcp_and_back() {
    for given in [
        HandlerResult::structured(vec![json!({ "type": "text", "text": "x" })], &json!({ "a": 1 }), false),
        HandlerResult::structured(vec![json!({ "type": "hologram", "x": 1 })], &json!(null), true),
        HandlerResult::Flagged {
            text: "plain".to_owned(),
            is_error: true,
        },
        HandlerResult::Flagged {
            text: String::new(),
            is_error: false,
        },
    ] {
        let sent = script(given);
        let mcp = script_to_mcp(&sent).unwrap();
        assert_eq!(mcp.result_type.as_deref(), Some("complete"));
        let back = script(mcp);
        assert_eq!((back.as_str(), back.is_error()), (sent.as_str(), sent.is_error()));
        assert_eq!((back.structured(), back.failure()), (sent.structured(), sent.failure()));
    }
    let unsaid = script_to_mcp(&script("text")).unwrap();
    assert_eq!(
        wire(&unsaid),
        r#"{"resultType":"complete","content":[{"type":"text","text":"text"}]}"#
    );
}

#[test]
fn a_script_result_that_was_too_long_tells_mcp_where_it_is() {
    let given = HandlerResult::structured(vec![], &1, false);
    let script = ScriptText::from(ScriptHost::new(NoStorage).cap(1).deliver("t1", given));
    let mcp = script_to_mcp(&script).unwrap();
    assert_eq!(mcp.is_error, Some(true));
    assert_eq!(
        mcp.structured_content.unwrap()["oversized"],
        json!({ "chars": 52, "savedTo": null })
    );
}

#[test]
fn a_script_result_that_is_none_of_mcps_is_refused_with_its_place() {
    let given = HandlerResult::structured(vec![json!({ "type": "text" })], &1, false);
    let error = script_to_mcp(&script(given)).unwrap_err();
    assert!(error.pointer().starts_with("/content/0"), "{error}");
    assert!(error.to_string().contains("text"), "{error}");
}

fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-c]{0,3}".prop_map(|text| json!({ "type": "text", "text": text })),
        Just(json!({ "type": "text", "text": "x", "_meta": {} })),
        Just(json!({ "type": "image", "data": "", "mimeType": "", "xNew": 1 })),
        Just(json!({ "type": "other" })),
    ]
}

proptest! {
    #[test]
    fn failure_is_the_same_in_every_family(
        content in proptest::collection::vec(block(), 0..3),
        structured in proptest::option::of(prop_oneof![Just(json!({ "a": 1 })), Just(json!(0)), Just(json!(null))]),
        is_error in proptest::option::of(any::<bool>()),
    ) {
        let mut text = json!({ "content": content });
        if let Some(structured) = structured {
            text["structuredContent"] = structured;
        }
        if let Some(is_error) = is_error {
            text["isError"] = is_error.into();
        }
        let mcp = mcp(&text.to_string());
        let failed = is_error == Some(true);
        prop_assert_eq!(answer_message(&mcp, "m1", "t1").unwrap().failed(), failed);
        let made = from_mcp(&mcp).unwrap();
        prop_assert_eq!(made.succeeded(), !failed);
        prop_assert_eq!(from_mcp(&to_mcp(&made).unwrap()).unwrap(), made);
        let script = script(mcp.clone());
        prop_assert_eq!(script.is_error(), Some(failed));
        let again = script_to_mcp(&script).unwrap();
        prop_assert_eq!(&again.structured_content, &mcp.structured_content);
        prop_assert_eq!(again.is_error, Some(failed));
    }
}
