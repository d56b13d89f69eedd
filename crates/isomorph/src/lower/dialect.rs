//! What the dialects do differently.

use crate::load::{Dialect, Kind, OpenApiVersion};

/// The points in which dialects read the same keywords differently.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Keywords beside `$ref` count (2019-09 Core, section 8.2.4.1; before, they were to be ignored).
    pub(crate) ref_siblings: bool,
    /// `nullable` is a keyword (OpenAPI 3.0 Schema Object). Later versions dropped it, but documents that say 3.1 still
    /// use it, so it counts in all of OpenAPI.
    pub(crate) nullable: bool,
    /// A bare `{ "nullable": true }` as a member of a union means null, as exporters for 3.0 write it.
    pub(crate) bare_nullable_is_null: bool,
    /// `items` may be an array, with `additionalItems` for the rest (up to 2019-09).
    pub(crate) items_array: bool,
    /// `type` may be a list (all but OpenAPI 3.0).
    pub(crate) type_lists: bool,
    /// `exclusiveMinimum` and `exclusiveMaximum` are booleans (draft 4 and OpenAPI 3.0).
    pub(crate) exclusive_booleans: bool,
    /// `discriminator` is a keyword (OpenAPI).
    pub(crate) discriminator: bool,
    /// The keywords of the validation vocabulary judge (2020-12 Validation, section 6).
    pub(crate) validation: bool,
}

impl Rules {
    pub(crate) fn of(kind: Kind) -> Rules {
        let json_schema = Rules {
            ref_siblings: true,
            nullable: false,
            bare_nullable_is_null: false,
            items_array: false,
            type_lists: true,
            exclusive_booleans: false,
            discriminator: false,
            validation: true,
        };
        match kind {
            Kind::JsonSchema(dialect @ (Dialect::Draft4 | Dialect::Draft6 | Dialect::Draft7)) => Rules {
                ref_siblings: false,
                exclusive_booleans: dialect == Dialect::Draft4,
                items_array: true,
                ..json_schema
            },
            Kind::JsonSchema(Dialect::Draft201909) => Rules {
                items_array: true,
                ..json_schema
            },
            Kind::JsonSchema(Dialect::Draft202012) => json_schema,
            Kind::OpenApi(OpenApiVersion::V30) => Rules {
                ref_siblings: false,
                nullable: true,
                bare_nullable_is_null: true,
                items_array: true,
                type_lists: false,
                exclusive_booleans: true,
                discriminator: true,
                validation: true,
            },
            Kind::OpenApi(OpenApiVersion::V31 | OpenApiVersion::V32) => Rules {
                nullable: true,
                discriminator: true,
                ..json_schema
            },
        }
    }
}
