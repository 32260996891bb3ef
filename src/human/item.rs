//! One thing that waits, or waited, for a person, and how far it has come.

use std::borrow::Cow;

use crate::json::{RawJsonBuf, Writer, Wtf8, Wtf8Buf};
use crate::model::{ItemId, MessageKey};

use super::actor::Actor;
use super::answer::{Answer, ApprovalAnswers};

/// What the person is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// May this call run?
    Approval {
        /// The id that the agent gave the approval.
        approval_id: Wtf8Buf,
    },
    /// A call that the person (or the page) answers with its result.
    Question,
    /// A form to fill in or an address to visit; the request as JSON.
    Input {
        /// The id that the agent gave the request.
        request_id: Wtf8Buf,
        /// `message`, and a `schema` or a `url`.
        request: RawJsonBuf,
    },
}

impl ItemKind {
    /// The name that front ends and logs see.
    pub fn name(&self) -> &'static str {
        match self {
            ItemKind::Approval { .. } => "approval",
            ItemKind::Question => "question",
            ItemKind::Input { .. } => "input",
        }
    }
}

/// Where an answer goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// With the next request of the conversation, all answers of the batch in
    /// one.
    Resume,
    /// To whoever waits for it under this number.
    Reply(u32),
    /// In a request made anew from what is kept here; nothing is open, so it
    /// survives a reload.
    Retry {
        /// Who makes it.
        connection: Wtf8Buf,
        /// What it is made from.
        request: RawJsonBuf,
    },
}

impl Settlement {
    /// The word for it in front ends.
    pub const fn name(&self) -> &'static str {
        match self {
            Settlement::Resume => "resume",
            Settlement::Reply(_) => "reply",
            Settlement::Retry { .. } => "retry",
        }
    }
}

/// How an item ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The person allowed it and the agent acted on it.
    Approved,
    /// It was refused, by the person or in the end by the agent itself.
    Denied,
    /// The person answered and the agent has the answer.
    Answered,
    /// The turn was stopped; nobody decided.
    Cancelled,
    /// Its deadline passed; nobody decided.
    Expired,
    /// A newer message of the person took its place.
    Superseded,
    /// The agent took it back.
    Withdrawn,
}

impl Outcome {
    /// Every outcome, for tables and tests.
    pub const ALL: [Outcome; 7] = [
        Outcome::Approved,
        Outcome::Denied,
        Outcome::Answered,
        Outcome::Cancelled,
        Outcome::Expired,
        Outcome::Superseded,
        Outcome::Withdrawn,
    ];

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Outcome> {
        Outcome::ALL
            .into_iter()
            .find(|outcome| outcome.name() == name)
    }

    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Approved => "approved",
            Outcome::Denied => "denied",
            Outcome::Answered => "settled",
            Outcome::Cancelled => "cancelled",
            Outcome::Expired => "expired",
            Outcome::Superseded => "superseded",
            Outcome::Withdrawn => "withdrawn",
        }
    }
}

/// How far an item has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The person can answer.
    Pending,
    /// There is an answer that has not been sent, or is proven not to have been
    /// accepted.
    Answered,
    /// The answer is on its way in the request of this number.
    Sending(u32),
    /// The answer was sent and what became of it is not known. It is never sent
    /// again unasked: the agent might act twice.
    Unknown,
    /// Over.
    Settled(Outcome),
}

impl Stage {
    /// Whether nothing can change any more.
    pub fn is_terminal(self) -> bool {
        match self {
            Stage::Settled(_) => true,
            Stage::Pending | Stage::Answered | Stage::Sending(_) | Stage::Unknown => false,
        }
    }

    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Pending => "pending",
            Stage::Answered => "answered",
            Stage::Sending(_) => "sending",
            Stage::Unknown => "unknown",
            Stage::Settled(outcome) => outcome.name(),
        }
    }
}

/// What the items' own names begin with; the number follows.
pub(super) const HANDLE: &str = "item-";

/// Who asks by interrupting a run of AG-UI.
pub const AG_UI: &str = "ag-ui";

/// What an item is opened with.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What is asked.
    pub kind: ItemKind,
    /// The message it belongs to, if it belongs to one.
    pub message: Option<MessageKey>,
    /// The tool call it belongs to; empty for none.
    pub call_id: Wtf8Buf,
    /// The tool; empty for none.
    pub tool_name: Wtf8Buf,
    /// Who asks: the protocol's name, and behind a slash the server or agent
    /// where there are several.
    pub source: Wtf8Buf,
    /// Where the answer goes.
    pub settlement: Settlement,
    /// Which answers can be carried back.
    pub answers: ApprovalAnswers,
    /// When it expires, in milliseconds since 1970.
    pub deadline: Option<u64>,
}

