//! Tool results inside a script: the host's side of R1 to R15, each by its number.

mod support;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

use isomorph_runtime::from_str;
use serde_json::{Value, json};
use support::{cases, text};
use tool_helpers::script_results::{
    FolderStorage, HandlerResult, NoStorage, SIZE_CAP, ScriptHost, ScriptText, Storage,
};
use tool_helpers::tool_models::script_results::{OversizedDetail, ScriptToolResult, StructuredScriptText};

/// Keeps results in memory.
#[derive(Default)]
struct Memory(RefCell<Vec<String>>);

impl Storage for &Memory {
    fn save(&self, text: &str) -> io::Result<String> {
        self.0.borrow_mut().push(text.to_owned());
        Ok("saved/script-1.json".to_owned())
    }
}

/// Is full.
struct Full;

impl Storage for Full {
    fn save(&self, _text: &str) -> io::Result<String> {
        Err(io::Error::other("disk full"))
    }
}

fn host() -> ScriptHost<NoStorage> {
    ScriptHost::new(NoStorage)
}

fn wire(message: &ScriptToolResult) -> String {
    serde_json::to_string(message).unwrap()
}

fn read(message: &Value) -> ScriptText {
    from_str::<ScriptToolResult>(&message.to_string()).unwrap().into()
}

/// A structured result whose JSON text has `length` UTF-16 code units, made longer by `letter`.
fn of_length(length: usize, letter: char, is_error: bool) -> HandlerResult {
    let payload = |text: &str| HandlerResult::structured(vec![], &text, is_error);
    let frame = host().deliver("t1", payload("")).result.encode_utf16().count();
    let rest = length - frame;
    let count = rest / letter.len_utf16();
    let text = letter.to_string().repeat(count) + &"a".repeat(rest - count * letter.len_utf16());
    payload(&text)
}

#[test]
fn r_every_message_reads_as_it_should_and_is_what_the_host_sends() {
    let mut sent = 0;
    for case in cases("script-results", 24) {
        let script = read(&case["wire"]);
        let reads = json!({
            "is_error": script.is_error(),
            "structured": script.structured().into_iter().collect::<Vec<_>>(),
        });
        assert_eq!(reads, case["reads"], "{case}");
        assert_eq!(script, text(&case["wire"], "result"), "{case}");
        let Some(given) = case.get("handler") else { continue };
        let given = if let Some(structured) = given.get("structured") {
            let content = structured["content"].as_array().unwrap().clone();
            HandlerResult::structured(
                content,
                &structured["payload"],
                structured["is_error"].as_bool().unwrap(),
            )
        } else if let Some(words) = given.get("failed") {
            Err::<(), _>(words.as_str().unwrap()).into()
        } else if let Some(is_error) = given.get("is_error") {
            HandlerResult::Flagged {
                text: text(given, "text").to_owned(),
                is_error: is_error.as_bool().unwrap(),
            }
        } else if given.get("nothing").is_some() {
            ().into()
        } else {
            text(given, "text").into()
        };
        assert_eq!(wire(&host().deliver("t1", given)), case["wire"].to_string(), "{case}");
        sent += 1;
    }
    assert_eq!(sent, 21);
}

#[test]
fn r3_each_error_text_of_the_host_is_flagged() {
    let failed = |words: &str| HandlerResult::Failed(words.to_owned());
    for given in [
        failed("x"),
        failed(""),
        Err::<String, _>("x").into(),
        HandlerResult::structured(vec![], &bad(), false),
    ] {
        let message = host().deliver("t1", given);
        assert!(message.result.starts_with("Error: "), "{}", message.result);
        assert_eq!((message.is_error, message.structured_json), (Some(true), None));
    }
}

/// JSON has no keys of this kind.
fn bad() -> BTreeMap<(u8, u8), u8> {
    BTreeMap::from([((1, 2), 3)])
}

