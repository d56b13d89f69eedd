//! Pieces of error texts, each of bounded length: a document must not decide how long an error is.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

/// How many characters of a string or a key an error shows.
const SHOWN: usize = 60;

/// At most `most` characters of `text`, with `…` where something was left out.
pub(crate) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// A string as JSON, cut.
pub(crate) fn quote(text: &str) -> String {
    let shown = cut(text, SHOWN);
    serde_json::to_string(&*shown).unwrap_or_else(|_| format!("{shown:?}"))
}

/// A key as a segment of a JSON pointer, cut.
pub(crate) fn segment_text(key: &str) -> Cow<'_, str> {
    let shown = cut(key, 2 * SHOWN);
    if shown.contains(['~', '/']) {
        Cow::Owned(shown.replace('~', "~0").replace('/', "~1"))
    } else {
        shown
    }
}

/// The name in `names` that differs from `name` by a slip of the keyboard, if there is one.
pub(crate) fn nearest(name: &str, names: &[&'static str]) -> Option<&'static str> {
    if name.len() > SHOWN {
        return None;
    }
    names
        .iter()
        .filter(|known| known.len() <= SHOWN)
        .map(|known| (distance(name, known), *known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 5)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// How many edits (a letter more, less, other, or two swapped) lie between two short names, case aside.
fn distance(left: &str, right: &str) -> usize {
    let fold = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (left, right) = (fold(left), fold(right));
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, l) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, r) in right.iter().enumerate() {
            let mut best = (above[column] + usize::from(l != r))
                .min(above[column + 1] + 1)
                .min(line[column] + 1);
            if row > 0 && column > 0 && *l == right[column - 1] && left[row - 1] == *r {
                best = best.min(before[column - 1] + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[right.len()]
}

/// Whether two keys are the same. Most are short: comparing words costs less than the call of a general comparison.
#[inline]
pub(crate) fn same_key(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let length = left.len();
    if length != right.len() {
        return false;
    }
    // The first and the last word overlap, or meet.
    if length >= 8 {
        let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_ne_bytes(*bytes));
        let first = word(left.first_chunk()) ^ word(right.first_chunk());
        let last = word(left.last_chunk()) ^ word(right.last_chunk());
        return first | last == 0 && (length <= 16 || left == right);
    }
    if length >= 4 {
        let word = |bytes: Option<&[u8; 4]>| bytes.map_or(0, |bytes| u32::from_ne_bytes(*bytes));
        let first = word(left.first_chunk()) ^ word(right.first_chunk());
        let last = word(left.last_chunk()) ^ word(right.last_chunk());
        return first | last == 0;
    }
    // Of three bytes or fewer these are all.
    let byte = |bytes: &[u8], index: usize| bytes.get(index).copied().unwrap_or(0);
    let places = [0, length / 2, length.saturating_sub(1)];
    places
        .iter()
        .fold(0, |other, place| other | (byte(left, *place) ^ byte(right, *place)))
        == 0
}

/// Where a key is in a list.
#[inline]
pub(crate) fn position(keys: &[&str], key: &str) -> Option<usize> {
    keys.iter().position(|known| same_key(known, key))
}

/// Joins `items` as `a, b or c`, at most `most` of them.
pub(crate) fn either<T: Display>(items: impl ExactSizeIterator<Item = T>, most: usize) -> String {
    let count = items.len();
    let mut text = String::new();
    for (index, item) in items.take(most).enumerate() {
        let gap = match index {
            0 => "",
            _ if index + 1 == count => " or ",
            _ => ", ",
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}{item}");
    }
    if count > most {
        let _ = write!(text, " or one of {} more", count - most);
    }
    text
}
