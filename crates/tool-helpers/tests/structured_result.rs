//! The structured result: O1 to O16, each by its number.

mod support;

use isomorph_runtime::from_str;
use serde_json::{Map, Value, json};
use support::{cases, text};
use tool_helpers::structured_result::{
    BuildError, RESERVED_KEYS, ReservedKey, StructuredResult as _, ToolResultBuilder, error, from_dict, ok, partial,
};
use tool_helpers::tool_models::structured_result::{ToolResult, ToolResultStatus};
use tool_helpers::tool_results::{ToolOutcome as _, tool_result_to_payload, tool_result_to_str};

/// The flattened form as text, so that the order of its keys shows.
fn flat(result: &ToolResult) -> String {
    serde_json::to_string(&result.to_dict().unwrap()).unwrap()
}

fn built(builder: ToolResultBuilder) -> String {
    flat(&builder.build().unwrap())
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap()
}

fn read(text: &str) -> ToolResult {
    from_dict(object(text)).unwrap()
}

/// Follows a case; says what refuses it.
fn follow(case: &Value) -> Result<ToolResult, String> {
    let reserved = |ReservedKey { key }| format!("reserved key {key}");
    let builder = match text(case, "make") {
        "strict" => {
            let result = from_str::<ToolResult>(text(case, "strict")).map_err(|error| match error.pointer() {
                "" => error.message().split(" \"").next().unwrap().to_owned(),
                pointer => format!("at {pointer}"),
            })?;
            result.to_dict().map_err(reserved)?;
            return Ok(result);
        }
        "flat" => return from_dict(object(text(case, "dict"))).map_err(|error| format!("at {}", error.pointer)),
        "ok" => ok(),
        // That these two need a message is checked by the compiler, in the examples of their documentation.
        _ if case.get("message").is_none() => return Err("by the signature".to_owned()),
        "error" => error(text(case, "message")),
        "partial" => partial(text(case, "message")),
        other => panic!("{other}"),
    };
    let builder = match case.get("message") {
        Some(message) => builder.message(message.as_str().unwrap()),
        None => builder,
    };
    let builder = match case.get("error_type") {
        Some(Value::String(kind)) => builder.error_type(kind),
        Some(_) => builder.no_error_type(),
        None => builder,
    };
    let hints = case["hints"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|hint| hint.as_str().unwrap());
    let data = case["data"].as_object().cloned().unwrap_or_default();
    let builder = data
        .into_iter()
        .fold(builder.hints(hints), |builder, (key, value)| builder.data(key, value));
    builder.build().map_err(|error| match error {
        BuildError::Reserved(error) => reserved(error),
        other => other.to_string(),
    })
}

#[test]
fn o_every_case_flattens_or_is_refused_as_it_should_be() {
    for case in cases("structured-result", 49) {
        match follow(&case) {
            Err(refused) => assert_eq!(Some(&Value::from(refused)), case.get("refused"), "{case}"),
            Ok(result) => {
                assert_eq!(Some(&Value::from(flat(&result))), case.get("flat"), "{case}");
                assert_eq!(from_dict(result.to_dict().unwrap()).unwrap(), result, "O15: {case}");
            }
        }
    }
}

