//! Requests: a message of the person, another answer, or answers that wait.

use crate::human::{Actor, Outcome};
use crate::json::{RawJson, RawJsonBuf, Wtf8, Wtf8Buf};
use crate::model::{
    ChatError, ErrorCode, Field, InputEncoding, ItemId, Message, MessageKey, Part, Patch, Payload,
    Role, ToolState, View,
};
use crate::stream::partial::PartialJson;

use super::Chat;
use super::effect::{Effect, Kept, RunId, Trigger};
use super::reduce::{leaf, position};
use super::run::{OpenCall, Run};

/// What every request brings from outside.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The id of the answer's message, if the server names none.
    pub response_id: Wtf8Buf,
    /// Request options by the host's number; 0 for none.
    pub options: u32,
    /// The promise that is fulfilled when the turn is over; 0 for none.
    pub waiter: u32,
}

/// A message of the person.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage<'a> {
    /// The whole message, as it becomes part of the conversation.
    pub value: Payload<'a>,
    /// Its skeleton: an object with at least `id`, `role` and `parts`.
    pub skeleton: RawJson<'a>,
    /// The message that it replaces; what came after that one is dropped.
    pub replaces: Option<Wtf8<'a>>,
}

impl Chat {
    /// Adds a message of the person, or replaces one, and asks for an answer; or
    /// lets the message wait ([`Chat::will_queue`]).
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`], [`ErrorCode::UnknownMessage`],
    /// [`ErrorCode::ItemsPending`]; nothing has changed then.
    pub fn send_message(
        &mut self,
        view: &mut dyn View,
        new: NewMessage<'_>,
        request: Request,
    ) -> Result<(), ChatError> {
        let key = self.fresh_key();
        let Some(message) = Message::read(key, new.skeleton) else {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "A message needs a role and parts.",
            ));
        };
        let replaced = match new.replaces {
            Some(id) => Some(self.editable(id)?),
            None => None,
        };
        if replaced.is_none() && self.will_queue() {
            self.enqueue(view, message, new.value, request.options, request.waiter);
            return Ok(());
        }
        match replaced {
            Some(at) => {
                self.clear_queue(view);
                self.truncate(view, at);
                self.supersede_all(view);
            }
            None => self.settle_for_new_message(view)?,
        }
        self.end_turn(view);
        let at = self.messages.len();
        view.apply(Patch::AdoptMessage {
            at: position(at),
            value: new.value,
        });
        self.messages.push(message);
        self.changes.messages = true;
        self.queue.unpause();
        let message_id = new.replaces.map(Wtf8::to_owned);
        self.begin(view, Trigger::SubmitMessage, message_id, request);
        Ok(())
    }

    /// Asks again: from the answer with this id on, or from the last message.
    ///
    /// # Errors
    /// [`ErrorCode::UnknownMessage`].
    pub fn regenerate(
        &mut self,
        view: &mut dyn View,
        message_id: Option<Wtf8<'_>>,
        request: Request,
    ) -> Result<(), ChatError> {
        let found = match message_id {
            Some(id) => self
                .messages
                .iter()
                .position(|message| message.id.as_wtf8() == id),
            None => self.messages.len().checked_sub(1),
        };
        let Some(at) = found else {
            let mut text = Wtf8Buf::from("Invalid argument for parameter messageId: message ");
            match message_id {
                Some(id) => text.push_wtf8(id),
                None => text.push_str("undefined"),
            }
            text.push_str(" not found");
            return Err(ChatError::with_text(ErrorCode::UnknownMessage, text));
        };
        self.clear_queue(view);
        let keep = match self.messages.get(at).map(|message| message.role) {
            Some(Role::Assistant) => at,
            Some(Role::User | Role::System) | None => at.saturating_add(1),
        };
        self.end_turn(view);
        self.truncate(view, keep);
        if self
            .messages
            .last()
            .is_some_and(|last| last.role == Role::User)
        {
            self.supersede_all(view);
        } else {
            // What may have run already is not sent again unasked.
            self.close_unknown_grants(view, None);
        }
        let message_id = message_id.map(Wtf8::to_owned);
        self.begin(view, Trigger::RegenerateMessage, message_id, request);
        Ok(())
    }

    /// Sends the conversation as it is: what was answered and not sent, or what
    /// the person asks to be sent again.
    ///
    /// # Errors
    /// [`ErrorCode::NothingToSend`] while an answer is on its way: it would go
    /// out twice.
    pub fn send_again(&mut self, view: &mut dyn View, request: Request) -> Result<(), ChatError> {
        self.check_nothing_on_its_way()?;
        // An answer that the person has left behind goes along, and is not what
        // the agent goes on with.
        let answered = self.unsent_owner().filter(|key| {
            let message = self.index_of(*key).and_then(|at| self.messages.get(at));
            message.is_some_and(|message| !message.superseded)
        });
        let owner = answered.or_else(|| {
            // Without a record of our own, a decision that was loaded with the
            // conversation says which message the agent has to go on with.
            self.messages
                .iter()
                .rev()
                .find(|message| message.role == Role::Assistant && has_decision(message))
                .map(|message| message.key)
        });
        if let Some(key) = owner {
            self.allow_resend_in(key);
        }
        self.close_unknown_grants(view, owner);
        let message_id = owner
            .and_then(|key| self.index_of(key))
            .and_then(|at| self.messages.get(at))
            .or_else(|| self.messages.last())
            .map(|message| message.id.clone());
        self.begin(view, Trigger::SubmitMessage, message_id, request);
        Ok(())
    }

    /// A request says everything that was answered: while an answer is on its
    /// way in one, another would send it a second time.
    pub(super) fn check_nothing_on_its_way(&self) -> Result<(), ChatError> {
        let mut carried = self.runs.iter().flat_map(|run| &run.carries);
        if carried.any(|id| self.items.is_sending(*id)) {
            return Err(ChatError::new(
                ErrorCode::NothingToSend,
                "An answer is on its way: wait for its response, or stop it.",
            ));
        }
        Ok(())
    }

    /// Starts a request. `message_id` names the message that is continued or
    /// was replaced.
    pub(super) fn begin(
        &mut self,
        view: &mut dyn View,
        trigger: Trigger,
        message_id: Option<Wtf8Buf>,
        request: Request,
    ) -> RunId {
        let id = RunId(self.next_run);
        self.next_run = self.next_run.saturating_add(1);
        let mut run = Run::new(id, trigger, request.response_id, request.options);
        if request.waiter != 0 {
            run.waiters.push(request.waiter);
        }
        let answered = match (trigger, &message_id) {
            (Trigger::RegenerateMessage, _) => None,
            (Trigger::SubmitMessage | Trigger::ResumeStream, Some(id)) => self
                .messages
                .iter()
                .position(|message| message.id == *id)
                .or_else(|| self.messages.len().checked_sub(1)),
            (Trigger::SubmitMessage | Trigger::ResumeStream, None) => {
                self.messages.len().checked_sub(1)
            }
        };
        if let Some(at) = answered {
            self.continue_message(view, &mut run, at);
        }
        run.carries = self.items.send_all(id.0);
        let carries = run.carries.clone();
        self.runs.push(run);
        self.broken = None;
        self.failed = false;
        self.changes.status = true;
        self.refresh_status();
        let send = Effect::Send {
            run: id,
            trigger,
            message_id,
            options: request.options,
        };
        self.claim(view, carries, send);
        self.set_timer();
        id
    }

    /// The response goes on in an answer that is there.
    pub(super) fn continue_message(&self, view: &mut dyn View, run: &mut Run, at: usize) {
        let Some(message) = self.messages.get(at) else {
            return;
        };
        if message.role != Role::Assistant {
            return;
        }
        run.target = Some(message.key);
        run.target_hint = at;
        run.continues = true;
        run.fresh_id = message.id.clone();
        run.began_at = message.parts.len();
        let step = message.current_step();
        for (part, kind) in message.parts.iter().enumerate().skip(step) {
            if let Some(call) = half_received(view, at, part, kind) {
                // Of two calls of one id the later one is meant.
                run.calls.retain(|known| known.call_id != call.call_id);
                run.calls.push(call);
            }
        }
    }

    /// Drops all messages from `len` on; what waited in them waits no more.
    pub(super) fn truncate(&mut self, view: &mut dyn View, len: usize) {
        if len >= self.messages.len() {
            return;
        }
        self.calls.forget();
        let count = self.messages.len().saturating_sub(len);
        for message in self.messages.drain(len..) {
            for item in message.items() {
                self.items
                    .settle(item, Outcome::Superseded, &Actor::Conversation);
            }
        }
        view.apply(Patch::RemoveMessages {
            from: position(len),
            count: position(count),
        });
        self.changes.messages = true;
    }

    fn editable(&self, id: Wtf8<'_>) -> Result<usize, ChatError> {
        let found = self
            .messages
            .iter()
            .position(|message| message.id.as_wtf8() == id);
        let Some(at) = found else {
            return Err(Chat::unknown_message(id));
        };
        if self
            .messages
            .get(at)
            .is_some_and(|message| message.role == Role::User)
        {
            return Ok(at);
        }
        let mut text = Wtf8Buf::from(super::EDITED);
        text.push_str("message with id ");
        text.push_wtf8(id);
        text.push_str(" is not a user message");
        Err(ChatError::with_text(ErrorCode::InvalidArgument, text))
    }

    /// The message whose answer waits to be sent; the latest, if there are
    /// several.
    pub(super) fn unsent_owner(&self) -> Option<MessageKey> {
        let last = self.items.unsent().next()?;
        self.items.get(last).and_then(|item| item.message)
    }

    fn allow_resend_in(&mut self, key: MessageKey) {
        let Some(at) = self.index_of(key) else { return };
        let Some(message) = self.messages.get(at) else {
            return;
        };
        let items: Vec<ItemId> = message.items().collect();
        let by = self.person();
        for item in items {
            self.items.allow_resend(item, &by);
        }
    }
}

fn has_decision(message: &Message) -> bool {
    message.parts.iter().any(|part| {
        part.tool()
            .is_some_and(|tool| tool.state == ToolState::ApprovalResponded)
    })
}

/// The input of a call that an earlier response left half received.
fn half_received(view: &mut dyn View, at: usize, part: usize, kind: &Part) -> Option<OpenCall> {
    let tool = kind.tool()?;
    if tool.state != ToolState::InputStreaming {
        return None;
    }
    let mut read = |field| view.read_text(leaf(at, part, field));
    let text = read(Field::RawInput).unwrap_or_default();
    let title = read(Field::Title);
    let encoding = read(Field::InputEncoding).map(|name| {
        if name.eq_str("text") {
            InputEncoding::Text
        } else {
            InputEncoding::Json
        }
    });
    let tool_metadata = view
        .read_json(leaf(at, part, Field::ToolMetadata))
        .and_then(|json| RawJsonBuf::parse(&json).ok())
        .map(Kept::Raw);
    Some(OpenCall {
        call_id: tool.call_id.clone(),
        name: tool.name.clone(),
        dynamic: tool.dynamic,
        encoding,
        title,
        tool_metadata,
        text,
        parser: PartialJson::new(),
        // The parser has not seen the text: it is put back with the next delta.
        live_part: None,
    })
}
