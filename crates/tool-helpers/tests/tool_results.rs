//! Tool results and their union: K1 to K10 and K15, each by its number. The rest is in `tool_results_out.rs`.

#[path = "support/first_wins.rs"]
mod first_wins;
mod support;

use first_wins::FirstWins;
use isomorph_runtime::{Union as _, from_str};
use serde_json::{Value, json};
use support::{cases, text};
use tool_helpers::tool_models::tool_results::{
    BaseToolResult, CodeExecutionOutput, PythonExecutionResult, ShellResult, TextOutput, ToolCall, ToolCallResult,
    WebSearchResult,
};
use tool_helpers::tool_results::{ParseError, ToolResultParser, is_pending, tool_result_to_str};

const CASES: usize = 24;

fn parser() -> ToolResultParser {
    ToolResultParser::standard()
}

fn base(success: bool, message: &str) -> BaseToolResult {
    BaseToolResult {
        success,
        message: message.to_owned(),
    }
}

fn member(result: &ToolCallResult) -> &'static str {
    match result {
        ToolCallResult::PythonExecutionResult(_) => "PythonExecutionResult",
        ToolCallResult::WebSearchResult(_) => "WebSearchResult",
        ToolCallResult::FileReadResult(_) => "FileReadResult",
        ToolCallResult::FileWriteResult(_) => "FileWriteResult",
        ToolCallResult::ShellResult(_) => "ShellResult",
        ToolCallResult::BaseToolResult(_) => "BaseToolResult",
        #[allow(unreachable_patterns, reason = "the spec grows")]
        _ => "a member without a case",
    }
}

