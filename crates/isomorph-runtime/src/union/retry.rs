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

/// Reads with guesses, and once more without when a wrong guess may be why it failed.
pub(crate) fn reading<T, E>(read: impl Fn() -> Result<T, E>) -> Result<T, E> {
    let _restore = Restore(STATE.replace(State {
        hopeful: true,
        retry: false,
    }));
    let result = read();
    if result.is_ok() || !STATE.get().retry {
        return result;
    }
    STATE.set(State {
        hopeful: false,
        retry: false,
    });
    read()
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
