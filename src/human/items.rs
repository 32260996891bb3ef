//! Every item of a conversation, and the only transitions there are.

use std::collections::BTreeMap;

use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{ChatError, ErrorCode, ItemId, MessageKey};

use super::{Item, ItemKind, Outcome, Stage};

/// The items of a conversation. Looking one up and settling it costs nothing
/// that grows with the others.
#[derive(Debug, Default)]
pub struct Items {
    all: Vec<Item>,
    by_approval: BTreeMap<Wtf8Buf, Vec<ItemId>>,
    unsent: Vec<ItemId>,
}

impl Items {
    /// Opens an item: the person can answer it from now on.
    pub fn open(&mut self, kind: ItemKind, message: MessageKey, call_id: Wtf8Buf) -> ItemId {
        let id = ItemId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        if let ItemKind::Approval { approval_id } = &kind {
            match self.by_approval.get_mut(approval_id) {
                Some(ids) => ids.push(id),
                None => {
                    self.by_approval.insert(approval_id.clone(), vec![id]);
                }
            }
        }
        self.all.push(Item {
            id,
            kind,
            message,
            call_id,
            stage: Stage::Pending,
            approved: None,
            options: 0,
        });
        id
    }

    /// An item by its id.
    pub fn get(&self, id: ItemId) -> Option<&Item> {
        self.all.get(index(id))
    }

    /// All items, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Item> {
        self.all.iter()
    }

    /// The approvals that the agent gave this id, oldest first.
    pub fn with_approval_id(&self, approval_id: Wtf8<'_>) -> impl Iterator<Item = &Item> {
        self.by_approval
            .get(&approval_id.to_owned())
            .into_iter()
            .flatten()
            .filter_map(|id| self.get(*id))
    }

    /// Records the person's answer.
    ///
    /// # Errors
    /// The reason why the item takes no answer: it has one, or it is over.
    pub fn answer(
        &mut self,
        id: ItemId,
        approved: Option<bool>,
        options: u32,
    ) -> Result<(), ChatError> {
        let Some(item) = self.all.get_mut(index(id)) else {
            return Err(ChatError::new(
                ErrorCode::UnknownItem,
                "There is no such item.",
            ));
        };
        refusal(item.stage)?;
        item.stage = Stage::Answered;
        item.approved = approved;
        item.options = options;
        self.unsent.push(id);
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

    /// Every answer that waits goes out with this request.
    pub fn send_all(&mut self, run: u32) -> Vec<ItemId> {
        let sent = std::mem::take(&mut self.unsent);
        for id in &sent {
            self.set_stage(*id, Stage::Sending(run));
        }
        sent
    }

    /// The request of this answer is proven not to have been accepted.
    pub fn not_accepted(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.set_stage(id, Stage::Answered);
            self.unsent.push(id);
        }
    }

    /// What became of this answer cannot be told.
    pub fn lost(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.set_stage(id, Stage::Unknown);
        }
    }

    /// The agent is proven to have this answer.
    pub fn accepted(&mut self, id: ItemId) {
        if self.is_sending(id) {
            self.settle_as_answered(id);
        }
    }

    /// The agent has acted on the call: whoever's answer that was, the item is
    /// over.
    pub fn acted_on(&mut self, id: ItemId) {
        match self.get(id).map(|item| item.stage) {
            Some(Stage::Sending(_) | Stage::Unknown) => self.settle_as_answered(id),
            Some(Stage::Pending | Stage::Answered) => self.settle(id, Outcome::Withdrawn),
            Some(Stage::Settled(_)) | None => {}
        }
    }

    /// The agent says what was decided; if nobody has answered here, that is
    /// how the item ends.
    pub fn decided_by_agent(&mut self, id: ItemId, approved: bool) {
        if self
            .get(id)
            .is_some_and(|item| item.stage == Stage::Pending)
        {
            let outcome = if approved {
                Outcome::Approved
            } else {
                Outcome::Denied
            };
            self.settle(id, outcome);
        }
    }

    /// The agent asks anew: what still waits for an answer waits no more.
    pub fn withdraw_pending(&mut self, id: ItemId) {
        if self
            .get(id)
            .is_some_and(|item| item.stage == Stage::Pending)
        {
            self.settle(id, Outcome::Withdrawn);
        }
    }

    fn settle_as_answered(&mut self, id: ItemId) {
        let Some(item) = self.get(id) else { return };
        let outcome = match (&item.kind, item.approved) {
            (ItemKind::Approval { .. }, Some(false)) => Outcome::Denied,
            (ItemKind::Approval { .. }, Some(true) | None) => Outcome::Approved,
            (ItemKind::Question, _) => Outcome::Answered,
        };
        self.set_stage(id, Stage::Settled(outcome));
    }

    /// The item is over although nobody's answer reached the agent.
    pub fn settle(&mut self, id: ItemId, outcome: Outcome) {
        let Some(item) = self.get(id) else { return };
        match item.stage {
            Stage::Pending | Stage::Answered | Stage::Unknown | Stage::Sending(_) => {
                self.unsent.retain(|unsent| *unsent != id);
                self.set_stage(id, Stage::Settled(outcome));
            }
            Stage::Settled(_) => {}
        }
    }

    /// Marks an answer of which we have no record of our own: it was loaded
    /// with the conversation.
    pub fn found_answered(&mut self, id: ItemId, approved: Option<bool>) {
        if let Some(item) = self.all.get_mut(index(id)) {
            item.stage = Stage::Unknown;
            item.approved = approved;
        }
    }

    /// The person asks for an answer of unknown outcome to be sent again.
    pub fn allow_resend(&mut self, id: ItemId) {
        if self
            .get(id)
            .is_some_and(|item| item.stage == Stage::Unknown)
        {
            self.set_stage(id, Stage::Answered);
            self.unsent.push(id);
        }
    }

    fn is_sending(&self, id: ItemId) -> bool {
        self.get(id)
            .is_some_and(|item| matches!(item.stage, Stage::Sending(_)))
    }

    fn set_stage(&mut self, id: ItemId, stage: Stage) {
        if let Some(item) = self.all.get_mut(index(id)) {
            item.stage = stage;
        }
    }
}

fn index(id: ItemId) -> usize {
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
            Outcome::Cancelled | Outcome::Withdrawn => {
                (ErrorCode::Cancelled, "It was cancelled before an answer.")
            }
            Outcome::Expired => (ErrorCode::Cancelled, "Its deadline has passed."),
            Outcome::Superseded => (
                ErrorCode::Superseded,
                "A newer message has taken its place.",
            ),
        },
    };
    Err(ChatError::new(code, message))
}
