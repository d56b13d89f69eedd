//! A script text behaves as its string: compared, ordered, hashed, shown and serialized by it alone.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ScriptText;

impl Deref for ScriptText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for ScriptText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for ScriptText {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for ScriptText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for ScriptText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for ScriptText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ScriptText {}

impl PartialOrd for ScriptText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ScriptText {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other)
    }
}

impl Hash for ScriptText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

/// Equality and order with the string types, both ways.
macro_rules! compared {
    ($($text:ty),*) => {
        $(
            impl PartialEq<$text> for ScriptText {
                fn eq(&self, other: &$text) -> bool {
                    let other: &str = other;
                    self.as_str() == other
                }
            }

            impl PartialEq<ScriptText> for $text {
                fn eq(&self, other: &ScriptText) -> bool {
                    other == self
                }
            }

            impl PartialOrd<$text> for ScriptText {
                fn partial_cmp(&self, other: &$text) -> Option<Ordering> {
                    let other: &str = other;
                    self.as_str().partial_cmp(other)
                }
            }

            impl PartialOrd<ScriptText> for $text {
                fn partial_cmp(&self, other: &ScriptText) -> Option<Ordering> {
                    let text: &str = self;
                    text.partial_cmp(other.as_str())
                }
            }
        )*
    };
}

compared!(str, &str, String);

impl Serialize for ScriptText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// A plain string, of which nothing is said.
impl<'de> Deserialize<'de> for ScriptText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}
