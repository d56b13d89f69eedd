//! Components that an exporter writes twice, for the two sides of a transformation.
//!
//! zod-openapi calls them `X` and `XOutput`, fastify-type-provider-zod `XInput` and `X`, others `X_Output`. The input side
//! leaves a key with a default out of `required`; the output side has it there and closes the object.

use crate::Io;
use crate::load::Loaded;
use crate::lower::{Graph, NodeId, Root, RootName};

/// The twin that stands for a root under its document's policy: the root itself, or its other side.
pub(super) fn kept(documents: &Loaded, graph: &Graph, root: &Root) -> Option<NodeId> {
    let document = graph.node(root.node).document;
    let RootName::Key(name) = &root.name else { return None };
    let suffixes: &[&str] = match documents.documents[document].policy.io {
        Io::Both => return None,
        Io::Input => &["Output", "_Output", "-Output"],
        Io::Output => &["Input", "_Input", "-Input"],
    };
    let other_suffixes: &[&str] = match documents.documents[document].policy.io {
        Io::Both => return None,
        Io::Input => &["Input", "_Input", "-Input"],
        Io::Output => &["Output", "_Output", "-Output"],
    };
    // `XOutput` goes to `X` or `XInput`; a bare `X` goes to `XInput` where that is asked for and there.
    let base = suffixes
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name);
    let candidates = other_suffixes
        .iter()
        .map(|suffix| format!("{base}{suffix}"))
        .chain([base.to_owned()]);
    candidates
        .filter_map(|candidate| named(graph, document, &candidate))
        .find(|node| *node != root.node || base == name)
}

fn named(graph: &Graph, document: usize, name: &str) -> Option<NodeId> {
    let is_named = |root: &&Root| matches!(&root.name, RootName::Key(key) if key == name);
    let mut of_name = graph.roots.iter().filter(is_named).map(|root| root.node);
    of_name.find(|node| graph.node(*node).document == document)
}
