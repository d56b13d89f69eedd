//! Documents that a run's documents refer to: files beside them, and files that stand for other URIs.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use isomorph::{Diagnostics, Input, Output, Sources};

use crate::disk;
use crate::error::Error;

/// A file or folder that stands for URIs: `--map-uri FROM=TO`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapUri {
    /// What the URIs start with; without a scheme, what they end in (`common.json`), or a folder in them (`schemas/`).
    pub from: String,
    /// The file for exactly that URI, or the folder under which the rest of the URI is a path.
    pub to: PathBuf,
}

impl std::str::FromStr for MapUri {
    type Err = String;

    /// Reads `FROM=TO`. A URI may hold `=` itself, so the last one counts.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.rsplit_once('=') {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok(Self {
                from: from.to_owned(),
                to: PathBuf::from(to),
            }),
            Some(_) | None => Err("expected FROM=TO, such as https://example.com/schemas/=schemas/".to_owned()),
        }
    }
}

impl std::fmt::Display for MapUri {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.from, self.to.display())
    }
}

/// Where the documents of a run stand, and what stands for other URIs. Nothing is ever read from a network.
pub(crate) struct Files<'f> {
    documents: Vec<&'f Path>,
    map: &'f [MapUri],
    read: RefCell<Vec<PathBuf>>,
}

impl Sources for Files<'_> {
    fn uri(&self, document: usize) -> Option<String> {
        let path = self.documents.get(document)?;
        file_uri(&disk::absolute(path).ok()?)
    }

    fn read(&self, uri: &str) -> Option<String> {
        self.paths(uri).into_iter().find_map(|path| {
            let text = disk::read_document(&path).ok()?;
            self.read.borrow_mut().push(path);
            Some(text)
        })
    }
}

impl<'f> Files<'f> {
    /// The files around documents at these paths.
    pub(crate) fn of(documents: Vec<&'f Path>, map: &'f [MapUri]) -> Self {
        Self {
            documents,
            map,
            read: RefCell::default(),
        }
    }

    /// The files that were read.
    pub(crate) fn into_read(self) -> Vec<PathBuf> {
        self.read.into_inner()
    }

    /// The files that may be meant by a URI, the longest mapping first.
    fn paths(&self, uri: &str) -> Vec<PathBuf> {
        let mut mapped: Vec<(usize, PathBuf)> = Vec::new();
        for it in self.map {
            let from = it.from.trim_end_matches('#');
            if let Some(rest) = after(uri, from) {
                let rest = decoded(rest);
                // What leaves the folder is not under it.
                let leaves = Path::new(&rest)
                    .components()
                    .any(|part| part == std::path::Component::ParentDir);
                if rest.is_empty() {
                    mapped.push((from.len(), it.to.clone()));
                } else if !leaves {
                    mapped.push((from.len(), it.to.join(rest.trim_start_matches('/'))));
                }
            }
        }
        mapped.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        let file = uri.strip_prefix("file://").map(|path| PathBuf::from(decoded(path)));
        mapped.into_iter().map(|(_, path)| path).chain(file).collect()
    }
}

/// What a URI has behind the start that a mapping gives. One without a scheme, as relative references are written, stands for
/// the end of a URI, or for a folder (`schemas/`) in it.
fn after<'u>(uri: &'u str, from: &str) -> Option<&'u str> {
    if from.contains(':') {
        return uri.strip_prefix(from);
    }
    let from = from.trim_start_matches("./").trim_start_matches('/');
    if let Some(before) = uri.strip_suffix(from) {
        return before.ends_with('/').then_some("");
    }
    if !from.ends_with('/') {
        return None;
    }
    let start = uri.rfind(&format!("/{from}"))?;
    Some(&uri[start + 1 + from.len()..])
}

/// An absolute path as a URI (RFC 8089).
fn file_uri(path: &Path) -> Option<String> {
    let text = path.to_str()?.replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    Some(uri)
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = match (first, tail) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .and_then(|hex| u8::from_str_radix(hex, 16).ok()),
            _ => None,
        };
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The error for a mapping that leads nowhere, before a run is made with it.
///
/// # Errors
/// A mapping whose file or folder does not exist.
pub(crate) fn check(map: &[MapUri]) -> Result<(), Error> {
    for it in map {
        if !it.to.exists() {
            return Err(Error::Usage(format!(
                "`{}`, which stands for {}, does not exist",
                it.to.display(),
                it.from
            )));
        }
    }
    Ok(())
}

/// What became of a location of the first document; see [`isomorph::explain`].
///
/// # Errors
/// What is wrong with the documents, or with the location.
pub fn explain(input: &Input, path: &Path, map: &[MapUri], pointer: &str) -> Result<String, Diagnostics> {
    isomorph::explain_with(input, &Files::of(vec![path], map), 0, pointer)
}

/// The models of documents that were read from these paths, for a door that writes no files.
///
/// # Errors
/// What is wrong with the documents.
pub fn generate_text(input: &Input, paths: &[PathBuf], map: &[MapUri]) -> Result<Output, Diagnostics> {
    isomorph::generate_with(input, &Files::of(paths.iter().map(PathBuf::as_path).collect(), map))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_mapping_counts_first_and_none_leaves_its_folder() {
        let map = [
            MapUri {
                from: "http://x/".to_owned(),
                to: "all".into(),
            },
            MapUri {
                from: "http://x/a/".to_owned(),
                to: "a".into(),
            },
            MapUri {
                from: "http://y/z.json#".to_owned(),
                to: "z.json".into(),
            },
        ];
        let files = Files::of(Vec::new(), &map);
        assert_eq!(
            files.paths("http://x/a/b.json"),
            [PathBuf::from("a/b.json"), "all/a/b.json".into()]
        );
        assert_eq!(files.paths("http://y/z.json"), [PathBuf::from("z.json")]);
        assert_eq!(files.paths("http://x/../secret"), Vec::<PathBuf>::new());
        assert_eq!(files.paths("http://x/%2e%2e/secret"), Vec::<PathBuf>::new());
        assert_eq!(files.paths("file:///a%20b.json"), [PathBuf::from("/a b.json")]);
    }

    #[test]
    fn a_mapping_without_scheme_is_the_end_of_a_uri_or_a_folder_in_it() {
        let map = ["defs.json", "./schemas/"].map(|from| MapUri {
            from: from.to_owned(),
            to: format!("vendor/{}", from.trim_start_matches("./")).into(),
        });
        let files = Files::of(Vec::new(), &map);
        assert_eq!(files.paths("http://x/a/defs.json"), [PathBuf::from("vendor/defs.json")]);
        assert_eq!(files.paths("http://x/a/other-defs.json"), Vec::<PathBuf>::new());
        assert_eq!(
            files.paths("http://x/schemas/a/b.json"),
            [PathBuf::from("vendor/schemas/a/b.json")]
        );
        assert_eq!(files.paths("http://x/schemas/../b.json"), Vec::<PathBuf>::new());
    }

    #[test]
    fn paths_survive_being_uris() {
        let uri = file_uri(Path::new("/a b/ü#?.json")).expect("the path is text");
        assert_eq!(uri, "file:///a%20b/%C3%BC%23%3F.json");
        assert_eq!(decoded(uri.strip_prefix("file://").expect("a file")), "/a b/ü#?.json");
        assert_eq!(
            "u=v=w".parse::<MapUri>(),
            Ok(MapUri {
                from: "u=v".to_owned(),
                to: "w".into()
            })
        );
        assert!("=w".parse::<MapUri>().is_err());
    }
}
