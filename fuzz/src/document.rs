//! The generator, on any document.

use isomorph::{Document, Input, Options};

/// Generates models of the document: what comes out is Rust, the same every time, and a refusal says why.
///
/// # Panics
/// When that does not hold.
pub fn generate(text: &str) {
    let document = Document {
        name: "input.json".to_owned(),
        module: "input".to_owned(),
        text: text.to_owned(),
        policy: None,
    };
    let input = Input {
        documents: vec![document],
        options: Options::default(),
    };
    let first = isomorph::generate(&input);
    let again = isomorph::generate(&input);
    match (first, again) {
        (Ok(first), Ok(again)) => {
            assert_eq!(first.files, again.files, "the same input gives the same files");
            for file in first.files.iter().filter(|file| file.path.ends_with(".rs")) {
                let parsed = syn::parse_file(&file.text);
                assert!(parsed.is_ok(), "{} is no Rust: {}", file.path, file.text);
            }
        }
        (Err(first), Err(again)) => {
            assert_eq!(
                first.to_string(),
                again.to_string(),
                "the same input is refused for the same reasons"
            );
            assert!(!first.0.is_empty(), "a refusal has a reason");
            for reason in &first.0 {
                let unkind = reason.message.is_empty() || reason.why.is_empty() || reason.repair.is_empty();
                assert!(!unkind, "a reason says what, why and how to repair: {reason:?}");
                assert_ne!(reason.rule, "internal", "a bug of the generator: {reason:?}");
            }
        }
        (first, again) => panic!("once {:?}, once {:?}", first.is_ok(), again.is_ok()),
    }
}
