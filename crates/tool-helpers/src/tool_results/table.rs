//! The results of the spec: each type with the tools that give it, once.

use tool_models::tool_results::{
    BaseToolResult, FileReadResult, FileWriteResult, PythonExecutionResult, ShellResult, ToolCallResult,
    WebSearchResult,
};

use super::{ToolOutcome, ToolResultParser};

/// Gives each result its behaviour, and the standard parser its entries.
macro_rules! results {
    ($($result:ident: [$($tool:literal),*],)*) => {
        crate::tool_outcome!($($result),*);

        impl ToolOutcome for ToolCallResult {
            fn succeeded(&self) -> bool {
                match self {
                    $(Self::$result(result) => result.success,)*
                }
            }

            fn message(&self) -> &str {
                match self {
                    $(Self::$result(result) => &result.message,)*
                }
            }
        }

        impl ToolResultParser {
            /// A parser that knows the tools of the spec.
            #[must_use]
            pub fn standard() -> Self {
                Self::new()$($(.with::<$result>($tool))*)*
            }
        }
    };
}

// A new result type is one line here (and its entry in the spec). The compiler misses one that is not here.
results! {
    PythonExecutionResult: ["run_python"],
    WebSearchResult: ["web_search"],
    FileReadResult: ["read_file"],
    FileWriteResult: ["write_file"],
    ShellResult: ["run_shell"],
    BaseToolResult: [],
}
