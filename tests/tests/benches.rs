//! The models that the benchmarks of `isomorph-runtime` measure are what the generator gives today: numbers about code
//! that nobody gets would say nothing.

use std::fs;
use std::path::{Path, PathBuf};

use isomorph::{Document, Input, Options, generate};
use isomorph_tests::expect;

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/isomorph-runtime/benches/models");

#[test]
fn measured_models_are_generated() {
    let schemas = schemas(Path::new(MODELS)).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(!schemas.is_empty(), "no schema below {MODELS}");
    let problems: Vec<String> = schemas
        .iter()
        .filter_map(|schema| {
            compare(schema)
                .err()
                .map(|problem| format!("{}: {problem}", schema.display()))
        })
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Compares the models beside a schema with what the schema gives.
fn compare(schema: &Path) -> Result<(), String> {
    let module = schema.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let input = Input {
        documents: vec![Document {
            name: schema.display().to_string(),
            module,
            text: fs::read_to_string(schema).map_err(|error| error.to_string())?,
            policy: None,
        }],
        options: Options {
            regenerate: "UPDATE_EXPECT=1 cargo test -p isomorph-tests --test benches".to_owned(),
            ..Options::default()
        },
    };
    let output = generate(&input).map_err(|diagnostics| diagnostics.to_string())?;
    if !output.warnings.is_empty() {
        return Err(format!("the schema is warned of: {:?}", output.warnings));
    }
    expect::text(&schema.with_extension("rs"), &output.files[0].text)
}

/// The schemas in a folder, sorted.
fn schemas(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
