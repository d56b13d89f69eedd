//! Changes in the tree of a JSON document.

use serde_json::Value;

/// A change at one of the document's places, counted from the root and over again.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// The place.
    pub(crate) at: usize,
    /// What happens there.
    pub(crate) kind: Kind,
}

/// What happens at a place.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// Another value stands there.
    Put(Value),
    /// What stands at this other place stands there too.
    Copy(usize),
    /// Nothing stands there: a list is empty, an object too.
    Empty,
    /// The first key or item is gone.
    Shorten,
    /// One more key or item.
    Add(String, Value),
    /// What stood there is inside a list.
    Wrap,
    /// What stood there is this many lists deep.
    Bury(u8),
}

/// The document with the change.
pub(crate) fn change(document: &mut Value, change: &Change) {
    let count = count(document);
    let copied = match &change.kind {
        Kind::Copy(from) => place(document, from % count).cloned(),
        _ => None,
    };
    let Some(there) = place(document, change.at % count) else {
        return;
    };
    match &change.kind {
        Kind::Put(value) => *there = value.clone(),
        Kind::Copy(_) => *there = copied.unwrap_or_default(),
        Kind::Empty => match there {
            Value::Array(items) => items.clear(),
            Value::Object(entries) => entries.clear(),
            scalar => *scalar = Value::Null,
        },
        Kind::Shorten => match there {
            Value::Array(items) if !items.is_empty() => drop(items.remove(0)),
            Value::Object(entries) => {
                if let Some(key) = entries.keys().next().cloned() {
                    entries.shift_remove(&key);
                }
            }
            _ => {}
        },
        Kind::Add(key, value) => match there {
            Value::Array(items) => items.push(value.clone()),
            Value::Object(entries) => drop(entries.insert(key.clone(), value.clone())),
            _ => {}
        },
        Kind::Wrap => *there = Value::Array(vec![there.take()]),
        Kind::Bury(levels) => {
            for _ in 0..*levels {
                *there = Value::Array(vec![there.take()]);
            }
        }
    }
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(entries) => entries.values().map(count).sum(),
        _ => 0,
    }
}

/// The place with this number, the root having 0.
fn place(value: &mut Value, number: usize) -> Option<&mut Value> {
    if number == 0 {
        return Some(value);
    }
    let mut left = number - 1;
    let children: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(entries) => entries.values_mut().collect(),
        _ => return None,
    };
    for child in children {
        let count = count(child);
        if left < count {
            return place(child, left);
        }
        left -= count;
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(at: usize, kind: Kind) -> Value {
        let mut document = json!({ "a": [1, { "b": 2 }], "c": "d" });
        change(&mut document, &Change { at, kind });
        document
    }

    #[test]
    fn every_place_can_be_changed() {
        assert_eq!(changed(0, Kind::Put(json!(0))), json!(0));
        assert_eq!(changed(1, Kind::Shorten), json!({ "a": [{ "b": 2 }], "c": "d" }));
        assert_eq!(changed(2, Kind::Wrap), json!({ "a": [[1], { "b": 2 }], "c": "d" }));
        assert_eq!(
            changed(3, Kind::Add("e".to_owned(), json!(3))),
            json!({ "a": [1, { "b": 2, "e": 3 }], "c": "d" })
        );
        assert_eq!(changed(4, Kind::Copy(5)), json!({ "a": [1, { "b": "d" }], "c": "d" }));
        assert_eq!(changed(5, Kind::Empty), json!({ "a": [1, { "b": 2 }], "c": null }));
        assert_eq!(changed(6, Kind::Bury(2)), json!([[{ "a": [1, { "b": 2 }], "c": "d" }]]));
    }
}
