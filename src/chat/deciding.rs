//! Answers to items by their name: decisions, responses to requests for input,
//! prepared answers, answers to many at once, and taking one back.

use crate::human::{
    Actor, Answer, Call, Decision, InputResponse, ItemKind, Outcome, Settlement, Stage,
};
use crate::json::{RawJson, RawJsonBuf, Wtf8, Wtf8Buf};
use crate::model::{ChatError, ErrorCode, Field, ItemId, Patch, Payload, ToolState, View};

use super::Chat;
use super::content::{check_content, check_value};
use super::effect::Effect;
use super::reduce::leaf;

/// How long an input may be, in bytes of JSON, for a rule to answer for it: a
/// person cannot judge what they cannot see whole.
pub const LONGEST_REMEMBERED_INPUT: usize = 20_000;

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
        let item = self.items.answerable(handle)?;
        self.items.check_revision(item, answering.seen)?;
        let by = self.person();
        self.give_input(view, item, response, by, answering.options)
    }

    /// Prepares an answer without giving it: a decision, or a response to a
    /// request for input. `None` drops what was prepared.
    ///
    /// # Errors
    /// As [`Chat::respond_to_approval`].
    pub fn stage(
        &mut self,
        view: &mut dyn View,
        handle: Wtf8<'_>,
        answer: Option<Answer>,
        seen: Option<u32>,
    ) -> Result<(), ChatError> {
        let id = self.items.answerable(handle)?;
        self.items.check_revision(id, seen)?;
        if let Some(answer) = &answer {
            self.check(view, id, answer)?;
        }
        if let Some(item) = self.items.get_mut(id) {
            item.staged = answer;
        }
        self.items.touch(id);
        Ok(())
    }

    /// Gives all prepared answers, or none of them.
    ///
    /// # Errors
    /// That of the first answer that cannot be given;
    /// [`ErrorCode::NothingToSend`] where none is prepared.
    pub fn submit_batch(&mut self, view: &mut dyn View, options: u32) -> Result<(), ChatError> {
        let staged: Vec<(ItemId, Answer)> = self
            .items
            .iter()
            .filter(|item| item.stage == Stage::Pending)
            .filter_map(|item| Some((item.id, item.staged.clone()?)))
            .collect();
        if staged.is_empty() {
            return Err(ChatError::new(
                ErrorCode::NothingToSend,
                "No answer is prepared.",
            ));
        }
        for (id, answer) in &staged {
            self.check(view, *id, answer)?;
        }
        for (id, answer) in staged {
            let by = self.person();
            match answer {
                Answer::Decision(decision) => self.decide(view, id, decision, by, options)?,
                Answer::Input(response) => self.give_input(view, id, response, by, options)?,
                Answer::Output => {}
            }
        }
        Ok(())
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
        let waiting: Vec<ItemId> = self
            .items
            .iter()
            .filter(|item| item.stage == Stage::Pending)
            .filter(|item| matches!(item.kind, ItemKind::Approval { .. }))
            .filter(|item| tool.is_none_or(|tool| item.tool_name.as_wtf8() == tool))
            .map(|item| item.id)
            .collect();
        waiting
            .into_iter()
            .filter(|id| {
                let by = self.person();
                self.decide(view, *id, Decision::plain(approved), by, options)
                    .is_ok()
            })
            .count()
    }

    /// Takes an answer back while its window is open.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`]; [`ErrorCode::AlreadyAnswered`] where it is
    /// too late.
    pub fn undo(&mut self, view: &mut dyn View, handle: Wtf8<'_>) -> Result<(), ChatError> {
        let found = self
            .items
            .named(handle)
            .filter(|item| item.stage == Stage::Answered)
            .last()
            .map(|item| item.id);
        let Some(id) = found else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no answer to take back by this name.",
            ));
        };
        let by = self.person();
        self.items.take_back(id, by)?;
        if let Some((at, part)) = self.place_of(id) {
            self.write_requested(view, at, part);
        }
        Ok(())
    }

    /// Sends an answer again whose outcome is unknown: only a person says so.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`] where nothing by this name is of unknown
    /// outcome.
    pub fn allow_resend(&mut self, handle: Wtf8<'_>) -> Result<(), ChatError> {
        let found = self
            .items
            .named(handle)
            .filter(|item| matches!(item.stage, Stage::Unknown | Stage::Answered))
            .last()
            .map(|item| item.id);
        let Some(id) = found else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is nothing to send again by this name.",
            ));
        };
        self.items.allow_resend(id);
        Ok(())
    }

    /// Takes a rule back. Whether there was one.
    pub fn revoke_grant(&mut self, view: &mut dyn View, id: u32) -> bool {
        let revoked = self.items.grants.revoke(id);
        if revoked {
            self.show_grants(view);
        }
        revoked
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
        self.items.check_open(id)?;
        self.check_decision(view, id, &decision)?;
        let place = self.place_of(id);
        let is_call_based = self
            .items
            .get(id)
            .is_some_and(|item| item.settlement != Settlement::Resume);
        if place.is_none() && !is_call_based {
            return Err(ChatError::new(
                ErrorCode::Superseded,
                "The message that asked for this approval is gone.",
            ));
        }
        let input = self.input_of(view, id);
        let judged = input.as_ref().map(RawJsonBuf::as_raw);
        let answer = Answer::Decision(decision.clone());
        self.items.answer(id, answer, by, options, judged)?;
        if let Some((at, part)) = place {
            self.write_decision(view, at, part, &decision);
        }
        self.remember(view, id, &decision, input.as_ref());
        self.answer_given(id, options);
        Ok(())
    }

    fn give_input(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        response: InputResponse,
        by: Actor,
        options: u32,
    ) -> Result<(), ChatError> {
        self.items.check_open(id)?;
        self.check(view, id, &Answer::Input(response.clone()))?;
        let output = self.output_of(view, id, &response)?;
        self.items
            .answer(id, Answer::Input(response), by, options, None)?;
        if let (Some((at, part)), Some(output)) = (self.place_of(id), output) {
            self.write_output(view, at, part, &output);
        }
        self.answer_given(id, options);
        Ok(())
    }

    /// An answer is recorded: it waits for its window, for the rest of the
    /// batch, or goes to whoever waits for it.
    fn answer_given(&mut self, id: ItemId, options: u32) {
        if let Some(window) = self.items.settings.undo_window
            && self
                .items
                .get(id)
                .is_some_and(|item| item.by.as_ref().is_some_and(|by| !by.is_automatic()))
        {
            let until = self.items.now().saturating_add(window);
            if let Some(item) = self.items.get_mut(id) {
                item.held_until = Some(until);
            }
            self.items.touch(id);
        }
        self.send_replies();
        self.set_timer();
        self.answered(options);
    }

    /// Sends the answers that somebody waits for, once they can no longer be
    /// taken back.
    pub(super) fn send_replies(&mut self) {
        let now = self.items.now();
        let ready: Vec<ItemId> = self
            .items
            .unsent_replies()
            .iter()
            .filter_map(|id| self.items.get(*id))
            .filter(|item| item.held_until.is_none_or(|until| until <= now))
            .map(|item| item.id)
            .collect();
        for id in ready {
            self.reply(id);
        }
    }

    fn reply(&mut self, id: ItemId) {
        let Some(item) = self.items.get(id) else {
            return;
        };
        let Some(answer) = item.answer.clone() else {
            return;
        };
        let settlement = item.settlement.clone();
        self.items.reply(id);
        match settlement {
            Settlement::Resume => {}
            Settlement::Reply(waiter) => {
                self.push(Effect::Reply { waiter, answer });
                // The promise is fulfilled: whoever waits for it has the answer.
                self.items.accepted(id);
            }
            Settlement::Retry {
                connection,
                request,
            } => self.push(Effect::Retry {
                item: id,
                connection,
                request,
                answer,
            }),
        }
    }

    /// Whether an answer could be given.
    fn check(&self, view: &mut dyn View, id: ItemId, answer: &Answer) -> Result<(), ChatError> {
        self.items.check_open(id)?;
        let Some(item) = self.items.get(id) else {
            return Ok(());
        };
        match (&item.kind, answer) {
            (ItemKind::Approval { .. }, Answer::Decision(decision)) => {
                self.check_decision(view, id, decision)
            }
            (ItemKind::Input { request, .. }, Answer::Input(response)) => {
                check_content(request.as_raw(), response, self.host.as_ref())
            }
            (ItemKind::Approval { .. } | ItemKind::Question | ItemKind::Input { .. }, _) => {
                Err(ChatError::new(
                    ErrorCode::InvalidArgument,
                    "An approval takes a decision, a request for input a response.",
                ))
            }
        }
    }

    fn check_decision(
        &self,
        view: &mut dyn View,
        id: ItemId,
        decision: &Decision,
    ) -> Result<(), ChatError> {
        let Some(item) = self.items.get(id) else {
            return Ok(());
        };
        if !matches!(item.kind, ItemKind::Approval { .. }) {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "This item takes no decision.",
            ));
        }
        item.answers.carry(decision)?;
        if let Some(input) = &decision.edited_input {
            self.check_edited_input(item.tool_name.as_wtf8(), input.as_raw())?;
        }
        if decision.remember.is_some() && self.input_of(view, id).is_none() {
            return Err(not_carried(
                "remember",
                "A rule cannot answer for an input that could not be shown whole.",
            ));
        }
        Ok(())
    }

    fn check_edited_input(&self, tool: Wtf8<'_>, input: RawJson<'_>) -> Result<(), ChatError> {
        let schema = self
            .items
            .settings
            .tool(tool)
            .and_then(|tool| tool.input_schema.as_ref());
        match schema {
            Some(schema) => check_value(schema.as_raw(), input, "editedInput", self.host.as_ref()),
            None => Ok(()),
        }
    }

    /// Makes a rule of a decision that says so.
    fn remember(
        &mut self,
        view: &mut dyn View,
        id: ItemId,
        decision: &Decision,
        input: Option<&RawJsonBuf>,
    ) {
        let (Some(remember), Some(item)) = (decision.remember, self.items.get(id)) else {
            return;
        };
        let (tool, source) = (item.tool_name.clone(), item.source.clone());
        let call = Call {
            tool: tool.as_wtf8(),
            source: source.as_wtf8(),
            input: input.map(RawJsonBuf::as_str),
        };
        let now = self.items.now();
        self.items
            .grants
            .make(&call, remember, decision.approved, now);
        self.show_grants(view);
        self.apply_grants(view);
    }

    /// Rules and policy answer what was just asked, before a person does.
    pub(super) fn consider_opened(&mut self, view: &mut dyn View) {
        for id in self.items.take_opened() {
            let waits = self.items.get(id).is_some_and(|item| {
                item.stage == Stage::Pending && matches!(item.kind, ItemKind::Approval { .. })
            });
            if waits && !self.apply_grants_to(view, id) && self.items.settings.has_policy {
                self.push(Effect::Policy { item: id });
            }
        }
        self.set_timer();
    }

    fn apply_grants(&mut self, view: &mut dyn View) {
        let waiting: Vec<ItemId> = self
            .items
            .iter()
            .filter(|item| item.stage == Stage::Pending)
            .filter(|item| matches!(item.kind, ItemKind::Approval { .. }))
            .map(|item| item.id)
            .collect();
        for id in waiting {
            self.apply_grants_to(view, id);
        }
    }

    /// Answers an approval by a rule, if one covers it.
    fn apply_grants_to(&mut self, view: &mut dyn View, id: ItemId) -> bool {
        if self.items.grants.list().is_empty() {
            return false;
        }
        let input = self.input_of(view, id);
        let Some(item) = self.items.get(id) else {
            return false;
        };
        // A rule never reaches what could not be shown, or must not be
        // remembered.
        if input.is_none() || !item.answers.remember {
            return false;
        }
        let call = Call {
            tool: item.tool_name.as_wtf8(),
            source: item.source.as_wtf8(),
            input: input.as_ref().map(RawJsonBuf::as_str),
        };
        let Some(grant) = self.items.grants.answer(&call) else {
            return false;
        };
        let (by, decision) = (Actor::Grant(grant.id), Decision::plain(grant.allows));
        self.decide(view, id, decision, by, 0).is_ok()
    }

    /// The application's policy has decided about an approval, or leaves it to
    /// the person. What a person answered meanwhile stands.
    pub fn policy_verdict(&mut self, view: &mut dyn View, id: ItemId, decision: Option<Decision>) {
        if let Some(decision) = decision {
            let _ = self.decide(view, id, decision, Actor::Policy, 0);
        }
    }

    /// The input of an item's call as JSON, where it is short enough to be
    /// shown whole.
    pub(super) fn input_of(&self, view: &mut dyn View, id: ItemId) -> Option<RawJsonBuf> {
        let own = self.items.get(id).and_then(|item| item.input.clone());
        let json = match (self.place_of(id), own) {
            (Some((at, part)), _) => view.read_json(leaf(at, part, Field::Input))?,
            (None, Some(input)) => input.as_str().to_owned(),
            (None, None) => return None,
        };
        if json.len() > LONGEST_REMEMBERED_INPUT {
            return None;
        }
        RawJsonBuf::parse(&json).ok()
    }

    /// Where an item's call stands.
    pub(super) fn place_of(&self, id: ItemId) -> Option<(usize, usize)> {
        let item = self.items.get(id)?;
        let at = self.index_of(item.message?)?;
        let parts = &self.messages.get(at)?.parts;
        let hint = item.part_hint;
        let is_it = |part: usize| {
            parts
                .get(part)
                .and_then(|part| part.tool())
                .is_some_and(|tool| tool.item == Some(id))
        };
        if is_it(hint) {
            return Some((at, hint));
        }
        (0..parts.len())
            .find(|part| is_it(*part))
            .map(|part| (at, part))
    }

    fn write_decision(&mut self, view: &mut dyn View, at: usize, part: usize, decision: &Decision) {
        if let Some(tool) = self.tool_at(at, part) {
            tool.state = ToolState::ApprovalResponded;
            if let Some(approval) = &mut tool.approval {
                approval.approved = Some(decision.approved);
            }
        }
        let set = |field, value| Patch::Set {
            leaf: leaf(at, part, field),
            value,
        };
        view.apply(set(Field::State, Payload::word("approval-responded")));
        if let Some(input) = &decision.edited_input {
            view.apply(set(Field::Input, Payload::Raw(input.as_raw())));
        }
        let reason = decision.reason.as_ref().map(Wtf8Buf::as_wtf8);
        view.apply(Patch::SetObject {
            leaf: leaf(at, part, Field::Approval),
            merge: true,
            fields: &[
                (Field::Approved, Payload::Bool(decision.approved)),
                (
                    Field::Reason,
                    reason.map_or(Payload::Undefined, Payload::Text),
                ),
            ],
        });
        self.changes.messages = true;
    }

    fn write_output(&mut self, view: &mut dyn View, at: usize, part: usize, output: &str) {
        let Ok(output) = RawJson::parse(output) else {
            return;
        };
        if let Some(tool) = self.tool_at(at, part) {
            tool.state = ToolState::OutputAvailable;
        }
        for (field, value) in [
            (Field::State, Payload::word("output-available")),
            (Field::Output, Payload::Raw(output)),
            (Field::ErrorText, Payload::Undefined),
        ] {
            view.apply(Patch::Set {
                leaf: leaf(at, part, field),
                value,
            });
        }
        self.changes.messages = true;
    }

    /// A decision was taken back: the part asks again.
    fn write_requested(&mut self, view: &mut dyn View, at: usize, part: usize) {
        let Some(tool) = self.tool_at(at, part) else {
            return;
        };
        let set = |field, value| Patch::Set {
            leaf: leaf(at, part, field),
            value,
        };
        if let Some(approval) = &mut tool.approval {
            approval.approved = None;
            tool.state = ToolState::ApprovalRequested;
            view.apply(set(Field::State, Payload::word("approval-requested")));
            view.apply(Patch::SetObject {
                leaf: leaf(at, part, Field::Approval),
                merge: true,
                fields: &[
                    (Field::Approved, Payload::Undefined),
                    (Field::Reason, Payload::Undefined),
                ],
            });
        } else {
            tool.state = ToolState::InputAvailable;
            view.apply(set(Field::State, Payload::word("input-available")));
            view.apply(set(Field::Output, Payload::Undefined));
            view.apply(set(Field::ErrorText, Payload::Undefined));
        }
        self.changes.messages = true;
    }

    /// Settles an approval whose deadline has passed: refused on the wire, and
    /// never allowed.
    pub(super) fn expire(&mut self, view: &mut dyn View, id: ItemId) {
        const EXPIRED: &str = "Not decided in time.";
        let Some(item) = self.items.get(id) else {
            return;
        };
        match &item.kind {
            ItemKind::Approval { .. } => {
                let decision = Decision {
                    reason: item.answers.reason.then(|| Wtf8Buf::from(EXPIRED)),
                    ..Decision::plain(false)
                };
                let _ = self.decide(view, id, decision, Actor::Deadline, 0);
            }
            ItemKind::Input { .. } => {
                let _ = self.give_input(view, id, InputResponse::Cancel, Actor::Deadline, 0);
            }
            ItemKind::Question => self.items.settle(id, Outcome::Expired, &Actor::Deadline),
        }
    }
}

fn not_carried(field: &'static str, message: &str) -> ChatError {
    let mut error = ChatError::new(ErrorCode::NotCarried, message);
    error.path = Some(field);
    error
}
