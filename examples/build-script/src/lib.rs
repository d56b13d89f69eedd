//! Shipments, read with models that the build script generates.

use isomorph_runtime::Error;

/// The models of `specs/shipment.json`.
pub mod shipment {
    include!(concat!(env!("OUT_DIR"), "/shipment.rs"));
}

use shipment::{Shipment, ShipmentCarrier};

/// A sentence about a shipment.
///
/// # Errors
///
/// When the text is not a shipment: where, what was expected and what was there.
pub fn tell(text: &str) -> Result<String, Error> {
    let shipment: Shipment = isomorph_runtime::from_str(text)?;
    let how = match &shipment.carrier {
        ShipmentCarrier::Post(post) => format!("by post as {}", post.tracking),
        ShipmentCarrier::Courier(courier) => format!("by courier, call {}", courier.phone),
    };
    let weight = shipment
        .weight
        .map_or_else(String::new, |weight| format!(", {weight} kg,"));
    Ok(format!("{} is {}{weight} {how}", shipment.id, shipment.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENT: &str = r#"{"id":"A-1","status":"sent","weight":1.5,"carrier":{"kind":"post","tracking":"RR123"}}"#;

    #[test]
    fn shipments_are_told_about() -> Result<(), Error> {
        assert_eq!(tell(SENT)?, "A-1 is sent, 1.5 kg, by post as RR123");
        let courier = r#"{"id":"B","status":"packed","carrier":{"kind":"courier","phone":"112"}}"#;
        assert_eq!(tell(courier)?, "B is packed by courier, call 112");
        Ok(())
    }

    #[test]
    fn what_was_read_is_written_back() -> Result<(), Error> {
        let shipment: Shipment = isomorph_runtime::from_str(SENT)?;
        assert_eq!(serde_json::to_string(&shipment).ok().as_deref(), Some(SENT));
        Ok(())
    }

    #[test]
    fn what_the_schema_refuses_is_refused_with_its_place() {
        let weightless = SENT.replace("1.5", "0");
        let error = tell(&weightless)
            .expect_err("a weight is more than nothing")
            .to_string();
        assert!(error.contains("/weight"), "{error}");
        let lost = SENT.replace("tracking", "phone");
        assert!(tell(&lost).is_err());
    }
}
