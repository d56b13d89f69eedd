//! The ways from a text to a model.

use crate::buffer::{self, Buffer};
use crate::error::Error;
use crate::fault::Fault;
use crate::union::retry::Hope;
use crate::wire::{Wire, Writer};

/// Reads a model from a JSON text.
///
/// # Errors
/// A text that is not JSON, and a value that the schema refuses: with JSON pointer, line and column.
pub fn from_str<T: Wire>(text: &str) -> Result<T, Error> {
    let hope = Hope::new();
    // A match instead of combinators: each of them moves the value once more.
    match parse(text) {
        Ok(value) => Ok(value),
        Err(error) => read_again(text, error, hope),
    }
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

/// Part of its callers, and without `?`: a large value is slow to hand from one function to the next.
#[inline(always)]
fn parse<T: Wire>(text: &str) -> Result<T, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match T::read(&mut deserializer) {
        Ok(value) => match deserializer.end() {
            Ok(()) => Ok(value),
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    }
}

/// Reads once more without guesses when a wrong one may be why reading failed.
#[cold]
fn read_again<T: Wire>(text: &str, error: serde_json::Error, hope: Hope) -> Result<T, Error> {
    let error = if hope.give_up() {
        match parse(text) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        }
    } else {
        error
    };
    drop(hope);
    let error = Error::from_json(&error, T::NAME);
    if error.is_data() {
        without_doubles(text, error).map_err(|error| error.placed(text))
    } else {
        Err(error)
    }
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
