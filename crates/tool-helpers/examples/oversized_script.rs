//! A script calls tools; one result is short, one is too long to be sent, and one can be neither sent nor saved.
//!
//! `cargo run -p tool-helpers --example oversized_script`

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use tool_helpers::script_results::{FolderStorage, HandlerResult, NoStorage, ScriptHost, ScriptText, Storage};
use tool_helpers::tool_models::script_results::{ScriptToolResult, StructuredScriptText};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("oversized-script-{}", std::process::id()));
    let text = transcript(&folder);
    std::fs::remove_dir_all(&folder)?;
    std::io::stdout().write_all(text?.as_bytes())?;
    Ok(())
}

/// What the script does, line by line; results that are too long go into `folder`.
pub fn transcript(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();
    // A cap this small stands for the five million units of a real host.
    let host = ScriptHost::new(FolderStorage::new(folder).shown_as("results")).cap(200);
    script(&call(&host, 3)?, folder, &mut lines)?;
    script(&call(&host, 40)?, folder, &mut lines)?;
    script(&call(&ScriptHost::new(NoStorage).cap(200), 40)?, folder, &mut lines)?;
    Ok(lines)
}

/// The host: runs the tool, and sends its result to the script as a line of JSON.
fn call<S: Storage>(host: &ScriptHost<S>, rows: usize) -> Result<String, Box<dyn Error>> {
    let payload: Vec<Value> = (0..rows).map(|row| json!({ "row": row })).collect();
    let words = json!({ "type": "text", "text": format!("{rows} rows") });
    let message = host.deliver("call-1", HandlerResult::structured(vec![words], &payload, false));
    Ok(serde_json::to_string(&message)?)
}

/// The script: uses the payload that was sent, or fetches the one that was saved.
fn script(line: &str, folder: &Path, lines: &mut String) -> Result<(), Box<dyn Error>> {
    let message: ScriptToolResult = isomorph_runtime::from_str(line)?;
    let result = ScriptText::from(message);
    if let Some(words) = result.failure() {
        writeln!(lines, "failed: {words}")?;
        return Ok(());
    }
    let Some(oversized) = result.oversized() else {
        let rows: Vec<Value> = result.structured_as().ok_or("no payload")??;
        writeln!(lines, "sent: {} rows, {} characters", rows.len(), result.len())?;
        return Ok(());
    };
    let saved = oversized.saved_to.as_deref().ok_or("not saved")?;
    let name = Path::new(saved).file_name().ok_or("no file name")?;
    let whole: StructuredScriptText = isomorph_runtime::from_str(&std::fs::read_to_string(folder.join(name))?)?;
    let rows = whole
        .structured_content
        .as_ref()
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    writeln!(lines, "saved: {rows} rows, {} characters", oversized.chars)?;
    Ok(())
}
