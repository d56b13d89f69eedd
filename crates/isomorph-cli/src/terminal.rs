//! Text to the terminal, or to wherever its streams lead.

use std::io::{self, Write};
use std::path::Path;

use isomorph_build::Error;

/// Writes to standard output, what the command is asked for. A reader that went away has what it wanted.
pub(crate) fn out(text: &str) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Io {
            action: "write to",
            path: Path::new("standard output").to_owned(),
            source: error,
        }),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a line to standard error, what a person may want to know. There is nobody to tell when that fails.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
