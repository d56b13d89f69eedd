//! A run pauses for two frontend tools, the frontend answers, the run resumes.
//!
//! `cargo run -p tool-helpers --example pause_resume`

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

use tool_helpers::tool_models::tool_results::{
    FileEncoding, FileReadResult, PythonExecutionResult, ResumeRunRequest, RunPausedEvent, TextOutput,
};
use tool_helpers::tool_results::{
    ToolOutcome as _, ToolResultParser, answer, pause, pending_call, resume, resume_request,
};

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(transcript()?.as_bytes())?;
    Ok(())
}

/// What goes over the wire and to the model, line by line.
pub fn transcript() -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();

    // The backend: the model called two tools that only the frontend can run, so the run pauses.
    let calls = [
        pending_call("call-1", "run_python", &serde_json::json!({ "code": "print(6 * 7)" }))?,
        pending_call("call-2", "read_file", &serde_json::json!({ "path": "missing.txt" }))?,
    ];
    let paused = pause("run-1", calls);
    let event_text = serde_json::to_string(&paused)?;
    writeln!(lines, "pause:  {event_text}")?;

    let request_text = frontend(&event_text)?;
    writeln!(lines, "resume: {request_text}")?;

    // The backend again: the type registered for each tool judges its result.
    let parser = ToolResultParser::standard();
    let request: ResumeRunRequest = isomorph_runtime::from_str(&request_text)?;
    for resumed in resume(&parser, &paused, &request)? {
        writeln!(lines, "{} for the model: {}", resumed.call_id, resumed.to_str()?)?;
        if let Err(failed) = resumed.result.as_result() {
            writeln!(lines, "{} {failed}", resumed.call_id)?;
        }
    }

    // A result of the wrong shape stops at the boundary.
    let malformed = parser.parse("run_python", r#"{"success":true,"message":"42","outputs":"oops"}"#);
    if let Err(error) = malformed {
        writeln!(lines, "refused: {error}")?;
    }
    Ok(lines)
}

/// The frontend: runs the tools and puts each result, as a string of JSON, into its call.
fn frontend(event_text: &str) -> Result<String, Box<dyn Error>> {
    let paused: RunPausedEvent = isomorph_runtime::from_str(event_text)?;
    let mut answers = Vec::new();
    for call in &paused.tool_calls {
        answers.push(match call.name.as_str() {
            "run_python" => {
                let outputs = vec![
                    TextOutput {
                        text: "42\n".to_owned(),
                    }
                    .into(),
                ];
                answer(
                    call,
                    &PythonExecutionResult {
                        success: true,
                        message: "42".to_owned(),
                        outputs,
                    },
                )?
            }
            _ => answer(
                call,
                &FileReadResult {
                    success: false,
                    message: "missing.txt does not exist".to_owned(),
                    path: "missing.txt".to_owned(),
                    content: String::new(),
                    encoding: FileEncoding::Utf8,
                    truncated: false,
                },
            )?,
        });
    }
    Ok(serde_json::to_string(&resume_request(&paused, answers))?)
}
