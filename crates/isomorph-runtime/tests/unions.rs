//! Which member a value is read as, at both doors, and what is said when none accepts.

mod models;

use isomorph_runtime::{from_str, serde_json};
use models::*;

#[test]
fn a_tag_decides_wherever_it_stands() {
    for text in [
        r#"{"type":"text","text":"a"}"#,
        r#"{"text":"a","type":"text"}"#,
        r#"{"x":[{"y":null}],"text":"a","type":"text"}"#,
    ] {
        assert_eq!(
            read::<Output>(text),
            Ok(Output::TextOutput(TextOutput { text: Some("a".into()) })),
            "{text}"
        );
    }
    assert_eq!(
        rewrite::<Output>(r#"{"value":7.0,"type":"count"}"#),
        r#"{"type":"count","value":7}"#
    );
    // The key of another member does not decide against the tag, though a guess goes with it at first.
    assert_eq!(
        read::<Output>(r#"{"url":1,"type":"text","text":"a"}"#),
        Ok(Output::TextOutput(TextOutput { text: Some("a".into()) }))
    );
}

#[test]
fn errors_of_tags_name_key_values_and_what_was_found() {
    let text = r#"{"outputs":[{"type":"text","text":"a"},{"type":"video"}]}"#;
    assert_eq!(
        refusal::<Outputs>(text),
        r#"at /outputs/1/type: expected "text", "image" or "count" (Output), found "video""#
    );
    assert_eq!(
        refusal::<Outputs>(r#"{"outputs":[{"text":"a"}]}"#),
        r#"at /outputs/0: missing key "type" (Output), expected to be "text", "image" or "count""#
    );
    assert_eq!(
        refusal::<Output>(r#"{"type":5}"#),
        r#"at /type: expected "text", "image" or "count" (Output), found 5"#
    );
    assert_eq!(
        refusal::<Output>(r#"{"type":{"a":1}}"#),
        r#"at /type: expected "text", "image" or "count" (Output), found object"#
    );
    assert_eq!(
        refusal::<Outputs>(r#"{"outputs":[{"type":"count","value":"x"}]}"#),
        r#"at /outputs/0/value: expected integer, found "x""#
    );
    assert_eq!(refusal::<Output>("[]"), "expected object (Output), found array");
    assert_eq!(refusal::<Output>("5"), "expected object (Output), found 5");
}

#[test]
fn the_most_specific_member_counts() {
    assert!(matches!(
        read::<Flat>(r#"{"success":true,"message":"m"}"#),
        Ok(Flat::Base(_))
    ));
    assert!(matches!(
        read::<Flat>(r#"{"success":true,"message":"m","outputs":["a"]}"#),
        Ok(Flat::Run(_))
    ));
    assert!(matches!(
        read::<Flat>(r#"{"hits":[1],"success":true,"message":"m"}"#),
        Ok(Flat::Search(_))
    ));
    // Keys of two members: both have three keys present, `Run` has none missing and stands first.
    assert!(matches!(
        read::<Flat>(r#"{"hits":[1],"success":true,"message":"m","outputs":["a"]}"#),
        Ok(Flat::Run(_))
    ));
    // The most specific one refuses, the base accepts.
    assert!(matches!(
        read::<Flat>(r#"{"success":true,"message":"m","hits":"none"}"#),
        Ok(Flat::Base(_))
    ));
    assert!(matches!(
        read::<Flat>(r#"{"hits":"none","success":true,"message":"m"}"#),
        Ok(Flat::Base(_))
    ));
}

#[test]
fn the_first_member_that_accepts_counts() {
    assert!(matches!(
        read::<FlatFirst>(r#"{"success":true,"message":"m","hits":[1]}"#),
        Ok(FlatFirst::Search(_))
    ));
    assert!(matches!(
        read::<FlatFirst>(r#"{"success":true,"message":"m","outputs":["a"]}"#),
        Ok(FlatFirst::Base(_))
    ));
}

#[test]
fn exactly_one_member_may_accept() {
    assert!(matches!(
        read::<FlatOne>(r#"{"success":true,"message":"m"}"#),
        Ok(FlatOne::Base(_))
    ));
    assert_eq!(
        refusal::<FlatOne>(r#"{"success":true,"message":"m","hits":[]}"#),
        "exactly one member of FlatOne must accept, but Base and Search do"
    );
}

#[test]
fn closed_members_are_told_apart_by_their_keys() {
    assert!(matches!(
        read::<Figure>(r#"{"name":"a","side":1}"#),
        Ok(Figure::Square(_))
    ));
    assert!(matches!(
        read::<Figure>(r#"{"name":"a","radius":1}"#),
        Ok(Figure::Round(_))
    ));
    assert_eq!(
        refusal::<Figure>(r#"{"side":1,"radius":1}"#),
        r#"unknown key "radius" (Square)"#,
    );
    assert_eq!(
        refusal::<Figure>(r#"{"name":"a","colour":1}"#),
        "unknown key \"colour\" (Round, the closest member of Figure)\n  Square: unknown key \"colour\""
    );
    assert_eq!(
        refusal::<Figure>(r#"{"name":"a"}"#),
        "missing key \"radius\" (Round, the closest member of Figure)\n  Square: missing key \"side\""
    );
}

#[test]
fn members_inside_members_are_found() {
    assert!(matches!(
        read::<Outer>(r#"{"name":"a","side":1}"#),
        Ok(Outer::Figure(Figure::Square(_)))
    ));
    assert!(matches!(
        read::<Outer>(r#"{"message":"a","success":true}"#),
        Ok(Outer::Base(_))
    ));
}

#[test]
fn json_types_decide() {
    assert_eq!(read::<Anything>("true"), Ok(Anything::Flag(true)));
    assert_eq!(read::<Anything>("1"), Ok(Anything::Whole(1)));
    assert_eq!(read::<Anything>("1e2"), Ok(Anything::Whole(100)));
    assert_eq!(read::<Anything>("1.5"), Ok(Anything::Real(1.5)));
    // Too big for `Whole`, but a number.
    assert_eq!(read::<Anything>("1e30"), Ok(Anything::Real(1e30)));
    assert_eq!(read::<Anything>(r#""fast""#), Ok(Anything::Mode(Mode::Fast)));
    assert_eq!(read::<Anything>(r#""ABC""#), Ok(Anything::Code(Code("ABC".into()))));
    assert_eq!(read::<Anything>("[]"), Ok(Anything::Numbers(vec![])));
    assert_eq!(read::<Anything>(r#"["a"]"#), Ok(Anything::Texts(vec!["a".into()])));
    assert_eq!(
        refusal::<Anything>("null"),
        "expected boolean, number, string, array or object (Anything), found null"
    );
    assert_eq!(
        refusal::<Anything>(r#"[1,"a"]"#),
        "at /1: expected integer, found \"a\" (Numbers, the closest member of Anything)\n  \
         Texts: at /0: expected string, found 1"
    );
    assert_eq!(
        refusal::<Anything>(r#""abc""#),
        "expected \"fast\", \"slow\", 1, null or {\"a\":1,\"b\":[2.0]}, found \"abc\" (Mode, the closest member of \
         Anything)\n  Code: expected string matching ^[A-Z], found \"abc\""
    );
}

#[test]
fn the_closest_member_is_the_most_specific_then_the_one_that_got_furthest() {
    assert_eq!(
        refusal::<Flat>(r#"{"success":true,"message":5,"outputs":["a",5]}"#),
        "at /message: expected string, found 5 (Run, the closest member of Flat)\n  \
         Base: at /message: expected string, found 5\n  Search: at /message: expected string, found 5"
    );
    assert_eq!(
        refusal::<Flat>(r#"{"success":1,"outputs":["a",5]}"#),
        "at /success: expected boolean, found 1 (Run, the closest member of Flat)\n  \
         Base: at /success: expected boolean, found 1\n  Search: at /success: expected boolean, found 1"
    );
    let tree = r#"{"child":{"last":true},"last":true}"#;
    assert!(
        refusal::<Tree>(tree).starts_with("at /child/last: expected integer, found true (Left, the closest member")
    );
}

#[test]
fn what_cannot_be_told_apart_takes_no_exponential_time() {
    // Every level is read as `Left` first, and the document is refused, or accepted as `Right`, at the last key only.
    for (last, accepted) in [("true", false), ("1", true), (r#""x""#, true)] {
        let depth = 120;
        let open = r#"{"child":"#.repeat(depth);
        let close = format!(r#","last":{last}}}"#).repeat(depth);
        let text = format!(r#"{open}{{"last":{last}}}{close}"#);
        let start = std::time::Instant::now();
        assert_eq!(from_str::<Tree>(&text).is_ok(), accepted, "{last}");
        assert_eq!(serde_json::from_str::<Tree>(&text).is_ok(), accepted, "{last}");
        assert!(start.elapsed().as_secs() < 5, "{last} took {:?}", start.elapsed());
    }
}

#[test]
fn deep_trials_do_not_copy_the_value_at_every_level() {
    // A copy at each level would be 120 times 300,000 numbers.
    let bulk = format!(r#"{{"last":true,"bulk":[{}0]}}"#, "0,".repeat(300_000));
    let text = format!("{}{bulk}{}", r#"{"child":"#.repeat(120), r#","last":true}"#.repeat(120));
    let start = std::time::Instant::now();
    assert!(serde_json::from_str::<Tree>(&text).is_err());
    assert!(from_str::<Tree>(&text).is_err());
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn what_deep_trials_find_is_what_plain_ones_find() {
    // `last` says for each level which member it is: every way through ten levels.
    for way in 0u32..1024 {
        let last = |level: u32| if way & (1 << level) == 0 { "1" } else { r#""x""# };
        let mut text = format!(r#"{{"last":{}}}"#, last(0));
        for level in 1..10 {
            text = format!(r#"{{"child":{text},"last":{}}}"#, last(level));
        }
        let mut tree = read::<Tree>(&text).expect("every level is one of the members");
        for level in (0..10).rev() {
            let (is_right, child) = match tree {
                Tree::Left(left) => (false, left.child),
                Tree::Right(right) => (true, right.child),
            };
            assert_eq!(is_right, way & (1 << level) != 0, "level {level} of {text}");
            match child {
                Some(child) => tree = *child,
                None => break,
            }
        }
        assert_eq!(rewrite::<Tree>(&text), text);
    }
}

#[test]
fn wrong_guesses_leave_no_trace() {
    // Two unions in one document, each with a guess that fails and one that holds.
    let text = r#"{"success":true,"message":"m","hits":"none"}"#;
    let both = format!("[{text},{}]", r#"{"success":true,"message":"m","outputs":["a"]}"#);
    let read = read::<Vec<Flat>>(&both).expect("both are accepted");
    assert!(matches!(read.as_slice(), [Flat::Base(_), Flat::Run(_)]));
    // A refused document after a wrong guess, then an accepted one.
    assert!(from_str::<Flat>(r#"{"success":1,"message":"m","hits":[1]}"#).is_err());
    assert!(from_str::<Flat>(r#"{"success":true,"message":"m","hits":[1]}"#).is_ok());
}

#[test]
fn a_key_twice_counts_once_at_the_text_doors() {
    let text = r#"{"type":"text","url":"a","text":"b","type":"image"}"#;
    assert!(matches!(from_str::<Output>(text), Ok(Output::ImageOutput(_))));
    let text = r#"{"success":"no","message":"m","success":true,"hits":[1],"hits":[2]}"#;
    assert_eq!(
        from_str::<Flat>(text).expect("the last values are right"),
        Flat::Search(Search {
            success: Some(true),
            message: Some("m".into()),
            hits: Some(vec![2])
        })
    );
}

#[test]
fn many_refusals_stay_short() {
    let text = format!(
        r#"{{"success":"{}","message":5,"hits":"{}"}}"#,
        "a".repeat(100_000),
        "b\n".repeat(100_000)
    );
    let error = refusal::<Flat>(&text);
    assert!(error.len() < 1_000, "{} bytes", error.len());
}

#[test]
fn a_refused_member_deep_inside_is_placed() {
    let text = r#"{"child":{"child":{"last":1},"last":"x"},"last":[]}"#;
    assert!(
        refusal::<Tree>(text).starts_with("at /last: expected integer, found array (Left"),
        "{}",
        refusal::<Tree>(text)
    );
}
