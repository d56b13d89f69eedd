//! `isomorph explain`.

use isomorph::Input;
use isomorph_build::{Error, Project, Spec, read_documents};

use crate::args::ExplainArgs;
use crate::{Exit, terminal};

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Error> {
    let mut spec = Spec::from(&args.document);
    let mut map_uris = args.options.map_uris.clone();
    if let Some(config) = &args.config {
        let named = std::slice::from_ref(&args.document);
        let project = Project::load(config, &args.options.policy)?;
        map_uris.extend(project.map_uris());
        let configured = project.documents(named)?;
        spec = configured.into_iter().next().unwrap_or(spec);
        if let (Some(policy), Some(root)) = (&mut spec.policy, &args.options.root) {
            policy.root = Some(root.clone());
        }
    }
    let input = Input {
        documents: read_documents([spec])?,
        options: args.options.options(),
    };
    let pointer = args.pointer.strip_prefix('#').unwrap_or(&args.pointer);
    match isomorph_build::explain(&input, &args.document, &map_uris, pointer) {
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
