//! The walk over all that shapes hold, which takes the checks of one kind away.
//!
//! Every struct is taken apart field by field, so that a field which the shapes gain does not compile until it is said here
//! which check it is.

use serde_json::Value;

use super::{Check, condition, whole};
use crate::lower::Docs;
use crate::shape::{
    Enumeration, Extra, Field, Form, Int, Match, Member, Model, ModelId, Models, Newtype, Presence, Rule, Sequence,
    Struct, Style, Type, Union, Variant, Whole, WholeSchema,
};

/// Takes the checks of a kind from all models, and says how many they were.
pub(super) fn strike(models: &mut Models, check: Check) -> usize {
    let Models {
        models: list,
        order,
        // What these say of types is for readers of the output.
        anchors: _,
        locations: _,
        ledger: _,
        with_numbers: _,
    } = models;
    let mut striker = Striker {
        check,
        struck: 0,
        next: list.len(),
        added: Vec::new(),
    };
    for (index, model) in list.iter_mut().enumerate() {
        let before = striker.added.len();
        striker.model(model);
        let place = order
            .iter()
            .position(|id| id.0 == index)
            .map_or(order.len(), |at| at + 1);
        let ids: Vec<ModelId> = (striker.next - (striker.added.len() - before)..striker.next)
            .map(ModelId)
            .collect();
        order.splice(place..place, ids);
    }
    let Striker { struck, added, .. } = striker;
    list.extend(added);
    forget_keys(list);
    struck
}

/// A union knows the keys of members that are structs; one that was a struct before has none.
fn forget_keys(models: &mut [Model]) {
    let is_struct: Vec<bool> = models
        .iter()
        .map(|model| matches!(model.form, Form::Struct(_)))
        .collect();
    for model in models {
        if let Form::Union(it) = &mut model.form {
            for keys in it.members.iter_mut().flat_map(|member| &mut member.keys) {
                *keys = keys.filter(|id| is_struct[id.0]);
            }
        }
    }
}

pub(super) struct Striker {
    check: Check,
    struck: usize,
    /// The number of the next model that is added.
    next: usize,
    /// Models that stand for checked forms with one check less.
    added: Vec<Model>,
}

impl Striker {
    /// Whether this kind is taken away; asked only where there is such a check.
    pub(super) fn takes(&mut self, check: Check) -> bool {
        let is_taken = self.check == check;
        self.struck += usize::from(is_taken);
        is_taken
    }

    /// Takes a keyword away.
    fn clear<T: Default + PartialEq>(&mut self, check: Check, keyword: &mut T) {
        if *keyword != T::default() && self.takes(check) {
            *keyword = T::default();
        }
    }

    fn model(&mut self, model: &mut Model) {
        let Model {
            form,
            whole,
            // Names, places and texts check nothing.
            name,
            document,
            pointer: _,
            docs: _,
            is_root: _,
            style: _,
        } = model;
        let place = Place {
            name,
            document: *document,
        };
        self.form(form, &place);
        self.whole(whole);
    }

    fn whole(&mut self, whole: &mut Option<Whole>) {
        self.clear(Check::WholeValue, whole);
        let WholeSchema { text, asserts_formats } = match whole {
            None => return,
            Some(Whole::Condition(it)) => return condition::relax(self, it),
            Some(Whole::Schema(it)) => it,
        };
        self.clear(Check::WholeFormats, asserts_formats);
        if let Check::Whole(keyword) = self.check
            && let Some(without) = whole::without(text, keyword)
        {
            self.struck += 1;
            *text = without;
        }
    }

    fn form(&mut self, form: &mut Form, place: &Place<'_>) {
        let (check, open) = match form {
            Form::Struct(it) => {
                self.structure(it, place);
                (Check::Object, Type::Value)
            }
            Form::Sequence(it) => {
                self.sequence(it, place);
                (Check::Array, Type::Value)
            }
            Form::Enumeration(Enumeration { variants }) => {
                let is_text = |Variant { ident: _, value }: &Variant| value.is_string();
                let open = if variants.iter().all(is_text) {
                    Type::String
                } else {
                    Type::Value
                };
                (Check::Listed, open)
            }
            Form::Union(it) => return self.union(it, place),
            Form::Newtype(it) => return self.newtype(it, place),
            Form::Alias(ty) => return self.ty(ty, place),
        };
        if self.takes(check) {
            *form = Form::Alias(open);
        }
    }

    fn structure(&mut self, it: &mut Struct, place: &Place<'_>) {
        let Struct { fields, extra, rule } = it;
        for field in fields {
            self.field(field, place);
        }
        self.extra(
            extra,
            (Check::NullOfExtra, Check::RuleOfExtra, Check::UnknownKey),
            place,
        );
        if *extra == Extra::Deny && self.check == Check::UnknownKey {
            *extra = Extra::Ignore;
        }
        self.rule(rule, Check::RuleOfStruct);
    }

