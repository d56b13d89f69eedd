//! What is said of documents that cannot be generated from.

use isomorph::generate;
use isomorph_tests::{case, expect};

#[test]
fn diagnostics() {
    let cases = case::all("diagnostics", 1).unwrap_or_else(|problem| panic!("{problem}"));
    let count = cases.len();
    let mut failures = Vec::new();
    for case in cases {
        let rendered = match generate(&case.input()) {
            Ok(output) if output.warnings.is_empty() => {
                failures.push(format!("{}: nothing is said of the document", case.name));
                continue;
            }
            // A run that goes on tells what it found as well.
            Ok(output) => isomorph::Diagnostics(output.warnings).to_string(),
            Err(diagnostics) => diagnostics.to_string(),
        };
        if let Err(problem) = expect::text(&case.folder.join("expected.txt"), &format!("{rendered}\n")) {
            failures.push(format!("{}/expected.txt {problem}", case.name));
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n\n{}\n",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(count >= 12, "only {count} cases were found");
}
