//! `isomorph check`.

use isomorph::drift::Report;
use isomorph_build::{Error, prepare};

use crate::args::{CheckArgs, target};
use crate::{Exit, report, terminal};

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Error> {
    args.source.validate()?;
    let Some(target) = target(args.output.as_ref(), args.krate.as_ref()) else {
        return Err(Error::Usage(
            "name the generated files with -o FILE or --crate DIR".to_owned(),
        ));
    };
    let repair = args.source.generate_command(&target);
    let prepared = prepare(&args.source.plan(target))?;
    report::findings(&prepared.output.warnings, &prepared.documents);
    let drifts = prepared.check()?;
    let report = Report {
        drifts: &drifts,
        repair: &repair,
    };
    if drifts.is_empty() {
        terminal::note(&report.to_string());
        return Ok(Exit::Fine);
    }
    terminal::out(&format!("{report}\n"))?;
    Ok(Exit::Drift)
}