/// The outcome of a parse in the words of the fixtures.
fn outcome(parsed: Result<ToolCallResult, ParseError>) -> Value {
    match parsed {
        Ok(result) => json!({ "member": member(&result), "written": tool_result_to_str(&result).unwrap() }),
        Err(ParseError::Refused { pointer, .. }) => json!({ "refused_at": pointer }),
        Err(ParseError::NotAnObject { found, .. }) => json!({ "not_an_object": found }),
        Err(ParseError::NotJson { .. }) => json!({ "not_json": true }),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn k1_models_come_only_from_the_spec() {
    // That no helper repeats a model is checked in `no_second_model.rs`; here: the results are the generated ones.
    let result: tool_helpers::tool_models::tool_results::PythonExecutionResult = parser()
        .parse_as("run_python", r#"{"success":true,"message":""}"#)
        .unwrap();
    assert_eq!(PythonExecutionResult::FIELDS, ["success", "message", "outputs"]);
    assert!(result.outputs.is_empty());
}

#[test]
fn k2_the_result_of_a_call_is_an_optional_string() {
    let call = |result: &str| from_str::<ToolCall>(&format!(r#"{{"id":"c","name":"t","arguments":"{{}}"{result}}}"#));
    for object in [r#","result":{"success":true}"#, r#","result":null"#, r#","result":5"#] {
        let error = call(object).unwrap_err();
        assert_eq!(error.pointer(), "/result", "{error}");
    }
    let (absent, empty) = (call("").unwrap(), call(r#","result":"""#).unwrap());
    assert!(is_pending(&absent));
    assert!(!is_pending(&empty), "empty text is not pending");
    assert_ne!(absent, empty);
    assert!(
        !serde_json::to_string(&absent).unwrap().contains("result"),
        "pending writes no key"
    );
}

#[test]
fn k3_the_registry_gives_the_type_of_a_tool() {
    let parser = parser();
    let output = r#"{"success":true,"message":"m","outputs":[{"type":"text","text":"1"}]}"#;
    let any = parser.parse("run_python", output).unwrap();
    let typed: PythonExecutionResult = parser.parse_as("run_python", output).unwrap();
    assert_eq!(any, ToolCallResult::PythonExecutionResult(typed.clone()));
    assert_eq!(
        typed.outputs,
        [CodeExecutionOutput::TextOutput(TextOutput { text: "1".to_owned() })]
    );
    let tools: Vec<_> = parser.tools().collect();
    assert_eq!(tools[0], ("run_python", "PythonExecutionResult"));
    assert!(tools.contains(&("run_shell", "ShellResult")));
}

#[test]
fn k3_asking_for_another_type_is_an_error_that_names_both() {
    let error = parser().parse_as::<ShellResult>("run_python", "{}").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"tool "run_python": its results are PythonExecutionResult, not ShellResult"#
    );
}

#[test]
fn k3_the_last_registration_of_a_tool_counts() {
    let parser = parser().with::<BaseToolResult>("run_python");
    let result = parser.parse("run_python", r#"{"success":true,"message":"m"}"#).unwrap();
    assert_eq!(result, base(true, "m").into());
    assert_eq!(parser.tools().count(), ToolResultParser::standard().tools().count());
}

#[test]
fn k4_text_that_is_no_json_object_names_tool_and_cause() {
    let message = |text: &str| parser().parse("run_python", text).unwrap_err().to_string();
    let tool = r#"tool "run_python": "#;
    assert_eq!(
        message("\"x\""),
        format!("{tool}the result is not a JSON object, but a string")
    );
    assert_eq!(
        message("[1]"),
        format!("{tool}the result is not a JSON object, but an array")
    );
    assert_eq!(
        message(" null"),
        format!("{tool}the result is not a JSON object, but null")
    );
    assert_eq!(
        message("false"),
        format!("{tool}the result is not a JSON object, but a boolean")
    );
    assert_eq!(
        message("-1"),
        format!("{tool}the result is not a JSON object, but a number")
    );
    assert_eq!(
        message("oops"),
        format!("{tool}the result is not JSON: expected value at line 1 column 1")
    );
    let untyped = parser().parse_untyped("sing", "[1]").unwrap_err();
    assert_eq!(
        untyped.to_string(),
        r#"tool "sing": the result is not a JSON object, but an array"#
    );
    assert_eq!(untyped.tool(), "sing");
}

#[test]
fn k4_hostile_text_is_an_error_and_no_panic() {
    let deep = format!(r#"{{"success":true,"message":"m","outputs":{}"#, "[".repeat(100_000));
    let closed = format!("{deep}{}}}", "]".repeat(100_000));
    for text in [
        "",
        " ",
        "\u{0}",
        "{",
        "{\"success\":tru",
        "\"\\ud800\"",
        "\u{feff}{}",
        "1e999",
        &deep,
        &closed,
    ] {
        for tool in ["run_python", "web_search"] {
            let error = parser().parse(tool, text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("tool {tool:?}: ")), "{error}");
            assert!(error.len() < 3_000, "an error is of bounded length");
        }
        assert!(parser().parse_untyped("sing", text).is_err());
    }
}

#[test]
fn k5_the_registered_type_judges() {
    let text = r#"{"success":true,"message":"m","outputs":"oops"}"#;
    let error = parser().parse("run_python", text).unwrap_err();
    let ParseError::Refused {
        tool,
        type_name,
        pointer,
        reason,
        line,
        column,
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(
        (tool.as_str(), *type_name, pointer.as_str()),
        ("run_python", "PythonExecutionResult", "/outputs")
    );
    assert_eq!(reason, "expected array, found \"oops\"");
    assert_eq!((*line, *column > 0), (1, true));
    let shown = error.to_string();
    assert!(
        shown.contains("run_python") && shown.contains("/outputs") && shown.contains("expected array"),
        "{shown}"
    );
}

#[test]
fn k6_the_registered_type_and_both_unions_on_every_case() {
    for case in cases("tool-results", CASES) {
        let (tool, text) = (text(&case, "tool"), text(&case, "text"));
        assert_eq!(
            outcome(parser().parse(tool, text)),
            case["registered"],
            "registered: {case}"
        );
        assert_eq!(
            outcome(parser().parse_untyped(tool, text)),
            case["untyped"],
            "untyped: {case}"
        );
        let first = ToolResultParser::<FirstWins>::new()
            .parse_untyped(tool, text)
            .map(|first| first.0);
        assert_eq!(outcome(first), case["first"], "first: {case}");
    }
}

#[test]
fn k6_the_most_specific_member_keeps_what_the_author_means() {
    let untyped = |text| parser().parse_untyped("t", text).unwrap();
    assert_eq!(untyped(r#"{"success":true,"message":"m"}"#), base(true, "m").into());
    assert_eq!(
        untyped(r#"{"success":true,"message":"m","outputs":"oops"}"#),
        base(true, "m").into()
    );
    let ToolCallResult::WebSearchResult(found) =
        untyped(r#"{"success":true,"message":"m","hits":[{"title":"t","url":"u"}]}"#)
    else {
        panic!("hits stay hits")
    };
    assert_eq!(found.hits[0].url, "u");
}

#[test]
fn k7_the_union_has_the_members_of_the_spec_in_its_order_base_last() {
    let spec = std::fs::read_to_string(support::workspace().join("specs/tool-results.openapi.json")).unwrap();
    let spec: Value = serde_json::from_str(&spec).unwrap();
    let references = spec["components"]["schemas"]["ToolCallResult"]["anyOf"]
        .as_array()
        .unwrap();
    let in_spec: Vec<_> = references
        .iter()
        .map(|member| text(member, "$ref").rsplit('/').next().unwrap().to_owned())
        .collect();
    let in_union: Vec<_> = ToolCallResult::MEMBERS.iter().map(|member| member.name).collect();
    assert_eq!(in_union, in_spec);
    let known = [
        "PythonExecutionResult",
        "WebSearchResult",
        "FileReadResult",
        "FileWriteResult",
        "ShellResult",
    ];
    assert_eq!(in_union[..5], known, "a new member goes between these and the base");
    assert_eq!(in_union.last(), Some(&"BaseToolResult"));
}

#[test]
fn k8_an_unregistered_tool_is_an_error_with_the_known_names() {
    let text = r#"{"success":true,"message":"m","stdout":"s","exitCode":0}"#;
    let error = parser().parse("sing", text).unwrap_err();
    let ParseError::UnknownTool { name, known } = &error else {
        panic!("{error}")
    };
    assert_eq!(name, "sing");
    assert_eq!(
        known[..5],
        ["run_python", "web_search", "read_file", "write_file", "run_shell"]
    );
    let two: ToolResultParser = ToolResultParser::new()
        .with::<ShellResult>("a")
        .with::<BaseToolResult>("b");
    let shown = two.parse("sing", text).unwrap_err().to_string();
    assert_eq!(
        shown,
        r#"tool "sing": no result type is registered for it, only for "a", "b""#
    );
    let result = parser().parse_untyped("sing", text).unwrap();
    assert_eq!(member(&result), "ShellResult");
    let nothing = ToolResultParser::<ToolCallResult>::new()
        .parse("sing", text)
        .unwrap_err();
    assert!(nothing.to_string().ends_with("nor for any other tool"), "{nothing}");
}

#[test]
fn k9_absent_outputs_read_and_write_as_an_empty_list() {
    let result: PythonExecutionResult = parser()
        .parse_as("run_python", r#"{"success":true,"message":"m"}"#)
        .unwrap();
    assert_eq!(result.outputs, []);
    assert_eq!(
        tool_result_to_str(&result).unwrap(),
        r#"{"success":true,"message":"m","outputs":[]}"#
    );
}

#[test]
fn k10_success_is_a_boolean() {
    for value in ["\"true\"", "1", "null", "[true]"] {
        let text = format!(r#"{{"success":{value},"message":"m"}}"#);
        let error = parser().parse("run_python", &text).unwrap_err();
        assert!(
            matches!(&error, ParseError::Refused { pointer, .. } if pointer == "/success"),
            "{error}"
        );
    }
}

#[test]
fn k14_only_the_parser_reads_text() {
    let folder = support::workspace().join("crates/tool-helpers/src/tool_results");
    let readers: Vec<_> = support::sources(&folder)
        .into_iter()
        .filter(|(_, text)| {
            ["from_str", "from_slice", "from_value", "from_reader"]
                .iter()
                .any(|door| text.contains(door))
        })
        .map(|(path, _)| path.file_name().unwrap().to_owned())
        .collect();
    // `parse_error.rs` reads a refused text again to say why; it makes no result.
    assert_eq!(readers, ["parse_error.rs", "parser.rs"]);
}

#[test]
fn k15_every_member_of_the_union_but_the_base_has_a_tool() {
    let missing: Vec<_> = parser().unregistered().collect();
    assert!(
        missing.is_empty(),
        "no tool is registered for {missing:?}: add them to src/tool_results/table.rs"
    );
}

#[test]
fn k15_a_member_without_a_tool_is_reported() {
    let parser: ToolResultParser = ToolResultParser::new().with::<WebSearchResult>("web_search");
    let missing: Vec<_> = parser.unregistered().collect();
    let members = ToolCallResult::MEMBERS.iter().map(|member| member.name);
    let others: Vec<_> = members
        .filter(|name| !["WebSearchResult", "BaseToolResult"].contains(name))
        .collect();
    assert_eq!(missing, others);
}

#[test]
fn k15_another_crate_adds_a_result_with_one_entry() {
    /// Stands for a model that another spec has.
    struct CalendarResult(BaseToolResult);

    impl From<CalendarResult> for ToolCallResult {
        fn from(result: CalendarResult) -> Self {
            result.0.into()
        }
    }

    impl isomorph_runtime::Wire for CalendarResult {
        fn read<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            BaseToolResult::read(deserializer).map(Self)
        }

        fn write<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            isomorph_runtime::Wire::write(&self.0, serializer)
        }
    }

    let parser = parser().with::<CalendarResult>("open_calendar");
    assert_eq!(
        parser
            .parse("open_calendar", r#"{"success":true,"message":"m"}"#)
            .unwrap(),
        base(true, "m").into()
    );
}
