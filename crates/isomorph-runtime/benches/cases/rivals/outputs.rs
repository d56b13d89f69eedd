//! `outputs.json` by hand.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    id: i64,
    label: String,
    score: f64,
    ok: bool,
    tags: Vec<String>,
}

macro_rules! members {
    ($($variant:ident $plain:ident $tag:literal { $($field:ident: $type:ty),* })*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub struct $plain { success: bool, message: String, $($field: $type),* }
        )*

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "type")]
        pub enum Tagged { $(#[serde(rename = $tag)] $variant($plain)),* }

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(untagged)]
        pub enum Untagged { $($variant($plain)),* }
    };
}

members! {
    Text TextPlain "text" { texts: Vec<Item>, elapsed: f64, model: String }
    Image ImagePlain "image" { images: Vec<Item>, width: i64, height: i64 }
    Audio AudioPlain "audio" { sounds: Vec<Item>, elapsed: f64, rate: i64 }
    Video VideoPlain "video" { frames: Vec<Item>, elapsed: f64, rate: f64 }
    Search SearchPlain "search" { hits: Vec<Item>, elapsed: f64, query: String }
    Python PythonPlain "python" { outputs: Vec<Item>, elapsed: f64, exit_code: i64 }
    File FilePlain "file" { files: Vec<Item>, root: String, total: i64 }
    Table TablePlain "table" { rows: Vec<Item>, elapsed: f64, columns: Vec<String> }
}
