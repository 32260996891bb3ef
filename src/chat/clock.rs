//! Time. There is no clock in here: the façade says what time it is with each
//! command, and is told when to come back.

use crate::form::ask_user::Unanswered;
use crate::human::{AG_UI, Actor, Decision, ItemKind, Outcome, Settlement, Stage};
use crate::json::{Wtf8Buf, write_string};
use crate::model::{ItemId, View};

use super::Chat;
use super::effect::Effect;
use super::writing::why_unanswered;

impl Chat {
    /// Says what time it is, in milliseconds since 1970. Time never goes back.
    pub fn set_time(&mut self, now: u64) {
        self.items.set_time(now);
    }

    /// It is this time now: deadlines that have passed expire, answers whose
    /// window has closed go out. Called on a timer and on wake-up.
    pub fn tick(&mut self, view: &mut dyn View, now: u64) {
        self.items.set_time(now);
        self.catch_up(view);
        self.set_timer();
    }

    /// What is due by now happens before anything else does: an answer after
    /// the deadline is none.
    pub(super) fn catch_up(&mut self, view: &mut dyn View) {
        let mut is_due = false;
        while let Some(id) = self.items.take_due() {
            is_due = true;
            let waits = self
                .items
                .get(id)
                .is_some_and(|item| item.stage == Stage::Pending);
            if waits {
                self.expire(view, id);
            } else {
                self.items.release(id);
                self.reply(view, id);
            }
        }
        if is_due {
            self.answered(0);
            self.set_timer();
        }
    }

    /// Asks the façade to come back when something is due.
    pub(super) fn set_timer(&mut self) {
        let due = self.items.next_due();
        if self.timer != due {
            self.timer = due;
            self.push(Effect::Timer { at: due });
        }
    }

    /// Nobody has decided in time. The agent is told as its protocol allows,
    /// and never that the call is allowed.
    fn expire(&mut self, view: &mut dyn View, id: ItemId) {
        let resumes = self
            .items
            .get(id)
            .is_some_and(|item| item.settlement == Settlement::Resume);
        if !resumes {
            self.end_item(view, id, Outcome::Expired, &Actor::Deadline);
            self.items.expire(id);
            self.reply(view, id);
            return;
        }
        self.items.expire(id);
        self.write_expired(view, id);
    }

    /// How the agent is told with the next request that nobody has decided.
    pub(super) fn write_expired(&mut self, view: &mut dyn View, id: ItemId) {
        let (Some(item), Some((at, part))) = (self.items.get(id), self.place_of(id)) else {
            return;
        };
        let (is_approval, reason) = match item.kind {
            ItemKind::Approval { .. } => {
                // An interrupt that expired is cancelled, and the reason says so.
                let is_told = item.answers.reason || item.source.eq_str(AG_UI);
                (true, is_told)
            }
            ItemKind::Question | ItemKind::Input { .. } => (false, false),
        };
        if is_approval {
            let reason = reason.then(|| Wtf8Buf::from(why_unanswered(Outcome::Expired)));
            let refused = Decision {
                reason,
                ..Decision::plain(false)
            };
            self.write_decision(view, at, part, &refused);
        } else {
            let mut output = String::new();
            let sentence = Wtf8Buf::from(Unanswered::Expired.sentence());
            write_string(&mut output, sentence.as_wtf8());
            self.write_output(view, at, part, &output);
        }
    }
}
