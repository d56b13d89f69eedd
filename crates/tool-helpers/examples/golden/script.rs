//! Script results: read from the message of the host.

use isomorph_runtime::from_str;
use serde_json::Value;
use tool_helpers::script_results::ScriptText;
use tool_helpers::tool_models::script_results::ScriptToolResult;

use crate::{Score, cases, same};

pub(crate) fn measure(document: &Value, score: &mut Score) {
    for case in cases(document, "cases")
        .iter()
        .filter(|case| case.get("wire").is_some())
    {
        score.count("script", case, read(case));
    }
}

fn read(case: &Value) -> Result<(), String> {
    let wire = case["wire"].to_string();
    let message: ScriptToolResult = from_str(&wire).map_err(|error| error.to_string())?;
    let written = serde_json::to_string(&message).map_err(|error| error.to_string())?;
    same("what is written again", &written, &wire)?;
    let script = ScriptText::from(message);
    let found = serde_json::json!({
        "str": script.as_str(),
        "is_error": script.is_error(),
        // A payload that is null is `None` in Python.
        "structured": script.structured(),
    });
    same("the result", &found.to_string(), &case["expect"].to_string())?;
    // A marked text holds a payload, or says where it is.
    let marked = case["wire"]["structured_json"] == true;
    let held = script.content().is_some() || script.oversized().is_some();
    same("whether it is structured", &held.to_string(), &marked.to_string())
}
