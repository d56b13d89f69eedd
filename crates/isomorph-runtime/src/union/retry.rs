//! Whether the text can be read a second time: what lets unions go ahead before they know.

use std::cell::Cell;

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State { hopeful: false, retry: false }) };
}

#[derive(Clone, Copy)]
struct State {
    /// A wrong guess is allowed: the reader can start again.
    hopeful: bool,
    /// A guess was wrong: the error is not the last word.
    retry: bool,
}

/// Puts the state back when a reading ends, however it ends.
struct Restore(State);

impl Drop for Restore {
    fn drop(&mut self) {
        STATE.set(self.0);
    }
}

/// While it lives, guesses are allowed: whoever holds it can read the text again.
pub(crate) struct Hope {
    _restore: Restore,
}

impl Hope {
    pub(crate) fn new() -> Self {
        let before = STATE.replace(State {
            hopeful: true,
            retry: false,
        });
        Self {
            _restore: Restore(before),
        }
    }

    /// Whether a wrong guess may be why reading failed; from now on there are none.
    pub(crate) fn give_up(&self) -> bool {
        let before = STATE.replace(State {
            hopeful: false,
            retry: false,
        });
        before.retry
    }
}

/// Reads from a buffer, where a wrong guess would pass for a refusal.
pub(crate) fn certain<R>(read: impl FnOnce() -> R) -> R {
    let _restore = Restore(STATE.get());
    STATE.set(State {
        hopeful: false,
        ..STATE.get()
    });
    read()
}

/// Whether a wrong guess is allowed.
pub(crate) fn is_hopeful() -> bool {
    STATE.get().hopeful
}

/// A guess was wrong.
pub(crate) fn ask() {
    STATE.set(State {
        retry: true,
        ..STATE.get()
    });
}

/// A refusal after a guess is not the last word.
pub(crate) fn guessed<T, E>(result: Result<T, E>) -> Result<T, E> {
    if result.is_err() {
        ask();
    }
    result
}
