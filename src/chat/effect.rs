//! What the state machine asks of the world: one effect at a time, in order.

use crate::human::{Answer, Outcome};
use crate::json::{RawJsonBuf, Wtf8Buf};
use crate::model::{ChatError, FinishReason, ItemId, Payload};

/// A request and the response that answers it; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(pub u32);

/// Why a request is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// A message of the person, or answers.
    SubmitMessage,
    /// Another answer to the same question.
    RegenerateMessage,
    /// A response that is still being written somewhere.
    ResumeStream,
}

impl Trigger {
    /// The name on AI SDK's wire.
    pub fn name(self) -> &'static str {
        match self {
            Trigger::SubmitMessage => "submit-message",
            Trigger::RegenerateMessage => "regenerate-message",
            Trigger::ResumeStream => "resume-stream",
        }
    }
}

/// A value kept until the host has seen it.
#[derive(Clone, Debug)]
pub enum Kept {
    /// JSON text.
    Raw(RawJsonBuf),
    /// A value that the host holds.
    Host(u32),
    /// Nothing.
    Undefined,
}

impl Kept {
    /// Keeps a payload.
    pub fn of(payload: Payload<'_>) -> Kept {
        match payload {
            Payload::Raw(raw) => Kept::Raw(raw.to_owned()),
            Payload::Host(number) => Kept::Host(number),
            Payload::Bool(flag) => Kept::Raw(if flag {
                crate::json::RawJson::TRUE.to_owned()
            } else {
                crate::json::RawJson::FALSE.to_owned()
            }),
            Payload::Undefined | Payload::Text(_) => Kept::Undefined,
        }
    }

    /// The payload again.
    pub fn payload(&self) -> Payload<'_> {
        match self {
            Kept::Raw(raw) => Payload::Raw(raw.as_raw()),
            Kept::Host(number) => Payload::Host(*number),
            Kept::Undefined => Payload::Undefined,
        }
    }
}

/// How a run ended, as the application's `onFinish` is told.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The index of the message, if any content came.
    pub message: Option<u32>,
    /// The id that the message has or would have had.
    pub message_id: Wtf8Buf,
    /// Stopped by the person.
    pub is_abort: bool,
    /// The connection broke.
    pub is_disconnect: bool,
    /// Failed.
    pub is_error: bool,
    /// What the server said.
    pub reason: Option<FinishReason>,
}

/// One thing for the host to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send the conversation and feed the response into the run.
    Send {
        /// The run.
        run: RunId,
        /// Why.
        trigger: Trigger,
        /// The message that is continued or replaced.
        message_id: Option<Wtf8Buf>,
        /// Request options by the host's number; 0 for none.
        options: u32,
    },
    /// Look for a response that is still being written.
    Reconnect {
        /// The run.
        run: RunId,
        /// Request options by the host's number; 0 for none.
        options: u32,
    },
    /// Cancel what the run has under way.
    Abort {
        /// The run.
        run: RunId,
    },
    /// Call `onToolCall`; the run waits until it is told to go on.
    ToolCall {
        /// The run.
        run: RunId,
        /// The call as the stream gave it.
        call: Kept,
    },
    /// Call `onData`.
    Data {
        /// The run.
        run: RunId,
        /// The part as the stream gave it.
        part: Kept,
    },
    /// Check a value against the application's schema; the run waits.
    Validate {
        /// The run.
        run: RunId,
        /// What is checked.
        subject: Validation,
    },
    /// Call `onError`, and show this error from now on.
    Error {
        /// The error.
        error: ChatError,
    },
    /// Call `onFinish`.
    Finish(Finished),
    /// Ask the application whether to send by itself.
    Evaluate {
        /// Comes back with the verdict.
        token: u32,
        /// How many messages the application is shown.
        messages: u32,
    },
    /// Answers are about to go out: [`super::Chat::claimed`] says whether they
    /// may. Only where the settings ask for it.
    Claim {
        /// Comes back with what was said.
        token: u32,
        /// Whose answers they are.
        items: Vec<ItemId>,
    },
    /// Give an answer to whoever waits for it under this number.
    Reply {
        /// Who waits.
        waiter: u32,
        /// The answer.
        answer: Answer,
    },
    /// Nobody will answer whoever waits under this number.
    ReplyCancelled {
        /// Who waits.
        waiter: u32,
        /// Why: nobody decided, and this is no refusal.
        outcome: Outcome,
    },
    /// Make a request anew with an answer, and say what became of it.
    Retry {
        /// Whose answer it is.
        item: ItemId,
        /// Who makes the request.
        connection: Wtf8Buf,
        /// What it is made from.
        request: RawJsonBuf,
        /// The answer.
        answer: Answer,
    },
    /// Ask the application's policy about an approval.
    Policy {
        /// Which one.
        item: ItemId,
    },
    /// Call [`super::Chat::tick`] at this time, in milliseconds since 1970; an
    /// earlier wish is void. Nothing is due without a time.
    Timer {
        /// When.
        at: Option<u64>,
    },
    /// A queued message is about to be sent: bring an id for the answer
    /// ([`Chat::depart`](super::Chat::depart)).
    Depart,
    /// Tell the listeners now.
    Publish,
    /// The promise of this number is fulfilled.
    Done {
        /// The promise.
        waiter: u32,
        /// The turn has ended with the error that was told last.
        failed: bool,
    },
}

/// What is checked against a schema of the application.
#[derive(Clone, Debug)]
pub enum Validation {
    /// Metadata about to be merged into a message.
    Metadata {
        /// The message's index, if it is there already.
        message: Option<u32>,
        /// The message's id.
        message_id: Wtf8Buf,
        /// What is merged.
        value: Kept,
    },
    /// A data part.
    Data {
        /// The whole type, `data-` included.
        type_name: Wtf8Buf,
        /// The part's id.
        id: Option<Wtf8Buf>,
        /// Where the part is or will be.
        part: u32,
        /// The data.
        value: Kept,
    },
}
