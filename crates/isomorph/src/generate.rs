//! The table of contents: one line a stage.

use std::collections::HashMap;

use serde_json::Value;

use crate::load::{self, Dialect, Kind, Loaded, OpenApiVersion};
use crate::lower::{self, Graph};
use crate::shape::{self, Models};
use crate::{
    Diagnostic, Diagnostics, Input, NoSources, Output, Place, Severity, Sources, Summary, TypeName, emit, name, report,
    resolve,
};

/// The stack of the shape stage, some times what its depth takes without optimisation.
const SHAPE_STACK: usize = 256 << 20;

/// Turns documents into models.
///
/// # Errors
/// Everything that keeps the documents from being turned into models that accept what they accept, in document order.
pub fn generate(input: &Input) -> Result<Output, Diagnostics> {
    generate_with(input, &NoSources)
}

/// As [`generate`], with somewhere to look for the documents that these refer to.
///
/// # Errors
/// As [`generate`]; a reference to a document that `sources` does not have is among them.
pub fn generate_with(input: &Input, sources: &dyn Sources) -> Result<Output, Diagnostics> {
    with_stages(input, sources, |stages| output(input, stages))
}

/// The last stages: code, and what is told of it.
pub(crate) fn output(input: &Input, stages: Stages<'_>) -> Result<Output, Diagnostics> {
    let modules =
        emit::emit(&stages.models, stages.documents.own()).map_err(|code| internal(stages.documents, &code))?;
    let files = emit::lay_out(stages.documents, &modules, &input.options);
    Ok(Output {
        files,
        types: type_names(stages.documents, &stages.models),
        dependencies: emit::dependencies(&modules),
        report: input.options.report.then(|| report::of(&stages)),
        warnings: stages.warnings,
        summary: summary(stages.documents, &modules),
    })
}

/// What the stages before `emit` made of the documents.
pub(crate) struct Stages<'s> {
    pub(crate) documents: &'s Loaded,
    pub(crate) graph: &'s Graph,
    pub(crate) models: Models,
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Runs the stages up to the shapes, and hands them on if no document stopped the run.
pub(crate) fn with_stages<T>(
    input: &Input,
    sources: &dyn Sources,
    finish: impl FnOnce(Stages<'_>) -> Result<T, Diagnostics>,
) -> Result<T, Diagnostics> {
    let mut documents = load::load(input).map_err(Diagnostics)?;
    load::load_externals(&mut documents, sources);
    let documents = documents;
    let mut findings = documents.warnings.clone();
    let resolved = resolve::resolve(&documents).map_err(|problems| located(&documents, problems))?;
    let graph = lower::lower(&documents, &resolved, &mut findings);
    // The shapes of a graph with errors are not used, but what they would say about the rest of the document is.
    let models = shaped(&documents, &graph, &mut findings);
    stop_at_errors(&documents, &findings)?;
    let warnings = located(&documents, findings).0;
    finish(Stages {
        documents: &documents,
        graph: &graph,
        models,
        warnings,
    })
}

/// Shapes nest as schemas lead into each other, which the stage bounds; a stack of its own makes that bound the same in
/// every build and on every thread that calls.
fn shaped(documents: &Loaded, graph: &Graph, findings: &mut Vec<Diagnostic>) -> Models {
    let here = || {
        let mut found = Vec::new();
        let models = shaped_here(documents, graph, &mut found);
        (models, found)
    };
    let (models, found) = std::thread::scope(|scope| {
        let shaper = std::thread::Builder::new()
            .stack_size(SHAPE_STACK)
            .spawn_scoped(scope, here);
        match shaper {
            Ok(shaper) => shaper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // A platform without threads has the stack that it has.
            Err(_) => here(),
        }
    });
    findings.extend(found);
    models
}

fn shaped_here(documents: &Loaded, graph: &Graph, findings: &mut Vec<Diagnostic>) -> Models {
    let names = name::name(documents, graph);
    let mut models = shape::shape(documents, graph, names, findings);
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
    for source in &documents.documents {
        let of_source = |finding: &&mut Diagnostic| finding.place.line == 0 && finding.place.document == source.name;
        let mut unplaced: Vec<&mut Diagnostic> = findings.iter_mut().filter(of_source).collect();
        if unplaced.is_empty() {
            continue;
        }
        let pointers: Vec<&str> = unplaced.iter().map(|finding| finding.place.pointer.as_str()).collect();
        let places = load::position::locate_all(&source.text, &pointers);
        for (finding, place) in unplaced.iter_mut().zip(places) {
            if let Some((line, column)) = place {
                finding.place.line = line;
                finding.place.column = column;
            }
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

/// The types of all locations, in document order.
fn type_names(documents: &Loaded, models: &Models) -> Vec<TypeName> {
    let mut orders: Vec<Order<'_>> = documents
        .documents
        .iter()
        .map(|source| Order::of(&source.value))
        .collect();
    let mut names: Vec<(usize, Vec<usize>, TypeName)> = models
        .locations
        .iter()
        .filter(|typed| typed.document < documents.own().len())
        .map(|typed| {
            let rust = emit::type_text(models, &typed.ty);
            let name = TypeName {
                document: typed.document,
                pointer: typed.pointer.clone(),
                rust,
            };
            (typed.document, orders[typed.document].path(&typed.pointer), name)
        })
        .collect();
    names.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    names.into_iter().map(|(_, _, name)| name).collect()
}

/// Where pointers stand in a document, for sorting.
struct Order<'v> {
    root: &'v Value,
    places: HashMap<*const Value, HashMap<&'v str, usize>>,
}

impl<'v> Order<'v> {
    fn of(root: &'v Value) -> Self {
        Order {
            root,
            places: HashMap::new(),
        }
    }

    /// The index of each step of a pointer.
    fn path(&mut self, pointer: &str) -> Vec<usize> {
        let mut value = self.root;
        let mut path = Vec::new();
        for segment in pointer.split('/').skip(1) {
            let segment = segment.replace("~1", "/").replace("~0", "~");
            let (index, below) = match value {
                Value::Object(members) => {
                    let places = self.places.entry(std::ptr::from_ref(value)).or_insert_with(|| {
                        members
                            .keys()
                            .enumerate()
                            .map(|(index, key)| (key.as_str(), index))
                            .collect()
                    });
                    (places.get(segment.as_str()).copied(), members.get(&segment))
                }
                Value::Array(items) => {
                    let index = segment.parse::<usize>().ok();
                    (index, index.and_then(|index| items.get(index)))
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (None, None),
            };
            path.push(index.unwrap_or(usize::MAX));
            match below {
                Some(below) => value = below,
                None => break,
            }
        }
        path
    }
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

pub(crate) fn kind_name(kind: Kind) -> String {
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
