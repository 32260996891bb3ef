//! Answers to items by their name: decisions and responses to requests for
//! input, answers to many at once, taking one back, sending one again.

use crate::human::{
    Actor, Answer, Call, Decision, Given, InputResponse, ItemKind, Settlement, Stage,
};
use crate::json::{RawJsonBuf, Wtf8};
use crate::model::{ChatError, ErrorCode, ItemId, View};

use super::Chat;
use super::sending::Request;

/// What every answer brings from outside.
#[derive(Clone, Debug, Default)]
pub struct Answering {
    /// The revision that the person has seen; `None` if it is not known.
    pub seen: Option<u32>,
    /// Request options by the host's number; 0 for none.
    pub options: u32,
}

impl Chat {
    /// Decides about an approval, by the item's name, the approval's id or the
    /// call's.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`], [`ErrorCode::Ambiguous`],
    /// [`ErrorCode::Stale`], [`ErrorCode::NotCarried`],
    /// [`ErrorCode::InvalidInput`], or what has become of the item; nothing has
    /// changed then.
    pub fn respond_to_approval(
        &mut self,
        view: &mut dyn View,
        handle: Wtf8<'_>,
        decision: Decision,
        answering: &Answering,
    ) -> Result<(), ChatError> {
        self.catch_up(view);
        let item = self.items.answerable(handle)?;
        self.items.check_revision(item, answering.seen)?;
        let by = self.person();
        self.decide(view, item, decision, by, answering.options)
    }

    /// Answers a request for input, by the item's name, the request's id or the
    /// call's.
    ///
    /// # Errors
    /// As [`Chat::respond_to_approval`].
    pub fn respond_to_input(
        &mut self,
        view: &mut dyn View,
        handle: Wtf8<'_>,
        response: InputResponse,
        answering: &Answering,
    ) -> Result<(), ChatError> {
        self.catch_up(view);
        let item = self.items.answerable(handle)?;
        self.items.check_revision(item, answering.seen)?;
        let by = self.person();
        self.give_input(view, item, response, by, answering.options)
    }

    /// Decides about every approval that waits, of one tool or of all, with the
    /// same decision. Gives how many there were.
    pub fn decide_all(
        &mut self,
        view: &mut dyn View,
        tool: Option<Wtf8<'_>>,
        approved: bool,
        options: u32,
    ) -> usize {
        self.catch_up(view);
        let mut count = 0_usize;
        for id in self.items.pending() {
            let is_meant = self.items.get(id).is_some_and(|item| {
                matches!(item.kind, ItemKind::Approval { .. })
                    && tool.is_none_or(|tool| item.tool_name.as_wtf8() == tool)
            });
            let by = self.person();
            let decision = Decision::plain(approved);
            if is_meant && self.decide(view, id, decision, by, options).is_ok() {
                count = count.saturating_add(1);
            }
        }
        count
    }

