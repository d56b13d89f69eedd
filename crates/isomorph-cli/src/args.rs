//! What the command line takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use isomorph_build::config::{self, PolicyPart};
use isomorph_build::{Error, MapUri, Options, Policy, Target};

/// Exact, lossless Rust models from OpenAPI and JSON Schema documents.
#[derive(Debug, Parser)]
#[command(
    name = "isomorph",
    version,
    after_help = "\
Exit codes: 0 fine, 1 error, 2 usage, 3 generated files are out of date.

Examples:
  isomorph generate openapi.yaml -o src/models.rs
  isomorph generate specs/*.json --crate generated/models
  isomorph check specs/*.json --crate generated/models
  isomorph explain openapi.yaml /components/schemas/Pet
  isomorph init specs/*.json --crate generated/models         then `isomorph generate` and `isomorph check` do it all"
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Generate(GenerateArgs),
    Check(CheckArgs),
    Explain(ExplainArgs),
    Init(InitArgs),
    Completions(CompletionsArgs),
}

/// Generate models, to standard output, a file or a crate.
///
/// A file is written only when it differs and only when it is new or starts with the mark of a generated file. In a
/// crate, files with the mark that are no longer generated are removed.
///
/// A configuration file says which documents go where; documents that are named as well limit the run to the outputs
/// that they are in. Without documents and --config, it is isomorph.toml in this folder.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  isomorph generate openapi.yaml                              print the code
  isomorph generate openapi.yaml -o src/models.rs             one file, for `mod models;`
  isomorph generate a.json b.yaml --crate generated/models    a crate with a module for each document
  isomorph generate schema.json --root Config --unknown deny -o src/config.rs
  isomorph generate openapi.yaml --only Pet --only tag:orders -o src/models.rs
  isomorph generate                                           what isomorph.toml says
  isomorph generate --config specs/isomorph.toml a.json       the outputs of that file that a.json is in")]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Write one Rust file.
    #[arg(short, long, value_name = "FILE", conflicts_with = "krate")]
    pub(crate) output: Option<PathBuf>,
    /// Write a crate, called like its folder; everything in the folder is the generator's.
    #[arg(long = "crate", value_name = "DIR", id = "krate")]
    pub(crate) krate: Option<PathBuf>,
    /// Write which location of the document became which type, as a JSON object.
    #[arg(long, value_name = "FILE")]
    pub(crate) type_map: Option<PathBuf>,
    /// Write who enforces each keyword of each schema, as JSON: the type, a check, the check of the whole value, or
    /// nobody and why; also which types are any JSON value.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// Check that generated files are what the documents give, and list all that are not.
///
/// Takes the arguments that the files were generated with, or the configuration file. Nothing is written.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 3 when files are missing, stale, edited by hand or no longer generated.

Examples:
  isomorph check openapi.yaml -o src/models.rs
  isomorph check a.json b.yaml --crate generated/models
  isomorph check                                              what isomorph.toml says
  isomorph check --config specs/isomorph.toml")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// The Rust file.
    #[arg(short, long, value_name = "FILE", conflicts_with = "krate")]
    pub(crate) output: Option<PathBuf>,
    /// The crate's folder.
    #[arg(long = "crate", value_name = "DIR", id = "krate")]
    pub(crate) krate: Option<PathBuf>,
}

/// Explain what one location of a document becomes, and why.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  isomorph explain openapi.yaml /components/schemas/Pet
  isomorph explain schema.json ''                             the root")]
pub(crate) struct ExplainArgs {
    /// The document: OpenAPI 3 or JSON Schema, as JSON or YAML.
    #[arg(value_name = "DOC")]
    pub(crate) document: PathBuf,
    /// The location: a JSON pointer, with or without `#` in front.
    #[arg(value_name = "POINTER")]
    pub(crate) pointer: String,
    /// The configuration file that says how the document's models shall be.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

/// Set a repository up: write isomorph.toml, and show what to add for its checks.
///
/// Without documents, those that lie in this folder and in specs, schemas, api and openapi are taken. A file that is
/// there already is never overwritten.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  isomorph init                                               take the documents that are here
  isomorph init specs/a.json specs/b.yaml --crate generated/models
  isomorph init openapi.yaml -o src/models.rs
  isomorph init --dry-run                                     show everything, write nothing")]
pub(crate) struct InitArgs {
    /// The documents.
    #[arg(value_name = "DOC")]
    pub(crate) documents: Vec<PathBuf>,
    /// Let the models be one Rust file.
    #[arg(short, long, value_name = "FILE", conflicts_with = "krate")]
    pub(crate) output: Option<PathBuf>,
    /// Let the models be a crate; without -o and --crate it is generated/models.
    #[arg(long = "crate", value_name = "DIR", id = "krate")]
    pub(crate) krate: Option<PathBuf>,
    /// Write nothing; show the file instead.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  isomorph completions bash > ~/.local/share/bash-completion/completions/isomorph
  isomorph completions zsh > ~/.zfunc/_isomorph
  isomorph completions fish > ~/.config/fish/completions/isomorph.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

/// Documents, and how their models shall be.
#[derive(Debug, Args)]
pub(crate) struct SourceArgs {
    /// The documents: OpenAPI 3.0, 3.1, 3.2 or JSON Schema, as JSON or YAML.
    #[arg(value_name = "DOC")]
    pub(crate) documents: Vec<PathBuf>,
    /// The configuration file; flags go before its policies.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

/// How models shall be.
#[derive(Debug, Args)]
pub(crate) struct OptionArgs {
    /// The name of the type for a JSON Schema document's root; else it comes from the title or the file's name.
    #[arg(long, value_name = "NAME")]
    pub(crate) root: Option<String>,
    /// Generate only what this part of the document reaches: the name of a component, a Rust name, an `operationId`,
    /// `tag:NAME`, or a JSON pointer; may be given several times.
    #[arg(long, value_name = "PART")]
    pub(crate) only: Vec<String>,
    /// A file or folder that stands for the URIs that start with FROM; may be given several times. Nothing is read from
    /// a network.
    #[arg(long = "map-uri", value_name = "FROM=TO")]
    pub(crate) map_uris: Vec<MapUri>,
    #[command(flatten)]
    pub(crate) policy: PolicyPart,
}

impl OptionArgs {
    /// The generator's options.
    pub(crate) fn options(&self) -> Options {
        Options {
            policy: Policy {
                root: self.root.clone(),
                only: self.only.clone(),
                ..self.policy.policy()
            },
            ..Options::default()
        }
    }

    /// The flags that give these options.
    pub(crate) fn flags(&self) -> Vec<String> {
        let PolicyPart {
            unknown,
            formats,
            union_match,
            defaults,
            length_unit,
            closed_all_of,
            nullable_all_of,
            io,
            open_enums,
            // Only the configuration file has these.
            derives: _,
            attributes: _,
        } = &self.policy;
        let mut flags = Vec::new();
        flags.extend(self.root.iter().flat_map(|root| ["--root".to_owned(), root.clone()]));
        flags.extend(self.only.iter().flat_map(|part| ["--only".to_owned(), part.clone()]));
        flags.extend(
            self.map_uris
                .iter()
                .flat_map(|it| ["--map-uri".to_owned(), it.to_string()]),
        );
        flag(&mut flags, "unknown", *unknown);
        flags.extend(formats.iter().flat_map(|it| ["--formats".to_owned(), it.to_string()]));
        flag(&mut flags, "union-match", *union_match);
        flag(&mut flags, "defaults", *defaults);
        flag(&mut flags, "length-unit", *length_unit);
        flag(&mut flags, "closed-all-of", *closed_all_of);
        flag(&mut flags, "nullable-all-of", *nullable_all_of);
        flag(&mut flags, "io", *io);
        flags.extend(open_enums.map(|are_open| match are_open {
            true => "--open-enums".to_owned(),
            false => "--open-enums=false".to_owned(),
        }));
        flags
    }
}

fn flag(flags: &mut Vec<String>, name: &str, value: Option<impl ValueEnum>) {
    if let Some(value) = value.and_then(|value| value.to_possible_value()) {
        flags.extend([format!("--{name}"), value.get_name().to_owned()]);
    }
}

impl SourceArgs {
    /// The configuration file: the one that is named, or the one in this folder where nothing is named.
    pub(crate) fn config(&self) -> Option<PathBuf> {
        let here = || Some(PathBuf::from(config::FILE_NAME)).filter(|file| self.documents.is_empty() && file.is_file());
        self.config.clone().or_else(here)
    }

    /// Refuses what clap's rules cannot say.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        if self.documents.is_empty() && self.config().is_none() {
            return Err(Error::Usage(format!(
                "name documents (<DOC>...) or a configuration file (--config <FILE>); there is no {} in this folder, and \
                 `isomorph init` writes one",
                config::FILE_NAME
            )));
        }
        if self.options.root.is_some() && self.documents.len() > 1 {
            return Err(Error::Usage(ROOT_OF_ONE.to_owned()));
        }
        if !self.options.only.is_empty() && self.documents.len() > 1 {
            return Err(Error::Usage(ONLY_OF_ONE.to_owned()));
        }
        Ok(())
    }

    /// The command that generates what these arguments say, into `target` where they name one.
    pub(crate) fn generate_command(&self, target: Option<&Target>) -> String {
        let mut words = vec!["isomorph".to_owned(), "generate".to_owned()];
        words.extend(self.documents.iter().map(|document| document.display().to_string()));
        if let Some(config) = &self.config {
            words.extend(["--config".to_owned(), config.display().to_string()]);
        }
        match target {
            Some(Target::File(file)) => words.extend(["-o".to_owned(), file.display().to_string()]),
            Some(Target::Crate { folder, .. }) => words.extend(["--crate".to_owned(), folder.display().to_string()]),
            None => {}
        }
        words.extend(self.options.flags());
        words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
    }
}

/// What is said of `--root` with several documents.
pub(crate) const ROOT_OF_ONE: &str = "--root names the root of one document; generate the others in runs of their own";

/// What is said of `--only` with several documents.
pub(crate) const ONLY_OF_ONE: &str = "--only chooses parts of one document; generate the others in runs of their own";

/// The target that `-o` and `--crate` name.
pub(crate) fn target(output: Option<&PathBuf>, krate: Option<&PathBuf>) -> Option<Target> {
    match (output, krate) {
        (Some(file), _) => Some(Target::File(file.clone())),
        (None, Some(folder)) => Some(Target::Crate {
            folder: folder.clone(),
            package: None,
            runtime: None,
        }),
        (None, None) => None,
    }
}

/// A word as a shell takes it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=+:@%,\\".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_repair_command_has_the_flags_that_matter() {
        let cli = Cli::parse_from([
            "isomorph",
            "check",
            "a b.json",
            "-o",
            "src/m.rs",
            "--unknown",
            "keep",
            "--formats",
            "annotate,date=assert",
            "--root",
            "It's",
            "--only",
            "tag:pets",
        ]);
        let Command::Check(args) = cli.command else {
            panic!("{cli:?}")
        };
        let target = target(args.output.as_ref(), args.krate.as_ref()).expect("a file");
        assert_eq!(
            args.source.generate_command(Some(&target)),
            r"isomorph generate 'a b.json' -o src/m.rs --root 'It'\''s' --only tag:pets --unknown keep --formats annotate,date=assert"
        );
    }
}
