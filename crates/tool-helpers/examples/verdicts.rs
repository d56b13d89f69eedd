//! Measures the models and helpers against recordings of the protocol's reference implementations.
//!
//! `cargo run -p tool-helpers --example verdicts -- FOLDER`, where the folder holds `reference-verdicts.json`,
//! `apply-tool-result-golden.json`, `main/null-omission.json`, `dotnet-compat/*.json` and `dart/events.json`.
//! Prints each difference, each exception with the requirement behind it, and the totals.

#[path = "../tests/support/models.rs"]
mod models;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use isomorph_runtime::from_str;
use models::{Model, models};
use serde_json::{Map, Value};
use tool_helpers::agent_events::{Boundary, Conversation, Incoming, write_event};
use tool_helpers::tool_models::agent_events::{AgentEvent, Message};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let folder = env::args().nth(1);
    let report = match &folder {
        Some(folder) => measure(Path::new(folder)),
        None => Err("usage: cargo run -p tool-helpers --example verdicts -- FOLDER".into()),
    };
    let (text, code) = match report {
        Ok(report) => (report.to_text(), ExitCode::SUCCESS),
        Err(error) => (format!("error: {error}\n"), ExitCode::FAILURE),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    code
}

fn measure(folder: &Path) -> Outcome<Report> {
    let mut report = Report::default();
    verdicts(&read(&folder.join("reference-verdicts.json"))?, &mut report)?;
    null_omission(&read(&folder.join("main/null-omission.json"))?, &mut report)?;
    for entry in fs::read_dir(folder.join("dotnet-compat"))? {
        round_trips("dotnet", &read(&entry?.path())?, &mut report);
    }
    round_trips("dart", &read(&folder.join("dart/events.json"))?, &mut report);
    golden(&read(&folder.join("apply-tool-result-golden.json"))?, &mut report)?;
    Ok(report)
}

/// The verdicts of the TypeScript implementation, and the text that it writes.
fn verdicts(document: &Value, report: &mut Report) -> Outcome<()> {
    let models: BTreeMap<_, Model> = models("agent-events")
        .into_iter()
        .map(|model| (model.name, model))
        .collect();
    for case in array(&document["cases"])? {
        let (name, text) = (string(&case["name"])?, string(&case["input"])?);
        let target = match string(&case["target"])? {
            "Event" => "AgentEvent",
            target => target,
        };
        let reference = reference(case, text);
        let Some(accepted) = reference["accepted"].as_bool() else {
            report.note(format!("{name}: {target} is not in this version of the protocol"));
            continue;
        };
        let model = models
            .get(target)
            .ok_or_else(|| format!("{name}: there is no model {target}"))?;
        let ours = (model.round_trip)(text);
        let same = ours.is_ok() == accepted;
        report.count("verdicts", same, || {
            format!("{name}: {text}\n    {ours:?} instead of {reference}")
        });
        let (Ok(ours), true) = (ours, accepted) else { continue };
        let theirs = string(&reference["output"])?;
        match exception(text, &ours, theirs)? {
            Some(exception) => report.note(format!("{name}: {exception}")),
            None => report.count("output", ours == theirs, || {
                format!("{name}:\n    {ours}\n    {theirs}")
            }),
        }
        // What the reference wrote stands in declared order, so it must come back as it is.
        let again = (model.round_trip)(theirs);
        let same = again.as_deref().is_ok_and(|again| again == theirs);
        report.count("bytes", same, || {
            format!("{name}: {theirs}\n    comes back as {again:?}")
        });
    }
    Ok(())
}

/// The verdict that counts: that of the main line, which does not know the `error` of a tool result yet.
fn reference<'a>(case: &'a Value, text: &str) -> &'a Value {
    let event: Value = serde_json::from_str(text).unwrap_or_default();
    if event["type"] == "TOOL_CALL_RESULT" && event.get("error").is_some() {
        &case["zod_pr2549"]
    } else {
        &case["zod_main"]
    }
}

/// The requirement by which our text may differ from theirs, when that is all that differs.
fn exception(text: &str, ours: &str, theirs: &str) -> Outcome<Option<&'static str>> {
    if ours == theirs {
        return Ok(None);
    }
    if sent(text).is_ok_and(|sent| sent == theirs) {
        return Ok(Some(
            "the model keeps a null that stands for nothing (A12, A13); boundary and writer leave it out",
        ));
    }
    let (text, ours, theirs): (Value, Value, Value) = (
        serde_json::from_str(text)?,
        serde_json::from_str(ours)?,
        serde_json::from_str(theirs)?,
    );
    if ours == text && as_javascript(&ours) == as_javascript(&theirs) {
        return Ok(Some("numbers keep their digits (A15)"));
    }
    let mut more = Vec::new();
    if !says_more(&ours, &theirs, &text, &mut more) {
        return Ok(None);
    }
    Ok(Some(if more.iter().all(|key| key == "__proto__") {
        "the key __proto__ is kept, which JavaScript loses (A10)"
    } else {
        "unknown keys are kept at every level (A10)"
    }))
}

/// What becomes of an event that comes in at the boundary and goes out through the writer.
fn sent(text: &str) -> Outcome<String> {
    match Boundary::new().read(text)?.event {
        Incoming::Event(event) => Ok(write_event(*event)?),
        Incoming::Unknown(event) => Ok(Value::Object(event).to_string()),
    }
}

