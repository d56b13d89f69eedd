//! `isomorph completions`.

use clap::CommandFactory;
use isomorph_build::Error;

use crate::args::{Cli, CompletionsArgs};
use crate::{Exit, terminal};

pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, Error> {
    // In memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "isomorph", &mut script);
    terminal::out(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}
