//! Where a JSON pointer points to in a text, found on demand.
//!
//! The YAML parser's events carry positions, and JSON is read as the YAML that it nearly is. Where the two part (a few
//! control characters, very long keys), and below aliases and merge keys, the answer is the nearest place around.

use granit_parser::{Event, Parser};

/// The line and column, both from 1 and in characters, of the value at `pointer`; for an object member those of its key.
///
/// Where the text does not spell the value out (it comes through an alias or a merge key, or does not exist) the nearest
/// ancestor that it does spell out. `None` when not even the root can be found.
pub(crate) fn locate(text: &str, pointer: &str) -> Option<(usize, usize)> {
    // One pointer in, one answer out.
    locate_all(text, &[pointer])[0]
}

/// What [`locate`] answers for each of `pointers`, in one pass over the text.
pub(crate) fn locate_all(text: &str, pointers: &[&str]) -> Vec<Option<(usize, usize)>> {
    let mut wanted = Wanted::new();
    let ends: Vec<usize> = pointers.iter().map(|pointer| wanted.add(pointer)).collect();
    scan(text, &mut wanted);
    ends.into_iter().map(|end| wanted.nearest(end)).collect()
}

/// The pointers to look for, as a tree of tokens.
struct Wanted {
    nodes: Vec<Node>,
}

/// One token of a wanted pointer.
struct Node {
    token: String,
    parent: Option<usize>,
    children: Vec<usize>,
    found: Option<(usize, usize)>,
}

impl Wanted {
    fn new() -> Self {
        Self {
            nodes: vec![Node {
                token: String::new(),
                parent: None,
                children: Vec::new(),
                found: None,
            }],
        }
    }

    /// Adds a pointer and returns the node of its last token.
    fn add(&mut self, pointer: &str) -> usize {
        let mut at = 0;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            at = match self.child(at, &token) {
                Some(child) => child,
                None => {
                    let child = self.nodes.len();
                    self.nodes.push(Node {
                        token,
                        parent: Some(at),
                        children: Vec::new(),
                        found: None,
                    });
                    self.nodes[at].children.push(child);
                    child
                }
            };
        }
        at
    }

    fn child(&self, at: usize, token: &str) -> Option<usize> {
        self.nodes[at]
            .children
            .iter()
            .copied()
            .find(|&child| self.nodes[child].token == token)
    }

    /// The position of the node, or of its nearest ancestor that has one.
    fn nearest(&self, node: usize) -> Option<(usize, usize)> {
        let mut at = Some(node);
        while let Some(index) = at {
            if self.nodes[index].found.is_some() {
                return self.nodes[index].found;
            }
            at = self.nodes[index].parent;
        }
        None
    }
}

/// A collection that is open, and the wanted node that it stands for, if any.
enum Frame {
    Sequence { node: Option<usize>, next: usize },
    Mapping { node: Option<usize>, key: Key },
}

/// What a mapping expects next.
enum Key {
    /// A key.
    Next,
    /// The value of the member that this wanted node stands for, if any.
    Read(Option<usize>),
}

/// Walks the events of the first YAML document, with a stack of its own instead of recursion, and notes the positions.
fn scan(text: &str, wanted: &mut Wanted) {
    let mut options = granit_parser::Options::default();
    // Positions of keys that were read once are not a place to be strict in; memory stays bounded by the text.
    options.simple_key_max_lookahead = 1 << 16;
    options.set_emit_comments(false);
    let mut frames: Vec<Frame> = Vec::new();
    for event in Parser::new_from_str_with_options(text, options) {
        // A text that the parser gives up on still has the positions before that.
        let Ok((event, span)) = event else { return };
        let at = (span.start.line(), span.start.col() + 1);
        match event {
            Event::Scalar(value, ..) => {
                if let Some(Frame::Mapping {
                    node,
                    key: key @ Key::Next,
                }) = frames.last_mut()
                {
                    let member = node.and_then(|node| wanted.child(node, &value));
                    if let Some(member) = member {
                        wanted.nodes[member].found = Some(at);
                    }
                    *key = Key::Read(member);
                } else {
                    enter(&mut frames, wanted, at);
                }
            }
            Event::Alias(..) | Event::UnresolvedAlias(..) => {
                enter(&mut frames, wanted, at);
            }
            Event::SequenceStart(..) => {
                let node = enter(&mut frames, wanted, at);
                frames.push(Frame::Sequence { node, next: 0 });
            }
            Event::MappingStart(..) => {
                let node = enter(&mut frames, wanted, at);
                frames.push(Frame::Mapping { node, key: Key::Next });
            }
            Event::SequenceEnd | Event::MappingEnd => {
                frames.pop();
            }
            Event::DocumentEnd => return,
            // Neither nodes nor ends of nodes.
            _ => {}
        }
    }
}

