//! Descriptions as doc comments.
//!
//! The text is untrusted. It becomes one `#[doc]` attribute a line, so that nothing in it can end the comment; code
//! blocks are marked as text, so that rustdoc does not compile them; and what rustdoc would warn about is escaped.

use proc_macro2::TokenStream;
use quote::quote;

use crate::lower::Docs;

/// The doc attributes of an item, and `#[deprecated]`.
pub(super) fn attributes(docs: &Docs, fallback: &str) -> TokenStream {
    let lines = lines(docs, fallback);
    let deprecated = docs.deprecated.then(|| quote!(#[deprecated]));
    quote!(#(#[doc = #lines])* #deprecated)
}

/// Text as it may stand in a doc comment: characters that would not be seen, or would change what is seen around them, are
/// spelled out (rustc refuses the bidirectional ones).
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                shown.push_str(&c.escape_unicode().to_string());
            }
            c if c.is_control() => shown.push(' '),
            c => shown.push(c),
        }
    }
    shown
}

/// Text inside of backticks.
pub(super) fn code(text: &str) -> String {
    visible(&text.replace('`', "?"))
}

/// A single line of documentation that we write ourselves.
pub(super) fn line(text: &str) -> TokenStream {
    let text = format!(" {text}");
    quote!(#[doc = #text])
}

fn lines(docs: &Docs, fallback: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    for text in [&docs.title, &docs.description].into_iter().flatten() {
        let text = text.trim();
        if !text.is_empty() && !paragraphs.iter().any(|earlier| earlier == text) {
            paragraphs.push(text.to_owned());
        }
    }
    if paragraphs.is_empty() && !fallback.is_empty() {
        // Our own sentence, whose links are meant.
        return vec![format!(" {fallback}")];
    }
    let mut lines = Vec::new();
    for (index, paragraph) in paragraphs.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        lines.extend(markdown(paragraph));
    }
    lines
        .into_iter()
        .map(|line| if line.is_empty() { line } else { format!(" {line}") })
        .collect()
}

/// The text as Markdown that rustdoc renders without compiling or warning.
fn markdown(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut fence: Option<String> = None;
    for line in text.replace("\r\n", "\n").replace('\r', "\n").lines() {
        let line = visible(line);
        let line = line.trim_end();
        let start = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|marker| start.starts_with(marker));
        match (&fence, marker) {
            (None, Some(marker)) => {
                let run: String = start.chars().take_while(|c| marker.starts_with(*c)).collect();
                lines.push(format!("{run}text"));
                fence = Some(run);
            }
            (Some(open), Some(_)) if start.starts_with(open.as_str()) => {
                lines.push(open.clone());
                fence = None;
            }
            (Some(_), _) => lines.push(line.to_owned()),
            (None, None) => lines.push(escape(&unindent(line))),
        }
    }
    lines.extend(fence);
    lines
}

/// Four spaces would make a code block, which rustdoc takes for Rust.
fn unindent(line: &str) -> String {
    let start = line.trim_start();
    let depth = line.chars().count() - start.chars().count();
    format!("{}{start}", " ".repeat(depth.min(3)))
}

/// Escapes brackets that rustdoc would take for links to items, angle brackets that it would take for HTML, and wraps
/// bare URLs.
fn escape(line: &str) -> String {
    let mut escaped = String::new();
    let mut rest = line;
    let mut is_code = false;
    let mut previous = ' ';
    while let Some(c) = rest.chars().next() {
        if c == '`' {
            is_code = !is_code;
        }
        if is_code {
            escaped.push(c);
        } else if matches!(previous, ' ' | '(' | '"' | '\'')
            && ["http://", "https://"].iter().any(|scheme| rest.starts_with(scheme))
            && !escaped.ends_with("](")
        {
            let end = rest
                .find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | ')' | '"' | '`'))
                .unwrap_or(rest.len());
            let url = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'']);
            escaped.push_str(&format!("<{url}>"));
            previous = '>';
            rest = &rest[url.len()..];
            continue;
        } else if c == '[' && !is_web_link(rest) {
            escaped.push_str("\\[");
        } else if c == '<' {
            escaped.push_str("\\<");
        } else {
            escaped.push(c);
        }
        previous = c;
        rest = &rest[c.len_utf8()..];
    }
    if is_code {
        escaped.push('`');
    }
    escaped
}

/// `[text](http...)`, which rustdoc leaves alone.
fn is_web_link(rest: &str) -> bool {
    rest.split_once("](")
        .is_some_and(|(text, target)| !text[1..].contains('[') && target.starts_with("http"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(text: &str) -> Vec<String> {
        lines(
            &Docs {
                description: Some(text.to_owned()),
                ..Docs::default()
            },
            "",
        )
    }

    #[test]
    fn code_is_never_compiled() {
        assert_eq!(
            described("a\n```\nlet x = 1;\n```"),
            [" a", " ```text", " let x = 1;", " ```"]
        );
        assert_eq!(described("a\n```rust\nboom()"), [" a", " ```text", " boom()", " ```"]);
        assert_eq!(described("a\n\n    panic!()"), [" a", "", "    panic!()"]);
        assert_eq!(described("a\n\n\tpanic!()")[2], "  panic!()");
    }

    #[test]
    fn rustdoc_has_nothing_to_warn_about() {
        assert_eq!(described("see [Foo] and Vec<T>"), [" see \\[Foo] and Vec\\<T>"]);
        assert_eq!(described("at https://a.b/c."), [" at <https://a.b/c>."]);
        assert_eq!(described("[a](https://b.c)"), [" [a](https://b.c)"]);
        assert_eq!(described("`[a]` <b>"), [" `[a]` \\<b>"]);
        assert_eq!(described("an open ` tick"), [" an open ` tick`"]);
    }

    #[test]
    fn nothing_ends_the_comment() {
        assert_eq!(
            described("a */ pub fn x() {}\u{2028}b\rc"),
            [" a */ pub fn x() {}\\u{2028}b", " c"]
        );
    }
}
