//! Patterns as the engines read them with the meaning of ECMA-262.
//!
//! What the engines read as ECMA-262 does stays to the letter. Written anew are: classes of all or of no characters,
//! references to named groups, and characters written in two halves. Beside look-around and references the translation
//! leaves everything alone, so there `.`, word boundaries, and the classes that have a name are written anew as well.

use std::borrow::Cow;

use jsonschema_regex::is_valid_ecma_regex;

use super::class::{Class, boundary, character};

/// The pattern, or one that means the same to the engines; what is no ECMA-262 pattern stays as it is.
pub(crate) fn portable(source: &str) -> Cow<'_, str> {
    if !is_valid_ecma_regex(source) {
        return Cow::Borrowed(source);
    }
    let chars: Vec<char> = source.chars().collect();
    let mut scan = Scan::of(&chars);
    scan.run();
    let mut rewriter = Rewriter {
        chars: &chars,
        at: 0,
        names: scan.names,
        is_left_alone: scan.is_left_alone,
        text: String::with_capacity(source.len()),
    };
    match rewriter.run() {
        Some(()) if rewriter.text != source => Cow::Owned(rewriter.text),
        Some(()) | None => Cow::Borrowed(source),
    }
}

/// All but the ends of lines.
const DOT: &str = "[^\\n\\r\\u{2028}\\u{2029}]";

/// A first look: the names of groups by number, and whether the pattern is one that the translation leaves alone.
struct Scan<'c> {
    chars: &'c [char],
    names: Vec<Option<String>>,
    is_left_alone: bool,
}

impl<'c> Scan<'c> {
    fn of(chars: &'c [char]) -> Self {
        Scan {
            chars,
            names: Vec::new(),
            is_left_alone: false,
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        let mut is_in_class = false;
        while let Some(c) = self.chars.get(at) {
            match c {
                '\\' => {
                    let next = self.chars.get(at + 1).copied().unwrap_or_default();
                    self.is_left_alone |= !is_in_class && matches!(next, '1'..='9' | 'k');
                    at += 1;
                }
                '[' => is_in_class = true,
                ']' => is_in_class = false,
                '(' if !is_in_class => self.group(at + 1),
                _ => {}
            }
            at += 1;
        }
    }

    fn group(&mut self, at: usize) {
        let head: String = self.chars[at..].iter().take(3).collect();
        if !head.starts_with('?') {
            self.names.push(None);
        } else if head.starts_with("?=") || head.starts_with("?!") || head == "?<=" || head == "?<!" {
            self.is_left_alone = true;
        } else if head.starts_with("?<") {
            let name = self.chars[at + 2..].iter().take_while(|c| **c != '>').collect();
            self.names.push(Some(name));
        }
    }
}

struct Rewriter<'c> {
    chars: &'c [char],
    at: usize,
    names: Vec<Option<String>>,
    is_left_alone: bool,
    text: String,
}

/// What one atom of a pattern or of a class stands for.
enum Atom {
    Code(u32),
    /// `\d` and the like.
    Named(char),
    /// `\p{...}`, to the letter.
    Property(String),
}

