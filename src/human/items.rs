//! Every item of a conversation: opened, found, and what waits among them.

use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{ChatError, ErrorCode, ItemId, MessageKey, ToolPart};

use super::actor::Actor;
use super::answer::ApprovalAnswers;
use super::audit::{Audit, AuditEntry, Given, write_line};
use super::deadline::read_deadline;
use super::due::Due;
use super::grant::Grants;
use super::item::{AG_UI, Asked, HANDLE, Item, ItemKind, Outcome, Settlement, Stage};
use super::queues::{Queue, Queues};
use super::settings::HumanSettings;

/// The items of a conversation. Looking one up and settling it costs nothing
/// that grows with the others.
#[derive(Debug, Default)]
pub struct Items {
    pub(super) all: Vec<Item>,
    /// What items go by, in order, the oldest of each name first.
    by_handle: Vec<(Wtf8Buf, ItemId)>,
    pub(super) queues: Queues,
    /// How many items of each message wait for a person and then go with the
    /// next request, by the message's key.
    batches: Vec<u32>,
    pub(super) due: Due,
    /// How many answers can be taken back.
    pub(super) held: usize,
    /// Items that have changed since this was asked last.
    pub(super) touched: Vec<ItemId>,
    /// Items that were opened since this was asked last.
    pub(super) opened: Vec<ItemId>,
    /// Those who will get no answer, since this was asked last.
    pub(super) unanswered: Vec<(u32, Outcome)>,
    /// The time of the command at hand, in milliseconds since 1970.
    pub(super) now: u64,
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
        let mut revision = match &asked.kind {
            ItemKind::Approval { approval_id } => self.index(approval_id.clone(), id),
            ItemKind::Input { request_id, .. } => self.index(request_id.clone(), id),
            ItemKind::Question => 1,
        };
        let own_name = match &asked.kind {
            ItemKind::Approval { approval_id: name }
            | ItemKind::Input {
                request_id: name, ..
            } => Some(name),
            ItemKind::Question => None,
        };
        if !asked.call_id.is_empty() && own_name != Some(&asked.call_id) {
            revision = revision.max(self.index(asked.call_id.clone(), id));
        }
        if let Some(deadline) = asked.deadline {
            self.due.add(deadline, id);
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
            revision,
            answer: None,
            by: None,
            staged: None,
            held_until: None,
            options: 0,
            input: None,
            input_schema: None,
            input_cut: false,
            original_input: None,
            made_grant: None,
            message_hint: 0,
            part_hint: 0,
        };
        self.all.push(item);
        self.wait_for(id, Some(Queue::Person));
        self.record(id, None, Stage::Pending, &Actor::Agent, None);
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

    /// How the answer to an interrupt is to be, as the agent says: an object with, if
    /// wanted, `reason`, `editInput` and `deadline`.
    pub fn set_terms(&mut self, id: ItemId, terms: RawJson<'_>) {
        let deadline = terms.get("deadline").and_then(read_deadline);
        let Some(item) = self.all.get_mut(position(id)) else {
            return;
        };
        item.source = Wtf8Buf::from(AG_UI);
        let remember = item.answers.remember;
        item.answers = ApprovalAnswers {
            remember,
            ..ApprovalAnswers::read(terms)
        };
        if let Some(deadline) = deadline {
            item.deadline = Some(deadline);
            self.due.add(deadline, id);
        }
    }

