//! The pause and the resume, end to end (K16), and what a request cannot do.

#[path = "../examples/pause_resume.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod example;

use tool_helpers::tool_models::tool_results::{BaseToolResult, RunPausedEvent, ToolCall, ToolCallResult};
use tool_helpers::tool_results::{
    ParseError, ResumeError, ToolResultParser, answer, is_pending, pause, pending_call, resume, resume_request,
};

#[test]
fn k16_the_example_goes_from_pause_to_resume() {
    let expected = r#"pause:  {"type":"RUN_PAUSED","runId":"run-1","toolCalls":[{"id":"call-1","name":"run_python","arguments":"{\"code\":\"print(6 * 7)\"}"},{"id":"call-2","name":"read_file","arguments":"{\"path\":\"missing.txt\"}"}]}
resume: {"runId":"run-1","toolCalls":[{"id":"call-1","name":"run_python","arguments":"{\"code\":\"print(6 * 7)\"}","result":"{\"success\":true,\"message\":\"42\",\"outputs\":[{\"type\":\"text\",\"text\":\"42\\n\"}]}"},{"id":"call-2","name":"read_file","arguments":"{\"path\":\"missing.txt\"}","result":"{\"success\":false,\"message\":\"missing.txt does not exist\",\"path\":\"missing.txt\",\"content\":\"\",\"encoding\":\"utf-8\",\"truncated\":false}"}]}
call-1 for the model: {"success":true,"message":"42","outputs":[{"type":"text","text":"42\n"}]}
call-2 for the model: {"success":false,"message":"missing.txt does not exist","path":"missing.txt","content":"","encoding":"utf-8","truncated":false}
call-2 the tool failed: missing.txt does not exist
refused: tool "run_python": PythonExecutionResult refuses the result at /outputs: expected array, found "oops" at line 1 column 47
"#;
    assert_eq!(example::transcript().unwrap(), expected);
}

fn paused() -> RunPausedEvent {
    let call = |id, tool| pending_call(id, tool, &serde_json::json!({})).unwrap();
    pause("run-1", [call("a", "ask_user"), call("b", "run_python")])
}

fn parser() -> ToolResultParser {
    ToolResultParser::standard().with::<BaseToolResult>("ask_user")
}

/// Each call with the same successful result.
fn answers() -> Vec<ToolCall> {
    let result = BaseToolResult {
        success: true,
        message: "m".to_owned(),
    };
    paused()
        .tool_calls
        .iter()
        .map(|call| answer(call, &result).unwrap())
        .collect()
}

fn resumed_with(calls: Vec<ToolCall>) -> Result<Vec<String>, ResumeError> {
    let resumed = resume(&parser(), &paused(), &resume_request(&paused(), calls))?;
    Ok(resumed
        .into_iter()
        .map(|resumed| format!("{} {}", resumed.call_id, resumed.to_str().unwrap()))
        .collect())
}

#[test]
fn results_come_in_the_order_of_the_pause_and_by_the_type_of_their_tool() {
    let mut calls = answers();
    calls.reverse();
    let expected = [
        r#"a {"success":true,"message":"m"}"#,
        r#"b {"success":true,"message":"m","outputs":[]}"#,
    ];
    assert_eq!(resumed_with(calls).unwrap(), expected);
}

#[test]
fn the_result_in_a_call_is_a_string_of_json() {
    let call = &answers()[0];
    assert!(!is_pending(call));
    assert_eq!(
        serde_json::to_value(call).unwrap()["result"],
        r#"{"success":true,"message":"m"}"#
    );
}

#[test]
fn a_call_that_is_missing_or_pending_is_reported() {
    let mut calls = answers();
    calls.truncate(1);
    let missing = ResumeError::Pending {
        call_id: "b".to_owned(),
        tool: "run_python".to_owned(),
    };
    assert_eq!(resumed_with(calls).unwrap_err(), missing);
    let mut calls = answers();
    calls[1].result = None;
    assert_eq!(resumed_with(calls).unwrap_err(), missing);
    let mut calls = answers();
    calls[1].result = Some(String::new());
    let ResumeError::Result { error, .. } = resumed_with(calls).unwrap_err() else {
        panic!("empty is not pending")
    };
    assert!(matches!(*error, ParseError::NotJson { .. }));
}

#[test]
fn a_request_cannot_choose_the_type_of_a_result() {
    let mut calls = answers();
    calls[1].name = "ask_user".to_owned();
    let error = resumed_with(calls).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"call "b" is of tool "run_python", the request names "ask_user""#
    );
}

#[test]
fn a_request_cannot_add_or_repeat_calls_or_name_another_run() {
    let mut calls = answers();
    calls.push(pending_call("c", "ask_user", &()).unwrap());
    assert_eq!(
        resumed_with(calls).unwrap_err(),
        ResumeError::NotPaused {
            call_id: "c".to_owned()
        }
    );
    let mut calls = answers();
    calls.push(calls[0].clone());
    assert_eq!(
        resumed_with(calls).unwrap_err(),
        ResumeError::Repeated {
            call_id: "a".to_owned()
        }
    );
    let mut request = resume_request(&paused(), answers());
    request.run_id = "run-2".to_owned();
    let error = resume(&parser(), &paused(), &request).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"run "run-1" is paused, the request is for "run-2""#
    );
}

#[test]
fn a_refused_result_names_the_call_and_its_source_the_tool() {
    let mut calls = answers();
    calls[1].result = Some("[]".to_owned());
    let error = resumed_with(calls).unwrap_err();
    assert_eq!(error.to_string(), r#"the result of call "b" is refused"#);
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(
        source,
        r#"tool "run_python": the result is not a JSON object, but an array"#
    );
}

#[test]
fn a_call_that_came_answered_is_not_waited_for() {
    let mut event = paused();
    event.tool_calls[0].result = Some("{}".to_owned());
    let request = resume_request(&event, vec![answers().remove(1)]);
    let resumed = resume(&parser(), &event, &request).unwrap();
    assert_eq!(resumed.len(), 1);
    assert!(matches!(resumed[0].result, ToolCallResult::PythonExecutionResult(_)));
}
