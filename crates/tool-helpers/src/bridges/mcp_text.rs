//! The text in MCP's content blocks.

use serde_json::Error;
use tool_models::mcp::{CallToolResult, ContentBlock, TextContent};

use crate::script_results::NO_WORDS;

/// The texts of the blocks that are text, but the empty ones.
pub(super) fn texts(content: &[ContentBlock]) -> impl Iterator<Item = &str> {
    let texts = content.iter().filter_map(|block| match block {
        ContentBlock::TextContent(block) => Some(block.text.as_str()),
        ContentBlock::ImageContent(_)
        | ContentBlock::AudioContent(_)
        | ContentBlock::ResourceLink(_)
        | ContentBlock::EmbeddedResource(_)
        | ContentBlock::OtherContent(_) => None,
    });
    texts.filter(|text| !text.is_empty())
}

/// A block of text, and nothing said beside it.
pub(super) fn text_block(text: impl Into<String>) -> ContentBlock {
    TextContent::new(text).into()
}

/// Whether the blocks are text with nothing said beside it, so that nothing is lost with the text alone.
pub(super) fn is_plain(content: &[ContentBlock]) -> bool {
    content.iter().all(|block| match block {
        ContentBlock::TextContent(TextContent {
            text: _,
            annotations: None,
            meta: None,
            extra,
        }) => extra.is_empty(),
        _ => false,
    })
}

/// The texts, a line each.
pub(super) fn joined(content: &[ContentBlock]) -> String {
    texts(content).collect::<Vec<_>>().join("\n")
}

/// What the model reads: the text, if that is all; else the blocks as JSON; the structured content, if there is no block.
pub(super) fn model_text(result: &CallToolResult) -> Result<String, Error> {
    match &result.structured_content {
        Some(structured) if result.content.is_empty() => serde_json::to_string(structured),
        _ if is_plain(&result.content) => Ok(joined(&result.content)),
        _ => serde_json::to_string(&result.content),
    }
}

/// Why the call failed, as the text says.
pub(super) fn failure_words(content: &[ContentBlock]) -> String {
    let words = joined(content);
    if words.is_empty() { NO_WORDS.to_owned() } else { words }
}