impl Rewriter<'_> {
    /// `None` for what is not understood, which then stays as it is.
    fn run(&mut self) -> Option<()> {
        while let Some(c) = self.peek(0) {
            let start = self.at;
            match c {
                '[' => {
                    let class = self.class()?;
                    self.put_class(&class, start)?;
                }
                '\\' => self.escape()?,
                '.' if self.is_left_alone => {
                    self.at += 1;
                    self.text.push_str(DOT);
                }
                other => {
                    self.at += 1;
                    self.text.push(other);
                }
            }
        }
        Some(())
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn put_raw(&mut self, start: usize) {
        self.text.extend(&self.chars[start..self.at]);
    }

    /// Writes a class that began at `start`, with the second halves that may follow it.
    fn put_class(&mut self, class: &Class, start: usize) -> Option<()> {
        let end = self.at;
        if class.has_surrogates() {
            let low = match (self.peek(0), self.peek(1)) {
                (Some('['), _) => Some(self.class()?),
                (Some('\\'), Some('u')) => match self.atom()? {
                    Atom::Code(code) => Some(Class::of(code)),
                    Atom::Named(_) | Atom::Property(_) => None,
                },
                _ => None,
            };
            if let Some(pair) = low.and_then(|low| class.pair(&low)) {
                self.text.push_str(&pair.text());
                return Some(());
            }
            self.at = end;
        }
        let is_bare = class.ranges.is_empty() && class.properties.is_empty();
        if is_bare || class.has_surrogates() || self.has_halves(start) || (self.is_left_alone && class.has_names) {
            self.text.push_str(&class.text());
        } else {
            self.put_raw(start);
        }
        Some(())
    }

    /// Whether a first half of a character is written in what was read since `start`.
    fn has_halves(&self, start: usize) -> bool {
        let is_half = |window: &[char]| matches!(window, ['\\', 'u', 'd' | 'D', '8' | '9' | 'a' | 'b' | 'A' | 'B']);
        self.chars[start..self.at].windows(4).any(is_half)
    }

    /// An escape outside of a class.
    fn escape(&mut self) -> Option<()> {
        let start = self.at;
        let letter = self.peek(1)?;
        match letter {
            // Elsewhere the engines' own boundary stays: look-around would cost the linear time.
            'b' | 'B' if self.is_left_alone => {
                self.at += 2;
                self.text.push_str(&boundary(letter == 'b'));
            }
            'b' | 'B' => {
                self.at += 2;
                self.put_raw(start);
            }
            'k' => {
                self.at += 3;
                let name: String = self.chars[self.at..].iter().take_while(|c| **c != '>').collect();
                self.at += name.chars().count() + 1;
                let is_named = |other: &Option<String>| other.as_deref() == Some(name.as_str());
                let number = self.names.iter().position(is_named)? + 1;
                self.text.push_str(&format!("(?:\\{number})"));
            }
            _ => match self.atom()? {
                Atom::Code(code) if char::from_u32(code).is_none() => self.put_class(&Class::of(code), start)?,
                // A character beyond the first 65,536 may have been written in two halves.
                Atom::Code(code) if code > 0xFFFF => self.text.push_str(&character(code)),
                Atom::Code(code) if matches!(letter, '0' | 'c') => self.text.push_str(&character(code)),
                Atom::Named(letter) if self.is_left_alone => {
                    let mut class = Class::default();
                    class.add_named(letter);
                    self.text.push_str(&class.text());
                }
                Atom::Code(_) | Atom::Named(_) | Atom::Property(_) => self.put_raw(start),
            },
        }
        Some(())
    }

    /// A class, from its bracket to the other one.
    fn class(&mut self) -> Option<Class> {
        self.at += 1;
        let mut class = Class::default();
        if self.peek(0) == Some('^') {
            class.is_negated = true;
            self.at += 1;
        }
        while self.peek(0)? != ']' {
            let first = self.atom()?;
            let is_range = self.peek(0) == Some('-') && self.peek(1)? != ']';
            match first {
                Atom::Code(code) if is_range => {
                    self.at += 1;
                    let Atom::Code(last) = self.atom()? else { return None };
                    class.ranges.push((code, last));
                }
                Atom::Code(code) => class.ranges.push((code, code)),
                Atom::Named(letter) => {
                    class.add_named(letter);
                    class.has_names = true;
                }
                Atom::Property(text) => class.properties.push(text),
            }
        }
        self.at += 1;
        Some(class)
    }

    /// One character, or an escape for one or for several.
    fn atom(&mut self) -> Option<Atom> {
        let c = self.peek(0)?;
        self.at += 1;
        if c != '\\' {
            return Some(Atom::Code(c.into()));
        }
        let letter = self.peek(0)?;
        self.at += 1;
        Some(match letter {
            'd' | 'D' | 'w' | 'W' | 's' | 'S' => Atom::Named(letter),
            'p' | 'P' => {
                let start = self.at - 2;
                while self.peek(0)? != '}' {
                    self.at += 1;
                }
                self.at += 1;
                Atom::Property(self.chars[start..self.at].iter().collect())
            }
            'n' => Atom::Code(0x0A),
            'r' => Atom::Code(0x0D),
            't' => Atom::Code(0x09),
            'v' => Atom::Code(0x0B),
            'f' => Atom::Code(0x0C),
            '0' => Atom::Code(0),
            // In a class; outside of one it is a boundary.
            'b' => Atom::Code(0x08),
            'c' => {
                let control = self.peek(0)?;
                self.at += 1;
                Atom::Code(u32::from(control) % 32)
            }
            'x' => Atom::Code(self.hexadecimal(2)?),
            'u' if self.peek(0) == Some('{') => {
                self.at += 1;
                let digits: String = self.chars[self.at..].iter().take_while(|c| **c != '}').collect();
                self.at += digits.chars().count() + 1;
                Atom::Code(u32::from_str_radix(&digits, 16).ok()?)
            }
            'u' => Atom::Code(self.unit()?),
            other => Atom::Code(other.into()),
        })
    }

    /// Four digits, and four more where they are the second half of one character.
    fn unit(&mut self) -> Option<u32> {
        let high = self.hexadecimal(4)?;
        let end = self.at;
        if self.peek(0) == Some('\\') && self.peek(1) == Some('u') && self.peek(2) != Some('{') {
            self.at += 2;
            let low = self.hexadecimal(4)?;
            if let Some(pair) = Class::of(high).pair(&Class::of(low)) {
                return pair.ranges.first().map(|(code, _)| *code);
            }
        }
        self.at = end;
        Some(high)
    }

    fn hexadecimal(&mut self, count: usize) -> Option<u32> {
        let digits: String = self.chars.get(self.at..self.at + count)?.iter().collect();
        self.at += count;
        u32::from_str_radix(&digits, 16).ok()
    }
}
