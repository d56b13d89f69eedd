//! The keywords that a type does not enforce.

mod models;

use isomorph_runtime::{Checked, Checks, Map, Rule, Schema, Value, from_str, serde_json::json};
use models::*;

fn check<T: Checked + ?Sized>(value: &T, rule: &Rule) -> Result<(), String> {
    Checks::run(|checks| checks.field("x", value, rule)).map_err(|fault| fault.to_string())
}

fn refused(message: &str) -> Result<(), String> {
    Err(message.to_owned())
}

#[test]
fn lengths_count_characters_or_utf16_units() {
    static TWO: Rule = Rule::new().min_length(2).max_length(2);
    static UNITS: Rule = Rule::new().min_length(2).max_length(2).utf16();
    assert_eq!(
        check("💩", &TWO),
        refused("at /x: expected string of at least 2 characters, found 1")
    );
    assert_eq!(check("💩💩", &TWO), Ok(()));
    assert_eq!(check("💩", &UNITS), Ok(()));
    assert_eq!(
        check("💩💩", &UNITS),
        refused("at /x: expected string of at most 2 UTF-16 units, found 4")
    );
    // A keyword that does not speak of the value's type passes.
    assert_eq!(check(&5, &TWO), Ok(()));
    assert_eq!(check(&None::<String>, &TWO), Ok(()));
    assert_eq!(check(&json!([1]), &TWO), Ok(()));
}

#[test]
fn patterns_are_ecma_262() {
    static DIGITS: Rule = Rule::new().pattern(r"^\d+$");
    assert_eq!(check("12", &DIGITS), Ok(()));
    // Arabic digits are no digits to ECMA-262.
    assert_eq!(
        check("١", &DIGITS),
        refused("at /x: expected string matching ^\\d+$, found \"١\"")
    );
    static AHEAD: Rule = Rule::new().pattern(r"^(?!a)\w(?<=b)");
    assert_eq!(check("b", &AHEAD), Ok(()));
    assert!(check("a", &AHEAD).is_err());
    static BROKEN: Rule = Rule::new().pattern("(");
    assert_eq!(check("a", &BROKEN), refused("at /x: the pattern ( cannot be compiled"));
    static SLOW: Rule = Rule::new().pattern(r"^(?:a|(?=a)a)+$");
    let text = "a".repeat(60) + "b";
    assert!(
        check(text.as_str(), &SLOW)
            .unwrap_err()
            .contains("takes too many steps"),
        "{:?}",
        check(&text, &SLOW)
    );
    static PLAIN: Rule = Rule::new().pattern("^(a+)+$");
    let text = "a".repeat(100_000) + "b";
    assert!(check(text.as_str(), &PLAIN).is_err());
}

#[test]
fn formats_are_asserted_and_unknown_ones_pass() {
    static DATE: Rule = Rule::new().format("date-time");
    static OTHER: Rule = Rule::new().format("no-such-format");
    assert_eq!(check("2024-02-29T12:00:00Z", &DATE), Ok(()));
    assert_eq!(
        check("2023-02-29T12:00:00Z", &DATE),
        refused("at /x: expected string of format date-time, found \"2023-02-29T12:00:00Z\"")
    );
    assert_eq!(check("anything", &OTHER), Ok(()));
    static UUID: Rule = Rule::new().format("uuid");
    assert!(check("x", &UUID).is_err());
    assert_eq!(check("2eb8aa08-aa98-11ea-b4aa-73b441d16380", &UUID), Ok(()));
}

#[test]
fn arrays_have_counts_items_and_uniqueness() {
    static ITEM: Rule = Rule::new().min_length(1);
    static ITEMS: Rule = Rule::new().min_items(1).max_items(3).items(&ITEM);
    assert_eq!(
        check(&Vec::<String>::new(), &ITEMS),
        refused("at /x: expected array of at least 1 items, found 0")
    );
    assert_eq!(
        check(
            &vec!["a", "", "b"].into_iter().map(String::from).collect::<Vec<_>>(),
            &ITEMS
        ),
        refused("at /x/1: expected string of at least 1 characters, found 0")
    );
    static UNIQUE: Rule = Rule::new().unique_items();
    assert_eq!(check(&vec![1.0, 2.0], &UNIQUE), Ok(()));
    let same = json!([{"a": 1, "b": [1.0, "x"]}, 5, {"b": [1, "x"], "a": 1.0}]);
    assert_eq!(
        check(&same, &UNIQUE),
        refused("at /x: expected unique items, found item 2 equal to an earlier one")
    );
    assert_eq!(
        check(&json!([1, true, "1", [1], {"1": 1}, null, [[1]], 1.5]), &UNIQUE),
        Ok(())
    );
    assert_eq!(check(&json!([[1, 2], [12], ["1,2"]]), &UNIQUE), Ok(()));
    assert!(check(&vec![Some(0.0), Some(-0.0)], &UNIQUE).is_err());
    let many: Vec<i64> = (0..200_000).collect();
    assert_eq!(check(&many, &UNIQUE), Ok(()));
}

