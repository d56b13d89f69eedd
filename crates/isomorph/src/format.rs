//! Stage 7: code as text. The only place that formats.

use proc_macro2::TokenStream;

/// Items as text, one blank line between two. Where something is deprecated, generated code may use it all the same.
///
/// # Errors
/// The code that is not Rust, which is a bug in the emitter: a door reports it as such instead of writing it.
pub(crate) fn format(items: &TokenStream, allows_deprecated: bool) -> Result<String, String> {
    let file: syn::File = syn::parse2(items.clone()).map_err(|error| format!("{error} in `{items}`"))?;
    let mut text = String::new();
    for item in file.items {
        let item = if allows_deprecated {
            syn::parse_quote!(#[allow(deprecated)] #item)
        } else {
            item
        };
        let file = syn::File {
            shebang: None,
            attrs: Vec::new(),
            items: vec![item],
        };
        join(&mut text, &prettyplease::unparse(&file));
    }
    Ok(text)
}

/// Adds items to items, with a blank line between.
pub(crate) fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// The lines of some text, each set in by four spaces.
pub(crate) fn indent(text: &str) -> String {
    let mut indented = String::with_capacity(text.len() + text.len() / 4);
    for line in text.lines() {
        if !line.is_empty() {
            indented.push_str("    ");
            indented.push_str(line);
        }
        indented.push('\n');
    }
    indented
}
