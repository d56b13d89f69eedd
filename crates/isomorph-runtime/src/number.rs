//! Numbers: exact comparison across integer and floating types, JavaScript's way of writing them, decimal remainders.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serializer, ser::Error as _};

/// A JSON number as a rule names it; compared exactly with `i64`, `u64` and `f64` values.
#[derive(Debug, Clone, Copy)]
pub enum Bound {
    /// A whole number that fits `i64`.
    Int(i64),
    /// A whole number that fits `u64`.
    Uint(u64),
    /// Any other finite number.
    Float(f64),
}

impl Bound {
    /// The order of two numbers by their mathematical value; `None` only for NaN.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self.whole(), other.whole()) {
            (Ok(left), Ok(right)) => Some(left.cmp(&right)),
            (Err(left), Err(right)) => left.partial_cmp(&right),
            (Ok(left), Err(right)) => whole_to_float(left, right),
            (Err(left), Ok(right)) => whole_to_float(right, left).map(Ordering::reverse),
        }
    }

    /// Whether both are the same number: `1` is `1.0`.
    #[must_use]
    pub fn equals(self, other: Self) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    fn whole(self) -> Result<i128, f64> {
        match self {
            Self::Int(value) => Ok(value.into()),
            Self::Uint(value) => Ok(value.into()),
            Self::Float(value) => Err(value),
        }
    }

    /// The number of a JSON number.
    pub(crate) fn of(number: &serde_json::Number) -> Self {
        if let Some(value) = number.as_i64() {
            Self::Int(value)
        } else if let Some(value) = number.as_u64() {
            Self::Uint(value)
        } else {
            // Without `arbitrary_precision` every other number is a float.
            Self::Float(number.as_f64().unwrap_or(f64::NAN))
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Uint(value) => value.fmt(f),
            Self::Float(value) => match as_whole(*value) {
                Some(whole) => whole.fmt(f),
                None => f.write_str(&shortest(*value)),
            },
        }
    }
}

fn whole_to_float(whole: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    // Far outside of 64 bits the sign decides; inside, the truncated float is exact as an integer.
    if float.abs() >= 1e30 {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let floor = float.floor();
    Some(
        whole
            .cmp(&(floor as i128))
            .then(if float > floor { Ordering::Less } else { Ordering::Equal }),
    )
}

/// The shortest decimal text that reads back as `value`, as serde_json writes it.
pub(crate) fn shortest(value: f64) -> String {
    serde_json::Number::from_f64(value).map_or_else(|| value.to_string(), |number| number.to_string())
}

/// An integral value below 1e21 as the digits that JavaScript prints: the shortest ones, padded with zeros.
pub(crate) fn as_whole(value: f64) -> Option<i128> {
    if value.fract() != 0.0 || value.abs() >= 1e21 || !value.is_finite() {
        return None;
    }
    if value.abs() < 9_007_199_254_740_992.0 {
        return Some(value as i128);
    }
    // Display for floats prints the shortest digits padded with zeros, never an exponent: what JavaScript prints.
    value.to_string().parse().ok()
}

/// Writes a float as JavaScript does: whole numbers without point or exponent.
///
/// # Errors
/// The serializer's, and for NaN and the infinities, which JSON does not have.
pub(crate) fn write_float<S: Serializer>(value: f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Below 2^53 a cast tells whole numbers from others, faster than a function that rounds.
    if value.abs() < 9_007_199_254_740_992.0 {
        let whole = value as i64;
        return if whole as f64 == value {
            serializer.serialize_i64(whole)
        } else {
            serializer.serialize_f64(value)
        };
    }
    write_large(value, serializer)
}

#[inline(never)]
fn write_large<S: Serializer>(value: f64, serializer: S) -> Result<S::Ok, S::Error> {
    if !value.is_finite() {
        return Err(S::Error::custom(format_args!("{value} has no JSON form")));
    }
    match as_whole(value) {
        None => serializer.serialize_f64(value),
        Some(whole) => match (i64::try_from(whole), u64::try_from(whole)) {
            (Ok(whole), _) => serializer.serialize_i64(whole),
            (_, Ok(whole)) => serializer.serialize_u64(whole),
            // A serializer without a result of its own writes a text; one that builds a value (`serde_json::Value`)
            // has no room for 128 bits.
            _ if size_of::<S::Ok>() == 0 => serializer.serialize_i128(whole),
            _ => serializer.serialize_f64(value),
        },
    }
}

/// A decimal number: `digits` (most significant first, without leading zeros) times ten to the `exponent`.
#[derive(Debug, Clone)]
struct Decimal {
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// From a JSON number's text; the sign does not matter to a remainder's being zero.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(['-', '+']);
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent = exponent
            .parse::<i64>()
            .ok()?
            .checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let mut digits = Vec::with_capacity(whole.len() + fraction.len());
        for byte in whole.bytes().chain(fraction.bytes()) {
            let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
            if digit > 0 || !digits.is_empty() {
                digits.push(digit);
            }
        }
        let mut decimal = Self { digits, exponent };
        while decimal.digits.last() == Some(&0) {
            decimal.digits.pop();
            decimal.exponent += 1;
        }
        Some(decimal)
    }
}

