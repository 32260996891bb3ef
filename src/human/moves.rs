//! The only transitions of items there are; `docs/states.md` lists them.

use crate::model::{ChatError, ErrorCode, ItemId};

use super::actor::Actor;
use super::answer::{Answer, Decision};
use super::audit::Given;
use super::item::{Item, Outcome, Settlement, Stage};
use super::items::{Items, position};
use super::queues::Queue;

impl Items {
    /// Records an answer, and what was judged and made with it.
    ///
    /// # Errors
    /// The reason why the item takes no answer: it has one, or it is over.
    pub fn answer(
        &mut self,
        id: ItemId,
        given: Given,
        by: Actor,
        options: u32,
    ) -> Result<(), ChatError> {
        self.check_open(id)?;
        if let Some(item) = self.all.get_mut(position(id)) {
            item.answer = Some(given.answer.clone());
            item.made_grant = given.grant;
            item.by = Some(by.clone());
            item.options = options;
        }
        self.pass(id, Stage::Answered, &by, Some(given));
        self.queue(id);
        Ok(())
    }

    /// The answer can be taken back until then, at the latest until its
    /// deadline.
    pub fn hold(&mut self, id: ItemId, until: u64) {
        let Some(item) = self.all.get_mut(position(id)) else {
            return;
        };
        let until = item.deadline.map_or(until, |deadline| deadline.min(until));
        if item.stage == Stage::Answered && item.held_until.is_none() && until > self.now {
            item.held_until = Some(until);
            if item.settlement == Settlement::Resume {
                self.held = self.held.saturating_add(1);
            }
            self.due.add(until, id);
            self.touched.push(id);
        }
    }

    /// The answer can be taken back no more.
    pub fn release(&mut self, id: ItemId) {
        if let Some(item) = self.all.get_mut(position(id))
            && item.held_until.take().is_some()
        {
            if item.settlement == Settlement::Resume {
                self.held = self.held.saturating_sub(1);
            }
            self.touched.push(id);
        }
    }

    /// Takes an answer back that has not been sent: the item waits again.
    ///
    /// # Errors
    /// [`ErrorCode::AlreadyAnswered`] where it is too late.
    pub fn take_back(&mut self, id: ItemId, by: &Actor) -> Result<(), ChatError> {
        let held = self.get(id).is_some_and(|item| {
            item.stage == Stage::Answered && item.held_until.is_some_and(|until| until > self.now)
        });
        if !held {
            return Err(ChatError::new(
                ErrorCode::AlreadyAnswered,
                "It is too late to take this answer back.",
            ));
        }
        self.reopen(id, by);
        Ok(())
    }

    /// An answer that has not been sent is void: the item waits again.
    pub fn reopen(&mut self, id: ItemId, by: &Actor) {
        if !self.is_at(id, Stage::Answered) {
            return;
        }
        self.unqueue(id);
        if let Some(item) = self.all.get_mut(position(id)) {
            item.answer = None;
            item.by = None;
            item.made_grant = None;
            item.original_input = None;
        }
        self.pass(id, Stage::Pending, by, None);
        self.wait_for(id, Some(Queue::Person));
        if let Some(deadline) = self.get(id).and_then(|item| item.deadline) {
            self.due.add(deadline, id);
        }
    }

    /// Nothing more goes out of an item that is over.
    pub fn keep_back(&mut self, id: ItemId) {
        if self.get(id).is_some_and(|item| item.stage.is_terminal()) {
            self.unqueue(id);
        }
    }

    /// What the person sees of an item has changed: an answer that has not been
    /// sent was an answer to something else.
    pub fn changed(&mut self, id: ItemId) {
        self.reopen(id, &Actor::Agent);
        if let Some(item) = self.all.get_mut(position(id))
            && item.stage == Stage::Pending
        {
            item.revision = item.revision.saturating_add(1);
            item.staged = None;
            self.touched.push(id);
            self.opened.push(id);
        }
    }

