//! The result of a tool call in the Model Context Protocol: what the model keeps and what it refuses. Documents
//! for every model are in `models.rs`.

use isomorph_runtime::from_str;
use serde_json::json;
use tool_helpers::tool_models::mcp::{CallToolResult, ContentBlock, OtherContent, TextContent};

fn read(text: &str) -> CallToolResult {
    from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_result_comes_back_byte_for_byte() {
    let texts = [
        r#"{"content":[]}"#,
        r#"{"_meta":{"a/b":[1,null]},"resultType":"complete","content":[{"type":"text","text":"x"}],"structuredContent":{"n":9007199254740993},"isError":false}"#,
        r#"{"content":[{"type":"text","text":"","annotations":{"audience":["user","assistant"],"priority":0.5,"lastModified":"2025-01-12T15:00:58Z","xHint":1},"_meta":{},"xNew":null}]}"#,
        r#"{"content":[{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"audio","data":"AA==","mimeType":"audio/wav"}]}"#,
        r#"{"content":[{"type":"resource_link","uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"text/plain","size":3,"icons":[{"src":"i.png"}]}]}"#,
        r#"{"content":[{"type":"resource","resource":{"uri":"file:///a","text":"t","_meta":{"a":1}}},{"type":"resource","resource":{"uri":"file:///b","mimeType":"image/png","blob":"AA=="}}]}"#,
        r#"{"content":[{"type":"hologram","data":{"z":1,"a":[2]}},{"type":"textual"},{"type":""}],"isError":true,"xFuture":{"b":1}}"#,
    ];
    for text in texts {
        assert_eq!(serde_json::to_string(&read(text)).unwrap(), text);
    }
}

#[test]
fn structured_content_counts_by_presence() {
    for payload in ["null", "0", "false", "\"\"", "[]", "{}"] {
        let text = format!(r#"{{"content":[],"structuredContent":{payload}}}"#);
        let result = read(&text);
        assert_eq!(result.structured_content, Some(payload.parse().unwrap()));
        assert_eq!(serde_json::to_string(&result).unwrap(), text);
    }
    assert_eq!(read(r#"{"content":[]}"#).structured_content, None);
}

#[test]
fn a_block_of_an_unknown_kind_is_kept() {
    let result = read(r#"{"content":[{"type":"hologram","data":1},{"type":"text","text":"x","data":1}]}"#);
    let [
        ContentBlock::OtherContent(OtherContent { type_, extra }),
        ContentBlock::TextContent(TextContent { text, .. }),
    ] = &result.content[..]
    else {
        panic!("{result:?}")
    };
    assert_eq!(
        (type_.as_str(), &extra["data"], text.as_str()),
        ("hologram", &json!(1), "x")
    );
}

#[test]
fn a_malformed_block_of_a_known_kind_is_no_unknown_one() {
    let refused = |text: &str| from_str::<CallToolResult>(text).unwrap_err().pointer().to_owned();
    for block in [
        r#"{"type":"text"}"#,
        r#"{"type":"text","text":5}"#,
        r#"{"type":"image","data":"AA=="}"#,
        r#"{"type":"audio","mimeType":"audio/wav"}"#,
        r#"{"type":"resource_link","uri":"file:///a"}"#,
        r#"{"type":"resource","resource":{"uri":"file:///a"}}"#,
        r#"{"type":"text","text":"x","_meta":null}"#,
        r#"{"text":"x"}"#,
        r#"{"type":7}"#,
        "5",
    ] {
        let pointer = refused(&format!(r#"{{"content":[{{"type":"text","text":"fine"}},{block}]}}"#));
        assert!(pointer.starts_with("/content/1"), "{block}: {pointer}");
    }
    assert_eq!(refused(r#"{"content":[],"isError":null}"#), "/isError");
    assert_eq!(refused(r#"{"content":[],"_meta":[]}"#), "/_meta");
    assert_eq!(
        refused(r#"{"content":[{"type":"text","text":"x","annotations":{"priority":2}}]}"#),
        "/content/0/annotations/priority"
    );
    assert!(
        from_str::<CallToolResult>("{}")
            .unwrap_err()
            .message()
            .contains("content")
    );
}
