//! The one place where files are written and removed.
//!
//! Writes are atomic (a file beside, then a rename), happen only when bytes differ, and never touch a file that does not
//! say in its first line that it is generated.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use isomorph::{GeneratedFile, drift};

use crate::Error;
use crate::config::path::is_pattern;
use crate::config::resolve::Documents;

/// A file of a run that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// The file.
    pub path: PathBuf,
    /// What was done with it.
    pub action: Action,
}

/// What was done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It was created or overwritten.
    Written,
    /// It had these bytes already, so its time of modification stays.
    Unchanged,
    /// It is no longer generated, and was removed.
    Removed,
}

/// Writes `files` at their paths, then removes `stale` ones. Nothing is written when a file is not ours.
pub(crate) fn apply(files: &[(PathBuf, &str)], stale: &[PathBuf]) -> Result<Vec<Touched>, Error> {
    let mut foreign = Vec::new();
    for (path, text) in files {
        match read(path)? {
            Some(there) if !drift::is_owned(&there) && !there.trim().is_empty() && there != *text => {
                foreign.push(path.clone());
            }
            Some(_) | None => {}
        }
    }
    if !foreign.is_empty() {
        return Err(Error::NotOwned(foreign));
    }
    let mut touched = Vec::with_capacity(files.len() + stale.len());
    for (path, text) in files {
        touched.push(Touched {
            path: path.clone(),
            action: write_text(path, text)?,
        });
    }
    for path in stale {
        fs::remove_file(path).map_err(Error::io("remove", path))?;
        touched.push(Touched {
            path: path.clone(),
            action: Action::Removed,
        });
    }
    Ok(touched)
}

/// Writes a text file that is the caller's to overwrite, when it does not have that text already; makes its folder.
///
/// # Errors
///
/// [`Error::Io`] naming the path.
pub fn write_text(path: &Path, text: &str) -> Result<Action, Error> {
    match fs::read(path) {
        Ok(there) if there == text.as_bytes() => return Ok(Action::Unchanged),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Error::io("read", path)(error)),
    }
    // A link keeps pointing to where it points; what it points to is written.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
    let name = path
        .file_name()
        .ok_or_else(|| Error::Usage(format!("{} is not a file", path.display())))?;
    // The process in the name keeps two runs at the same time apart.
    let beside = folder.join(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let written = fs::write(&beside, text)
        .map_err(Error::io("write", &beside))
        .and_then(|()| {
            if let Ok(there) = fs::metadata(path) {
                fs::set_permissions(&beside, there.permissions())
                    .map_err(Error::io("set the permissions of", &beside))?;
            }
            fs::rename(&beside, path).map_err(Error::io("write", path))
        });
    if written.is_err() {
        // The first error is the one to report; a leftover is only untidy.
        let _ = fs::remove_file(&beside);
    }
    written.map(|()| Action::Written)
}

/// Creates a text file, and never overwrites one; makes its folder.
///
/// # Errors
///
/// [`Error::Io`] naming the path, also when there is a file already.
pub fn create_text(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
    }
    let created = fs::OpenOptions::new().write(true).create_new(true).open(path);
    created
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(Error::io("create", path))
}

/// The disk as a configuration file's paths see it.
pub(crate) struct Disk;

impl Documents for Disk {
    fn matching(&self, folder: &Path, path: &str) -> Result<Vec<PathBuf>, Error> {
        let plain = folder.join(path);
        if plain.is_file() || !is_pattern(path) {
            return Ok(Some(plain).filter(|plain| plain.is_file()).into_iter().collect());
        }
        // The folder is a name and no pattern, whatever characters are in it.
        let escaped = glob::Pattern::escape(&folder.to_string_lossy());
        let pattern = Path::new(&escaped).join(path);
        let found = glob::glob(&pattern.to_string_lossy())
            .map_err(|error| Error::Usage(format!("{path:?} is not a pattern: {error}")))?;
        let mut files = Vec::new();
        for file in found {
            let file = file.map_err(|error| {
                let path = error.path().to_owned();
                Error::io("list", &path)(error.into())
            })?;
            if file.is_file() {
                files.push(file);
            }
        }
        files.sort();
        Ok(files)
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn beside(&self, path: &Path) -> Vec<String> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Only for a better message; a folder that is not there has no files to propose.
        let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
            return Vec::new();
        };
        let files = entries.flatten().filter(|entry| entry.path().is_file());
        let mut names: Vec<String> = files.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The text of a file, `None` when it does not exist. Bytes that are no text are replaced, which keeps them different.
pub(crate) fn read(path: &Path) -> Result<Option<String>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", path)(error)),
    }
}

/// The text of a document.
pub(crate) fn read_document(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::io("read", path))
}

/// All files of a generated crate, with `/` in their paths. What Cargo makes there and hidden files are not listed; a
/// folder that does not exist has no files.
pub(crate) fn read_crate(root: &Path) -> Result<Vec<GeneratedFile>, Error> {
    let mut files = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound && folder == root => break,
            Err(error) => return Err(Error::io("list", &folder)(error)),
        };
        // The order of a folder's entries differs from system to system.
        let mut names = BTreeSet::new();
        for entry in entries {
            names.insert(entry.map_err(Error::io("list", &folder))?.file_name());
        }
        for name in names {
            let path = folder.join(&name);
            let name = name.to_string_lossy();
            if name.starts_with('.') || (prefix.is_empty() && (name == "target" || name == "Cargo.lock")) {
                continue;
            }
            let relative = format!("{prefix}{name}");
            if fs::symlink_metadata(&path).map_err(Error::io("read", &path))?.is_dir() {
                folders.push((path, format!("{relative}/")));
            } else if let Some(text) = read(&path)? {
                files.push(GeneratedFile { path: relative, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The absolute form of a path, whether or not something stands there.
///
/// # Errors
///
/// A working folder that cannot be found.
pub(crate) fn absolute(folder: &Path) -> Result<PathBuf, Error> {
    // `.` and `..` have no name of their own, so an existing folder is asked for its own.
    fs::canonicalize(folder)
        .or_else(|_| std::path::absolute(folder))
        .map_err(Error::io("find", folder))
}
