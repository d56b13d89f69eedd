//! The results of the spec: each type with the tools that give it, once.

use tool_models::tool_results::{
    BaseToolResult, FileReadResult, FileWriteResult, PythonExecutionResult, ShellResult, ToolCallResult,
    WebSearchResult,
};

use super::{ToolOutcome, ToolResultParser};

impl ToolOutcome for ToolCallResult {
    fn succeeded(&self) -> bool {
        self.success()
    }

    fn message(&self) -> &str {
        self.message()
    }
}

/// Gives each result its behaviour, and the standard parser its entries.
macro_rules! results {
    ($($result:ident: [$($tool:literal),*],)*) => {
        crate::tool_outcome!($($result),*);

        impl ToolResultParser {
            /// A parser that knows the tools of the spec.
            #[must_use]
            pub fn standard() -> Self {
                Self::new()$($(.with::<$result>($tool))*)*
            }
        }
    };
}

// A new result type is one line here (and its entry in the spec). A test names the members of the union that have none.
results! {
    PythonExecutionResult: ["run_python"],
    WebSearchResult: ["web_search"],
    FileReadResult: ["read_file"],
    FileWriteResult: ["write_file"],
    ShellResult: ["run_shell"],
    BaseToolResult: [],
}
