//! The module that code is written for: what it calls the models of other modules, and what it has to import.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Deref;

use proc_macro2::Ident;

use super::tokens::ident;
use crate::load::Source;
use crate::name::pascal_case;
use crate::shape::{ModelId, Models};

/// Other names for models whose name several documents have: where the models of one document name those of others, two
/// of them could meet.
#[derive(Debug, Default)]
pub(super) struct Aliases(HashMap<ModelId, String>);

impl Aliases {
    /// The document's module comes before the name, and a number behind it where that is the name of a model as well.
    pub(super) fn of(models: &Models, documents: &[Source]) -> Aliases {
        let mut holders: HashMap<&str, usize> = HashMap::new();
        let own = || models.order.iter().map(|id| (*id, models.model(*id)));
        for (_, model) in own() {
            *holders.entry(&model.name).or_default() += 1;
        }
        let mut taken: HashSet<String> = holders.keys().map(|name| (*name).to_owned()).collect();
        let mut aliases = HashMap::new();
        for (id, model) in own().filter(|(_, model)| holders[model.name.as_str()] > 1) {
            let wanted = format!("{}{}", pascal_case(&documents[model.document].module), model.name);
            let mut alias = wanted.clone();
            let mut number = 1;
            while !taken.insert(alias.clone()) {
                number += 1;
                alias = format!("{wanted}{number}");
            }
            aliases.insert(id, alias);
        }
        Aliases(aliases)
    }
}

/// What a module's code has to import.
#[derive(Debug, Default)]
pub(super) struct Imports {
    /// Names of the runtime crate.
    pub(super) runtime: BTreeSet<&'static str>,
    /// Models of other modules.
    pub(super) models: BTreeSet<ModelId>,
}

/// The models, as code of one document's module sees them. Whatever is named through it is noted as imported.
pub(super) struct Scope<'m> {
    models: &'m Models,
    document: usize,
    aliases: &'m Aliases,
    imports: RefCell<Imports>,
}

impl<'m> Scope<'m> {
    pub(super) fn new(models: &'m Models, document: usize, aliases: &'m Aliases) -> Scope<'m> {
        Scope {
            models,
            document,
            aliases,
            imports: RefCell::default(),
        }
    }

    /// What a model is called here.
    pub(super) fn name(&self, id: ModelId) -> Ident {
        let model = self.models.model(id);
        if model.document == self.document {
            return ident(&model.name);
        }
        self.imports.borrow_mut().models.insert(id);
        ident(self.aliases.0.get(&id).unwrap_or(&model.name))
    }

    /// A type of the runtime crate that is written without a path.
    pub(super) fn runtime(&self, name: &'static str) -> Ident {
        self.imports.borrow_mut().runtime.insert(name);
        ident(name)
    }

    /// What was named.
    pub(super) fn imports(self) -> Imports {
        self.imports.into_inner()
    }
}

/// The line that imports a model of another document's module.
pub(super) fn import(models: &Models, documents: &[Source], aliases: &Aliases, id: ModelId) -> String {
    let model = models.model(id);
    let alias = aliases
        .0
        .get(&id)
        .map_or_else(String::new, |alias| format!(" as {alias}"));
    format!(
        "use super::{}::{}{alias};\n",
        documents[model.document].module, model.name
    )
}

impl Deref for Scope<'_> {
    type Target = Models;

    fn deref(&self) -> &Models {
        self.models
    }
}
