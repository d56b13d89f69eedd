//! Tells about a shipment.

use std::io::Write;
use std::process::ExitCode;

const SHIPMENT: &str = r#"{"id":"A-1","status":"sent","carrier":{"kind":"post","tracking":"RR123"}}"#;

fn main() -> ExitCode {
    match build_script_example::tell(SHIPMENT) {
        Ok(sentence) => {
            let _ = writeln!(std::io::stdout(), "{sentence}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}
