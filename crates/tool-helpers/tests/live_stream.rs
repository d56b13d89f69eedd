//! The example of a live stream (A16): a failed tool is shown as failed, and one whose text only looks like it is not.

#[path = "../examples/live_stream.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod example;

#[test]
fn a5_a16_a_live_stream_folds_into_a_transcript() {
    let expected = "\
user       Print the report and mail it to Ann.
reasoning  Two tools, side by side.
assistant  I will print and mail it.
    calls  print {\"pages\":3}
    calls  mail {\"to\":\"Ann\"}
    done   mail: Error: is the subject of the mail, which was sent.
    FAILED print: out of paper
assistant  The mail is out, but the printer has no paper.
state      {\"printed\":false,\"mailed\":true}
run        r1 is finished
odd        unknown event type \"MOOD_CHANGED\"
";
    assert_eq!(example::transcript(example::stream()).unwrap(), expected);
}

#[test]
fn a2_a_failure_without_words_is_shown_too() {
    let event = r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"fine","error":""}"#;
    assert_eq!(example::transcript([event]).unwrap(), "    FAILED a tool\n");
    let event = r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"fine","error":5}"#;
    assert!(example::transcript([event]).unwrap_err().to_string().contains("/error"));
}
