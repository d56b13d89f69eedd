//! Schemas that say something else than their author seems to mean.
//!
//! They are taken at their word, and a warning says what the word is. Exporters write most of these, without telling.

use std::collections::HashMap;

use serde_json::Value;

use super::residual;
use super::sub::only_reference;
use crate::load::Loaded;
use crate::lower::{Graph, Keywords, Node, NodeId, Schema, Types};
use crate::{Diagnostic, Place, Severity};

/// The flags of ECMA-262 regular expressions (ECMA-262, section 22.2.4.1).
const FLAGS: &str = "dgimsuvy";

/// A warning for each schema of the graph that is doubtful by itself.
pub(super) fn doubts(documents: &Loaded, graph: &Graph) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    for node in &graph.nodes {
        let Schema::Keywords(keywords) = &node.schema else {
            continue;
        };
        let found = [
            unlisted_null(keywords),
            unreachable_values(keywords),
            flags(keywords),
            equal_members(graph, keywords),
        ];
        doubts.extend(found.into_iter().flatten().map(|doubt| doubt.at(documents, node)));
    }
    doubts
}

/// What is said of a schema, before it is known where that stands.
struct Doubt {
    rule: &'static str,
    keyword: &'static str,
    message: String,
    why: &'static str,
    repair: &'static str,
}

impl Doubt {
    fn at(self, documents: &Loaded, node: &Node) -> Diagnostic {
        Diagnostic {
            rule: self.rule,
            severity: Severity::Warning,
            place: Place {
                document: documents.documents[node.document].name.clone(),
                pointer: format!("{}/{}", node.pointer, self.keyword),
                ..Place::default()
            },
            message: self.message,
            why: self.why.to_owned(),
            repair: self.repair.to_owned(),
        }
    }
}

/// `type` names null beside another type, and the values that are listed leave it out.
fn unlisted_null(keywords: &Keywords) -> Option<Doubt> {
    let types = keywords.types?;
    let values = keywords.literals.as_ref()?;
    let names_null = types.has(Types::NULL) && types != Types::NULL;
    (names_null && !values.iter().any(Value::is_null)).then(|| Doubt {
        rule: "refused-null",
        keyword: "type",
        message: "`type` names null, and the values that are listed beside it do not".to_owned(),
        why: "a value has to be listed as well, so null is refused, although the author seems to mean a nullable value",
        repair: "list null as well, or take it out of `type`",
    })
}

/// Values are listed that the `type` beside them refuses.
fn unreachable_values(keywords: &Keywords) -> Option<Doubt> {
    let types = keywords.types?;
    let values = keywords.literals.as_ref()?;
    let refused: Vec<String> = values
        .iter()
        .filter(|value| !(types.has(Types::of(value)) || keywords.nullable && value.is_null()))
        .map(|value| format!("`{}`", short(&value.to_string())))
        .collect();
    (!refused.is_empty()).then(|| Doubt {
        rule: "unreachable-value",
        keyword: "type",
        message: format!(
            "`type` refuses values that are listed beside it: {}",
            refused.join(", ")
        ),
        why: "a value has to pass both keywords, so these never do",
        repair: "add their types to `type`, or take the values out",
    })
}

/// A pattern that ends as a regular expression literal does, which is how one exporter writes flags.
fn flags(keywords: &Keywords) -> Option<Doubt> {
    let values = keywords.string.pattern.iter().map(|pattern| ("pattern", pattern));
    let keys = keywords
        .object
        .patterns
        .keys()
        .map(|pattern| ("patternProperties", pattern));
    let (keyword, pattern) = values.chain(keys).find(|(_, pattern)| ends_in_flags(pattern))?;
    Some(Doubt {
        rule: "pattern-flags",
        keyword,
        message: format!("the pattern `{}` ends in what looks like flags", short(pattern)),
        why: "`pattern` is a regular expression without delimiters and flags (JSON Schema 2020-12 Core, section 6.4), \
              so the slash and what follows have to stand in the text",
        repair: "write the flags into the pattern, such as `[Aa]` for `a` with the flag `i`",
    })
}

fn ends_in_flags(pattern: &str) -> bool {
    pattern.rsplit_once('/').is_some_and(|(source, flags)| {
        let is_literal = source.starts_with('/') || source.ends_with('$');
        is_literal && !flags.is_empty() && flags.chars().all(|flag| FLAGS.contains(flag))
    })
}

/// Two members of a `oneOf` are the same schema, so whatever they accept is refused.
fn equal_members(graph: &Graph, keywords: &Keywords) -> Option<Doubt> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let (first, second) = keywords.one_of.iter().enumerate().find_map(|(index, member)| {
        let member = followed(graph, *member);
        let earlier = seen.insert(residual::lowered(graph, member).to_string(), index)?;
        // A member that accepts nothing is refused anyway.
        let accepts_nothing = matches!(graph.node(member).schema, Schema::False);
        (!accepts_nothing).then_some((earlier, index))
    })?;
    Some(Doubt {
        rule: "equal-members",
        keyword: "oneOf",
        message: format!("the members {first} and {second} of this `oneOf` are equal"),
        why: "exactly one member has to accept a value, so what these accept is always refused",
        repair: "take one of them out, or write `anyOf`",
    })
}

/// The schema behind references.
fn followed(graph: &Graph, member: NodeId) -> NodeId {
    let mut node = member;
    // A chain longer than there are nodes goes in circles, which are refused before.
    for _ in 0..graph.nodes.len() {
        let Schema::Keywords(keywords) = &graph.node(node).schema else {
            break;
        };
        let Some(target) = only_reference(keywords) else { break };
        node = target;
    }
    node
}

/// Text of a document, cut for a message.
fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}...")
}
