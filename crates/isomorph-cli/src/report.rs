//! Findings for people: with the place in the document on a terminal, as plain text elsewhere.

use std::fmt;
use std::io::IsTerminal;

use isomorph::{Diagnostic, Document, Severity};
use isomorph_build::Error;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode, SourceOffset, SourceSpan};

use crate::terminal;

/// Lines longer than this are not shown; minified documents are one line of megabytes.
const MAX_LINE: usize = 240;

/// Tells why a run failed.
pub(crate) fn error(error: &Error) {
    match error {
        Error::Documents { diagnostics, documents } => findings(&diagnostics.0, documents),
        Error::Several(errors) => errors.iter().for_each(self::error),
        Error::Io { .. } | Error::NotOwned(_) | Error::SameModule { .. } | Error::Usage(_) => {
            terminal::note(&format!("error: {error}"));
        }
    }
}

/// Tells what was found in documents.
pub(crate) fn findings(findings: &[Diagnostic], documents: &[Document]) {
    let graphical = std::io::stderr().is_terminal();
    for finding in findings {
        let text = documents
            .iter()
            .find(|document| document.name == finding.place.document)
            .map(|it| it.text.as_str());
        match text.filter(|_| graphical).and_then(|text| draw(finding, text)) {
            Some(drawing) => terminal::note(&drawing),
            None => terminal::note(&finding.to_string()),
        }
    }
}

/// The finding with its place in `text`; `None` when the place is not known or cannot be shown.
fn draw(finding: &Diagnostic, text: &str) -> Option<String> {
    // As `NO_COLOR` asks for; https://no-color.org.
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = if colour {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let shown = Shown {
        finding,
        span: span(finding, text)?,
        source: NamedSource::new(&finding.place.document, text.to_owned()),
    };
    let mut drawing = String::new();
    GraphicalReportHandler::new_themed(theme)
        .render_report(&mut drawing, &shown)
        .ok()?;
    Some(drawing)
}

/// The word at the finding's place.
fn span(finding: &Diagnostic, text: &str) -> Option<SourceSpan> {
    let place = &finding.place;
    let line = text.split('\n').nth(place.line.checked_sub(1)?)?;
    if line.len() > MAX_LINE {
        return None;
    }
    let rest: String = line.chars().skip(place.column.checked_sub(1)?).collect();
    let length = match rest.strip_prefix('"').and_then(|rest| rest.find('"')) {
        Some(inner) => inner + 2,
        None => rest.find([':', ',', ' ', '\r']).unwrap_or(rest.len()),
    };
    Some(SourceSpan::new(
        SourceOffset::from_location(text, place.line, place.column),
        length.max(1),
    ))
}

/// A finding as miette takes it.
#[derive(Debug)]
struct Shown<'a> {
    finding: &'a Diagnostic,
    span: SourceSpan,
    source: NamedSource<String>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.finding.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.finding.rule))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{}\nwhy: {}", self.finding.repair, self.finding.why)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let pointer = &self.finding.place.pointer;
        let label = if pointer.is_empty() { "here" } else { pointer };
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(
            Some(label.to_owned()),
            self.span,
        ))))
    }
}

#[cfg(test)]
mod tests {
    use isomorph::Place;

    use super::*;

    fn finding(line: usize, column: usize) -> Diagnostic {
        Diagnostic {
            rule: "some-rule",
            severity: Severity::Error,
            place: Place {
                document: "a.json".to_owned(),
                pointer: "/a/b".to_owned(),
                line,
                column,
            },
            message: "this is wrong".to_owned(),
            why: "it is not right".to_owned(),
            repair: "make it right".to_owned(),
        }
    }

    #[test]
    fn a_drawing_shows_the_place() {
        let text = "{\n  \"a\": {\"b\": \"ü\"}\n}";
        let drawing = draw(&finding(2, 9), text).expect("the place is in the text");
        for part in [
            "this is wrong",
            "some-rule",
            "a.json:2:9",
            "\"a\": {\"b\": \"ü\"}",
            "/a/b",
            "make it right",
            "it is not right",
        ] {
            assert!(drawing.contains(part), "{part}\n{drawing}");
        }
    }

    #[test]
    fn what_cannot_be_shown_is_left_to_plain_text() {
        assert_eq!(draw(&finding(0, 0), "{}"), None);
        assert_eq!(draw(&finding(9, 1), "{}"), None);
        assert_eq!(
            draw(&finding(1, 1), &format!("{{\"a\": \"{}\"}}", "x".repeat(1000))),
            None
        );
    }
}
