//! Where and why: the same text at every door, and never longer than an error may be.

mod models;

use isomorph_runtime::{Map, Value, from_slice, from_str, serde_json};
use models::*;

#[test]
fn errors_have_pointer_position_and_type() {
    let text = "{\n  \"outputs\": [\n    {\"type\": \"count\", \"value\": \"x\"}\n  ]\n}";
    let error = from_str::<Outputs>(text).expect_err("the value is no integer");
    assert_eq!(error.pointer(), "/outputs/0/value");
    assert_eq!((error.line(), error.column()), (3, 34));
    assert_eq!(error.message(), "expected integer, found \"x\"");
    assert_eq!(error.type_name(), "Outputs");
    assert!(error.is_data() && !error.is_syntax() && !error.is_eof());
    assert_eq!(
        error.to_string(),
        "at /outputs/0/value: expected integer, found \"x\" at line 3 column 34"
    );
    let plain = serde_json::from_str::<Outputs>(text).expect_err("the value is no integer");
    assert_eq!(plain.to_string(), error.to_string());
    assert_eq!((plain.line(), plain.column()), (3, 34));
}

#[test]
fn errors_of_the_text_stay_errors_of_the_text() {
    for (text, is_eof) in [
        (r#"{"outputs":[{"type":"count","value":"#, true),
        (r#"{"outputs":[{"type":"count","value":1"#, true),
        (r#"{"outputs":[{"type":"count","value":1}]"#, true),
        (r#"{"outputs":[{"type":"cou"#, true),
        ("", true),
        (r#"{"outputs":[{"type":"count","value":1,}]}"#, false),
        (r#"{"outputs":[{"type":"count","value":tru}]}"#, false),
        (r#"{"outputs":[{"type":"count","value":01}]}"#, false),
        (r#"{"outputs":[{"type" "count"}]}"#, false),
        (r#"{"outputs":[{"type":"\x"}]}"#, false),
        (r#"{"outputs":[{"type":"\ud800"}]}"#, false),
        (r#"{"outputs":[{5:1}]}"#, false),
        ("{\"outputs\":[{\"type\":\"a\nb\"}]}", false),
        (r#"{"outputs":[]} x"#, false),
    ] {
        let error = from_str::<Outputs>(text).expect_err("the text is not JSON");
        let plain = serde_json::from_str::<Outputs>(text).expect_err("the text is not JSON");
        assert_eq!(error.is_eof(), is_eof, "{text}: {error}");
        assert_eq!(error.is_syntax(), !is_eof, "{text}: {error}");
        assert_eq!(
            (plain.is_eof(), plain.is_syntax()),
            (is_eof, !is_eof),
            "{text}: {plain}"
        );
        assert_eq!((error.pointer(), error.to_string()), ("", plain.to_string()));
        let value = serde_json::from_str::<Value>(text).expect_err("the text is not JSON");
        assert_eq!(error.to_string(), value.to_string(), "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    for text in [
        "[".repeat(100_000),
        r#"{"child":"#.repeat(100_000),
        r#"{"boss":"#.repeat(100_000),
    ] {
        assert!(from_str::<Tree>(&text).is_err());
        assert!(from_str::<Person>(&text).is_err());
        let error = from_str::<Value>(&text).expect_err("too deep");
        assert!(
            error.to_string().starts_with("recursion limit exceeded at line 1"),
            "{error}"
        );
        assert!(error.is_syntax());
    }
    // A value that no parser limits.
    let mut value = Value::Null;
    for _ in 0..2_000 {
        value = Value::Array(vec![value]);
    }
    let error = serde_json::from_value::<Anything>(value.clone()).expect_err("too deep");
    assert!(error.to_string().contains("nested too deeply"), "{error}");
}

#[test]
fn bytes_that_are_not_utf8_are_refused() {
    assert!(from_slice::<String>(b"\"a\"").is_ok());
    let error = from_slice::<String>(b"\n\"ab\xff\"").expect_err("no UTF-8");
    assert_eq!(error.to_string(), "invalid unicode code point at line 2 column 4");
    assert!(error.is_syntax());
    assert!(from_slice::<Open>(b"{\"id\":1,\"\xc0\x80\":1}").is_err());
}

#[test]
fn errors_do_not_grow_with_the_document() {
    let long = "a".repeat(10_000_000);
    let quoted = format!("\"{long}\"");
    let shown = format!("\"{}…\"", "a".repeat(60));
    assert_eq!(refusal::<i64>(&quoted), format!("expected integer, found {shown}"));
    assert_eq!(
        refusal::<Person>(&quoted),
        format!("expected object (Person), found {shown}")
    );
    assert_eq!(
        refusal::<Mode>(&quoted).len(),
        format!(r#"expected "fast", "slow", 1, null or {{"a":1,"b":[2.0]}}, found {shown}"#).len()
    );
    assert!(refusal::<Anything>(&quoted).len() < 1_000);
    assert!(refusal::<Output>(&format!(r#"{{"type":{quoted}}}"#)).len() < 200);
    assert!(refusal::<Closed>(&format!("{{{quoted}:1}}")).len() < 200);
    assert!(refusal::<Map<i64>>(&format!("{{{quoted}:true}}")).len() < 400);
    assert!(refusal::<Open>(&format!(r#"{{"id":1,{quoted}:1,"B":2}}"#)).len() < 400);
    assert!(refusal::<Figure>(&format!("{{{quoted}:1}}")).len() < 300);
    // Two bytes a character, escapes, and a cut that must not fall into one.
    assert!(refusal::<i64>(&format!("\"{}\"", "é\\n\\u0001".repeat(1_000))).len() < 500);
}

#[test]
fn pointers_can_be_parsed_whatever_the_keys_are() {
    for (key, shown) in [
        ("a", "/a"),
        ("a/b~c", "/a~1b~0c"),
        ("a b", "\"/a b\""),
        ("a: b", "\"/a: b\""),
        ("a\\nb", "\"/a\\nb\""),
        ("\\\"", "\"/\\\"\""),
        (" at line 1 column 2", "\"/ at line 1 column 2\""),
        ("", "/"),
        ("\\\\\\\": x", "\"/\\\\\\\": x\""),
    ] {
        let text = format!(r#"{{"{key}":{{"{key}":5}}}}"#);
        let error = from_str::<Map<Map<String>>>(&text).expect_err("5 is no string");
        let key: String = serde_json::from_str(&format!("\"{key}\"")).expect("a key");
        let segment = key.replace('~', "~0").replace('/', "~1");
        assert_eq!(error.pointer(), format!("/{segment}/{segment}"), "{shown}");
        assert_eq!(error.message(), "expected string, found 5");
        let once = refusal::<Map<String>>(&format!(r#"{{{}:5}}"#, serde_json::json!(key)));
        assert_eq!(once, format!("at {shown}: expected string, found 5"));
    }
}

#[test]
fn what_looks_like_a_position_is_not_taken_for_one() {
    let text = r#"{"name":"a","nick":null,"age":" at line 7 column 9"}"#;
    let error = from_str::<Person>(text).expect_err("no integer");
    assert_eq!(error.line(), 1);
    assert_eq!(error.message(), r#"expected integer, found " at line 7 column 9""#);
    let text = r#"{"name":"a","nick":null,"age":"x, expected y"}"#;
    assert_eq!(
        refusal::<Person>(text),
        r#"at /age: expected integer, found "x, expected y""#
    );
}

#[test]
fn many_keys_take_linear_time() {
    let keys: Vec<String> = (0..200_000).map(|index| format!(r#""k{index}":{index}"#)).collect();
    let text = format!(r#"{{"success":true,"message":"m",{}}}"#, keys.join(","));
    let start = std::time::Instant::now();
    assert!(matches!(read::<Flat>(&text), Ok(Flat::Base(_))));
    assert!(read::<Map<Value>>(&text).is_ok());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn readers_other_than_text_keep_their_errors() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _buffer: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    assert!(
        serde_json::from_reader::<_, Person>(Broken)
            .expect_err("no bytes")
            .is_io()
    );
    let person: Person = serde_json::from_reader(r#"{"name":"a\u0062","nick":null}"#.as_bytes()).expect("right");
    assert_eq!(person.name, "ab");
}
