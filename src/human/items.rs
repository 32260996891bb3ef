//! Every item of a conversation, and the only transitions there are.

use std::collections::BTreeMap;

use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{ChatError, ErrorCode, ItemId, MessageKey, ToolPart};

use super::actor::Actor;
use super::answer::{Answer, ApprovalAnswers, Decision};
use super::audit::{Audit, Move};
use super::grant::Grants;
use super::item::{Asked, HANDLE, Item, ItemKind, Outcome, Settlement, Stage};
use super::settings::HumanSettings;

/// The items of a conversation. Looking one up and settling it costs nothing
/// that grows with the others.
#[derive(Debug, Default)]
pub struct Items {
    all: Vec<Item>,
    by_handle: BTreeMap<Wtf8Buf, Vec<ItemId>>,
    unsent: Vec<ItemId>,
    /// Answers that somebody waits for and that have not gone out.
    replies: Vec<ItemId>,
    /// Items that may expire, unordered.
    expiring: Vec<ItemId>,
    /// Items that have changed since this was asked last.
    touched: Vec<ItemId>,
    /// Items that were opened since this was asked last.
    opened: Vec<ItemId>,
    /// The time of the command at hand, in milliseconds since 1970.
    now: u64,
    /// What the application says about asking.
    pub settings: HumanSettings,
    /// The rules that answer approvals.
    pub grants: Grants,
    /// What happened.
    pub audit: Audit,
}

impl Items {
    /// The time of what comes next, in milliseconds since 1970.
    pub fn set_time(&mut self, now: u64) {
        self.now = self.now.max(now);
    }

    /// The time of the command at hand, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Opens an item: the person can answer it from now on.
    pub fn open(&mut self, asked: Asked) -> ItemId {
        let id = ItemId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        match &asked.kind {
            ItemKind::Approval { approval_id } => self.index(approval_id.clone(), id),
            ItemKind::Input { request_id, .. } => self.index(request_id.clone(), id),
            ItemKind::Question => {}
        }
        let own_name = match &asked.kind {
            ItemKind::Approval { approval_id: name }
            | ItemKind::Input {
                request_id: name, ..
            } => Some(name),
            ItemKind::Question => None,
        };
        if !asked.call_id.is_empty() && own_name != Some(&asked.call_id) {
            self.index(asked.call_id.clone(), id);
        }
        if asked.deadline.is_some() {
            self.expiring.push(id);
        }
        let item = Item {
            id,
            kind: asked.kind,
            message: asked.message,
            call_id: asked.call_id,
            tool_name: asked.tool_name,
            source: asked.source,
            settlement: asked.settlement,
            answers: asked.answers,
            deadline: asked.deadline,
            stage: Stage::Pending,
            revision: 1,
            answer: None,
            by: None,
            staged: None,
            held_until: None,
            options: 0,
            input: None,
            part_hint: 0,
        };
        self.all.push(item);
        self.touched.push(id);
        self.opened.push(id);
        id
    }

    /// Opens the item of an approval that the conversation's own stream asks
    /// for.
    pub fn open_approval(
        &mut self,
        approval_id: Wtf8Buf,
        message: MessageKey,
        tool: &ToolPart,
    ) -> ItemId {
        let deadline = self
            .settings
            .deadline
            .map(|time| self.now.saturating_add(time));
        self.open(Asked {
            kind: ItemKind::Approval { approval_id },
            message: Some(message),
            call_id: tool.call_id.clone(),
            tool_name: tool.name.clone(),
            source: self.settings.source.clone(),
            settlement: Settlement::Resume,
            answers: self.settings.answers_for(tool.name.as_wtf8()),
            deadline,
        })
    }

    /// Opens the item of a call that the page or the person answers.
    pub fn open_question(&mut self, message: MessageKey, tool: &ToolPart) -> ItemId {
        self.open(Asked {
            kind: ItemKind::Question,
            message: Some(message),
            call_id: tool.call_id.clone(),
            tool_name: tool.name.clone(),
            source: self.settings.source.clone(),
            settlement: Settlement::Resume,
            answers: ApprovalAnswers::default(),
            deadline: None,
        })
    }

