//! Absent, null and there: read, written and refused as the schema says.

mod models;

use isomorph_runtime::{Map, Never, Value, Wire, from_str, serde_json, validate};
use models::*;

#[test]
fn all_forms_of_presence_come_back_as_they_were() {
    for text in [
        r#"{"name":"a","nick":null,"level":3}"#,
        r#"{"name":"a","nick":"b","age":4,"note":null,"level":7}"#,
        r#"{"name":"a","nick":"b","age":4,"note":"c","level":7,"boss":{"name":"z","nick":null,"level":1}}"#,
    ] {
        assert_eq!(rewrite::<Person>(text), text);
    }
    let person = read::<Person>(r#"{"nick":null,"x":[1,{"y":2}],"name":"a"}"#).expect("unknown keys are passed over");
    assert_eq!((person.note, person.level), (None, 3));
    let person = read::<Person>(r#"{"nick":null,"name":"a","note":null}"#).expect("a note may be null");
    assert_eq!(person.note, Some(None));
}

#[test]
fn what_is_missing_or_null_is_named() {
    assert_eq!(refusal::<Person>(r#"{"name":"a"}"#), r#"missing key "nick" (Person)"#);
    assert_eq!(refusal::<Person>("{}"), r#"missing keys "name", "nick" (Person)"#);
    assert_eq!(
        refusal::<Person>(r#"{"name":"a","nick":null,"age":null}"#),
        "at /age: expected integer, found null"
    );
    assert_eq!(
        refusal::<Person>(r#"{"name":null,"nick":null}"#),
        "at /name: expected string, found null"
    );
    assert_eq!(
        refusal::<Person>(r#"{"name":"a","nick":null,"boss":{"name":"z"}}"#),
        r#"at /boss: missing key "nick" (Person)"#
    );
    assert_eq!(
        refusal::<Person>(r#"["a",null]"#),
        "expected object (Person), found array"
    );
    assert_eq!(refusal::<Person>(r#""a""#), r#"expected object (Person), found "a""#);
}

#[test]
fn closed_objects_refuse_unknown_keys() {
    assert_eq!(
        rewrite::<Closed>(r#"{"height":1.5,"width":2.0}"#),
        r#"{"width":2,"height":1.5}"#
    );
    assert_eq!(
        refusal::<Closed>(r#"{"width":1,"heigth":2}"#),
        r#"unknown key "heigth" (Closed), did you mean "height"?"#
    );
    assert_eq!(
        refusal::<Closed>(r#"{"width":1,"colour":2}"#),
        r#"unknown key "colour" (Closed)"#
    );
    assert_eq!(
        refusal::<Closed>(r#"{"w\u0069dht":1}"#),
        r#"unknown key "widht" (Closed), did you mean "width"?"#
    );
}

#[test]
fn undeclared_keys_keep_their_order_and_values() {
    for text in [
        r#"{"id":1,"b":{"y":1,"x":[1.0,9007199254740993,null]},"a":"\u0001"}"#,
        r#"{"id":1}"#,
    ] {
        assert_eq!(rewrite::<Open>(text), text);
    }
    assert_eq!(
        rewrite::<Open>(r#"{"b":1,"id":1,"a":2,"b":3}"#),
        r#"{"id":1,"b":3,"a":2}"#
    );
    assert_eq!(
        refusal::<Open>(r#"{"id":1,"B":1}"#),
        r#"key "B": expected string matching ^[a-z]+$, found "B""#
    );
    assert_eq!(
        refusal::<Open>(r#"{"id":1,"a":1,"b":1,"c":1,"d":1}"#),
        "expected object of at most 4 keys, found 5"
    );
}

#[test]
fn of_a_key_twice_the_last_counts() {
    assert_eq!(
        read::<Closed>(r#"{"width":1,"width":2}"#).map(|closed| closed.width),
        Ok(Some(2))
    );
    assert_eq!(rewrite::<Map<i64>>(r#"{"a":1,"b":2,"a":3}"#), r#"{"a":3,"b":2}"#);
    // The first value is wrong, but does not count: the text is read again where it can be.
    let text = r#"{"width":"wide","width":2}"#;
    assert_eq!(
        from_str::<Closed>(text).expect("the last value is right").width,
        Some(2)
    );
    assert_eq!(
        from_str::<Closed>(r#"{"width":"a","width":"b"}"#)
            .expect_err("neither is right")
            .to_string(),
        r#"at /width: expected integer, found "b" at line 1 column 22"#
    );
}

#[test]
fn lists_of_values_are_compared_as_json() {
    for (text, mode, written) in [
        (r#""slow""#, Mode::Slow, r#""slow""#),
        ("1.0", Mode::One, "1"),
        ("1e0", Mode::One, "1"),
        ("null", Mode::Off, "null"),
        (r#"{"b":[2],"a":1.0}"#, Mode::Pair, r#"{"a":1,"b":[2.0]}"#),
    ] {
        assert_eq!(read::<Mode>(text), Ok(mode));
        assert_eq!(rewrite::<Mode>(text), written);
    }
    assert_eq!(
        refusal::<Mode>("true"),
        r#"expected "fast", "slow", 1, null or {"a":1,"b":[2.0]}, found true"#
    );
}

#[test]
fn nothing_accepts_nothing() {
    assert_eq!(
        from_str::<Never>("{}").expect_err("there is no such value").message(),
        "expected nothing (the schema accepts no value here), found object"
    );
}

#[test]
fn tuples_have_their_length() {
    assert_eq!(rewrite::<(i64, String)>(r#"[1,"a"]"#), r#"[1,"a"]"#);
    assert_eq!(rewrite::<(i64,)>("[1]"), "[1]");
    assert_eq!(refusal::<(i64, String)>("[1]"), "expected array of 2 items, found 1");
    assert_eq!(
        refusal::<(i64, String)>(r#"[1,"a",2]"#),
        "expected array of 2 items, found more"
    );
    assert_eq!(refusal::<(i64, String)>(r#"[1,2]"#), "at /1: expected string, found 2");
}

#[test]
fn values_built_in_rust_are_checked_before_they_are_sent() {
    let mut person = from_str::<Person>(r#"{"name":"a","nick":null}"#).expect("the text is right");
    assert_eq!(validate(&person), Ok(()));
    let boss = Person {
        age: Some(-1),
        ..person.clone()
    };
    person.boss = Some(Box::new(boss));
    let fault = validate(&person).expect_err("the boss is too young");
    assert_eq!(
        (fault.pointer.as_str(), fault.message.as_str()),
        ("/boss/age", "expected number >= 0, found -1")
    );
    assert!(validate(&f64::NAN).is_err());
}

#[test]
fn values_go_through_serde_json_values_too() {
    let value: Value = serde_json::from_str(r#"{"success":true,"message":"m","hits":[1.0]}"#).expect("JSON");
    let flat: Flat = serde_json::from_value(value).expect("the value is accepted");
    assert!(matches!(flat, Flat::Search(_)));
    assert_eq!(
        serde_json::to_value(&flat).expect("it can be written")["hits"],
        serde_json::json!([1])
    );
    let error =
        serde_json::from_value::<Flat>(serde_json::json!({"message": 5, "success": true})).expect_err("refused");
    assert!(
        error
            .to_string()
            .starts_with("at /message: expected string, found 5 (Base, the closest"),
        "{error}"
    );
}

#[test]
fn names_are_known_to_errors() {
    assert_eq!(<Option<Box<Person>> as Wire>::NAME, "Person");
    assert_eq!(from_str::<Person>("1").expect_err("refused").type_name(), "Person");
}
