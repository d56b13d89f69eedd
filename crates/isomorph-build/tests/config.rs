//! The configuration file on the disk: what it makes of models, and what is said where its paths and targets lead nowhere.

use std::fs;
use std::path::PathBuf;

use isomorph_build::config::{PolicyPart, Unknown};
use isomorph_build::{Builder, Error, Options, Plan, Prepared, Project, Target};
use tempfile::TempDir;

const POINT: &str = r#"{"title": "Point", "type": "object", "properties": {"x": {"type": "integer"}}}"#;
const PETS: &str = r##"{
  "openapi": "3.1.0",
  "info": {"title": "Pets", "version": "1"},
  "components": {
    "schemas": {
      "Pet": {"type": "object", "required": ["kind"], "properties": {
        "kind": {"$ref": "#/components/schemas/Kind"}, "price": {"$ref": "#/components/schemas/Price"}}},
      "Kind": {"type": "string", "enum": ["cat", "dog"]},
      "Price": {"type": "object", "required": ["cents"], "properties": {"cents": {"type": "integer"}}}
    }
  }
}"##;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.0.path().join(relative)
    }

    fn write(&self, relative: &str, text: &str) -> PathBuf {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder can be made");
        fs::write(&path, text).expect("a file can be written");
        path
    }

    fn project(&self, text: &str) -> Result<Project, Error> {
        Project::load(&self.write("isomorph.toml", text), &PolicyPart::default())
    }

    /// What the file's outputs give, or what is said about it, with the folder left out.
    fn prepare(&self, text: &str) -> Result<Vec<Prepared>, String> {
        let plans = |project: &Project| -> Result<Vec<Plan>, Error> {
            Ok(project.runs()?.into_iter().map(|run| run.plan).collect())
        };
        self.project(text)
            .and_then(|project| project.prepare(&plans(&project)?))
            .map_err(|error| error.to_string().replace(&format!("{}/", self.0.path().display()), ""))
    }

    fn code(&self, text: &str) -> String {
        let prepared = self.prepare(text).unwrap_or_else(|error| panic!("{error}"));
        let files = prepared.iter().flat_map(|prepared| &prepared.output.files);
        files.map(|file| file.text.as_str()).collect()
    }
}

const OUTPUT: &str = "[[output]]\nfile = \"out.rs\"\n";
const SPEC: &str = "[[output.spec]]\npath = \"a.json\"\n";

#[test]
fn documents_that_are_not_there() {
    let folder = Folder::new();
    folder.write("specs/point.json", POINT);
    let said = folder.prepare(&format!(
        "{OUTPUT}[[output.spec]]\npath = \"specs/piont.json\"\n[[output.spec]]\npath = \"specs/*.yaml\"\n"
    ));
    assert_eq!(
        said.expect_err("neither is there"),
        "\
isomorph.toml:4:8: error[config-no-document]: there is no file \"specs/piont.json\"
  at /output/0/spec/0/path
  why: paths are relative to the folder of this file, so specs/piont.json was looked for
  repair: write \"specs/point.json\"
isomorph.toml:6:8: error[config-no-document]: \"specs/*.yaml\" matches no file
  at /output/0/spec/1/path
  why: paths are relative to the folder of this file, so specs/*.yaml was looked for
  repair: correct the path, or create the document"
    );
}

#[test]
fn documents_that_would_be_one_module() {
    let folder = Folder::new();
    folder.write("a/x.json", POINT);
    folder.write("b/x.json", POINT);
    let two = format!("{OUTPUT}[[output.spec]]\npath = \"a/x.json\"\n[[output.spec]]\npath = \"b/x.json\"\n");
    assert_eq!(
        folder.prepare(&two).expect_err("both are x"),
        "\
isomorph.toml:6:8: error[config-same-module]: a/x.json and b/x.json would both become the module `x`
  at /output/0/spec/1/path
  why: each document of an output has a module of its own
  repair: add `module = \"...\"` with another name"
    );
    let repaired = format!(
        "{}module = \"y\"\n",
        two.replace("file = \"out.rs\"", "crate = \"models\"")
    );
    let code = folder.code(&repaired);
    assert!(code.contains("pub mod x;") && code.contains("pub mod y;"), "{code}");
    let said = folder.prepare(&format!("{OUTPUT}[[output.spec]]\npath = \"*/x.json\"\n"));
    assert!(
        said.expect_err("both are x")
            .contains("\n  repair: give b/x.json a `[[output.spec]]` of its own with another `module`")
    );
    let said = folder.prepare(&format!(
        "{OUTPUT}[[output.spec]]\npath = \"a/x.json\"\n[[output.spec]]\npath = \"./a/x.json\"\n"
    ));
    assert!(
        said.expect_err("it is there twice")
            .contains("a/x.json is in this output twice\n")
    );
}

