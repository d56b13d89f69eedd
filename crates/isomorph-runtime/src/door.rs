//! The ways from a text to a model.

use crate::buffer::{self, Buffer};
use crate::error::Error;
use crate::fault::Fault;
use crate::union::retry;
use crate::wire::{Wire, Writer};

/// Reads a model from a JSON text.
///
/// # Errors
/// A text that is not JSON, and a value that the schema refuses: with JSON pointer, line and column.
pub fn from_str<T: Wire>(text: &str) -> Result<T, Error> {
    retry::reading(|| parse(text)).or_else(|error| {
        let error = Error::from_json(&error, T::NAME);
        if error.is_data() {
            without_doubles(text, error).map_err(|error| error.placed(text))
        } else {
            Err(error)
        }
    })
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

/// Reads a model from a value that was parsed before.
///
/// # Errors
/// A value that the schema refuses, with the pointer into it.
pub fn from_value<T: Wire>(value: &serde_json::Value) -> Result<T, Fault> {
    T::read(value).map_err(|error| Fault::parse(&error.to_string()))
}

/// Checks a value that was built in Rust: whether what it writes would be read again, with all rules of all models in it.
///
/// # Errors
/// The first refusal, with the pointer into the value.
pub fn validate<T: Wire>(value: &T) -> Result<(), Fault> {
    let value = serde_json::to_value(Writer(value)).map_err(|error| Fault::new(error.to_string()))?;
    match T::read(&value) {
        Ok(_) => Ok(()),
        Err(error) => Err(Fault::parse(&error.to_string())),
    }
}

fn parse<T: Wire>(text: &str) -> Result<T, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = T::read(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Of a key that comes twice only the last value counts, but a stream gives the first one first. When that may be why a
/// document was refused, it is read from a buffer, where the first ones are gone.
#[cold]
fn without_doubles<T: Wire>(text: &str, error: Error) -> Result<T, Error> {
    let Ok((value, true)) = buffer::with_doubles(|| serde_json::from_str::<Buffer<'_>>(text)) else {
        return Err(error);
    };
    match T::read(&value) {
        Ok(value) => Ok(value),
        Err(refusal) => Err(error.instead(refusal.into())),
    }
}
