//! What was found out about buffered values while members are tried.
//!
//! Members that contain unions are read once for each member tried above them. Without a memory the number of readings
//! doubles with every level, and a small document could keep a reader busy for years.

use std::cell::RefCell;
use std::collections::HashMap;

use super::Union;
use crate::buffer::Node;
use crate::error::Fault;

/// The member that counts, or why none does.
pub(super) type Verdict = Result<usize, Fault>;

type Memory = HashMap<(Node, &'static str), Verdict>;

thread_local! {
    /// There is a memory while a trial runs.
    static MEMORY: RefCell<Option<Memory>> = const { RefCell::new(None) };
}

/// Forgets everything when the outermost trial ends, however it ends.
struct Forget;

impl Drop for Forget {
    fn drop(&mut self) {
        MEMORY.set(None);
    }
}

/// Runs a trial; the outermost one brings the memory.
pub(super) fn session<R>(run: impl FnOnce() -> R) -> R {
    let _forget = MEMORY.with_borrow_mut(|memory| match memory {
        Some(_) => None,
        None => {
            *memory = Some(Memory::new());
            Some(Forget)
        }
    });
    run()
}

/// What is known about a node as a `T`.
pub(super) fn recall<T: Union>(node: Node) -> Option<Verdict> {
    let key = (node, std::any::type_name::<T>());
    MEMORY.with_borrow(|memory| memory.as_ref()?.get(&key).cloned())
}

/// Keeps what was found out.
pub(super) fn note<T: Union>(node: Node, verdict: Verdict) {
    let key = (node, std::any::type_name::<T>());
    MEMORY.with_borrow_mut(|memory| {
        if let Some(memory) = memory {
            memory.insert(key, verdict);
        }
    });
}