    fn field(&mut self, field: &mut Field, place: &Place<'_>) {
        let Field {
            ty,
            presence,
            rule,
            wire: _,
            ident,
            docs: _,
        } = field;
        self.ty(ty, place);
        self.rule(rule, Check::RuleOfField);
        match presence {
            Presence::Required => {
                self.refused_null(ty, Check::NullOfRequired);
                if self.takes(Check::Required) {
                    *presence = Presence::Optional;
                }
            }
            Presence::Optional => self.refused_null(ty, Check::NullOfOptional),
            Presence::Default(_) => {
                self.refused_null(ty, Check::NullOfDefault);
                if self.takes(Check::Filling) {
                    *presence = Presence::Optional;
                }
            }
            Presence::Constant(value) => {
                if self.takes(Check::ConstantRequired) {
                    *ty = self.only(value, ident, place);
                    *presence = Presence::Optional;
                } else if self.takes(Check::Constant) {
                    *ty = Type::Value;
                    *presence = Presence::Required;
                }
            }
        }
    }

    /// What becomes of keys or items that no field is for: the checks of null, of their rule, and that there are none.
    fn extra(&mut self, extra: &mut Extra, (null, of_rule, none): (Check, Check, Check), place: &Place<'_>) {
        match extra {
            Extra::Ignore => {}
            Extra::Deny => {
                if self.takes(none) {
                    *extra = Extra::Keep(Type::Value, Box::default());
                }
            }
            Extra::Keep(ty, rule) => {
                self.ty(ty, place);
                self.refused_null(ty, null);
                self.rule(rule, of_rule);
            }
        }
    }

    fn sequence(&mut self, it: &mut Sequence, place: &Place<'_>) {
        let Sequence { places, rest, rule } = it;
        for field in places {
            let Field {
                ty,
                presence,
                rule,
                wire: _,
                ident: _,
                docs: _,
            } = field;
            self.ty(ty, place);
            self.refused_null(ty, Check::NullOfPlace);
            self.rule(rule, Check::RuleOfPlace);
            match presence {
                Presence::Required => {
                    if self.takes(Check::LeastPlaces) {
                        *presence = Presence::Optional;
                    }
                }
                // Places are there or not, and have no defaults.
                Presence::Optional | Presence::Constant(_) | Presence::Default(_) => {}
            }
        }
        self.extra(rest, (Check::NullOfRest, Check::RuleOfRest, Check::Surplus), place);
        self.rule(rule, Check::RuleOfSequence);
    }

    fn union(&mut self, it: &mut Union, place: &Place<'_>) {
        let Union {
            members,
            matching,
            preferred,
            // How the member is found that then judges by itself.
            dispatch: _,
            hint: _,
        } = it;
        for Member {
            ty,
            // As above.
            kinds: _,
            keys: _,
            closed: _,
            ident: _,
            docs: _,
        } in members
        {
            self.ty(ty, place);
        }
        let (check, instead) = match matching {
            Match::ExactlyOne => (Check::ExactlyOne, *preferred),
            Match::MostSpecific => (Check::MostSpecific, Match::First),
            Match::First => (Check::First, Match::MostSpecific),
        };
        if self.takes(check) {
            *matching = instead;
        }
    }

    fn newtype(&mut self, it: &mut Newtype, place: &Place<'_>) {
        let Newtype { inner, rule } = it;
        self.ty(inner, place);
        self.refused_null(inner, Check::NullOfNewtype);
        self.rule(rule, Check::RuleOfNewtype);
    }

    /// Takes checks away from a type; what is in it comes first, so that a list of booleans becomes one of any values.
    fn ty(&mut self, ty: &mut Type, place: &Place<'_>) {
        let check = match ty {
            Type::Value | Type::Model(_) | Type::Boxed(_) => return,
            Type::Option(inner) => return self.ty(inner, place),
            Type::Bool => Check::Bool,
            Type::Int(int) => {
                if let Some(wider) = wider(*int)
                    && self.takes(Check::IntegerRange)
                {
                    *int = wider;
                }
                if self.takes(Check::Integer) {
                    *ty = Type::Number;
                }
                return;
            }
            Type::Number => Check::Number,
            Type::String => Check::String,
            Type::Null => Check::Null,
            Type::Never => Check::Never,
            Type::Vec(inner) => {
                self.ty(inner, place);
                self.refused_null(inner, Check::NullOfItem);
                Check::List
            }
            Type::Map(inner) => {
                self.ty(inner, place);
                self.refused_null(inner, Check::NullOfValue);
                Check::Map
            }
            Type::Tuple(types) => {
                types.iter_mut().for_each(|ty| self.ty(ty, place));
                if self.takes(Check::TupleLength) {
                    let types = std::mem::take(types);
                    *ty = self.any_length(types, place);
                }
                return;
            }
        };
        if self.takes(check) {
            *ty = Type::Value;
        }
    }

