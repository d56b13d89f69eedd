//! Every mistake that the text of a configuration file can have, and what is said about it.

use isomorph_build::config::parse;

/// What is said about a file.
#[track_caller]
fn refused(text: &str) -> String {
    parse("isomorph.toml", text).expect_err("the file is wrong").to_string()
}

const OUTPUT: &str = "[[output]]\nfile = \"out.rs\"\n";
const SPEC: &str = "[[output.spec]]\npath = \"a.json\"\n";

#[test]
fn keys_that_there_are_not() {
    assert_eq!(
        refused(&format!(
            "[policy]\nunkown = \"keep\"\nx = 1\n{OUTPUT}unknown = \"keep\"\n{SPEC}"
        )),
        "\
isomorph.toml:2:1: error[config-unknown-key]: there is no key `unkown` in `policy`
  at /policy/unkown
  why: the keys there are `unknown`, `formats`, `union-match`, `defaults`, `length-unit`, `closed-all-of`, \
         `nullable-all-of`, `io`, `open-enums`, `derives` or `attributes`
  repair: write `unknown`
isomorph.toml:3:1: error[config-unknown-key]: there is no key `x` in `policy`
  at /policy/x
  why: the keys there are `unknown`, `formats`, `union-match`, `defaults`, `length-unit`, `closed-all-of`, \
         `nullable-all-of`, `io`, `open-enums`, `derives` or `attributes`
  repair: remove it
isomorph.toml:6:1: error[config-unknown-key]: there is no key `unknown` in `output`
  at /output/0/unknown
  why: the keys there are `crate`, `package`, `runtime`, `file`, `build-script`, `regenerate`, `policy` or `spec`
  repair: move it below `[output.policy]`"
    );
    assert!(refused("outputs = 1").starts_with(
        "isomorph.toml:1:1: error[config-unknown-key]: there is no key `outputs` at the top of the file\n"
    ));
}

#[test]
fn formats_that_nothing_judges() {
    assert_eq!(
        refused(&format!(
            "[policy.formats]\ndatetime = \"assert\"\nuuid = \"maybe\"\nmade-up = \"annotate\"\n{OUTPUT}{SPEC}"
        )),
        "\
isomorph.toml:2:1: error[config-unknown-key]: there is no key `datetime` in `policy.formats`
  at /policy/formats/datetime
  why: the keys there are `date`, `date-time`, `duration`, `email`, `hostname`, `idn-email`, `idn-hostname`, `ipv4`, \
         `ipv6`, `iri`, `iri-reference`, `json-pointer`, `regex`, `relative-json-pointer`, `time`, `uri`, \
         `uri-reference`, `uri-template` or `uuid`
  repair: write `date-time`
isomorph.toml:3:8: error[config-unknown-value]: `uuid` cannot be \"maybe\"
  at /policy/formats/uuid
  why: it is \"annotate\" or \"assert\"
  repair: choose one of them, or remove the key"
    );
}

