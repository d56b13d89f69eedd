//! Where in a JSON text a pointer leads, for errors that were found after the value had been read.

/// The line and column, from 1, of the value at `pointer`, or of the innermost value around it that is there.
///
/// The text was read before, so it is JSON; on anything else the search stops where it is.
#[cold]
pub(crate) fn locate(text: &str, pointer: &str) -> (usize, usize) {
    let mut scan = Scan {
        bytes: text.as_bytes(),
        at: 0,
    };
    scan.space();
    let mut found = scan.at;
    for segment in pointer.split('/').skip(1) {
        let segment = segment.replace("~1", "/").replace("~0", "~");
        let entered = match scan.peek() {
            Some(b'{') => scan.enter_object(&segment),
            Some(b'[') => segment.parse().is_ok_and(|index| scan.enter_array(index)),
            _ => false,
        };
        if !entered {
            break;
        }
        found = scan.at;
    }
    let before = &text.as_bytes()[..found.min(text.len())];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1);
    (line, 1 + found - start)
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Moves to the value at `key`; of a key that comes twice the last counts.
    fn enter_object(&mut self, key: &str) -> bool {
        let mut found = None;
        self.at += 1;
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                break;
            }
            let start = self.at;
            self.string();
            let text = self.bytes.get(start..self.at).unwrap_or_default();
            let is_wanted = serde_json::from_slice::<String>(text).is_ok_and(|found| found == key);
            self.space();
            self.at += 1;
            self.space();
            if is_wanted {
                found = Some(self.at);
            }
            self.value();
            self.space();
            if self.peek() != Some(b',') {
                break;
            }
            self.at += 1;
        }
        match found {
            Some(at) => {
                self.at = at;
                true
            }
            None => false,
        }
    }

    fn enter_array(&mut self, index: usize) -> bool {
        self.at += 1;
        for _ in 0..index {
            self.space();
            self.value();
            self.space();
            if self.peek() != Some(b',') {
                return false;
            }
            self.at += 1;
        }
        self.space();
        self.peek().is_some_and(|byte| byte != b']')
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
    }

    /// Moves behind a value, without recursion: only the depth of brackets matters.
    fn value(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                None => return,
                Some(b'"') => self.string(),
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                    self.at += 1;
                }
                Some(b',') if depth == 0 => return,
                Some(_) => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::locate;

    #[test]
    fn finds_values_in_objects_and_arrays() {
        let text = "{\n  \"a\": [1, {\"b~/c\": \"x,]}\\\"\"}],\n  \"d\": 5\n}";
        assert_eq!(locate(text, ""), (1, 1));
        assert_eq!(locate(text, "/a"), (2, 8));
        assert_eq!(locate(text, "/a/1"), (2, 12));
        assert_eq!(locate(text, "/a/1/b~0~1c"), (2, 21));
        assert_eq!(locate(text, "/d"), (3, 8));
        assert_eq!(locate(text, "/a/7"), (2, 8), "the innermost value that is there");
        assert_eq!(
            locate("{\"a\":1,\"a\":2}", "/a"),
            (1, 12),
            "of two keys the last counts"
        );
    }

    #[test]
    fn ends_on_anything() {
        for text in ["", "{", "{\"a", "{\"a\":", "[", "[1,", "\"", "{\"a\":\"\\"] {
            let _ = locate(text, "/a/0/1");
        }
    }
}
