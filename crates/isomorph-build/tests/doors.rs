//! Documents on the disk in, files on the disk out.

use std::fs;
use std::path::{Path, PathBuf};

use isomorph::drift::{Cause, Change};
use isomorph_build::{Action, Builder, Error, Options, Plan, Prepared, Target, prepare};
use tempfile::TempDir;

const POINT: &str = r#"{"title": "Point", "type": "object", "properties": {"x": {"type": "integer"}}}"#;
const SIZE: &str = "title: Size\ntype: object\nproperties:\n  w: {type: integer}\n";

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder for the test"),
        }
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    fn write(&self, relative: &str, text: &str) -> PathBuf {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder can be made");
        fs::write(&path, text).expect("a file can be written");
        path
    }

    fn read(&self, relative: &str) -> String {
        fs::read_to_string(self.path(relative)).expect("the file is there")
    }

    fn krate(&self, documents: &[&str]) -> Prepared {
        let plan = Plan {
            map_uris: Vec::new(),
            documents: documents.iter().map(|document| self.path(document).into()).collect(),
            target: Target::Crate {
                folder: self.path("out/some-models"),
                package: None,
                runtime: None,
            },
            options: Options::default(),
        };
        prepare(&plan).expect("the documents are fine")
    }
}

/// What was done with which file, by file name.
fn actions(prepared: &Prepared) -> Vec<(String, Action)> {
    let touched = prepared.write().expect("the files can be written");
    touched
        .iter()
        .map(|touched| (name(&touched.path), touched.action))
        .collect()
}