    /// The message is told again from its beginning, and asks again what it
    /// still asks. What was sent was sent all the same.
    pub fn told_again(&mut self, id: ItemId) {
        match self.get(id).map(|item| item.stage) {
            Some(Stage::Pending | Stage::Answered) => {
                self.settle(id, Outcome::Withdrawn, &Actor::Agent);
            }
            Some(Stage::Sending(_) | Stage::Unknown | Stage::Settled(_)) | None => {}
        }
    }

    /// An item has changed in a way that is no transition.
    pub fn touch(&mut self, id: ItemId) {
        self.touched.push(id);
    }

    /// Every answer that waits goes out with this request, and so does what the
    /// clock has refused. Gives what the request carries.
    pub fn send_all(&mut self, run: u32) -> Vec<ItemId> {
        let sent = self.queues.list(Queue::Request);
        for id in &sent {
            self.unqueue(*id);
            if self.is_at(*id, Stage::Answered) {
                self.pass(*id, Stage::Sending(run), &Actor::Conversation, None);
            }
        }
        sent
    }

    /// One answer goes out by itself, to whoever waits for it.
    pub fn reply(&mut self, id: ItemId) {
        self.unqueue(id);
        if self.is_at(id, Stage::Answered) {
            self.pass(id, Stage::Sending(0), &Actor::Conversation, None);
        }
    }

    /// The request of this answer is proven not to have been accepted. It goes
    /// with the conversation's next request; by itself it goes out again only
    /// when a person asks.
    pub fn not_accepted(&mut self, id: ItemId) {
        let Some(item) = self.get(id) else { return };
        let resumes = item.settlement == Settlement::Resume;
        match item.stage {
            Stage::Sending(_) => self.pass(id, Stage::Answered, &Actor::Conversation, None),
            Stage::Settled(Outcome::Expired) => {}
            Stage::Settled(_) | Stage::Pending | Stage::Answered | Stage::Unknown => return,
        }
        if resumes {
            self.queue(id);
        }
    }