#[test]
fn values_of_another_type() {
    assert_eq!(
        refused(
            "policy = [\"keep\"]\n[[output]]\nfile = 1\nregenerate = 2020-01-01\nspec = [{path = \"a\", policy = {formats = true, \
             open-enums = \"yes\", derives = \"Hash\"}}, {}]\n[[output]]\nspec = \"a.json\"\n"
        ),
        "\
isomorph.toml:1:10: error[config-wrong-type]: `policy` is an array
  at /policy
  why: it must be a table
  repair: write `[policy]` in a line of its own, and its keys below
isomorph.toml:3:8: error[config-wrong-type]: `file` is an integer
  at /output/0/file
  why: it must be a string
  repair: write it in quotes: `file = \"...\"`
isomorph.toml:4:14: error[config-wrong-type]: `regenerate` is a date
  at /output/0/regenerate
  why: it must be a string
  repair: write it in quotes: `regenerate = \"...\"`
isomorph.toml:5:42: error[config-wrong-type]: `formats` is a boolean
  at /output/0/spec/0/policy/formats
  why: it must be \"annotate\", \"assert\" or a table of formats
  repair: choose one of them, or remove the key
isomorph.toml:5:61: error[config-wrong-type]: `open-enums` is a string
  at /output/0/spec/0/policy/open-enums
  why: it must be a boolean
  repair: write `open-enums = true` or `open-enums = false`
isomorph.toml:5:78: error[config-wrong-type]: `derives` is a string
  at /output/0/spec/0/policy/derives
  why: it must be an array
  repair: write it in brackets: `derives = [\"...\"]`
isomorph.toml:5:88: error[config-missing-key]: `[[output.spec]]` has no key `path`
  at /output/0/spec/1
  why: nothing can be made of it without
  repair: add `path = \"...\"`
isomorph.toml:7:8: error[config-wrong-type]: `spec` is a string
  at /output/1/spec
  why: it must be an array
  repair: write `[[output.spec]]` in a line of its own, and its keys below"
    );
}

#[test]
fn items_of_another_type() {
    assert_eq!(
        refused("output = [1]\n[policy]\nderives = [\"Hash\", 1.5]\n"),
        "\
isomorph.toml:1:11: error[config-wrong-type]: an item of `output` is an integer
  at /output/0
  why: it must be a table
  repair: write `[[output]]` in a line of its own, and its keys below
isomorph.toml:3:20: error[config-wrong-type]: an item of `derives` is a number
  at /policy/derives/1
  why: it must be a string
  repair: write it in quotes"
    );
}

#[test]
fn values_that_there_are_not() {
    assert_eq!(
        refused("[policy]\nunknown = \"Deny\"\nunion-match = \"best\"\n"),
        "\
isomorph.toml:2:11: error[config-unknown-value]: `unknown` cannot be \"Deny\"
  at /policy/unknown
  why: it is \"ignore\", \"keep\" or \"deny\"
  repair: write \"deny\"
isomorph.toml:3:15: error[config-unknown-value]: `union-match` cannot be \"best\"
  at /policy/union-match
  why: it is \"most-specific\" or \"first\"
  repair: choose one of them, or remove the key"
    );
}

#[test]
fn texts_that_are_not_toml() {
    assert_eq!(
        refused("[policy\n\n[[output]]\nfile = out.rs\n"),
        "\
isomorph.toml:1:8: error[config-syntax]: not TOML: unclosed table, expected `]`
  at the root
  why: nothing of the file can be relied on
  repair: correct the syntax; https://toml.io describes it
isomorph.toml:4:8: error[config-syntax]: not TOML: string values must be quoted, expected literal string
  at the root
  why: nothing of the file can be relied on
  repair: correct the syntax; https://toml.io describes it"
    );
    let said = refused("[policy]\nio = \"both\"\nio = \"input\"\n");
    assert!(
        said.starts_with("isomorph.toml:3:1: error[config-syntax]: not TOML: duplicate key"),
        "{said}"
    );
}

#[test]
fn what_says_too_little() {
    assert_eq!(
        refused("# Nothing.\n"),
        "\
isomorph.toml:1:1: error[config-incomplete]: the file has no `[[output]]`
  at the root
  why: nothing would be generated
  repair: add one: `[[output]]`, `crate = \"...\"`"
    );
    assert_eq!(
        refused("\n[[output]]\n[[output]]\ncrate = \"\"\nruntime = {}\n[[output.spec]]\npath = \"a.json\"\n"),
        "\
isomorph.toml:2:1: error[config-incomplete]: `[[output]]` does not say where the models go
  at /output/0
  why: it has neither `crate` nor `file` nor `build-script`
  repair: add `crate = \"...\"`, `file = \"...\"` or `build-script = true`
isomorph.toml:2:1: error[config-incomplete]: `[[output]]` has no document
  at /output/0
  why: there would be nothing in it
  repair: add `[[output.spec]]` with a `path`
isomorph.toml:4:9: error[config-incomplete]: the text is empty
  at /output/1/crate
  why: it names nothing
  repair: write what is meant, or remove the key
isomorph.toml:5:11: error[config-incomplete]: `runtime` does not say where the crate comes from
  at /output/1/runtime
  why: it has neither `version` nor `path` nor `git` nor `workspace`
  repair: add one of them, or remove `runtime`"
    );
}

