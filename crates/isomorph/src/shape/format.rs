//! Formats that are asserted, and that nothing judges.

use std::collections::HashSet;

use super::{Severity, Shaper, Spot};
use crate::FORMATS;
use crate::lower::{Schema, Types};

impl Shaper<'_> {
    /// Warns of every name once, where it is met first.
    pub(super) fn warn_of_formats(&mut self) {
        let graph = self.graph;
        let mut told = HashSet::new();
        for node in &graph.nodes {
            let Schema::Keywords(keywords) = &node.schema else {
                continue;
            };
            let Some(format) = &keywords.string.format else {
                continue;
            };
            let policy = &self.documents.documents[node.document].policy;
            let is_of_strings = keywords.types.is_none_or(|types| types.has(Types::STRING));
            if is_of_strings && policy.asserts(format) && !is_judged(format) && told.insert(format) {
                let spot = Spot {
                    document: node.document,
                    pointer: format!("{}/format", node.pointer),
                    name: String::new(),
                };
                self.unjudged_format(format, &spot);
            }
        }
    }

    fn unjudged_format(&mut self, format: &str, spot: &Spot) {
        let repair = match nearest(format) {
            Some(known) => format!("write `{known}`, if that is meant, or say it with a `pattern`"),
            None => {
                format!("say it with a `pattern`, or let it be an annotation with `--formats assert,{format}=annotate`")
            }
        };
        self.report(
            Severity::Warning,
            spot,
            "unknown-format",
            format!("the format `{format}` is asserted, but nothing judges it: any string passes"),
            "only the formats that JSON Schema defines are judged (2020-12 Validation, section 7.3)",
            &repair,
        );
    }
}

/// Whether a format refuses anything where it is asserted.
pub(super) fn is_judged(format: &str) -> bool {
    FORMATS.contains(&format)
}

/// The format that was meant, if one is near enough to say so.
fn nearest(format: &str) -> Option<&'static str> {
    let plain = |name: &str| name.to_lowercase().replace(['-', '_'], "");
    let found = plain(format);
    FORMATS
        .iter()
        .map(|known| (strsim::damerau_levenshtein(&found, &plain(known)), *known))
        .filter(|(distance, known)| *distance <= known.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
