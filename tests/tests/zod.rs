//! What becomes of each Zod construct: `docs/zod.md` and the cases below `cases/zod`, both made of `zod/constructs.json`.
//!
//! The page shows the generator's own answers, so that it cannot say anything else; the cases hold the generated code to
//! the verdicts that stand in `constructs.json`. `UPDATE_EXPECT=1 cargo test -p isomorph-tests --test zod` rewrites both,
//! and the cases' code comes with a run of all tests after it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isomorph::{Diagnostic, Document, Input, Layout, Options, Output, explain, generate};
use isomorph_tests::expect;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// How much of a schema or of a document the page shows, in characters.
const SHOWN: usize = 300;

/// The groups in the order of the page, with their headings.
const GROUPS: [(&str, &str); 14] = [
    ("strings", "Strings"),
    ("formats", "String formats"),
    ("numbers", "Numbers"),
    ("basics", "Booleans, null, anything, dates"),
    ("literals", "Literals and enums"),
    ("objects", "Objects"),
    ("absence", "Optional, nullable, defaults"),
    ("arrays", "Arrays, tuples, sets, maps"),
    ("records", "Records"),
    ("unions", "Unions"),
    ("intersections", "Intersections"),
    ("references", "Registered schemas and recursion"),
    ("effects", "Transformations and refinements"),
    ("metadata", "Metadata"),
];

/// What a schema of Zod is, and how it is exported.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Construct {
    /// A name in snake case, of one's own.
    id: String,
    /// One of [`GROUPS`].
    group: String,
    /// The major version of Zod whose verdicts these are.
    zod: u8,
    /// The code.
    construct: String,
    /// What Zod says where the key is absent.
    absent: Verdict,
    /// What Zod gives for an absent key.
    #[serde(default)]
    filled: Option<String>,
    /// Documents that Zod accepts.
    accept: Vec<Accepted>,
    /// Documents that Zod refuses.
    refuse: Vec<String>,
    /// The ways in which it is exported.
    forms: Vec<Form>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Accept,
    Refuse,
}

/// A document, and what is written back where that differs.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Accepted {
    Text(String),
    Changed { text: String, output: String },
}

impl Accepted {
    fn text(&self) -> &str {
        match self {
            Accepted::Text(text) | Accepted::Changed { text, .. } => text,
        }
    }
}

/// What exporters write for a construct at the property `p` of an object.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    /// The exporters, each with the dialect that it was asked for.
    exporters: Vec<String>,
    /// The dialect that the form is read as.
    dialect: String,
    /// Whether `p` is required.
    required: bool,
    /// `output` where only that side of a transformation is written so.
    #[serde(default)]
    side: Option<String>,
    /// The schema at `p`.
    schema: Value,
    /// The components that it needs.
    #[serde(default)]
    components: Map<String, Value>,
    /// Documents that Zod refuses and this form accepts.
    #[serde(default)]
    also_accepts: Vec<String>,
    /// Documents that Zod accepts and this form refuses.
    #[serde(default)]
    also_refuses: Vec<String>,
    /// What is written back for documents where it is not what Zod gives: text, output.
    #[serde(default)]
    outputs: BTreeMap<String, String>,
    /// Whether the key stays absent although Zod fills it and a `default` stands there.
    #[serde(default)]
    unfilled: bool,
    /// What is given for an absent key although Zod leaves it absent.
    #[serde(default)]
    fills: Option<String>,
}

/// What the generator makes of a form.
struct Found {
    /// The output; what it says where it refuses.
    result: Result<Made, Vec<Diagnostic>>,
}

struct Made {
    /// The type of the field `p`.
    field: String,
    /// The other types, as Rust code in a line each.
    items: Vec<String>,
    /// What is checked beyond the types.
    checks: Vec<String>,
    /// What is said.
    warnings: Vec<Diagnostic>,
}