#[test]
fn places_that_are_taken() {
    let folder = Folder::new();
    folder.write("a.json", POINT);
    let said = folder
        .prepare(&format!("{OUTPUT}{SPEC}[[output]]\nfile = \"./x/../out.rs\"\n{SPEC}"))
        .expect_err("one place");
    assert!(
        said.starts_with(
            "isomorph.toml:6:8: error[config-conflict]: \"./x/../out.rs\" is the place of another output already\n"
        ),
        "{said}"
    );
    let said = folder
        .prepare(&format!("[[output]]\ncrate = \"no name\"\n{SPEC}"))
        .expect_err("no package");
    assert!(
        said.starts_with("isomorph.toml:2:9: error[config-not-rust]: the folder \"no name\" gives"),
        "{said}"
    );
}

#[test]
fn targets_that_no_document_has() {
    let folder = Folder::new();
    folder.write("pets.json", PETS);
    let text = |target: &str| {
        format!(
            "{OUTPUT}[[output.spec]]\npath = \"*.json\"\n[[output.spec.type]]\ntarget = \"{target}\"\nname = \"Animal\"\n"
        )
    };
    assert_eq!(
        folder
            .prepare(&text("/components/schemas/Pett"))
            .expect_err("there is no Pett"),
        "\
isomorph.toml:6:10: error[config-unknown-target]: no type has the location or the name \"/components/schemas/Pett\"
  at /output/0/spec/0/type/0/target
  why: what is said about it would have no effect
  repair: write \"/components/schemas/Pet\""
    );
    let said = folder.prepare(&text("Unheard")).expect_err("there is no such type");
    assert!(said.contains("`isomorph generate --type-map FILE` lists"), "{said}");
    for target in ["/components/schemas/Pet", "Pet"] {
        let code = folder.code(&text(target));
        assert!(
            code.contains("pub struct Animal") && !code.contains("pub struct Pet"),
            "{target}\n{code}"
        );
    }
    // A target in one of the documents that a pattern matches is enough.
    folder.write("point.json", POINT);
    folder.code(&text("Pet"));
}

