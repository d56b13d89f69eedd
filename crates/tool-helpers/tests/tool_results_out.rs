//! Tool results on their way out: K11 to K16, each by its number.

mod support;

use serde_json::{Value, json};
use support::{cases, text};
use tool_helpers::tool_models::tool_results::{
    BaseToolResult, FileEncoding, FileReadResult, PythonExecutionResult, ShellResult, TableCell, TableCellValue,
    TableOutput, ToolCallResult,
};
use tool_helpers::tool_results::{
    ToolFailed, ToolOutcome as _, ToolResultParser, tool_result_to_payload, tool_result_to_str,
};

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

#[test]
fn k11_text_for_the_model_has_the_names_of_the_wire() {
    let shell = ShellResult {
        success: false,
        message: "exit code 2".to_owned(),
        exit_code: 2,
        stdout: String::new(),
        stderr: "no such file\n".to_owned(),
    };
    let text = r#"{"success":false,"message":"exit code 2","exitCode":2,"stdout":"","stderr":"no such file\n"}"#;
    assert_eq!(tool_result_to_str(&shell).unwrap(), text);
    assert_eq!(
        tool_result_to_str(&ToolCallResult::from(shell)).unwrap(),
        text,
        "the union wraps nothing"
    );
}

#[test]
fn k11_a_result_that_json_cannot_hold_is_an_error() {
    let cell = TableCell(Some(TableCellValue::Number(f64::NAN)));
    let table = TableOutput {
        columns: vec!["x".to_owned()],
        rows: vec![vec![cell]],
        truncated: false,
    };
    let result = PythonExecutionResult {
        success: true,
        message: String::new(),
        outputs: vec![table.into()],
    };
    assert!(tool_result_to_str(&result).is_err());
    assert!(tool_result_to_payload(&result).is_err());
}

#[test]
fn k12_the_payload_for_the_frontend_is_an_object() {
    let read = FileReadResult {
        success: true,
        message: "read".to_owned(),
        path: "a.bin".to_owned(),
        content: "AA==".to_owned(),
        encoding: FileEncoding::Base64,
        truncated: true,
    };
    let payload = tool_result_to_payload(&read).unwrap();
    let object = json!({
        "success": true, "message": "read", "path": "a.bin", "content": "AA==", "encoding": "base64", "truncated": true
    });
    assert_eq!(Value::Object(payload), object);
}

#[test]
fn k13_a_failed_result_is_an_err_with_message_and_whole_result() {
    assert_eq!(base(true, "fine").into_result().unwrap(), base(true, "fine"));
    for message in ["boom", ""] {
        let failed = base(false, message);
        let by_reference: ToolFailed<&BaseToolResult> = failed.as_result().unwrap_err();
        assert_eq!((by_reference.message(), *by_reference.result()), (message, &failed));
        let error = failed.clone().into_result().unwrap_err();
        assert_eq!(error.message(), message);
        assert_eq!(error.into_inner(), failed);
    }
    let shown = |message| base(false, message).into_result().unwrap_err().to_string();
    assert_eq!(shown("boom"), "the tool failed: boom");
    assert_eq!(shown(""), "the tool failed and gave no message");
}

#[test]
fn k13_every_member_and_the_union_can_be_asked() {
    let whole: ToolCallResult = parser()
        .parse("run_shell", r#"{"success":false,"message":"x","exitCode":1}"#)
        .unwrap();
    assert!(!whole.succeeded());
    let error = whole.into_result().unwrap_err();
    assert_eq!(error.message(), "x");
    assert!(matches!(error.result(), ToolCallResult::ShellResult(shell) if shell.exit_code == 1));
    fn through_question_mark(result: BaseToolResult) -> Result<String, Box<dyn std::error::Error>> {
        Ok(result.into_result()?.message)
    }
    assert!(through_question_mark(base(false, "x")).is_err());
}

#[test]
fn k16_parse_write_parse_is_equal() {
    let mut accepted = 0;
    for case in cases("tool-results", CASES) {
        let (tool, text) = (text(&case, "tool"), text(&case, "text"));
        for parse in [ToolResultParser::parse, ToolResultParser::parse_untyped] {
            let Ok(result) = parse(&parser(), tool, text) else {
                continue;
            };
            let written = tool_result_to_str(&result).unwrap();
            assert_eq!(parse(&parser(), tool, &written).unwrap(), result, "{case}");
            accepted += 1;
        }
    }
    assert_eq!(accepted, 20);
}

#[test]
fn k16_every_kind_of_output_survives() {
    let text = concat!(
        r#"{"success":true,"message":"m","outputs":[{"type":"text","text":"a\n"},"#,
        r#"{"type":"image","mimeType":"image/png","data":"AA==","altText":"dot"},"#,
        r#"{"type":"error","name":"ValueError","message":"bad","traceback":["line 1"]},"#,
        r#"{"type":"table","columns":["a","b"],"rows":[[1,null],["x",true],[0.5,-1]],"truncated":false}]}"#,
    );
    let result = parser().parse("run_python", text).unwrap();
    assert_eq!(tool_result_to_str(&result).unwrap(), text);
}