    /// Opens the item of an interrupt that waits for content.
    pub fn open_interrupt(
        &mut self,
        message: MessageKey,
        tool: &ToolPart,
        request: RawJson<'_>,
    ) -> ItemId {
        let request_id = request.get("id").and_then(RawJson::string);
        let deadline = self
            .settings
            .input_deadline
            .map(|time| self.now.saturating_add(time));
        let id = self.open(Asked {
            kind: ItemKind::Input {
                request_id: request_id.map_or_else(Wtf8Buf::default, |id| id.decode().into_owned()),
                request: request.to_owned(),
            },
            message: Some(message),
            call_id: tool.call_id.clone(),
            tool_name: tool.name.clone(),
            source: Wtf8Buf::from(AG_UI),
            settlement: Settlement::Resume,
            answers: ApprovalAnswers::default(),
            deadline,
        });
        self.set_terms(id, request);
        id
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

    /// Enters an item under a name. Gives the revision that it begins with: who
    /// has seen another of that name has not seen this one.
    fn index(&mut self, handle: Wtf8Buf, id: ItemId) -> u32 {
        let at = self.by_handle.partition_point(|(name, _)| *name <= handle);
        let before = at
            .checked_sub(1)
            .and_then(|before| self.by_handle.get(before));
        let earlier = before.filter(|(name, _)| *name == handle);
        let revision = earlier
            .and_then(|(_, earlier)| self.get(*earlier))
            .map_or(1, |earlier| earlier.revision.saturating_add(1));
        self.by_handle.insert(at, (handle, id));
        revision
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
        let bytes = handle.as_bytes();
        let at = self
            .by_handle
            .partition_point(|(name, _)| name.as_bytes() < bytes);
        let named = self.by_handle.get(at..).unwrap_or_default().iter();
        named
            .take_while(move |(name, _)| name.as_bytes() == bytes)
            .filter_map(|(_, id)| self.get(*id))
            .chain(own)
    }

    /// The approvals that show in their message under this id, oldest first:
    /// the agent's, or the item's own where a back end asks.
    pub fn with_approval_id<'i>(
        &'i self,
        wanted: Wtf8<'i>,
    ) -> impl Iterator<Item = &'i Item> + use<'i> {
        self.named(wanted).filter(move |item| match &item.kind {
            ItemKind::Approval { approval_id } if item.settlement == Settlement::Resume => {
                approval_id.as_wtf8() == wanted
            }
            ItemKind::Approval { .. } => item.handle().as_wtf8() == wanted,
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
            // An item's own name means that item also when it is over: an agent
            // that gives it to something else gets no answer by it.
            let is_own = Item::is_handle(handle) && item.handle().as_wtf8() == handle;
            latest = Some(item);
            if item.stage == Stage::Pending || is_own {
                if waiting.is_some_and(|known| known != item.id) {
                    return Err(ChatError::new(
                        ErrorCode::Ambiguous,
                        "Several items go by this name; use the item's own id.",
                    ));
                }
                waiting = Some(item.id);
            }
        }
        match (waiting, latest) {
            (Some(id), _) => self.check_open(id).map(|()| id),
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

    /// The item that a name means: the one that an answer would be for, or else
    /// the newest.
    pub fn meant(&self, handle: Wtf8<'_>) -> Option<&Item> {
        match self.answerable(handle) {
            Ok(id) => self.get(id),
            Err(_) => self.named(handle).last(),
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

    /// The items that a person can answer now, oldest first.
    pub fn pending(&self) -> Vec<ItemId> {
        self.queues.list(Queue::Person)
    }

    /// Whether a person can answer something now.
    pub fn has_pending(&self) -> bool {
        self.queues.newest_first(Queue::Person).next().is_some()
    }

    /// Whether something of this message waits for a person that goes into the
    /// same request.
    pub fn is_batch_open(&self, message: MessageKey) -> bool {
        self.batches
            .get(message.0 as usize)
            .is_some_and(|count| *count > 0)
    }

    /// The one place where items begin and cease to wait.
    pub(super) fn wait_for(&mut self, id: ItemId, queue: Option<Queue>) {
        let waited = self.queues.of(id) == Some(Queue::Person);
        match queue {
            Some(queue) => self.queues.enter(id, queue),
            None => self.queues.leave(id),
        }
        let waits = queue == Some(Queue::Person);
        let batch = self
            .get(id)
            .filter(|item| item.settlement == Settlement::Resume)
            .and_then(|item| item.message);
        if let Some(message) = batch
            && waited != waits
        {
            let at = message.0 as usize;
            if self.batches.len() <= at {
                self.batches.resize(at.saturating_add(1), 0);
            }
            if let Some(count) = self.batches.get_mut(at) {
                *count = if waits {
                    count.saturating_add(1)
                } else {
                    count.saturating_sub(1)
                };
            }
        }
    }

    /// The items that the next request tells the agent of, newest first:
    /// answers, and refusals by the clock.
    pub fn unsent(&self) -> impl Iterator<Item = ItemId> {
        self.queues.newest_first(Queue::Request)
    }

    /// The answers that wait for the way to whoever asked, oldest first.
    pub fn unsent_replies(&self) -> Vec<ItemId> {
        self.queues.list(Queue::Reply)
    }

    /// Whether an answer waits for the way to whoever asked.
    pub fn has_unsent_replies(&self) -> bool {
        self.queues.newest_first(Queue::Reply).next().is_some()
    }

    /// What an item waits for.
    pub fn waits_for(&self, id: ItemId) -> Option<Queue> {
        self.queues.of(id)
    }

    /// Until when the answer can be taken back that made this rule, if it still
    /// can.
    pub fn hold_of_grant(&self, grant: u32) -> Option<u64> {
        self.queues
            .newest_first(Queue::Request)
            .chain(self.queues.newest_first(Queue::Reply))
            .filter_map(|id| self.get(id))
            .find(|item| item.made_grant == Some(grant))
            .and_then(|item| item.held_until)
    }

    /// Whether an answer for the next request can still be taken back.
    pub fn is_holding(&self) -> bool {
        self.held > 0
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

    /// Those who wait under these numbers get no answer; since this was asked
    /// last.
    pub fn take_unanswered(&mut self) -> Vec<(u32, Outcome)> {
        std::mem::take(&mut self.unanswered)
    }

    /// Whether somebody is to be told that there will be no answer.
    pub fn has_unanswered(&self) -> bool {
        !self.unanswered.is_empty()
    }

    /// When the next item expires, or the next answer can go out.
    pub fn next_due(&mut self) -> Option<u64> {
        self.due.next(&self.all)
    }

    /// Whether something is due by now.
    pub fn is_due(&mut self) -> bool {
        self.next_due().is_some_and(|time| time <= self.now)
    }

    /// An item that has expired by now, or whose answer can go out; each is
    /// given once.
    pub fn take_due(&mut self) -> Option<ItemId> {
        self.due.take(&self.all, self.now)
    }

    /// The log from a number on, as JSON lines.
    pub fn audit_lines(&self, since: u64) -> String {
        let mut lines = String::new();
        for entry in self.audit.since(since) {
            if let Some(item) = self.get(entry.item) {
                write_line(entry, item, &mut lines);
            }
        }
        lines
    }

    pub(super) fn record(
        &mut self,
        item: ItemId,
        from: Option<Stage>,
        to: Stage,
        by: &Actor,
        given: Option<Given>,
    ) {
        self.audit.record(AuditEntry {
            sequence: 0,
            time: self.now,
            item,
            from,
            to,
            by: by.clone(),
            revision: self.get(item).map_or(0, |item| item.revision),
            given: given.map(Box::new),
        });
    }
}

pub(super) fn position(id: ItemId) -> usize {
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
