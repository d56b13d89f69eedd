//! What a `discriminator` says of a union's members. It judges nothing (OpenAPI 3.1, section 4.8.25), so it is a hint: of the
//! members that accept, the one that it names counts.

use serde_json::Value;

use super::merged::Merged;
use super::sub::Sub;
use super::{Dispatch, Form, Hint, Match, Models, Shaper};
use crate::load::Loaded;
use crate::lower::{Discriminator, NodeId};
use crate::{Diagnostic, Place, Severity};

impl Shaper<'_> {
    /// The hint for members that stand at these indices.
    pub(super) fn hint(&self, discriminator: &Discriminator, members: &[(NodeId, usize)]) -> Hint {
        let followed: Vec<(NodeId, usize)> = members
            .iter()
            .map(|(node, index)| (self.target(*node), *index))
            .collect();
        let member = |target: NodeId| {
            let target = self.target(target);
            followed
                .iter()
                .find(|(node, _)| *node == target)
                .map(|(_, index)| *index)
        };
        let key = discriminator.property.as_str();
        // What a member says itself of the key is more than what is said of the member.
        let mut values: Vec<(String, usize)> = Vec::new();
        let mut silent: Vec<(NodeId, usize)> = Vec::new();
        for (node, index) in &followed {
            match self.constants(*node, key) {
                Some(constants) => values.extend(constants.into_iter().map(|tag| (tag, *index))),
                None => silent.push((*node, *index)),
            }
        }
        let add = |tag: String, index: usize, values: &mut Vec<(String, usize)>| {
            if silent.iter().any(|(_, silent)| *silent == index) && values.iter().all(|(other, _)| *other != tag) {
                values.push((tag, index));
            }
        };
        for (tag, target) in &discriminator.mapping {
            if let Some(index) = member(*target) {
                add(tag.clone(), index, &mut values);
            }
        }
        // Without a mapping of its own, a component's name is its value.
        for (node, index) in &silent {
            let pointer = &self.graph.node(*node).pointer;
            let name = pointer
                .strip_prefix("/components/schemas/")
                .filter(|name| !name.contains('/'));
            if let Some(name) = name {
                add(name.replace("~1", "/").replace("~0", "~"), *index, &mut values);
            }
        }
        Hint {
            key: key.to_owned(),
            values,
            otherwise: discriminator.otherwise.and_then(member),
        }
    }

    /// The texts that a member lists for a key, where it lists any.
    fn constants(&self, member: NodeId, key: &str) -> Option<Vec<String>> {
        let merged = Merged::of(self.graph, &Sub::of(member));
        let mut properties = merged
            .leaves
            .iter()
            .filter_map(|leaf| leaf.keywords.object.properties.as_ref()?.get(key));
        let listed = properties.find_map(|node| self.listed(&Sub::of(*node)))?;
        Some(listed.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    fn target(&self, node: NodeId) -> NodeId {
        self.follow(&Sub::of(node)).single().unwrap_or(node)
    }
}

/// Warns of `oneOf` whose author relies on the discriminator to tell members apart.
pub(super) fn ambiguous(documents: &Loaded, models: &Models) -> Vec<Diagnostic> {
    let unions = models.order.iter().map(|id| models.model(*id));
    let found = unions.filter_map(|model| match &model.form {
        Form::Union(union) if union.matching == Match::ExactlyOne => {
            let hint = union.hint.as_ref().filter(|_| union.dispatch == Dispatch::Keys)?;
            Some((model, &hint.key))
        }
        _ => None,
    });
    found
        .map(|(model, key)| Diagnostic {
            rule: "ambiguous-discriminator",
            severity: Severity::Warning,
            place: Place {
                document: documents.documents[model.document].name.clone(),
                pointer: model.pointer.clone(),
                ..Place::default()
            },
            message: format!("several members of this `oneOf` may accept the same document, whatever `{key}` says"),
            why: "a discriminator judges nothing, and `oneOf` refuses what more than one member accepts".to_owned(),
            repair: format!("give `{key}` a constant value in every member, or write `anyOf`"),
        })
        .collect()
}
