//! The kinds of check.

use crate::FORMATS;
use crate::shape::WholeKeyword;

macro_rules! checks {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A kind of check that models make: what refuses a document, or changes what is written back.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Check {
            $($(#[$doc])* $name,)*
            /// One asserted format.
            Format(&'static str),
            /// One kind of condition on a value as a whole.
            Condition(ConditionKind),
            /// One keyword of the whole-value check.
            Whole(WholeKeyword),
        }

        const PLAIN: &[Check] = &[$(Check::$name),*];
    };
}

checks! {
    /// `minimum`.
    Minimum,
    /// `exclusiveMinimum`.
    ExclusiveMinimum,
    /// `maximum`.
    Maximum,
    /// `exclusiveMaximum`.
    ExclusiveMaximum,
    /// `multipleOf`.
    MultipleOf,
    /// `minLength`.
    MinLength,
    /// `maxLength`.
    MaxLength,
    /// Lengths in UTF-16 units; without it they count code points.
    Utf16,
    /// `pattern`.
    Pattern,
    /// All but the first of several `multipleOf`, `pattern` or `format` for one value.
    Repeated,
    /// `minItems`.
    MinItems,
    /// `maxItems`.
    MaxItems,
    /// `uniqueItems`.
    UniqueItems,
    /// What every item of a list must satisfy beyond its type.
    RuleOfItems,
    /// What the places of a tuple must satisfy beyond their types.
    RuleOfTuplePlaces,
    /// `minProperties`.
    MinProperties,
    /// `maxProperties`.
    MaxProperties,
    /// What keys must satisfy.
    RuleOfKeys,
    /// What the values of a map must satisfy beyond their type.
    RuleOfValues,
    /// What a struct's fields must satisfy beyond their types.
    RuleOfField,
    /// What a struct's kept keys must satisfy beyond their type.
    RuleOfExtra,
    /// What a struct as a whole must satisfy: counts, and names of kept keys.
    RuleOfStruct,
    /// What the places of a sequence must satisfy beyond their types.
    RuleOfPlace,
    /// What the items behind the places of a sequence must satisfy beyond their type.
    RuleOfRest,
    /// What a sequence as a whole must satisfy.
    RuleOfSequence,
    /// What a newtype must satisfy beyond the type in it.
    RuleOfNewtype,
    /// A boolean is one.
    Bool,
    /// An integer has no fraction.
    Integer,
    /// An integer lies in the range of a smaller or unsigned type.
    IntegerRange,
    /// A number is one.
    Number,
    /// A string is one.
    String,
    /// Null is it.
    Null,
    /// A value that no schema accepts.
    Never,
    /// A list is an array.
    List,
    /// A map is an object.
    Map,
    /// A tuple has as many items as places.
    TupleLength,
    /// Null is refused under a required key.
    NullOfRequired,
    /// Null is refused under an optional key.
    NullOfOptional,
    /// Null is refused under a key with a default.
    NullOfDefault,
    /// Null is refused as an item of a list.
    NullOfItem,
    /// Null is refused as a value of a map.
    NullOfValue,
    /// Null is refused under a key that no field is for.
    NullOfExtra,
    /// Null is refused as an item of a sequence.
    NullOfPlace,
    /// Null is refused behind the places of a sequence.
    NullOfRest,
    /// Null is refused in a newtype.
    NullOfNewtype,
    /// A struct is an object.
    Object,
    /// A sequence is an array.
    Array,
    /// An enumeration has the values that are listed.
    Listed,
    /// A required key is there.
    Required,
    /// A key with one possible value is there.
    ConstantRequired,
    /// A key with one possible value has it.
    Constant,
    /// An absent key is filled with its default.
    Filling,
    /// A key that is not declared is refused.
    UnknownKey,
    /// A sequence has its first places.
    LeastPlaces,
    /// A sequence has no items behind its places.
    Surplus,
    /// A union takes what exactly one member accepts.
    ExactlyOne,
    /// A union takes the member that declares most of the keys, not the first.
    MostSpecific,
    /// A union takes the first member that accepts, not the most specific.
    First,
    /// The whole-value check.
    WholeValue,
    /// Formats in the whole-value check.
    WholeFormats,
}

macro_rules! condition_kinds {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A kind of condition on a value as a whole.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ConditionKind {
            $($(#[$doc])* $name,)*
        }

        impl ConditionKind {
            const ALL: &'static [ConditionKind] = &[$(ConditionKind::$name),*];
        }
    };
}

condition_kinds! {
    /// Nothing is accepted.
    Never,
    /// The JSON type.
    Type,
    /// The values that are listed.
    OneOf,
    /// Keys that are there.
    Has,
    /// What the values of keys satisfy.
    Entries,
    /// What the values of all keys satisfy that are not named.
    OtherKeys,
    /// What keys satisfy.
    Keys,
    /// What items satisfy.
    Items,
    /// How many items satisfy something.
    Contains,
    /// How many items satisfy it at least.
    LeastContained,
    /// How many items satisfy it at most.
    MostContained,
    /// Bounds, lengths, counts and patterns.
    Rule,
    /// One of several at least.
    Any,
    /// Exactly one of several.
    One,
    /// What is denied.
    Not,
    /// What is asked for where something holds.
    Then,
    /// What is asked for where it does not.
    Otherwise,
}

impl Check {
    /// Every kind.
    #[must_use]
    pub fn all() -> Vec<Check> {
        let formats = FORMATS.iter().map(|name| Check::Format(name));
        let keywords = WholeKeyword::ALL.iter().map(|keyword| Check::Whole(*keyword));
        let conditions = ConditionKind::ALL.iter().map(|kind| Check::Condition(*kind));
        PLAIN
            .iter()
            .copied()
            .chain(formats)
            .chain(conditions)
            .chain(keywords)
            .collect()
    }
}
