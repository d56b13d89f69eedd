//! `isomorph explain`.

use isomorph::Input;
use isomorph_build::{Error, read_documents};

use crate::args::ExplainArgs;
use crate::{Exit, terminal};

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Error> {
    let documents = read_documents(std::slice::from_ref(&args.document))?;
    let input = Input {
        documents,
        options: args.options.options(),
    };
    let pointer = args.pointer.strip_prefix('#').unwrap_or(&args.pointer);
    match isomorph::explain(&input, 0, pointer) {
        Ok(text) => {
            terminal::out(&format!("{}\n", text.trim_end()))?;
            Ok(Exit::Fine)
        }
        Err(diagnostics) => Err(Error::Documents {
            diagnostics,
            documents: input.documents,
        }),
    }
}