#[test]
fn policies_reach_the_models_level_by_level() {
    let folder = Folder::new();
    for name in ["a.json", "b.json", "c.json"] {
        folder.write(name, &POINT.replace("Point", &name[..1].to_uppercase()));
    }
    let text = "\
[policy]
unknown = \"deny\"
[[output]]
file = \"one.rs\"
[[output.spec]]
path = \"a.json\"
[[output]]
file = \"two.rs\"
policy = { unknown = \"keep\" }
[[output.spec]]
path = \"b.json\"
[[output.spec]]
path = \"c.json\"
policy = { unknown = \"ignore\" }
[[output.spec.type]]
target = \"C\"
unknown = \"keep\"
";
    let project = folder.project(text).expect("it is right");
    let unknown = |project: &Project| -> Vec<isomorph_build::Unknown> {
        let documents = project.documents(&[]).expect("all of them");
        documents
            .iter()
            .map(|spec| spec.policy.as_ref().expect("a policy").unknown)
            .collect()
    };
    use isomorph_build::Unknown::{Deny, Ignore, Keep};
    assert_eq!(unknown(&project), [Deny, Keep, Ignore]);
    let above = PolicyPart {
        unknown: Some(Unknown::Deny),
        ..PolicyPart::default()
    };
    let over = Project::load(&folder.path("isomorph.toml"), &above).expect("it is right");
    assert_eq!(unknown(&over), [Deny, Deny, Deny]);

    let prepared = folder.prepare(text).expect("it is right");
    let code: Vec<&str> = prepared.iter().map(|it| it.output.files[0].text.as_str()).collect();
    assert!(!code[0].contains("extra"), "{}", code[0]);
    assert_eq!(code[1].matches("pub extra:").count(), 2, "{}", code[1]);
    let last = folder.code(&text[..text.find("[[output.spec.type]]").expect("it is there")]);
    assert_eq!(last.matches("pub extra:").count(), 1, "{last}");
}

#[test]
fn types_are_replaced_opened_and_decorated() {
    let folder = Folder::new();
    folder.write("pets.json", PETS);
    let text = "\
[policy]
derives = [\"PartialOrd\"]
[[output]]
file = \"pets.rs\"
regenerate = \"just models\"
[[output.spec]]
path = \"pets.json\"
[[output.spec.type]]
target = \"/components/schemas/Price\"
replace = \"crate::Money\"
[[output.spec.type]]
target = \"Kind\"
open-enum = true
attributes = [\"#[non_exhaustive]\"]
";
    let code = folder.code(text);
    assert!(code.contains("run `just models`"), "{code}");
    assert!(
        code.contains("crate::Money") && !code.contains("pub struct Price"),
        "{code}"
    );
    assert!(code.contains("#[non_exhaustive]\npub enum Kind"), "{code}");
    assert!(code.contains("PartialOrd"), "{code}");
    let documents = folder
        .project(text)
        .and_then(|project| project.documents(&[]))
        .expect("it is right");
    let types = documents[0]
        .policy
        .as_ref()
        .map(|policy| policy.types.as_slice())
        .unwrap_or_default();
    assert_eq!(types[1].open_enum, Some(true));
    assert_ne!(code, folder.code(&text.replace("open-enum = true\n", "")));
}

#[test]
fn a_document_that_is_named_is_not_one_of_the_others() {
    let folder = Folder::new();
    for name in ["a.json", "b.json", "c.json"] {
        folder.write(&format!("specs/{name}"), POINT);
    }
    let text = "[[output]]\ncrate = \"models\"\n[[output.spec]]\npath = \"specs/?.json\"\n\
                [[output.spec]]\npath = \"specs/b.json\"\nmodule = \"named\"\n";
    let project = folder.project(text).expect("it is right");
    let modules: Vec<String> = project
        .documents(&[])
        .expect("all")
        .into_iter()
        .filter_map(|spec| spec.module)
        .collect();
    assert_eq!(modules, ["a", "c", "named"]);
}

#[test]
fn a_build_script_takes_what_is_for_it() {
    let folder = Folder::new();
    folder.write("point.json", POINT);
    folder.write("pets.json", PETS);
    let config = folder.write(
        "isomorph.toml",
        "[[output]]\ncrate = \"models\"\n[[output.spec]]\npath = \"pets.json\"\n\
         [[output]]\nbuild-script = true\n[[output.spec]]\npath = \"point.json\"\nmodule = \"dot\"\npolicy = { unknown = \"keep\" }\n",
    );
    let built = Builder::new().config(&config).out_dir(folder.path("out")).generate();
    built.expect("it is right");
    let names: Vec<_> = fs::read_dir(folder.path("out"))
        .expect("the folder is there")
        .flatten()
        .collect();
    assert_eq!(
        names.iter().map(fs::DirEntry::file_name).collect::<Vec<_>>(),
        ["dot.rs"]
    );
    let kept = fs::read_to_string(folder.path("out/dot.rs")).expect("the file is there");
    assert!(kept.contains("pub extra:"), "{kept}");
    let set = Builder::new()
        .config(&config)
        .unknown(isomorph_build::Unknown::Ignore)
        .root("Dot");
    set.out_dir(folder.path("out")).generate().expect("it is right");
    let set = fs::read_to_string(folder.path("out/dot.rs")).expect("the file is there");
    assert!(!set.contains("pub extra:") && set.contains("pub struct Dot"), "{set}");
    // The same file for the other doors.
    let project = Project::load(&config, &PolicyPart::default()).expect("it is right");
    assert_eq!(project.runs().expect("one is a crate").len(), 1);
    let only = "[[output]]\nbuild-script = true\n[[output.spec]]\npath = \"point.json\"\n";
    let said = folder
        .project(only)
        .and_then(|project| project.runs())
        .expect_err("there is nothing to write");
    assert!(said.to_string().contains("all outputs are for build scripts"), "{said}");
}

#[test]
fn a_limited_run_keeps_outputs_whole() {
    let folder = Folder::new();
    let point = folder.write("point.json", POINT);
    folder.write("pets.json", PETS);
    folder.write("other.json", POINT);
    let text = "[[output]]\ncrate = \"models\"\n[[output.spec]]\npath = \"p*.json\"\n\
                [[output]]\nfile = \"other.rs\"\n[[output.spec]]\npath = \"other.json\"\n";
    let mut project = folder.project(text).expect("it is right");
    project.limit(&[point]).expect("the file has it");
    let runs = project.runs().expect("one is left");
    assert_eq!((runs.len(), runs[0].plan.documents.len()), (1, 2));
    assert!(matches!(&runs[0].plan.target, Target::Crate { .. }));
    assert_eq!(runs[0].plan.options, Options::default());
    let said = project
        .limit(&[folder.path("nowhere.json")])
        .expect_err("the file does not have it");
    assert!(
        matches!(&said, Error::Usage(text) if text.contains("the documents there are:")),
        "{said}"
    );
}

#[test]
fn uris_lead_to_files() {
    let folder = Folder::new();
    folder.write("vendor/point.json", POINT);
    folder.write(
        "line.json",
        r#"{"title": "Line", "type": "object", "properties": {"to": {"$ref": "https://example.com/s/point.json"}}}"#,
    );
    let text = "[[map-uri]]\nfrom = \"https://example.com/s/\"\nto = \"vendor\"\n\
                [[output]]\nfile = \"out.rs\"\n[[output.spec]]\npath = \"line.json\"\n\
                [[output.spec.type]]\ntarget = \"Line\"\nname = \"Way\"\n";
    let prepared = folder.prepare(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(prepared[0].output.files[0].text.contains("pub struct Way"));
    assert_eq!(prepared[0].referred, [folder.path("vendor/point.json")]);
    let built = Builder::new()
        .config(folder.path("isomorph.toml"))
        .out_dir(folder.path("out"));
    built.generate().expect("it is right");
    assert_eq!(
        folder
            .prepare(&text.replace("\"vendor\"", "\"vendors\""))
            .expect_err("there is no such folder"),
        "\
isomorph.toml:3:6: error[config-no-document]: there is no file or folder \"vendors\"
  at /map-uri/0/to
  why: paths are relative to the folder of this file, so vendors was looked for
  repair: correct the path, or create what it names"
    );
}
