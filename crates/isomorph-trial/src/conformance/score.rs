//! Scores of a run, as a table and as the file that later runs are compared with.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::AddAssign;

use crate::Outcome;

/// What became of the tests of one file of a draft.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// How many tests there are.
    pub total: usize,
    /// How many of them were judged as the suite says.
    pub right: usize,
    /// How many tests are valid documents.
    pub valid: usize,
    /// How many of these were written back as they were read.
    pub faithful: usize,
    /// How many schemas the generator refused, or panicked at.
    pub not_generated: usize,
    /// How many schemas gave code that does not compile.
    pub not_compiled: usize,
    /// How many times the generator or a type panicked.
    pub panics: usize,
}

/// Scores by draft and file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scores(BTreeMap<String, Score>);

impl Score {
    /// Counts a schema.
    pub(super) fn generated(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Ready => {}
            Outcome::Refused(_) => self.not_generated += 1,
            Outcome::Panicked(_) => {
                self.not_generated += 1;
                self.panics += 1;
            }
            Outcome::NoCode(_) => self.not_compiled += 1,
        }
    }

    /// Whether this is a worse result than an earlier one. Tests that went away make it worse too.
    fn is_worse_than(&self, earlier: &Score) -> bool {
        self.right < earlier.right
            || self.faithful < earlier.faithful
            || self.not_generated > earlier.not_generated
            || self.not_compiled > earlier.not_compiled
            || self.panics > earlier.panics
    }

    /// Whether nothing went wrong.
    pub fn is_perfect(&self) -> bool {
        self.right == self.total
            && self.faithful == self.valid
            && self.not_generated + self.not_compiled + self.panics == 0
    }
}

impl Scores {
    /// The score of a row, new if need be.
    pub(super) fn entry(&mut self, row: &str) -> &mut Score {
        self.0.entry(row.to_owned()).or_default()
    }

    /// Everything taken together.
    pub fn total(&self) -> Score {
        let mut total = Score::default();
        self.0.values().for_each(|score| total += *score);
        total
    }

    /// The rows that are worse than before, each with both scores. Rows that were not run are not compared.
    pub fn worse_than(&self, earlier: &Scores) -> Vec<String> {
        let pairs = self
            .0
            .iter()
            .filter_map(|(row, now)| Some((row, now, earlier.0.get(row)?)));
        pairs
            .filter(|(_, now, before)| now.is_worse_than(before))
            .map(|(row, now, before)| format!("worse: {row}: was {before}, is {now}"))
            .collect()
    }

    /// These scores, and those of an earlier run for what was not run now.
    pub fn over(mut self, earlier: Scores) -> Scores {
        for (row, score) in earlier.0 {
            self.0.entry(row).or_insert(score);
        }
        self
    }

    /// The committed form, a line a row.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (row, score) in &self.0 {
            let _ = writeln!(text, "{row}: {score}");
        }
        text
    }

    /// Reads what [`Scores::to_text`] wrote.
    ///
    /// # Errors
    /// The line that is none.
    pub fn from_text(text: &str) -> Result<Scores, String> {
        let rows = text.lines().map(|line| {
            let row = line
                .rsplit_once(": ")
                .and_then(|(row, score)| Some((row.to_owned(), read(score)?)));
            row.ok_or_else(|| format!("not a line of scores: {line}"))
        });
        rows.collect::<Result<_, _>>().map(Scores)
    }
}

fn read(text: &str) -> Option<Score> {
    let words: Vec<&str> = text.split(' ').collect();
    let pair = |word: &str| {
        let (part, whole) = word.split_once('/')?;
        Some((part.parse().ok()?, whole.parse().ok()?))
    };
    let ["right", right, "faithful", faithful, rest @ ..] = words.as_slice() else {
        return None;
    };
    let ((right, total), (faithful, valid)) = (pair(right)?, pair(faithful)?);
    let mut score = Score {
        total,
        right,
        valid,
        faithful,
        ..Score::default()
    };
    for pair in rest.chunks(2) {
        let [name, count] = pair else { return None };
        let slot = match *name {
            "not-generated" => &mut score.not_generated,
            "not-compiled" => &mut score.not_compiled,
            "panics" => &mut score.panics,
            _ => return None,
        };
        *slot = count.parse().ok()?;
    }
    Some(score)
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.total += other.total;
        self.right += other.right;
        self.valid += other.valid;
        self.faithful += other.faithful;
        self.not_generated += other.not_generated;
        self.not_compiled += other.not_compiled;
        self.panics += other.panics;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "right {}/{} faithful {}/{}",
            self.right, self.total, self.faithful, self.valid
        )?;
        let counts = [
            ("not-generated", self.not_generated),
            ("not-compiled", self.not_compiled),
            ("panics", self.panics),
        ];
        for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            write!(f, " {name} {count}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut drafts: BTreeMap<&str, Score> = BTreeMap::new();
        for (row, score) in &self.0 {
            *drafts.entry(row.split(' ').next().unwrap_or(row)).or_default() += *score;
            writeln!(f, "{row:56} {score}")?;
        }
        for (draft, score) in drafts {
            writeln!(f, "{draft:56} {score}")?;
        }
        writeln!(f, "TOTAL {}", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::{Score, Scores};

    #[test]
    fn scores_are_read_as_they_were_written_and_compared() {
        let mut before = Scores::default();
        *before.entry("draft4 allOf") = Score {
            total: 3,
            right: 3,
            valid: 2,
            faithful: 2,
            ..Score::default()
        };
        *before.entry("draft4 anyOf") = Score {
            total: 1,
            right: 1,
            panics: 2,
            ..Score::default()
        };
        assert_eq!(Scores::from_text(&before.to_text()), Ok(before.clone()));
        assert_eq!(before.worse_than(&before), Vec::<String>::new());
        let mut now = Scores::default();
        *now.entry("draft4 allOf") = Score {
            total: 3,
            right: 2,
            valid: 2,
            faithful: 2,
            ..Score::default()
        };
        assert_eq!(
            now.worse_than(&before),
            ["worse: draft4 allOf: was right 3/3 faithful 2/2, is right 2/3 faithful 2/2"]
        );
        assert_eq!(now.over(before).total().right, 3);
        assert!(Scores::from_text("draft4 allOf: right 1").is_err());
    }
}