/// Whether `value` is a whole multiple of `divisor`, both as decimal texts; by decimal arithmetic, so that
/// `0.3` is a multiple of `0.1`. A divisor of zero divides only zero; a text that is no number divides nothing.
pub(crate) fn is_multiple(value: &str, divisor: &str) -> bool {
    let (Some(value), Some(divisor)) = (Decimal::parse(value), Decimal::parse(divisor)) else {
        return false;
    };
    if value.digits.is_empty() {
        return true;
    }
    if divisor.digits.is_empty() {
        return false;
    }
    let Some(shift) = value.exponent.checked_sub(divisor.exponent) else {
        return false;
    };
    if shift < 0 {
        // The value has a last digit that is not zero below the divisor's: v / (d * 10^n) whole would need d to
        // have fewer places than v, which no whole factor can give.
        return false;
    }
    remainder(&value.digits, shift.unsigned_abs(), &divisor.digits) == Some(true)
}

/// Whether `digits * 10^shift` leaves no remainder by `divisor`.
fn remainder(digits: &[u8], shift: u64, divisor: &[u8]) -> Option<bool> {
    // A schema's divisor has few digits: then the remainder of long division fits 128 bits.
    if divisor.len() <= 36 {
        let modulus = divisor
            .iter()
            .fold(0u128, |number, digit| number * 10 + u128::from(*digit));
        let mut rest = digits
            .iter()
            .fold(0u128, |rest, digit| (rest * 10 + u128::from(*digit)) % modulus);
        // Ten to any power shares only twos and fives with the divisor: more zeros than its bits change nothing.
        for _ in 0..shift.min(128) {
            rest = rest * 10 % modulus;
        }
        return Some(rest == 0);
    }
    let mut rest: Vec<u8> = Vec::with_capacity(divisor.len() + 1);
    // Each divisor digit can take at most log2(10) < 4 factors of two: that many zeros are enough.
    let zeros = usize::try_from(shift).ok()?.min(4 * divisor.len());
    for digit in digits.iter().copied().chain(std::iter::repeat_n(0, zeros)) {
        if digit > 0 || !rest.is_empty() {
            rest.push(digit);
        }
        while !smaller(&rest, divisor) {
            subtract(&mut rest, divisor);
        }
    }
    Some(rest.is_empty())
}

/// Whether `left` is smaller; both without leading zeros.
fn smaller(left: &[u8], right: &[u8]) -> bool {
    left.len().cmp(&right.len()).then_with(|| left.cmp(right)) == Ordering::Less
}

/// `left -= right`; `left` is not smaller.
fn subtract(left: &mut Vec<u8>, right: &[u8]) {
    let mut borrow = 0;
    for (place, digit) in left.iter_mut().rev().enumerate() {
        let taken = borrow + right.iter().rev().nth(place).copied().unwrap_or(0);
        borrow = u8::from(*digit < taken);
        *digit = *digit + 10 * borrow - taken;
    }
    let zeros = left.iter().take_while(|digit| **digit == 0).count();
    left.drain(..zeros);
}