#[test]
fn r4_structured_text_has_its_keys_in_order() {
    assert_eq!(
        StructuredScriptText::FIELDS,
        ["content", "structuredContent", "isError", "error"]
    );
    let block = json!({ "type": "text", "text": "out of paper" });
    let text = host()
        .deliver("t1", HandlerResult::structured(vec![block], &7, true))
        .result;
    let expected = r#"{"content":[{"type":"text","text":"out of paper"}],"structuredContent":7,"isError":true,"error":"out of paper"}"#;
    assert_eq!(text, expected);
}

#[test]
fn r4_words_are_there_exactly_when_the_call_failed() {
    let text = |is_error, error: Option<&str>| {
        let blocks = vec![
            json!({ "type": "text", "text": "a" }),
            json!({ "type": "image" }),
            json!({ "type": "text", "text": "b" }),
        ];
        let error = error.map(str::to_owned);
        let result = StructuredScriptText {
            content: blocks,
            structured_content: None,
            is_error,
            error,
        };
        let text = host().deliver("t1", result).result;
        serde_json::from_str::<Value>(&text).unwrap().get("error").cloned()
    };
    assert_eq!(text(true, None), Some(json!("a\nb")));
    assert_eq!(text(true, Some("mine")), Some(json!("mine")));
    assert_eq!(text(false, Some("mine")), None);
}

#[test]
fn r8_the_cap_is_counted_in_utf16_units() {
    assert_eq!(SIZE_CAP, 5_000_000);
    // One, one and two units; one, two and four bytes.
    for letter in ['a', '\u{e9}', '\u{1f600}'] {
        let memory = Memory::default();
        let host = ScriptHost::new(&memory).cap(1_000);
        let at = host.deliver("t1", of_length(1_000, letter, false));
        assert_eq!(at.result.encode_utf16().count(), 1_000);
        assert!(ScriptText::from(at).structured().is_some());
        assert!(memory.0.borrow().is_empty(), "at the cap it is inline");
        let past = ScriptText::from(host.deliver("t1", of_length(1_001, letter, false)));
        assert_eq!(past.oversized().map(|oversized| oversized.chars), Some(1_001));
        assert_eq!(memory.0.borrow().len(), 1);
    }
}

#[test]
fn r8_the_cap_that_holds_unless_another_is_set() {
    let at = ScriptHost::new(Full).deliver("t1", of_length(SIZE_CAP, 'a', false));
    assert_eq!((at.is_error, at.result.len()), (Some(false), SIZE_CAP));
    let past = ScriptHost::new(Full).deliver("t1", of_length(SIZE_CAP + 1, 'a', false));
    assert_eq!(past.is_error, Some(true));
    let case = &cases("script-results", 24)[19];
    assert_eq!(case["name"], "oversized, not saved");
    assert_eq!(wire(&past), case["wire"].to_string());
}

#[test]
fn r9_a_saved_result_is_whole_and_flagged_as_the_tool_did() {
    for is_error in [false, true] {
        let memory = Memory::default();
        let given = of_length(50 + 60, 'x', is_error);
        let whole = host().deliver("t1", given.clone()).result;
        let message = ScriptHost::new(&memory).cap(109).deliver("t1", given);
        let expected =
            format!(r#"{{"isError":{is_error},"oversized":{{"chars":110,"savedTo":"saved/script-1.json"}}}}"#);
        assert_eq!(message.result, expected);
        assert_eq!(
            (message.is_error, message.structured_json),
            (Some(is_error), Some(true))
        );
        assert_eq!(*memory.0.borrow(), [whole]);
        assert_eq!(ScriptText::from(message).structured(), None);
    }
}

#[test]
fn r9_the_folder_holds_the_whole_object() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("results/today");
    let host = ScriptHost::new(FolderStorage::new(&deep)).cap(0);
    let mut paths = BTreeSet::new();
    for number in 0..3 {
        let script = ScriptText::from(host.deliver("t1", HandlerResult::structured(vec![], &number, false)));
        let path = script
            .oversized()
            .and_then(|oversized| oversized.saved_to.clone())
            .unwrap();
        let saved: StructuredScriptText = from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(saved.structured_content, Some(json!(number)));
        paths.insert(path);
    }
    assert_eq!(paths.len(), 3, "each result has a file of its own");
    let shown = FolderStorage::new(&deep).shown_as("board/").save("{}").unwrap();
    assert!(
        shown.starts_with("board/script-") && shown.ends_with(".json"),
        "{shown}"
    );
}

