//! What holds of all values, tried on random ones.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value};
use tool_helpers::agent_events::Boundary;
use tool_helpers::script_results::{HandlerResult, NoStorage, ScriptHost, ScriptText};
use tool_helpers::structured_result::{StructuredResult as _, from_dict};
use tool_helpers::tool_results::{ToolResultParser, tool_result_to_str};

/// JSON of any shape, with keys that the models know among others.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        key().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            object(inner).prop_map(Value::Object)
        ]
    })
}

fn object(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    btree_map(key(), value, 0..5).prop_map(|entries| entries.into_iter().collect())
}

fn key() -> impl Strategy<Value = String> {
    let known = vec![
        "status",
        "message",
        "error_type",
        "remediation_hints",
        "original_status",
        "data",
        "success",
        "error",
        "outputs",
        "hits",
        "type",
        "TOOL_CALL_RESULT",
        "messageId",
        "toolCallId",
        "content",
    ];
    prop_oneof![3 => proptest::sample::select(known).prop_map(str::to_owned), 1 => ".{0,4}"]
}

proptest! {
    #[test]
    fn o15_what_was_read_from_a_dict_is_written_and_read_the_same(dict in object(json())) {
        if let Ok(result) = from_dict(dict) {
            // What a dict leaves as data never has a reserved key, so this cannot fail.
            let again = from_dict(result.to_dict().unwrap()).unwrap();
            prop_assert_eq!(again, result);
        }
    }

    #[test]
    fn k4_k16_any_text_is_a_result_or_an_error(text in prop_oneof![".{0,20}", json().prop_map(|value| value.to_string())]) {
        let parser = ToolResultParser::standard();
        for tool in ["run_python", "web_search", "sing"] {
            match parser.parse(tool, &text) {
                Ok(result) => {
                    let written = tool_result_to_str(&result).unwrap();
                    prop_assert_eq!(parser.parse(tool, &written).unwrap(), result);
                }
                Err(error) => prop_assert!(error.to_string().contains(tool)),
            }
        }
    }

    #[test]
    fn a11_any_text_is_an_event_or_an_error(value in json()) {
        let text = value.to_string();
        let kept = Boundary::new().read(&text);
        prop_assert_eq!(kept.is_ok(), Boundary::new().strip_unknown().read(&text).is_ok());
    }

    #[test]
    fn r15_flag_and_payload_reach_the_script(payload in json(), is_error: bool) {
        let message = ScriptHost::new(NoStorage).deliver("t1", HandlerResult::structured(vec![], &payload, is_error));
        let script = ScriptText::from(message);
        prop_assert_eq!(script.is_error(), Some(is_error));
        prop_assert_eq!(script.structured(), Some(&payload));
    }
}
