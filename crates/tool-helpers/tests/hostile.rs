//! Input that means harm: a clear error or the right answer, and never a panic. That memory stays bounded is measured in
//! `hostile_memory.rs`.

use std::io::Cursor;
use std::time::{Duration, Instant};

use isomorph_runtime::{Wire, from_slice, from_str};
use serde_json::{Value, json};
use tool_helpers::agent_events::{Boundary, Incoming};
use tool_helpers::bridges::{from_mcp, script_to_mcp};
use tool_helpers::script_results::{HandlerResult, NoStorage, ScriptHost, ScriptText};
use tool_helpers::sse::{Error, Parser, Reader};
use tool_helpers::structured_result::from_dict;
use tool_helpers::tool_models::agent_events::{AgentEvent, Message};
use tool_helpers::tool_models::mcp::{CallToolResult, ContentBlock};
use tool_helpers::tool_models::script_results::ScriptToolResult;
use tool_helpers::tool_models::tool_results::{BaseToolResult, CodeExecutionOutput, ShellResult, ToolCallResult};
use tool_helpers::tool_results::{ParseError, ToolResultParser, tool_result_to_str};

const MEGABYTES: usize = 10_000_000;

fn parser() -> ToolResultParser {
    ToolResultParser::standard()
}

/// Work on ten megabytes takes a moment, and nothing grows with their square.
fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    done
}

