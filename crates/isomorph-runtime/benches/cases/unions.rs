//! Unions: large and small members, few and many, alone and by the thousand.

use std::rc::Rc;

use isomorph_runtime::Wire;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::payload::{self, Tag};
use super::{Case, DOOR, PLAIN, WRITTEN, events, outputs, rivals, shapes};

/// Against reading the member itself.
const DIRECT: &str = "the member itself";
const TAG_FIRST: f64 = 1.10;
const TAG_LAST: f64 = 1.25;
const OVERLAPPING: f64 = 1.20;

/// Against serde's `untagged` at the text doors, and behind serde_json, where the text cannot be read again.
const UNTAGGED: &str = "serde untagged";
const FASTER_THAN_UNTAGGED: f64 = 1.0 / 1.6;
const AS_UNTAGGED: f64 = 1.0;

/// Against serde's `tag`.
const TAGGED: &str = "serde tag";
const FASTER_THAN_TAGGED: f64 = 1.0 / 1.5;

/// Writing does what the derive's does.
const AS_DERIVED: f64 = 1.05;

/// All cases. Members of a hundred bytes miss some targets: a few keys that are looked up or kept take as long as a good
/// part of the member, and the member itself takes two thirds of what serde's `tag` takes.
pub(super) fn cases() -> Vec<Case> {
    let output = |tag| payload::output(Some(tag));
    let event = |tag| payload::event(Some(tag));
    let report = |tag| payload::report(Some(tag));
    let flat_report = payload::report(None);
    let (flat_output, flat_event) = (payload::output(None), payload::event(None));
    let (texts, drawing) = (payload::texts(), payload::drawing());
    let mut cases = vec![
        tag_first::<outputs::PythonOutput, outputs::Tagged, rivals::outputs::Tagged, rivals::outputs::Untagged>(
            "tagged union of 8, tag first, read",
            &output(Tag::First),
        ),
        tag_first::<events::ReportEvent, events::Tagged, rivals::events::Tagged, rivals::events::Untagged>(
            "tagged union of 40, tag first, read",
            &report(Tag::First),
        ),
        tag_first::<events::MetricEvent, events::Tagged, rivals::events::Tagged, rivals::events::Untagged>(
            "tagged union of 40, small member, tag first, read",
            &event(Tag::First),
        )
        .known(DOOR, DIRECT, 1.20)
        .known(PLAIN, DIRECT, 1.20)
        .known(DOOR, TAGGED, 0.80)
        .known(PLAIN, TAGGED, 0.80),
        tag_first::<Vec<shapes::Text>, Vec<shapes::Shape>, Vec<rivals::shapes::Tagged>, Vec<rivals::shapes::Untagged>>(
            "array of 1,000 of a tagged union, read",
            &texts,
        )
        .known(DOOR, DIRECT, 1.30)
        .known(PLAIN, DIRECT, 1.30)
        .known(DOOR, TAGGED, 0.80)
        .known(PLAIN, TAGGED, 0.80),
        tag_last::<outputs::PythonOutput, outputs::Tagged, rivals::outputs::Tagged, rivals::outputs::Untagged>(
            "tagged union of 8, tag last, read",
            &output(Tag::Last),
        ),
        tag_last::<events::ReportEvent, events::Tagged, rivals::events::Tagged, rivals::events::Untagged>(
            "tagged union of 40, tag last, read",
            &report(Tag::Last),
        ),
        tag_last::<events::MetricEvent, events::Tagged, rivals::events::Tagged, rivals::events::Untagged>(
            "tagged union of 40, small member, tag last, read",
            &event(Tag::Last),
        )
        .known(DOOR, DIRECT, 1.45)
        .known(DOOR, TAGGED, 0.95),
        overlapping::<outputs::PythonPlain, outputs::Flat, rivals::outputs::Untagged>(
            "overlapping union of 8, read",
            &flat_output,
        ),
        overlapping::<events::ReportPlain, events::Flat, rivals::events::Untagged>(
            "overlapping union of 40, read",
            &flat_report,
        ),
        overlapping::<events::MetricPlain, events::Flat, rivals::events::Untagged>(
            "overlapping union of 40, small member, read",
            &flat_event,
        )
        .known(DOOR, DIRECT, 1.50),
    ];
    cases.push(
        Case::new("array of 1,000 of a tagged union, members mixed, read")
            .plain::<Vec<rivals::shapes::Tagged>>(TAGGED, &drawing)
            .plain::<Vec<rivals::shapes::Untagged>>(UNTAGGED, &drawing)
            .door::<Vec<shapes::Shape>>(DOOR, &drawing)
            .plain::<Vec<shapes::Shape>>(PLAIN, &drawing)
            .claim_both(DOOR, UNTAGGED, FASTER_THAN_UNTAGGED)
            .claim_both(DOOR, TAGGED, FASTER_THAN_TAGGED)
            .claim_both(PLAIN, UNTAGGED, FASTER_THAN_UNTAGGED)
            .claim_both(PLAIN, TAGGED, FASTER_THAN_TAGGED)
            .known(DOOR, TAGGED, 0.86)
            .known(PLAIN, TAGGED, 0.86),
    );
    cases.extend([
        written::<outputs::Tagged, rivals::outputs::Tagged>("tagged union of 8, write", TAGGED, &output(Tag::First)),
        written::<events::Tagged, rivals::events::Tagged>("tagged union of 40, write", TAGGED, &event(Tag::First)),
        written::<Vec<shapes::Shape>, Vec<rivals::shapes::Tagged>>(
            "array of 1,000 of a tagged union, members mixed, write",
            TAGGED,
            &drawing,
        )
        .known(WRITTEN, TAGGED, 1.15),
        written::<outputs::Flat, rivals::outputs::Untagged>("overlapping union of 8, write", UNTAGGED, &flat_output),
        written::<events::Flat, rivals::events::Untagged>("overlapping union of 40, write", UNTAGGED, &flat_event),
    ]);
    cases
}

