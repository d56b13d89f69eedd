//! Documents that are spread over files.

use std::fs;

use isomorph_build::Builder;

/// The generated module of the first of these files, which are written into one folder.
fn generated(files: &[(&str, &str)], map: &[(&str, &str)]) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder can be made");
        fs::write(&path, text).expect("a file can be written");
    }
    let mut builder = Builder::new()
        .spec(folder.path().join(files[0].0))
        .out_dir(folder.path().join("out"));
    for (from, to) in map {
        builder = builder.map_uri(*from, folder.path().join(to));
    }
    builder.generate().map_err(|error| error.to_string())?;
    let stem = files[0]
        .0
        .rsplit('/')
        .next()
        .and_then(|name| name.split('.').next())
        .expect("a name");
    fs::read_to_string(folder.path().join(format!("out/{stem}.rs"))).map_err(|error| error.to_string())
}

fn has(code: &str, item: &str) {
    assert!(code.contains(item), "{item}\n{code}");
}

#[test]
fn operations_are_followed_into_other_files() {
    let code = generated(
        &[
            (
                "api.yaml",
                "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /menu: {$ref: paths/menu.yaml}\n  /orders: {$ref: 'orders.json#/paths/~1orders'}\n",
            ),
            (
                "paths/menu.yaml",
                "get:\n  operationId: listMenu\n  parameters: [{$ref: ../parameters/Sort.yaml}]\n  responses:\n    '200': {content: {application/json: {schema: {$ref: ../schemas/Menu.yaml}}}}\n    '404': {$ref: ../orders.json#/components/responses/Gone}\n",
            ),
            ("parameters/Sort.yaml", "name: sort\nin: query\nschema: {type: string, enum: [up, down]}\n"),
            ("schemas/Menu.yaml", "type: object\nproperties:\n  items: {type: array, items: {$ref: Item.yaml}}\n"),
            ("schemas/Item.yaml", "type: object\nproperties:\n  price: {type: integer}\n"),
            (
                "orders.json",
                r##"{"openapi": "3.1.0", "info": {"title": "B", "version": "1"},
                    "paths": {"/orders": {"post": {"requestBody": {"$ref": "#/components/requestBodies/Order"}}}},
                    "components": {
                      "requestBodies": {"Order": {"content": {"application/json": {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}},
                      "responses": {"Gone": {"content": {"application/json": {"schema": {"type": "object", "properties": {"why": {"type": "string"}}}}}}}}}"##,
            ),
        ],
        &[],
    )
    .expect("the documents are fine");
    for item in [
        "pub enum SortParameter",
        "pub struct Menu ",
        "pub struct Item ",
        "pub struct OrderRequest",
        "pub struct GoneResponse",
    ] {
        has(&code, item);
    }
}

#[test]
fn a_published_schema_finds_its_neighbours_beside_it() {
    let code = generated(
        &[
            (
                "bom.json",
                r#"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/schema/bom.json",
                    "title": "Bom", "type": "object", "properties": {"licence": {"$ref": "spdx.json"}}}"#,
            ),
            (
                "spdx.json",
                r#"{"$id": "https://example.com/schema/spdx.json", "enum": ["MIT", "Apache-2.0"]}"#,
            ),
        ],
        &[],
    )
    .expect("the documents are fine");
    has(&code, "pub enum Spdx");
}

#[test]
fn a_mapping_may_name_a_document_as_references_do() {
    let files = [
        (
            "bom.json",
            r#"{"$id": "https://example.com/schema/bom.json", "title": "Bom", "properties": {"licence": {"$ref": "spdx.json"}}}"#,
        ),
        ("vendor/licences.json", r#"{"enum": ["MIT", "Apache-2.0"]}"#),
    ];
    let error = generated(&files, &[]).expect_err("nothing is at that address");
    has(&error, "no such document is at hand");
    has(
        &generated(&files, &[("spdx.json", "vendor/licences.json")]).expect("it is mapped"),
        "pub enum Spdx",
    );
}

#[test]
fn an_identifier_beside_a_reference_is_the_base_of_a_root() {
    let code = generated(
        &[
            (
                "step.json",
                r##"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/step.json",
                    "$ref": "#/definitions/Step", "definitions": {"Step": {"properties": {"unit": {"$ref": "unit.json"}}}}}"##,
            ),
            ("elsewhere/unit.json", r#"{"type": "object", "properties": {"u": {"type": "string"}}}"#),
        ],
        &[("https://example.com/unit.json", "elsewhere/unit.json")],
    )
    .expect("the address is mapped");
    has(&code, "pub struct Unit");
}

#[test]
fn a_metaschema_is_a_schema_like_others() {
    let code = generated(
        &[(
            "meta.json",
            r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://json-schema.org/draft/2020-12/schema",
                "$dynamicAnchor": "meta", "title": "Meta", "type": ["object", "boolean"],
                "allOf": [{"$ref": "meta/core"}],
                "properties": {"mine": {"$dynamicRef": "#meta"}}}"##,
        )],
        &[],
    )
    .expect("the document is fine");
    has(&code, "pub mine: Option<");
}

#[test]
fn a_document_says_what_it_is_resolved_against() {
    let code = generated(
        &[
            (
                "api.yaml",
                "openapi: 3.2.0\n$self: https://example.com/v1/api.yaml\ninfo: {title: A, version: '1'}\ncomponents:\n  schemas:\n    Holder:\n      properties:\n        far: {$ref: common.yaml#/Far}\n        own: {$ref: 'https://example.com/v1/api.yaml#/components/schemas/Own'}\n    Own: {type: object, properties: {o: {type: string}}}\n",
            ),
            ("elsewhere.yaml", "Far: {type: object, properties: {f: {type: string}}}\n"),
        ],
        &[("https://example.com/v1/common.yaml", "elsewhere.yaml")],
    )
    .expect("the address is mapped");
    has(&code, "pub struct Far");
    has(&code, "pub own: Option<Own>");
}

#[test]
fn a_component_with_an_identifier_is_the_base_of_what_is_in_it_whoever_refers_to_it() {
    let code = generated(
        &[(
            "api.json",
            r##"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "components": {"schemas": {
                "Holder": {"properties": {"page": {"$ref": "#/components/schemas/Page"}, "names": {"$ref": "#/components/schemas/Names"}}},
                "Names": {"$id": "https://example.com/Names", "$ref": "Page",
                  "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"}}},
                "Page": {"$id": "https://example.com/Page", "properties": {"data": {"type": "array", "items": {"$dynamicRef": "#item"}}},
                  "$defs": {"item": {"$dynamicAnchor": "item", "type": "boolean"}}}}}}"##,
        )],
        &[],
    )
    .expect("the document is fine");
    has(&code, "pub data: Option<Vec<bool>>");
    has(&code, "pub data: Option<Vec<String>>");
}
