//! From the Zod sources in `specs/zod` to the OpenAPI documents in `specs/`, and the check that the two agree.
//!
//! The exporter always writes into a temporary folder. What it wrote is compared with the committed documents; then
//! either the differences are reported or exactly these files are written. Every `specs/*.openapi.json` belongs to the
//! exporter, so one that it no longer writes is removed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{error, fmt, fs, io};

use similar::TextDiff;

/// The package that holds the Zod sources and the exporter, below the workspace root.
const PACKAGE: &str = "specs/zod";
/// The folder of the exported documents, below the workspace root.
const SPECS: &str = "specs";
/// What the file names of exported documents end in.
const SUFFIX: &str = ".openapi.json";
/// A diff is cut after this many lines.
const MAX_DIFF_LINES: usize = 40;
/// npm is a batch file on Windows, and is only found there by its full name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Files by name, with their bytes.
type Files = BTreeMap<String, Vec<u8>>;

/// Exports the documents and writes those that differ, or with `check` only reports them.
///
/// Installs the npm packages first when that was not done since the lock file changed.
///
/// # Errors
///
/// When Node or npm is missing, a command fails, or a file cannot be read or written. Drift is no error: ask
/// [`Outcome::has_drift`].
pub(crate) fn run(workspace_root: &Path, check: bool) -> Result<Outcome, ExportError> {
    let package = workspace_root.join(PACKAGE);
    require_node(&package)?;
    let installed = install_packages(&package)?;

    let specs = workspace_root.join(SPECS);
    let files = compare(&export(workspace_root, &package)?, &read_documents(&specs)?);
    if !check {
        files.iter().try_for_each(|file| apply(&specs, file))?;
    }
    Ok(Outcome {
        check,
        installed,
        files,
    })
}

/// What an export found, and did unless it only checked. `Display` gives the whole report.
#[derive(Debug)]
pub(crate) struct Outcome {
    check: bool,
    installed: bool,
    files: Vec<FileReport>,
}

impl Outcome {
    /// Whether a check found documents that differ from the Zod sources.
    pub(crate) fn has_drift(&self) -> bool {
        self.check && self.files.iter().any(|file| file.state != State::Unchanged)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.installed {
            writeln!(f, "{PACKAGE}/node_modules: installed with `npm ci`")?;
        }
        for FileReport { name, state } in &self.files {
            let word = match (state, self.check) {
                (State::Unchanged, _) => "unchanged",
                (State::Missing { .. } | State::Stale { .. }, false) => "written",
                (State::Extra, false) => "removed",
                (State::Missing { .. }, true) => "missing",
                (State::Stale { .. }, true) => "stale",
                (State::Extra, true) => "extra, the Zod sources no longer give it",
            };
            writeln!(f, "{SPECS}/{name}: {word}")?;
            if let (State::Stale { diff, .. }, true) = (state, self.check) {
                f.write_str(diff)?;
            }
        }
        if self.has_drift() {
            writeln!(
                f,
                "The documents differ from the Zod sources. Repair with: cargo xtask export"
            )?;
        }
        Ok(())
    }
}

/// One document and how the committed file compares with the exported one.
#[derive(Debug, PartialEq)]
struct FileReport {
    name: String,
    state: State,
}

/// How a committed document compares with the exported one.
#[derive(Debug, PartialEq)]
enum State {
    /// Both have the same bytes.
    Unchanged,
    /// There is no committed document.
    Missing { exported: Vec<u8> },
    /// The committed document has other bytes.
    Stale { exported: Vec<u8>, diff: String },
    /// The exporter does not write this document.
    Extra,
}

