//! An item as it is saved beside the messages.

use crate::json::{RawJson, RawJsonBuf, Writer, Wtf8Buf};
use crate::model::ItemId;

use super::actor::Actor;
use super::answer::{Answer, Decision, InputResponse};
use super::item::{Item, Outcome, Settlement, Stage};
use super::items::{Items, position};

/// How far a saved item had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedStage {
    /// Not answered.
    Pending,
    /// Answered and not sent.
    Answered,
    /// Sent, or on its way when the page went away: what became of it cannot
    /// be told.
    Unknown,
    /// Over, although its message cannot say so.
    Over(Outcome),
}

/// A saved item.
#[derive(Clone, Debug)]
pub struct Saved<'a> {
    /// It is an approval.
    pub is_approval: bool,
    /// It is a request for input.
    pub is_input: bool,
    /// How far it had come.
    pub stage: SavedStage,
    /// The message it belongs to.
    pub message_id: Option<Wtf8Buf>,
    /// The call it belongs to.
    pub call_id: Wtf8Buf,
    /// The approval's id.
    pub approval_id: Option<Wtf8Buf>,
    /// Who asks.
    pub source: Wtf8Buf,
    /// What was asked, as [`crate::chat::Ask`] takes it.
    pub request: RawJson<'a>,
    /// Who makes its request anew, and what it is made from.
    pub retry: Option<(Wtf8Buf, RawJson<'a>)>,
    answer: Option<Answer>,
    staged: Option<Answer>,
    by: Option<Actor>,
    revision: u32,
    deadline: Option<u64>,
    held_until: Option<u64>,
    original_input: Option<RawJsonBuf>,
    made_grant: Option<u32>,
    /// It goes with the next request, or to its connection.
    is_unsent: bool,
}

impl<'a> Saved<'a> {
    /// Whether another saved item is of a call that goes by the same names.
    pub fn is_of_call_of(&self, other: &Saved<'_>) -> bool {
        self.retry.is_none()
            && other.retry.is_none()
            && self.is_approval == other.is_approval
            && self.call_id == other.call_id
            && self.approval_id == other.approval_id
            && self.message_id == other.message_id
    }

