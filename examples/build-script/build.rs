//! Generates `OUT_DIR/shipment.rs` from `specs/shipment.json`.

fn main() -> Result<(), isomorph_build::Error> {
    isomorph_build::generate("specs/shipment.json")
}
