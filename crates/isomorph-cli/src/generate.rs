//! `isomorph generate`.

use std::path::Path;

use isomorph::{Document, Input, Output};
use isomorph_build::{Action, Error, Target, Touched, prepare, read_documents, write_text};
use serde_json::{Map, Value};

use crate::args::{GenerateArgs, target};
use crate::{Exit, report, terminal};

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Error> {
    args.source.validate()?;
    if let Some(path) = &args.type_map {
        validate_type_map(path, args)?;
    }
    let Some(target) = target(args.output.as_ref(), args.krate.as_ref()) else {
        return print(args);
    };
    let is_file = matches!(target, Target::File(_));
    let prepared = prepare(&args.source.plan(target))?;
    report::findings(&prepared.output.warnings, &prepared.documents);
    let mut touched = prepared.write()?;
    if let Some(path) = &args.type_map {
        touched.push(write_type_map(path, &prepared.output)?);
    }
    summarise(&prepared.output);
    list(&touched);
    // A crate has its dependencies already.
    if is_file {
        for dependency in &prepared.output.dependencies {
            terminal::note(&dependency.cargo_add());
        }
    }
    Ok(Exit::Fine)
}

/// Prints the code to standard output.
fn print(args: &GenerateArgs) -> Result<Exit, Error> {
    let documents = read_documents(&args.source.documents)?;
    let input = Input {
        documents,
        options: args.source.options.options(),
    };
    let output = generate(&input)?;
    report::findings(&output.warnings, &input.documents);
    for file in &output.files {
        terminal::out(&file.text)?;
    }
    if let Some(path) = &args.type_map {
        list(&[write_type_map(path, &output)?]);
    }
    summarise(&output);
    Ok(Exit::Fine)
}

fn generate(input: &Input) -> Result<Output, Error> {
    isomorph::generate(input).map_err(|diagnostics| Error::Documents {
        diagnostics,
        documents: Vec::<Document>::clone(&input.documents),
    })
}

/// One line for each document.
fn summarise(output: &Output) {
    for summary in &output.summary {
        terminal::note(&format!(
            "{}: {}, {} {}, {} of them by typify",
            summary.document,
            summary.kind,
            summary.types,
            if summary.types == 1 { "type" } else { "types" },
            summary.by_typify
        ));
    }
}

/// A line for each file that was changed, and the number of the others.
fn list(touched: &[Touched]) {
    for Touched { path, action } in touched {
        match action {
            Action::Written => terminal::note(&format!("{}: written", path.display())),
            Action::Removed => terminal::note(&format!("{}: removed", path.display())),
            Action::Unchanged => {}
        }
    }
    match touched
        .iter()
        .filter(|touched| touched.action == Action::Unchanged)
        .count()
    {
        0 => {}
        1 => terminal::note("1 file unchanged"),
        unchanged => terminal::note(&format!("{unchanged} files unchanged")),
    }
}

fn validate_type_map(path: &Path, args: &GenerateArgs) -> Result<(), Error> {
    if args.source.documents.len() > 1 {
        return Err(Error::Usage(
            "--type-map takes one document, because locations do not name theirs".to_owned(),
        ));
    }
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if args
        .source
        .documents
        .iter()
        .chain(&args.output)
        .any(|other| real(other) == real(path))
    {
        return Err(Error::Usage(format!("--type-map would overwrite {}", path.display())));
    }
    Ok(())
}

/// Writes the types by location, in document order.
fn write_type_map(path: &Path, output: &Output) -> Result<Touched, Error> {
    let map: Map<String, Value> = output
        .types
        .iter()
        .map(|name| (name.pointer.clone(), Value::String(name.rust.clone())))
        .collect();
    let text = format!("{:#}\n", Value::Object(map));
    Ok(Touched {
        path: path.to_owned(),
        action: write_text(path, &text)?,
    })
}
