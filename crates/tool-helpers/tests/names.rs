//! What the helpers are called elsewhere finds them here.

mod support;

use support::{sources, workspace};

/// What the helpers of other languages are called.
const NAMES: [&str; 30] = [
    "BaseToolResult",
    "EventEncoder",
    "EventSchemas",
    "ToolCallResult",
    "ToolResultParser",
    "applyPatch",
    "defaultApplyEvents",
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
    "pendingInterrupts",
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
    "transformChunks",
];

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
