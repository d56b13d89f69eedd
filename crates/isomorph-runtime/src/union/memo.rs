//! What was found out about shared nodes while members are tried.
//!
//! Members that contain unions are read once for each member tried above them. Without a memory the number of readings
//! doubles with every level, and a small document could keep a reader busy for years.

use std::cell::RefCell;
use std::collections::HashMap;

use super::Union;
use crate::buffer::Node;
use crate::fault::Fault;

/// The member that counts, or why none does.
pub(super) type Verdict = Result<usize, Fault>;

type Memory = HashMap<(usize, &'static str), Verdict>;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Forgets everything at its end, and so before the nodes are gone.
pub(super) struct Forget;

impl Drop for Forget {
    fn drop(&mut self) {
        MEMORY.take();
    }
}

fn key<T: Union>(node: &Node) -> (usize, &'static str) {
    (node.address(), std::any::type_name::<T>())
}

/// What is known about a node as a `T`.
pub(super) fn recall<T: Union>(node: &Node) -> Option<Verdict> {
    MEMORY.with_borrow(|memory| memory.get(&key::<T>(node)).cloned())
}

/// Keeps what was found out.
pub(super) fn note<T: Union>(node: &Node, verdict: Verdict) {
    MEMORY.with_borrow_mut(|memory| memory.insert(key::<T>(node), verdict));
}
