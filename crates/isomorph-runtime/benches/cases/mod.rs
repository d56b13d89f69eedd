//! What is measured: cases, the contestants of each, and what is claimed of them.
//!
//! The models are generated from the schemas in `benches/models`, their rivals are what one writes by hand with serde.
//! Every contestant of a case reads the same text, or writes a value that gives the same text.

#[rustfmt::skip]
#[path = "../models/events.rs"]
pub mod events;
#[rustfmt::skip]
#[path = "../models/outputs.rs"]
pub mod outputs;
#[rustfmt::skip]
#[path = "../models/records.rs"]
pub mod records;
#[rustfmt::skip]
#[path = "../models/shapes.rs"]
pub mod shapes;

mod payload;
mod rivals;
mod structs;
mod unions;

use std::hint::black_box;
use std::rc::Rc;

use isomorph_runtime::Wire;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// One thing to read or write, and everyone who does.
pub struct Case {
    pub name: String,
    pub contestants: Vec<Contestant>,
    pub claims: Vec<Claim>,
}

/// Who reads or writes, and the doing.
pub struct Contestant {
    pub name: &'static str,
    pub run: Box<dyn Fn()>,
}

/// What is said of two contestants of a case.
pub struct Claim {
    pub measured: &'static str,
    pub rival: &'static str,
    /// At most this many times the rival's time; shown without a verdict where there is none.
    pub time: Option<f64>,
    /// The target is known to be missed, but by no more than up to this ratio.
    pub known: Option<f64>,
    /// No more allocations than the rival.
    pub allocations: bool,
}

/// All cases, in the order of the tables.
pub fn all() -> Vec<Case> {
    let mut cases = structs::cases();
    cases.extend(unions::cases());
    cases
}

/// The names of contestants that most cases have.
const DOOR: &str = "isomorph, text door";
const PLAIN: &str = "isomorph, serde_json";
const DERIVE: &str = "derive";
const WRITTEN: &str = "isomorph";

impl Case {
    fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            contestants: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// A contestant that reads the text at the text door.
    fn door<T: Wire + 'static>(self, name: &'static str, text: &Rc<str>) -> Self {
        let text = text.clone();
        assert!(isomorph_runtime::from_str::<T>(&text).is_ok(), "{} refuses", self.name);
        self.contestant(name, move || isomorph_runtime::from_str::<T>(&text))
    }

    /// A contestant that reads the text with serde_json.
    fn plain<T: DeserializeOwned + 'static>(self, name: &'static str, text: &Rc<str>) -> Self {
        let text = text.clone();
        assert!(serde_json::from_str::<T>(&text).is_ok(), "{} refuses", self.name);
        self.contestant(name, move || serde_json::from_str::<T>(&text))
    }

    /// A contestant that writes what it reads from the text, which must give the text again.
    fn writer<T: DeserializeOwned + Serialize + 'static>(self, name: &'static str, text: &Rc<str>) -> Self {
        let value: T = serde_json::from_str(text).expect("a payload is right");
        let written = serde_json::to_string(&value).expect("what was read can be written");
        assert_eq!(written, **text, "{}: {name} writes something else", self.name);
        self.contestant(name, move || serde_json::to_string(&value))
    }

    fn contestant<R>(mut self, name: &'static str, run: impl Fn() -> R + 'static) -> Self {
        self.contestants.push(Contestant {
            name,
            run: Box::new(move || drop(black_box(run()))),
        });
        self
    }

    /// `measured` takes at most `time` times as long as `rival`.
    fn claim(self, measured: &'static str, rival: &'static str, time: f64) -> Self {
        self.claims(measured, rival, Some(time), false)
    }

    /// The same, and it does not allocate more often.
    fn claim_both(self, measured: &'static str, rival: &'static str, time: f64) -> Self {
        self.claims(measured, rival, Some(time), true)
    }

    /// How `measured` stands to `rival`, whatever comes out; but it does not allocate more often.
    fn show(self, measured: &'static str, rival: &'static str) -> Self {
        self.claims(measured, rival, None, true)
    }

    /// What is claimed of the two is known to be missed so far, and may not get worse than this.
    fn known(mut self, measured: &str, rival: &str, most: f64) -> Self {
        let claim = self
            .claims
            .iter_mut()
            .find(|claim| claim.measured == measured && claim.rival == rival);
        claim.expect("what is known is known of a claim").known = Some(most);
        self
    }

    fn claims(mut self, measured: &'static str, rival: &'static str, time: Option<f64>, allocations: bool) -> Self {
        self.claims.push(Claim {
            measured,
            rival,
            time,
            known: None,
            allocations,
        });
        self
    }
}