#[test]
fn zod() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("zod/constructs.json")).unwrap_or_else(|error| panic!("{error}"));
    let constructs: Vec<Construct> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<Vec<Found>> = constructs
        .iter()
        .map(|construct| construct.forms.iter().map(find).collect())
        .collect();
    let mut failures = Vec::new();
    for construct in &constructs {
        if !GROUPS.iter().any(|(group, _)| *group == construct.group) {
            failures.push(format!("{}: there is no group {:?}", construct.id, construct.group));
        }
    }
    if let Err(problem) = expect::text(&root.join("../docs/zod.md"), &page(&constructs, &found)) {
        failures.push(format!("docs/zod.md {problem}"));
    }
    let cases = cases(&constructs, &found);
    let folder = root.join("cases/zod");
    for (name, case) in &cases {
        for (file, text) in [("schema.json", &case.schema), ("documents.json", &case.documents)] {
            let path = folder.join(name).join(file);
            if expect::update() == expect::Update::Texts {
                fs::create_dir_all(folder.join(name)).unwrap_or_else(|error| panic!("{error}"));
            }
            if let Err(problem) = expect::text(&path, text) {
                failures.push(format!("{} {problem}", path.display()));
            }
        }
    }
    for other in folders(&folder).difference(&cases.keys().cloned().collect()) {
        failures.push(format!("cases/zod/{other} is not made of constructs.json"));
    }
    assert!(
        failures.is_empty(),
        "{} failures\n\n{}\n",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(
        constructs.len() >= 150,
        "only {} constructs were found",
        constructs.len()
    );
}

