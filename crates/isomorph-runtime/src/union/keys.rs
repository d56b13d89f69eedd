//! Unions that the keys present decide, as far as they do.

use std::marker::PhantomData;

use serde::de::{Error as _, MapAccess};

use super::index::{Common, Index};
use super::kinds::{self, Kinds};
use super::replay::Replay;
use super::{Match, Member, Union, memo, retry, trial};
use crate::buffer::{Buffer, Node, settle};
use crate::fault::Fault;
use crate::text::{position, quote, same_key};

/// Reads on until one member is left (or, where the text can be read again, likely), else to the end.
pub(super) fn read<'de, T: Union, A: MapAccess<'de>>(
    node: Option<Node>,
    map: A,
    index: &'static Index,
) -> Result<T, A::Error> {
    let mut object = Replay::new(map);
    if let Some(verdict) = node.as_ref().and_then(memo::recall::<T>) {
        let member = verdict.map_err(A::Error::custom)?;
        return object.read(member, node.as_ref());
    }
    let mut narrowing = Narrowing::new::<T>(index);
    if let Some(member) = narrowing.first_guess() {
        return retry::guessed(object.read(member, node.as_ref()));
    }
    while let Some(key) = object.key()? {
        match narrowing.see(&key) {
            Step::Wait => {
                let value = object.value(&key)?;
                object.keep(key, value);
            }
            Step::Commit(member) => return object.read_from(key, member, node.as_ref()),
            Step::Guess(member) => {
                object.watch(narrowing.watch(member));
                return retry::guessed(object.read_from(key, member, node.as_ref()));
            }
        }
    }
    let mut entries = object.into_pairs();
    settle(&mut entries);
    let value = node.map_or_else(|| Buffer::Map(entries), Buffer::Shared);
    trial::decide(&value, narrowing.candidates(), index).map_err(A::Error::custom)
}

/// What to do with an entry.
enum Step {
    /// Buffer it.
    Wait,
    /// Only this member can.
    Commit(usize),
    /// This member is it, unless it refuses or a key of another one comes.
    Guess(usize),
}

/// The members that can still be meant, as bits; above 64 members all stay.
struct Narrowing {
    members: &'static [Member],
    index: &'static Index,
    common: Common,
    objects: u64,
    alive: u64,
    /// Those that accept any other key.
    open: u64,
    /// Those that declare every key so far that any declares.
    covering: u64,
    matching: Match,
    hopeful: bool,
    /// No member can have all the keys: then all are tried, to say how close each came.
    is_refused: bool,
}

impl Narrowing {
    fn new<T: Union>(index: &'static Index) -> Self {
        Self {
            members: T::MEMBERS,
            index,
            common: index.common(T::MEMBERS),
            objects: Masks::<T>::OBJECTS,
            alive: Masks::<T>::OBJECTS,
            open: Masks::<T>::OPEN,
            covering: Masks::<T>::OBJECTS,
            matching: T::MATCH,
            hopeful: retry::is_hopeful(),
            is_refused: false,
        }
    }

    fn is_wide(&self) -> bool {
        self.members.len() > 64
    }

    /// The member to go with before any key: the first, where the first that accepts counts.
    fn first_guess(&self) -> Option<usize> {
        let guess = self.hopeful && self.matching == Match::First;
        guess
            .then(|| {
                self.members
                    .iter()
                    .position(|member| member.kinds.contains(Kinds::OBJECT))
            })
            .flatten()
    }

    #[inline]
    fn see(&mut self, key: &str) -> Step {
        // A key of all members changes nothing.
        if self.is_wide() || self.common.has(key) {
            return Step::Wait;
        }
        self.narrow(key)
    }

    fn narrow(&mut self, key: &str) -> Step {
        if self.is_refused {
            return Step::Wait;
        }
        let declaring = self.index.declaring(self.members, key).mask & self.alive;
        self.alive &= declaring | self.open;
        if self.alive == 0 {
            self.alive = self.objects;
            self.is_refused = true;
            return Step::Wait;
        }
        if self.alive.is_power_of_two() {
            return Step::Commit(self.alive.trailing_zeros() as usize);
        }
        if declaring != 0 {
            self.covering &= declaring;
        }
        // With one list of keys and all declared keys so far on it, no other member can come to have more of them,
        // unless one of the keys to come is on another list only: that is watched for.
        let member = declaring.trailing_zeros() as usize;
        let guess = self.hopeful
            && self.matching == Match::MostSpecific
            && declaring.is_power_of_two()
            && self.covering == declaring
            && self.members[member].keys.len() == 1;
        if guess { Step::Guess(member) } else { Step::Wait }
    }

    /// What to look out for from the key on for which a member was guessed: the first after the common ones, most often.
    fn watch(&self, member: usize) -> Watch {
        Watch {
            members: self.members,
            index: self.index,
            own: self.members[member].keys.first().copied().unwrap_or_default(),
            member: 1 << member,
            others: self.alive & !(1 << member),
            next: self.common.passed() + 1,
        }
    }

    fn candidates(&self) -> Vec<usize> {
        let objects = kinds::all(self.members, Kinds::OBJECT);
        if self.is_wide() {
            return objects;
        }
        objects
            .into_iter()
            .filter(|index| self.alive & (1 << index) != 0)
            .collect()
    }
}

/// Members as bits, known while compiling.
struct Masks<T>(PhantomData<T>);

impl<T: Union> Masks<T> {
    /// Those that can be objects.
    const OBJECTS: u64 = mask(T::MEMBERS, true);
    /// Those that accept any key.
    const OPEN: u64 = mask(T::MEMBERS, false);
}

const fn mask(members: &[Member], objects: bool) -> u64 {
    let mut mask = 0;
    let mut index = 0;
    // Above 64 members nothing is narrowed.
    while index < members.len() && index < 64 {
        let is_in = if objects {
            members[index].kinds.contains(Kinds::OBJECT)
        } else {
            !members[index].closed
        };
        mask |= (is_in as u64) << index;
        index += 1;
    }
    mask
}

/// Looks out for keys that speak against a guess.
pub(super) struct Watch {
    members: &'static [Member],
    index: &'static Index,
    /// The keys of the member that was guessed, and where documents in schema order go on.
    own: &'static [&'static str],
    next: usize,
    member: u64,
    others: u64,
}

impl Watch {
    /// Refuses a key that another member declares and this one does not, and asks for another reading.
    #[inline]
    pub(super) fn see(&mut self, key: &str) -> Result<(), Fault> {
        match self.own.get(self.next) {
            Some(next) if same_key(next, key) => {
                self.next += 1;
                Ok(())
            }
            Some(_) | None => self.look_up(key),
        }
    }

    #[inline(never)]
    fn look_up(&mut self, key: &str) -> Result<(), Fault> {
        let declaring = self.index.declaring(self.members, key).mask;
        if declaring & self.member != 0 {
            self.next = position(self.own, key).map_or(self.next, |place| place + 1);
            return Ok(());
        }
        if declaring & self.others != 0 {
            retry::ask();
            return Err(Fault::new(format!("key {} belongs to another member", quote(key))));
        }
        Ok(())
    }
}
