//! Stage 7: code as text. The only place that formats.

use proc_macro2::TokenStream;

/// Items as text, one blank line between two.
///
/// # Errors
/// The code that is not Rust, which is a bug in the emitter: a door reports it as such instead of writing it.
pub(crate) fn format(items: &[TokenStream]) -> Result<String, String> {
    let mut text = String::new();
    for item in items {
        let file: syn::File = syn::parse2(item.clone()).map_err(|error| format!("{error} in `{item}`"))?;
        for item in file.items {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&prettyplease::unparse(&syn::File {
                shebang: None,
                attrs: Vec::new(),
                items: vec![item],
            }));
        }
    }
    Ok(text)
}

/// The lines of some text, each set in by four spaces.
pub(crate) fn indent(text: &str) -> String {
    text.lines()
        .map(|line| {
            if line.is_empty() {
                "\n".to_owned()
            } else {
                format!("    {line}\n")
            }
        })
        .collect()
}
