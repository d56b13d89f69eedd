//! Why a run gave nothing.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use isomorph::{Diagnostics, Document};

/// Why a run gave nothing. Nothing has been written then.
///
/// `Debug` prints the same readable report as `Display`, because that is what `fn main() -> Result<(), Error>` of a build
/// script shows.
pub enum Error {
    /// The documents cannot be turned into models, or the configuration file cannot be followed.
    Documents {
        /// Everything that is wrong with them.
        diagnostics: Diagnostics,
        /// The documents, or the configuration file, as they were read, for reports that show the place.
        documents: Vec<Document>,
    },
    /// A file or folder cannot be used.
    Io {
        /// What was tried, such as `read`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Files that would be overwritten do not say that they are generated.
    NotOwned(Vec<PathBuf>),
    /// Two documents would become the same module.
    SameModule {
        /// The module.
        module: String,
        /// The two documents.
        documents: [PathBuf; 2],
    },
    /// What was asked for makes no sense, in a sentence.
    Usage(String),
    /// Several of these.
    Several(Vec<Error>),
}

impl Error {
    /// All of `errors` as one; `None` when there are none.
    pub(crate) fn all(mut errors: Vec<Self>) -> Option<Self> {
        if errors.len() > 1 {
            Some(Self::Several(errors))
        } else {
            errors.pop()
        }
    }

    /// All of `errors` as one, with the diagnostics of all documents together, each once.
    pub(crate) fn gathered(errors: Vec<Self>) -> Option<Self> {
        let mut found = Vec::new();
        let mut read: Vec<Document> = Vec::new();
        let mut others = Vec::new();
        let flat = errors.into_iter().flat_map(|error| match error {
            Self::Several(errors) => errors,
            error => vec![error],
        });
        for error in flat {
            match error {
                Self::Documents { diagnostics, documents } => {
                    let is_new = |it: &isomorph::Diagnostic| !found.contains(it);
                    let new: Vec<_> = diagnostics.0.into_iter().filter(is_new).collect();
                    found.extend(new);
                    read.extend(documents);
                }
                Self::Io { .. } | Self::NotOwned(_) | Self::SameModule { .. } | Self::Usage(_) | Self::Several(_) => {
                    others.push(error);
                }
            }
        }
        if !found.is_empty() {
            others.push(Self::Documents {
                diagnostics: Diagnostics(found),
                documents: read,
            });
        }
        Self::all(others)
    }

    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Documents { diagnostics, .. } => diagnostics.fmt(f),
            Self::Io { action, path, source } => write!(f, "cannot {action} {}: {source}", path.display()),
            Self::NotOwned(paths) => {
                f.write_str("not overwritten, because they do not start with the mark of a generated file:")?;
                for path in paths {
                    write!(f, "\n  {}", path.display())?;
                }
                f.write_str("\nmove or delete them, or choose another place")
            }
            Self::SameModule {
                module,
                documents: [first, second],
            } => write!(
                f,
                "{} and {} would both become the module `{module}`; rename one of the files",
                first.display(),
                second.display()
            ),
            Self::Usage(message) => f.write_str(message),
            Self::Several(errors) => {
                for (i, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if i > 0 { "\n" } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Documents { diagnostics, .. } => Some(diagnostics),
            Self::Io { source, .. } => Some(source),
            Self::NotOwned(_) | Self::SameModule { .. } | Self::Usage(_) | Self::Several(_) => None,
        }
    }
}
