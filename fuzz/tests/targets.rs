//! Every target, for the seconds that `ISOMORPH_FUZZ_SECONDS` says, or two.

use std::path::{Path, PathBuf};

use isomorph_fuzz::{events, generate, input, models, run::run, sse};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

/// What schemas are made of.
const SCHEMA: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "$ref",
    "$defs",
    "definitions",
    "$id",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "enum",
    "const",
    "default",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "uniqueItems",
    "contains",
    "patternProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "discriminator",
    "nullable",
    "title",
    "description",
    "deprecated",
    "components",
    "schemas",
    "$schema",
    "openapi",
    "3.1.0",
    "3.0.3",
    "object",
    "string",
    "array",
    "integer",
    "number",
    "boolean",
    "null",
    "date-time",
    "int64",
    "#",
    "#/$defs/a",
    "#/components/schemas/A",
    "a",
    "b",
    "A",
    "self",
    "^a$",
    "(",
    "",
];

/// What the wire families are made of.
const WIRE: &[&str] = &[
    "type",
    "success",
    "message",
    "outputs",
    "text",
    "image",
    "error",
    "table",
    "rows",
    "columns",
    "hits",
    "title",
    "url",
    "path",
    "content",
    "encoding",
    "utf-8",
    "stdout",
    "exitCode",
    "status",
    "data",
    "error_type",
    "remediation_hints",
    "id",
    "role",
    "tool",
    "user",
    "assistant",
    "messageId",
    "toolCallId",
    "toolCallName",
    "delta",
    "snapshot",
    "messages",
    "toolCalls",
    "function",
    "arguments",
    "parentMessageId",
    "input",
    "threadId",
    "runId",
    "outcome",
    "interrupts",
    "op",
    "tool_result",
    "result",
    "is_error",
    "structured_json",
    "isError",
    "oversized",
    "structuredContent",
    "_meta",
    "resource",
    "uri",
    "blob",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TOOL_CALL_CHUNK",
    "TOOL_CALL_RESULT",
    "MESSAGES_SNAPSHOT",
    "STATE_SNAPSHOT",
    "STATE_DELTA",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "RUN_STARTED",
    "RUN_FINISHED",
    "RUN_ERROR",
    "t1",
    "m1",
    "metadata",
    "rawEvent",
    "timestamp",
];

fn last(target: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{target}.last"))
}

/// The documents that the tests of the families read, each text in them that is JSON by itself too.
fn documents() -> Vec<Value> {
    fn inner(value: &Value, found: &mut Vec<Value>) {
        match value {
            Value::String(text) => found.extend(serde_json::from_str(text).ok().filter(Value::is_object)),
            Value::Array(items) => items.iter().for_each(|item| inner(item, found)),
            Value::Object(entries) => {
                found.push(value.clone());
                entries.values().for_each(|value| inner(value, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    input::seeds("tests/fixtures")
        .iter()
        .for_each(|seed| inner(seed, &mut found));
    found.retain(|value| value.to_string().len() < 2_000);
    assert!(found.len() > 100, "the seeds were not found");
    found
}

#[test]
fn the_generator_takes_any_document() {
    let seeds: Vec<_> = ["tests/cases", "tests/diagnostics"]
        .into_iter()
        .flat_map(input::seeds)
        .collect();
    let document = input::text(prop_oneof![3 => input::changed(seeds, SCHEMA), 1 => input::json(SCHEMA)]);
    let inputs = run(&last("generate"), document, |text| generate(&text));
    assert!(inputs >= 100);
}

#[test]
fn the_models_take_any_text() {
    let text = input::text(prop_oneof![3 => input::changed(documents(), WIRE), 1 => input::json(WIRE)]);
    assert!(run(&last("models"), text, |text| models(&text)) >= 100);
}

#[test]
fn the_event_stream_parser_takes_any_bytes() {
    let parts: Vec<&[u8]> = vec![
        b"data",
        b"event",
        b"id",
        b"retry",
        b":",
        b": ",
        b" ",
        b"\n",
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\0",
        b"1",
        b"\xef\xbb\xbf",
        b"\xef",
        b"\xff",
        b"\xf0\x9f\x98\x80",
        b"{\"type\":\"RUN_ERROR\",\"message\":\"m\"}",
        b"data: a\n\n",
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(parts).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 0..20),
    ];
    let stream = vec(piece, 0..60).prop_map(|pieces| pieces.concat());
    let input = (stream, vec(1_usize..12, 1..6));
    assert!(run(&last("sse"), input, |(stream, sizes)| sse(&stream, &sizes)) >= 100);
}

#[test]
fn the_boundary_and_the_fold_take_any_events() {
    let seeds: Vec<_> = documents()
        .into_iter()
        .filter(|value| value.get("type").is_some())
        .collect();
    let event = input::text(prop_oneof![5 => input::changed(seeds, WIRE), 1 => input::json(WIRE)]);
    assert!(run(&last("events"), vec(event, 0..20), |texts| events(&texts)) >= 100);
}

#[test]
#[should_panic(expected = "minimal failing input: 17")]
fn a_target_that_fails_is_told_with_the_smallest_input() {
    run(&last("fails"), 0_u32.., |number| assert!(number < 17));
}
