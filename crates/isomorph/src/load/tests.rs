//! Texts in, kinds and diagnostics out.

use serde_json::json;

use super::*;
use crate::input::Options;

fn load_text(text: &str) -> Result<Loaded, Vec<Diagnostic>> {
    load_named("a.yaml", text)
}

fn load_named(name: &str, text: &str) -> Result<Loaded, Vec<Diagnostic>> {
    load(&Input {
        documents: vec![Document {
            name: name.to_owned(),
            module: "a".to_owned(),
            text: text.to_owned(),
            policy: None,
        }],
        options: Options::default(),
    })
}

fn value(text: &str) -> Value {
    load_text(text)
        .expect("the text is a document")
        .documents
        .remove(0)
        .value
}

fn kind(text: &str) -> Kind {
    load_text(text).expect("the text is a document").documents[0].kind
}

/// Rule, line and column of the only problem, and its message.
fn problem(text: &str) -> (&'static str, usize, usize, String) {
    let mut found = load_text(text).expect_err("the text is no document");
    assert_eq!(found.len(), 1, "{found:?}");
    let only = found.remove(0);
    (only.rule, only.place.line, only.place.column, only.message)
}

#[test]
fn json_keeps_order_and_numbers() {
    let value = value(r#"{"z": 1, "a": 1.0, "m": 18446744073709551615, "t": -1, "e": 1e2, "n": null}"#);
    assert_eq!(
        value.to_string(),
        r#"{"z":1,"a":1.0,"m":18446744073709551615,"t":-1,"e":100.0,"n":null}"#
    );
}

#[test]
fn yaml_scalars_are_those_of_the_core_schema() {
    let value = value(
        "type: [no, on, yes, off, y]\ndate: 2024-01-31\ntime: 12:30:45\ntrue: true\nn: null\ntilde: ~\nempty:\n\
         octal: 0o17\nhex: 0xff\nunder: 1_000\nfloat: 1.50\nexp: 1e3\nversion: 1.2.3\n200: code\nnull: key\n\
         quoted: \"1\"\nblock: |\n  a\n  b\nfolded: >-\n  a\n  b\nbig: 18446744073709551615\ncomment: a # b\n",
    );
    assert_eq!(
        value,
        json!({
            "type": ["no", "on", "yes", "off", "y"], "date": "2024-01-31", "time": "12:30:45", "true": true, "n": null,
            "tilde": null, "empty": null, "octal": 15, "hex": 255, "under": "1_000", "float": 1.5,
            "exp": 1000.0, "version": "1.2.3", "200": "code", "null": "key", "quoted": "1", "block": "a\nb\n",
            "folded": "a b", "big": 18446744073709551615_u64, "comment": "a",
        })
    );
}

#[test]
fn yaml_anchors_and_merges_are_expanded() {
    let value = value("base: &b {x: 1, y: 2}\nsame: *b\nmore:\n  <<: *b\n  y: 3\nmany:\n  <<: [*b, {z: 4}]\n");
    assert_eq!(
        value,
        json!({"base": {"x": 1, "y": 2}, "same": {"x": 1, "y": 2}, "more": {"y": 3, "x": 1}, "many": {"x": 1, "y": 2, "z": 4}})
    );
}

#[test]
fn flow_yaml_that_json_refuses_is_read() {
    assert_eq!(
        value("{openapi: '3.1.0', # a comment\n paths: {},}"),
        json!({"openapi": "3.1.0", "paths": {}})
    );
}

#[test]
fn a_json_file_that_is_yaml_is_read_with_a_word() {
    let loaded = load_named("a.json", "{\"type\": \"string\",}").expect("YAML takes the comma");
    let rules: Vec<&str> = loaded.warnings.iter().map(|warning| warning.rule).collect();
    assert_eq!(rules, ["document-not-json"]);
    assert_eq!(
        (loaded.warnings[0].place.line, loaded.warnings[0].place.column),
        (1, 19)
    );
    for (name, text) in [
        ("a.yaml", "{\"type\": \"string\",}"),
        ("a.json", "{\"type\": \"string\"}"),
    ] {
        let loaded = load_named(name, text).expect("the text is a document");
        assert!(loaded.warnings.is_empty(), "{name}");
    }
}

#[test]
fn a_comment_of_javascript_does_not_become_a_key() {
    let (rule, line, column, message) = problem("{\n  \"type\": // what it is\n  \"string\"\n}");
    assert_eq!((rule, line, column), ("document-syntax", 2, 11));
    assert_eq!(message, "not JSON: a comment starts here");
}

#[test]
fn kinds() {
    use Dialect::*;
    use Kind::*;
    use OpenApiVersion::*;
    assert_eq!(kind(r#"{"openapi": "3.0.3"}"#), OpenApi(V30));
    assert_eq!(kind("openapi: 3.1"), OpenApi(V31));
    assert_eq!(kind("openapi: 3.2.0-rc1"), OpenApi(V32));
    assert_eq!(kind("true"), JsonSchema(Draft202012));
    assert_eq!(kind("false"), JsonSchema(Draft202012));
    assert_eq!(kind("{}"), JsonSchema(Draft202012));
    for (uri, dialect) in [
        ("http://json-schema.org/draft-04/schema#", Draft4),
        ("http://json-schema.org/draft-06/schema", Draft6),
        ("https://json-schema.org/draft-07/schema#", Draft7),
        ("https://json-schema.org/draft/2019-09/schema", Draft201909),
        ("https://json-schema.org/draft/2020-12/schema#", Draft202012),
        ("https://spec.openapis.org/oas/3.1/dialect/base", Draft202012),
    ] {
        assert_eq!(
            kind(&json!({ "$schema": uri }).to_string()),
            JsonSchema(dialect),
            "{uri}"
        );
    }
}

#[test]
fn an_unknown_dialect_is_a_warning() {
    let loaded = load_text("{\n  \"$schema\": \"https://example.com/mine\"\n}").expect("a warning only");
    assert_eq!(loaded.documents[0].kind, Kind::JsonSchema(Dialect::Draft202012));
    assert_eq!(
        loaded.warnings[0].to_string(),
        "a.yaml:2:3: warning[dialect-unknown]: the dialect \"https://example.com/mine\" is not known\n  at /$schema\n  \
         why: the document is read as JSON Schema 2020-12, which may give its keywords another meaning\n  \
         repair: name one of the dialects draft-04, -06, -07, 2019-09 or 2020-12 of json-schema.org"
    );
}

#[test]
fn other_versions_and_roots_are_refused() {
    let found = load_text("swagger: 2.0\ninfo: {}\n").expect_err("Swagger is not read");
    assert_eq!((found[0].rule, found[0].place.line), ("swagger-2", 1));
    assert!(found[0].repair.contains("npx swagger2openapi"), "{}", found[0].repair);
    for text in [
        "openapi: 4.0.0",
        "{\"openapi\": \"3.9.0\"}",
        "openapi: 3.10.0",
        "openapi: [3]",
        "openapi: 30",
    ] {
        assert_eq!(problem(text).0, "openapi-version", "{text}");
    }
    for text in [
        "[]",
        "\"text\"",
        "12",
        "null",
        "# nothing but a comment\n",
        "just words",
    ] {
        assert_eq!(problem(text).0, "document-root", "{text}");
    }
    for text in ["", " \n\t ", "\u{feff}"] {
        assert_eq!(problem(text).0, "document-empty", "{text:?}");
    }
}

#[test]
fn syntax_errors_have_the_parsers_position() {
    assert_eq!(
        problem("{\n  \"ü\": 1,\n  \"üü\" 2\n}"),
        ("document-syntax", 3, 8, "not JSON: expected `:`".to_owned())
    );
    let (rule, line, column, message) = problem("a: 1\nb: [1, 2\nc: 3\n");
    assert_eq!((rule, line), ("document-syntax", 3), "{column} {message}");
    assert!(message.starts_with("not YAML: "), "{message}");
    assert_eq!(problem("a: 1\n---\nb: 2\n").0, "document-several");
    assert_eq!(problem("a: .inf\n").0, "document-syntax");
}

#[test]
fn the_problems_of_all_documents_are_listed() {
    let document = |text: &str| Document {
        name: text.to_owned(),
        module: String::new(),
        text: text.to_owned(),
        policy: None,
    };
    let input = Input {
        documents: ["[]", "{}", "{", "swagger: '2.0'"].map(document).to_vec(),
        options: Options::default(),
    };
    let rules: Vec<_> = load(&input)
        .expect_err("three are wrong")
        .iter()
        .map(|found| found.rule)
        .collect();
    assert_eq!(rules, ["document-root", "document-syntax", "swagger-2"]);
}

#[test]
fn keys_that_stand_twice() {
    let loaded = load_text("{\"a\": [0, {\"b/c\": 1,\n \"b/c\": 2}]}").expect("JSON takes the last");
    assert_eq!(loaded.documents[0].value, json!({"a": [0, {"b/c": 2}]}));
    let places: Vec<_> = loaded
        .warnings
        .iter()
        .map(|found| (found.rule, found.place.pointer.as_str(), found.place.line))
        .collect();
    assert_eq!(places, [("document-duplicate-key", "/a/1/b~1c", 2)]);
    assert_eq!(
        problem("a: 1\nb: 2\na: 3\n"),
        (
            "document-duplicate-key",
            3,
            1,
            "the key \"a\" stands twice in one mapping".to_owned()
        )
    );
}

#[test]
fn deep_nesting_is_a_diagnostic() {
    for (open, close) in [("{\"a\":", "}"), ("[", "]"), ("- ", ""), ("[\n", "]")] {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        assert_eq!(problem(&text).0, "document-too-deep", "{open}");
        // Text that ends in the middle of it.
        assert_eq!(problem(&open.repeat(100_000)).0, "document-too-deep", "{open}");
    }
    let block: String = (0..1000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(problem(&block).0, "document-too-deep");
    let fine = format!("{}1{}", "{\"a\":".repeat(100), "}".repeat(100));
    assert!(load_text(&fine).is_ok());
}

#[test]
fn alias_bombs_fail_and_large_documents_pass() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    assert_eq!(problem(&bomb).0, "document-too-large");

    // More nodes and bytes than the reader's defaults let pass.
    let mut large = String::from("openapi: 3.1.0\nshared: &shared {type: string}\nlist:\n");
    let line = format!(
        "  - {{type: object, a: *shared, b: {{description: {} }}}}\n",
        "words ".repeat(60)
    );
    while large.len() < 12 << 20 {
        large.push_str(&line);
    }
    assert_eq!(kind(&large), Kind::OpenApi(OpenApiVersion::V31));
}
