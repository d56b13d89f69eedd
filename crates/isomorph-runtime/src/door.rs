//! The ways from a text to a model.

use crate::error::Error;
use crate::union::retry;
use crate::wire::Wire;

/// Reads a model from a JSON text.
///
/// # Errors
/// A text that is not JSON, and a value that the schema refuses: with JSON pointer, line and column.
pub fn from_str<T: Wire>(text: &str) -> Result<T, Error> {
    retry::reading(|| parse(text)).map_err(|error| Error::from_json(&error, T::NAME))
}

/// Reads a model from a JSON text in UTF-8.
///
/// # Errors
/// As [`from_str`], and bytes that are not UTF-8.
pub fn from_slice<T: Wire>(bytes: &[u8]) -> Result<T, Error> {
    // Checking first costs less than checking string by string, and the model's readers are compiled once for both.
    match std::str::from_utf8(bytes) {
        Ok(text) => from_str(text),
        Err(error) => {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            Err(Error::not_utf8(&valid, T::NAME))
        }
    }
}

fn parse<T: Wire>(text: &str) -> Result<T, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = T::read(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}