/// The tag comes before everything else: both doors know the member at once.
fn tag_first<Member, Union, Tagged, Untagged>(name: &str, text: &Rc<str>) -> Case
where
    Member: Wire + 'static,
    Union: Wire + DeserializeOwned + 'static,
    Tagged: DeserializeOwned + 'static,
    Untagged: DeserializeOwned + 'static,
{
    readers::<Member, Union, Untagged>(name, text)
        .plain::<Tagged>(TAGGED, text)
        .claim_both(DOOR, DIRECT, TAG_FIRST)
        .claim_both(PLAIN, DIRECT, TAG_FIRST)
        .claim_both(DOOR, UNTAGGED, FASTER_THAN_UNTAGGED)
        .claim_both(PLAIN, UNTAGGED, FASTER_THAN_UNTAGGED)
        .claim_both(DOOR, TAGGED, FASTER_THAN_TAGGED)
        .claim_both(PLAIN, TAGGED, FASTER_THAN_TAGGED)
}

/// Everything comes before the tag: behind serde_json that is a buffer of the whole value.
fn tag_last<Member, Union, Tagged, Untagged>(name: &str, text: &Rc<str>) -> Case
where
    Member: Wire + 'static,
    Union: Wire + DeserializeOwned + 'static,
    Tagged: DeserializeOwned + 'static,
    Untagged: DeserializeOwned + 'static,
{
    readers::<Member, Union, Untagged>(name, text)
        .plain::<Tagged>(TAGGED, text)
        .claim_both(DOOR, DIRECT, TAG_LAST)
        .claim_both(DOOR, UNTAGGED, FASTER_THAN_UNTAGGED)
        .claim_both(DOOR, TAGGED, FASTER_THAN_TAGGED)
        .claim_both(PLAIN, UNTAGGED, AS_UNTAGGED)
        .show(PLAIN, TAGGED)
}

/// No key decides alone: the text doors go ahead with a likely member, serde_json needs a buffer.
fn overlapping<Member, Union, Untagged>(name: &str, text: &Rc<str>) -> Case
where
    Member: Wire + 'static,
    Union: Wire + DeserializeOwned + 'static,
    Untagged: DeserializeOwned + 'static,
{
    readers::<Member, Union, Untagged>(name, text)
        .claim_both(DOOR, DIRECT, OVERLAPPING)
        .claim_both(DOOR, UNTAGGED, FASTER_THAN_UNTAGGED)
        .claim_both(PLAIN, UNTAGGED, AS_UNTAGGED)
}

fn readers<Member, Union, Untagged>(name: &str, text: &Rc<str>) -> Case
where
    Member: Wire + 'static,
    Union: Wire + DeserializeOwned + 'static,
    Untagged: DeserializeOwned + 'static,
{
    Case::new(name)
        .door::<Member>(DIRECT, text)
        .door::<Union>(DOOR, text)
        .plain::<Union>(PLAIN, text)
        .plain::<Untagged>(UNTAGGED, text)
}

fn written<Union, Rival>(name: &str, rival: &'static str, text: &Rc<str>) -> Case
where
    Union: DeserializeOwned + Serialize + 'static,
    Rival: DeserializeOwned + Serialize + 'static,
{
    Case::new(name)
        .writer::<Rival>(rival, text)
        .writer::<Union>(WRITTEN, text)
        .claim_both(WRITTEN, rival, AS_DERIVED)
}
