//! The helpers never declare a second copy of a model (K1): no type of theirs has the fields of a generated one.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use support::{sources, workspace};
use syn::visit_mut::VisitMut;

/// A type by its name, and what it consists of: the names of fields, or of variants.
type Parts = BTreeMap<String, BTreeSet<String>>;

/// Collects the types of a file, in modules and functions too.
#[derive(Default)]
struct Types {
    structs: Parts,
    enums: Parts,
}

impl VisitMut for Types {
    fn visit_item_struct_mut(&mut self, item: &mut syn::ItemStruct) {
        let fields: BTreeSet<_> = item
            .fields
            .iter()
            .filter_map(|field| Some(plain(field.ident.as_ref()?)))
            .collect();
        if !fields.is_empty() {
            self.structs.insert(item.ident.to_string(), fields);
        }
        syn::visit_mut::visit_item_struct_mut(self, item);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        let variants = item.variants.iter().map(|variant| plain(&variant.ident)).collect();
        self.enums.insert(item.ident.to_string(), variants);
        for variant in &item.variants {
            let fields: BTreeSet<_> = variant
                .fields
                .iter()
                .filter_map(|field| Some(plain(field.ident.as_ref()?)))
                .collect();
            if !fields.is_empty() {
                self.structs
                    .insert(format!("{}::{}", item.ident, variant.ident), fields);
            }
        }
        syn::visit_mut::visit_item_enum_mut(self, item);
    }
}

fn plain(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

fn types<'a>(texts: impl IntoIterator<Item = &'a str>) -> Types {
    let mut types = Types::default();
    for text in texts {
        types.visit_file_mut(&mut syn::parse_file(text).unwrap());
    }
    types
}

/// Every pair of a helper type and a model with the same parts.
fn copies(helpers: &Types, models: &Types) -> Vec<(String, String)> {
    let pairs = [(&helpers.structs, &models.structs), (&helpers.enums, &models.enums)];
    let mut copies = Vec::new();
    for (helpers, models) in pairs {
        for (helper, parts) in helpers {
            let same = models.iter().filter(|(_, model)| *model == parts);
            copies.extend(same.map(|(model, _)| (helper.clone(), model.clone())));
        }
    }
    copies
}

/// The generated models; the readers' own `Slots` are left out with the files that hold them.
fn models() -> Types {
    let files = sources(&workspace().join("generated/tool-models/src"));
    let models: Vec<_> = files.iter().filter(|(path, _)| !path.ends_with("wire.rs")).collect();
    types(models.iter().map(|(_, text)| text.as_str()))
}

#[test]
fn k1_no_helper_repeats_a_model() {
    let models = models();
    assert!(
        models.structs.len() > 50 && models.enums.len() > 10,
        "the models were not found"
    );
    assert!(models.structs["PythonExecutionResult"].contains("outputs"));
    let files = sources(&workspace().join("crates/tool-helpers/src"));
    let helpers = types(files.iter().map(|(_, text)| text.as_str()));
    assert!(
        helpers.structs.contains_key("ToolResultParser"),
        "the helpers were not found"
    );
    assert_eq!(copies(&helpers, &models), []);
}

#[test]
fn k1_a_copy_would_be_found() {
    let helper = "mod inner { fn f() { struct Copy { outputs: (), message: String, r#success: bool } } }";
    assert_eq!(
        copies(&types([helper]), &models()),
        [("Copy".to_owned(), "PythonExecutionResult".to_owned())]
    );
    let helper = "enum Mine { Partial, Success, Error } enum Shape { Hit { title: (), url: (), snippet: () } }";
    let found = copies(&types([helper]), &models());
    assert!(
        found.contains(&("Mine".to_owned(), "ToolResultStatus".to_owned())),
        "{found:?}"
    );
    assert!(
        found.contains(&("Shape::Hit".to_owned(), "SearchHit".to_owned())),
        "{found:?}"
    );
    let different = "struct Near { success: bool, message: String, output: () }";
    assert_eq!(copies(&types([different]), &models()), []);
}
