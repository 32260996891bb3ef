//! Back ends that call and wait: an approval or a request for input comes with
//! a number under which its answer is awaited, or with what a later request is
//! made from.

use crate::human::{
    Actor, ApprovalAnswers, Asked, Item, ItemKind, Outcome, Settlement, Stage, read_deadline,
};
use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{
    Approval, ChatError, ErrorCode, Field, ItemId, Patch, Payload, ToolPart, ToolState, View,
};

use super::Chat;
use super::reduce::leaf;

/// What a back end asks.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// Who asks: the protocol's name, and behind a slash the server or agent.
    pub source: Wtf8<'a>,
    /// Where the answer goes.
    pub settlement: Settlement,
    /// An approval: `toolCallId`, `toolName`, `input`, `inputSchema`,
    /// `answers`. A request for input: `id`, `message`, and a `schema` or a
    /// `url`. Both: `deadline`, a time as [`read_deadline`] reads it.
    pub request: RawJson<'a>,
}

impl Chat {
    /// Asks whether a call may run.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] where the request names no call, or a
    /// deadline that cannot be read.
    pub fn ask_approval(
        &mut self,
        view: &mut dyn View,
        ask: &Ask<'_>,
    ) -> Result<ItemId, ChatError> {
        let id = self.open_asked_approval(view, ask)?;
        self.consider_opened(view);
        Ok(id)
    }

    pub(super) fn open_asked_approval(
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
        let deadline = self.deadline_of(ask.request, self.items.settings.deadline)?;
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
            deadline,
        });
        if let Some(item) = self.items.get_mut(id) {
            item.input = ask.request.get("input").map(RawJson::to_owned);
            item.input_schema = ask.request.get("inputSchema").map(RawJson::to_owned);
        }
        if let Some((at, part)) = place {
            self.attach(at, part, id);
            self.show_request(view, at, part, id);
        }
        Ok(id)
    }

    /// Asks for input.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`] where the request has neither a schema
    /// nor a url, or a deadline that cannot be read.
    pub fn ask_input(&mut self, ask: &Ask<'_>) -> Result<ItemId, ChatError> {
        let id = self.open_asked_input(ask)?;
        self.set_timer();
        Ok(id)
    }

    pub(super) fn open_asked_input(&mut self, ask: &Ask<'_>) -> Result<ItemId, ChatError> {
        if ask.request.get("schema").is_none() && ask.request.get("url").is_none() {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "A request for input has a `schema` or a `url`.",
            ));
        }
        let deadline = self.deadline_of(ask.request, self.items.settings.input_deadline)?;
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
            deadline,
        });
        Ok(id)
    }

    /// Whoever asked does not wait any more.
    pub fn withdraw(&mut self, view: &mut dyn View, id: ItemId) {
        self.end_item(view, id, Outcome::Withdrawn, &Actor::Agent);
        self.set_timer();
    }

    /// The connection of these back ends is gone: whoever asked over it does not
    /// wait any more. Requests that can be made anew stay.
    pub fn connection_lost(&mut self, view: &mut dyn View, source: Wtf8<'_>) {
        for id in self.waiting_for_reply() {
            let is_its = self
                .items
                .get(id)
                .is_some_and(|item| is_waited_for(item) && item.source.as_wtf8() == source);
            if is_its {
                self.end_item(view, id, Outcome::Withdrawn, &Actor::Agent);
            }
        }
        self.set_timer();
    }

    /// The turn is stopped: nobody answers back ends that wait, nor what could
    /// be asked anew.
    pub(super) fn cancel_asked(&mut self, view: &mut dyn View) {
        for id in self.waiting_for_reply() {
            let ends = self
                .items
                .get(id)
                .is_some_and(|item| match item.settlement {
                    Settlement::Resume => false,
                    Settlement::Reply(_) => true,
                    // What was answered stays answered, as everywhere.
                    Settlement::Retry { .. } => item.stage == Stage::Pending,
                });
            if ends {
                self.end_item(view, id, Outcome::Cancelled, &Actor::Stop);
            }
        }
    }

    /// Whether a back end waits for an answer.
    pub(super) fn is_waited_for(&self) -> bool {
        self.waiting_for_reply()
            .into_iter()
            .filter_map(|id| self.items.get(id))
            .any(is_waited_for)
    }

    /// What waits for a person, or for its way to whoever asked.
    fn waiting_for_reply(&self) -> Vec<ItemId> {
        let mut waiting = self.items.pending();
        waiting.extend(self.items.unsent_replies());
        waiting
    }

    fn deadline_of(
        &self,
        request: RawJson<'_>,
        time_limit: Option<u64>,
    ) -> Result<Option<u64>, ChatError> {
        let given = request.get("deadline").filter(|given| !given.is_null());
        let Some(given) = given else {
            return Ok(time_limit.map(|time| self.items.now().saturating_add(time)));
        };
        match read_deadline(given) {
            Some(deadline) => Ok(Some(deadline)),
            None => {
                let message = "A deadline is milliseconds since 1970, or RFC 3339 with its offset.";
                let mut error = ChatError::new(ErrorCode::InvalidArgument, message);
                error.path = Some("deadline");
                Err(error)
            }
        }
    }

    /// The newest call of this id that has no result and about which nothing is
    /// asked. Calls before a message of the person are over.
    fn open_call(&self, call_id: Wtf8<'_>) -> Option<(usize, usize)> {
        self.messages
            .iter()
            .enumerate()
            .rev()
            .take_while(|(_, message)| !message.superseded)
            .find_map(|(at, message)| {
                let part = message.parts.iter().rposition(|part| {
                    part.tool().is_some_and(|tool| {
                        tool.call_id.as_wtf8() == call_id
                            && !tool.is_terminal()
                            && !self.is_asked_about(tool)
                    })
                })?;
                Some((at, part))
            })
    }

    fn is_asked_about(&self, tool: &ToolPart) -> bool {
        tool.item
            .and_then(|id| self.items.get(id))
            .is_some_and(|item| !item.stage.is_terminal())
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

fn is_waited_for(item: &Item) -> bool {
    matches!(item.settlement, Settlement::Reply(_))
}

fn text(request: RawJson<'_>, field: &str) -> Option<Wtf8Buf> {
    request
        .get(field)
        .and_then(RawJson::string)
        .map(|text| Wtf8::to_owned(text.decode().as_wtf8()))
}
