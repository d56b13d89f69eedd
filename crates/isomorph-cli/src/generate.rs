//! `isomorph generate`.

use std::path::PathBuf;

use std::path::Path;

use isomorph::{Input, Output};
use isomorph_build::{Action, Error, MapUri, Options, Touched, read_documents, write_text};
use serde_json::{Map, Value};

use crate::args::{GenerateArgs, target};
use crate::work::Work;
use crate::{Exit, ledger, report, terminal};

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Error> {
    let Some(mut work) = Work::of(&args.source, target(args.output.as_ref(), args.krate.as_ref()))? else {
        return print(args);
    };
    if let Some(path) = &args.type_map {
        validate_type_map(path, work.documents(), work.uses(path))?;
    }
    if let Some(path) = &args.report {
        ledger::validate(path, work.uses(path))?;
        work.ask_for_report();
    }
    let all = work.prepare()?;
    let mut touched = Vec::new();
    for prepared in &all {
        report::findings(&prepared.output.warnings, &prepared.documents);
        touched.extend(prepared.write()?);
        if let Some(path) = &args.type_map {
            touched.push(write_type_map(path, &prepared.output)?);
        }
    }
    if let Some(path) = &args.report {
        let outputs: Vec<&Output> = all.iter().map(|prepared| &prepared.output).collect();
        touched.push(ledger::write(path, &outputs)?);
    }
    all.iter().for_each(|prepared| summarise(&prepared.output));
    list(&touched);
    // A crate has its dependencies already.
    let of_files = all.iter().zip(work.commands()).filter(|(_, (_, is_file))| *is_file);
    let mut needed: Vec<String> = Vec::new();
    for dependency in of_files.flat_map(|(prepared, _)| &prepared.output.dependencies) {
        let command = dependency.cargo_add();
        if !needed.contains(&command) {
            terminal::note(&command);
            needed.push(command);
        }
    }
    Ok(Exit::Fine)
}

/// Prints the code to standard output.
fn print(args: &GenerateArgs) -> Result<Exit, Error> {
    let given = &args.source.documents;
    if let Some(path) = &args.type_map {
        validate_type_map(path, given.len(), is_one_of(path, given))?;
    }
    if let Some(path) = &args.report {
        ledger::validate(path, is_one_of(path, given))?;
    }
    let paths: Vec<PathBuf> = given.to_vec();
    let input = Input {
        documents: read_documents(given)?,
        options: Options {
            report: args.report.is_some(),
            ..args.source.options.options()
        },
    };
    let output = generate(&input, &paths, &args.source.options.map_uris)?;
    report::findings(&output.warnings, &input.documents);
    for file in &output.files {
        terminal::out(&file.text)?;
    }
    if let Some(path) = &args.type_map {
        list(&[write_type_map(path, &output)?]);
    }
    if let Some(path) = &args.report {
        list(&[ledger::write(path, &[&output])?]);
    }
    summarise(&output);
    Ok(Exit::Fine)
}

fn generate(input: &Input, paths: &[PathBuf], map: &[MapUri]) -> Result<Output, Error> {
    isomorph_build::generate_text(input, paths, map).map_err(|diagnostics| Error::Documents {
        diagnostics,
        documents: input.documents.clone(),
    })
}

fn is_one_of(path: &Path, documents: &[PathBuf]) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    documents.iter().any(|document| real(document) == real(path))
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

fn validate_type_map(path: &Path, documents: usize, is_used: bool) -> Result<(), Error> {
    if documents > 1 {
        return Err(Error::Usage(
            "--type-map takes one document, because locations do not name theirs".to_owned(),
        ));
    }
    if is_used {
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