    /// What became of this answer cannot be told.
    pub fn lost(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.pass(id, Stage::Unknown, &Actor::Conversation, None);
        }
    }

    /// The response to a request whose outcome was unknown goes on in this one.
    /// Whether this item was of unknown outcome.
    pub fn on_its_way_again(&mut self, id: ItemId, run: u32) -> bool {
        let is_unknown = self
            .get(id)
            .is_some_and(|item| item.stage == Stage::Unknown);
        if is_unknown {
            self.pass(id, Stage::Sending(run), &Actor::Conversation, None);
        }
        is_unknown
    }

    /// The agent is proven to have this answer.
    pub fn accepted(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.settle_as_answered(id);
        }
    }

    /// The call has a result: whoever's answer that was, the item is over.
    pub fn acted_on(&mut self, id: ItemId) {
        match self.get(id).map(|item| item.stage) {
            Some(Stage::Sending(_) | Stage::Unknown) => self.settle_as_answered(id),
            Some(Stage::Pending | Stage::Answered | Stage::Settled(_)) => {
                self.settle(id, Outcome::Withdrawn, &Actor::Agent);
            }
            None => {}
        }
    }

    /// The call will not run, whatever was answered.
    pub fn refused(&mut self, id: ItemId) {
        let Some(item) = self.get(id) else { return };
        let outcome = match (item.stage, item.outcome()) {
            (Stage::Pending | Stage::Answered, _) => Outcome::Withdrawn,
            (_, Outcome::Approved) => Outcome::Denied,
            (_, outcome) => outcome,
        };
        self.settle(id, outcome, &Actor::Agent);
    }

    /// The agent says what was decided. That holds, whatever was answered here;
    /// that it allows what the person allowed proves nothing about the call.
    pub fn decided_by_agent(&mut self, id: ItemId, approved: bool) {
        let Some(item) = self.get(id) else { return };
        let is_echo = match item.stage {
            Stage::Sending(_) | Stage::Unknown => approved && item.approved() == Some(true),
            Stage::Pending | Stage::Answered | Stage::Settled(_) => false,
        };
        if !is_echo {
            let outcome = if approved {
                Outcome::Approved
            } else {
                Outcome::Denied
            };
            self.settle(id, outcome, &Actor::Agent);
        }
    }

    /// The item is over although nobody's answer reached the agent. Whoever
    /// waits for one is told.
    pub fn settle(&mut self, id: ItemId, outcome: Outcome, by: &Actor) {
        let Some(item) = self.get(id) else { return };
        let (stage, settlement) = (item.stage, &item.settlement);
        if !stage.is_terminal() {
            if let Settlement::Reply(waiter) = settlement {
                self.unanswered.push((*waiter, outcome));
            }
            self.pass(id, Stage::Settled(outcome), by, None);
        }
        self.unqueue(id);
    }

    /// The deadline has passed: nobody decided, and the agent is told as its
    /// protocol allows.
    pub fn expire(&mut self, id: ItemId) {
        self.settle(id, Outcome::Expired, &Actor::Deadline);
        match self.get(id).map(|item| &item.settlement) {
            Some(Settlement::Resume | Settlement::Retry { .. }) => self.queue(id),
            Some(Settlement::Reply(_)) | None => {}
        }
    }

    /// Marks an answer of which we have no record of our own: it was loaded
    /// with the conversation.
    pub fn found_answered(&mut self, id: ItemId, approved: Option<bool>) {
        if let Some(item) = self.all.get_mut(position(id)) {
            item.answer = approved.map(|approved| Answer::Decision(Decision::plain(approved)));
        }
        self.unqueue(id);
        self.pass(id, Stage::Unknown, &Actor::Conversation, None);
    }

    /// The person asks for an answer to be sent again: one of unknown outcome,
    /// or one that was not accepted. Whether there is one.
    pub fn allow_resend(&mut self, id: ItemId, by: &Actor) -> bool {
        match self.get(id).map(|item| item.stage) {
            Some(Stage::Unknown) => {
                self.pass(id, Stage::Answered, by, None);
                self.queue(id);
                true
            }
            Some(Stage::Answered) => {
                if self.queues.of(id).is_none() {
                    self.queue(id);
                }
                true
            }
            Some(Stage::Pending | Stage::Sending(_) | Stage::Settled(_)) | None => false,
        }
    }

    fn settle_as_answered(&mut self, id: ItemId) {
        let Some(outcome) = self.get(id).map(Item::outcome) else {
            return;
        };
        self.pass(id, Stage::Settled(outcome), &Actor::Agent, None);
    }

    fn is_at(&self, id: ItemId, stage: Stage) -> bool {
        self.get(id).is_some_and(|item| item.stage == stage)
    }

    /// Whether this answer is on its way.
    pub fn is_sending(&self, id: ItemId) -> bool {
        self.get(id)
            .is_some_and(|item| matches!(item.stage, Stage::Sending(_)))
    }

    /// The answer waits for the way that its settlement takes.
    pub(super) fn queue(&mut self, id: ItemId) {
        let queue = match self.get(id).map(|item| &item.settlement) {
            Some(Settlement::Resume) => Queue::Request,
            Some(Settlement::Reply(_) | Settlement::Retry { .. }) => Queue::Reply,
            None => return,
        };
        self.wait_for(id, Some(queue));
    }

    pub(super) fn unqueue(&mut self, id: ItemId) {
        self.release(id);
        self.wait_for(id, None);
    }

    /// The one place where an item changes its stage.
    pub(super) fn pass(&mut self, id: ItemId, to: Stage, by: &Actor, given: Option<Given>) {
        let Some(item) = self.all.get_mut(position(id)) else {
            return;
        };
        let from = item.stage;
        item.stage = to;
        item.staged = None;
        if to.is_terminal() && item.by.is_none() {
            item.by = Some(by.clone());
        }
        self.record(id, Some(from), to, by, given);
        self.touched.push(id);
    }
}
