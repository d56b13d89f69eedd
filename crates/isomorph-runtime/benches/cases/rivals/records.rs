//! `records.json` by hand.

use std::sync::OnceLock;

use fancy_regex::Regex;
use isomorph_runtime::{Map, Value};
use serde::{Deserialize, Serialize};

macro_rules! optional {
    ($($field:ident: $type:ty),* $(,)?) => {
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct Settings {
            $(#[serde(skip_serializing_if = "Option::is_none")] $field: Option<$type>,)*
        }
    };
}

optional! {
    name: String, title: String, region: String, zone: String, owner: String, team: String, branch: String,
    commit: String, author: String, channel: String, port: i64, retries: i64, timeout: i64, workers: i64, limit: i64,
    offset: i64, depth: i64, width: f64, height: f64, weight: f64, ratio: f64, scale: f64, factor: f64, verbose: bool,
    strict: bool, cached: bool, public: bool, labels: Vec<String>, hosts: Vec<String>, paths: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    id: String,
    handle: String,
    email: String,
    country: String,
    display: String,
    about: String,
    age: u64,
    tags: Vec<String>,
}

/// An account that is checked when it is read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Account")]
pub struct Checked(Account);

impl TryFrom<Account> for Checked {
    type Error = &'static str;

    fn try_from(account: Account) -> Result<Self, Self::Error> {
        static ID: OnceLock<Option<Regex>> = OnceLock::new();
        static EMAIL: OnceLock<Option<Regex>> = OnceLock::new();
        static COUNTRY: OnceLock<Option<Regex>> = OnceLock::new();
        let has_length = |text: &str, least: usize, most: usize| (least..=most).contains(&text.chars().count());
        let is_right = matches(&ID, r"^acc_[0-9a-f]{12}$", &account.id)
            && has_length(&account.handle, 3, 32)
            && has_length(&account.email, 5, 254)
            && matches(&EMAIL, r"^[^@ ]+@[^@ ]+$", &account.email)
            && matches(&COUNTRY, r"^[A-Z]{2}$", &account.country)
            && has_length(&account.display, 1, 120)
            && has_length(&account.about, 0, 2_000)
            && account.age <= 150
            && account.tags.len() <= 16
            && account.tags.iter().all(|tag| has_length(tag, 1, 24));
        if is_right {
            Ok(Self(account))
        } else {
            Err("the account breaks a rule")
        }
    }
}

fn matches(compiled: &OnceLock<Option<Regex>>, source: &str, text: &str) -> bool {
    compiled
        .get_or_init(|| Regex::new(source).ok())
        .as_ref()
        .is_some_and(|regex| regex.is_match(text).unwrap_or(false))
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Labels {
    id: String,
    name: String,
    size: i64,
    enabled: bool,
    score: f64,
    #[serde(flatten)]
    extra: Map<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bag {
    id: String,
    name: String,
    size: i64,
    enabled: bool,
    score: f64,
    #[serde(flatten)]
    extra: Map<Value>,
}