#[test]
fn tuples_have_rules_by_place() {
    static PREFIX: [Rule; 2] = [Rule::new().min_length(1), Rule::new().min_length(2)];
    static REST: Rule = Rule::new().min_length(3);
    static RULE: Rule = Rule::new().prefix(&PREFIX).items(&REST);
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(check(&texts(&["a", "bb", "ccc"]), &RULE), Ok(()));
    assert_eq!(
        check(&texts(&["a", "b"]), &RULE),
        refused("at /x/1: expected string of at least 2 characters, found 1")
    );
    assert_eq!(
        check(&("a".to_owned(), "bb".to_owned(), "c".to_owned()), &RULE),
        refused("at /x/2: expected string of at least 3 characters, found 1")
    );
}

#[test]
fn maps_have_counts_names_and_values() {
    static NAME: Rule = Rule::new().max_length(2);
    static VALUE: Rule = Rule::new().min_length(1);
    static RULE: Rule = Rule::new()
        .min_properties(1)
        .max_properties(2)
        .property_names(&NAME)
        .values(&VALUE);
    let map = |text: &str| from_str::<Map<String>>(text).expect("a map of strings");
    assert_eq!(check(&map(r#"{"a":"b"}"#), &RULE), Ok(()));
    assert_eq!(
        check(&map("{}"), &RULE),
        refused("at /x: expected object of at least 1 keys, found 0")
    );
    assert_eq!(
        check(&map(r#"{"abc":"b"}"#), &RULE),
        refused("at /x: key \"abc\": expected string of at most 2 characters, found 3")
    );
    assert_eq!(
        check(&map(r#"{"~/":""}"#), &RULE),
        refused("at /x/~0~1: expected string of at least 1 characters, found 0")
    );
    assert_eq!(
        check(&json!({"a": ""}), &RULE),
        refused("at /x/a: expected string of at least 1 characters, found 0")
    );
}

#[test]
fn rules_of_models_are_checked_on_the_way_in() {
    assert_eq!(read::<Code>(r#""AB""#), Ok(Code("AB".into())));
    assert_eq!(
        refusal::<Code>(r#""A""#),
        "expected string of at least 2 characters, found 1"
    );
    assert_eq!(
        refusal::<Person>(r#"{"name":"","nick":null}"#),
        "at /name: expected string of at least 1 characters, found 0"
    );
    assert_eq!(
        refusal::<Vec<Person>>(r#"[{"name":"a","nick":null,"age":-1}]"#),
        "at /0/age: expected number >= 0, found -1"
    );
}

#[test]
fn schemas_judge_what_is_left() {
    static EVEN: Schema = Schema::new(
        r#"{"contains":{"multipleOf":2},"items":{"format":"date"}}"#,
        "2020-12",
        true,
    );
    assert_eq!(EVEN.validate(&json!([1, 2])), Ok(()));
    assert!(EVEN.validate(&json!([1])).is_err());
    let fault = EVEN.validate(&json!([2, "x"])).expect_err("no date");
    assert_eq!(fault.pointer, "/1");
    static LOOSE: Schema = Schema::new(r#"{"items":{"format":"date"}}"#, "7", false);
    assert_eq!(LOOSE.validate(&json!(["x"])), Ok(()));
    static BROKEN: Schema = Schema::new(r#"{"type":5}"#, "2020-12", false);
    assert!(
        BROKEN
            .validate(&Value::Null)
            .unwrap_err()
            .message
            .starts_with("the schema cannot be compiled")
    );
    let long = Value::String("a".repeat(1_000_000));
    assert!(EVEN.validate(&json!([2, long])).unwrap_err().message.len() < 1_000);
}
