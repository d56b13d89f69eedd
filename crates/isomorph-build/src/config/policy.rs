//! Policies as they are written down, each level with what it says and silent about the rest.

use isomorph::{Policy, TypePolicy};
use serde::Deserialize;

use super::choice::{ClosedAllOf, Defaults, Io, LengthUnit, NullableAllOf, UnionMatch, Unknown};
use super::file::TypePart;
use super::formats::FormatsPart;

/// How models shall be, as far as one level says: the file, an output, a spec, or the flags of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(
    test,
    derive(schemars1::JsonSchema),
    schemars(crate = "schemars1", rename = "Policy")
)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table")]
pub struct PolicyPart {
    /// What objects do with keys that their schema says nothing about.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "ignore")))]
    pub unknown: Option<Unknown>,
    /// Whether `format` refuses strings that are not of the format: for all formats, or for single ones.
    #[cfg_attr(feature = "clap", arg(long, value_name = "annotate|assert|FORMAT=WORD,..."))]
    #[cfg_attr(test, schemars(extend("default" = "annotate")))]
    pub formats: Option<FormatsPart>,
    /// Which member of a union takes a value that several accept.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "most-specific")))]
    pub union_match: Option<UnionMatch>,
    /// What an absent key with a `default` becomes.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "fill")))]
    pub defaults: Option<Defaults>,
    /// What `minLength` and `maxLength` count.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "code-points")))]
    pub length_unit: Option<LengthUnit>,
    /// What an `allOf` of closed objects means.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "judge")))]
    pub closed_all_of: Option<ClosedAllOf>,
    /// What null is to an `allOf` of which only the last part allows it.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "judge")))]
    pub nullable_all_of: Option<NullableAllOf>,
    /// Which of the twins `X` and `XOutput` (or `XInput` and `X`) become models.
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[cfg_attr(test, schemars(extend("default" = "both")))]
    pub io: Option<Io>,
    /// Whether string enums keep values that they do not list; they refuse them by default.
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", require_equals = true)
    )]
    #[cfg_attr(test, schemars(extend("default" = false)))]
    pub open_enums: Option<bool>,
    /// Further derives for structs and enums, as paths; those of all levels add up.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(test, schemars(extend("default" = [])))]
    #[serde(default)]
    pub derives: Vec<String>,
    /// Further attributes for structs and enums; those of all levels add up.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(test, schemars(extend("default" = [])))]
    #[serde(default)]
    pub attributes: Vec<String>,
}

impl PolicyPart {
    /// The keys, which are also the flags.
    pub(super) const KEYS: [&str; 11] = [
        "unknown",
        "formats",
        "union-match",
        "defaults",
        "length-unit",
        "closed-all-of",
        "nullable-all-of",
        "io",
        "open-enums",
        "derives",
        "attributes",
    ];

    /// This level on top of the one below: what it says, else what `below` says; lists are those of both.
    #[must_use]
    pub fn over(&self, below: &Self) -> Self {
        Self {
            unknown: self.unknown.or(below.unknown),
            formats: self.formats.clone().or_else(|| below.formats.clone()),
            union_match: self.union_match.or(below.union_match),
            defaults: self.defaults.or(below.defaults),
            length_unit: self.length_unit.or(below.length_unit),
            closed_all_of: self.closed_all_of.or(below.closed_all_of),
            nullable_all_of: self.nullable_all_of.or(below.nullable_all_of),
            io: self.io.or(below.io),
            open_enums: self.open_enums.or(below.open_enums),
            derives: both(&below.derives, &self.derives),
            attributes: both(&below.attributes, &self.attributes),
        }
    }

    /// The generator's policy: what no level says is its default.
    #[must_use]
    pub fn policy(&self) -> Policy {
        let default = Policy::default();
        let formats = self.formats.clone().unwrap_or_default();
        Policy {
            root: None,
            only: Vec::new(),
            unknown: self.unknown.map_or(default.unknown, Into::into),
            formats: formats.all.map_or(default.formats, Into::into),
            single_formats: formats
                .single
                .into_iter()
                .map(|(name, word)| (name, word.into()))
                .collect(),
            union_match: self.union_match.map_or(default.union_match, Into::into),
            defaults: self.defaults.map_or(default.defaults, Into::into),
            length_unit: self.length_unit.map_or(default.length_unit, Into::into),
            closed_all_of: self.closed_all_of.map_or(default.closed_all_of, Into::into),
            nullable_all_of: self.nullable_all_of.map_or(default.nullable_all_of, Into::into),
            io: self.io.map_or(default.io, Into::into),
            open_enums: self.open_enums.unwrap_or(default.open_enums),
            derives: self.derives.clone(),
            attributes: self.attributes.clone(),
            types: Vec::new(),
        }
    }
}

impl From<&TypePart> for TypePolicy {
    fn from(part: &TypePart) -> Self {
        Self {
            target: part.target.clone(),
            name: part.name.clone(),
            replace: part.replace.clone(),
            unknown: part.unknown.map(Into::into),
            union_match: part.union_match.map(Into::into),
            open_enum: part.open_enum,
            derives: part.derives.clone(),
            attributes: part.attributes.clone(),
        }
    }
}

/// The items of both lists, each once.
fn both(first: &[String], second: &[String]) -> Vec<String> {
    let mut all = first.to_vec();
    for item in second {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Formats;

    #[test]
    fn a_level_says_what_it_says_and_lists_add_up() {
        let below = PolicyPart {
            unknown: Some(Unknown::Keep),
            formats: Some(Formats::Assert.into()),
            derives: vec!["Hash".to_owned(), "Eq".to_owned()],
            ..PolicyPart::default()
        };
        let above = PolicyPart {
            unknown: Some(Unknown::Ignore),
            open_enums: Some(true),
            derives: vec!["Eq".to_owned(), "Ord".to_owned()],
            ..PolicyPart::default()
        };
        let policy = above.over(&below).policy();
        assert_eq!(
            policy,
            Policy {
                unknown: isomorph::Unknown::Ignore,
                formats: isomorph::Formats::Assert,
                open_enums: true,
                derives: ["Hash", "Eq", "Ord"].map(str::to_owned).to_vec(),
                ..Policy::default()
            }
        );
        assert_eq!(PolicyPart::default().policy(), Policy::default());
    }

    #[test]
    fn single_formats_go_before_the_word_for_all() {
        let text = "[policy.formats]\ndefault = \"assert\"\nuuid = \"annotate\"\n\
                    [[output]]\nfile = \"a.rs\"\n[[output.spec]]\npath = \"a.json\"\n";
        let config = crate::config::parse("isomorph.toml", text).unwrap_or_else(|error| panic!("{error}"));
        let policy = config.policy.policy();
        assert!(policy.asserts("date") && !policy.asserts("uuid") && policy.asserts_any());
        let below = PolicyPart {
            formats: Some(Formats::Annotate.into()),
            ..PolicyPart::default()
        };
        assert_eq!(config.policy.over(&below).policy(), policy);
        assert!(!below.over(&config.policy).policy().asserts_any());
    }
}
