//! The binary with a configuration file: whole projects generated and checked, flags over the file, and `init`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

const POINT: &str = "title: Point\ntype: object\nproperties:\n  x: {type: integer}\n";
const WHEN: &str = "title: When\ntype: object\nproperties:\n  at: {type: string, format: date-time}\n";
const CONFIG: &str = "\
[policy]
unknown = \"keep\"

[[output]]
crate = \"gen/models\"
regenerate = \"just models\"

[[output.spec]]
path = \"specs/*.yaml\"

[[output]]
file = \"src/when.rs\"
policy = { formats = \"assert\" }

[[output.spec]]
path = \"when.yml\"
root = \"Moment\"
";

struct Folder(TempDir);

#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    /// Two outputs of three documents.
    fn project() -> Self {
        let folder = Self::new();
        folder.write("specs/point.yaml", POINT);
        folder.write("specs/spot.yaml", &POINT.replace("Point", "Spot"));
        folder.write("when.yml", WHEN);
        folder.write("isomorph.toml", CONFIG);
        folder
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.0.path().join(relative)
    }

    fn write(&self, relative: &str, text: &str) {
        fs::create_dir_all(self.path(relative).parent().expect("inside the folder")).expect("a folder can be made");
        fs::write(self.path(relative), text).expect("a file can be written");
    }

    fn read(&self, relative: &str) -> String {
        fs::read_to_string(self.path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
    }

    fn run_in(&self, folder: &str, args: &str) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_isomorph"))
            .current_dir(self.path(folder))
            .args(args.split_whitespace())
            .output()
            .expect("the command runs");
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("output is text"),
            err: String::from_utf8(output.stderr).expect("output is text"),
        }
    }

    fn run(&self, args: &str) -> Ran {
        self.run_in("", args)
    }
}

#[test]
fn a_file_says_all_that_the_commands_need() {
    let folder = Folder::project();
    let ran = folder.run("generate");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{ran:?}");
    for file in ["Cargo.toml", "src/lib.rs", "src/point.rs", "src/spot.rs"] {
        assert!(folder.path("gen/models").join(file).is_file(), "{file}");
    }
    assert!(folder.read("gen/models/src/point.rs").contains("run `just models`"));
    assert!(folder.read("gen/models/src/point.rs").contains("pub extra:"));
    assert!(folder.read("src/when.rs").contains("pub struct Moment"));
    assert_eq!(
        ran.err.matches("cargo add ").count(),
        1,
        "only the file needs it: {}",
        ran.err
    );
    let fine = folder.run("check");
    assert_eq!(
        (fine.code, fine.err.as_str()),
        (Some(0), "generated files are up to date\n"),
        "{fine:?}"
    );

    // From anywhere, the same.
    folder.write("elsewhere/x", "");
    let fine = folder.run_in("elsewhere", "check --config ../isomorph.toml");
    assert_eq!(
        (fine.code, fine.err.as_str()),
        (Some(0), "generated files are up to date\n"),
        "{fine:?}"
    );
}

#[test]
fn drift_of_every_output_is_listed_with_its_repair() {
    let folder = Folder::project();
    folder.run("generate");
    folder.write("specs/point.yaml", &POINT.replace("x:", "y:"));
    fs::remove_file(folder.path("src/when.rs")).expect("the file is there");
    let ran = folder.run("check --config isomorph.toml");
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""), "{ran:?}");
    let point = PathBuf::from("gen/models").join("src/point.rs");
    assert!(
        ran.out
            .contains(&format!("{}: stale: the spec changed\n", point.display())),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("to repair, run: just models\n"), "{}", ran.out);
    let when = PathBuf::from("src").join("when.rs");
    assert!(
        ran.out.contains(&format!("\n\n{}: missing", when.display())),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .ends_with("1 file is not what the specs give; to repair, run: isomorph generate --config isomorph.toml\n"),
        "{}",
        ran.out
    );
    assert_eq!(folder.run("generate --config isomorph.toml").code, Some(0));
    assert_eq!(folder.run("check").code, Some(0));
}

#[test]
fn documents_limit_a_run_to_their_outputs() {
    let folder = Folder::project();
    let ran = folder.run("generate --config isomorph.toml ./specs/spot.yaml");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(folder.path("gen/models/src/point.rs").is_file(), "a crate stays whole");
    assert!(!folder.path("src/when.rs").exists());
    assert_eq!(folder.run("check --config isomorph.toml specs/spot.yaml").code, Some(0));
    assert_eq!(folder.run("check --config isomorph.toml when.yml").code, Some(3));
    let ran = folder.run("check --config isomorph.toml point.yaml");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.err
            .starts_with("error: point.yaml is not in isomorph.toml; the documents there are:\n  specs"),
        "{}",
        ran.err
    );
}

