use std::{env, error::Error, path::Path, process};

use isomorph_build::{Project, config::PolicyPart};

fn main() -> Result<(), Box<dyn Error>> {
    let check = env::args().any(|argument| argument == "--check");
    let project = Project::load(Path::new("isomorph.toml"), &PolicyPart::default())?;
    let plans: Vec<_> = project.runs()?.into_iter().map(|run| run.plan).collect();
    let mut drifts = Vec::new();
    for prepared in project.prepare(&plans)? {
        if check {
            drifts.extend(prepared.check()?);
        } else {
            prepared.write()?;
        }
    }
    if !drifts.is_empty() {
        let repair = "cargo xtask codegen";
        eprintln!(
            "{}",
            isomorph::drift::Report {
                drifts: &drifts,
                repair
            }
        );
        process::exit(3);
    }
    Ok(())
}
