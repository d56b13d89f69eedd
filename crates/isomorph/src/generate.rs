//! The table of contents: one line a stage.

use crate::load::{self, Dialect, Kind, Loaded, OpenApiVersion};
use crate::lower::{self, Graph};
use crate::shape::{self, Models};
use crate::{Diagnostic, Diagnostics, Input, Output, Place, Severity, Summary, TypeName, emit, name, resolve};

/// Turns documents into models.
///
/// # Errors
/// Everything that keeps the documents from being turned into models that accept what they accept, in document order.
pub fn generate(input: &Input) -> Result<Output, Diagnostics> {
    let documents = load::load(input).map_err(Diagnostics)?;
    let mut findings = documents.warnings.clone();
    let resolved = resolve::resolve(&documents).map_err(|problems| located(&documents, problems))?;
    let graph = lower::lower(&documents, &resolved, &mut findings);
    stop_at_errors(&documents, &findings)?;
    let models = shaped(&documents, &graph, input, &mut findings);
    stop_at_errors(&documents, &findings)?;
    let modules = emit::emit(&models, documents.documents.len());
    let files = emit::lay_out(&documents, &modules, &input.options).map_err(|code| internal(&documents, &code))?;

    Ok(Output {
        files,
        types: type_names(&models),
        dependencies: emit::dependencies(&modules),
        warnings: located(&documents, findings).0,
        summary: summary(&documents, &modules),
    })
}

fn shaped(documents: &Loaded, graph: &Graph, input: &Input, findings: &mut Vec<Diagnostic>) -> Models {
    let names = name::name(documents, graph, &input.options);
    let mut models = shape::shape(documents, graph, names, &input.options, findings);
    emit::settle_defaults(&mut models);
    models
}

fn stop_at_errors(documents: &Loaded, findings: &[Diagnostic]) -> Result<(), Diagnostics> {
    if findings.iter().all(|finding| finding.severity == Severity::Warning) {
        return Ok(());
    }
    Err(located(documents, findings.to_vec()))
}

/// Looks up the line and column of every finding, and puts them in document order.
fn located(documents: &Loaded, mut findings: Vec<Diagnostic>) -> Diagnostics {
    for finding in findings.iter_mut().filter(|finding| finding.place.line == 0) {
        let source = documents
            .documents
            .iter()
            .find(|source| source.name == finding.place.document);
        if let Some((line, column)) =
            source.and_then(|source| load::position::locate(&source.text, &finding.place.pointer))
        {
            finding.place.line = line;
            finding.place.column = column;
        }
    }
    let order = |finding: &Diagnostic| {
        let document = documents
            .documents
            .iter()
            .position(|source| source.name == finding.place.document);
        (document, finding.place.line, finding.place.column)
    };
    findings.sort_by_key(order);
    findings.dedup();
    Diagnostics(findings)
}

fn internal(documents: &Loaded, code: &str) -> Diagnostics {
    let document = documents
        .documents
        .first()
        .map_or_else(String::new, |source| source.name.clone());
    Diagnostics(vec![Diagnostic {
        rule: "internal",
        severity: Severity::Error,
        place: Place {
            document,
            ..Place::default()
        },
        message: format!("the generator wrote code that is not Rust: {code}"),
        why: "this is a bug of the generator, not of the document".to_owned(),
        repair: "report it with the document".to_owned(),
    }])
}

fn type_names(models: &Models) -> Vec<TypeName> {
    let mut names: Vec<TypeName> = models
        .locations
        .iter()
        .map(|typed| TypeName {
            document: typed.document,
            pointer: typed.pointer.clone(),
            rust: emit::type_text(models, &typed.ty),
        })
        .collect();
    names.sort_by_key(|name| name.document);
    names
}

fn summary(documents: &Loaded, modules: &[emit::Module]) -> Vec<Summary> {
    let each = documents.documents.iter().zip(modules);
    each.map(|(source, module)| Summary {
        document: source.name.clone(),
        kind: kind_name(source.kind),
        types: module.types,
        by_typify: module.by_typify,
    })
    .collect()
}

fn kind_name(kind: Kind) -> String {
    match kind {
        Kind::OpenApi(OpenApiVersion::V30) => "OpenAPI 3.0".to_owned(),
        Kind::OpenApi(OpenApiVersion::V31) => "OpenAPI 3.1".to_owned(),
        Kind::OpenApi(OpenApiVersion::V32) => "OpenAPI 3.2".to_owned(),
        Kind::JsonSchema(Dialect::Draft4) => "JSON Schema draft 4".to_owned(),
        Kind::JsonSchema(Dialect::Draft6) => "JSON Schema draft 6".to_owned(),
        Kind::JsonSchema(Dialect::Draft7) => "JSON Schema draft 7".to_owned(),
        Kind::JsonSchema(Dialect::Draft201909) => "JSON Schema 2019-09".to_owned(),
        Kind::JsonSchema(Dialect::Draft202012) => "JSON Schema 2020-12".to_owned(),
    }
}
