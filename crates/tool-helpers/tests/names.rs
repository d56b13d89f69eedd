//! What the helpers are called elsewhere finds them here, and every requirement has a test of its number.

mod support;

use std::collections::BTreeSet;

use support::{sources, workspace};

/// What the helpers of other languages are called.
const NAMES: [&str; 24] = [
    "BaseToolResult",
    "ToolCallResult",
    "ToolResultParser",
    "error",
    "error_type",
    "from_dict",
    "handleScriptToolCall",
    "isError",
    "is_error",
    "ok",
    "original_status",
    "parse_tool_result",
    "parse_untyped",
    "partial",
    "raise_for_tool_status",
    "register",
    "remediation_hints",
    "savedTo",
    "scriptStructuredResult",
    "structured",
    "structuredContent",
    "to_dict",
    "tool_result_to_payload",
    "tool_result_to_str",
];

/// The families whose requirements are tested in this crate, with how many lines each has.
const FAMILIES: [(char, usize); 3] = [('k', 16), ('o', 16), ('r', 15)];

#[test]
fn what_a_helper_is_called_elsewhere_finds_it() {
    let mut texts = sources(&workspace().join("crates/tool-helpers/src"));
    texts.extend(sources(&workspace().join("generated/tool-models/src")));
    let found = |name: &str| {
        let forms = [
            format!("#[doc(alias = \"{name}\")]"),
            format!("pub fn {name}("),
            format!("pub fn {name}<"),
            format!("    fn {name}(&self"),
            format!("pub struct {name} "),
            format!("pub struct {name}<"),
            format!("pub enum {name} "),
        ];
        texts
            .iter()
            .any(|(_, text)| forms.iter().any(|form| text.contains(form)))
    };
    let missing: Vec<_> = NAMES.into_iter().filter(|name| !found(name)).collect();
    assert!(missing.is_empty(), "give the helper a #[doc(alias)]: {missing:?}");
    assert!(!found("no_such_helper"));
}

/// The numbers at the start of the names of tests: `k11_o_...` has K11.
fn numbers() -> BTreeSet<String> {
    let mut texts = sources(&workspace().join("crates/tool-helpers/tests"));
    texts.extend(sources(&workspace().join("crates/tool-helpers/src")));
    let mut numbers = BTreeSet::new();
    for (_, text) in texts {
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(name) = line.strip_prefix("fn ") else { continue };
            // Attributes may stand between, and a property has its test attribute inside of its macro.
            let is_test = lines[..at]
                .iter()
                .rev()
                .take_while(|line| line.starts_with("#["))
                .any(|line| *line == "#[test]");
            if is_test {
                numbers.extend(name.split(['_', '(']).take(2).map(str::to_owned));
            }
        }
    }
    numbers
}

#[test]
fn every_requirement_has_a_test_of_its_number() {
    let numbers = numbers();
    let lines = FAMILIES
        .into_iter()
        .flat_map(|(family, count)| (1..=count).map(move |line| format!("{family}{line}")));
    let missing: Vec<_> = lines.filter(|line| !numbers.contains(line)).collect();
    assert!(missing.is_empty(), "no test starts with {missing:?}");
    assert!(!numbers.contains("k17") && !numbers.contains("o17") && !numbers.contains("r16"));
}
