//! What is wrong with a file whose every key has a value of its type.

use super::file::{Config, OutputPart, RuntimePart, SpecPart, TypePart};
use super::finding::Finding;
use super::policy::PolicyPart;
use super::read::below;
use crate::names;

/// Everything that contradicts itself, has no effect, or would not be Rust.
pub(super) fn check(config: &Config) -> Vec<Finding> {
    let mut checker = Checker { findings: Vec::new() };
    checker.policy("/policy", &config.policy);
    if config.output.is_empty() {
        checker.missing(
            "",
            "the file has no `[[output]]`",
            "nothing would be generated",
            "add one: `[[output]]`, `crate = \"...\"`",
        );
    }
    for (index, part) in config.map_uri.iter().enumerate() {
        checker.not_empty(&format!("/map-uri/{index}/from"), Some(&part.from));
        checker.not_empty(&format!("/map-uri/{index}/to"), Some(&part.to));
    }
    for (index, output) in config.output.iter().enumerate() {
        checker.output(&format!("/output/{index}"), output);
    }
    checker.findings
}

struct Checker {
    findings: Vec<Finding>,
}

impl Checker {
    fn output(&mut self, at: &str, output: &OutputPart) {
        let places = [
            ("crate", output.krate.is_some()),
            ("file", output.file.is_some()),
            ("build-script", output.build_script == Some(true)),
        ];
        let mut places = places.iter().filter(|(_, is_there)| *is_there).map(|(key, _)| *key);
        match (places.next(), places.next()) {
            (None, _) => self.missing(
                at,
                "`[[output]]` does not say where the models go",
                "it has neither `crate` nor `file` nor `build-script`",
                "add `crate = \"...\"`, `file = \"...\"` or `build-script = true`",
            ),
            (Some(_), None) => {}
            (Some(first), Some(second)) => self.conflict(
                &below(at, second),
                format!("`{second}` stands beside `{first}`"),
                "an output goes to one place".to_owned(),
                format!("remove one of them, or write a second `[[output]]` for `{second}`"),
            ),
        }
        for (key, is_there) in [
            ("package", output.package.is_some()),
            ("runtime", output.runtime.is_some()),
        ] {
            if is_there && output.krate.is_none() {
                self.conflict(
                    &below(at, key),
                    format!("`{key}` stands in an output without `crate`"),
                    "only a crate has a manifest, so it has no effect".to_owned(),
                    "remove it".to_owned(),
                );
            }
        }
        for (key, path) in [("crate", &output.krate), ("file", &output.file)] {
            self.not_empty(&below(at, key), path.as_deref());
        }
        if let Some(package) = &output.package
            && names::package(std::path::Path::new(package)).as_deref() != Ok(package)
        {
            self.not_rust(
                &below(at, "package"),
                package,
                "the name of a package",
                "such as `tool-models`",
            );
        }
        if let Some(runtime) = &output.runtime {
            self.runtime(&below(at, "runtime"), runtime);
        }
        self.policy(&below(at, "policy"), &output.policy);
        if output.spec.is_empty() {
            self.missing(
                at,
                "`[[output]]` has no document",
                "there would be nothing in it",
                "add `[[output.spec]]` with a `path`",
            );
        }
        for (index, spec) in output.spec.iter().enumerate() {
            self.spec(&format!("{at}/spec/{index}"), spec);
        }
    }

    fn runtime(&mut self, at: &str, runtime: &RuntimePart) {
        let sources = [
            runtime.version.is_some(),
            runtime.path.is_some(),
            runtime.git.is_some(),
            runtime.workspace == Some(true),
        ];
        if !sources.contains(&true) {
            self.missing(
                at,
                "`runtime` does not say where the crate comes from",
                "it has neither `version` nor `path` nor `git` nor `workspace`",
                "add one of them, or remove `runtime`",
            );
        }
        for (key, value) in [
            ("rev", &runtime.rev),
            ("tag", &runtime.tag),
            ("branch", &runtime.branch),
        ] {
            if value.is_some() && runtime.git.is_none() {
                self.conflict(
                    &below(at, key),
                    format!("`{key}` stands without `git`"),
                    "it says which state of a Git repository is meant".to_owned(),
                    "add `git = \"...\"`, or remove it".to_owned(),
                );
            }
        }
    }

