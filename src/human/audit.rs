//! What happened to every item, in order. An entry keeps what it is made of;
//! its JSON is written when somebody asks for it.

use std::collections::VecDeque;

use crate::json::{RawJsonBuf, Writer, Wtf8Buf};
use crate::model::ItemId;

use super::actor::Actor;
use super::answer::{Answer, InputResponse};
use super::item::{Item, Stage};

/// How many entries are kept in memory; whoever needs all stores them.
pub const KEPT_ENTRIES: usize = 1_000;

/// How much of answers and inputs is kept in memory, in bytes.
pub const KEPT_BYTES: usize = 1_000_000;

/// One step of one item.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// Its number, counted over the whole conversation.
    pub sequence: u64,
    /// When, in milliseconds since 1970.
    pub time: u64,
    /// Whose step it was.
    pub item: ItemId,
    /// Where the item was; nothing where it begins to wait.
    pub from: Option<Stage>,
    /// Where it went.
    pub to: Stage,
    /// Who moved it.
    pub by: Actor,
    /// The revision of the item that this is about.
    pub revision: u32,
    /// What was answered with it.
    pub given: Option<Box<Given>>,
}

/// What was answered with a step.
#[derive(Clone, Debug)]
pub struct Given {
    /// The answer.
    pub answer: Answer,
    /// The input that was judged, where it could be shown whole.
    pub input: Option<RawJsonBuf>,
    /// The rule that was made with it.
    pub grant: Option<u32>,
}

impl Given {
    /// An answer, without anything made or judged with it.
    pub fn plain(answer: Answer) -> Given {
        Given {
            answer,
            input: None,
            grant: None,
        }
    }

    fn bytes(&self) -> usize {
        let answer = match &self.answer {
            Answer::Decision(decision) => length(decision.edited_input.as_ref())
                .saturating_add(decision.reason.as_ref().map_or(0, Wtf8Buf::len)),
            Answer::Input(InputResponse::Accept(content)) => length(content.as_ref()),
            Answer::Input(InputResponse::Decline | InputResponse::Cancel) | Answer::Output => 0,
        };
        answer.saturating_add(length(self.input.as_ref()))
    }
}

fn length(json: Option<&RawJsonBuf>) -> usize {
    json.map_or(0, |json| json.as_str().len())
}

/// The log: append-only, bounded in memory.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    entries: VecDeque<AuditEntry>,
    next: u64,
    bytes: usize,
}

impl Audit {
    /// The entries that are kept, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &AuditEntry> {
        self.entries.iter()
    }

    /// The entries from this number on.
    pub fn since(&self, sequence: u64) -> impl Iterator<Item = &AuditEntry> {
        let first = self.entries.front().map_or(0, |entry| entry.sequence);
        let skipped = sequence.saturating_sub(first);
        self.entries
            .iter()
            .skip(usize::try_from(skipped).unwrap_or(usize::MAX))
    }

    /// The number that the next entry takes.
    pub fn next_sequence(&self) -> u64 {
        self.next
    }

    /// Records a step and gives it its number.
    pub(super) fn record(&mut self, mut entry: AuditEntry) {
        entry.sequence = self.next;
        self.next = self.next.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes(&entry));
        self.entries.push_back(entry);
        while self.entries.len() > KEPT_ENTRIES
            || (self.bytes > KEPT_BYTES && self.entries.len() > 1)
        {
            if let Some(oldest) = self.entries.pop_front() {
                self.bytes = self.bytes.saturating_sub(bytes(&oldest));
            }
        }
    }
}

fn bytes(entry: &AuditEntry) -> usize {
    entry.given.as_ref().map_or(0, |given| given.bytes())
}

/// Adds an entry as a JSON object and an end of line.
pub(super) fn write_line(entry: &AuditEntry, item: &Item, out: &mut String) {
    let mut writer = Writer::new(out);
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    writer.begin_object();
    writer.key("sequence");
    writer.integer(number(entry.sequence));
    writer.key("time");
    writer.integer(number(entry.time));
    writer.key("item");
    writer.string(item.handle().as_wtf8());
    writer.key("kind");
    writer.str(item.kind.name());
    for (key, value) in [
        ("toolCallId", &item.call_id),
        ("toolName", &item.tool_name),
        ("source", &item.source),
    ] {
        if !value.is_empty() {
            writer.key(key);
            writer.string(value.as_wtf8());
        }
    }
    if let Some(from) = entry.from {
        writer.key("from");
        writer.str(from.name());
    }
    writer.key("to");
    writer.str(entry.to.name());
    writer.key("by");
    entry.by.write(&mut writer);
    if let Some(given) = &entry.given {
        if let Some(input) = &given.input {
            writer.key("input");
            writer.raw(input.as_raw());
        }
        writer.key("answer");
        given.answer.write(&mut writer);
        if let Some(grant) = given.grant {
            writer.key("grant");
            writer.integer(i64::from(grant));
        }
    }
    writer.key("revision");
    writer.integer(i64::from(entry.revision));
    writer.end_object();
    out.push('\n');
}
