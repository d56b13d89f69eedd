//! The differences as text for people.

use std::fmt;

use super::{Cause, Change, Drift};

/// A drift report: a block for each file, and the one command that repairs.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The differences, from [`super::compare`].
    pub drifts: &'a [Drift],
    /// The command that brings the files up to date.
    pub repair: &'a str,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "missing",
            Self::Stale => "stale",
            Self::HandEdited => "hand-edited",
            Self::Extra => "extra",
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Edited => "the file was edited by hand",
            Self::Deleted => "the file was deleted",
            Self::SpecChanged => "the spec changed",
            Self::GeneratorChanged => "the generator or its options changed",
            Self::NotGenerated => "not generated",
        })
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: ", self.path, self.change)?;
        match (self.change, self.causes.as_slice()) {
            (Change::Missing, [Cause::NotGenerated]) => f.write_str("deleted, or not generated yet")?,
            (Change::Extra, [.., Cause::NotGenerated]) if self.owned => {
                f.write_str("no longer generated")?;
                if self.causes.contains(&Cause::Edited) {
                    write!(f, ", and {}", Cause::Edited)?;
                }
            }
            (Change::Extra, _) => {
                f.write_str("not a generated file; the generator leaves it alone, so move it elsewhere")?
            }
            (change, causes) => {
                for (i, cause) in causes.iter().enumerate() {
                    write!(f, "{}{cause}", if i > 0 { ", and " } else { "" })?;
                }
                if change == Change::HandEdited && !self.owned {
                    f.write_str("; without its header the generator leaves it alone, so delete it first")?;
                }
            }
        }
        if !self.excerpt.lines.is_empty() {
            f.write_str("\n  --- there\n  +++ generated")?;
        }
        for line in &self.excerpt.lines {
            write!(f, "\n  {line}")?;
        }
        match self.excerpt.more {
            0 => Ok(()),
            1 => f.write_str("\n  … and 1 more line"),
            more => write!(f, "\n  … and {more} more lines"),
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for drift in self.drifts {
            writeln!(f, "{drift}\n")?;
        }
        match self.drifts.len() {
            0 => f.write_str("generated files are up to date"),
            1 => write!(f, "1 file is not what the specs give; to repair, run: {}", self.repair),
            n => write!(
                f,
                "{n} files are not what the specs give; to repair, run: {}",
                self.repair
            ),
        }
    }
}