    fn index(&mut self, handle: Wtf8Buf, id: ItemId) {
        match self.by_handle.get_mut(&handle) {
            Some(ids) => ids.push(id),
            None => {
                self.by_handle.insert(handle, vec![id]);
            }
        }
    }

    /// An item by its id.
    pub fn get(&self, id: ItemId) -> Option<&Item> {
        self.all.get(position(id))
    }

    /// An item by its id, to change what is no transition.
    pub fn get_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.all.get_mut(position(id))
    }

    /// All items, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Item> {
        self.all.iter()
    }

    /// The items that go by this name: their own, the approval's, the request's
    /// or the call's; oldest first.
    pub fn named(&self, handle: Wtf8<'_>) -> impl Iterator<Item = &Item> {
        let own = handle
            .as_str()
            .and_then(|name| name.strip_prefix(HANDLE)?.parse().ok())
            .and_then(|number| self.get(ItemId(number)));
        self.by_handle
            .get(&handle.to_owned())
            .into_iter()
            .flatten()
            .filter_map(|id| self.get(*id))
            .chain(own)
    }

    /// The approvals that the agent gave this id, oldest first.
    pub fn with_approval_id<'i>(
        &'i self,
        wanted: Wtf8<'i>,
    ) -> impl Iterator<Item = &'i Item> + use<'i> {
        self.named(wanted).filter(move |item| match &item.kind {
            ItemKind::Approval { approval_id } => approval_id.as_wtf8() == wanted,
            ItemKind::Question | ItemKind::Input { .. } => false,
        })
    }

    /// The item that an answer to this name is for: the one that waits.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`], [`ErrorCode::Ambiguous`] where several wait,
    /// or why the latest takes no answer.
    pub fn answerable(&self, handle: Wtf8<'_>) -> Result<ItemId, ChatError> {
        let mut latest = None;
        let mut waiting = None;
        for item in self.named(handle) {
            latest = Some(item);
            if item.stage == Stage::Pending {
                if waiting.is_some() {
                    return Err(ChatError::new(
                        ErrorCode::Ambiguous,
                        "Several open items go by this name; use the item's own id.",
                    ));
                }
                waiting = Some(item.id);
            }
        }
        match (waiting, latest) {
            (Some(id), _) => Ok(id),
            (None, Some(item)) => {
                refusal(item.stage)?;
                Ok(item.id)
            }
            (None, None) => Err(ChatError::new(
                ErrorCode::UnknownItem,
                "Nothing goes by this name.",
            )),
        }
    }

    /// Refuses an answer to something else than what the person has seen.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`].
    pub fn check_revision(&self, id: ItemId, seen: Option<u32>) -> Result<(), ChatError> {
        match (self.get(id), seen) {
            (Some(item), Some(seen)) if item.revision != seen => Err(ChatError::new(
                ErrorCode::Stale,
                "What is asked has changed since it was shown; look again.",
            )),
            (Some(_) | None, _) => Ok(()),
        }
    }

    /// Why an item takes no answer, if it takes none.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownItem`], or what has become of it.
    pub fn check_open(&self, id: ItemId) -> Result<(), ChatError> {
        match self.get(id) {
            Some(item) => refusal(item.stage),
            None => Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no such item.",
            )),
        }
    }

    /// Records an answer, and the input that was judged, if it is known.
    ///
    /// # Errors
    /// The reason why the item takes no answer: it has one, or it is over.
    pub fn answer(
        &mut self,
        id: ItemId,
        answer: Answer,
        by: Actor,
        options: u32,
        input: Option<RawJson<'_>>,
    ) -> Result<(), ChatError> {
        self.check_open(id)?;
        let grant = match &by {
            Actor::Grant(id) => Some(*id),
            Actor::Person(_)
            | Actor::Policy
            | Actor::Deadline
            | Actor::Stop
            | Actor::Agent
            | Actor::Conversation => None,
        };
        self.record(id, Stage::Answered, &by, Some(&answer), input, grant);
        if let Some(item) = self.all.get_mut(position(id)) {
            item.stage = Stage::Answered;
            item.answer = Some(answer);
            item.by = Some(by);
            item.staged = None;
            item.options = options;
        }
        self.queue(id);
        self.touched.push(id);
        Ok(())
    }

    /// Takes an answer back that has not been sent: the item waits again.
    ///
    /// # Errors
    /// [`ErrorCode::AlreadyAnswered`] where it is too late.
    pub fn take_back(&mut self, id: ItemId, by: Actor) -> Result<(), ChatError> {
        let held = self.get(id).is_some_and(|item| {
            item.stage == Stage::Answered && item.held_until.is_some_and(|until| until > self.now)
        });
        if !held {
            return Err(ChatError::new(
                ErrorCode::AlreadyAnswered,
                "It is too late to take this answer back.",
            ));
        }
        self.unqueue(id);
        self.move_to(id, Stage::Pending, &by);
        if let Some(item) = self.all.get_mut(position(id)) {
            item.answer = None;
            item.by = None;
            item.held_until = None;
        }
        Ok(())
    }

    /// Whether an answer waits to be sent.
    pub fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// The answers that wait to be sent, in the order they were given.
    pub fn unsent(&self) -> &[ItemId] {
        &self.unsent
    }

    /// The answers that somebody waits for, in the order they were given.
    pub fn unsent_replies(&self) -> &[ItemId] {
        &self.replies
    }

    fn queue(&mut self, id: ItemId) {
        let resumes = self
            .get(id)
            .is_some_and(|item| item.settlement == Settlement::Resume);
        if resumes {
            self.unsent.push(id);
        } else {
            self.replies.push(id);
        }
    }

    fn unqueue(&mut self, id: ItemId) {
        self.unsent.retain(|unsent| *unsent != id);
        self.replies.retain(|unsent| *unsent != id);
    }

    /// The earliest time until which an answer that waits can be taken back.
    pub fn held_until(&self) -> Option<u64> {
        self.unsent
            .iter()
            .chain(&self.replies)
            .filter_map(|id| self.get(*id)?.held_until)
            .filter(|until| *until > self.now)
            .min()
    }

    /// Every answer that waits goes out with this request.
    pub fn send_all(&mut self, run: u32) -> Vec<ItemId> {
        let sent = std::mem::take(&mut self.unsent);
        for id in &sent {
            self.move_to(*id, Stage::Sending(run), &Actor::Conversation);
        }
        sent
    }

    /// One answer goes out by itself, to whoever waits for it.
    pub fn reply(&mut self, id: ItemId) {
        self.unqueue(id);
        self.move_to(id, Stage::Sending(0), &Actor::Conversation);
    }

    /// The request of this answer is proven not to have been accepted.
    pub fn not_accepted(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.move_to(id, Stage::Answered, &Actor::Conversation);
            self.queue(id);
        }
    }

    /// What became of this answer cannot be told.
    pub fn lost(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.move_to(id, Stage::Unknown, &Actor::Conversation);
        }
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
            Some(Stage::Pending | Stage::Answered) => {
                self.settle(id, Outcome::Withdrawn, &Actor::Agent);
            }
            Some(Stage::Settled(_)) | None => {}
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

    /// The item is over although nobody's answer reached the agent.
    pub fn settle(&mut self, id: ItemId, outcome: Outcome, by: &Actor) {
        let Some(item) = self.get(id) else { return };
        if !item.stage.is_terminal() {
            self.unqueue(id);
            self.move_to(id, Stage::Settled(outcome), by);
        }
    }

    /// Marks an answer of which we have no record of our own: it was loaded
    /// with the conversation.
    pub fn found_answered(&mut self, id: ItemId, approved: Option<bool>) {
        if let Some(item) = self.all.get_mut(position(id)) {
            item.stage = Stage::Unknown;
            item.answer = approved.map(|approved| Answer::Decision(Decision::plain(approved)));
        }
    }

    /// Takes over an answer that was saved, with how far it had come.
    pub fn restore_answer(&mut self, id: ItemId, answer: Option<Answer>, stage: Stage) {
        self.unqueue(id);
        if let Some(item) = self.all.get_mut(position(id)) {
            item.stage = stage;
            if answer.is_some() {
                item.answer = answer;
            }
        }
        if stage == Stage::Answered {
            self.queue(id);
        }
        self.touched.push(id);
    }

    /// The person asks for an answer of unknown outcome to be sent again.
    pub fn allow_resend(&mut self, id: ItemId) {
        if self
            .get(id)
            .is_some_and(|item| item.stage == Stage::Unknown)
        {
            self.move_to(id, Stage::Answered, &Actor::Person(None));
            self.queue(id);
        }
    }

    /// What the person sees of an item has changed.
    pub fn revise(&mut self, id: ItemId) {
        if let Some(item) = self.all.get_mut(position(id))
            && item.stage == Stage::Pending
        {
            item.revision = item.revision.saturating_add(1);
            item.staged = None;
            self.touched.push(id);
        }
    }

    /// An item has changed in a way that is no transition.
    pub fn touch(&mut self, id: ItemId) {
        self.touched.push(id);
    }

    /// The items that were opened since this was asked last.
    pub fn take_opened(&mut self) -> Vec<ItemId> {
        std::mem::take(&mut self.opened)
    }

    /// Whether there are items that have changed.
    pub fn has_touched(&self) -> bool {
        !self.touched.is_empty()
    }

    /// The items that have changed since this was asked last.
    pub fn take_touched(&mut self) -> Vec<ItemId> {
        std::mem::take(&mut self.touched)
    }

    /// The items whose deadline has passed.
    pub fn expired(&mut self) -> Vec<ItemId> {
        let (now, all) = (self.now, &self.all);
        self.expiring.retain(|id| {
            all.get(position(*id))
                .is_some_and(|item| !item.stage.is_terminal())
        });
        self.expiring
            .iter()
            .copied()
            .filter(|id| {
                all.get(position(*id)).is_some_and(|item| {
                    item.stage == Stage::Pending && item.deadline.is_some_and(|due| due <= now)
                })
            })
            .collect()
    }

    /// When the next item expires, or the next answer can go out.
    pub fn next_due(&self) -> Option<u64> {
        self.expiring
            .iter()
            .filter_map(|id| self.get(*id))
            .filter(|item| item.stage == Stage::Pending)
            .filter_map(|item| item.deadline)
            .chain(self.held_until())
            .min()
    }

    fn settle_as_answered(&mut self, id: ItemId) {
        let Some(outcome) = self.get(id).map(Item::outcome) else {
            return;
        };
        self.move_to(id, Stage::Settled(outcome), &Actor::Agent);
    }

    fn is_sending(&self, id: ItemId) -> bool {
        self.get(id)
            .is_some_and(|item| matches!(item.stage, Stage::Sending(_)))
    }

    fn move_to(&mut self, id: ItemId, stage: Stage, by: &Actor) {
        self.record(id, stage, by, None, None, None);
        if let Some(item) = self.all.get_mut(position(id)) {
            item.stage = stage;
        }
        self.touched.push(id);
    }

    fn record(
        &mut self,
        id: ItemId,
        to: Stage,
        by: &Actor,
        answer: Option<&Answer>,
        input: Option<RawJson<'_>>,
        grant: Option<u32>,
    ) {
        if let Some(item) = self.all.get(position(id)) {
            let step = Move {
                item,
                to,
                by,
                answer,
                input,
                grant,
            };
            self.audit.record(&step, self.now);
        }
    }
}

fn position(id: ItemId) -> usize {
    id.0 as usize
}

/// Why an item at this stage takes no answer.
fn refusal(stage: Stage) -> Result<(), ChatError> {
    let (code, message) = match stage {
        Stage::Pending => return Ok(()),
        Stage::Answered | Stage::Sending(_) => (
            ErrorCode::AlreadyAnswered,
            "It has been answered already; the first answer holds.",
        ),
        Stage::Unknown => (
            ErrorCode::OutcomeUnknown,
            "It was answered and what became of the answer is not known.",
        ),
        Stage::Settled(outcome) => match outcome {
            Outcome::Approved | Outcome::Denied | Outcome::Answered => (
                ErrorCode::AlreadyAnswered,
                "It has been answered already; the first answer holds.",
            ),
            Outcome::Cancelled => (ErrorCode::Cancelled, "It was cancelled before an answer."),
            Outcome::Withdrawn => (ErrorCode::Cancelled, "The agent has taken it back."),
            Outcome::Expired => (ErrorCode::Expired, "Its deadline has passed."),
            Outcome::Superseded => (
                ErrorCode::Superseded,
                "A newer message has taken its place.",
            ),
        },
    };
    Err(ChatError::new(code, message))
}