/// Takes the next place of the innermost open collection for a node that starts at `at`, and returns the wanted node
/// that it stands for.
fn enter(frames: &mut [Frame], wanted: &mut Wanted, at: (usize, usize)) -> Option<usize> {
    match frames.last_mut() {
        None => {
            wanted.nodes[0].found = Some(at);
            Some(0)
        }
        Some(Frame::Sequence { node, next }) => {
            let index = *next;
            *next += 1;
            let item = wanted.child((*node)?, &index.to_string())?;
            wanted.nodes[item].found = Some(at);
            Some(item)
        }
        Some(Frame::Mapping { key, .. }) => match std::mem::replace(key, Key::Next) {
            // A key that is a collection or an alias: no pointer names its member.
            Key::Next => {
                *key = Key::Read(None);
                None
            }
            Key::Read(member) => member,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_members_are_found_at_their_keys_and_items_at_their_values() {
        let text = "{\n\t\"ü\": [1, {\"b\": 2}],\n  \"a/b\": {\"~\": true}\n}";
        assert_eq!(locate(text, ""), Some((1, 1)));
        assert_eq!(locate(text, "/ü"), Some((2, 2)));
        assert_eq!(locate(text, "/ü/0"), Some((2, 8)));
        assert_eq!(locate(text, "/ü/1/b"), Some((2, 12)));
        assert_eq!(locate(text, "/a~1b/~0"), Some((3, 11)));
    }

    #[test]
    fn yaml_in_block_and_flow_style() {
        let text = "a:\n  - x\n  - b: {c: 1}\n200: !!str y\n? [k]\n: z\nd: 1\n";
        assert_eq!(locate(text, "/a/0"), Some((2, 5)));
        assert_eq!(locate(text, "/a/1/b/c"), Some((3, 9)));
        assert_eq!(locate(text, "/200"), Some((4, 1)));
        assert_eq!(locate(text, "/d"), Some((7, 1)));
    }

    #[test]
    fn what_is_not_spelled_out_gives_the_nearest_ancestor() {
        let text = "base: &b\n  x: 1\nuse: *b\nmerged:\n  <<: *b\n  y: 2\n";
        assert_eq!(locate(text, "/use/x"), Some((3, 1)));
        assert_eq!(locate(text, "/merged/x"), Some((4, 1)));
        assert_eq!(locate(text, "/merged/y"), Some((6, 3)));
        assert_eq!(locate(text, "/nowhere/at/all"), Some((1, 1)));
        assert_eq!(locate("", "/a"), None);
    }

    #[test]
    fn the_last_of_a_key_that_is_there_twice() {
        assert_eq!(locate("{\"a\": 1,\n\"a\": 2}", "/a"), Some((2, 1)));
    }

    #[test]
    fn several_pointers_in_one_pass() {
        let found = locate_all("a: 1\nb:\n  c: 2\n", &["/b/c", "/a", "/b/d", "/b/c"]);
        assert_eq!(found, [Some((3, 3)), Some((1, 1)), Some((2, 1)), Some((3, 3))]);
    }

    #[test]
    fn deep_and_broken_texts_end_well() {
        for open in ["[", "{\"a\":", "- ", "[\n", "? "] {
            // No document like this is ever read; it must not bring the process down either.
            locate(&open.repeat(100_000), "/0/0");
        }
        let deep = format!("{}1{}", "{\"a\":".repeat(126), "}".repeat(126));
        assert_eq!(locate(&deep, &"/a".repeat(126)), Some((1, 125 * 5 + 2)));
        assert_eq!(locate("a: 1\nb: ]\n", "/a"), Some((1, 1)));
    }
}
