//! The ways into a model and back, for any type alike.

use isomorph_runtime as rt;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a door said: the document written back, or why it was refused.
pub type Verdict = Result<String, String>;

/// A door by its name.
pub type Door = (&'static str, fn(&str) -> Verdict);

/// The doors of one type.
#[derive(Debug, Clone, Copy)]
pub struct Doors {
    /// Plain `serde_json::from_str`.
    pub plain: fn(&str) -> Verdict,
    /// `isomorph_runtime::from_str`.
    pub runtime: fn(&str) -> Verdict,
    /// From a `serde_json::Value`, by reference.
    pub value: fn(&str) -> Verdict,
}

impl Doors {
    /// The name of plain serde_json's door.
    pub const PLAIN: &str = "serde_json::from_str";
    /// The name of the door for values.
    pub const VALUE: &str = "Value";

    /// The doors of `T`.
    pub const fn of<T: rt::Wire + Serialize + DeserializeOwned>() -> Doors {
        Doors {
            plain: plain::<T>,
            runtime: runtime::<T>,
            value: value::<T>,
        }
    }

    /// Each door with its name.
    pub fn each(&self) -> [Door; 3] {
        [
            (Self::PLAIN, self.plain),
            ("isomorph_runtime::from_str", self.runtime),
            (Self::VALUE, self.value),
        ]
    }
}

fn plain<T: Serialize + DeserializeOwned>(text: &str) -> Verdict {
    serde_json::from_str::<T>(text)
        .map_err(|error| error.to_string())
        .and_then(written)
}

fn runtime<T: rt::Wire + Serialize>(text: &str) -> Verdict {
    rt::from_str::<T>(text)
        .map_err(|error| error.to_string())
        .and_then(written)
}

fn value<T: Serialize + DeserializeOwned>(text: &str) -> Verdict {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    T::deserialize(&value)
        .map_err(|error| error.to_string())
        .and_then(written)
}

fn written<T: Serialize>(value: T) -> Verdict {
    serde_json::to_string(&value).map_err(|error| format!("cannot be written: {error}"))
}

/// The message without the position in the text that the text doors add to it.
pub fn without_position(message: &str) -> &str {
    let Some(start) = message.rfind(" at line ") else {
        return message;
    };
    let is_position = message[start..]
        .chars()
        .all(|c| c.is_ascii_digit() || " atlinecolumn".contains(c));
    if is_position { &message[..start] } else { message }
}