    /// Lets null through where the type refuses it.
    fn refused_null(&mut self, ty: &mut Type, check: Check) {
        let is_refused = match ty {
            Type::Option(_) | Type::Value | Type::Null => false,
            Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Never => true,
            Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => true,
            // A model may take null by itself.
            Type::Model(_) | Type::Boxed(_) => true,
        };
        if is_refused && self.takes(check) {
            *ty = Type::Option(Box::new(ty.clone()));
        }
    }

    /// Takes keywords from a rule, or all of it.
    fn rule(&mut self, rule: &mut Rule, whole: Check) {
        self.keywords(rule);
        self.clear(whole, rule);
    }

    fn keywords(&mut self, rule: &mut Rule) {
        let Rule {
            minimum,
            exclusive_minimum,
            maximum,
            exclusive_maximum,
            multiple_of,
            min_length,
            max_length,
            utf16,
            patterns,
            formats,
            min_items,
            max_items,
            unique_items,
            items,
            prefix,
            min_properties,
            max_properties,
            property_names,
            values,
        } = rule;
        self.repeated(multiple_of);
        self.repeated(patterns);
        self.repeated(formats);
        self.clear(Check::Minimum, minimum);
        self.clear(Check::ExclusiveMinimum, exclusive_minimum);
        self.clear(Check::Maximum, maximum);
        self.clear(Check::ExclusiveMaximum, exclusive_maximum);
        self.clear(Check::MultipleOf, multiple_of);
        self.clear(Check::MinLength, min_length);
        self.clear(Check::MaxLength, max_length);
        self.clear(Check::Utf16, utf16);
        self.clear(Check::Pattern, patterns);
        self.clear(Check::MinItems, min_items);
        self.clear(Check::MaxItems, max_items);
        self.clear(Check::UniqueItems, unique_items);
        self.clear(Check::MinProperties, min_properties);
        self.clear(Check::MaxProperties, max_properties);
        self.formats(formats);
        for (inner, check) in [
            (items, Check::RuleOfItems),
            (property_names, Check::RuleOfKeys),
            (values, Check::RuleOfValues),
        ] {
            if let Some(inner) = inner {
                self.keywords(inner);
            }
            self.clear(check, inner);
        }
        prefix.iter_mut().for_each(|rule| self.keywords(rule));
        self.clear(Check::RuleOfTuplePlaces, prefix);
    }

    fn repeated<T>(&mut self, keyword: &mut Vec<T>) {
        if keyword.len() > 1 && self.takes(Check::Repeated) {
            keyword.truncate(1);
        }
    }

    fn formats(&mut self, formats: &mut Vec<String>) {
        if let Check::Format(name) = self.check {
            let before = formats.len();
            formats.retain(|format| format != name);
            self.struck += before - formats.len();
        }
    }

    /// An enumeration of one value.
    fn only(&mut self, value: &Value, ident: &str, place: &Place<'_>) -> Type {
        let variant = Variant {
            ident: "Only".to_owned(),
            value: value.clone(),
        };
        let variants = vec![variant];
        self.add(
            &format!("only {ident}"),
            Form::Enumeration(Enumeration { variants }),
            place,
        )
    }

    /// A sequence whose places may all be missing, and behind which anything may follow.
    fn any_length(&mut self, types: Vec<Type>, place: &Place<'_>) -> Type {
        let places = types.into_iter().enumerate().map(|(index, ty)| Field {
            wire: index.to_string(),
            ident: format!("item{}", index + 1),
            docs: Docs::default(),
            ty,
            presence: Presence::Optional,
            rule: Rule::default(),
        });
        let sequence = Sequence {
            places: places.collect(),
            rest: Extra::Keep(Type::Value, Box::default()),
            rule: Rule::default(),
        };
        self.add("of any length", Form::Sequence(sequence), place)
    }

    fn add(&mut self, name: &str, form: Form, place: &Place<'_>) -> Type {
        let id = ModelId(self.next);
        self.next += 1;
        self.added.push(Model {
            name: format!("{}{}{}", place.name, crate::name::pascal_case(name), id.0),
            document: place.document,
            pointer: String::new(),
            docs: Docs::default(),
            form,
            is_root: false,
            whole: None,
            style: Style::default(),
        });
        Type::Model(id)
    }
}

/// The model whose checks are being taken.
struct Place<'m> {
    name: &'m str,
    document: usize,
}

/// A type with a wider range, where there is one.
fn wider(int: Int) -> Option<Int> {
    match int {
        Int::I8 | Int::I16 | Int::I32 | Int::U8 | Int::U16 | Int::U32 | Int::U64 => Some(Int::I64),
        Int::I64 => None,
    }
}