fn folders(path: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Runs the generator on an object `T` whose property `p` is the form.
fn find(form: &Form) -> Found {
    let object = object([("p".to_owned(), form.schema.clone())], form.required);
    let text = document(
        &form.dialect,
        "T",
        vec![("T".to_owned(), object)],
        form.components.clone(),
    )
    .to_string();
    let input = input(text);
    let result = match generate(&input) {
        Ok(output) => Ok(made(&input, &output)),
        Err(diagnostics) => Err(diagnostics.0),
    };
    Found { result }
}

fn made(input: &Input, output: &Output) -> Made {
    let code: String = output.files.iter().map(|file| file.text.as_str()).collect();
    let models = code.split("\nmod wire {").next().unwrap_or_default();
    let mut items = items(models);
    let own = items.remove("T").unwrap_or_default();
    let field = own
        .split_once("p: ")
        .map_or("", |(_, rest)| rest.trim_end_matches([' ', '}', ',']))
        .to_owned();
    let mut checks = Vec::new();
    let mut told = BTreeSet::new();
    for typed in &output.types {
        if typed.rust != "T" && !items.contains_key(&typed.rust) || !told.insert(typed.rust.clone()) {
            continue;
        }
        let text = explain(input, 0, &typed.pointer).unwrap_or_default();
        let body = text.split_once("\nchecks\n").map_or("", |(_, rest)| rest);
        for line in body.lines().take_while(|line| line.starts_with("    ")) {
            let line = line.trim();
            if !line.starts_with("none: ") {
                checks.push(if typed.rust == "T" {
                    line.strip_prefix("p: ").unwrap_or(line).to_owned()
                } else {
                    format!("{}: {line}", typed.rust)
                });
            }
        }
        if text.contains("also: validated against its whole schema") {
            let whole = "the whole schema";
            checks.push(if typed.rust == "T" {
                whole.to_owned()
            } else {
                format!("{}: {whole}", typed.rust)
            });
        }
    }
    // What a union member's own type checks is told at no location.
    for (name, item) in &items {
        if !told.contains(name) && item.starts_with("struct ") && item.ends_with(')') {
            checks.push(format!("{name}: what its schema says"));
        }
    }
    Made {
        field,
        items: items.into_values().collect(),
        checks,
        warnings: output.warnings.clone(),
    }
}

/// The public types of a module, each in a line, by their names.
fn items(code: &str) -> BTreeMap<String, String> {
    let mut items = BTreeMap::new();
    let mut open: Option<(String, String)> = None;
    for line in code.lines() {
        let bare = line.trim();
        if bare.starts_with("//") || bare.starts_with("#[") {
            continue;
        }
        if let Some((name, item)) = &mut open {
            if line == "}" {
                let item = item.trim_end_matches(',');
                items.insert(name.clone(), format!("{item} }}"));
                open = None;
            } else {
                write!(item, " {}", bare.strip_prefix("pub ").unwrap_or(bare)).unwrap_or_default();
            }
            continue;
        }
        let Some(rest) = line.strip_prefix("pub ") else {
            continue;
        };
        let Some(("struct" | "enum" | "type", tail)) = rest.split_once(' ') else {
            continue;
        };
        let name: String = tail.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if line.ends_with('{') {
            open = Some((name, rest.to_owned()));
        } else {
            items.insert(name, rest.trim_end_matches(';').replace("(pub ", "("));
        }
    }
    items
}

fn input(text: String) -> Input {
    Input {
        documents: vec![Document {
            name: "zod.json".to_owned(),
            module: "models".to_owned(),
            text,
            policy: None,
        }],
        options: Options {
            layout: Layout::File,
            ..Options::default()
        },
    }
}

fn object(properties: impl IntoIterator<Item = (String, Value)>, are_required: bool) -> Value {
    let properties: Map<String, Value> = properties.into_iter().collect();
    let mut object = json!({ "type": "object" });
    if are_required {
        object["required"] = properties.keys().cloned().collect();
    }
    object["properties"] = Value::Object(properties);
    object
}

/// A document of a dialect. In JSON Schema the first schema is the root.
fn document(dialect: &str, title: &str, schemas: Vec<(String, Value)>, components: Map<String, Value>) -> Value {
    let version = match dialect {
        "3.0" => Some("3.0.3"),
        "3.1" => Some("3.1.0"),
        _ => None,
    };
    if let Some(version) = version {
        let schemas: Map<String, Value> = schemas.into_iter().chain(components).collect();
        return json!({
            "openapi": version,
            "info": { "title": title, "version": "1" },
            "paths": {},
            "components": { "schemas": schemas },
        });
    }
    let (address, definitions) = match dialect {
        "draft-07" => ("http://json-schema.org/draft-07/schema#", "definitions"),
        "2019-09" => ("https://json-schema.org/draft/2019-09/schema", "$defs"),
        _ => ("https://json-schema.org/draft/2020-12/schema", "$defs"),
    };
    let mut schemas = schemas.into_iter();
    let (name, first) = schemas.next().unwrap_or_default();
    let mut root = json!({ "$schema": address, "title": name });
    if let (Value::Object(root), Value::Object(first)) = (&mut root, first) {
        root.extend(first);
        let others: Map<String, Value> = schemas.chain(components).collect();
        if !others.is_empty() {
            root.insert(definitions.to_owned(), Value::Object(others));
        }
    }
    root
}

// --- cases ---

struct CaseFiles {
    schema: String,
    documents: String,
}

/// The schemas of a case, and its documents' lines.
#[derive(Default)]
struct Gathered {
    /// Properties of the type that holds what needs no type of its own.
    fields: Vec<(String, Value)>,
    alone: Vec<(String, Value)>,
    components: Map<String, Value>,
    lines: Vec<String>,
}

/// The folders below `cases/zod`: one a group and dialect, with every form that is not refused.
fn cases(constructs: &[Construct], found: &[Vec<Found>]) -> BTreeMap<String, CaseFiles> {
    let mut gathered: BTreeMap<(String, String), Gathered> = BTreeMap::new();
    for (construct, found) in constructs.iter().zip(found) {
        for (index, (form, found)) in construct.forms.iter().zip(found).enumerate() {
            if found.result.is_ok() {
                let case = (construct.group.clone(), form.dialect.clone());
                gather(gathered.entry(case).or_default(), construct, index, form);
            }
        }
    }
    gathered
        .into_iter()
        .map(|((group, dialect), gathered)| {
            let folder = format!("{group}-{dialect}");
            let mut schemas = vec![(pascal(&group), object(gathered.fields, false))];
            schemas.extend(gathered.alone);
            let schema = document(&dialect, &format!("Zod: {group}"), schemas, gathered.components);
            let schema = format!("{}\n", lines_of(&schema, 0));
            let documents = format!("[\n{}\n]\n", gathered.lines.join(",\n"));
            (folder, CaseFiles { schema, documents })
        })
        .collect()
}

fn gather(gathered: &mut Gathered, construct: &Construct, index: usize, form: &Form) {
    let field = match construct.forms.len() {
        1 => construct.id.clone(),
        _ => format!("{}_{}", construct.id, index + 1),
    };
    let name = pascal(&field);
    let is_alone = construct.group == "absence" || form.schema.get("default").is_some();
    let (ty, key) = match is_alone {
        true => (name.clone(), "p"),
        false => (pascal(&construct.group), field.as_str()),
    };
    // Components of several forms may have the same name, and the property stands elsewhere than in the export.
    let place = match is_alone {
        true => format!("#/definitions/{name}/properties/p"),
        false => format!("#/properties/{field}"),
    };
    let moved = |value: &Value| -> Value {
        // The second opinion takes no `#` in a fragment, though this exporter writes it; the page shows it as it is written.
        let mut text = value.to_string().replace("__shared#/", "__shared/");
        text = text.replace("#/properties/p", &place);
        for component in form.components.keys() {
            for end in ['"', '/'] {
                text = text.replace(&format!("/{component}{end}"), &format!("/{name}{component}{end}"));
            }
        }
        serde_json::from_str(&text).unwrap_or_default()
    };
    let schema = moved(&form.schema);
    if is_alone {
        let object = object([("p".to_owned(), schema)], form.required);
        gathered.alone.push((name.clone(), object));
    } else {
        gathered.fields.push((field.clone(), schema));
    }
    for (component, schema) in &form.components {
        gathered.components.insert(format!("{name}{component}"), moved(schema));
    }
    let accepted = construct.accept.iter().map(|document| {
        (
            document.clone(),
            !form.also_refuses.iter().any(|text| text == document.text()),
        )
    });
    let refused = construct
        .refuse
        .iter()
        .map(|text| (Accepted::Text(text.clone()), form.also_accepts.contains(text)));
    for (document, accept) in accepted.chain(refused) {
        let text = document.text();
        let mut line = json!({ "type": ty, "text": format!("{{{}:{text}}}", quoted(key)), "accept": accept });
        let output = match (form.outputs.get(text), &document) {
            (Some(output), _) => Some(output),
            (None, Accepted::Changed { output, .. }) => Some(output),
            (None, Accepted::Text(_)) => None,
        };
        if let Some(output) = output.filter(|output| accept && *output != text) {
            line["output"] = format!("{{{}:{output}}}", quoted(key)).into();
        }
        gathered.lines.push(format!("  {line}"));
    }
    if is_alone {
        let mut line = json!({ "type": ty, "text": "{}", "accept": !form.required });
        let fills = form.schema.to_string().contains("\"default\":") && !form.required && !form.unfilled;
        let filled = construct.filled.as_ref().or(form.fills.as_ref());
        if let Some(filled) = filled.filter(|_| fills) {
            line["output"] = format!("{{\"p\":{filled}}}").into();
        }
        gathered.lines.push(format!("  {line}"));
    }
}

/// JSON with a member a line in the outer levels.
fn lines_of(value: &Value, depth: usize) -> String {
    let Value::Object(members) = value else {
        return value.to_string();
    };
    if depth >= 4 || members.is_empty() || value.to_string().len() < 100 {
        return value.to_string();
    }
    let indent = "  ".repeat(depth + 1);
    let lines: Vec<String> = members
        .iter()
        .map(|(key, value)| format!("{indent}{}: {}", quoted(key), lines_of(value, depth + 1)))
        .collect();
    format!("{{\n{}\n{}}}", lines.join(",\n"), "  ".repeat(depth))
}

fn pascal(text: &str) -> String {
    text.split('_')
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |first| {
                first.to_ascii_uppercase().to_string() + chars.as_str()
            })
        })
        .collect()
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

