//! Which case shows that a kind of check is missed when it is gone.

use isomorph::mutation::{Check, WholeKeyword};

/// The case whose documents notice that the check is gone. A kind of check that the generator gains does not compile until
/// it has one.
pub fn case_of(check: Check) -> &'static str {
    match check {
        Check::Minimum
        | Check::ExclusiveMinimum
        | Check::Maximum
        | Check::ExclusiveMaximum
        | Check::MultipleOf
        | Check::NullOfNewtype => "scalars/numbers",
        Check::MinLength | Check::MaxLength | Check::Pattern | Check::Repeated | Check::RuleOfNewtype => {
            "checks/strings"
        }
        Check::Utf16 => "checks/utf16",
        Check::MinItems | Check::MaxItems | Check::UniqueItems | Check::RuleOfItems => "arrays/bounds",
        Check::RuleOfTuplePlaces | Check::TupleLength => "checks/tuples",
        Check::MinProperties | Check::MaxProperties | Check::RuleOfKeys | Check::RuleOfValues | Check::NullOfValue => {
            "checks/maps"
        }
        Check::RuleOfField => "dialects/yaml",
        Check::RuleOfExtra => "merges/closed",
        Check::RuleOfStruct | Check::WholeValue => "objects/counts",
        Check::RuleOfPlace
        | Check::RuleOfRest
        | Check::RuleOfSequence
        | Check::NullOfPlace
        | Check::NullOfRest
        | Check::Array
        | Check::LeastPlaces
        | Check::Surplus => "checks/sequences",
        Check::Bool
        | Check::Integer
        | Check::IntegerRange
        | Check::Number
        | Check::String
        | Check::Null
        | Check::Never
        | Check::List
        | Check::Map
        | Check::NullOfRequired
        | Check::NullOfOptional
        | Check::NullOfDefault
        | Check::NullOfItem
        | Check::Object
        | Check::Required
        | Check::Filling => "checks/types",
        Check::NullOfExtra => "objects/typed-extra",
        Check::Listed => "literals/strings",
        Check::ConstantRequired | Check::Constant => "checks/constants",
        Check::UnknownKey => "objects/deny",
        Check::ExactlyOne => "checks/exactly-one",
        Check::MostSpecific => "unions/flat-most-specific",
        Check::First => "unions/flat-first",
        Check::WholeFormats => "checks/whole-formats",
        Check::Format(_) => "checks/formats",
        Check::Condition(_) => "checks/conditions",
        Check::Whole(
            WholeKeyword::Contains
            | WholeKeyword::MinContains
            | WholeKeyword::MaxContains
            | WholeKeyword::UnevaluatedItems,
        ) => "checks/whole-arrays",
        Check::Whole(
            WholeKeyword::Not
            | WholeKeyword::If
            | WholeKeyword::Then
            | WholeKeyword::Else
            | WholeKeyword::UnevaluatedProperties
            | WholeKeyword::DependentRequired
            | WholeKeyword::DependentSchemas,
        ) => "checks/whole-objects",
    }
}