/// One thing that waits, or waited, for a person.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its own id, never reused.
    pub id: ItemId,
    /// What is asked.
    pub kind: ItemKind,
    /// The message it belongs to, if it belongs to one.
    pub message: Option<MessageKey>,
    /// The tool call it belongs to; empty for none.
    pub call_id: Wtf8Buf,
    /// The tool; empty for none.
    pub tool_name: Wtf8Buf,
    /// Who asks.
    pub source: Wtf8Buf,
    /// Where the answer goes.
    pub settlement: Settlement,
    /// Which answers can be carried back.
    pub answers: ApprovalAnswers,
    /// When it expires, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// How far it has come.
    pub stage: Stage,
    /// Changes when what the person sees changes.
    pub revision: u32,
    /// The answer, once there is one.
    pub answer: Option<Answer>,
    /// Who answered, or who or what ended it without an answer.
    pub by: Option<Actor>,
    /// An answer that is prepared and not given.
    pub staged: Option<Answer>,
    /// The answer can be taken back until then, in milliseconds since 1970.
    pub held_until: Option<u64>,
    /// Request options that came with the answer, by the host's number; 0 for
    /// none.
    pub options: u32,
    /// The input to be judged, where it is not in a message.
    pub input: Option<RawJsonBuf>,
    /// The JSON Schema of the input, where whoever asks has brought it along.
    pub input_schema: Option<RawJsonBuf>,
    /// There is no input to judge, or too much of it to be shown whole: no rule
    /// may come of an answer.
    pub input_cut: bool,
    /// What the input was before the answer edited it.
    pub original_input: Option<RawJsonBuf>,
    /// The rule that was made with the answer.
    pub made_grant: Option<u32>,
    /// Where its message was found last.
    pub message_hint: usize,
    /// Where its call was found last in its message.
    pub part_hint: usize,
}

impl Item {
    /// The name by which front ends know the item.
    pub fn handle(&self) -> Wtf8Buf {
        let mut handle = Wtf8Buf::from(HANDLE);
        let mut digits = String::new();
        Writer::new(&mut digits).integer(i64::from(self.id.0));
        handle.push_str(&digits);
        handle
    }

    /// Whether this is a name as items have it.
    pub fn is_handle(name: Wtf8<'_>) -> bool {
        name.as_str()
            .and_then(|name| name.strip_prefix(HANDLE))
            .is_some_and(|number| number.parse::<u32>().is_ok())
    }

    /// Which answers can be given to what is shown.
    fn answers_now(&self) -> Cow<'_, ApprovalAnswers> {
        if !self.input_cut || !self.answers.remember {
            return Cow::Borrowed(&self.answers);
        }
        Cow::Owned(ApprovalAnswers {
            remember: false,
            ..self.answers.clone()
        })
    }

    /// The decision, where the answer is one.
    pub fn approved(&self) -> Option<bool> {
        match &self.answer {
            Some(Answer::Decision(decision)) => Some(decision.approved),
            Some(Answer::Input(_) | Answer::Output) | None => None,
        }
    }

    /// How the item ends once the agent has the answer.
    pub fn outcome(&self) -> Outcome {
        match (&self.kind, self.approved()) {
            (ItemKind::Approval { .. }, Some(true)) => Outcome::Approved,
            (ItemKind::Approval { .. }, Some(false)) => Outcome::Denied,
            // Loaded as decided, without saying how.
            (ItemKind::Approval { .. }, None) => Outcome::Withdrawn,
            (ItemKind::Question | ItemKind::Input { .. }, _) => Outcome::Answered,
        }
    }

    /// Writes the item as front ends see it. What its call shows (input, title)
    /// is in the view.
    pub fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        self.write_fields(writer);
        writer.end_object();
    }

    /// Writes the fields of [`Item::write`] into an object that is open.
    pub fn write_fields(&self, writer: &mut Writer<'_>) {
        writer.key("id");
        writer.string(self.handle().as_wtf8());
        writer.key("kind");
        writer.str(self.kind.name());
        writer.key("stage");
        writer.str(self.stage.name());
        writer.key("revision");
        writer.integer(i64::from(self.revision));
        writer.key("settlement");
        writer.str(self.settlement.name());
        match &self.kind {
            ItemKind::Approval { approval_id } => {
                writer.key("approvalId");
                writer.string(approval_id.as_wtf8());
                writer.key("answers");
                self.answers_now().write(writer);
            }
            ItemKind::Question => {}
            ItemKind::Input {
                request_id,
                request,
            } => {
                writer.key("requestId");
                writer.string(request_id.as_wtf8());
                writer.key("request");
                writer.raw(request.as_raw());
            }
        }
        for (key, text) in [
            ("toolCallId", &self.call_id),
            ("toolName", &self.tool_name),
            ("source", &self.source),
        ] {
            if !text.is_empty() {
                writer.key(key);
                writer.string(text.as_wtf8());
            }
        }
        for (key, time) in [("deadline", self.deadline), ("heldUntil", self.held_until)] {
            if let Some(time) = time {
                writer.key(key);
                writer.integer(i64::try_from(time).unwrap_or(i64::MAX));
            }
        }
        if let Some(input) = &self.input {
            writer.key("input");
            writer.raw(input.as_raw());
        }
        if let Some(answer) = &self.answer {
            writer.key("answer");
            answer.write(writer);
        }
        if let Some(staged) = &self.staged {
            writer.key("staged");
            staged.write(writer);
        }
        if let Some(by) = &self.by {
            writer.key("by");
            by.write(writer);
        }
    }
}
