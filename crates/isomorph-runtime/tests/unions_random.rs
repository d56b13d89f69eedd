//! Random documents against a slow and simple reading of the rule which member counts.

mod models;

use isomorph_runtime::{Match, Union, Wire, from_str};
use models::*;

/// A small generator of pseudo-random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    /// An object with some of `keys` in any order, most of them with a value that fits.
    fn object(&mut self, keys: &[(&str, &str)]) -> String {
        let mut keys = keys.to_vec();
        let mut entries = Vec::new();
        while !keys.is_empty() && self.below(8) > 0 {
            let (key, value) = keys.swap_remove(self.below(keys.len()));
            let value = if self.below(10) == 0 {
                self.pick(&["null", "{}", "[null]", "5.5", r#""x""#])
            } else {
                value
            };
            entries.push(format!(r#""{key}":{value}"#));
        }
        format!("{{{}}}", entries.join(","))
    }
}

/// The member that the rule names, found by asking each member on its own.
fn expected<T: Union>(text: &str, accepts: &[fn(&str) -> bool]) -> Option<usize> {
    let document: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).expect("an object");
    let accepting: Vec<usize> = (0..accepts.len()).filter(|member| accepts[*member](text)).collect();
    match T::MATCH {
        Match::First => accepting.first().copied(),
        Match::ExactlyOne => (accepting.len() == 1).then(|| accepting[0]),
        Match::MostSpecific => accepting.into_iter().min_by_key(|member| {
            let fit = |list: &&[&str]| {
                let present = list.iter().filter(|key| document.contains_key(**key)).count();
                (usize::MAX - present, list.len() - present)
            };
            (T::MEMBERS[*member].keys.iter().map(fit).min(), *member)
        }),
    }
}

fn compare<T: Union + Wire + PartialEq + std::fmt::Debug>(
    keys: &[(&str, &str)],
    accepts: &[fn(&str) -> bool],
    member: fn(&T) -> usize,
) {
    let mut random = Random(42);
    let mut counts = vec![0; accepts.len() + 1];
    for _ in 0..4_000 {
        let text = random.object(keys);
        let expected = expected::<T>(&text, accepts);
        let found = read::<T>(&text);
        assert_eq!(found.as_ref().ok().map(member), expected, "{text}: {found:?}");
        counts[expected.unwrap_or(accepts.len())] += 1;
    }
    assert!(
        counts.iter().filter(|count| **count > 0).count() > 1,
        "the documents are all alike: {counts:?}"
    );
}

const FLAT: &[(&str, &str)] = &[
    ("success", "true"),
    ("message", r#""m""#),
    ("outputs", r#"["a"]"#),
    ("hits", "[1]"),
    ("other", "1"),
];

fn accepts<T: Wire>(text: &str) -> bool {
    from_str::<T>(text).is_ok()
}

#[test]
fn most_specific() {
    compare::<Flat>(
        FLAT,
        &[accepts::<Base>, accepts::<Run>, accepts::<Search>],
        |flat| match flat {
            Flat::Base(_) => 0,
            Flat::Run(_) => 1,
            Flat::Search(_) => 2,
        },
    );
}

#[test]
fn first() {
    compare::<FlatFirst>(
        FLAT,
        &[accepts::<Search>, accepts::<Base>, accepts::<Run>],
        |flat| match flat {
            FlatFirst::Search(_) => 0,
            FlatFirst::Base(_) => 1,
            FlatFirst::Run(_) => 2,
        },
    );
}

#[test]
fn exactly_one() {
    compare::<FlatOne>(FLAT, &[accepts::<Base>, accepts::<Search>], |flat| match flat {
        FlatOne::Base(_) => 0,
        FlatOne::Search(_) => 1,
    });
}

#[test]
fn closed() {
    let keys = &[
        ("radius", "1"),
        ("side", "2"),
        ("name", r#""n""#),
        ("message", r#""m""#),
        ("success", "true"),
    ];
    compare::<Figure>(keys, &[accepts::<Round>, accepts::<Square>], |figure| match figure {
        Figure::Round(_) => 0,
        Figure::Square(_) => 1,
    });
    compare::<Outer>(keys, &[accepts::<Figure>, accepts::<Base>], |outer| match outer {
        Outer::Figure(_) => 0,
        Outer::Base(_) => 1,
    });
}

#[test]
fn tagged() {
    let mut keys = Vec::new();
    for tag in [r#""text""#, r#""image""#, r#""count""#, r#""video""#, "5"] {
        keys.clear();
        keys.extend([
            ("type", tag),
            ("text", r#""t""#),
            ("url", r#""u""#),
            ("value", "1"),
            ("other", "{}"),
        ]);
        let members: &[fn(&str) -> bool] = &[accepts::<TextOutput>, accepts::<ImageOutput>, accepts::<CountOutput>];
        let mut random = Random(7);
        for _ in 0..2_000 {
            let text = random.object(&keys);
            let found = read::<Output>(&text).ok().map(|output| match output {
                Output::TextOutput(_) => 0,
                Output::ImageOutput(_) => 1,
                Output::CountOutput(_) => 2,
            });
            assert_eq!(found, (0..3).find(|member| members[*member](&text)), "{text}");
        }
    }
    assert_eq!(TextOutput::FIELDS[0], "type");
}

#[test]
fn trees() {
    // Random trees: what both doors read is what is written again.
    fn tree(random: &mut Random, depth: usize) -> String {
        let last = random.pick(&["1", r#""x""#, "1", r#""x""#, "1", r#""x""#, "true"]);
        if depth == 0 || random.below(6) == 0 {
            return format!(r#"{{"last":{last}}}"#);
        }
        format!(r#"{{"child":{},"last":{last}}}"#, tree(random, depth - 1))
    }
    let mut random = Random(1);
    for _ in 0..1_000 {
        let text = tree(&mut random, 12);
        match read::<Tree>(&text) {
            Ok(_) => assert_eq!(rewrite::<Tree>(&text), text),
            Err(error) => assert!(text.contains("true"), "{text}: {error}"),
        }
    }
}
