//! Policies that cannot be followed, said before anything is made of them.

use super::{Severity, Shaper, Spot};

impl Shaper<'_> {
    /// Reports derives, attributes, names and replacements that are not Rust.
    pub(super) fn check_policies(&mut self) {
        for document in 0..self.documents.documents.len() {
            let policy = self.documents.documents[document].policy.clone();
            let types = policy.types.iter();
            let derives = policy.derives.iter().chain(types.clone().flat_map(|it| &it.derives));
            let attributes = policy
                .attributes
                .iter()
                .chain(types.clone().flat_map(|it| &it.attributes));
            for derive in derives {
                self.must_parse(
                    document,
                    "derive",
                    derive,
                    syn::parse_str::<syn::Path>(derive).is_ok(),
                    "a path, such as `Hash`",
                );
            }
            for attribute in attributes {
                let is_attribute = syn::parse_str::<syn::ItemStruct>(&format!("{attribute} struct S;"))
                    .is_ok_and(|item| item.attrs.len() == 1);
                self.must_parse(
                    document,
                    "attribute",
                    attribute,
                    is_attribute,
                    "one attribute, such as `#[non_exhaustive]`",
                );
            }
            for name in types.clone().filter_map(|it| it.name.as_ref()) {
                let is_name = syn::parse_str::<syn::Ident>(name).is_ok() && crate::name::pascal_case(name) == *name;
                self.must_parse(document, "name", name, is_name, "a Rust type name");
            }
            for path in types.filter_map(|it| it.replace.as_ref()) {
                let is_type = syn::parse_str::<syn::TypePath>(path).is_ok();
                self.must_parse(
                    document,
                    "replacement",
                    path,
                    is_type,
                    "the path of a type, such as `crate::Money`",
                );
            }
        }
    }

    fn must_parse(&mut self, document: usize, what: &str, text: &str, is_valid: bool, expected: &str) {
        if is_valid {
            return;
        }
        let spot = Spot {
            document,
            pointer: String::new(),
            name: String::new(),
        };
        self.report(
            Severity::Error,
            &spot,
            "invalid-policy",
            format!("the {what} `{text}` of the policy for this document is not {expected}"),
            "it goes into the generated code as it stands",
            "correct it in the configuration",
        );
    }
}
