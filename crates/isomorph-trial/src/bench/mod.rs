//! Many schemas, compiled at once.

mod compile;
mod program;

use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use isomorph::{Document, Input, Options, Policy};
use isomorph_build::MapUri;

use crate::Error;

/// How many modules go into one crate: enough for all cores to have a crate of their own, few enough for memory.
const CRATES: usize = 2;

/// A schema on trial.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The schema, or the OpenAPI document that holds it, as text.
    pub text: String,
    /// The location of the schema whose type is asked.
    pub pointer: String,
    /// How its models shall be.
    pub policy: Policy,
    /// What stands for URIs that it refers to.
    pub map: Vec<MapUri>,
}

/// What became of a unit before any document was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Its code compiles.
    Ready,
    /// The generator refused it, and said this.
    Refused(String),
    /// The generator panicked.
    Panicked(String),
    /// The code does not compile.
    NoCode(String),
}

/// What a type made of a document, at one door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It was read, and this was written.
    Accepted(String),
    /// It was refused, for this reason.
    Refused(String),
    /// It was read, but what was written is not read again as the same; this says how.
    Unstable(String, String),
    /// Reading or writing it panicked.
    Panicked(String),
}

/// Which doors a document is read through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doors {
    /// Plain `serde_json::from_str` alone, which compiles fastest.
    Plain,
    /// That one, `isomorph_runtime::from_str` and `isomorph_runtime::from_value`.
    All,
}

/// A folder with scratch crates.
#[derive(Debug)]
pub struct Bench {
    folder: PathBuf,
    target: PathBuf,
    repository: PathBuf,
    doors: Doors,
}

/// Compiled units.
#[derive(Debug)]
pub struct Built {
    /// What became of each unit, in their order.
    pub outcomes: Vec<Outcome>,
    /// The generated code of each unit that has some.
    pub codes: Vec<Option<Code>>,
    programs: Vec<PathBuf>,
    folder: PathBuf,
}

/// Generated code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The module.
    pub text: String,
    /// The type that is asked, as Rust code inside of the module.
    pub ty: String,
}

impl Bench {
    /// A bench in a folder, which is made if need be; `repository` is where the runtime crate is.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn open(folder: &Path, repository: &Path, doors: Doors) -> Result<Bench, Error> {
        fs::create_dir_all(folder).map_err(Error::at(folder))?;
        let absolute = |path: &Path| fs::canonicalize(path).map_err(Error::at(path));
        let folder = absolute(folder)?;
        Ok(Bench {
            target: folder.join("target"),
            folder,
            repository: absolute(repository)?,
            doors,
        })
    }

    /// The same bench with the built dependencies of others, and so with programs by a name of its own.
    #[must_use]
    pub fn sharing(self, target: &Path) -> Bench {
        Bench {
            target: target.to_owned(),
            ..self
        }
    }

    /// Generates and compiles. What the compiler refuses is taken out, and the rest compiled again.
    ///
    /// # Errors
    /// A compiler that cannot be run, or that fails for a reason that no unit has.
    pub fn build(&self, units: &[Unit]) -> Result<Built, Error> {
        let generated = in_parallel(units, |unit| self.generate(unit));
        let mut outcomes = Vec::new();
        let mut codes = Vec::new();
        for result in generated {
            let (outcome, code) = match result {
                Ok(code) => (Outcome::Ready, Some(code)),
                Err(outcome) => (outcome, None),
            };
            outcomes.push(outcome);
            codes.push(code);
        }
        let programs = compile::all(self, &mut outcomes, &codes)?;
        Ok(Built {
            outcomes,
            codes,
            programs,
            folder: self.folder.clone(),
        })
    }

    fn generate(&self, unit: &Unit) -> Result<Code, Outcome> {
        let document = Document {
            name: "schema.json".to_owned(),
            module: "models".to_owned(),
            text: unit.text.clone(),
            policy: None,
        };
        let input = Input {
            documents: vec![document],
            options: Options {
                policy: unit.policy.clone(),
                regenerate: "a trial".to_owned(),
                ..Options::default()
            },
        };
        let path = self.folder.join("schema.json");
        let run = || isomorph_build::generate_text(&input, &[path], &unit.map);
        match catch_unwind(AssertUnwindSafe(run)) {
            Err(panic) => Err(Outcome::Panicked(panic_text(&panic))),
            Ok(Err(diagnostics)) => Err(Outcome::Refused(diagnostics.to_string())),
            Ok(Ok(output)) => {
                let ty = output.types.iter().find(|ty| ty.pointer == unit.pointer);
                let file = output.files.into_iter().next();
                match (ty, file) {
                    (Some(ty), Some(file)) => Ok(Code {
                        text: file.text,
                        ty: ty.rust.clone(),
                    }),
                    _ => Err(Outcome::Refused(format!("nothing has a type at `{}`", unit.pointer))),
                }
            }
        }
    }
}

impl Built {
    /// Whether a unit can be asked.
    pub fn is_ready(&self, unit: usize) -> bool {
        self.outcomes.get(unit) == Some(&Outcome::Ready)
    }

    /// Asks types about documents, each given by the index of its unit and as a text without line breaks. The answers are one
    /// for each door.
    ///
    /// # Errors
    /// A program that cannot be run.
    pub fn ask(&self, questions: &[(usize, &str)]) -> Result<Vec<Vec<Answer>>, Error> {
        let mut answers: Vec<Vec<Answer>> = vec![Vec::new(); questions.len()];
        for (part, program) in self.programs.iter().enumerate() {
            let mut open: Vec<usize> = (0..questions.len())
                .filter(|index| questions[*index].0 % CRATES == part && self.is_ready(questions[*index].0))
                .collect();
            while !open.is_empty() {
                let said = self.run(program, part, &open, questions)?;
                let done = said.len().min(open.len());
                for (index, line) in open.iter().zip(&said) {
                    answers[*index] = program::answers(line);
                }
                if let Some(killer) = open.get(done) {
                    // The program died of this document; the others still get their answer.
                    answers[*killer] = vec![Answer::Panicked("the program died".to_owned())];
                }
                open.drain(..(done + 1).min(open.len()));
            }
        }
        Ok(answers)
    }

    fn run(
        &self,
        program: &Path,
        part: usize,
        open: &[usize],
        questions: &[(usize, &str)],
    ) -> Result<Vec<String>, Error> {
        let asked = self.folder.join(format!("questions{part}"));
        let mut text = String::new();
        for index in open {
            let (unit, document) = questions[*index];
            text.push_str(&format!("{unit}\t{document}\n"));
        }
        fs::write(&asked, text).map_err(Error::at(&asked))?;
        let output = Command::new(program)
            .stdin(File::open(&asked).map_err(Error::at(&asked))?)
            .stderr(Stdio::null())
            .output()
            .map_err(Error::at(program))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let mut lines: Vec<String> = said.split('\n').map(str::to_owned).collect();
        // What follows the last line break was not finished.
        lines.pop();
        Ok(lines)
    }
}

/// Calls a function for each item, on as many threads as there are cores.
fn in_parallel<T: Sync, R: Send>(items: &[T], call: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    let result = call(item);
                    found
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((index, result));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, result)| result).collect()
}

fn panic_text(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without text")
        .to_owned()
}
