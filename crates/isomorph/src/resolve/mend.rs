//! References that are wrong in a known way: what was meant by them, and what reads alike.

use serde_json::Value;

use super::{Site, push_segment};
use crate::load::{Kind, Source};

/// What a reference that leads nowhere may mean, the likeliest first. The caller takes the first that leads somewhere.
pub(super) fn readings(site: &Site<'_>, document: &Source, reference: &str) -> Vec<String> {
    let is_open_api = matches!(document.kind, Kind::OpenApi(_));
    let mut readings = Vec::new();
    let Some(fragment) = reference.strip_prefix('#') else {
        // A component's name, as the first versions of Swagger referred to it.
        if is_open_api && !reference.contains(['#', '/', ':', '.']) {
            readings.push(format!("{}#/components/schemas/{reference}", document.uri));
        }
        return readings;
    };
    // One reference behind another: `#/components/schemas/__shared#/$defs/A`.
    if let Some((first, second)) = fragment.split_once('#') {
        readings.push(format!("#{first}{second}"));
    }
    if !fragment.starts_with('/') {
        if fragment.contains('/') {
            readings.push(format!("{}#/{fragment}", document.uri));
        }
        return readings;
    }
    // A schema that was moved below another with its references as they were: its own definitions are below it still.
    if fragment.starts_with("/$defs/") || fragment.starts_with("/definitions/") {
        readings.extend(around(site, document, fragment));
    }
    // A pointer from the root, in a schema with an identifier of its own.
    readings.push(format!("{}{reference}", document.uri));
    // A reference of Swagger 2.0, or of a JSON Schema, that a conversion left as it was.
    if is_open_api {
        let name = fragment
            .strip_prefix("/definitions/")
            .or_else(|| fragment.strip_prefix("/$defs/"));
        readings.extend(name.map(|name| format!("{}#/components/schemas/{name}", document.uri)));
    }
    readings
}

/// The pointer below the nearest schema around a site where there is something.
fn around(site: &Site<'_>, document: &Source, fragment: &str) -> Option<String> {
    let mut above = site.pointer.as_str();
    loop {
        let pointer = format!("{above}{fragment}");
        if document.value.pointer(&pointer).is_some() {
            return Some(format!("{}#{pointer}", document.uri));
        }
        above = &above[..above.rfind('/')?];
    }
}

/// A reference that differs from one that leads nowhere in the case of letters or in punctuation alone.
pub(super) fn similar(root: &Value, reference: &str) -> Option<String> {
    let pointer = reference.strip_prefix("#/")?;
    let mut at = root;
    let mut found = String::from("#");
    for segment in pointer.split('/') {
        let wanted = segment.replace("~1", "/").replace("~0", "~");
        let (key, below) = match at {
            Value::Object(members) => members
                .get_key_value(&wanted)
                .or_else(|| members.iter().find(|(key, _)| plain(key) == plain(&wanted)))?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => return None,
        };
        push_segment(&mut found, key);
        at = below;
    }
    (found != reference).then_some(found)
}

fn plain(key: &str) -> String {
    key.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
