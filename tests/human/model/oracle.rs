//! What must be waiting: as simply as it can be said. Calls have names of their
//! own, so a name is an item.

use std::collections::BTreeMap;

/// Where the answer to something goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// With the next request of this message.
    Message(u32),
    /// To a back end that waits.
    Reply,
    /// Into a request made anew.
    Retry,
}

/// Something that waits for a person.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    pub way: Way,
    pub is_approval: bool,
    pub deadline: Option<u64>,
    /// A prepared answer, and what it says.
    pub prepared: Option<bool>,
}

/// An answer that can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    pub waits: Waits,
    pub until: u64,
}

/// What waits, what can be taken back, and the rules that answer.
#[derive(Debug, Default)]
pub struct Oracle {
    pub pending: BTreeMap<String, Waits>,
    pub held: BTreeMap<String, Held>,
    /// Sources whose calls are always allowed.
    pub always: Vec<&'static str>,
}

impl Oracle {
    /// Something is asked; where a rule answers, it does not wait.
    pub fn asked(&mut self, name: &str, source: &'static str, waits: Waits) {
        if !(waits.is_approval && self.always.contains(&source)) {
            self.pending.insert(name.to_owned(), waits);
        }
    }

    /// A person has answered.
    pub fn answered(&mut self, name: &str, held_until: Option<u64>) {
        if let Some(mut waits) = self.pending.remove(name)
            && let Some(until) = held_until
        {
            waits.prepared = None;
            let until = waits.deadline.map_or(until, |deadline| deadline.min(until));
            self.held.insert(name.to_owned(), Held { waits, until });
        }
    }

    /// An answer was taken back.
    pub fn taken_back(&mut self, name: &str) {
        if let Some(held) = self.held.remove(name) {
            self.pending.insert(name.to_owned(), held.waits);
        }
    }

    /// Nothing of this kind waits any more.
    pub fn ends(&mut self, is_it: impl Fn(&str, &Waits) -> bool) {
        self.pending.retain(|name, waits| !is_it(name, waits));
        self.held.retain(|name, held| !is_it(name, &held.waits));
    }

    /// It is this time now.
    pub fn is_now(&mut self, now: u64) {
        self.pending
            .retain(|_, waits| waits.deadline.is_none_or(|deadline| deadline > now));
        self.held.retain(|_, held| held.until > now);
    }

    /// A person always allows this source's calls: what waits is answered, but
    /// for what they have prepared an answer for.
    pub fn always_allows(&mut self, source: &'static str, way: impl Fn(&Waits) -> &'static str) {
        if !self.always.contains(&source) {
            self.always.push(source);
        }
        self.pending.retain(|_, waits| {
            !waits.is_approval || waits.prepared.is_some() || way(waits) != source
        });
    }

    /// Spoils the oracle, to see that it is heard.
    pub fn forget_everything_and_expect(&mut self, name: &str) {
        *self = Oracle::default();
        let waits = Waits {
            way: Way::Reply,
            is_approval: true,
            deadline: None,
            prepared: None,
        };
        self.pending.insert(name.to_owned(), waits);
    }
}
