//! `allOf` members that refer back to the schema they stand in.
//!
//! What a validator makes of such a circle is undefined (JSON Schema 2020-12 Core, section 9.4.1). Here it has one reading: a
//! value is accepted that every other member accepts, and to ask the schema once more adds nothing to that. Circles through
//! `anyOf`, `oneOf` or `not` have more than one reading, or none; those are refused later.

use super::graph::{Graph, Node, NodeId, Schema};
use super::reading::{Keyword, Reading};
use crate::load::Loaded;
use crate::{Diagnostic, Place, Severity};

const REFERS: Reading = Reading::Judges(Keyword::Reference);

/// Leaves out the members that say nothing but what their own schema says, each with a warning.
pub(super) fn leave_out(documents: &Loaded, graph: &mut Graph, diagnostics: &mut Vec<Diagnostic>) {
    for index in 0..graph.nodes.len() {
        let owner = NodeId(index as u32);
        for member in members_that_lead_back(graph, owner) {
            diagnostics.push(left_out(documents, graph, owner, member));
            let member = &mut graph.nodes[member.0 as usize];
            member.schema = Schema::True;
            for reading in member.readings.iter_mut().filter(|reading| **reading == REFERS) {
                *reading = Reading::LeadsBack;
            }
        }
    }
}

fn members_that_lead_back(graph: &Graph, owner: NodeId) -> Vec<NodeId> {
    let Schema::Keywords(keywords) = &graph.node(owner).schema else {
        return Vec::new();
    };
    let leads_back = |member: &&NodeId| refers_only_to(graph.node(**member), owner);
    keywords.all_of.iter().filter(leads_back).copied().collect()
}

fn refers_only_to(member: &Node, owner: NodeId) -> bool {
    let refers = match &member.schema {
        Schema::Keywords(keywords) => keywords.reference == Some(owner),
        Schema::True | Schema::False => false,
    };
    let adds = |reading: &Reading| matches!(reading, Reading::Judges(_) | Reading::Dependencies) && *reading != REFERS;
    refers && !member.readings.iter().any(adds)
}

fn left_out(documents: &Loaded, graph: &Graph, owner: NodeId, member: NodeId) -> Diagnostic {
    let node = graph.node(member);
    Diagnostic {
        rule: "own-member",
        severity: Severity::Warning,
        place: Place {
            document: documents.documents[node.document].name.clone(),
            pointer: node.pointer.clone(),
            ..Place::default()
        },
        message: format!(
            "this member of `allOf` refers back to its own schema, `#{}`",
            graph.node(owner).pointer
        ),
        why: "a schema that asks itself says nothing more, so the member is left out".to_owned(),
        repair: "refer to the schema that was meant, or delete the member".to_owned(),
    }
}