#[test]
fn flags_go_before_the_file() {
    let folder = Folder::project();
    folder.run("generate");
    let ran = folder.run("check --config isomorph.toml --unknown ignore");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(
        ran.out
            .contains("to repair, run: isomorph generate --config isomorph.toml --unknown ignore\n"),
        "{}",
        ran.out
    );
    let ran = folder.run("generate --config isomorph.toml when.yml -o one.rs --root Instant");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let one = folder.read("one.rs");
    assert!(
        one.contains("pub struct Instant") && one.contains("pub extra:"),
        "{one}"
    );
    let ran = folder.run("generate --config isomorph.toml --root Instant");
    assert_eq!(
        (ran.code, ran.err.starts_with("error: --root names")),
        (Some(2), true),
        "{ran:?}"
    );
    let ran = folder.run("generate --config isomorph.toml --type-map types.json");
    assert_eq!(
        (ran.code, ran.err.starts_with("error: --type-map takes one")),
        (Some(2), true),
        "{ran:?}"
    );
    let explained = |args: &str| folder.run(&format!("explain when.yml # {args}"));
    let ran = explained("--config isomorph.toml");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("Moment"), "{}", ran.out);
    assert_ne!(explained("").out, ran.out);
}

#[test]
fn every_policy_is_a_flag() {
    let folder = Folder::new();
    folder.write("point.yaml", POINT);
    let plain = folder.run("generate point.yaml").out;
    let defaults = "--defaults fill --length-unit code-points --closed-all-of judge --nullable-all-of judge --io both \
                    --open-enums=false";
    assert_eq!(folder.run(&format!("generate point.yaml {defaults}")).out, plain);
    let others = "--defaults keep-absent --length-unit utf16 --closed-all-of pool --nullable-all-of accept --io input \
                  --open-enums --unknown keep";
    let command = format!("generate point.yaml -o point.rs {others}");
    assert_eq!(folder.run(&command).code, Some(0));
    assert_eq!(folder.run(&command.replace("generate", "check")).code, Some(0));
    let ran = folder.run(&format!("check point.yaml -o other.rs {others}"));
    assert!(
        ran.out
            .contains("isomorph generate point.yaml -o other.rs --unknown keep --defaults keep-absent"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with(" --nullable-all-of accept --io input --open-enums\n"),
        "{}",
        ran.out
    );
}

#[test]
fn mistakes_in_the_file_are_listed_with_their_places() {
    let folder = Folder::project();
    folder.write(
        "isomorph.toml",
        &CONFIG.replace("unknown", "unknwon").replace("\"assert\"", "\"asert\""),
    );
    for command in ["generate", "check", "generate when.yml --config isomorph.toml -o x.rs"] {
        let ran = folder.run(command);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{ran:?}");
        assert!(
            ran.err.starts_with("isomorph.toml:2:1: error[config-unknown-key]: "),
            "{}",
            ran.err
        );
        assert!(
            ran.err
                .contains("\n  repair: write `unknown`\nisomorph.toml:13:22: error["),
            "{}",
            ran.err
        );
        assert!(ran.err.ends_with("\n  repair: write \"assert\"\n"), "{}", ran.err);
    }
    let ran = folder.run("check --config nowhere.toml");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.starts_with("error: cannot read nowhere.toml: "), "{}", ran.err);
}

#[test]
fn without_documents_and_without_a_file_the_way_on_is_said() {
    let folder = Folder::new();
    for command in ["generate", "check", "check -o x.rs"] {
        let ran = folder.run(command);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("`isomorph init` writes one"), "{}", ran.err);
    }
}

#[test]
fn init_writes_what_generate_takes_and_never_overwrites() {
    let folder = Folder::new();
    folder.write(
        "openapi.yaml",
        "openapi: 3.1.0\ninfo: {title: A, version: '1'}\ncomponents: {schemas: {A: {type: string}}}\n",
    );
    folder.write("specs/point.schema.yaml", POINT);
    folder.write("specs/other.txt", "");
    let dry = folder.run("init --dry-run");
    assert_eq!((dry.code, dry.err.as_str()), (Some(0), ""), "{dry:?}");
    assert!(
        dry.out.starts_with("isomorph.toml would be:\n\n    #:schema https://"),
        "{}",
        dry.out
    );
    assert!(!folder.path("isomorph.toml").exists());

    let ran = folder.run("init");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), "isomorph.toml: written\n"),
        "{ran:?}"
    );
    let text = folder.read("isomorph.toml");
    assert!(
        text.contains("path = \"openapi.yaml\"\n\n[[output.spec]]\npath = \"specs/point.schema.yaml\"\n"),
        "{text}"
    );
    for part in [
        "isomorph check",
        "isomorph_build::Builder::new().config(",
        "cargo xtask codegen",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    assert!(dry.out.ends_with(&ran.out), "the same is shown");
    assert_eq!(folder.run("generate").code, Some(0));
    assert_eq!(folder.run("check").code, Some(0));
    assert!(folder.path("generated/models/src/point.rs").is_file());

    folder.write("isomorph.toml", "# Mine.\n");
    let again = folder.run("init");
    assert_eq!((again.code, again.out.as_str()), (Some(1), ""), "{again:?}");
    assert!(
        again.err.starts_with("error: cannot create isomorph.toml: "),
        "{}",
        again.err
    );
    assert_eq!(folder.read("isomorph.toml"), "# Mine.\n");
}

#[test]
fn init_takes_documents_and_a_place() {
    let folder = Folder::new();
    folder.write("api/point.yaml", POINT);
    let ran = folder.run("init api/point.yaml -o src/models.rs");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(folder.run("generate").code, Some(0));
    assert!(folder.read("src/models.rs").contains("pub struct Point"));

    let empty = Folder::new();
    let ran = empty.run("init");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("no documents were found here"), "{}", ran.err);
    assert!(empty.read("isomorph.toml").contains("path = \"specs/*.openapi.json\""));
}
