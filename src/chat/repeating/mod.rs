//! A resumed response comes from its beginning, while the message already has
//! some of it: after a broken connection, or after a reload with a copy that
//! was saved on the way. What the message has is not shown a second time, and
//! nothing that came before the response is lost.
//!
//! Where the response began in the message is known if it began in this
//! session. Otherwise every part is a guess, and what is repeated tells which
//! guess holds: the one whose parts it repeats to the end of the message. If
//! none does, the response is all new and follows what is there. Until that is
//! decided, nothing shows; the events are kept by whoever reads them.

mod follower;

use crate::model::StreamEvent;

use super::run::{OpenCall, OpenText};
use crate::json::Wtf8Buf;

pub(super) use follower::{Parts, Trim};

use follower::Follower;

/// The guesses that still hold.
pub(crate) struct Replay {
    followers: Vec<Follower>,
    /// How many events were seen.
    seen: usize,
    /// The message that the response names, if that is another one.
    other: Option<Wtf8Buf>,
}

/// How a response goes on once it is known what of it is new.
pub(super) struct GoingOn {
    /// Which of the events seen have to be applied.
    pub apply: Vec<bool>,
    /// The texts that are open.
    pub texts: Vec<OpenText>,
    /// The calls whose input is open.
    pub calls: Vec<OpenCall>,
    /// Texts of which the message has a piece that will come again.
    pub trims: Vec<Trim>,
    /// Where the response began; `None` where it repeats nothing.
    pub began_at: Option<usize>,
    /// The message that the response names, if that is another one.
    pub other: Option<Wtf8Buf>,
}

impl Replay {
    /// A response that may repeat what the message has. `began_at` is where it
    /// began, if that is known. `None` where there is nothing to repeat.
    pub fn of(len: usize, began_at: Option<usize>, other: Option<Wtf8Buf>) -> Option<Replay> {
        let guesses = match began_at {
            Some(at) => at..at.saturating_add(1).min(len),
            None => 0..len,
        };
        let followers: Vec<Follower> = guesses.map(Follower::new).collect();
        (!followers.is_empty() || other.is_some()).then_some(Replay {
            followers,
            seen: 0,
            other,
        })
    }

    /// Takes an event into account.
    pub fn see(&mut self, event: &StreamEvent<'_>, parts: &mut Parts<'_>) {
        self.followers
            .retain_mut(|follower| follower.see(self.seen, event, parts));
        self.seen = self.seen.saturating_add(1);
    }

    /// Whether every guess that holds says that the response has got beyond
    /// what the message has.
    pub fn is_decided(&self) -> bool {
        self.followers
            .iter()
            .all(|follower| follower.new_from().is_some())
    }

    /// How the response goes on. Of several guesses that hold, the one that
    /// repeats most.
    pub fn go_on(mut self) -> GoingOn {
        let repeats_all = |follower: &Follower| follower.new_from().is_none();
        let at = self
            .followers
            .iter()
            .position(repeats_all)
            .or(if self.followers.is_empty() {
                None
            } else {
                Some(0)
            });
        match at {
            Some(at) => self.followers.swap_remove(at).go_on(self.seen),
            None => GoingOn {
                apply: vec![true; self.seen],
                texts: Vec::new(),
                calls: Vec::new(),
                trims: Vec::new(),
                began_at: None,
                other: self.other,
            },
        }
    }
}
