//! `docs/requirements.md` has every line, and every test that it names is there and bears the number of its line.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use support::{sources, workspace};

/// How many lines each family has.
const LINES: [(char, usize); 4] = [('K', 16), ('O', 16), ('A', 17), ('R', 15)];

/// The lines of the document, each with the tests that it names.
fn listed(document: &str) -> BTreeMap<String, Vec<String>> {
    let rows = document.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        let (line, tests) = (cells.next()?, cells.last()?);
        let tests = tests.split(", ").map(|test| test.trim_matches('`').to_owned());
        line.ends_with(|end: char| end.is_ascii_digit())
            .then(|| (line.to_owned(), tests.collect()))
    });
    rows.collect()
}

/// The tests of this folder, as `FILE::NAME`.
fn tests() -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    for (path, text) in sources(&workspace().join("crates/tool-helpers/tests")) {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                tests.insert(format!("{file}::{}", rest.split('(').next().unwrap()));
            }
            // Attributes may stand between the mark and the function.
            is_test = line == "#[test]" || is_test && line.starts_with("#[");
        }
    }
    tests
}

/// What is wrong with the document, when these tests are there.
fn problems(document: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let listed = listed(document);
    let wanted: BTreeSet<_> = LINES
        .into_iter()
        .flat_map(|(family, count)| (1..=count).map(move |number| format!("{family}{number}")))
        .collect();
    let mut problems: Vec<_> = wanted
        .iter()
        .filter(|line| !listed.contains_key(*line))
        .map(|line| format!("{line} is missing"))
        .collect();
    for (line, named) in &listed {
        if !wanted.contains(line) {
            problems.push(format!("{line} is no line"));
        }
        for test in named {
            let numbers = test.rsplit("::").next().unwrap_or_default().split('_');
            if !tests.contains(test) {
                problems.push(format!("{line}: there is no test {test:?}"));
            } else if !numbers.into_iter().any(|number| number == line.to_lowercase()) {
                problems.push(format!("{line}: the name of {test} does not bear the number"));
            }
        }
    }
    problems
}

fn document() -> String {
    std::fs::read_to_string(workspace().join("docs/requirements.md")).unwrap()
}

#[test]
fn every_line_has_a_test_that_is_there() {
    let tests = tests();
    assert!(tests.len() > 100, "the tests were not found");
    let problems = problems(&document(), &tests);
    assert!(problems.is_empty(), "docs/requirements.md:\n{}", problems.join("\n"));
}

#[test]
fn a_missing_line_and_a_missing_test_would_be_found() {
    let document = document();
    let without_k3: String = document
        .lines()
        .filter(|line| !line.starts_with("| K3 "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(problems(&without_k3, &tests()), ["K3 is missing"]);

    let mut fewer = tests();
    assert!(fewer.remove("agent_events::a7_stream_and_snapshot_agree_about_failure"));
    assert_eq!(
        problems(&document, &fewer),
        [r#"A7: there is no test "agent_events::a7_stream_and_snapshot_agree_about_failure""#]
    );

    let empty = document.replace("`agent_events::a14_an_empty_id_is_an_id`", "");
    assert_eq!(problems(&empty, &tests()), [r#"A14: there is no test """#]);
    let other = document.replace(
        "`agent_events::a14_an_empty_id_is_an_id`",
        "`agent_events::a9_an_absent_role_stays_absent_on_the_event`",
    );
    assert_eq!(problems(&other, &tests()).len(), 1);
    let more = format!("{document}| A18 | x | `agent_events::a14_an_empty_id_is_an_id` |\n");
    assert_eq!(problems(&more, &tests()).len(), 2);
}
