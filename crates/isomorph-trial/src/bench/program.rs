//! The program that reads documents: its source, and what its output says.

use std::fmt::Write as _;

use super::{Answer, Code, Doors};

/// The `main.rs` over some units.
pub(super) fn source(units: &[(usize, &Code)], doors: Doors) -> String {
    let mut text = String::from(HEAD);
    text.push_str(match doors {
        Doors::Plain => "type Door = fn(&str) -> String;\nfn doors<T: rt::Wire + Serialize + DeserializeOwned>(text: &str) -> String { plain::<T>(text) }\n",
        Doors::All => ALL_DOORS,
    });
    for (index, _) in units {
        let _ = writeln!(text, "mod m{index:05};");
    }
    text.push_str("const TABLE: &[(usize, Door)] = &[\n");
    for (index, code) in units {
        let _ = writeln!(text, "({index}, doors::<{}>),", qualified(*index, &code.ty));
    }
    text.push_str("];\n");
    text.push_str(MAIN);
    text
}

/// The type as the program names it. What is no item of the module comes from the runtime crate.
fn qualified(index: usize, ty: &str) -> String {
    let is_item = ty.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !matches!(
            ty,
            "String" | "bool" | "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "f64" | "Value"
        );
    if is_item {
        format!("m{index:05}::{ty}")
    } else {
        ty.to_owned()
    }
}

/// What a line of the program says.
pub(super) fn answers(line: &str) -> Vec<Answer> {
    line.split('\t')
        .map(|field| {
            let (kind, text) = field.split_once(' ').unwrap_or((field, ""));
            match kind {
                "A" => Answer::Accepted(text.to_owned()),
                "R" => Answer::Refused(text.to_owned()),
                "U" => {
                    let (written, why) = text.split_once('\u{1}').unwrap_or((text, ""));
                    Answer::Unstable(written.to_owned(), why.to_owned())
                }
                _ => Answer::Panicked(text.to_owned()),
            }
        })
        .collect()
}

const HEAD: &str = r#"#![allow(warnings)]
#![recursion_limit = "512"]
use isomorph_runtime as rt;
use isomorph_runtime::{Map, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Write as _;

fn plain<T: rt::Wire + Serialize + DeserializeOwned>(text: &str) -> String {
    caught(|| {
        let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let written = written(&value)?;
        let again = serde_json::from_str::<T>(&written).map_err(|error| error.to_string());
        Ok(match again.and_then(|value| serde_json::to_string(&value).map_err(|error| error.to_string())) {
            Ok(again) if again == written => format!("A {written}"),
            Ok(again) => format!("U {written}\u{1}then {again}"),
            Err(error) => format!("U {written}\u{1}{}", line(&error)),
        })
    })
}

fn written<T: Serialize>(value: &T) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| format!("cannot be written: {error}"))
}

fn line(text: &str) -> String { text.replace(['\n', '\t', '\u{1}'], " ") }

fn caught(ask: impl FnOnce() -> Result<String, String>) -> String {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)) {
        Ok(Ok(said)) => said,
        Ok(Err(why)) => format!("R {}", line(&why)),
        Err(panic) => format!("P {}", line(panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied()).unwrap_or(""))),
    }
}

"#;

const ALL_DOORS: &str = r#"type Door = fn(&str) -> String;
fn doors<T: rt::Wire + Serialize + DeserializeOwned>(text: &str) -> String {
    let runtime = caught(|| {
        let value: T = rt::from_str(text).map_err(|error| error.to_string())?;
        Ok(format!("A {}", written(&value)?))
    });
    let by_value = caught(|| {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let value: T = rt::from_value(&value).map_err(|error| error.to_string())?;
        Ok(format!("A {}", written(&value)?))
    });
    format!("{}\t{runtime}\t{by_value}", plain::<T>(text))
}
"#;

const MAIN: &str = r#"
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = std::io::LineWriter::new(std::io::stdout().lock());
    for question in std::io::stdin().lines() {
        let question = question.expect("the questions are text");
        let (unit, text) = question.split_once('\t').expect("a unit and a document");
        let unit: usize = unit.parse().expect("a number");
        let door = TABLE.iter().find(|(index, _)| *index == unit).expect("a unit of this program").1;
        writeln!(out, "{}", door(text)).expect("somebody reads");
    }
}
"#;
