//! Sets of characters: the classes of a pattern, read as ECMA-262 does in Unicode mode.

use std::fmt::Write as _;

/// The first code point that is no character of a text, and the last.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);
const HIGH: (u32, u32) = (0xD800, 0xDBFF);
const LOW: (u32, u32) = (0xDC00, 0xDFFF);
const LAST: u32 = 0x10_FFFF;

/// All characters: those before the halves, and those behind.
const HALVES: [(u32, u32); 2] = [(0, SURROGATES.0 - 1), (SURROGATES.1 + 1, LAST)];

/// The white space of ECMA-262, in order.
const SPACES: &[(u32, u32)] = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];
const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const WORDS: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];

/// A class: ranges of code points, and properties as they are written.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Class {
    pub(super) is_negated: bool,
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) properties: Vec<String>,
    /// Some of the ranges come from `\d` and the like.
    pub(super) has_names: bool,
}

impl Class {
    pub(super) fn of(code: u32) -> Self {
        Class {
            ranges: vec![(code, code)],
            ..Class::default()
        }
    }

    /// Adds what `\d`, `\w`, `\s` and their opposites mean; says `false` for another letter.
    pub(super) fn add_named(&mut self, letter: char) -> bool {
        let ranges = match letter.to_ascii_lowercase() {
            'd' => DIGITS,
            'w' => WORDS,
            's' => SPACES,
            _ => return false,
        };
        if letter.is_ascii_lowercase() {
            self.ranges.extend(ranges);
            return true;
        }
        let mut next = 0;
        for (first, last) in ranges {
            if *first > next {
                self.ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        self.ranges.push((next, LAST));
        true
    }

    /// Whether it names half a character that no text has.
    pub(super) fn has_surrogates(&self) -> bool {
        let meets = |(first, last): &(u32, u32)| {
            let is_half = |code: &u32| (SURROGATES.0..=SURROGATES.1).contains(code);
            is_half(first) || is_half(last)
        };
        self.ranges.iter().any(meets)
    }

    /// The characters that a class of first halves and one of second halves mean together.
    pub(super) fn pair(&self, low: &Class) -> Option<Class> {
        let is_within = |class: &Class, (first, last): (u32, u32)| {
            let is_plain = !class.is_negated && class.properties.is_empty() && !class.ranges.is_empty();
            is_plain && class.ranges.iter().all(|range| range.0 >= first && range.1 <= last)
        };
        if !is_within(self, HIGH) || !is_within(low, LOW) {
            return None;
        }
        let code = |high: u32, low: u32| 0x1_0000 + ((high - HIGH.0) << 10) + (low - LOW.0);
        let mut ranges = Vec::new();
        for (first, last) in &self.ranges {
            for range in &low.ranges {
                if *range == LOW {
                    ranges.push((code(*first, LOW.0), code(*last, LOW.1)));
                } else {
                    ranges.extend((*first..=*last).map(|high| (code(high, range.0), code(high, range.1))));
                }
            }
        }
        Some(Class {
            ranges,
            ..Class::default()
        })
    }

    /// The ranges in order, each character once, without halves of characters.
    fn characters(&self) -> Vec<(u32, u32)> {
        let cut = |(first, last): &(u32, u32)| HALVES.map(|(from, to)| ((*first).max(from), (*last).min(to)));
        let mut cut: Vec<(u32, u32)> = self
            .ranges
            .iter()
            .flat_map(cut)
            .filter(|range| range.0 <= range.1)
            .collect();
        cut.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (first, last) in cut {
            match merged.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                Some(_) | None => merged.push((first, last)),
            }
        }
        merged
    }

    /// The class as every engine reads it: without halves of characters, and never empty.
    pub(super) fn text(&self) -> String {
        let ranges = self.characters();
        let mut items = String::new();
        for (first, last) in &ranges {
            items.push_str(&character(*first));
            if first < last {
                items.push_str(&format!("-{}", character(*last)));
            }
        }
        if ranges == HALVES {
            items = "\\s\\S".to_owned();
        }
        self.properties.iter().for_each(|property| items.push_str(property));
        match (items.is_empty(), self.is_negated) {
            (true, true) => "[\\s\\S]".to_owned(),
            (true, false) => "[^\\s\\S]".to_owned(),
            (false, true) => format!("[^{items}]"),
            (false, false) => format!("[{items}]"),
        }
    }
}

/// What `\b` asks for, or `\B`, in look-around: a side that is a letter, digit or underscore, and one that is not.
pub(super) fn boundary(is_one: bool) -> String {
    let (before, after) = ("(?<=[0-9A-Z_a-z])", "(?=[0-9A-Z_a-z])");
    let (not_before, not_after) = ("(?<![0-9A-Z_a-z])", "(?![0-9A-Z_a-z])");
    if is_one {
        format!("(?:{before}{not_after}|{not_before}{after})")
    } else {
        format!("(?:{before}{after}|{not_before}{not_after})")
    }
}

/// A character as it stands in a class, or outside of one.
pub(super) fn character(code: u32) -> String {
    match char::from_u32(code) {
        // Plain in a class and outside of one, also where two stand together.
        Some(c) if c.is_ascii_alphanumeric() || "_,:;<>=!%@#/'\"".contains(c) => c.to_string(),
        _ => {
            let mut text = String::new();
            // Writing to a text does not fail.
            let _ = write!(text, "\\u{{{code:x}}}");
            text
        }
    }
}
