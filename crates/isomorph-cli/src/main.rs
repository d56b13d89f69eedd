//! The `isomorph` command.

mod args;
mod check;
mod completions;
mod explain;
mod generate;
mod init;
mod ledger;
mod report;
mod terminal;
mod work;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use isomorph_build::Error;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate(args) => generate::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Init(args) => init::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            report::error(&error);
            Exit::of(&error).into()
        }
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// All is well.
    Fine,
    /// The documents or the disk are not.
    Error,
    /// What was asked for makes no sense; clap exits with the same code.
    Usage,
    /// Generated files are not what the documents give.
    Drift,
}

impl Exit {
    /// The exit that an error asks for.
    fn of(error: &Error) -> Self {
        match error {
            Error::Usage(_) => Self::Usage,
            Error::Documents { .. }
            | Error::Io { .. }
            | Error::NotOwned(_)
            | Error::SameModule { .. }
            | Error::Several(_) => Self::Error,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Error => 1,
            Exit::Usage => 2,
            Exit::Drift => 3,
        })
    }
}
