//! Whether what was written is what was read.

use serde_json::Value;

/// A value with its numbers in one form, so that `1`, `1.0` and `1e0` are equal. Integers that a float cannot tell apart stay
/// as they are.
pub fn canonical(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().unwrap_or(f64::NAN);
            if float.abs() < 9_007_199_254_740_992.0 {
                Value::from(float + 0.0)
            } else if number.is_f64() && float.abs() < 9e18 {
                // There is no fraction any more, and an integer says the same.
                Value::from(float as i64)
            } else {
                value.clone()
            }
        }
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), canonical(value)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

/// Whether everything that was sent came back. Keys may be added, as filled defaults are.
pub fn covers(sent: &Value, got: &Value) -> bool {
    fn within(sent: &Value, got: &Value) -> bool {
        match (sent, got) {
            (Value::Object(sent), Value::Object(got)) => sent
                .iter()
                .all(|(key, value)| got.get(key).is_some_and(|other| within(value, other))),
            (Value::Array(sent), Value::Array(got)) => {
                sent.len() == got.len() && sent.iter().zip(got).all(|(sent, got)| within(sent, got))
            }
            (sent, got) => sent == got,
        }
    }
    within(&canonical(sent), &canonical(got))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::covers;

    #[test]
    fn numbers_are_equal_by_value_and_keys_may_be_added() {
        assert!(covers(&json!([1, 2.0, -0.0]), &json!([1.0, 2, 0])));
        assert!(covers(
            &json!(9_007_199_254_740_992.0),
            &json!(9_007_199_254_740_992_u64)
        ));
        assert!(covers(&json!({ "a": 1 }), &json!({ "a": 1, "b": 2 })));
        assert!(!covers(&json!({ "a": 1, "b": null }), &json!({ "a": 1 })));
        assert!(!covers(&json!([1]), &json!([1, 2])));
        assert!(!covers(&json!(1), &json!(true)));
        assert!(!covers(
            &json!(9_007_199_254_740_993_u64),
            &json!(9_007_199_254_740_992_u64)
        ));
    }
}
