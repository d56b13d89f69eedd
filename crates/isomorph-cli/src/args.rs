//! What the command line takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use isomorph::{Formats, Options, Policy, UnionMatch, Unknown};
use isomorph_build::{Error, Plan, Target};

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
  isomorph explain openapi.yaml /components/schemas/Pet"
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
    Completions(CompletionsArgs),
}

/// Generate models, to standard output, a file or a crate.
///
/// A file is written only when it differs and only when it is new or starts with the mark of a generated file. In a
/// crate, files with the mark that are no longer generated are removed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  isomorph generate openapi.yaml                              print the code
  isomorph generate openapi.yaml -o src/models.rs             one file, for `mod models;`
  isomorph generate a.json b.yaml --crate generated/models    a crate with a module for each document
  isomorph generate schema.json --root Config --unknown deny -o src/config.rs")]
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
}

/// Check that generated files are what the documents give, and list all that are not.
///
/// Takes the arguments that the files were generated with. Nothing is written.
#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 3 when files are missing, stale, edited by hand or no longer generated.

Examples:
  isomorph check openapi.yaml -o src/models.rs
  isomorph check a.json b.yaml --crate generated/models")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// The Rust file.
    #[arg(
        short,
        long,
        value_name = "FILE",
        conflicts_with = "krate",
        required_unless_present = "krate"
    )]
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
    #[command(flatten)]
    pub(crate) options: OptionArgs,
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
    #[arg(value_name = "DOC", required = true)]
    pub(crate) documents: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

/// How models shall be.
#[derive(Debug, Args)]
pub(crate) struct OptionArgs {
    /// The name of the type for a JSON Schema document's root; else it comes from the title or the file's name.
    #[arg(long, value_name = "NAME")]
    root: Option<String>,
    /// What objects do with keys that their schema says nothing about.
    #[arg(long, value_enum, default_value_t)]
    unknown: UnknownArg,
    /// Whether `format` refuses strings that are not of the format.
    #[arg(long, value_enum, default_value_t)]
    formats: FormatsArg,
    /// Which member of a union takes a value that several accept.
    #[arg(long, value_enum, default_value_t)]
    union_match: UnionMatchArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum UnknownArg {
    /// Read past them.
    #[default]
    Ignore,
    /// Keep them in a map.
    Keep,
    /// Refuse them.
    Deny,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum FormatsArg {
    /// Any string passes.
    #[default]
    Annotate,
    /// A string that is not of its format is refused.
    Assert,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum UnionMatchArg {
    /// The one that declares the most of the keys present.
    #[default]
    MostSpecific,
    /// The first that accepts.
    First,
}

impl OptionArgs {
    /// The generator's options.
    pub(crate) fn options(&self) -> Options {
        let policy = Policy {
            root: self.root.clone(),
            unknown: match self.unknown {
                UnknownArg::Ignore => Unknown::Ignore,
                UnknownArg::Keep => Unknown::Keep,
                UnknownArg::Deny => Unknown::Deny,
            },
            formats: match self.formats {
                FormatsArg::Annotate => Formats::Annotate,
                FormatsArg::Assert => Formats::Assert,
            },
            union_match: match self.union_match {
                UnionMatchArg::MostSpecific => UnionMatch::MostSpecific,
                UnionMatchArg::First => UnionMatch::First,
            },
            ..Policy::default()
        };
        Options {
            policy,
            ..Options::default()
        }
    }

    /// The flags that give these options, without those that are the default.
    fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut flag = |name: &str, value: &str| flags.extend([format!("--{name}"), value.to_owned()]);
        if let Some(root) = &self.root {
            flag("root", root);
        }
        if self.unknown != UnknownArg::default() {
            flag("unknown", &value_name(self.unknown));
        }
        if self.formats != FormatsArg::default() {
            flag("formats", &value_name(self.formats));
        }
        if self.union_match != UnionMatchArg::default() {
            flag("union-match", &value_name(self.union_match));
        }
        flags
    }
}

fn value_name(value: impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

impl SourceArgs {
    /// Refuses what clap's rules cannot say.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        if self.options.root.is_some() && self.documents.len() > 1 {
            return Err(Error::Usage(
                "--root names the root of one document; generate the others in runs of their own".to_owned(),
            ));
        }
        Ok(())
    }

    /// The run that writes to `target`.
    pub(crate) fn plan(&self, target: Target) -> Plan {
        Plan {
            documents: self.documents.clone(),
            target,
            options: self.options.options(),
        }
    }

    /// The command that generates into `target`.
    pub(crate) fn generate_command(&self, target: &Target) -> String {
        let mut words = vec!["isomorph".to_owned(), "generate".to_owned()];
        words.extend(self.documents.iter().map(|document| document.display().to_string()));
        match target {
            Target::File(file) => words.extend(["-o".to_owned(), file.display().to_string()]),
            Target::Crate { folder, .. } => words.extend(["--crate".to_owned(), folder.display().to_string()]),
        }
        words.extend(self.options.flags());
        words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
    }
}

/// The target that `-o` and `--crate` name.
pub(crate) fn target(output: Option<&PathBuf>, krate: Option<&PathBuf>) -> Option<Target> {
    match (output, krate) {
        (Some(file), _) => Some(Target::File(file.clone())),
        (None, Some(folder)) => Some(Target::Crate {
            folder: folder.clone(),
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
            "annotate",
            "--root",
            "It's",
        ]);
        let Command::Check(args) = cli.command else {
            panic!("{cli:?}")
        };
        let target = target(args.output.as_ref(), args.krate.as_ref()).expect("a file");
        assert_eq!(
            args.source.generate_command(&target),
            r"isomorph generate 'a b.json' -o src/m.rs --root 'It'\''s' --unknown keep"
        );
    }
}