#[test]
fn o1_a_bare_success_has_only_its_status() {
    assert_eq!(built(ok()), r#"{"status":"success"}"#);
}

#[test]
fn o2_own_keys_come_first_then_the_data_as_inserted() {
    let result = error("m").data("z", 1).data("a", 2).hint("h").data("k", 3);
    let expected =
        r#"{"status":"error","message":"m","error_type":"ToolError","remediation_hints":["h"],"z":1,"a":2,"k":3}"#;
    assert_eq!(built(result), expected);
}

#[test]
fn o3_an_empty_message_is_written_an_absent_one_is_not() {
    assert_eq!(built(ok().message("")), r#"{"status":"success","message":""}"#);
    assert_eq!(ok().build().unwrap().message_text(), None);
    assert_eq!(ok().message("").build().unwrap().message_text(), Some(""));
}

#[test]
fn o4_an_error_has_a_type_unless_told_otherwise() {
    assert_eq!(
        built(error("broken")),
        r#"{"status":"error","message":"broken","error_type":"ToolError"}"#
    );
    assert_eq!(
        built(error("broken").no_error_type()),
        r#"{"status":"error","message":"broken"}"#
    );
    assert_eq!(
        built(error("broken").error_type("")),
        r#"{"status":"error","message":"broken","error_type":""}"#
    );
}

#[test]
fn o5_a_partial_result_has_no_error_type() {
    // That `error` and `partial` need a message is checked by `compile_fail` examples.
    assert_eq!(built(partial("3 of 5")), r#"{"status":"partial","message":"3 of 5"}"#);
    assert_eq!(partial("").build().unwrap().error_type(), None);
}

#[test]
fn o6_empty_hints_are_left_out() {
    assert_eq!(built(ok().hints(Vec::<String>::new())), r#"{"status":"success"}"#);
    assert_eq!(
        built(ok().hints(["a", "b"])),
        r#"{"status":"success","remediation_hints":["a","b"]}"#
    );
}

#[test]
fn o7_reserved_keys_are_the_fields_but_data() {
    let fields: Vec<_> = ToolResult::FIELDS
        .iter()
        .copied()
        .filter(|field| *field != "data")
        .collect();
    assert_eq!(fields, RESERVED_KEYS);
}

#[test]
fn o7_data_with_a_reserved_key_cannot_be_built_or_flattened() {
    for key in RESERVED_KEYS {
        let refused = ReservedKey { key: key.to_owned() };
        assert_eq!(ok().data(key, 1).build(), Err(BuildError::Reserved(refused.clone())));
        assert_eq!(
            ok().data_from(&json!({ key: 1 })).build(),
            Err(BuildError::Reserved(refused.clone()))
        );
        // The model's fields are open, and its own form can hold such data; it is not flattened then.
        let strict: ToolResult = from_str(&format!(r#"{{"status":"success","data":{{"{key}":1}}}}"#)).unwrap();
        assert_eq!(strict.to_dict(), Err(refused));
        assert!(tool_result_to_str(&strict).unwrap_err().to_string().contains(key));
    }
    let shown = ok().data("status", 1).build().unwrap_err().to_string();
    let expected = r#"data cannot have the key "status"; reserved are status, message, error_type, remediation_hints"#;
    assert_eq!(shown, expected);
}

#[test]
fn o7_a_payload_that_is_no_object_is_refused() {
    let shown = |payload: Value| ok().data_from(&payload).build().unwrap_err().to_string();
    assert_eq!(shown(json!([1])), "the data is no JSON object: it is an array");
    assert_eq!(shown(json!(null)), "the data is no JSON object: it is null");
    let unwritable = std::collections::BTreeMap::from([((1, 2), 3)]);
    assert!(matches!(
        ok().data_from(&unwritable).build(),
        Err(BuildError::Payload { .. })
    ));
}

#[test]
fn o8_data_may_be_called_data() {
    let result = ok().data("data", json!({ "a": 1 })).build().unwrap();
    assert_eq!(flat(&result), r#"{"status":"success","data":{"a":1}}"#);
    assert_eq!(read(&flat(&result)).data["data"]["a"], 1);
}

#[test]
fn o9_no_status_is_success() {
    assert_eq!(read("{}"), ok().build().unwrap());
}

#[test]
fn o10_an_unknown_status_is_success_and_kept_as_sent() {
    for status in [
        json!("asks_first"),
        json!("Success"),
        json!(null),
        json!(1),
        json!(["x"]),
        json!({ "a": 1.0 }),
    ] {
        let dict = json!({ "status": status, "message": "m", "error_type": "E", "remediation_hints": ["h"], "x": 1 });
        let result = from_dict(dict.as_object().unwrap().clone()).unwrap();
        assert_eq!(result.status, ToolResultStatus::Success);
        assert_eq!(result.data["original_status"], status);
        assert_eq!((result.message_text(), result.error_type()), (Some("m"), Some("E")));
        assert_eq!(result.remediation_hints, ["h"]);
        assert_eq!(result.data["x"], 1);
    }
}

#[test]
fn o11_wrong_types_are_errors_null_texts_are_absent() {
    let refused = |text: &str| from_dict(object(text)).unwrap_err().to_string();
    assert_eq!(
        refused(r#"{"remediation_hints":null}"#),
        "at /remediation_hints: expected array, found null"
    );
    assert_eq!(
        refused(r#"{"remediation_hints":"abc"}"#),
        "at /remediation_hints: expected array, found a string"
    );
    assert_eq!(
        refused(r#"{"remediation_hints":["a",1]}"#),
        "at /remediation_hints/1: expected string, found a number"
    );
    assert_eq!(
        refused(r#"{"message":5}"#),
        "at /message: expected string or null, found a number"
    );
    assert_eq!(
        refused(r#"{"error_type":{}}"#),
        "at /error_type: expected string or null, found an object"
    );
    let result = read(r#"{"status":"error","message":null,"error_type":null}"#);
    assert_eq!((result.message, result.error_type), (None, None));
}

#[test]
fn o11_null_texts_in_the_models_own_form_are_not_flattened() {
    let strict: ToolResult = from_str(r#"{"status":"error","message":null,"error_type":null}"#).unwrap();
    assert_eq!((strict.message_text(), strict.error_type()), (None, None));
    assert_eq!(flat(&strict), r#"{"status":"error"}"#);
}

#[test]
fn o12_an_error_type_on_a_success_is_kept() {
    assert_eq!(read(r#"{"status":"success","error_type":"X"}"#).error_type(), Some("X"));
}

#[test]
fn o13_the_flattened_form_collects_what_the_model_refuses() {
    assert_eq!(
        read(r#"{"status":"success","files":["a"]}"#).data["files"],
        json!(["a"])
    );
    let error = from_str::<ToolResult>(r#"{"status":"success","files":["a"]}"#).unwrap_err();
    assert!(error.message().contains("files"), "{error}");
    let error = from_str::<ToolResult>(r#"{"status":"odd"}"#).unwrap_err();
    assert_eq!(error.pointer(), "/status");
    assert!(from_str::<ToolResult>("{}").unwrap_err().message().contains("status"));
}

#[test]
fn o14_null_in_data_is_kept() {
    assert_eq!(built(ok().data("a", Value::Null)), r#"{"status":"success","a":null}"#);
    assert_eq!(read(r#"{"a":null,"b":[null]}"#).data["a"], Value::Null);
}

#[test]
fn o15_reading_what_was_flattened_gives_the_same() {
    let result = error("m")
        .error_type("")
        .hints(["", "b"])
        .data("data", json!({ "status": 1 }))
        .data("original_status", "mine")
        .data("big", 9_007_199_254_740_993_i64)
        .data("", json!(null))
        .build()
        .unwrap();
    assert_eq!(from_dict(result.to_dict().unwrap()).unwrap(), result);
}

#[test]
fn o16_typed_access() {
    #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
    struct Listing {
        files: Vec<String>,
        next: Option<u32>,
    }

    let listing = Listing {
        files: vec!["a".to_owned()],
        next: None,
    };
    let result = ok().data_from(&listing).build().unwrap();
    assert_eq!(result.data_as::<Listing>().unwrap(), listing);
    let wrong = ok().data("files", 5).build().unwrap().data_as::<Listing>().unwrap_err();
    assert!(wrong.to_string().contains("invalid type"), "{wrong}");
    let kind = match error("m").error_type("FileNotFound").build().unwrap().error_type() {
        Some("FileNotFound") => "known",
        Some(_) | None => "other",
    };
    assert_eq!(kind, "known");
}

#[test]
fn k11_the_model_gets_the_flattened_form_the_frontend_the_models_own() {
    let result = partial("3 of 5").data("files", 3).build().unwrap();
    assert_eq!(
        tool_result_to_str(&result).unwrap(),
        r#"{"status":"partial","message":"3 of 5","files":3}"#
    );
    let payload = Value::Object(tool_result_to_payload(&result).unwrap());
    let own = json!({ "status": "partial", "message": "3 of 5", "data": { "files": 3 }, "remediation_hints": [] });
    assert_eq!(payload, own);
}

#[test]
fn k13_only_an_error_is_a_failure() {
    assert!(ok().build().unwrap().into_result().is_ok());
    assert!(partial("m").build().unwrap().into_result().is_ok());
    let failed = error("broken").build().unwrap().into_result().unwrap_err();
    assert_eq!(failed.message(), "broken");
    assert_eq!(failed.result().error_type(), Some("ToolError"));
    let silent: ToolResult = from_str(r#"{"status":"error"}"#).unwrap();
    assert_eq!(silent.as_result().unwrap_err().message(), "");
}
