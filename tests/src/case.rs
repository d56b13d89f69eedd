//! Cases on disk: an input, options, and for code cases documents with their verdicts.

use std::path::{Path, PathBuf};
use std::{fs, io};

use isomorph::{Document, Formats, Input, Layout, LengthUnit, Options, UnionMatch, Unknown};
use serde_json::{Map, Value};

/// A folder with an input and what is expected of it.
#[derive(Debug, Clone)]
pub struct Case {
    /// The path below the folder of cases, as in `unions/flat`.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
    /// The input's file name, `schema.json` or `schema.yaml`.
    pub file: String,
    /// The input's text.
    pub text: String,
    /// The documents in `beside`, each a module of its own: file name and text.
    pub beside: Vec<(String, String)>,
    /// `options.json`.
    pub options: Options,
}

/// A document and what its type makes of it.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The type that it is read as.
    pub ty: String,
    /// The text.
    pub text: String,
    /// Whether it is accepted.
    pub accept: bool,
    /// What is written back; for an accepted one, the text itself unless the file says otherwise.
    pub output: Option<String>,
    /// The message of a refusal, with its position.
    pub error: Option<String>,
    /// Why the verdict is not JSON Schema's.
    pub deviation: Option<String>,
    /// Why plain serde_json refuses what the other doors accept.
    pub plain_refuses: Option<String>,
}

impl Case {
    /// What is given to the generator.
    pub fn input(&self) -> Input {
        let document = Document {
            name: self.file.clone(),
            module: "models".to_owned(),
            text: self.text.clone(),
            policy: None,
        };
        let beside = self.beside.iter().map(|(file, text)| Document {
            name: file.clone(),
            module: file.trim_end_matches(".json").to_owned(),
            text: text.clone(),
            policy: None,
        });
        Input {
            documents: std::iter::once(document).chain(beside).collect(),
            options: self.options.clone(),
        }
    }

    /// The input as a value.
    ///
    /// # Errors
    /// Why it is neither JSON nor YAML.
    pub fn schema(&self) -> Result<Value, String> {
        if self.file.ends_with(".json") {
            serde_json::from_str(&self.text).map_err(|error| error.to_string())
        } else {
            serde_saphyr::from_str(&self.text).map_err(|error| error.to_string())
        }
    }

    /// `documents.json`.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn samples(&self) -> Result<Vec<Sample>, String> {
        let text = read(&self.folder.join("documents.json"))?;
        let values: Vec<Map<String, Value>> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        values.iter().map(sample).collect()
    }

    /// Writes `documents.json`, a document a line.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn write_samples(&self, samples: &[Sample]) -> io::Result<()> {
        let lines: Vec<String> = samples.iter().map(|sample| format!("  {}", line(sample))).collect();
        fs::write(
            self.folder.join("documents.json"),
            format!("[\n{}\n]\n", lines.join(",\n")),
        )
    }
}

/// Every case below a folder of this package, at the given depth, sorted by name.
///
/// # Errors
/// What is wrong with the files.
pub fn all(folder: &str, depth: usize) -> Result<Vec<Case>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    for _ in 0..depth {
        let mut below = Vec::new();
        for folder in folders {
            let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            below.extend(
                entries
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .filter(|path| path.is_dir()),
            );
        }
        folders = below;
    }
    folders.sort();
    folders.into_iter().map(|folder| case(&root, folder)).collect()
}

