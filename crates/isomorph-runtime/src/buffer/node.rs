//! Which array or object a buffered one is, so that what was found out about it stays known when it is read again.
//!
//! A node goes by the address of its entries. Reading a union from a buffer makes another buffer, whose nodes are the
//! same values at other addresses: these are twins of the first ones and go by their names.

use std::cell::Cell;

use super::Buffer;

/// The name of an array or object. Names are given while values are read more than once; they are valid until that ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Node(usize);

/// An array or object with a name of its own.
#[derive(Debug)]
pub(crate) struct Twin<'de> {
    node: Node,
    pub(super) value: Buffer<'de>,
}

thread_local! {
    /// Whether values are read more than once, so that names are worth their time.
    static NAMING: Cell<bool> = const { Cell::new(false) };
    /// The node that is being handed to a visitor, 0 for none: serde's interface has no room for it.
    static HANDED: Cell<usize> = const { Cell::new(0) };
    /// The last name that is no address: odd, since addresses of entries are even.
    static LAST: Cell<usize> = const { Cell::new(1) };
}

impl Node {
    /// Starts or stops the naming.
    pub(crate) fn naming(on: bool) {
        NAMING.set(on);
    }

    /// The name of a buffered value, if it has one.
    pub(crate) fn of(value: &Buffer<'_>) -> Option<Self> {
        if !NAMING.get() {
            return None;
        }
        match value {
            // An empty array or object has no place in memory, and little to find out about.
            Buffer::Seq(items) => (!items.is_empty()).then(|| Self(items.as_ptr().addr())),
            Buffer::Map(entries) => (!entries.is_empty()).then(|| Self(entries.as_ptr().addr())),
            Buffer::Twin(twin) => Some(twin.node),
            Buffer::Null
            | Buffer::False
            | Buffer::True
            | Buffer::I64(_)
            | Buffer::U64(_)
            | Buffer::F64(_)
            | Buffer::Str(_) => None,
        }
    }

    /// The name that a [`Buffer`] hands over to the visitor that asks first; `None` for values from elsewhere.
    pub(crate) fn handed() -> Option<Self> {
        match HANDED.replace(0) {
            0 => None,
            name => Some(Self(name)),
        }
    }

    /// Runs a visitor that may ask for the name.
    pub(crate) fn hand<R>(node: Option<Self>, visit: impl FnOnce() -> R) -> R {
        let Some(Self(name)) = node else { return visit() };
        HANDED.set(name);
        let result = visit();
        // Whoever did not ask must not leave the name to the next value, which may come from elsewhere.
        HANDED.set(0);
        result
    }

    /// The array or object under the name that it was handed over with.
    ///
    /// While names are given every new node has one that is no address: the address of a node that is gone by then may
    /// come again, and with it what was found out about another value.
    pub(crate) fn name<'de>(handed: Option<Self>, value: Buffer<'de>) -> Buffer<'de> {
        let fresh = || {
            let name = LAST.get().wrapping_add(2);
            LAST.set(name);
            Self(name)
        };
        match handed {
            None if !NAMING.get() => value,
            node => Buffer::Twin(Box::new(Twin { node: node.unwrap_or_else(fresh), value })),
        }
    }
}
