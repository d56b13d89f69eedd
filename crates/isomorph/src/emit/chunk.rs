//! Models rendered a run of neighbours at a time, on as many threads as the machine has.
//!
//! A model's code depends on no other model's code, so any split gives the same text. Each piece is formatted as soon as
//! it is rendered: tokens take fifty times the room of their text, and a large document must not hold all of them.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use proc_macro2::TokenStream;

use super::scope::{Aliases, Imports, Scope};
use super::{accessor, construct, item, typify, wire};
use crate::format;
use crate::shape::{Form, ModelId, Models};

/// The most models that are rendered together. typify's cost for one run of it is small against that for its types, so
/// chunks are small enough to keep all threads busy to the end.
const LARGEST: usize = 128;

/// The code of some models.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// The items that people read.
    pub(super) items: String,
    /// What reads and writes them.
    pub(super) wire: String,
    /// How many of the models typify rendered.
    pub(super) by_typify: usize,
    /// What the code names of other modules.
    pub(super) imports: Imports,
}

/// The code of models, in their order.
///
/// # Errors
/// The first code that is not Rust, which is a bug in the emitter.
pub(super) fn render(
    models: &Models,
    document: usize,
    aliases: &Aliases,
    ids: &[ModelId],
    is_deprecated: bool,
) -> Result<Chunk, String> {
    let pieces: Vec<&[ModelId]> = ids.chunks(LARGEST).collect();
    let mut whole = Chunk::default();
    for chunk in in_parallel(&pieces, |ids| {
        chunk(Scope::new(models, document, aliases), ids, is_deprecated)
    }) {
        let chunk = chunk?;
        format::join(&mut whole.items, &chunk.items);
        format::join(&mut whole.wire, &chunk.wire);
        whole.by_typify += chunk.by_typify;
        whole.imports.runtime.extend(chunk.imports.runtime);
        whole.imports.models.extend(chunk.imports.models);
    }
    Ok(whole)
}

fn chunk(scope: Scope<'_>, ids: &[ModelId], is_deprecated: bool) -> Result<Chunk, String> {
    let models = &scope;
    let mut rendered = typify::render(models, ids);
    let mut chunk = Chunk::default();
    for id in ids {
        let model = models.model(*id);
        if model.style.replace.is_some() {
            add(&mut chunk.items, &item::replaced(model), is_deprecated)?;
            continue;
        }
        match rendered.remove(id) {
            Some(items) => {
                add(&mut chunk.items, &items, is_deprecated)?;
                chunk.by_typify += 1;
            }
            None => add(&mut chunk.items, &item::item(models, model), is_deprecated)?,
        }
        if let Form::Union(it) = &model.form
            && let Some(accessors) = accessor::accessors(models, model, it)
        {
            add(&mut chunk.items, &accessors, is_deprecated)?;
        }
        if let Form::Struct(it) = &model.form
            && let Some(constructor) = construct::constructor(models, model, it)
        {
            add(&mut chunk.wire, &constructor, false)?;
        }
        for code in wire::wire(models, model) {
            add(&mut chunk.wire, &code, false)?;
        }
    }
    chunk.imports = scope.imports();
    Ok(chunk)
}

fn add(text: &mut String, items: &TokenStream, allows_deprecated: bool) -> Result<(), String> {
    format::join(text, &format::format(items, allows_deprecated)?);
    Ok(())
}

/// Calls a function for each task, on several threads where there are several tasks; the results are in their order.
fn in_parallel<'t, T: Sync + ?Sized, R: Send>(tasks: &[&'t T], work: impl Fn(&'t T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.min(tasks.len());
    if threads < 2 {
        return tasks.iter().map(|task| work(task)).collect();
    }
    let next = Mutex::new(tasks.iter().enumerate());
    let take = || next.lock().ok().and_then(|mut tasks| tasks.next());
    let work = || {
        let mut done = Vec::new();
        while let Some((index, task)) = take() {
            done.push((index, work(task)));
        }
        done
    };
    let mut results = thread::scope(|scope| {
        // Without another thread, this one does it all.
        let others: Vec<_> = (1..threads)
            .filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut results = work();
        for other in others {
            match other.join() {
                Ok(done) => results.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_tasks() {
        let numbers: Vec<usize> = (0..1000).collect();
        let tasks: Vec<&usize> = numbers.iter().collect();
        let doubled = in_parallel(&tasks, |number| number * 2);
        assert_eq!(doubled, numbers.iter().map(|number| number * 2).collect::<Vec<_>>());
    }
}