fn case(root: &Path, folder: PathBuf) -> Result<Case, String> {
    let name = folder
        .strip_prefix(root)
        .unwrap_or(&folder)
        .to_string_lossy()
        .replace('\\', "/");
    let file = ["schema.json", "schema.yaml"]
        .into_iter()
        .find(|file| folder.join(file).exists())
        .ok_or_else(|| format!("{name}: there is neither a schema.json nor a schema.yaml"))?;
    let text = read(&folder.join(file))?;
    let mut beside = Vec::new();
    if let Ok(entries) = fs::read_dir(folder.join("beside")) {
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            beside.push((file, read(&path)?));
        }
    }
    beside.sort();
    let options = folder.join("options.json");
    let chosen = if options.exists() {
        serde_json::from_str(&read(&options)?).map_err(|error| format!("{name}/options.json: {error}"))?
    } else {
        Map::new()
    };
    let options = chosen_options(&chosen).map_err(|problem| format!("{name}/options.json: {problem}"))?;
    Ok(Case {
        name,
        folder,
        file: file.to_owned(),
        text,
        beside,
        options,
    })
}

fn chosen_options(chosen: &Map<String, Value>) -> Result<Options, String> {
    let mut options = Options {
        layout: Layout::File,
        regenerate: "UPDATE_EXPECT=1 cargo test -p isomorph-tests".to_owned(),
        ..Options::default()
    };
    for (key, value) in chosen {
        if let ("formats", Value::Object(single)) = (key.as_str(), value) {
            for (name, value) in single {
                let formats = formats(value).ok_or_else(|| format!("{name}: there are no formats {value}"))?;
                options.policy.single_formats.insert(name.clone(), formats);
            }
            continue;
        }
        if let ("only", Value::Array(parts)) = (key.as_str(), value) {
            let parts = parts.iter().filter_map(Value::as_str);
            options.policy.only = parts.map(str::to_owned).collect();
            continue;
        }
        match (key.as_str(), value.as_str().unwrap_or_default()) {
            ("root", name) => options.policy.root = Some(name.to_owned()),
            ("unknown", "ignore") => options.policy.unknown = Unknown::Ignore,
            ("unknown", "keep") => options.policy.unknown = Unknown::Keep,
            ("unknown", "deny") => options.policy.unknown = Unknown::Deny,
            ("formats", "annotate") => options.policy.formats = Formats::Annotate,
            ("formats", "assert") => options.policy.formats = Formats::Assert,
            ("length_unit", "utf16") => options.policy.length_unit = LengthUnit::Utf16,
            ("union_match", "most-specific") => options.policy.union_match = UnionMatch::MostSpecific,
            ("union_match", "first") => options.policy.union_match = UnionMatch::First,
            _ => return Err(format!("there is no option {key:?} with the value {value}")),
        }
    }
    Ok(options)
}

fn formats(value: &Value) -> Option<Formats> {
    match value.as_str()? {
        "annotate" => Some(Formats::Annotate),
        "assert" => Some(Formats::Assert),
        _ => None,
    }
}

fn sample(fields: &Map<String, Value>) -> Result<Sample, String> {
    const KNOWN: [&str; 7] = [
        "type",
        "text",
        "accept",
        "output",
        "error",
        "deviation",
        "plain_refuses",
    ];
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let required = |key: &str| text(key).ok_or_else(|| format!("a document has no text {key:?}"));
    if let Some(key) = fields.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        return Err(format!("a document has the unknown key {key:?}"));
    }
    let accept = fields
        .get("accept")
        .and_then(Value::as_bool)
        .ok_or("a document has no verdict `accept`")?;
    Ok(Sample {
        ty: required("type")?,
        text: required("text")?,
        accept,
        output: text("output"),
        error: text("error"),
        deviation: text("deviation"),
        plain_refuses: text("plain_refuses"),
    })
}

fn line(sample: &Sample) -> String {
    let mut text = format!("{{\"type\": {}", quoted(&sample.ty));
    text.push_str(&format!(
        ", \"text\": {}, \"accept\": {}",
        quoted(&sample.text),
        sample.accept
    ));
    for (key, value) in [
        ("output", &sample.output),
        ("error", &sample.error),
        ("deviation", &sample.deviation),
        ("plain_refuses", &sample.plain_refuses),
    ] {
        if let Some(value) = value {
            text.push_str(&format!(", \"{key}\": {}", quoted(value)));
        }
    }
    text.push('}');
    text
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
