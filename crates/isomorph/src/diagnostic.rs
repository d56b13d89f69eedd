//! What is wrong with a document, or worth a word: the one place where findings are made and put together.

use std::fmt;

/// A finding about a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule, in kebab case, stable across releases: what a search or a suppression names.
    pub rule: &'static str,
    /// Whether it stops the run.
    pub severity: Severity,
    /// Where it stands.
    pub place: Place,
    /// What was found, in one sentence.
    pub message: String,
    /// Why that is a problem.
    pub why: String,
    /// What the author of the document can do.
    pub repair: String,
}

/// Whether a finding stops the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The run goes on.
    Warning,
    /// No output is written.
    Error,
}

/// A place in a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The document's name.
    pub document: String,
    /// The location, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The line, from 1; 0 while it has not been looked up.
    pub line: usize,
    /// The column in characters, from 1; 0 while it has not been looked up.
    pub column: usize,
}

/// Everything that stops a run, in document order. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.document)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        writeln!(f, "{}: {severity}[{}]: {}", self.place, self.rule, self.message)?;
        writeln!(
            f,
            "  at {}",
            if self.place.pointer.is_empty() {
                "the root"
            } else {
                &self.place.pointer
            }
        )?;
        writeln!(f, "  why: {}", self.why)?;
        write!(f, "  repair: {}", self.repair)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
