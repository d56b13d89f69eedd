//! The comparison of the files that a run gives with those that are there.

use std::collections::BTreeMap;

use similar::{ChangeTag, TextDiff};

use super::{Sealed, is_owned, unix, unseal};
use crate::GeneratedFile;

/// How many lines of difference an excerpt shows.
const EXCERPT_LINES: usize = 20;

/// How long a line of an excerpt may be, in characters; generated code has lines of any length.
const EXCERPT_WIDTH: usize = 200;

/// A file that is not what the specs give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// The file's path, as in the lists that were compared.
    pub path: String,
    /// What is wrong with it.
    pub change: Change,
    /// Why, the most important first. Never empty.
    pub causes: Vec<Cause>,
    /// Whether the file says that it is ours, so that the generator overwrites or removes it.
    pub owned: bool,
    /// The first lines that differ; empty for files that only one side has.
    pub excerpt: Excerpt,
}

/// What is wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It should be there and is not.
    Missing,
    /// It is there as it was generated, but would be generated differently now.
    Stale,
    /// It was changed after it was generated.
    HandEdited,
    /// It is there and should not be.
    Extra,
}

/// Why a file is not what the specs give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Somebody edited it, or a merge or a formatter did.
    Edited,
    /// It was there, for this spec, and was deleted.
    Deleted,
    /// It was made from a spec that has changed since.
    SpecChanged,
    /// The spec is the same; the generator or its options changed.
    GeneratorChanged,
    /// The generator does not write it, or has not yet.
    NotGenerated,
}

/// A bounded unified diff, from what is there to what the specs give.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// Lines of a unified diff, without line ends.
    pub lines: Vec<String>,
    /// How many lines of the diff are left off.
    pub more: usize,
}

/// Compares what a run gives with what is there, and lists every difference in the order of the paths.
///
/// `expected` are the files of the run. `found` are the files that are there: the same paths, and any others in a folder
/// that is the generator's alone; those are listed as extra. Line endings do not count.
pub fn compare(expected: &[GeneratedFile], found: &[GeneratedFile]) -> Vec<Drift> {
    let expected: BTreeMap<&str, &str> = expected
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()))
        .collect();
    let found: BTreeMap<&str, &str> = found
        .iter()
        .map(|file| (file.path.as_str(), file.text.as_str()))
        .collect();
    let complete = was_complete(&expected, &found);

    let mut drifts: Vec<Drift> = Vec::new();
    for (&path, &text) in &expected {
        match found.get(path) {
            None => drifts.push(Drift {
                path: path.to_owned(),
                change: Change::Missing,
                causes: vec![if complete { Cause::Deleted } else { Cause::NotGenerated }],
                owned: true,
                excerpt: Excerpt::default(),
            }),
            Some(there) if unix(there) == unix(text) => {}
            Some(there) => drifts.push(differs(path, text, there)),
        }
    }
    for (&path, &text) in found.iter().filter(|(path, _)| !expected.contains_key(*path)) {
        let edited = unseal(text).is_some_and(|sealed| !sealed.intact);
        drifts.push(Drift {
            path: path.to_owned(),
            change: Change::Extra,
            causes: if edited {
                vec![Cause::Edited, Cause::NotGenerated]
            } else {
                vec![Cause::NotGenerated]
            },
            owned: is_owned(text),
            excerpt: Excerpt::default(),
        });
    }
    drifts.sort_by(|a, b| a.path.cmp(&b.path));
    drifts
}

/// Whether the files that are there come from a run over the specs as they are now: then one that is not there has been
/// deleted. A document that was added since would have changed the digest of the files that stand for all documents.
fn was_complete(expected: &BTreeMap<&str, &str>, found: &BTreeMap<&str, &str>) -> bool {
    let mut present = expected
        .iter()
        .filter_map(|(path, text)| Some((text, found.get(path)?)))
        .peekable();
    present.peek().is_some()
        && present.all(|(text, there)| match (unseal(text), unseal(there)) {
            (Some(now), Some(then)) => now.spec == then.spec,
            // Without a header there is nothing to tell by.
            (None, _) | (_, None) => true,
        })
}

/// The drift of a file that is there and differs.
fn differs(path: &str, expected: &str, found: &str) -> Drift {
    let (change, causes) = match unseal(found) {
        None => (Change::HandEdited, vec![Cause::Edited]),
        Some(Sealed { spec, intact }) => {
            let spec_changed = unseal(expected).is_some_and(|now| now.spec != spec);
            match (intact, spec_changed) {
                (false, true) => (Change::HandEdited, vec![Cause::Edited, Cause::SpecChanged]),
                (false, false) => (Change::HandEdited, vec![Cause::Edited]),
                (true, true) => (Change::Stale, vec![Cause::SpecChanged]),
                (true, false) => (Change::Stale, vec![Cause::GeneratorChanged]),
            }
        }
    };
    Drift {
        path: path.to_owned(),
        change,
        causes,
        owned: is_owned(found),
        excerpt: excerpt(found, expected),
    }
}

/// The first lines of the unified diff of two texts.
fn excerpt(found: &str, expected: &str) -> Excerpt {
    let (found, expected) = (unix(found), unix(expected));
    let (found, expected) = (without_seal(&found), without_seal(&expected));
    let diff = TextDiff::configure()
        // Files of megabytes that differ everywhere: a coarser diff is good enough for an excerpt.
        .timeout(std::time::Duration::from_secs(2))
        .diff_lines(found.as_str(), expected.as_str());
    let mut lines = Vec::new();
    let mut more = 0;
    let mut push = |line: String| {
        if lines.len() < EXCERPT_LINES {
            lines.push(line)
        } else {
            more += 1
        }
    };
    for group in diff.grouped_ops(1) {
        if let Some(first) = group.first() {
            push(format!("@@ line {} @@", first.old_range().start + 1));
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            push(format!("{sign}{}", cut(change.value().trim_end_matches('\n'))));
        }
    }
    Excerpt { lines, more }
}

/// The text with an empty line where the digests stand: they differ whenever anything does, and say nothing to a reader.
fn without_seal(text: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if is_owned(text)
        && let Some(second) = lines.get_mut(1)
        && second.contains(super::SEAL)
    {
        *second = "\n";
    }
    lines.concat()
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(EXCERPT_WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