    /// Takes an answer back while its window is open, and with it the rule that
    /// it made and what that rule has answered.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`]; [`ErrorCode::AlreadyAnswered`] where it is
    /// too late.
    pub fn undo(&mut self, view: &mut dyn View, handle: Wtf8<'_>) -> Result<(), ChatError> {
        self.catch_up(view);
        let found = self
            .items
            .named(handle)
            .filter(|item| item.answer.is_some())
            // Of several, one that is not over.
            .reduce(|kept, item| {
                if item.stage.is_terminal() && !kept.stage.is_terminal() {
                    kept
                } else {
                    item
                }
            })
            .map(|item| item.id);
        let Some(id) = found else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no answer to take back by this name.",
            ));
        };
        let by = self.person();
        let made = self.items.get(id).and_then(|item| item.made_grant);
        self.take_back(view, id, &by)?;
        if let Some(grant) = made {
            self.revoke_grant(view, grant);
            for id in self.answered_by_grant(grant) {
                let _ = self.take_back(view, id, &by);
            }
        }
        self.set_timer();
        Ok(())
    }

    fn take_back(&mut self, view: &mut dyn View, id: ItemId, by: &Actor) -> Result<(), ChatError> {
        let input = self
            .items
            .get(id)
            .and_then(|item| item.original_input.clone());
        self.items.take_back(id, by)?;
        if let Some((at, part)) = self.place_of(id) {
            self.write_requested(view, at, part, input.as_ref());
        }
        Ok(())
    }

    /// Sends an answer again whose outcome is unknown, or that was not
    /// accepted: only a person says so. One that goes with the conversation
    /// takes everything of its message along.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`] where nothing by this name is to be sent
    /// again; [`ErrorCode::NothingToSend`] while another answer is on its way in
    /// a request.
    pub fn resend(
        &mut self,
        view: &mut dyn View,
        handle: Wtf8<'_>,
        request: Request,
    ) -> Result<(), ChatError> {
        let by = self.person();
        let ids: Vec<ItemId> = self.items.named(handle).map(|item| item.id).collect();
        let goes_with_request = ids.iter().any(|id| {
            self.items.get(*id).is_some_and(|item| {
                item.settlement == Settlement::Resume
                    && matches!(item.stage, Stage::Unknown | Stage::Answered)
            })
        });
        if goes_with_request {
            self.check_nothing_on_its_way()?;
        }
        let found = ids
            .into_iter()
            .rev()
            .find(|id| self.items.allow_resend(*id, &by));
        let Some(id) = found else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is nothing to send again by this name.",
            ));
        };
        let resumes = self
            .items
            .get(id)
            .is_some_and(|item| item.settlement == Settlement::Resume);
        if resumes {
            self.send_again(view, request)?;
        } else {
            self.items.release(id);
            self.reply(view, id);
            if request.waiter != 0 {
                self.fulfil(vec![request.waiter]);
            }
        }
        Ok(())
    }

    /// The application's policy has decided about an approval, or leaves it to
    /// the person. What a person answered meanwhile stands; a decision that
    /// cannot be given is reported, and the person is asked.
    pub fn policy_verdict(&mut self, view: &mut dyn View, id: ItemId, decision: Option<Decision>) {
        self.catch_up(view);
        let Some(decision) = decision else { return };
        if self.items.check_open(id).is_ok()
            && let Err(error) = self.decide(view, id, decision, Actor::Policy, 0)
        {
            self.push(super::effect::Effect::Error { error });
        }
    }

    /// Records a decision and sends it on its way.
    pub(super) fn decide(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        decision: Decision,
        by: Actor,
        options: u32,
    ) -> Result<(), ChatError> {
        let decision = self.with_option(id, decision);
        self.check_decision(view, id, &decision)?;
        let made = self.record_decision(view, id, decision, by, options)?;
        self.answer_given(view, id, options);
        if made {
            self.rule_made(view);
        }
        Ok(())
    }

    /// Records a decision that has been checked. Whether a rule was made of it.
    pub(super) fn record_decision(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        decision: Decision,
        by: Actor,
        options: u32,
    ) -> Result<bool, ChatError> {
        let input = self.input_of(view, id);
        let grant = decision.remember.and_then(|remember| {
            let item = self.items.get(id)?;
            let (tool, source) = (item.tool_name.clone(), item.source.clone());
            let call = Call {
                tool: tool.as_wtf8(),
                source: source.as_wtf8(),
                input: input.as_ref().map(RawJsonBuf::as_str),
            };
            let now = self.items.now();
            self.items
                .grants
                .make(&call, remember, decision.approved, now)
        });
        if decision.edited_input.is_some()
            && let Some(item) = self.items.get_mut(id)
        {
            item.original_input.clone_from(&input);
        }
        let given = Given {
            answer: Answer::Decision(decision.clone()),
            input,
            grant,
        };
        self.items.answer(id, given, by, options)?;
        if let Some((at, part)) = self.place_of(id) {
            self.write_decision(view, at, part, &decision);
            if let Some(key) = self.messages.get(at).map(|message| message.key) {
                self.written_over(key);
            }
        }
        Ok(grant.is_some())
    }

    fn give_input(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        response: InputResponse,
        by: Actor,
        options: u32,
    ) -> Result<(), ChatError> {
        self.check(view, id, &Answer::Input(response.clone()))?;
        self.record_input(view, id, response, by, options)?;
        self.answer_given(view, id, options);
        Ok(())
    }

    /// Records a response that has been checked.
    pub(super) fn record_input(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        response: InputResponse,
        by: Actor,
        options: u32,
    ) -> Result<(), ChatError> {
        let output = self.output_of(view, id, &response)?;
        let given = Given::plain(Answer::Input(response));
        self.items.answer(id, given, by, options)?;
        if let (Some((at, part)), Some(output)) = (self.place_of(id), output) {
            self.write_output(view, at, part, &output);
        }
        Ok(())
    }

    /// An answer is recorded: it waits for its window, for the rest of the
    /// batch, or goes to whoever waits for it.
    pub(super) fn answer_given(&mut self, view: &mut dyn View, id: ItemId, options: u32) {
        if let Some(until) = self.hold_of(id) {
            self.items.hold(id, until);
        }
        self.set_timer();
        if self
            .items
            .get(id)
            .is_some_and(|item| item.settlement == Settlement::Resume)
        {
            self.answered(options);
        } else {
            self.reply(view, id);
        }
    }

    /// Until when an answer can be taken back. One that a rule gave goes with
    /// the answer that made the rule.
    fn hold_of(&self, id: ItemId) -> Option<u64> {
        let window = self.items.settings.undo_window?;
        match self.items.get(id)?.by.as_ref()? {
            Actor::Person(_) => Some(self.items.now().saturating_add(window)),
            Actor::Grant(grant) => self.items.hold_of_grant(*grant),
            Actor::Policy | Actor::Deadline | Actor::Stop | Actor::Agent | Actor::Conversation => {
                None
            }
        }
    }

    /// The answers by this rule that have not gone out.
    fn answered_by_grant(&self, grant: u32) -> Vec<ItemId> {
        let mut waiting: Vec<ItemId> = self.items.unsent().collect();
        waiting.extend(self.items.unsent_replies());
        waiting.retain(|id| {
            self.items
                .get(*id)
                .is_some_and(|item| item.by == Some(Actor::Grant(grant)))
        });
        waiting
    }
}