    fn spec(&mut self, at: &str, spec: &SpecPart) {
        self.not_empty(&below(at, "path"), Some(&spec.path));
        if let Err(error) = glob::Pattern::new(&spec.path) {
            self.findings.push(Finding {
                rule: "config-pattern",
                pointer: below(at, "path"),
                is_key: false,
                message: format!("{:?} is not a pattern: {}", spec.path, error.msg),
                why: "`*`, `?`, `[...]` and `**` match parts of names and folders".to_owned(),
                repair: "correct it, or put a character that is meant literally in brackets: `[*]`".to_owned(),
            });
        }
        self.not_empty(&below(at, "root"), spec.root.as_deref());
        for (index, choice) in spec.only.iter().enumerate() {
            self.not_empty(&format!("{at}/only/{index}"), Some(choice));
        }
        if let Some(module) = &spec.module {
            let valid = names::module(std::path::Path::new(module));
            if valid != *module {
                self.not_rust(
                    &below(at, "module"),
                    module,
                    "a Rust module in snake case",
                    &format!("such as `{valid}`"),
                );
            }
        }
        self.policy(&below(at, "policy"), &spec.policy);
        for (index, part) in spec.types.iter().enumerate() {
            let at = format!("{at}/type/{index}");
            self.part(&at, part);
            if let Some(first) = spec.types[..index].iter().position(|other| other.target == part.target) {
                self.conflict(
                    &below(&at, "target"),
                    format!("{:?} is the target of two `[[output.spec.type]]`", part.target),
                    format!("the {} of this spec has it already", ordinal(first)),
                    "put the keys of both into one".to_owned(),
                );
            }
        }
    }

    fn part(&mut self, at: &str, part: &TypePart) {
        self.not_empty(&below(at, "target"), Some(&part.target));
        if let Some(name) = &part.name {
            let is_name = syn::parse_str::<syn::Ident>(name).is_ok() && name.starts_with(|c: char| c.is_uppercase());
            self.must(
                is_name,
                &below(at, "name"),
                name,
                "a Rust type name",
                "such as `OrderLine`",
            );
        }
        if let Some(path) = &part.replace {
            let is_type = syn::parse_str::<syn::TypePath>(path).is_ok();
            self.must(
                is_type,
                &below(at, "replace"),
                path,
                "the path of a type",
                "such as `crate::Money`",
            );
            let others = [
                ("name", part.name.is_some()),
                ("unknown", part.unknown.is_some()),
                ("union-match", part.union_match.is_some()),
                ("open-enum", part.open_enum.is_some()),
                ("derives", !part.derives.is_empty()),
                ("attributes", !part.attributes.is_empty()),
            ];
            for (key, _) in others.iter().filter(|(_, is_there)| *is_there) {
                self.conflict(
                    &below(at, key),
                    format!("`{key}` stands beside `replace`"),
                    "nothing is generated for a replaced type, so it has no effect".to_owned(),
                    "remove one of them".to_owned(),
                );
            }
        }
        self.rust_items(at, &part.derives, &part.attributes);
    }

    fn policy(&mut self, at: &str, policy: &PolicyPart) {
        self.rust_items(at, &policy.derives, &policy.attributes);
    }

    fn rust_items(&mut self, at: &str, derives: &[String], attributes: &[String]) {
        for (index, derive) in derives.iter().enumerate() {
            let is_path = syn::parse_str::<syn::Path>(derive).is_ok();
            self.must(
                is_path,
                &format!("{at}/derives/{index}"),
                derive,
                "the path of a derive",
                "such as `Hash`",
            );
        }
        for (index, attribute) in attributes.iter().enumerate() {
            let is_attribute = syn::parse_str::<syn::ItemStruct>(&format!("{attribute} struct S;"))
                .is_ok_and(|item| item.attrs.len() == 1);
            let example = "such as `#[non_exhaustive]`";
            self.must(
                is_attribute,
                &format!("{at}/attributes/{index}"),
                attribute,
                "one attribute",
                example,
            );
        }
    }

    fn must(&mut self, is_valid: bool, at: &str, found: &str, expected: &str, example: &str) {
        if !is_valid {
            self.not_rust(at, found, expected, example);
        }
    }

    fn not_rust(&mut self, at: &str, found: &str, expected: &str, example: &str) {
        self.findings.push(Finding {
            rule: "config-not-rust",
            pointer: at.to_owned(),
            is_key: false,
            message: format!("{found:?} is not {expected}"),
            why: "it goes into the generated code as it stands".to_owned(),
            repair: format!("write one, {example}"),
        });
    }

    fn not_empty(&mut self, at: &str, text: Option<&str>) {
        if text.is_some_and(str::is_empty) {
            self.missing(
                at,
                "the text is empty",
                "it names nothing",
                "write what is meant, or remove the key",
            );
        }
    }

    fn missing(&mut self, at: &str, message: &str, why: &str, repair: &str) {
        self.findings.push(Finding {
            rule: "config-incomplete",
            pointer: at.to_owned(),
            is_key: false,
            message: message.to_owned(),
            why: why.to_owned(),
            repair: repair.to_owned(),
        });
    }

    fn conflict(&mut self, at: &str, message: String, why: String, repair: String) {
        self.findings.push(Finding {
            rule: "config-conflict",
            pointer: at.to_owned(),
            is_key: true,
            message,
            why,
            repair,
        });
    }
}

fn ordinal(index: usize) -> String {
    match index {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        _ => format!("{}th", index + 1),
    }
}
