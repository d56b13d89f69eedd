//! Schemas that ask themselves about the same value.
//!
//! `$ref`, `allOf`, `anyOf`, `oneOf` and the other applicators that look at the value itself must not lead back to where
//! they started: no verdict would ever be reached (JSON Schema 2020-12 Core, section 9.4.1).

use std::collections::BTreeMap;

use super::recursion;
use crate::load::Loaded;
use crate::lower::{Graph, Node, NodeId, Schema};
use crate::{Diagnostic, Place, Severity};

/// How many schemas may ask one another about the same value in a row. Some thirty are the most that documents have.
const LONGEST_CHAIN: usize = 1_000;

/// An error for every circle, and for a chain that is too long to be followed.
pub(super) fn circles(documents: &Loaded, graph: &Graph) -> Vec<Diagnostic> {
    let edges: Vec<Vec<usize>> = graph.nodes.iter().map(asked).collect();
    let component = recursion::components(&edges);
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, component) in component.iter().enumerate() {
        members.entry(*component).or_default().push(node);
    }
    let is_circle = |nodes: &&Vec<usize>| nodes.len() > 1 || nodes.iter().any(|node| edges[*node].contains(node));
    let mut found: Vec<Diagnostic> = members
        .values()
        .filter(is_circle)
        .map(|nodes| circle(documents, graph, nodes))
        .collect();
    if found.is_empty() {
        found.extend(longest_chain(&edges, &members).map(|node| long_chain(documents, graph, node)));
    }
    found
}

/// Where a chain begins that is too long. The components come with what they lead to first, and each is one node.
fn longest_chain(edges: &[Vec<usize>], members: &BTreeMap<usize, Vec<usize>>) -> Option<usize> {
    let mut lengths = vec![0; edges.len()];
    for node in members.values().flatten() {
        lengths[*node] = 1 + edges[*node].iter().map(|target| lengths[*target]).max().unwrap_or(0);
    }
    let (node, length) = lengths.iter().enumerate().max_by_key(|(_, length)| **length)?;
    (*length > LONGEST_CHAIN).then_some(node)
}

fn long_chain(documents: &Loaded, graph: &Graph, node: usize) -> Diagnostic {
    let place = u32::try_from(node).ok().map(|node| graph.node(NodeId(node)));
    Diagnostic {
        rule: "too-large",
        severity: Severity::Error,
        place: Place {
            document: place.map_or_else(String::new, |node| documents.documents[node.document].name.clone()),
            pointer: place.map_or_else(String::new, |node| node.pointer.clone()),
            ..Place::default()
        },
        message: format!(
            "more than {LONGEST_CHAIN} schemas ask one another about the same value, and this one begins it"
        ),
        why: "each step adds to what a type has to be made of, and so many are more than can be followed".to_owned(),
        repair: "refer to the schema at the end of the chain, or merge some of the steps".to_owned(),
    }
}

/// The schemas that judge the same value as a schema does.
fn asked(node: &Node) -> Vec<usize> {
    let Schema::Keywords(keywords) = &node.schema else {
        return Vec::new();
    };
    let residual = &keywords.residual;
    let single = [
        keywords.reference,
        residual.not,
        residual.condition,
        residual.then,
        residual.otherwise,
    ];
    let lists = [&keywords.all_of, &keywords.any_of, &keywords.one_of];
    let all = single.into_iter().flatten().chain(lists.into_iter().flatten().copied());
    all.chain(residual.dependent_schemas.values().copied())
        .map(|node| node.0 as usize)
        .collect()
}

fn circle(documents: &Loaded, graph: &Graph, nodes: &[usize]) -> Diagnostic {
    let nodes: Vec<&Node> = nodes
        .iter()
        .filter_map(|node| u32::try_from(*node).ok())
        .map(|node| graph.node(NodeId(node)))
        .collect();
    let first = nodes.first();
    let pointers: Vec<String> = nodes
        .iter()
        .take(4)
        .map(|node| format!("`#{}`", node.pointer))
        .collect();
    let more = if nodes.len() > 4 {
        format!(" and {} more", nodes.len() - 4)
    } else {
        String::new()
    };
    Diagnostic {
        rule: "reference-cycle",
        severity: Severity::Error,
        place: Place {
            document: first.map_or_else(String::new, |node| documents.documents[node.document].name.clone()),
            pointer: first.map_or_else(String::new, |node| node.pointer.clone()),
            ..Place::default()
        },
        message: format!(
            "this schema asks itself about the same value, through {}{more}",
            pointers.join(", ")
        ),
        why: "`$ref`, `allOf`, `anyOf` and `oneOf` that lead in a circle never come to a verdict".to_owned(),
        repair: "break the circle, or put one of its steps below `properties` or `items`".to_owned(),
    }
}
