//! What an inline schema is called: after its own place, whoever refers to it first.

use super::{Shaper, Spot};
use crate::lower::NodeId;

impl Shaper<'_> {
    /// The spot of a single schema: where the document has it. Its name is the one at hand where it stands below the model
    /// that asks for it; one that stands elsewhere is named from its own nearest named schema down.
    pub(super) fn own_place(&mut self, node: NodeId, asking: &Spot) -> Spot {
        let source = self.graph.node(node);
        let (document, pointer) = (source.document, source.pointer.clone());
        let is_below = |above: &str| {
            pointer
                .strip_prefix(above)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if is_below(&asking.pointer) && document == asking.document {
            return Spot {
                document,
                pointer,
                name: asking.name.clone(),
            };
        }
        let nearest = self
            .roots
            .keys()
            .filter(|root| {
                let root = self.graph.node(**root);
                root.document == document && is_below(&root.pointer)
            })
            .max_by_key(|root| self.graph.node(**root).pointer.len())
            .copied();
        let name = match nearest {
            Some(root) => self.name_from(root, &pointer),
            None => asking.name.clone(),
        };
        Spot {
            document,
            pointer,
            name,
        }
    }

    /// The name that the schemas on the way from a root to a pointer give.
    fn name_from(&mut self, root: NodeId, pointer: &str) -> String {
        let above = self.graph.node(root).pointer.clone();
        let mut name = self.names.root(root).unwrap_or_default().to_owned();
        let rest = pointer.strip_prefix(above.as_str()).unwrap_or_default();
        let segments: Vec<String> = rest
            .split('/')
            .skip(1)
            .map(|segment| segment.replace("~1", "/").replace("~0", "~"))
            .collect();
        let mut at = above;
        let mut index = 0;
        while index < segments.len() {
            let keyword = segments[index].as_str();
            let argument = segments.get(index + 1).map(String::as_str);
            let (part, steps) = match (keyword, argument) {
                ("properties" | "$defs" | "definitions", Some(key)) => (crate::name::pascal_case(key), 2),
                ("items", Some(place)) if place.parse::<usize>().is_ok() => (item_name(place), 2),
                ("prefixItems", Some(place)) => (item_name(place), 2),
                ("items" | "additionalItems", _) => ("Item".to_owned(), 1),
                ("patternProperties", Some(_)) => ("Value".to_owned(), 2),
                ("additionalProperties" | "unevaluatedProperties", _) => ("Value".to_owned(), 1),
                ("allOf", Some(_)) => (String::new(), 2),
                ("anyOf" | "oneOf", Some(member)) => (self.member_name(&format!("{at}/{keyword}/{member}")), 2),
                (other, _) => (crate::name::pascal_case(other), 1),
            };
            name.push_str(&part);
            for segment in &segments[index..(index + steps).min(segments.len())] {
                crate::resolve::push_segment(&mut at, segment);
            }
            index += steps;
        }
        name
    }

    fn member_name(&mut self, pointer: &str) -> String {
        let node = self.graph.nodes.iter().position(|node| node.pointer == pointer);
        match node.and_then(|node| u32::try_from(node).ok()).map(NodeId) {
            Some(node) => crate::name::pascal_case(&self.label(Some(node), &super::Sub::of(node), None)),
            None => String::new(),
        }
    }
}

fn item_name(place: &str) -> String {
    place
        .parse::<usize>()
        .map_or_else(|_| "Item".to_owned(), |index| format!("Item{}", index + 1))
}
