//! Numbers: read exactly, written as JavaScript writes them, and their rules.

mod models;

use isomorph_runtime::{Bound, Checked, Checks, Rule, Value, from_str, serde_json};
use models::*;

fn written(value: f64) -> String {
    serde_json::to_string(&Plain(value)).expect("finite numbers can be written")
}

#[test]
fn integers_are_integers_however_they_are_written() {
    for (text, value) in [
        ("1", 1),
        ("1.0", 1),
        ("1e2", 100),
        ("-0", 0),
        ("-0.0", 0),
        ("-1E+2", -100),
    ] {
        assert_eq!(read::<i64>(text), Ok(value), "{text}");
    }
    assert_eq!(read::<i64>("-9223372036854775808"), Ok(i64::MIN));
    assert_eq!(read::<u64>("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(read::<u64>("1e19"), Ok(10_000_000_000_000_000_000));
    assert_eq!(refusal::<i64>("1.5"), "expected integer, found 1.5");
    assert_eq!(
        refusal::<i64>("9223372036854775808"),
        "expected integer from -9223372036854775808 to 9223372036854775807, found 9223372036854775808"
    );
    assert_eq!(
        refusal::<i64>("1e300"),
        "expected integer from -9223372036854775808 to 9223372036854775807, found 1e+300"
            .replace("1e+300", &serde_json::json!(1e300).to_string())
    );
    assert_eq!(refusal::<u8>("256"), "expected integer from 0 to 255, found 256");
    assert_eq!(refusal::<u8>("-1"), "expected integer from 0 to 255, found -1");
    assert_eq!(
        refusal::<i32>("2147483648.0"),
        "expected integer from -2147483648 to 2147483647, found 2147483648.0"
    );
    assert_eq!(refusal::<i64>(r#""1""#), r#"expected integer, found "1""#);
    assert_eq!(refusal::<f64>("true"), "expected number, found true");
}

#[test]
fn floats_are_written_as_javascript_writes_them() {
    // The right side is what `String(x)` gives in JavaScript.
    for (value, text) in [
        (1.0, "1"),
        (-0.0, "0"),
        (-5.0, "-5"),
        (1.5, "1.5"),
        (0.1, "0.1"),
        (1e20, "100000000000000000000"),
        (123_456_789_012_345_680_000.0, "123456789012345680000"),
        (-123_456_789_012_345_680_000.0, "-123456789012345680000"),
        (9_007_199_254_740_991.0, "9007199254740991"),
        (9_007_199_254_740_993.0, "9007199254740992"),
        (9_223_372_036_854_775_808.0, "9223372036854776000"),
        (18_446_744_073_709_551_616.0, "18446744073709552000"),
        (999_999_999_999_999_900_000.0, "999999999999999900000"),
        (5e-324, "5e-324"),
    ] {
        assert_eq!(written(value), text, "{value}");
        assert_eq!(
            from_str::<f64>(text).expect("a number").to_bits() << 1,
            value.to_bits() << 1,
            "{text}"
        );
    }
    assert_eq!(written(1e21).parse(), Ok(1e21));
    assert_eq!(
        serde_json::to_value(Plain(1e20)).expect("it has a form"),
        serde_json::json!(1e20)
    );
    assert!(serde_json::to_string(&Plain(f64::NAN)).is_err());
    assert!(serde_json::to_string(&Plain(f64::INFINITY)).is_err());
}

#[test]
fn open_places_keep_numbers_as_they_are() {
    for text in [
        "9007199254740993",
        "1.0",
        "18446744073709551615",
        "-9223372036854775808",
    ] {
        assert_eq!(rewrite::<Value>(text), text);
    }
}

fn passes<T: Checked>(value: T, rule: &Rule) -> bool {
    Checks::run(|checks| checks.value(&value, rule)).is_ok()
}

#[test]
fn multiples_are_decimal() {
    macro_rules! multiple {
        ($value:expr, $of:literal) => {{
            static RULE: Rule = Rule::new().multiple_of($of);
            passes($value, &RULE)
        }};
    }
    assert!(multiple!(0.3, "0.1"));
    assert!(multiple!(4.35, "0.01"));
    assert!(multiple!(0.0075, "0.0001"));
    assert!(!multiple!(0.00751, "0.0001"));
    assert!(multiple!(1e308, "123456789e0") == (big_remainder() == 0));
    assert!(multiple!(1e308, "0.0001"));
    assert!(multiple!(1e308, "0.5"));
    assert!(multiple!(1e308, "1e300"));
    assert!(!multiple!(1e308, "3"));
    assert!(multiple!(12_391_239_123.0, "1e-8"));
    assert!(multiple!(1e-8, "1e-8"));
    assert!(!multiple!(1.5e-8, "1e-8"));
    assert!(multiple!(0, "7"));
    assert!(multiple!(-9, "3"));
    assert!(!multiple!(10, "3"));
    assert!(multiple!(9_007_199_254_740_993_i64, "9007199254740993"));
    assert!(!multiple!(9_007_199_254_740_992_i64, "9007199254740993"));
    assert!(multiple!(u64::MAX, "5"));
    assert!(multiple!(5e-324, "1e-324"));
    assert!(!multiple!(1e-300, "1e300"));
    // More digits than 128 bits hold.
    assert!(multiple!(
        1e308,
        "1000000000000000000000000000000000000000000000000000000000000.0"
    ));
    assert!(!multiple!(
        1e100,
        "3.000000000000000000000000000000000000000000000000000000000000000000001"
    ));
    assert!(multiple!(
        3e60,
        "0.000000000000000000000000000000000000000000000000000000000000003"
    ));
    assert!(!multiple!(
        1e60,
        "333333333333333333333333333333333333333333333333333333333333"
    ));
    assert!(multiple!(
        999_999_999_999.0,
        "333333333333.000000000000000000000000000000000000000000"
    ));
}

/// `10^308 mod 123456789` by another way.
fn big_remainder() -> u64 {
    (0..308).fold(1, |rest, _| rest * 10 % 123_456_789)
}

#[test]
fn bounds_are_exact_across_types() {
    static MAXIMUM: Rule = Rule::new().maximum(Bound::Int(9_007_199_254_740_992));
    assert!(passes(9_007_199_254_740_992_i64, &MAXIMUM));
    assert!(!passes(9_007_199_254_740_993_i64, &MAXIMUM));
    assert!(!passes(u64::MAX, &MAXIMUM));
    assert!(passes(9_007_199_254_740_992.0, &MAXIMUM));
    static EXCLUSIVE: Rule = Rule::new()
        .exclusive_minimum(Bound::Float(0.5))
        .exclusive_maximum(Bound::Uint(2));
    assert!(!passes(0.5, &EXCLUSIVE));
    assert!(passes(1, &EXCLUSIVE));
    assert!(passes(1.999, &EXCLUSIVE));
    assert!(!passes(2, &EXCLUSIVE));
    assert!(!passes(-1, &EXCLUSIVE));
    static WIDE: Rule = Rule::new().minimum(Bound::Float(-1e300)).maximum(Bound::Float(1e300));
    assert!(passes(i64::MIN, &WIDE) && passes(u64::MAX, &WIDE) && passes(-1e300, &WIDE) && !passes(1.1e300, &WIDE));
    let fault = Checks::run(|checks| checks.value(&0.5, &EXCLUSIVE)).expect_err("excluded");
    assert_eq!(fault.message, "expected number > 0.5, found 0.5");
}
