//! Arrays and objects that several buffers hold.
//!
//! A union that is read from a buffer asks for a buffer of its own, since serde's interface has no room for the one that
//! is there. Where unions lie in unions that costs a copy at every level. So deep ones are read from shared nodes, which
//! are handed to whoever asks for a buffer; and a node tells by itself what was found out about it before.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Buffer;

/// An array or object that is shared.
#[derive(Debug, Clone)]
pub(crate) struct Node(Rc<Buffer<'static>>);

thread_local! {
    /// Whether there are shared nodes: everything else costs nothing without.
    static SHARING: Cell<bool> = const { Cell::new(false) };
    /// The node that is being handed to a visitor.
    static HANDED: RefCell<Option<Node>> = const { RefCell::new(None) };
}

/// Runs something with shared nodes.
pub(crate) fn sharing<R>(run: impl FnOnce() -> R) -> R {
    struct Before(bool);

    impl Drop for Before {
        fn drop(&mut self) {
            SHARING.set(self.0);
        }
    }

    let _before = Before(SHARING.replace(true));
    run()
}

impl Node {
    /// What the node is: never a node again.
    pub(crate) fn value(&self) -> &Buffer<'static> {
        &self.0
    }

    /// Which node it is, among those that live.
    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }
}

/// How nodes get to the visitors that ask for them.
pub(crate) struct Handed;

impl Handed {
    /// The node that a [`Buffer`] hands over to the visitor that asks first; `None` for values from elsewhere.
    pub(crate) fn take() -> Option<Node> {
        if SHARING.get() { HANDED.take() } else { None }
    }

    /// Whoever reads the entries does without the node: it must not get to what the entries' readers read elsewhere.
    pub(crate) fn decline() {
        HANDED.set(None);
    }

    /// Runs a visitor that may ask for the node.
    pub(crate) fn over<R>(node: Option<&Node>, visit: impl FnOnce() -> R) -> R {
        let Some(node) = node else { return visit() };
        HANDED.set(Some(node.clone()));
        let result = visit();
        Self::decline();
        result
    }
}

impl Buffer<'_> {
    /// The value with shared nodes.
    pub(crate) fn to_shared(&self) -> Buffer<'static> {
        match self {
            Self::Null => Buffer::Null,
            Self::False => Buffer::False,
            Self::True => Buffer::True,
            Self::I64(value) => Buffer::I64(*value),
            Self::U64(value) => Buffer::U64(*value),
            Self::F64(value) => Buffer::F64(*value),
            Self::Str(text) => Buffer::Str(Cow::Owned(text.clone().into_owned())),
            Self::Seq(items) => node(Buffer::Seq(items.iter().map(Buffer::to_shared).collect())),
            Self::Map(entries) => {
                let own = |key: &Cow<'_, str>| Cow::Owned(key.clone().into_owned());
                node(Buffer::Map(
                    entries
                        .iter()
                        .map(|(key, value)| (own(key), value.to_shared()))
                        .collect(),
                ))
            }
            Self::Shared(node) => Buffer::Shared(node.clone()),
        }
    }
}

fn node(value: Buffer<'static>) -> Buffer<'static> {
    Buffer::Shared(Node(Rc::new(value)))
}
