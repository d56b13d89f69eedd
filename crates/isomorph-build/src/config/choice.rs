//! The values of policies that are one of a few words.
//!
//! Each stands here once for the configuration file, its JSON Schema and the flags of the command line; the generator's own
//! enums know neither texts nor flags.

use serde::Deserialize;

/// Defines an enum whose words are its variants in kebab case, and the way to and from the generator's enum of that name.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
        #[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
        #[cfg_attr(test, derive(schemars1::JsonSchema), schemars(crate = "schemars1"))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl From<$name> for isomorph::$name {
            fn from(choice: $name) -> Self {
                match choice {
                    $($name::$variant => Self::$variant,)+
                }
            }
        }

        impl From<isomorph::$name> for $name {
            fn from(choice: isomorph::$name) -> Self {
                match choice {
                    $(isomorph::$name::$variant => Self::$variant,)+
                }
            }
        }
    };
}

choice! {
    /// What objects do with keys that their schema says nothing about.
    Unknown {
        /// Read past them; the default.
        Ignore,
        /// Keep them in a map.
        Keep,
        /// Refuse them.
        Deny,
    }
}

choice! {
    /// Whether `format` refuses strings that are not of the format.
    Formats {
        /// Any string passes; the default.
        Annotate,
        /// A string that is not of its format is refused.
        Assert,
    }
}

choice! {
    /// Which member of a union takes a value that several accept.
    UnionMatch {
        /// The one that declares the most of the keys present; the default.
        MostSpecific,
        /// The first that accepts.
        First,
    }
}

choice! {
    /// What an absent key with a `default` becomes.
    Defaults {
        /// The schema's default, which is also written; so by default.
        Fill,
        /// Absent, as `None`.
        KeepAbsent,
    }
}

choice! {
    /// What `minLength` and `maxLength` count.
    LengthUnit {
        /// Code points, as JSON Schema does; the default.
        CodePoints,
        /// UTF-16 code units, as JavaScript and Zod do.
        Utf16,
    }
}

choice! {
    /// What an `allOf` of closed objects means.
    ClosedAllOf {
        /// Each part refuses the keys of the others, as JSON Schema says; the default.
        Judge,
        /// The keys of all parts are allowed, and no others.
        Pool,
    }
}

choice! {
    /// What null is to an `allOf` of which only the last part allows it.
    NullableAllOf {
        /// Refused, as JSON Schema says; the default.
        Judge,
        /// Accepted, as exporters that write this mean.
        Accept,
    }
}

choice! {
    /// Which of the twins `X` and `XOutput` (or `XInput` and `X`) become models.
    Io {
        /// Both; the default.
        Both,
        /// The input side, also where the output side is referred to.
        Input,
        /// The output side, also where the input side is referred to.
        Output,
    }
}
