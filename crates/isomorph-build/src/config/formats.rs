//! Whether `format` refuses: a word for all formats, words for single ones, or both.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};

use super::choice::Formats;

/// What is said of formats: in a file a word, or a table with a word for each format; on the command line a list as
/// `assert,uuid=annotate`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormatsPart {
    /// What counts for every format that is not among the single ones.
    pub all: Option<Formats>,
    /// What counts for single formats, by name.
    pub single: BTreeMap<String, Formats>,
}

/// The key that stands for all other formats in a table.
const OTHERS: &str = "default";
const WORDS: &[&str] = &["annotate", "assert"];

impl From<Formats> for FormatsPart {
    fn from(all: Formats) -> Self {
        Self {
            all: Some(all),
            single: BTreeMap::new(),
        }
    }
}

impl FormatsPart {
    fn add(&mut self, name: &str, word: Formats) {
        if name == OTHERS {
            self.all = Some(word);
        } else {
            self.single.insert(name.to_owned(), word);
        }
    }
}

/// Whether asserting a format can mean something; any may be called an annotation.
fn can_refuse(name: &str) -> bool {
    name == OTHERS || isomorph::FORMATS.contains(&name)
}

fn word(text: &str) -> Option<Formats> {
    match text {
        "annotate" => Some(Formats::Annotate),
        "assert" => Some(Formats::Assert),
        _ => None,
    }
}

fn text(word: Formats) -> &'static str {
    match word {
        Formats::Annotate => "annotate",
        Formats::Assert => "assert",
    }
}

impl fmt::Display for FormatsPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all.map(|word| text(word).to_owned());
        let single = self.single.iter().map(|(name, word)| format!("{name}={}", text(*word)));
        f.write_str(&all.into_iter().chain(single).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for FormatsPart {
    type Err = String;

    fn from_str(list: &str) -> Result<Self, String> {
        let mut part = Self::default();
        for item in list.split(',') {
            let (name, said) = item.split_once('=').unwrap_or((OTHERS, item));
            let said = word(said).ok_or_else(|| format!("`{said}` is neither `annotate` nor `assert`"))?;
            if said == Formats::Assert && !can_refuse(name) {
                let hint = super::nearest(name, isomorph::FORMATS.iter().copied());
                let hint = hint
                    .map(|known| format!("; did you mean `{known}`?"))
                    .unwrap_or_default();
                return Err(format!("nothing judges the format `{name}`{hint}"));
            }
            part.add(name, said);
        }
        Ok(part)
    }
}

impl<'de> Deserialize<'de> for FormatsPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FormatsVisitor)
    }
}

struct FormatsVisitor;

impl<'de> Visitor<'de> for FormatsVisitor {
    type Value = FormatsPart;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"annotate\", \"assert\" or a table of formats")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<FormatsPart, E> {
        word(text)
            .map(FormatsPart::from)
            .ok_or_else(|| E::unknown_variant(text, WORDS))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FormatsPart, A::Error> {
        let mut part = FormatsPart::default();
        while let Some(name) = map.next_key::<String>()? {
            let said = map.next_value()?;
            if said == Formats::Assert && !can_refuse(&name) {
                return Err(de::Error::unknown_field(&name, isomorph::FORMATS));
            }
            part.add(&name, said);
        }
        Ok(part)
    }
}

/// The two forms, for the schema of the file.
#[cfg(test)]
impl schemars1::JsonSchema for FormatsPart {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FormatsPart".into()
    }

    fn json_schema(generator: &mut schemars1::SchemaGenerator) -> schemars1::Schema {
        let word = generator.subschema_for::<Formats>();
        let names = isomorph::FORMATS.iter().copied().chain([OTHERS]);
        let judged: serde_json::Map<String, serde_json::Value> =
            names.map(|name| (name.to_owned(), word.clone().to_value())).collect();
        schemars1::json_schema!({
            "description": "A word for all formats, or a table with a word for each; `default` in it stands for the others.",
            "anyOf": [
                word,
                { "type": "object", "properties": judged, "additionalProperties": { "const": "annotate" } },
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_says_what_its_text_says() {
        for list in [
            "assert",
            "annotate",
            "assert,uuid=annotate",
            "date=assert,uuid=assert",
            "assert,made-up=annotate",
        ] {
            let part: FormatsPart = list.parse().unwrap_or_else(|problem| panic!("{problem}"));
            assert_eq!(part.to_string(), list);
        }
        let problem = |list: &str| list.parse::<FormatsPart>().err().unwrap_or_default();
        assert_eq!(problem("refuse"), "`refuse` is neither `annotate` nor `assert`");
        assert_eq!(
            problem("datetime=assert"),
            "nothing judges the format `datetime`; did you mean `date-time`?"
        );
    }
}
