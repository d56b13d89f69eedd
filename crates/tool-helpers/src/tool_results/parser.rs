//! The registry of result types, and the one place where the text of a result is read.

use std::any::TypeId;

use isomorph_runtime::{Error, Map, Union, Wire, from_str};
use tool_models::tool_results::ToolCallResult;

use super::ParseError;

/// Knows the result type of each tool, and reads results by it.
///
/// `U` is the union that holds any of the results. The registered type judges: what it refuses is an error, and the
/// union is not asked. [`standard`](Self::standard) knows the tools of the spec; more are added with
/// [`with`](Self::with).
///
/// ```
/// use tool_helpers::tool_models::tool_results::{BaseToolResult, ToolCallResult};
/// use tool_helpers::tool_results::ToolResultParser;
///
/// let parser = ToolResultParser::standard().with::<BaseToolResult>("ask_user");
/// let result = parser.parse("ask_user", r#"{"success":true,"message":"yes"}"#)?;
/// assert!(matches!(result, ToolCallResult::BaseToolResult(_)));
/// # Ok::<(), tool_helpers::tool_results::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ToolResultParser<U = ToolCallResult> {
    entries: Map<Entry<U>>,
}

/// What the registry holds of a tool.
#[derive(Debug, Clone)]
struct Entry<U> {
    type_id: TypeId,
    type_name: &'static str,
    read: fn(&str) -> Result<U, Error>,
}

impl<U> Default for ToolResultParser<U> {
    /// No tool is known.
    fn default() -> Self {
        Self { entries: Map::new() }
    }
}

impl<U> ToolResultParser<U> {
    /// A parser that knows no tool yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers `T` as the type of the results of `tool`; the last registration of a tool counts.
    #[must_use]
    #[doc(alias = "register")]
    pub fn with<T: Wire + Into<U> + 'static>(mut self, tool: impl Into<String>) -> Self {
        let entry = Entry {
            type_id: TypeId::of::<T>(),
            type_name: T::NAME,
            read: |text| from_str::<T>(text).map(Into::into),
        };
        self.entries.insert(tool.into(), entry);
        self
    }

    /// The registered tools with the names of their result types, in the order of their registration.
    pub fn tools(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.entries
            .iter()
            .map(|(tool, entry)| (tool.as_str(), entry.type_name))
    }

    /// Reads the result of `tool`, a JSON text, as the type registered for it.
    ///
    /// # Errors
    /// An unregistered tool; a text that is not JSON or not an object; an object that the registered type refuses.
    #[doc(alias = "parse_tool_result")]
    pub fn parse(&self, tool: &str, text: &str) -> Result<U, ParseError> {
        let entry = self.entry(tool)?;
        (entry.read)(text).map_err(|error| ParseError::of(tool, text, &error))
    }

    /// Reads the result of `tool`, a JSON text, as `T`, which must be the type registered for it.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and when another type is registered for the tool.
    pub fn parse_as<T: Wire + 'static>(&self, tool: &str, text: &str) -> Result<T, ParseError> {
        let entry = self.entry(tool)?;
        if entry.type_id != TypeId::of::<T>() {
            let tool = tool.to_owned();
            return Err(ParseError::OtherType {
                tool,
                registered: entry.type_name,
                asked: T::NAME,
            });
        }
        read(tool, text)
    }

    /// Reads a JSON text as whatever member of the union fits best, for a tool without a registered type.
    ///
    /// An object that only has what all results share is the base. So is one with malformed data of another result,
    /// whose data is then lost; that is why a registered type is better.
    ///
    /// # Errors
    /// A text that is not JSON or not an object, and an object that no member accepts. `tool` is only for the error.
    pub fn parse_untyped(&self, tool: &str, text: &str) -> Result<U, ParseError>
    where
        U: Wire,
    {
        read(tool, text)
    }

    /// The members of the union that no tool is registered for. The last member is not asked for: it is the fallback
    /// for results without a type of their own.
    ///
    /// ```
    /// use tool_helpers::tool_results::ToolResultParser;
    ///
    /// assert_eq!(ToolResultParser::standard().unregistered().next(), None);
    /// ```
    pub fn unregistered(&self) -> impl Iterator<Item = &'static str>
    where
        U: Union,
    {
        let members = U::MEMBERS.split_last().map_or(&[][..], |(_fallback, members)| members);
        members
            .iter()
            .map(|member| member.name)
            .filter(|name| self.entries.values().all(|entry| entry.type_name != *name))
    }

    fn entry(&self, tool: &str) -> Result<&Entry<U>, ParseError> {
        self.entries.get(tool).ok_or_else(|| ParseError::UnknownTool {
            name: tool.to_owned(),
            known: self.entries.keys().cloned().collect(),
        })
    }
}

fn read<T: Wire>(tool: &str, text: &str) -> Result<T, ParseError> {
    from_str(text).map_err(|error| ParseError::of(tool, text, &error))
}
