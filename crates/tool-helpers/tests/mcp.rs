//! The result of a tool call in the Model Context Protocol: what the model keeps and what it refuses.

mod support;

use isomorph_runtime::{Error, Wire, from_str};
use serde_json::{Value, json};
use support::{cases, text};
use tool_helpers::tool_models::mcp::{
    AudioContent, BlobResourceContents, CallToolResult, ContentAnnotations, ContentAudience, ContentBlock,
    EmbeddedResource, ImageContent, OtherContent, ResourceContents, ResourceLink, TextContent, TextResourceContents,
};

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

/// Reads a document and writes it again.
type RoundTrip = fn(&str) -> Result<String, Error>;

fn round_trip<T: Wire + serde::Serialize>(text: &str) -> Result<String, Error> {
    from_str::<T>(text).map(|model| serde_json::to_string(&model).unwrap())
}

/// The model of a component, and the keys that it declares.
fn model(component: &str) -> (RoundTrip, &'static [&'static str]) {
    match component {
        "ContentAudience" => (round_trip::<ContentAudience>, &[]),
        "ContentAnnotations" => (round_trip::<ContentAnnotations>, ContentAnnotations::FIELDS),
        "TextContent" => (round_trip::<TextContent>, TextContent::FIELDS),
        "ImageContent" => (round_trip::<ImageContent>, ImageContent::FIELDS),
        "AudioContent" => (round_trip::<AudioContent>, AudioContent::FIELDS),
        "ResourceLink" => (round_trip::<ResourceLink>, ResourceLink::FIELDS),
        "TextResourceContents" => (round_trip::<TextResourceContents>, TextResourceContents::FIELDS),
        "BlobResourceContents" => (round_trip::<BlobResourceContents>, BlobResourceContents::FIELDS),
        "ResourceContents" => (round_trip::<ResourceContents>, &[]),
        "EmbeddedResource" => (round_trip::<EmbeddedResource>, EmbeddedResource::FIELDS),
        "OtherContent" => (round_trip::<OtherContent>, OtherContent::FIELDS),
        "ContentBlock" => (round_trip::<ContentBlock>, &[]),
        "CallToolResult" => (round_trip::<CallToolResult>, CallToolResult::FIELDS),
        other => panic!("there is no {other}"),
    }
}

#[test]
fn every_document_has_its_verdict_and_comes_back() {
    let mut documents = 0;
    for case in cases("models/mcp", 289) {
        let (round_trip, fields) = model(text(&case, "type"));
        if let Some(listed) = case.get("fields") {
            assert_eq!(*listed, Value::from(fields.to_vec()), "{case}");
            continue;
        }
        if case.get("members").is_some() {
            continue;
        }
        let document = text(&case, "text");
        match (round_trip(document), case.get("refused_at")) {
            (Ok(written), None) => assert_eq!(written, document, "{case}"),
            (Err(error), Some(refused_at)) => assert_eq!(error.pointer(), refused_at, "{case}"),
            (outcome, _) => panic!("{case}: {outcome:?}"),
        }
        documents += 1;
    }
    assert_eq!(documents, 277);
}