/// The line of the generated manifest that names the runtime.
fn runtime(place: &Place) -> String {
    let manifest = place.read("out/some-models/Cargo.toml");
    manifest
        .lines()
        .find(|line| line.starts_with("isomorph-runtime = "))
        .unwrap_or_default()
        .to_owned()
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

#[test]
fn a_crate_is_written_once_and_then_left_alone() {
    let place = Place::new();
    place.write("point.json", POINT);
    place.write("size.yaml", SIZE);
    let prepared = place.krate(&["point.json", "size.yaml"]);
    assert!(actions(&prepared).iter().all(|(_, action)| *action == Action::Written));
    assert!(
        place
            .read("out/some-models/Cargo.toml")
            .contains("name = \"some-models\"")
    );
    assert!(runtime(&place).contains("\"0.1\""), "{}", runtime(&place));
    assert!(place.read("out/some-models/src/lib.rs").contains("mod size"));
    assert_eq!(prepared.check().expect("the folder can be read"), []);

    let modified = |file: &str| {
        fs::metadata(place.path(file))
            .and_then(|file| file.modified())
            .expect("the file is there")
    };
    let before = modified("out/some-models/src/point.rs");
    assert!(
        actions(&prepared)
            .iter()
            .all(|(_, action)| *action == Action::Unchanged)
    );
    assert_eq!(modified("out/some-models/src/point.rs"), before);
    let leftovers = fs::read_dir(place.path("out/some-models"))
        .expect("the folder is there")
        .count();
    assert_eq!(leftovers, 2, "Cargo.toml and src, and no temporary files");
}

#[test]
fn a_module_that_is_no_longer_generated_is_removed_and_other_files_stay() {
    let place = Place::new();
    place.write("point.json", POINT);
    place.write("size.yaml", SIZE);
    place
        .krate(&["point.json", "size.yaml"])
        .write()
        .expect("the files can be written");
    place.write("out/some-models/src/mine.rs", "//! By hand.\n");
    place.write("out/some-models/Cargo.lock", "");
    place.write("out/some-models/target/debug/x", "");

    let one = place.krate(&["point.json"]);
    let drifts = one.check().expect("the folder can be read");
    let found: Vec<_> = drifts
        .iter()
        .map(|drift| (name(Path::new(&drift.path)), drift.change, drift.owned))
        .collect();
    assert!(
        found.contains(&("size.rs".to_owned(), Change::Extra, true)),
        "{found:?}"
    );
    assert!(
        found.contains(&("mine.rs".to_owned(), Change::Extra, false)),
        "{found:?}"
    );
    assert!(found.contains(&("lib.rs".to_owned(), Change::Stale, true)), "{found:?}");
    assert!(
        !found.iter().any(|(name, ..)| name == "Cargo.lock" || name == "x"),
        "{found:?}"
    );

    assert!(actions(&one).contains(&("size.rs".to_owned(), Action::Removed)));
    assert!(!place.path("out/some-models/src/size.rs").exists());
    assert_eq!(place.read("out/some-models/src/mine.rs"), "//! By hand.\n");
}

#[test]
fn edits_are_found_and_repaired() {
    let place = Place::new();
    place.write("point.json", POINT);
    let prepared = place.krate(&["point.json"]);
    prepared.write().expect("the files can be written");
    let text = place.read("out/some-models/src/point.rs");
    place.write("out/some-models/src/point.rs", &format!("{text}\npub struct Mine;\n"));
    let drifts = prepared.check().expect("the folder can be read");
    assert_eq!(drifts.len(), 1, "{drifts:?}");
    assert_eq!(
        (drifts[0].change, drifts[0].causes.as_slice()),
        (Change::HandEdited, &[Cause::Edited][..])
    );
    prepared.write().expect("the files can be written");
    assert_eq!(place.read("out/some-models/src/point.rs"), text);
}

#[test]
fn files_without_the_mark_are_not_overwritten() {
    let place = Place::new();
    place.write("point.json", POINT);
    place.write("out/some-models/Cargo.toml", "[package]\nname = \"by-hand\"\n");
    place.write("out/some-models/src/lib.rs", "//! By hand.\n");
    let error = place
        .krate(&["point.json"])
        .write()
        .expect_err("two files are not ours");
    let Error::NotOwned(paths) = &error else {
        panic!("{error}")
    };
    assert_eq!(
        paths.iter().map(|path| name(path)).collect::<Vec<_>>(),
        ["Cargo.toml", "lib.rs"]
    );
    assert!(
        !place.path("out/some-models/src/point.rs").exists(),
        "nothing is written"
    );
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Place::new();
    let document = place.write("point.json", POINT);
    let real = place.write("real.rs", "");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("permissions can be set");
    symlink(&real, place.path("link.rs")).expect("a link can be made");
    let plan = Plan {
        map_uris: Vec::new(),
        documents: vec![document.into()],
        target: Target::File(place.path("link.rs")),
        options: Options::default(),
    };
    prepare(&plan)
        .and_then(|prepared| prepared.write())
        .expect("the file can be written");
    assert!(
        fs::symlink_metadata(place.path("link.rs"))
            .expect("the link is there")
            .is_symlink()
    );
    assert!(place.read("real.rs").contains("@generated"));
    assert_eq!(
        fs::metadata(&real).expect("the file is there").permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn inside_the_repository_the_runtime_is_a_path() {
    let place = Place::new();
    place.write("point.json", POINT);
    place.write("crates/isomorph-runtime/Cargo.toml", "");
    place.krate(&["point.json"]).write().expect("the files can be written");
    let runtime = runtime(&place);
    assert!(
        runtime.contains("path = \"../../crates/isomorph-runtime\""),
        "{runtime}"
    );
}

#[test]
fn a_builder_writes_a_file_for_each_document() {
    let place = Place::new();
    let builder = Builder::new()
        .spec(place.write("specs/point.json", POINT))
        .spec(place.write("specs/big-size.schema.yaml", SIZE))
        .out_dir(place.path("out"));
    builder.generate().expect("the documents are fine");
    assert!(place.read("out/point.rs").contains("Point"));
    assert!(place.read("out/big_size.rs").contains("Size"));
}

#[test]
fn all_problems_of_all_documents_are_reported_and_nothing_is_written() {
    let place = Place::new();
    let builder = Builder::new()
        .spec(place.write("good.json", POINT))
        .spec(place.write("array.json", "[]"))
        .spec(place.path("nowhere.json"))
        .spec(place.write("broken.json", "{\n  \"a\" 1\n}"))
        .out_dir(place.path("out"));
    let error = builder.generate().expect_err("three are wrong");
    let report = format!("{error:?}");
    assert_eq!(
        report,
        error.to_string(),
        "what a build script shows is the readable report"
    );
    for part in [
        "array.json:1:1: error[document-root]",
        "cannot read ",
        "nowhere.json",
        "broken.json:2:7: error[document-syntax]",
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    assert!(!place.path("out").exists());
}

#[test]
fn documents_that_would_be_one_module_are_refused() {
    let place = Place::new();
    let plan = Plan {
        map_uris: Vec::new(),
        documents: vec![
            place.write("a/x.json", POINT).into(),
            place.write("b/x.yaml", SIZE).into(),
        ],
        target: Target::Crate {
            folder: place.path("models"),
            package: None,
            runtime: None,
        },
        options: Options::default(),
    };
    let error = prepare(&plan).expect_err("both are called x");
    assert!(
        matches!(&error, Error::SameModule { module, .. } if module == "x"),
        "{error}"
    );
    let both = Builder::new()
        .spec(place.path("a/x.json"))
        .spec(place.path("b/x.yaml"))
        .out_dir(place.path("out"));
    assert!(matches!(both.generate(), Err(Error::SameModule { .. })));
}

#[test]
fn what_makes_no_sense_is_said() {
    let place = Place::new();
    let document = place.write("point.json", POINT);
    let plan = Plan {
        map_uris: Vec::new(),
        documents: vec![document.clone().into()],
        target: Target::Crate {
            folder: place.path("no name"),
            package: None,
            runtime: None,
        },
        options: Options::default(),
    };
    assert!(
        prepare(&plan)
            .expect_err("not a package name")
            .to_string()
            .contains("\"no name\"")
    );
    assert!(Builder::new().generate().is_err());
    assert!(
        Builder::new()
            .spec(&document)
            .spec(&document)
            .root("A")
            .out_dir(place.path("out"))
            .generate()
            .is_err()
    );
}
