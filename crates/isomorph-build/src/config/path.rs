//! Paths of the file as paths on the disk, and as what a manifest says.

use std::path::{Component, Path, PathBuf};

use super::file::RuntimePart;

/// Whether a path stands for what it matches.
pub(crate) fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '['])
}

/// `path`, which is relative to `folder`, seen from where `folder` is seen from.
pub(crate) fn join(folder: &Path, path: &str) -> PathBuf {
    normal(&folder.join(path))
}

/// The path without `.`, and without `..` where a name stands before it.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            Component::ParentDir | Component::Normal(_) | Component::RootDir | Component::Prefix(_) => {
                normal.push(component);
            }
        }
    }
    if normal.as_os_str().is_empty() {
        normal.push(".");
    }
    normal
}

/// The dependency as TOML, its path as seen from the crate in `from`.
pub(super) fn dependency(runtime: &RuntimePart, from: &Path, folder: &Path) -> String {
    let path = runtime.path.as_ref().map(|path| relative(from, &join(folder, path)));
    let texts = [
        ("version", runtime.version.as_ref()),
        ("path", path.as_ref()),
        ("git", runtime.git.as_ref()),
        ("rev", runtime.rev.as_ref()),
        ("tag", runtime.tag.as_ref()),
        ("branch", runtime.branch.as_ref()),
        ("registry", runtime.registry.as_ref()),
    ];
    let texts: Vec<_> = texts.into_iter().filter_map(|(key, text)| Some((key, text?))).collect();
    match texts.as_slice() {
        [("version", version)] if runtime.workspace != Some(true) => quoted(version),
        _ => {
            let workspace = (runtime.workspace == Some(true)).then(|| "workspace = true".to_owned());
            let texts = texts.iter().map(|(key, text)| format!("{key} = {}", quoted(text)));
            format!(
                "{{ {} }}",
                workspace.into_iter().chain(texts).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

/// A TOML string.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The way from a folder to a path, both absolute and normal, with `/`.
fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[common..].iter().map(|_| "..".to_owned());
    let down = to[common..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() {
        ".".to_owned()
    } else {
        parts.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_file() {
        for (folder, path, expected) in [
            ("", "specs/a.json", "specs/a.json"),
            ("specs", "../generated/models", "generated/models"),
            ("specs", "./a.json", "specs/a.json"),
            ("..", "../a", "../../a"),
            (".", ".", "."),
            ("specs", "/a/b", "/a/b"),
        ] {
            assert_eq!(
                join(Path::new(folder), path),
                Path::new(expected),
                "{folder:?} {path:?}"
            );
        }
    }

    #[test]
    fn the_runtime_is_seen_from_the_crate() {
        let part = |path: &str| RuntimePart {
            path: Some(path.to_owned()),
            ..RuntimePart::default()
        };
        let crates = Path::new("/repo/generated/models");
        let specs = Path::new("/repo/specs");
        assert_eq!(
            dependency(&part("../crates/runtime"), crates, specs),
            "{ path = \"../../crates/runtime\" }"
        );
        let version = RuntimePart {
            version: Some("0.1".to_owned()),
            ..RuntimePart::default()
        };
        assert_eq!(dependency(&version, crates, specs), "\"0.1\"");
        let workspace = RuntimePart {
            workspace: Some(true),
            ..RuntimePart::default()
        };
        assert_eq!(dependency(&workspace, crates, specs), "{ workspace = true }");
        let git = RuntimePart {
            git: Some("https://example.com/a\"b".to_owned()),
            tag: Some("v1".to_owned()),
            ..RuntimePart::default()
        };
        assert_eq!(
            dependency(&git, crates, specs),
            "{ git = \"https://example.com/a\\\"b\", tag = \"v1\" }"
        );
    }
}
