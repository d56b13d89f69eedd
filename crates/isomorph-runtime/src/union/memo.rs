//! What was found out about buffered values while members are tried.
//!
//! Members that contain unions are read once for each member tried above them. Without a memory the number of readings
//! doubles with every level, and a small document could keep a reader busy for years.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::Union;
use crate::buffer::Node;
use crate::error::Fault;

/// The member that counts, or why none does.
pub(super) type Verdict = Result<usize, Fault>;

type Memory = HashMap<(Node, &'static str), Verdict>;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
    /// Whether a trial runs.
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Forgets everything when the outermost trial ends, however it ends.
struct Forget;

impl Drop for Forget {
    fn drop(&mut self) {
        RUNNING.set(false);
        Node::naming(false);
        MEMORY.with_borrow_mut(|memory| {
            if !memory.is_empty() {
                *memory = Memory::new();
            }
        });
    }
}

/// Runs a trial; what is noted is kept until the outermost one ends.
pub(super) fn session<R>(run: impl FnOnce() -> R) -> R {
    let _forget = if RUNNING.replace(true) { None } else { Some(Forget) };
    run()
}

/// Says that nodes will be read again: from here on it pays to know them.
///
/// The first member that is tried most often accepts, so the memory starts with the second one; whatever the first one
/// read was read once only.
pub(super) fn start() {
    Node::naming(true);
}

/// What is known about a node as a `T`.
pub(super) fn recall<T: Union>(node: Node) -> Option<Verdict> {
    MEMORY.with_borrow(|memory| memory.get(&(node, std::any::type_name::<T>())).cloned())
}

/// Keeps what was found out about a node that has a name: nodes outside of trials are read once and have none.
pub(super) fn note<T: Union>(node: Option<Node>, verdict: impl FnOnce() -> Verdict) {
    if let Some(node) = node {
        MEMORY.with_borrow_mut(|memory| memory.insert((node, std::any::type_name::<T>()), verdict()));
    }
}