/// Texts that are deep in every way that JSON can be, closed and not.
fn deep(levels: usize) -> Vec<String> {
    let (open, shut) = (r#"{"a":"#.repeat(levels), "}".repeat(levels));
    let mixed = r#"[{"type":"#.repeat(levels);
    vec![
        "[".repeat(levels),
        format!("{}{}", "[".repeat(levels), "]".repeat(levels)),
        open.clone(),
        format!("{open}1{shut}"),
        mixed,
    ]
}

#[test]
fn k4_depth_is_an_error_with_its_tool_or_passed_over() {
    for (form, nested) in deep(50_000).into_iter().enumerate() {
        for (tool, key) in [("run_python", "outputs"), ("web_search", "hits"), ("read_file", "path")] {
            let text = format!(r#"{{"success":true,"message":"m","{key}":{nested}}}"#);
            let error = soon(|| parser().parse(tool, &text)).unwrap_err();
            assert!(error.to_string().starts_with(&format!("tool {tool:?}: ")), "{error}");
            assert!(error.to_string().len() < 3_000);
        }
        let text = format!(r#"{{"success":true,"message":"m","xUnknown":{nested}}}"#);
        // What is not kept may be of any depth, if it is JSON at all.
        let closed = [1, 3].contains(&form);
        assert_eq!(soon(|| parser().parse("run_python", &text)).is_ok(), closed);
        let error =
            soon(|| from_str::<CallToolResult>(&format!(r#"{{"content":[],"xUnknown":{nested}}}"#))).unwrap_err();
        assert!(error.to_string().contains("recursion limit exceeded"), "{error}");
    }
}

#[test]
fn depth_that_json_readers_take_is_kept() {
    // serde_json takes 127 levels; the result itself is one of them.
    let text = |levels: usize| {
        format!(
            r#"{{"content":[],"xUnknown":{}{}}}"#,
            "[".repeat(levels),
            "]".repeat(levels)
        )
    };
    let kept = from_str::<CallToolResult>(&text(126)).unwrap();
    assert_eq!(serde_json::to_string(&kept).unwrap(), text(126));
    assert!(from_str::<CallToolResult>(&text(127)).is_err());
}

#[test]
fn k4_ten_megabytes_of_text_are_right_or_named_shortly() {
    let long = "\u{e9}".repeat(MEGABYTES / 2);
    let text = format!(r#"{{"success":false,"message":"{long}"}}"#);
    let result: BaseToolResult = soon(|| from_str(&text)).unwrap();
    assert_eq!(result.message, long);
    assert_eq!(soon(|| tool_result_to_str(&result)).unwrap(), text);
    for wrong in [
        format!(r#"{{"success":"{long}","message":"m"}}"#),
        format!(r#"{{"success":true,"message":"m","outputs":"{long}"}}"#),
    ] {
        let error = soon(|| parser().parse("run_python", &wrong)).unwrap_err();
        assert!(matches!(error, ParseError::Refused { .. }) && error.to_string().len() < 1_000);
    }
    let key = format!(r#"{{"success":true,"message":"m","{long}":1}}"#);
    assert!(
        soon(|| parser().parse("run_python", &key)).is_ok(),
        "an unknown key is passed over"
    );
}

#[test]
fn k4_a_million_small_things_are_right_or_an_error() {
    let outputs = r#"{"type":"text","text":""},"#.repeat(100_000);
    let text = |last: &str| format!(r#"{{"success":true,"message":"m","outputs":[{outputs}{last}]}}"#);
    let ToolCallResult::PythonExecutionResult(result) =
        soon(|| parser().parse("run_python", &text(r#"{"type":"text","text":"last"}"#))).unwrap()
    else {
        panic!("another member")
    };
    assert_eq!(result.outputs.len(), 100_001);
    let error = soon(|| parser().parse("run_python", &text(r#"{"type":"hologram"}"#))).unwrap_err();
    assert!(matches!(error, ParseError::Refused { pointer, .. } if pointer.starts_with("/outputs/100000")));
    let keys: String = (0..100_000).map(|key| format!(r#","k{key}":{key}"#)).collect();
    assert!(soon(|| parser().parse_untyped("sing", &format!(r#"{{"success":true,"message":"m"{keys}}}"#))).is_ok());
}

#[test]
fn k4_numbers_of_any_size_are_right_or_an_error() {
    let shell = |code: &str| {
        parser().parse_as::<ShellResult>(
            "run_shell",
            &format!(r#"{{"success":true,"message":"m","exitCode":{code}}}"#),
        )
    };
    assert_eq!(shell("-9007199254740991").unwrap().exit_code, -9_007_199_254_740_991);
    assert_eq!(shell("1e2").unwrap().exit_code, 100);
    let digits = "9".repeat(1_000_000);
    for wrong in [
        "9007199254740992",
        "9223372036854775808",
        "1e19",
        "0.5",
        "-1e400",
        "1e999999999",
        "NaN",
        "--1",
        &digits,
    ] {
        let error = shell(wrong).unwrap_err().to_string();
        assert!(
            error.starts_with("tool \"run_shell\": ") && error.len() < 1_000,
            "{error}"
        );
    }
    let table = |cell: &str| {
        from_str::<CodeExecutionOutput>(&format!(r#"{{"type":"table","columns":["a"],"rows":[[{cell}]]}}"#))
    };
    assert!(table("1.7976931348623157e308").is_ok() && table("5e-324").is_ok());
    assert!(table("1e309").is_err());
}

#[test]
fn k4_of_a_key_that_comes_twice_the_last_counts() {
    let text = r#"{"success":true,"message":"a","success":false,"message":"b"}"#;
    let written = tool_result_to_str(&parser().parse("run_python", text).unwrap()).unwrap();
    assert_eq!(written, r#"{"success":false,"message":"b","outputs":[]}"#);
    let text = r#"{"type":"text","text":"a","type":"image","data":"AA==","mimeType":"m"}"#;
    assert!(matches!(
        from_str::<ContentBlock>(text),
        Ok(ContentBlock::ImageContent(_)) | Err(_)
    ));
    let dict: serde_json::Map<String, Value> =
        serde_json::from_str(r#"{"status":"error","status":"success","a":1,"a":2}"#).unwrap();
    let result = from_dict(dict).unwrap();
    assert_eq!(
        (result.status.to_string(), &result.data["a"]),
        ("success".to_owned(), &json!(2))
    );
    let error = r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"t","content":"","error":"a","error":"b"}"#;
    let Incoming::Event(event) = Boundary::new().read(error).unwrap().event else {
        panic!("unknown")
    };
    assert!(matches!(*event, AgentEvent::ToolCallResultEvent(event) if event.error.as_deref() == Some("b")));
}

/// Every cut of a text, and every byte of it changed.
fn broken(text: &str) -> impl Iterator<Item = Vec<u8>> + '_ {
    let cuts = (0..text.len()).map(|end| text.as_bytes()[..end].to_vec());
    let flips = (0..text.len()).flat_map(|at| {
        [0x00, 0x22, 0x5c, 0x7b, 0x80, 0xff].map(|byte| {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = byte;
            bytes
        })
    });
    cuts.chain(flips)
}

fn no_panic<T: Wire + serde::Serialize + PartialEq + std::fmt::Debug>(bytes: &[u8]) {
    match from_slice::<T>(bytes) {
        Ok(model) => {
            let written = serde_json::to_string(&model).unwrap();
            assert_eq!(from_str::<T>(&written).unwrap(), model);
        }
        Err(error) => assert!(error.to_string().len() < 5_000),
    }
}

#[test]
fn broken_text_is_an_error_and_no_panic() {
    let result =
        r#"{"success":true,"message":"\u00e9","outputs":[{"type":"table","columns":["a"],"rows":[[1.5e3,null]]}]}"#;
    let event = r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"tool","content":"c","toolCallId":"t","error":""}]}"#;
    let mcp =
        r#"{"content":[{"type":"resource","resource":{"uri":"u","blob":"AA=="}}],"isError":true,"_meta":{"a":1}}"#;
    for bytes in broken(result) {
        no_panic::<ToolCallResult>(&bytes);
    }
    for bytes in broken(event) {
        no_panic::<AgentEvent>(&bytes);
        no_panic::<Message>(&bytes);
    }
    for bytes in broken(mcp) {
        no_panic::<CallToolResult>(&bytes);
    }
    let error = from_slice::<BaseToolResult>(b"{\"success\":true,\"message\":\"\xff\"}").unwrap_err();
    assert!(error.to_string().contains("invalid unicode"), "{error}");
}

fn script(result: &str) -> ScriptText {
    let wire = json!({ "op": "tool_result", "id": "t1", "result": result, "is_error": true, "structured_json": true });
    from_str::<ScriptToolResult>(&wire.to_string()).unwrap().into()
}

#[test]
fn r7_a_hostile_script_result_is_text_and_says_what_is_wrong() {
    for nested in deep(50_000) {
        for text in [
            format!(r#"{{"content":{nested}}}"#),
            format!(r#"{{"content":[],"isError":false,"structuredContent":{nested}}}"#),
            nested,
        ] {
            let script = soon(|| script(&text));
            assert_eq!((script.structured(), script.as_str()), (None, text.as_str()));
            assert!(script.malformed().unwrap().to_string().len() < 1_000);
            assert_eq!(script.failure(), Some(text.as_str()));
            let mcp = script_to_mcp(&script).unwrap();
            assert_eq!((mcp.is_error, mcp.structured_content), (Some(true), None));
        }
    }
    let twice = script(r#"{"content":[],"isError":false,"isError":true,"structuredContent":1,"structuredContent":2}"#);
    assert_eq!(twice.structured(), Some(&json!(2)));
    let huge = script(r#"{"content":[],"isError":false,"structuredContent":123456789012345678901234567890}"#);
    assert!(huge.structured().is_some());
    let oversized = |chars: &str| {
        script(&format!(
            r#"{{"isError":false,"oversized":{{"chars":{chars},"savedTo":null}}}}"#
        ))
    };
    assert_eq!(
        oversized("9007199254740991").oversized().unwrap().chars,
        9_007_199_254_740_991
    );
    for wrong in ["-1", "9007199254740992", "18446744073709551616", "1e999", "\"1\""] {
        assert!(
            oversized(wrong).oversized().is_none() && oversized(wrong).malformed().is_some(),
            "{wrong}"
        );
    }
}

#[test]
fn r8_a_payload_of_ten_megabytes_goes_through_a_host_that_allows_it() {
    let long = "x\u{1f600}".repeat(MEGABYTES / 5);
    let host = ScriptHost::new(NoStorage).cap(usize::MAX);
    let script = soon(|| ScriptText::from(host.deliver("t1", HandlerResult::structured(vec![], &long, false))));
    assert_eq!(soon(|| script.structured().cloned()), Some(Value::String(long.clone())));
    let refused = soon(|| ScriptHost::new(NoStorage).deliver("t1", HandlerResult::structured(vec![], &long, false)));
    assert!(refused.result.len() < 1_000 && refused.is_error == Some(true));
}

#[test]
fn hostile_events_are_refused_and_the_stream_goes_on() {
    let deep = "[".repeat(50_000);
    let mut stream = Vec::new();
    for data in [
        &format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{deep}"#) as &str,
        &format!(r#"{{"type":"FUTURE","x":{deep}"#),
        r#"{"type":"RUN_ERROR","message":1e999}"#,
        "",
        "\u{0}",
    ] {
        stream.extend_from_slice(format!("data: {data}\n\n").as_bytes());
    }
    stream.extend_from_slice(b"data: {\"type\":\"RUN_ERROR\",\"message\":\"\xff\"}\n\n");
    stream.extend_from_slice(format!("data: {}\n\n", "x".repeat(2_000_000)).as_bytes());
    stream.extend_from_slice(b"data: {\"type\":\"RUN_ERROR\",\"message\":\"fine\"}\n\n");
    let reader = Reader::with_parser(Cursor::new(stream), Parser::new().limit(1_000_000));
    let found: Vec<_> = soon(|| reader.events(Boundary::new()).collect());
    assert_eq!(found.len(), 8);
    for (at, found) in found[..5].iter().enumerate() {
        let event = at as u64 + 1;
        assert!(
            matches!(found, Err(Error::Refused { event: at, .. }) if *at == event),
            "{found:?}"
        );
        assert!(found.as_ref().unwrap_err().to_string().len() < 1_000);
    }
    let Ok(Incoming::Event(replaced)) = found[5].as_ref().map(|received| &received.event) else {
        panic!("{:?}", found[5])
    };
    assert!(matches!(&**replaced, AgentEvent::RunErrorEvent(event) if event.message == "\u{fffd}"));
    assert!(matches!(found[6], Err(Error::TooLong { event: 7, .. })));
    assert!(found[7].is_ok());
}

#[test]
fn a_hostile_result_of_mcp_is_an_error_or_right() {
    for nested in deep(50_000) {
        assert!(soon(|| from_str::<CallToolResult>(&format!(r#"{{"content":{nested}}}"#))).is_err());
        assert!(soon(|| from_str::<CallToolResult>(&format!(r#"{{"content":[],"_meta":{nested}}}"#))).is_err());
    }
    let blocks = r#"{"type":"text","text":"x"},"#.repeat(100_000);
    let text = format!(r#"{{"content":[{blocks}{{"type":"hologram"}}],"isError":true}}"#);
    let result = soon(|| from_str::<CallToolResult>(&text)).unwrap();
    let made = soon(|| from_mcp(&result)).unwrap();
    assert_eq!(made.data["content"].as_array().map(Vec::len), Some(100_001));
}
