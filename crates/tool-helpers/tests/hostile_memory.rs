//! Hostile text takes memory in proportion to its own length and no more. The allocator of this file counts, so that the
//! test is alone in it.

use isomorph_runtime::from_str;
use peak_alloc::PeakAlloc;
use tool_helpers::agent_events::Boundary;
use tool_helpers::script_results::ScriptText;
use tool_helpers::tool_models::mcp::CallToolResult;
use tool_helpers::tool_models::script_results::ScriptToolResult;
use tool_helpers::tool_results::ToolResultParser;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The most bytes held at once while `work` is done, beyond those held before.
fn held(work: impl FnOnce()) -> usize {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    work();
    MEMORY.peak_usage() - before
}

/// A reader with its name.
type Reader<'a> = (&'static str, Box<dyn Fn() + 'a>);

#[test]
fn k4_what_is_refused_takes_little_memory() {
    let parser = ToolResultParser::standard();
    let long = "x".repeat(10_000_000);
    let texts = [
        ("brackets", "[".repeat(10_000_000)),
        ("a string that does not end", format!("\"{long}")),
        (
            "deep",
            format!(r#"{{"success":true,"message":"m","outputs":{}"#, "[".repeat(10_000_000)),
        ),
        (
            "a string in place of a list",
            format!(r#"{{"success":true,"message":"m","outputs":"{long}"}}"#),
        ),
        ("a key", format!(r#"{{"{long}":1}}"#)),
        ("digits", format!(r#"{{"success":{}}}"#, "1".repeat(10_000_000))),
        (
            "many events",
            format!(r#"{{"type":"FUTURE","x":[{}"#, r#"{"a":1},"#.repeat(100_000)),
        ),
    ];
    for (what, text) in &texts {
        // A string that is refused is held a few times for its error, a tree that is read as any JSON takes a multiple of its text.
        let most = if *what == "many events" {
            100 * text.len()
        } else {
            5 * text.len()
        };
        let readers: [Reader<'_>; 4] = [
            (
                "by its tool",
                Box::new(|| assert!(parser.parse("run_python", text).is_err())),
            ),
            (
                "as the union",
                Box::new(|| drop(std::hint::black_box(parser.parse_untyped("sing", text)))),
            ),
            (
                "at the boundary",
                Box::new(|| assert!(Boundary::new().read(text).is_err())),
            ),
            (
                "as MCP's",
                Box::new(|| assert!(from_str::<CallToolResult>(text).is_err())),
            ),
        ];
        for (reader, read) in readers {
            let held = held(read);
            assert!(
                held < most,
                "{what}, {reader}: {held} bytes for a text of {}",
                text.len()
            );
        }
    }
    // A script's text is held once, by whoever clones it.
    let message = ScriptToolResult {
        id: String::new(),
        result: long,
        is_error: None,
        structured_json: Some(true),
    };
    let held = held(|| {
        let script = ScriptText::from(message);
        let clones: Vec<_> = (0..100).map(|_| script.clone()).collect();
        assert!(clones.iter().all(|clone| clone.structured().is_none()));
    });
    assert!(held < 1_000_000, "{held}");
}
