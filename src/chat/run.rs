//! One request and its response, while it lasts.

use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{Channel, FinishReason, InputEncoding, ItemId, Message, MessageKey};
use crate::stream::partial::PartialJson;

use super::effect::{Kept, RunId, Trigger};
use super::repeating::Replay;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Looking for a response to resume; nothing shows yet.
    Reconnecting,
    /// No visible content so far.
    Submitted,
    /// Content is arriving.
    Streaming,
}

/// A text that still grows.
pub(crate) struct OpenText {
    pub channel: Channel,
    pub id: Wtf8Buf,
    pub part: usize,
}

/// A tool call whose input is, or was, being written in this run. The text is
/// kept: a stream may go on with it after it said something else of the call.
pub(crate) struct OpenCall {
    pub call_id: Wtf8Buf,
    pub name: Wtf8Buf,
    pub dynamic: bool,
    pub encoding: Option<InputEncoding>,
    pub title: Option<Wtf8Buf>,
    pub tool_metadata: Option<Kept>,
    pub text: Wtf8Buf,
    pub parser: PartialJson,
    /// The part in which the parser's value stands, while nothing else has
    /// been written over it.
    pub live_part: Option<usize>,
}

/// One request and its response.
pub(crate) struct Run {
    pub id: RunId,
    pub trigger: Trigger,
    pub phase: Phase,
    /// The message that the response goes into, once there is one.
    pub target: Option<MessageKey>,
    /// Where that message was found last.
    pub target_hint: usize,
    /// Whether the response continues a message that was there before.
    pub continues: bool,
    /// The message was added by the last event that wrote anything.
    pub is_new: bool,
    /// The id for a message that the server does not name.
    pub fresh_id: Wtf8Buf,
    /// The application has taken the message away; what still comes is dropped.
    pub detached: bool,
    pub texts: Vec<OpenText>,
    pub calls: Vec<OpenCall>,
    /// Steps that began and have shown nothing yet.
    pub pending_steps: u32,
    pub finish_reason: Option<FinishReason>,
    /// Waits for the host; what comes meanwhile is kept by the feeder.
    pub blocked: bool,
    /// What it waits for is a check of the event at hand.
    pub validating: bool,
    /// A check by the application's schema has passed for the event at hand.
    pub validated: bool,
    /// Any visible content has come.
    pub has_content: bool,
    pub options: u32,
    /// The answers that this request carries.
    pub carries: Vec<ItemId>,
    /// The promises that are fulfilled when the turn is over.
    pub waiters: Vec<u32>,
    /// How many parts the message had when the response began.
    pub began_at: usize,
    /// What the server called the message, which may have another id here.
    pub named: Option<Wtf8Buf>,
    /// A resumed response of which nothing has come: a `start` tells that it
    /// comes from its beginning.
    pub awaits_start: bool,
    /// A resumed response that began before the page was loaded.
    pub reloaded: bool,
    /// The response repeats what the message has.
    pub replay: Option<Replay>,
    /// Which of the events that were repeated are to be applied.
    pub to_apply: Option<Vec<bool>>,
}

impl Run {
    pub fn new(id: RunId, trigger: Trigger, fresh_id: Wtf8Buf, options: u32) -> Run {
        Run {
            id,
            trigger,
            phase: Phase::Submitted,
            target: None,
            target_hint: 0,
            continues: false,
            is_new: false,
            fresh_id,
            detached: false,
            texts: Vec::new(),
            calls: Vec::new(),
            pending_steps: 0,
            finish_reason: None,
            blocked: false,
            validating: false,
            validated: false,
            has_content: false,
            options,
            carries: Vec::new(),
            waiters: Vec::new(),
            began_at: 0,
            named: None,
            awaits_start: false,
            reloaded: false,
            replay: None,
            to_apply: None,
        }
    }

    /// Goes on where a response broke off.
    pub fn go_on_from(&mut self, broken: Run) {
        self.target = broken.target;
        self.target_hint = broken.target_hint;
        self.continues = broken.continues;
        self.fresh_id = broken.fresh_id;
        self.texts = broken.texts;
        self.calls = broken.calls;
        self.pending_steps = broken.pending_steps;
        self.began_at = broken.began_at;
        self.named = broken.named;
        self.reloaded = broken.reloaded;
    }

    /// The response turns out to be one of its own, for another message.
    pub fn leave_message(&mut self) {
        self.finish_reason = None;
        self.continues = false;
        self.reloaded = false;
        self.target = None;
    }

    /// The index of the message that the response goes into.
    pub fn target_index(&mut self, messages: &[Message]) -> Option<usize> {
        let key = self.target?;
        if messages
            .get(self.target_hint)
            .is_some_and(|message| message.key == key)
        {
            return Some(self.target_hint);
        }
        let at = messages.iter().rposition(|message| message.key == key)?;
        self.target_hint = at;
        Some(at)
    }

    /// Whether the server says that it interrupted the response.
    pub fn is_interrupted(&self) -> bool {
        self.finish_reason == Some(FinishReason::Interrupted)
    }

    pub fn open_text(&self, channel: Channel, id: Wtf8<'_>) -> Option<usize> {
        self.texts
            .iter()
            .position(|text| text.channel == channel && text.id.as_wtf8() == id)
    }

    /// Forgets everything that was open: the step, or the whole response,
    /// begins anew.
    pub fn forget_open(&mut self) {
        self.texts.clear();
        self.calls.clear();
    }
}
