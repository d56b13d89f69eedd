//! What became of one location, stage by stage.

use serde_json::Value;

use crate::load::{self, Loaded};
use crate::lower::{Graph, NodeId};
use crate::shape::{Form, Model, Models, Rule, Type, Typed, Whole};
use crate::{Diagnostic, Diagnostics, Input, NoSources, Place, Severity, Sources, emit, generate, shape};

/// The longest schema that is shown in full, in lines.
const LONGEST: usize = 60;

/// Tells for one location of a document what stands there, how it was lowered, which Rust type it became and under which
/// name, and which checks remain.
///
/// # Errors
/// What [`generate`](crate::generate()) gives for these documents, and a location that no schema stands at.
pub fn explain(input: &Input, document: usize, pointer: &str) -> Result<String, Diagnostics> {
    explain_with(input, &NoSources, document, pointer)
}

/// As [`explain`], with somewhere to look for the documents that these refer to.
///
/// # Errors
/// As [`explain`].
pub fn explain_with(
    input: &Input,
    sources: &dyn Sources,
    document: usize,
    pointer: &str,
) -> Result<String, Diagnostics> {
    generate::with_stages(input, sources, |stages| {
        let node =
            node_at(stages.graph, document, pointer).ok_or_else(|| unknown(stages.documents, document, pointer))?;
        let source = &stages.documents.documents[document];
        let position = load::position::locate(&source.text, pointer)
            .map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
        let mut text = format!("{} of {}{position}\n", shown_pointer(pointer), source.name);
        let schema = source.value.pointer(pointer).map_or_else(String::new, pretty);
        section(&mut text, "schema", &schema);
        section(&mut text, "lowered", &pretty(&shape::lowered(stages.graph, node)));
        let models = &stages.models;
        let typed = models
            .locations
            .iter()
            .find(|typed| typed.document == document && typed.pointer == pointer);
        section(&mut text, "rust", &rust(models, stages.graph, node, typed));
        if let Some(model) = typed.and_then(|typed| model_of(models, &typed.ty)) {
            section(&mut text, "checks", &checks(model));
            section(&mut text, "code", &emit::item_of(models, model).unwrap_or_default());
        }
        Ok(text)
    })
}

fn section(text: &mut String, title: &str, body: &str) {
    text.push_str(&format!("\n{title}\n"));
    let count = body.lines().count();
    for line in body.lines().take(LONGEST) {
        text.push_str(if line.is_empty() { "" } else { "    " });
        text.push_str(line);
        text.push('\n');
    }
    if count > LONGEST {
        text.push_str(&format!("    ... {} more lines\n", count - LONGEST));
    }
}

fn rust(models: &Models, graph: &Graph, node: NodeId, typed: Option<&Typed>) -> String {
    let Some(typed) = typed else {
        return "no type of its own: the location is merged into the types that use it, or nothing uses it".to_owned();
    };
    let mut text = format!("type: {}\n", emit::type_text(models, &typed.ty));
    if let Some(model) = model_of(models, &typed.ty) {
        let form = match &model.form {
            Form::Struct(_) => "struct",
            Form::Union(_) => "enum of members",
            Form::Enumeration(_) => "enum of values",
            Form::Sequence(_) => "struct that is an array on the wire",
            Form::Newtype(_) => "type around one value",
            Form::Alias(_) => "another name for a type",
        };
        let emitter = match emit::Emitter::of(model) {
            emit::Emitter::Typify => "typify, which renders this form exactly",
            emit::Emitter::Own => "our own emitter, since typify does not render this form exactly",
        };
        text.push_str(&format!(
            "form: {form}\nrendered by: {emitter}\nname: {}\n",
            name_reason(graph, node, model)
        ));
        match &model.whole {
            None => {}
            Some(Whole::Condition(_)) => {
                text.push_str("also: judged as a whole by a condition, for what no type says\n")
            }
            Some(Whole::Schema(_)) => text.push_str(
                "also: validated against its whole schema before it is read, for what no type or check says\n",
            ),
        }
    }
    text
}

fn name_reason(graph: &Graph, node: NodeId, model: &Model) -> String {
    let is_root = graph.roots.iter().any(|root| root.node == node);
    let is_elsewhere = graph.node(node).pointer != model.pointer;
    match (is_root, is_elsewhere) {
        (true, _) => format!("{}, as the document names the schema", model.name),
        (false, true) => format!(
            "{}, since it is the schema at {}",
            model.name,
            shown_pointer(&model.pointer)
        ),
        (false, false) => format!("{}, after where the inline schema stands", model.name),
    }
}

fn checks(model: &Model) -> String {
    let mut lines = Vec::new();
    match &model.form {
        Form::Struct(it) => {
            lines.extend(it.fields.iter().filter_map(|field| line(&field.wire, &field.rule)));
            lines.extend(line("the object", &it.rule));
        }
        Form::Sequence(it) => {
            lines.extend(it.places.iter().filter_map(|place| line(&place.wire, &place.rule)));
            lines.extend(line("the array", &it.rule));
        }
        Form::Newtype(it) => lines.extend(line("the value", &it.rule)),
        Form::Union(_) | Form::Enumeration(_) | Form::Alias(_) => {}
    }
    if lines.is_empty() {
        "none: the type says it all".to_owned()
    } else {
        lines.join("\n")
    }
}

fn line(what: &str, rule: &Rule) -> Option<String> {
    (!rule.is_empty()).then(|| format!("{what}: {}", emit::rule_text(rule)))
}

fn model_of<'m>(models: &'m Models, ty: &Type) -> Option<&'m Model> {
    match ty {
        Type::Model(id) | Type::Boxed(id) => Some(models.model(*id)),
        Type::Option(inner) => model_of(models, inner),
        Type::Bool | Type::Int(_) | Type::Number | Type::String | Type::Null | Type::Value | Type::Never => None,
        Type::Vec(_) | Type::Map(_) | Type::Tuple(_) => None,
    }
}

fn node_at(graph: &Graph, document: usize, pointer: &str) -> Option<NodeId> {
    let index = graph
        .nodes
        .iter()
        .position(|node| node.document == document && node.pointer == pointer)?;
    u32::try_from(index).ok().map(NodeId)
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn shown_pointer(pointer: &str) -> &str {
    if pointer.is_empty() { "the root" } else { pointer }
}

fn unknown(documents: &Loaded, document: usize, pointer: &str) -> Diagnostics {
    let source = documents.documents.get(document);
    Diagnostics(vec![Diagnostic {
        rule: "unknown-location",
        severity: Severity::Error,
        place: Place { document: source.map_or_else(String::new, |source| source.name.clone()), ..Place::default() },
        message: format!("no schema stands at `{pointer}`"),
        why: "only schemas, and what they are made of, become Rust".to_owned(),
        repair: "give a JSON pointer to a schema, such as /components/schemas/NAME or /components/schemas/NAME/properties/KEY"
            .to_owned(),
    }])
}
