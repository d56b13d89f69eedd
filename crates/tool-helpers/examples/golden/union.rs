//! The flat union of tool results: by the registered type, as the base, and as the union whose first match wins.

use isomorph_runtime::{Wire, from_str};
use serde::Serialize;
use serde_json::Value;
use tool_helpers::tool_models::tool_results::{BaseToolResult, ToolCallResult};
use tool_helpers::tool_results::ToolResultParser;

use crate::first_wins::FirstWins;
use crate::{Score, cases, same};

pub(crate) fn measure(document: &Value, score: &mut Score) {
    for case in cases(document, "cases")
        .iter()
        .filter(|case| case.get("union").is_some())
    {
        score.count("union", case, read(case));
    }
}

fn read(case: &Value) -> Result<(), String> {
    let input = case["input"].as_str().unwrap_or_default();
    let by_tool = ToolResultParser::standard()
        .parse("run_python", input)
        .map_err(|error| error.to_string());
    same("by its tool", &outcome(by_tool), &expected(&case["python"]))?;
    same(
        "as the base",
        &outcome(parsed::<BaseToolResult>(input)),
        &expected(&case["base"]),
    )?;
    same(
        "as the first that accepts",
        &outcome(parsed::<FirstWins>(input)),
        &expected(&case["union"]),
    )?;
    // K6: the most specific member accepts the same, and a result that is only the base comes back as it is.
    let specific = parsed::<ToolCallResult>(input);
    same(
        "whether any accepts",
        &specific.is_ok().to_string(),
        &case["union"]["accepted"].to_string(),
    )?;
    match specific {
        Ok(ToolCallResult::BaseToolResult(base)) => {
            same("the most specific", &outcome(Ok(base)), &expected(&case["base"]))
        }
        Ok(other) => same("the most specific", &outcome(Ok(other)), &expected(&case["python"])),
        Err(_) => Ok(()),
    }
}

fn parsed<T: Wire>(input: &str) -> Result<T, String> {
    from_str(input).map_err(|error| error.to_string())
}

fn outcome(result: Result<impl Serialize, String>) -> String {
    match result {
        Ok(result) => serde_json::to_string(&result).unwrap_or_else(|error| error.to_string()),
        Err(_) => "refused".to_owned(),
    }
}

fn expected(verdict: &Value) -> String {
    verdict["output"].as_str().unwrap_or("refused").to_owned()
}
