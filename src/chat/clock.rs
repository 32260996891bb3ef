//! Time. There is no clock in here: the façade says what time it is with each
//! command, and is told when to come back.

use crate::model::View;

use super::effect::Effect;
use super::{Chat, Step};

impl Chat {
    /// Says what time it is, in milliseconds since 1970. Time never goes back.
    pub fn set_time(&mut self, now: u64) {
        self.items.set_time(now);
    }

    /// It is this time now: deadlines that have passed expire, answers whose
    /// window has closed go out. Called on a timer, on wake-up, and before
    /// anything is answered.
    pub fn tick(&mut self, view: &mut dyn View, now: u64) {
        let held = self.items.held_until();
        self.items.set_time(now);
        for id in self.items.expired() {
            self.expire(view, id);
        }
        if held.is_some_and(|until| until <= now) {
            self.send_replies();
            if !self.status.is_busy() {
                self.agenda.push_back(Step::Evaluate {
                    options: 0,
                    waiters: Vec::new(),
                });
            }
        }
        self.set_timer();
    }

    /// Asks the façade to come back when something is due.
    pub(super) fn set_timer(&mut self) {
        let due = self.items.next_due();
        if self.timer != due {
            self.timer = due;
            self.push(Effect::Timer { at: due });
        }
    }
}
