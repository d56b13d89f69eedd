//! The ledger: every keyword of every schema is typed, checked, an annotation or reported.

use isomorph::{AnyValue, Column, Document, Input, LocationReport, Options, Report, generate};
use isomorph_tests::case;

fn report(name: &str, text: &str, options: Options) -> Report {
    report_of(Input {
        documents: vec![Document {
            name: name.to_owned(),
            module: "models".to_owned(),
            text: text.to_owned(),
            policy: None,
        }],
        options,
    })
}

fn report_of(mut input: Input) -> Report {
    input.options.report = true;
    let output = generate(&input).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
    output.report.expect("a report was asked for")
}

fn at<'r>(report: &'r Report, pointer: &str) -> &'r LocationReport {
    let mut locations = report.documents.iter().flat_map(|document| &document.locations);
    let found = locations.find(|location| location.pointer == pointer);
    found.unwrap_or_else(|| panic!("nothing is said of {pointer:?}"))
}

fn column(report: &Report, pointer: &str, keyword: &str) -> Column {
    let keywords = &at(report, pointer).keywords;
    let found = keywords.iter().find(|(key, _)| key == keyword);
    found
        .map(|(_, column)| column.clone())
        .unwrap_or_else(|| panic!("nothing is said of {keyword} at {pointer:?}"))
}

#[test]
fn no_keyword_of_a_case_is_lost() {
    let mut lost = Vec::new();
    for case in case::all("cases", 2).unwrap() {
        let report = report_of(case.input());
        for location in report.documents.iter().flat_map(|document| &document.locations) {
            for (keyword, column) in &location.keywords {
                if *column == Column::Lost {
                    lost.push(format!("{}: {} at {:?}", case.name, keyword, location.pointer));
                }
            }
        }
    }
    assert!(lost.is_empty(), "nobody enforces these:\n{}", lost.join("\n"));
}

#[test]
fn each_column_is_told() {
    let text = r##"{
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "All",
        "type": "object",
        "required": ["size"],
        "properties": {
            "size": {"type": "integer", "minimum": 0, "maximum": 10, "maxLength": 3},
            "day": {"type": "string", "format": "date", "default": 5},
            "kind": {"enum": ["a", "b"], "minLength": 1},
            "link": {"$ref": "#/definitions/Link", "maxLength": 3},
            "open": {"description": "Anything."},
            "odd": {"not": {"type": "string"}},
            "rest": {"not": {"patternProperties": {"^a": {"type": "string"}}}}
        },
        "then": {"required": ["day"]},
        "x-order": 1,
        "definitions": {"Link": {"type": "string", "pattern": "^h"}}
    }"##;
    let report = report("all.json", text, Options::default());
    let told = |pointer: &str, keyword: &str| column(&report, pointer, keyword);

    assert_eq!(told("", "required"), Column::Typed);
    assert_eq!(told("/properties/size", "minimum"), Column::Typed);
    assert_eq!(told("/properties/size", "maximum"), Column::Checked);
    assert_eq!(told("/properties/size", "maxLength"), Column::Settled);
    assert_eq!(told("/properties/kind", "enum"), Column::Typed);
    assert_eq!(told("/properties/kind", "minLength"), Column::Settled);
    assert_eq!(told("/definitions/Link", "pattern"), Column::Checked);
    assert_eq!(told("/properties/odd", "not"), Column::Checked);
    assert_eq!(told("/properties/odd/not", "type"), Column::Checked);
    assert_eq!(told("/properties/rest", "not"), Column::CheckedAsWhole);
    assert_eq!(
        told("/properties/rest/not", "patternProperties"),
        Column::CheckedAsWhole
    );
    assert_eq!(told("/properties/day", "default"), Column::Reported("invalid-default"));
    assert_eq!(
        told("/properties/link", "maxLength"),
        Column::Reported("beside-reference")
    );
    for (pointer, keyword) in [
        ("", "then"),
        ("", "x-order"),
        ("/properties/day", "format"),
        ("/properties/open", "description"),
    ] {
        assert!(
            matches!(told(pointer, keyword), Column::Annotation(_)),
            "{keyword} at {pointer:?}"
        );
    }

    assert_eq!(at(&report, "/properties/open").any_value, Some(AnyValue::Open));
    assert_eq!(at(&report, "/properties/size").any_value, None);
    let totals = report.documents[0].totals();
    assert!(totals.contains(&("lost", 0)), "{totals:?}");
    assert!(totals.contains(&("reported", 2)), "{totals:?}");
}

#[test]
fn asserted_formats_are_checks() {
    let text = r#"{"title": "Day", "type": "string", "format": "date"}"#;
    let mut options = Options::default();
    options.policy.formats = isomorph::Formats::Assert;
    assert_eq!(
        column(&report("day.json", text, options), "", "format"),
        Column::Checked
    );
}
