//! Code to files.

use super::Module;
use crate::drift::{self, CommentKind, Digest};
use crate::format;
use crate::load::{Loaded, Source};
use crate::{Dependency, GeneratedFile, Layout, Options};

/// The version of the runtime crate that generated code is written for.
const RUNTIME_VERSION: &str = "0.1";

/// The files of a run.
pub(crate) fn lay_out(documents: &Loaded, modules: &[Module], options: &Options) -> Vec<GeneratedFile> {
    let spec = |sources: &[Source]| drift::digest(sources.iter().map(|source| source.text.as_str()));
    let all = spec(&documents.documents);
    match &options.layout {
        Layout::File => {
            let body = match (documents.own(), modules) {
                ([_], [module]) => single_file(module),
                (sources, modules) => {
                    let mut body = String::new();
                    for (source, module) in sources.iter().zip(modules) {
                        let docs = module_docs(source);
                        let inner = format::indent(&single_file(module));
                        body.push_str(&format!("{docs}pub mod {} {{\n{inner}}}\n\n", source.module));
                    }
                    body.trim_end().to_owned() + "\n"
                }
            };
            vec![sealed(String::new(), CommentKind::Rust, &all, &body, options)]
        }
        Layout::Crate { name, runtime } => {
            let mut files = vec![
                sealed(
                    "Cargo.toml".to_owned(),
                    CommentKind::Toml,
                    &all,
                    &manifest(name, runtime, modules),
                    options,
                ),
                sealed(
                    "src/lib.rs".to_owned(),
                    CommentKind::Rust,
                    &all,
                    &library(documents),
                    options,
                ),
            ];
            for (source, module) in documents.documents.iter().zip(modules) {
                let digest = spec(std::slice::from_ref(source));
                let (imports, items) = (uses(module), &module.items);
                let has_wire = !module.wire.is_empty();
                let wire_module = if has_wire {
                    format!("{}mod wire;\n\n", allowance(module))
                } else {
                    String::new()
                };
                let path = format!("src/{}.rs", source.module);
                let text = format!("{imports}{wire_module}{items}");
                files.push(sealed(path, CommentKind::Rust, &digest, &text, options));
                if has_wire {
                    let path = format!("src/{}/wire.rs", source.module);
                    let text = format!("{WIRE_DOCS}{WIRE_USE}{}", module.wire);
                    files.push(sealed(path, CommentKind::Rust, &digest, &text, options));
                }
            }
            files
        }
    }
}

const WIRE_DOCS: &str = "//! How the models of the module above are read, checked and written.\n\n";

/// The wire code names every model of its module, and the names that those use.
const WIRE_USE: &str = "use isomorph_runtime as rt;\n\nuse super::*;\n\n";

fn single_file(module: &Module) -> String {
    let (imports, items) = (uses(module), &module.items);
    if module.wire.is_empty() {
        return format!("{imports}{items}");
    }
    let wire = format::indent(&format!(
        "use super::*;\nuse isomorph_runtime as rt;\n\n{}",
        module.wire
    ));
    let allowance = allowance(module);
    format!(
        "{imports}{items}\n/// How the models above are read, checked and written.\n{allowance}mod wire {{\n{wire}}}\n"
    )
}

fn allowance(module: &Module) -> &'static str {
    if module.is_deprecated {
        "#[allow(deprecated)]\n"
    } else {
        ""
    }
}

fn uses(module: &Module) -> String {
    if module.uses.is_empty() {
        String::new()
    } else {
        format!("{}\n", module.uses)
    }
}

fn sealed(path: String, kind: CommentKind, spec: &Digest, body: &str, options: &Options) -> GeneratedFile {
    let repair = format!("change the spec and run `{}`", options.regenerate);
    GeneratedFile {
        path,
        text: drift::seal(kind, spec, body, &repair),
    }
}

fn library(documents: &Loaded) -> String {
    let mut body = "//! Models of the documents that the modules are named after.\n\n".to_owned();
    for source in documents.own() {
        body.push_str(&module_docs(source));
        body.push_str(&format!("pub mod {};\n", source.module));
    }
    body
}

/// A module is described by the document's title.
fn module_docs(source: &Source) -> String {
    let info = source.value.get("info").unwrap_or(&source.value);
    let title = info
        .get("title")
        .and_then(serde_json::Value::as_str)
        .unwrap_or("Models of a document");
    let docs = crate::lower::Docs {
        description: Some(title.to_owned()),
        ..Default::default()
    };
    let attributes = super::docs::attributes(&docs, "");
    let item = quote::quote!(#attributes mod documented;);
    match format::format(&item, false) {
        Ok(text) => text
            .lines()
            .filter(|line| line.starts_with("///"))
            .map(|line| format!("{line}\n"))
            .collect(),
        Err(_) => String::new(),
    }
}

fn manifest(name: &str, runtime: &str, modules: &[Module]) -> String {
    let features = features(modules);
    let features = if features.is_empty() {
        String::new()
    } else {
        format!(", features = {features:?}")
    };
    let runtime = match runtime.strip_prefix('{').and_then(|table| table.strip_suffix('}')) {
        Some(table) => format!("{{ {}, default-features = false{features} }}", table.trim()),
        None => format!("{{ version = {runtime}, default-features = false{features} }}"),
    };
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\ndescription = \"Generated models.\"\n\n\
         [dependencies]\n# What the models call to read, check and write themselves.\nisomorph-runtime = {runtime}\n\n\
         [lints.rust]\nmissing_docs = \"warn\"\nunsafe_code = \"forbid\"\n"
    )
}

fn features(modules: &[Module]) -> Vec<&'static str> {
    let pattern = modules.iter().any(|module| module.needs_pattern).then_some("pattern");
    let schema = modules.iter().any(|module| module.needs_schema).then_some("schema");
    pattern.into_iter().chain(schema).collect()
}

/// What generated code needs.
pub(crate) fn dependencies(modules: &[Module]) -> Vec<Dependency> {
    let features = features(modules).into_iter().map(str::to_owned).collect();
    vec![Dependency {
        name: "isomorph-runtime".to_owned(),
        version: RUNTIME_VERSION.to_owned(),
        features,
    }]
}
