//! Stage 4: Rust names.
//!
//! A component or definition is called what the document calls it, an inline schema after where it stands. A name depends
//! on nothing but that, so that an edit elsewhere in the document leaves it alone; names that collide are told apart by a
//! number in document order. `docs/naming.md` has the rules.

mod ident;
mod keywords;

use std::collections::{HashMap, HashSet};

pub(crate) use ident::{Idents, pascal_case};

use crate::Policy;
use crate::load::Loaded;
use crate::lower::{Graph, NodeId, Root, RootName};

/// The names of a run: one scope of type names a document, since each document is a module.
pub(crate) struct Names {
    roots: HashMap<NodeId, String>,
    scopes: Vec<HashSet<String>>,
    /// The number that was given last to names of one form.
    numbers: HashMap<(usize, String), usize>,
    /// Per document: the names that its policy gives to locations, and to what would have another name.
    overrides: Vec<HashMap<String, String>>,
}

/// Names every root of the graph.
pub(crate) fn name(documents: &Loaded, graph: &Graph) -> Names {
    let overrides = documents.documents.iter().map(|source| {
        let named = source
            .policy
            .types
            .iter()
            .filter_map(|it| Some((it.target.clone(), it.name.clone()?)));
        named.collect::<HashMap<_, _>>()
    });
    let mut names = Names {
        roots: HashMap::new(),
        scopes: vec![HashSet::new(); documents.documents.len()],
        numbers: HashMap::new(),
        overrides: overrides.collect(),
    };
    // What the caller names comes before what the document names, and keeps its name whatever the document adds.
    let is_chosen = |root: &&Root| {
        let node = graph.node(root.node);
        let policy = &documents.documents[node.document].policy;
        let is_root = matches!(root.name, RootName::Document(_)) && policy.root.is_some();
        is_root || names_of(policy, &node.pointer)
    };
    let ordered = graph
        .roots
        .iter()
        .filter(is_chosen)
        .chain(graph.roots.iter().filter(|root| !is_chosen(root)));
    for root in ordered {
        let node = graph.node(root.node);
        let source = &documents.documents[node.document];
        let wanted = match (&root.name, &source.policy.root) {
            (RootName::Key(key), _) => key.clone(),
            (RootName::Document(_), Some(name)) => name.clone(),
            (RootName::Document(Some(title)), None) if !title.is_empty() => title.clone(),
            (RootName::Document(_), None) => source.module.clone(),
        };
        if names.roots.contains_key(&root.node) {
            continue;
        }
        let name = names.claim(source.owner, &node.pointer, &ident::pascal_case(&wanted));
        names.roots.insert(root.node, name);
    }
    names
}

fn names_of(policy: &Policy, pointer: &str) -> bool {
    policy.types.iter().any(|it| it.target == pointer && it.name.is_some())
}

impl Names {
    /// The name of a root.
    pub(crate) fn root(&self, node: NodeId) -> Option<&str> {
        self.roots.get(&node).map(String::as_str)
    }

    /// A name for the schema at a location: the one that the policy gives, else the wanted one, or that with the lowest
    /// free number.
    pub(crate) fn claim(&mut self, document: usize, pointer: &str, wanted: &str) -> String {
        let overrides = &self.overrides[document];
        let wanted = overrides
            .get(pointer)
            .or_else(|| overrides.get(wanted))
            .map_or(wanted, String::as_str);
        let scope = &mut self.scopes[document];
        let wanted = if keywords::is_prelude_name(wanted) {
            format!("{wanted}Model")
        } else {
            wanted.to_owned()
        };
        if scope.insert(wanted.clone()) {
            return wanted;
        }
        // The numbers below are taken for good, so that the search goes on where it ended.
        let number = self.numbers.entry((document, wanted.clone())).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{wanted}{number}");
            if scope.insert(name.clone()) {
                return name;
            }
        }
    }
}
