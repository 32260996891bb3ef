//! Back ends that call and wait: an approval or a request for input comes with
//! a number under which its answer is awaited, or with what a later request is
//! made from.

use crate::human::{Actor, ApprovalAnswers, Asked, ItemKind, Outcome, Settlement, Stage};
use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{
    Approval, ChatError, ErrorCode, Field, ItemId, Patch, Payload, ToolState, View,
};

use super::Chat;
use super::effect::Effect;
use super::reduce::leaf;

/// What a back end asks.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// Who asks: the protocol's name, and behind a slash the server or agent.
    pub source: Wtf8<'a>,
    /// Where the answer goes.
    pub settlement: Settlement,
    /// An approval: `toolCallId`, `toolName`, `input`, `answers`, `deadline`. A
    /// request for input: `id`, `message`, and a `schema` or a `url`.
    pub request: RawJson<'a>,
}

impl Chat {
    /// Asks whether a call may run.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] where the request names no call.
    pub fn ask_approval(
        &mut self,
        view: &mut dyn View,
        ask: &Ask<'_>,
    ) -> Result<ItemId, ChatError> {
        let (Some(call_id), Some(tool_name)) = (
            text(ask.request, "toolCallId"),
            text(ask.request, "toolName"),
        ) else {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "A request for approval names its call and its tool.",
            ));
        };
        let place = self.open_call(call_id.as_wtf8());
        let mut answers = ask
            .request
            .get("answers")
            .map(ApprovalAnswers::read)
            .unwrap_or_default();
        let own = self.items.settings.answers_for(tool_name.as_wtf8());
        answers.remember &= own.remember;
        let id = self.items.open(Asked {
            kind: ItemKind::Approval {
                approval_id: call_id.clone(),
            },
            message: place
                .and_then(|(at, _)| self.messages.get(at))
                .map(|message| message.key),
            call_id: call_id.clone(),
            tool_name,
            source: ask.source.to_owned(),
            settlement: ask.settlement.clone(),
            answers,
            deadline: self.deadline_of(ask.request),
        });
        if let Some(item) = self.items.get_mut(id) {
            item.input = ask.request.get("input").map(RawJson::to_owned);
        }
        if let Some((at, part)) = place {
            self.attach(at, part, id);
            self.show_request(view, at, part, id);
        }
        self.consider_opened(view);
        Ok(id)
    }

    /// Asks for input.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] where the request has neither a schema
    /// nor a url.
    pub fn ask_input(&mut self, ask: &Ask<'_>) -> Result<ItemId, ChatError> {
        if ask.request.get("schema").is_none() && ask.request.get("url").is_none() {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "A request for input has a `schema` or a `url`.",
            ));
        }
        let id = self.items.open(Asked {
            kind: ItemKind::Input {
                request_id: text(ask.request, "id").unwrap_or_default(),
                request: ask.request.to_owned(),
            },
            message: None,
            call_id: Wtf8Buf::default(),
            tool_name: Wtf8Buf::default(),
            source: ask.source.to_owned(),
            settlement: ask.settlement.clone(),
            answers: ApprovalAnswers::default(),
            deadline: self.deadline_of(ask.request),
        });
        self.set_timer();
        Ok(id)
    }

    /// Whoever asked does not wait any more.
    pub fn withdraw(&mut self, id: ItemId) {
        self.items.settle(id, Outcome::Withdrawn, &Actor::Agent);
        self.set_timer();
    }

    /// What became of a request that was made anew with an answer.
    pub fn retried(&mut self, id: ItemId, accepted: Option<bool>) {
        match accepted {
            Some(true) => self.items.accepted(id),
            Some(false) => self.items.not_accepted(id),
            None => self.items.lost(id),
        }
    }

    /// Everything that somebody waits for is cancelled: the turn is stopped, or
    /// the conversation ends.
    pub(super) fn cancel_replies(&mut self) {
        let waiting: Vec<(ItemId, u32)> = self
            .items
            .iter()
            .filter(|item| matches!(item.stage, Stage::Pending | Stage::Answered))
            .filter_map(|item| match item.settlement {
                Settlement::Reply(waiter) => Some((item.id, waiter)),
                Settlement::Resume | Settlement::Retry { .. } => None,
            })
            .collect();
        for (id, waiter) in waiting {
            self.items.settle(id, Outcome::Cancelled, &Actor::Stop);
            self.push(Effect::ReplyCancelled { waiter });
        }
    }

    fn deadline_of(&self, request: RawJson<'_>) -> Option<u64> {
        let given = request
            .get("deadline")
            .and_then(RawJson::number_text)
            .and_then(|number| number.parse().ok());
        given.or_else(|| {
            self.items
                .settings
                .deadline
                .map(|time| self.items.now().saturating_add(time))
        })
    }

    /// The newest call of this id that has no result.
    fn open_call(&self, call_id: Wtf8<'_>) -> Option<(usize, usize)> {
        self.messages
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, message)| {
                let part = message.parts.iter().rposition(|part| {
                    part.tool().is_some_and(|tool| {
                        tool.call_id.as_wtf8() == call_id && !tool.is_terminal()
                    })
                })?;
                Some((at, part))
            })
    }

    fn show_request(&mut self, view: &mut dyn View, at: usize, part: usize, id: ItemId) {
        let Some(item) = self.items.get(id) else {
            return;
        };
        let handle = item.handle();
        if let Some(tool) = self.tool_at(at, part) {
            tool.state = ToolState::ApprovalRequested;
            tool.approval = Some(Approval {
                id: handle.clone(),
                approved: None,
                is_automatic: false,
            });
        }
        view.apply(Patch::Set {
            leaf: leaf(at, part, Field::State),
            value: Payload::word("approval-requested"),
        });
        view.apply(Patch::SetObject {
            leaf: leaf(at, part, Field::Approval),
            merge: false,
            fields: &[(Field::Id, Payload::Text(handle.as_wtf8()))],
        });
        self.changes.messages = true;
    }
}

fn text(request: RawJson<'_>, field: &str) -> Option<Wtf8Buf> {
    request
        .get(field)
        .and_then(RawJson::string)
        .map(|text| Wtf8::to_owned(text.decode().as_wtf8()))
}