#[test]
fn r10_a_result_that_cannot_be_saved_says_what_that_means() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let in_the_way = ScriptHost::new(FolderStorage::new(file.join("results"))).cap(5);
    let messages = [
        in_the_way.deliver("t1", HandlerResult::structured(vec![], &1, false)),
        ScriptHost::new(NoStorage)
            .cap(5)
            .deliver("t1", HandlerResult::structured(vec![], &1, false)),
        ScriptHost::new(Full)
            .cap(5)
            .deliver("t1", HandlerResult::structured(vec![], &1, false)),
    ];
    for message in messages {
        let object: Value = serde_json::from_str(&message.result).unwrap();
        assert_eq!(message.is_error, Some(true));
        assert_eq!(object["isError"], true);
        assert_eq!(object["oversized"], json!({ "chars": 52, "savedTo": null }));
        assert!(
            text(&object, "error").contains("the tool may already have completed"),
            "{object}"
        );
        let script = ScriptText::from(message);
        assert_eq!(
            script.oversized(),
            Some(&OversizedDetail {
                chars: 52,
                saved_to: None
            })
        );
        assert_eq!(script.structured(), None);
    }
}

#[test]
fn r11_a_result_that_json_cannot_hold_is_an_error() {
    let message = host().deliver("t1", HandlerResult::structured(vec![], &bad(), false));
    assert_eq!(
        message.result,
        "Error: the result cannot be serialized: key must be a string"
    );
    assert_eq!((message.is_error, message.structured_json), (Some(true), None));
}

#[test]
fn r12_the_message_has_only_what_is_said() {
    let message = host().deliver("t1", "plain");
    assert_eq!(wire(&message), r#"{"op":"tool_result","id":"t1","result":"plain"}"#);
    let script = read(&json!({ "op": "tool_result", "id": "t1", "result": "{}", "structured_json": false }));
    assert_eq!((script.is_error(), script.structured()), (None, None));
}

#[test]
fn r13_what_a_handler_may_give() {
    let read = |given: HandlerResult| {
        let script = ScriptText::from(host().deliver("t1", given));
        (script.to_string(), script.is_error())
    };
    assert_eq!(read("plain".into()), ("plain".to_owned(), None));
    assert_eq!(read(String::from("plain").into()), ("plain".to_owned(), None));
    assert_eq!(read(().into()), (String::new(), None));
    assert_eq!(read(Ok::<_, io::Error>("fine").into()), ("fine".to_owned(), None));
    assert_eq!(
        read(Err::<(), _>(io::Error::other("x")).into()),
        ("Error: x".to_owned(), Some(true))
    );
    let structured = HandlerResult::structured(vec![], &1, true);
    assert_eq!(read(Ok::<_, io::Error>(structured).into()).1, Some(true));
}

#[test]
fn r15_flag_and_text_agree_in_all_deliveries() {
    let agree = |message: ScriptToolResult| {
        let said = serde_json::from_str::<Value>(&message.result).map(|object| object["isError"].as_bool());
        let said = said.unwrap_or(Some(message.result.starts_with("Error: ")));
        assert_eq!(message.is_error, said, "{}", message.result);
        said
    };
    let memory = Memory::default();
    for is_error in [false, true] {
        let given = || HandlerResult::structured(vec![], &"x", is_error);
        assert_eq!(agree(host().deliver("t1", given())), Some(is_error), "inline");
        assert_eq!(
            agree(ScriptHost::new(&memory).cap(1).deliver("t1", given())),
            Some(is_error),
            "saved"
        );
        assert_eq!(
            agree(ScriptHost::new(Full).cap(1).deliver("t1", given())),
            Some(true),
            "not delivered"
        );
        let unwritable = HandlerResult::structured(vec![], &bad(), is_error);
        assert_eq!(agree(host().deliver("t1", unwritable)), Some(true), "not serialized");
    }
}
