//! The examples do what their texts say.

#[path = "../examples/oversized_script.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod oversized_script;
#[path = "../examples/remediation.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod remediation;

#[test]
fn o16_the_loop_branches_on_the_kind_of_error() {
    let expected = r#"read notes.txt
  for the model: {"status":"success","text":"milk"}
  done: "milk"
read note.txt
  for the model: {"status":"error","message":"no file note.txt","error_type":"FileNotFound","remediation_hints":["Read one of the similar files"],"similar":["notes.txt"]}
  for the model: {"status":"success","text":"milk"}
  done: "milk"
read log.txt
  for the model: {"status":"error","message":"the file is too large","error_type":"TooLarge","remediation_hints":["Read a part with a limit"]}
  for the model: {"status":"partial","message":"the start of the file","text":"one t"}
  done: "one t ..."
read secret.txt
  for the model: {"status":"error","message":"not allowed","error_type":"Forbidden","remediation_hints":["Ask the user for access"]}
  given up
"#;
    assert_eq!(remediation::transcript().unwrap(), expected);
}

#[test]
fn r9_r10_the_script_gets_what_was_saved_and_learns_what_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let expected = "\
sent: 3 rows, 113 characters
saved: 40 rows, 514 characters
failed: the result has 514 characters, more than the 200 that a script can get, and could not be saved (there is no \
storage), so it is not delivered; the tool may already have completed
";
    assert_eq!(oversized_script::transcript(folder.path()).unwrap(), expected);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
