//! `isomorph check`.

use isomorph::drift::Report;
use isomorph_build::Error;

use crate::args::{CheckArgs, target};
use crate::work::Work;
use crate::{Exit, report, terminal};

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Error> {
    let Some(work) = Work::of(&args.source, target(args.output.as_ref(), args.krate.as_ref()))? else {
        return Err(Error::Usage(
            "name the generated files with --output <FILE> or --crate <DIR>, or a configuration file with --config <FILE>"
                .to_owned(),
        ));
    };
    // One report a command that repairs, however many outputs it repairs.
    let mut found: Vec<(&str, Vec<_>)> = Vec::new();
    for (prepared, (repair, _)) in work.prepare()?.iter().zip(work.commands()) {
        report::findings(&prepared.output.warnings, &prepared.documents);
        let drifts = prepared.check()?;
        match found.iter_mut().find(|(other, _)| *other == repair) {
            Some((_, all)) => all.extend(drifts),
            None => found.push((repair, drifts)),
        }
    }
    let has_drift = |(_, drifts): &&(&str, Vec<_>)| !drifts.is_empty();
    let reports: Vec<String> = found
        .iter()
        .filter(has_drift)
        .map(|(repair, drifts)| Report { drifts, repair }.to_string())
        .collect();
    if reports.is_empty() {
        let (drifts, repair) = (&[], "");
        terminal::note(&Report { drifts, repair }.to_string());
        return Ok(Exit::Fine);
    }
    terminal::out(&format!("{}\n", reports.join("\n\n")))?;
    Ok(Exit::Drift)
}