/// Why an export could not be done.
#[derive(Debug)]
pub(crate) enum ExportError {
    /// A program is not on the PATH.
    MissingTool { tool: &'static str, wanted: String },
    /// The Node on the PATH is older than the package allows.
    OldNode { found: String, wanted: String },
    /// A command ran and failed.
    CommandFailed { command: String, output: String },
    /// The exporter succeeded but wrote no document.
    NothingExported,
    /// A file or program could not be used.
    Io {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HOW: &str = "install it from https://nodejs.org, with `nvm install --lts`, or on Debian and Ubuntu with \
                           `apt-get install nodejs npm`";
        match self {
            Self::MissingTool { tool, wanted } => {
                write!(
                    f,
                    "`{tool}` is not on the PATH; the export needs Node {wanted} with npm: {HOW}"
                )
            }
            Self::OldNode { found, wanted } => {
                write!(
                    f,
                    "`node` is version {found}; the export needs Node {wanted} with npm: {HOW}"
                )
            }
            Self::CommandFailed { command, output } => {
                write!(f, "`{command}` failed in {PACKAGE}:\n{}", output.trim_end())
            }
            Self::NothingExported => write!(f, "the exporter in {PACKAGE} wrote no *{SUFFIX} file"),
            Self::Io { action, path, source } => write!(f, "cannot {action} {}: {source}", path.display()),
        }
    }
}

impl error::Error for ExportError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Makes the error for a file that could not be used.
fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ExportError {
    let path = path.to_owned();
    move |source| ExportError::Io { action, path, source }
}

/// Checks that Node and npm are there, and that Node is new enough for the package.
fn require_node(package: &Path) -> Result<(), ExportError> {
    let manifest = package.join("package.json");
    let manifest = fs::read_to_string(&manifest).map_err(io_error("read", &manifest))?;
    let wanted = wanted_node(&manifest).unwrap_or("(any version)").to_owned();

    let found = output_of(Command::new("node").arg("--version"), "node", &wanted)?;
    output_of(Command::new(NPM).arg("--version"), "npm", &wanted)?;
    if major(&found) < major(&wanted) {
        return Err(ExportError::OldNode {
            found: found.trim().to_owned(),
            wanted,
        });
    }
    Ok(())
}

/// The value of `engines.node` in the text of a `package.json`.
fn wanted_node(manifest: &str) -> Option<&str> {
    let (_, engines) = manifest.split_once("\"engines\"")?;
    let (engines, _) = engines.split_once('}')?;
    let (_, node) = engines.split_once("\"node\"")?;
    node.split('"').nth(1)
}

/// The first number in a version or version range.
fn major(version: &str) -> Option<u32> {
    let digits = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Runs `npm ci` unless the packages were installed after the lock file last changed. Tells whether it ran.
fn install_packages(package: &Path) -> Result<bool, ExportError> {
    let modified = |path: &str| fs::metadata(package.join(path)).and_then(|data| data.modified());
    let lock = modified("package-lock.json").map_err(io_error("read", &package.join("package-lock.json")))?;
    // npm writes this file last, once everything is installed.
    if modified("node_modules/.package-lock.json").is_ok_and(|installed| installed >= lock) {
        return Ok(false);
    }
    npm(package, &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    Ok(true)
}

/// Runs the exporter and gives the documents that it wrote.
fn export(workspace_root: &Path, package: &Path) -> Result<Files, ExportError> {
    let folder = TempFolder(workspace_root.join(format!("target/xtask-export-{}", std::process::id())));
    fs::create_dir_all(&folder.0).map_err(io_error("create", &folder.0))?;
    npm(
        package,
        &["run", "--silent", "export", "--", &folder.0.to_string_lossy()],
    )?;
    let files = read_documents(&folder.0)?;
    if files.is_empty() {
        Err(ExportError::NothingExported)
    } else {
        Ok(files)
    }
}

/// A folder that is removed when the value goes out of scope.
struct TempFolder(PathBuf);

impl Drop for TempFolder {
    fn drop(&mut self) {
        // A folder that stays behind in `target` does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs npm in the package.
fn npm(package: &Path, arguments: &[&str]) -> Result<(), ExportError> {
    output_of(Command::new(NPM).args(arguments).current_dir(package), "npm", "").map(drop)
}

/// Runs a command and gives what it wrote to its standard output.
fn output_of(command: &mut Command, tool: &'static str, wanted: &str) -> Result<String, ExportError> {
    let output = command.output().map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => ExportError::MissingTool {
            tool,
            wanted: wanted.to_owned(),
        },
        _ => io_error("run", Path::new(tool))(source),
    })?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return Ok(stdout.into_owned());
    }
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    let command = std::iter::once(tool.into())
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ");
    Err(ExportError::CommandFailed {
        command,
        output: format!("{stdout}{}", String::from_utf8_lossy(&output.stderr)),
    })
}

/// The exported documents in a folder.
fn read_documents(folder: &Path) -> Result<Files, ExportError> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(io_error("list", folder))? {
        let entry = entry.map_err(io_error("list", folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(SUFFIX) {
            let bytes = fs::read(entry.path()).map_err(io_error("read", &entry.path()))?;
            files.insert(name, bytes);
        }
    }
    Ok(files)
}

/// Compares the exported documents with the committed ones: one report per name, in the order of names.
fn compare(exported: &Files, committed: &Files) -> Vec<FileReport> {
    let mut files: BTreeMap<&str, State> = committed.keys().map(|name| (name.as_str(), State::Extra)).collect();
    for (name, new) in exported {
        let state = match committed.get(name) {
            Some(old) if old == new => State::Unchanged,
            Some(old) => State::Stale {
                exported: new.clone(),
                diff: bounded_diff(name, old, new),
            },
            None => State::Missing { exported: new.clone() },
        };
        files.insert(name, state);
    }
    files
        .into_iter()
        .map(|(name, state)| FileReport {
            name: name.to_owned(),
            state,
        })
        .collect()
}

/// A unified diff of at most [`MAX_DIFF_LINES`] lines, which says how many lines it leaves out.
fn bounded_diff(name: &str, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let diff = TextDiff::from_lines(&*old, &*new)
        .unified_diff()
        .header(
            &format!("{SPECS}/{name} (committed)"),
            &format!("{SPECS}/{name} (exported)"),
        )
        .to_string();
    let mut text: String = diff.split_inclusive('\n').take(MAX_DIFF_LINES).collect();
    let left_out = diff.lines().count().saturating_sub(MAX_DIFF_LINES);
    if left_out > 0 {
        text.push_str(&format!("... {left_out} more lines of diff\n"));
    }
    text
}

/// Makes the committed document what the exporter wrote.
fn apply(specs: &Path, file: &FileReport) -> Result<(), ExportError> {
    let path = specs.join(&file.name);
    match &file.state {
        State::Unchanged => Ok(()),
        State::Extra => fs::remove_file(&path).map_err(io_error("remove", &path)),
        State::Missing { exported } | State::Stale { exported, .. } => {
            // A rename replaces the document as a whole: nobody ever sees half of it.
            let new = path.with_extension("json.new");
            fs::write(&new, exported).map_err(io_error("write", &new))?;
            fs::rename(&new, &path).map_err(io_error("replace", &path))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files<const N: usize>(entries: [(&str, &str); N]) -> Files {
        entries
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .into()
    }

    fn check(exported: &Files, committed: &Files) -> Outcome {
        Outcome {
            check: true,
            installed: false,
            files: compare(exported, committed),
        }
    }

    #[test]
    fn equal_documents_are_no_drift() {
        let documents = files([("a.openapi.json", "{}\n")]);
        let outcome = check(&documents, &documents);
        assert!(!outcome.has_drift());
        assert_eq!(outcome.to_string(), "specs/a.openapi.json: unchanged\n");
    }

    #[test]
    fn every_difference_is_reported_with_the_one_repair() {
        let exported = files([
            ("a.openapi.json", "1\n2\n"),
            ("b.openapi.json", "{}\n"),
            ("d.openapi.json", "{}\n"),
        ]);
        let committed = files([
            ("a.openapi.json", "1\n3\n"),
            ("c.openapi.json", "{}\n"),
            ("d.openapi.json", "{}\n"),
        ]);
        let outcome = check(&exported, &committed);
        assert!(outcome.has_drift());
        assert_eq!(
            outcome.to_string(),
            "specs/a.openapi.json: stale\n\
             --- specs/a.openapi.json (committed)\n\
             +++ specs/a.openapi.json (exported)\n\
             @@ -1,2 +1,2 @@\n 1\n-3\n+2\n\
             specs/b.openapi.json: missing\n\
             specs/c.openapi.json: extra, the Zod sources no longer give it\n\
             specs/d.openapi.json: unchanged\n\
             The documents differ from the Zod sources. Repair with: cargo xtask export\n"
        );
    }

    #[test]
    fn a_long_diff_is_cut_and_says_so() {
        let text = |line: &str| format!("{line}\n").repeat(500).into_bytes();
        let diff = bounded_diff("a.openapi.json", &text("old"), &text("new"));
        assert_eq!(diff.lines().count(), MAX_DIFF_LINES + 1);
        assert!(diff.ends_with("... 963 more lines of diff\n"), "{diff}");
    }

    #[test]
    fn the_wanted_node_is_read_from_the_manifest() {
        let manifest = include_str!("../../specs/zod/package.json");
        assert_eq!(wanted_node(manifest), Some(">=20"));
        assert_eq!(
            (major(">=20"), major("v20.19.1\n"), major("any")),
            (Some(20), Some(20), None)
        );
        assert_eq!(wanted_node("{}"), None);
    }

    #[test]
    fn a_missing_program_is_named_with_its_version_and_source() {
        let mut command = Command::new("isomorph-no-such-program");
        let message = output_of(&mut command, "node", ">=20").unwrap_err().to_string();
        for part in [
            "`node` is not on the PATH",
            "Node >=20",
            "nodejs.org",
            "nvm",
            "apt-get install nodejs npm",
        ] {
            assert!(message.contains(part), "{message}");
        }
    }
}