#[test]
fn what_contradicts_itself() {
    assert_eq!(
        refused(&format!(
            "{OUTPUT}crate = \"models\"\n{SPEC}[[output]]\nfile = \"b.rs\"\npackage = \"b\"\n{SPEC}"
        )),
        "\
isomorph.toml:2:1: error[config-conflict]: `file` stands beside `crate`
  at /output/0/file
  why: an output goes to one place
  repair: remove one of them, or write a second `[[output]]` for `file`
isomorph.toml:8:1: error[config-conflict]: `package` stands in an output without `crate`
  at /output/1/package
  why: only a crate has a manifest, so it has no effect
  repair: remove it"
    );
    assert_eq!(
        refused(&format!(
            "{OUTPUT}{SPEC}[[output.spec.type]]\ntarget = \"A\"\nreplace = \"crate::A\"\nname = \"B\"\n\
             [[output.spec.type]]\ntarget = \"A\"\n"
        )),
        "\
isomorph.toml:8:1: error[config-conflict]: `name` stands beside `replace`
  at /output/0/spec/0/type/0/name
  why: nothing is generated for a replaced type, so it has no effect
  repair: remove one of them
isomorph.toml:10:1: error[config-conflict]: \"A\" is the target of two `[[output.spec.type]]`
  at /output/0/spec/0/type/1/target
  why: the first of this spec has it already
  repair: put the keys of both into one"
    );
    let said = refused(&format!(
        "[[output]]\ncrate = \"a\"\nruntime = {{ version = \"1\", tag = \"x\" }}\n{SPEC}"
    ));
    assert!(
        said.starts_with("isomorph.toml:3:28: error[config-conflict]: `tag` stands without `git`\n"),
        "{said}"
    );
}

#[test]
fn what_is_not_rust() {
    let said = refused(&format!(
        "[policy]\nderives = [\"Hash\", \"no path\"]\nattributes = [\"serde(x)\", \"#[a] #[b]\"]\n{OUTPUT}{SPEC}module = \"Type\"\n\
         [[output.spec.type]]\ntarget = \"A\"\nname = \"lower\"\n[[output.spec.type]]\ntarget = \"B\"\nreplace = \"&str\"\n"
    ));
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("error[") || line.contains("repair"))
        .collect();
    assert_eq!(
        lines,
        [
            "isomorph.toml:2:20: error[config-not-rust]: \"no path\" is not the path of a derive",
            "  repair: write one, such as `Hash`",
            "isomorph.toml:3:15: error[config-not-rust]: \"serde(x)\" is not one attribute",
            "  repair: write one, such as `#[non_exhaustive]`",
            "isomorph.toml:3:27: error[config-not-rust]: \"#[a] #[b]\" is not one attribute",
            "  repair: write one, such as `#[non_exhaustive]`",
            "isomorph.toml:8:10: error[config-not-rust]: \"Type\" is not a Rust module in snake case",
            "  repair: write one, such as `type_`",
            "isomorph.toml:11:8: error[config-not-rust]: \"lower\" is not a Rust type name",
            "  repair: write one, such as `OrderLine`",
            "isomorph.toml:14:11: error[config-not-rust]: \"&str\" is not the path of a type",
            "  repair: write one, such as `crate::Money`",
        ]
    );
    let said = refused(&format!("{OUTPUT}[[output.spec]]\npath = \"a[.json\"\n"));
    assert!(
        said.starts_with("isomorph.toml:4:8: error[config-pattern]: \"a[.json\" is not a pattern: "),
        "{said}"
    );
}
