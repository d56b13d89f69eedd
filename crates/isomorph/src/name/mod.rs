//! Stage 4: Rust names.
//!
//! A component or definition is called what the document calls it, an inline schema after where it stands. A name depends
//! on nothing but that, so that an edit elsewhere in the document leaves it alone; names that collide are told apart by a
//! number in document order. `docs/naming.md` has the rules.

mod ident;
mod keywords;

use std::collections::{HashMap, HashSet};

pub(crate) use ident::{Idents, pascal_case};

use crate::Options;
use crate::load::Loaded;
use crate::lower::{Graph, NodeId, RootName};

/// The names of a run: one scope of type names a document, since each document is a module.
pub(crate) struct Names {
    roots: HashMap<NodeId, String>,
    scopes: Vec<HashSet<String>>,
}

/// Names every root of the graph.
pub(crate) fn name(documents: &Loaded, graph: &Graph, options: &Options) -> Names {
    let mut names = Names {
        roots: HashMap::new(),
        scopes: vec![HashSet::new(); documents.documents.len()],
    };
    // The root schema's name is the caller's choice, so it comes before the names that the document gives.
    let chosen = |root: &&crate::lower::Root| matches!(root.name, RootName::Document(_)) && options.root.is_some();
    let ordered = graph
        .roots
        .iter()
        .filter(chosen)
        .chain(graph.roots.iter().filter(|root| !chosen(root)));
    for root in ordered {
        let document = graph.node(root.node).document;
        let wanted = match (&root.name, &options.root) {
            (RootName::Key(key), _) => key.clone(),
            (RootName::Document(_), Some(name)) => name.clone(),
            (RootName::Document(Some(title)), None) if !title.is_empty() => title.clone(),
            (RootName::Document(_), None) => documents.documents[document].module.clone(),
        };
        if names.roots.contains_key(&root.node) {
            continue;
        }
        let name = names.claim(document, &ident::pascal_case(&wanted));
        names.roots.insert(root.node, name);
    }
    names
}

impl Names {
    /// The name of a root.
    pub(crate) fn root(&self, node: NodeId) -> Option<&str> {
        self.roots.get(&node).map(String::as_str)
    }

    /// A name for an inline schema of `document`: the wanted one, or that with the lowest free number.
    pub(crate) fn claim(&mut self, document: usize, wanted: &str) -> String {
        let scope = &mut self.scopes[document];
        let wanted = if keywords::is_prelude_name(wanted) {
            format!("{wanted}Model")
        } else {
            wanted.to_owned()
        };
        let mut name = wanted.clone();
        let mut number = 2;
        while !scope.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }
}
