//! Where results go that are too long for a script.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Keeps whole results.
pub trait Storage {
    /// Keeps `text` whole, and gives the path by which the script finds it.
    ///
    /// # Errors
    /// When it cannot be kept; the script is told so.
    fn save(&self, text: &str) -> io::Result<String>;
}

/// Keeps nothing, so that a result past the cap is not delivered.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoStorage;

impl Storage for NoStorage {
    fn save(&self, _text: &str) -> io::Result<String> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "there is no storage"))
    }
}

/// Keeps each result in a new file of a folder, which is made when it is first needed.
#[derive(Debug, Clone)]
pub struct FolderStorage {
    folder: PathBuf,
    shown: Option<String>,
}

impl FolderStorage {
    /// Keeps results in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            shown: None,
        }
    }

    /// Sets the path under which the script sees the folder, such as the place where it is mounted.
    #[must_use]
    pub fn shown_as(mut self, path: impl Into<String>) -> Self {
        self.shown = Some(path.into());
        self
    }

    /// The path of `name` for the script.
    fn shown(&self, name: &str) -> io::Result<String> {
        match &self.shown {
            Some(path) => Ok(format!("{}/{name}", path.trim_end_matches('/'))),
            None => self.folder.join(name).into_os_string().into_string().map_err(|_| {
                io::Error::new(
                    io::ErrorKind::InvalidFilename,
                    "the path of the folder is not Unicode text",
                )
            }),
        }
    }
}

impl Storage for FolderStorage {
    fn save(&self, text: &str) -> io::Result<String> {
        let name = fresh_name();
        let shown = self.shown(&name)?;
        fs::create_dir_all(&self.folder)?;
        write_new(&self.folder.join(name), text)?;
        Ok(shown)
    }
}

/// Writes a file that must not be there yet; leaves nothing behind when it cannot be written whole.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .inspect_err(|_| {
            // The failure to write is what counts; a rest that cannot be removed changes nothing about it.
            let _ = fs::remove_file(path);
        })
}

/// A name that no other result has: by time, process and count.
fn fresh_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let millis = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_millis();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("script-{millis}-{}-{count}.json", process::id())
}