/// The value with its numbers as JavaScript has them.
fn as_javascript(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(as_javascript).collect(),
        Value::Object(entries) => entries
            .iter()
            .map(|(key, value)| (key.clone(), as_javascript(value)))
            .collect(),
        _ => value.clone(),
    }
}

/// Whether the only difference is that ours keeps keys of the text that theirs has not; collects these.
fn says_more(ours: &Value, theirs: &Value, text: &Value, more: &mut Vec<String>) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let extra: Vec<_> = ours.iter().filter(|(key, _)| !theirs.contains_key(*key)).collect();
            more.extend(extra.iter().map(|(key, _)| (*key).clone()));
            extra.iter().all(|(key, value)| text.get(key.as_str()) == Some(*value))
                && theirs.iter().all(|(key, theirs)| {
                    ours.get(key)
                        .is_some_and(|ours| says_more(ours, theirs, text.get(key).unwrap_or(&Value::Null), more))
                })
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len()
                && (ours.iter().zip(theirs).enumerate())
                    .all(|(index, (ours, theirs))| says_more(ours, theirs, &text[index], more))
        }
        _ => ours == theirs,
    }
}

/// What a producer writes: no key where there is no value.
fn null_omission(document: &Value, report: &mut Report) -> Outcome<()> {
    for case in array(&document["stream"])? {
        let written = sent(&case["input"].to_string())?;
        let expected = &case["expected"];
        let same = serde_json::from_str::<Value>(&written)? == *expected;
        report.count("null-omission", same, || {
            format!("{}: {written:?}\n    {expected}", case["name"])
        });
    }
    Ok(())
}

/// Events that another implementation wrote: all are known, and none loses anything.
fn round_trips(name: &'static str, document: &Value, report: &mut Report) {
    for event in events(document) {
        let written = sent(&Value::Object(event.clone()).to_string());
        let value = written
            .as_ref()
            .ok()
            .and_then(|text| serde_json::from_str::<Value>(text).ok());
        // A default may be written where there was nothing.
        let same = value.is_some_and(|value| {
            event
                .iter()
                .all(|(key, sent)| as_javascript(&value[key]) == as_javascript(sent))
        });
        report.count(name, same, || format!("{event:?}\n    {written:?}"));
    }
}

/// The events of a document, which are lists of events by name or one list.
fn events(document: &Value) -> Vec<&Map<String, Value>> {
    match document {
        Value::Array(items) => items.iter().flat_map(events).collect(),
        Value::Object(event) if event.contains_key("type") => vec![event],
        Value::Object(groups) => groups.values().flat_map(events).collect(),
        _ => Vec::new(),
    }
}

/// The messages that the TypeScript client makes of results.
fn golden(document: &Value, report: &mut Report) -> Outcome<()> {
    for case in array(&document["cases"])? {
        let before: Vec<Message> = from_str(&case["initialMessages"].to_string())?;
        let mut conversation = Conversation::from(before);
        let mut warnings = Vec::new();
        for event in array(&case["events"])? {
            let event: AgentEvent = from_str(&event.to_string())?;
            warnings.extend(conversation.apply(&event));
        }
        let mut after = serde_json::to_value(conversation.messages())?;
        // The client that was recorded does not pass the error on; that it is the event's is tested elsewhere.
        for message in after.as_array_mut().into_iter().flatten() {
            let message_error = message
                .as_object_mut()
                .and_then(|message| message.shift_remove("error"));
            if message_error.is_some() {
                report.note(format!(
                    "{}: the error of the event is on the message (A6)",
                    case["name"]
                ));
            }
        }
        let same = after == case["messages"] && warnings.len() == array(&case["warnings"])?.len();
        report.count("golden", same, || {
            format!("{}: {after}\n    {}", case["name"], case["messages"])
        });
    }
    Ok(())
}

/// What was found.
#[derive(Debug, Default)]
struct Report {
    lines: Vec<String>,
    /// How many were right, and how many there were.
    counts: Vec<(&'static str, usize, usize)>,
}

impl Report {
    fn note(&mut self, line: String) {
        self.lines.push(line);
    }

    fn count(&mut self, name: &'static str, is_right: bool, describe: impl FnOnce() -> String) {
        if !is_right {
            self.lines.push(format!("WRONG {name}: {}", describe()));
        }
        match self.counts.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, right, all)) => {
                *right += usize::from(is_right);
                *all += 1;
            }
            None => self.counts.push((name, usize::from(is_right), 1)),
        }
    }

    fn to_text(&self) -> String {
        let counts: Vec<_> = self
            .counts
            .iter()
            .map(|(name, right, all)| format!("{name} {right}/{all}"))
            .collect();
        format!("{}\nTOTAL {}\n", self.lines.join("\n"), counts.join("  "))
    }
}

fn read(path: &Path) -> Outcome<Value> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn array(value: &Value) -> Outcome<&Vec<Value>> {
    value.as_array().ok_or_else(|| format!("{value} is no array").into())
}

fn string(value: &Value) -> Outcome<&str> {
    value.as_str().ok_or_else(|| format!("{value} is no text").into())
}
