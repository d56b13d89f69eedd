//! What can go wrong besides what is looked for.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// A trial that could not be held; findings about generated types are no errors.
#[derive(Debug)]
pub enum Error {
    /// A file or a program could not be used.
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something else, in one sentence.
    Other(String),
}

impl Error {
    /// An error about a path.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { path, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            Error::Other(_) => None,
        }
    }
}