    /// Reads what [`Item::write_fields`] and [`Item::write_saved_fields`]
    /// write. `None` where it is anything else.
    pub fn read(raw: RawJson<'a>) -> Option<Saved<'a>> {
        let text = |name: &str| match raw.get(name) {
            None => Some(None),
            Some(value) => value.string().map(|text| Some(text.decode().into_owned())),
        };
        let number = |name: &str| match raw.get(name) {
            None => Some(None),
            Some(value) => value.number_text()?.parse::<u64>().ok().map(Some),
        };
        let small = |value: u64| u32::try_from(value).ok();
        let kind = text("kind")??;
        let kind = kind.as_str()?;
        let stage = match text("stage")??.as_str()? {
            "pending" => SavedStage::Pending,
            "answered" => SavedStage::Answered,
            "sending" | "unknown" => SavedStage::Unknown,
            name => SavedStage::Over(Outcome::from_name(name)?),
        };
        let answer = |name: &str| match raw.get(name) {
            None => Some(None),
            Some(value) => read_answer(kind, value).map(Some),
        };
        let saved = Saved {
            is_approval: kind == "approval",
            is_input: kind == "input",
            stage,
            message_id: text("messageId")?,
            call_id: text("toolCallId")?.unwrap_or_default(),
            approval_id: text("approvalId")?,
            source: text("source")?.unwrap_or_default(),
            request: raw.get("request").unwrap_or(raw),
            retry: match (text("connection")?, raw.get("retry")) {
                (Some(connection), Some(retry)) => Some((connection, retry)),
                (None, None) => None,
                (Some(_), None) | (None, Some(_)) => return None,
            },
            answer: answer("answer")?,
            staged: answer("staged")?,
            by: match raw.get("by") {
                None => None,
                Some(by) => Some(Actor::read(by)?),
            },
            revision: number("revision")?.and_then(small)?,
            deadline: number("deadline")?,
            held_until: number("heldUntil")?,
            original_input: raw.get("originalInput").map(RawJson::to_owned),
            made_grant: match number("madeGrant")? {
                None => None,
                Some(id) => Some(small(id)?),
            },
            is_unsent: match raw.get("unsent") {
                None => false,
                Some(flag) => flag.bool()?,
            },
        };
        let is_answered = match stage {
            SavedStage::Answered => saved.answer.is_some(),
            SavedStage::Pending | SavedStage::Over(Outcome::Expired) => saved.answer.is_none(),
            SavedStage::Unknown | SavedStage::Over(_) => true,
        };
        is_answered.then_some(saved)
    }
}

impl Item {
    /// Writes what front ends do not see and a reload has to know.
    pub fn write_saved_fields(&self, writer: &mut Writer<'_>, is_unsent: bool) {
        if is_unsent {
            writer.key("unsent");
            writer.bool(true);
        }
        if let Settlement::Retry {
            connection,
            request,
        } = &self.settlement
        {
            writer.key("connection");
            writer.string(connection.as_wtf8());
            writer.key("retry");
            writer.raw(request.as_raw());
        }
        for (key, json) in [
            ("originalInput", &self.original_input),
            ("inputSchema", &self.input_schema),
        ] {
            if let Some(json) = json {
                writer.key(key);
                writer.raw(json.as_raw());
            }
        }
        if let Some(grant) = self.made_grant {
            writer.key("madeGrant");
            writer.integer(i64::from(grant));
        }
    }
}

impl Items {
    /// Takes over what was saved of an item about which nothing is known here
    /// but what its message says. Whether it was.
    pub fn restore(&mut self, id: ItemId, saved: &Saved<'_>) -> bool {
        let Some(item) = self.all.get_mut(position(id)) else {
            return false;
        };
        let is_decided_by_message = match item.stage {
            Stage::Pending => false,
            Stage::Unknown if item.by.is_none() => true,
            Stage::Unknown | Stage::Answered | Stage::Sending(_) | Stage::Settled(_) => {
                return false;
            }
        };
        if let SavedStage::Pending = saved.stage {
            if is_decided_by_message {
                return false;
            }
            item.revision = item.revision.max(saved.revision);
            item.staged.clone_from(&saved.staged);
            self.put_off(id, saved.deadline);
            return true;
        }
        // The message was saved before, and nobody here can write what it lacks.
        if let SavedStage::Over(outcome) = saved.stage
            && !is_decided_by_message
            && saved.answer.is_none()
            && outcome != Outcome::Expired
        {
            return false;
        }
        let (stage, answer) = match saved.stage {
            SavedStage::Over(outcome) => (Stage::Settled(outcome), saved.answer.clone()),
            SavedStage::Answered => (Stage::Answered, saved.answer.clone()),
            SavedStage::Unknown | SavedStage::Pending => {
                let found = item.answer.take();
                (Stage::Unknown, saved.answer.clone().or(found))
            }
        };
        item.revision = item.revision.max(saved.revision);
        item.deadline = saved.deadline;
        item.answer = answer;
        item.by.clone_from(&saved.by);
        item.original_input.clone_from(&saved.original_input);
        item.made_grant = saved.made_grant;
        self.unqueue(id);
        self.pass(id, stage, &Actor::Conversation, None);
        if saved.is_unsent {
            self.queue(id);
        }
        if let (SavedStage::Answered, Some(until)) = (saved.stage, saved.held_until) {
            self.hold(id, until);
        }
        true
    }

    /// The item expires at another time than it was opened with.
    fn put_off(&mut self, id: ItemId, deadline: Option<u64>) {
        let Some(item) = self.all.get_mut(position(id)) else {
            return;
        };
        item.deadline = deadline;
        if let Some(deadline) = deadline {
            self.due.add(deadline, id);
        }
        self.touched.push(id);
    }
}

fn read_answer(kind: &str, raw: RawJson<'_>) -> Option<Answer> {
    match kind {
        "approval" => Decision::read(raw).ok().map(Answer::Decision),
        "input" | "question" if raw.is_null() => Some(Answer::Output),
        "input" => InputResponse::read(raw).ok().map(Answer::Input),
        _ => None,
    }
}
