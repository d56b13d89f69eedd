//! What each keyword of a document is read as: the first half of the ledger, which the shape stage completes.

use serde_json::{Map, Value};

use super::dialect::Rules;
use super::keywords::{ANNOTATIONS, VALIDATION, stands_alone};
use super::lenient::is_absent_as_null;

/// A keyword that judges values, spelled as the graph spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Keyword {
    Reference,
    Type,
    Nullable,
    Literals,
    Minimum,
    ExclusiveMinimum,
    Maximum,
    ExclusiveMaximum,
    MultipleOf,
    MinLength,
    MaxLength,
    Pattern,
    Format,
    Prefix,
    Items,
    MinItems,
    MaxItems,
    Unique,
    Properties,
    Required,
    Patterns,
    Additional,
    Names,
    MinProperties,
    MaxProperties,
    AllOf,
    AnyOf,
    OneOf,
    Not,
    Condition,
    Then,
    Otherwise,
    Contains,
    MinContains,
    MaxContains,
    DependentRequired,
    DependentSchemas,
    UnevaluatedItems,
    UnevaluatedProperties,
    Default,
}

/// What a keyword of a document is to the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// It judges values.
    Judges(Keyword),
    /// Up to draft 7 `dependencies` is two keywords of later drafts in one.
    Dependencies,
    /// It tells a reader something, or names the schema (2020-12 Core, sections 7.7 and 8).
    Annotation,
    /// A keyword that no specification has; those are annotations (2020-12 Core, section 6.5).
    Unknown,
    /// It stands beside `$ref`, where this dialect ignores it (draft 7 Core, section 8.3).
    BesideReference,
    /// The vocabulary that it is part of is not in use.
    WithoutVocabulary,
    /// It judges only beside another keyword, which is missing.
    WithoutPartner,
    /// It refers back to the schema that it is part of, and adds nothing to it.
    LeadsBack,
}

impl Reading {
    /// How the keyword is read in a schema with these members.
    pub(super) fn of(key: &str, value: &Value, members: &Map<String, Value>, rules: Rules) -> Reading {
        let beside_reference = !rules.ref_siblings && members.contains_key("$ref");
        if beside_reference && !matches!(key, "$ref" | "nullable") && !ANNOTATIONS.contains(&key) {
            return Reading::BesideReference;
        }
        if !rules.validation && VALIDATION.contains(&key) {
            return Reading::WithoutVocabulary;
        }
        let has = |partner: &str| members.contains_key(partner);
        let with = |is_there: bool, keyword: Keyword| {
            if is_there {
                Reading::Judges(keyword)
            } else {
                Reading::WithoutPartner
            }
        };
        if value.is_null() && is_absent_as_null(key) {
            return Reading::Annotation;
        }
        let is_tuple = members.get("items").is_some_and(Value::is_array);
        let exclusive = |bound: &str| members.get(bound) == Some(&Value::Bool(true));
        Reading::Judges(match key {
            "$ref" | "$dynamicRef" | "$recursiveRef" => Keyword::Reference,
            "type" => Keyword::Type,
            "nullable" if rules.nullable => match value {
                Value::Bool(true) => Keyword::Nullable,
                Value::String(text) if text == "true" => Keyword::Nullable,
                _ => return Reading::Annotation,
            },
            "enum" | "const" => Keyword::Literals,
            "minimum" if exclusive("exclusiveMinimum") => Keyword::ExclusiveMinimum,
            "maximum" if exclusive("exclusiveMaximum") => Keyword::ExclusiveMaximum,
            "minimum" => Keyword::Minimum,
            "maximum" => Keyword::Maximum,
            "exclusiveMinimum" if value.is_boolean() => {
                return with(has("minimum") && exclusive(key), Keyword::ExclusiveMinimum);
            }
            "exclusiveMaximum" if value.is_boolean() => {
                return with(has("maximum") && exclusive(key), Keyword::ExclusiveMaximum);
            }
            "exclusiveMinimum" => Keyword::ExclusiveMinimum,
            "exclusiveMaximum" => Keyword::ExclusiveMaximum,
            "multipleOf" => Keyword::MultipleOf,
            "minLength" => Keyword::MinLength,
            "maxLength" => Keyword::MaxLength,
            "pattern" => Keyword::Pattern,
            "format" => Keyword::Format,
            "prefixItems" => Keyword::Prefix,
            "items" if is_tuple => Keyword::Prefix,
            "items" => Keyword::Items,
            "additionalItems" => return with(is_tuple, Keyword::Items),
            "minItems" => Keyword::MinItems,
            "maxItems" => Keyword::MaxItems,
            "uniqueItems" => Keyword::Unique,
            "properties" => Keyword::Properties,
            "patternProperties" => Keyword::Patterns,
            "additionalProperties" => Keyword::Additional,
            "unevaluatedProperties" if stands_alone(members) => {
                return with(!has("additionalProperties"), Keyword::Additional);
            }
            "unevaluatedProperties" => Keyword::UnevaluatedProperties,
            "unevaluatedItems" => Keyword::UnevaluatedItems,
            "not" => Keyword::Not,
            "if" => Keyword::Condition,
            "then" => return with(has("if"), Keyword::Then),
            "else" => return with(has("if"), Keyword::Otherwise),
            "contains" => Keyword::Contains,
            "minContains" => return with(has("contains"), Keyword::MinContains),
            "maxContains" => return with(has("contains"), Keyword::MaxContains),
            "dependentRequired" => Keyword::DependentRequired,
            "dependentSchemas" => Keyword::DependentSchemas,
            "dependencies" => return Reading::Dependencies,
            "propertyNames" => Keyword::Names,
            // Draft 3's boolean still stands in documents; it never had a meaning in the drafts read here.
            "required" if value.is_boolean() => return Reading::Annotation,
            "required" => Keyword::Required,
            "minProperties" => Keyword::MinProperties,
            "maxProperties" => Keyword::MaxProperties,
            "allOf" => Keyword::AllOf,
            "anyOf" => Keyword::AnyOf,
            "oneOf" => Keyword::OneOf,
            "default" => Keyword::Default,
            known if ANNOTATIONS.contains(&known) => return Reading::Annotation,
            _ => return Reading::Unknown,
        })
    }
}