// --- page ---

const INTRODUCTION: &str = "\
# Zod constructs and what becomes of them

Every row is what the generator itself says of a schema as an exporter writes it; the test `tests/tests/zod.rs` makes this
page of `tests/zod/constructs.json`, and fails where the page says anything else.
The documents that are named in the last column are judged by generated code, in `tests/cases/zod`.

The construct is the property `p` of an object.

- **exported as**: the schema at `p`, in the dialect that it is read as, and who writes it.
  Exporters without a version are those for Zod 4; `zod-to-json-schema`, `zod-openapi@4` and `zod-to-openapi@7` are those for
  Zod 3. `zod-to-openapi` is `@asteasolutions/zod-to-openapi`, which `@hono/zod-openapi` uses. Where a row says *output*, only
  the output side of a transformation is written so; that the output side closes plain objects is not shown.
- **Rust**: the type of the field `p`, and the types that it needs. There is no field where a required key has one possible
  value, which is checked when reading and written back.
- **checks**: what is checked beyond the types. `format` is not, unless the run is asked for it.
- **said**: the diagnostics; see [below](#diagnostics). A refusal says what to write instead.
- **where Zod differs**: documents on which the exported schema, and with it the model, judges otherwise than Zod itself,
  since the exporter does not say it, or says it otherwise.

Not here, since no JSON document can hold them: `z.undefined()`, `z.void()`, `z.symbol()`, `z.nan()`, `z.function()`,
`z.promise()`, `z.instanceof()`.
";

fn page(constructs: &[Construct], found: &[Vec<Found>]) -> String {
    let mut text = INTRODUCTION.to_owned();
    let mut said: BTreeMap<&str, BTreeSet<(String, String)>> = BTreeMap::new();
    for (group, heading) in GROUPS {
        write!(
            text,
            "\n## {heading}\n\n| Zod | exported as | Rust | checks | said | where Zod differs |\n|---|---|---|---|---|---|\n"
        )
        .unwrap_or_default();
        for (construct, found) in constructs.iter().zip(found).filter(|(it, _)| it.group == group) {
            for (index, (form, found)) in construct.forms.iter().zip(found).enumerate() {
                let version = if construct.zod == 4 { "" } else { " (Zod 3)" };
                let zod = match index {
                    0 => format!("{}{version}", code(&construct.construct)),
                    _ => String::new(),
                };
                text.push_str(&row(&zod, construct, form, found));
                let diagnostics = match &found.result {
                    Ok(made) => &made.warnings,
                    Err(diagnostics) => diagnostics,
                };
                for diagnostic in diagnostics {
                    let why = (diagnostic.why.clone(), diagnostic.repair.clone());
                    said.entry(diagnostic.rule).or_default().insert(why);
                }
            }
        }
    }
    text.push_str("\n## Diagnostics\n\n| rule | why | what to write instead |\n|---|---|---|\n");
    for (rule, whys) in said {
        for (why, repair) in whys {
            writeln!(text, "| `{rule}` | {} | {} |", cell(&why), cell(&repair)).unwrap_or_default();
        }
    }
    text
}

fn row(zod: &str, construct: &Construct, form: &Form, found: &Found) -> String {
    let schema = form.schema.to_string();
    let mut exported = format!("{}{}", code(&schema), if form.required { "" } else { ", not required" });
    for (name, component) in &form.components {
        write!(exported, "<br>{}", code(&format!("{name}: {component}"))).unwrap_or_default();
    }
    let side = form
        .side
        .as_ref()
        .map_or_else(String::new, |side| format!(", *{side}*"));
    write!(
        exported,
        "<br>{}{side}: {}",
        dialect(&form.dialect),
        exporters(&form.exporters)
    )
    .unwrap_or_default();
    let (rust, checks, said) = match &found.result {
        Ok(made) => {
            let mut rust = vec![match made.field.as_str() {
                "" => "no field".to_owned(),
                field => code(field),
            }];
            rust.extend(made.items.iter().map(|item| code(item)));
            let checks: Vec<String> = made.checks.iter().map(|check| code(check)).collect();
            (rust.join("<br>"), checks.join("<br>"), rules(&made.warnings))
        }
        Err(diagnostics) => ("**refused**".to_owned(), String::new(), rules(diagnostics)),
    };
    let mut differs = Vec::new();
    if !form.also_accepts.is_empty() {
        differs.push(format!("refuses {}", documents(&form.also_accepts)));
    }
    if !form.also_refuses.is_empty() {
        differs.push(format!("accepts {}", documents(&form.also_refuses)));
    }
    for (text, output) in &form.outputs {
        let is_accepted = construct.accept.iter().any(|document| document.text() == text);
        if is_accepted && !form.also_refuses.contains(text) {
            let given = construct.accept.iter().find_map(|document| match document {
                Accepted::Changed { text: other, output } if other == text => Some(output.as_str()),
                _ => None,
            });
            let given = given.unwrap_or(text);
            differs.push(format!(
                "gives {} for {}, the model {}",
                code(given),
                code(text),
                code(output)
            ));
        }
    }
    if form.unfilled {
        differs.push("fills an absent key".to_owned());
    }
    if form.fills.is_some() {
        differs.push("leaves an absent key absent".to_owned());
    }
    match (construct.absent, form.required) {
        (Verdict::Accept, true) => differs.push("accepts an absent key".to_owned()),
        (Verdict::Refuse, false) => differs.push("refuses an absent key".to_owned()),
        (Verdict::Accept, false) | (Verdict::Refuse, true) => {}
    }
    format!(
        "| {zod} | {exported} | {rust} | {checks} | {said} | {} |\n",
        differs.join("; ")
    )
}

fn rules(diagnostics: &[Diagnostic]) -> String {
    let rules: BTreeSet<String> = diagnostics.iter().map(|it| format!("`{}`", it.rule)).collect();
    rules.into_iter().collect::<Vec<_>>().join(", ")
}

fn documents(texts: &[String]) -> String {
    let shown: Vec<String> = texts.iter().take(3).map(|text| code(text)).collect();
    shown.join(", ")
}

fn dialect(name: &str) -> String {
    match name {
        "3.0" | "3.1" => format!("OpenAPI {name}"),
        other => other.to_owned(),
    }
}

/// `a 3.0`, `a 3.1`, `b 3.0` as `a (3.0, 3.1), b (3.0)`.
fn exporters(all: &[String]) -> String {
    let mut by_name: Vec<(&str, Vec<&str>)> = Vec::new();
    for exporter in all {
        let (name, version) = exporter.split_once(' ').unwrap_or((exporter, ""));
        match by_name.iter_mut().find(|(other, _)| *other == name) {
            Some((_, versions)) => versions.push(version),
            None => by_name.push((name, vec![version])),
        }
    }
    let shown: Vec<String> = by_name
        .into_iter()
        .map(|(name, versions)| format!("{name} ({})", versions.join(", ")))
        .collect();
    shown.join(", ")
}

/// A piece of code in a cell of a table, shortened where it is long.
fn code(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    let fence = if short.contains('`') { "``" } else { "`" };
    let gap = if short.contains('`') { " " } else { "" };
    format!("{fence}{gap}{}{gap}{fence}", short.replace('|', "\\|"))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[test]
fn items_of_a_module_are_told_in_a_line_each() {
    let code = "/// A.\n#[derive(Debug)]\npub struct A {\n    /// x\n    pub x: i64,\n    pub y: Option<B>,\n}\npub struct B(pub String);\npub enum C {\n    D(A),\n}\n";
    let items: Vec<String> = items(code).into_values().collect();
    assert_eq!(
        items,
        [
            "struct A { x: i64, y: Option<B> }",
            "struct B(String)",
            "enum C { D(A) }"
        ]
    );
}
