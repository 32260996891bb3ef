//! What happened to every item, in order.

use std::collections::VecDeque;

use crate::json::{RawJson, Writer, Wtf8Buf};

use super::actor::Actor;
use super::answer::Answer;
use super::item::{Item, Stage};

/// How many entries are kept in memory; whoever needs all stores them.
pub const KEPT_ENTRIES: usize = 1_000;

/// One step of one item.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// Its number, counted over the whole conversation.
    pub sequence: u64,
    /// When, in milliseconds since 1970.
    pub time: u64,
    /// The entry as a JSON object.
    json: String,
}

impl AuditEntry {
    /// The entry as a JSON object on one line.
    pub fn as_json(&self) -> &str {
        &self.json
    }
}

/// The log: append-only, bounded in memory.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    entries: VecDeque<AuditEntry>,
    next: u64,
}

/// What a step was.
#[derive(Clone, Debug)]
pub struct Move<'a> {
    /// The item before.
    pub item: &'a Item,
    /// Where it goes.
    pub to: Stage,
    /// Who moves it.
    pub by: &'a Actor,
    /// What was answered with it.
    pub answer: Option<&'a Answer>,
    /// The input that was judged, as JSON.
    pub input: Option<RawJson<'a>>,
    /// The rule that was made with it.
    pub grant: Option<u32>,
}

impl Audit {
    /// The entries that are kept, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &AuditEntry> {
        self.entries.iter()
    }

    /// The entries from this number on.
    pub fn since(&self, sequence: u64) -> impl Iterator<Item = &AuditEntry> {
        self.entries
            .iter()
            .filter(move |entry| entry.sequence >= sequence)
    }

    /// The number that the next entry takes.
    pub fn next_sequence(&self) -> u64 {
        self.next
    }

    /// Records a step.
    pub fn record(&mut self, step: &Move<'_>, now: u64) {
        let sequence = self.next;
        self.next = self.next.saturating_add(1);
        if self.entries.len() >= KEPT_ENTRIES {
            self.entries.pop_front();
        }
        self.entries.push_back(AuditEntry {
            sequence,
            time: now,
            json: entry_json(step, sequence, now),
        });
    }

    /// All entries that are kept, as JSON lines.
    pub fn to_json_lines(&self) -> String {
        let mut lines = String::new();
        for entry in &self.entries {
            lines.push_str(&entry.json);
            lines.push('\n');
        }
        lines
    }
}

fn entry_json(step: &Move<'_>, sequence: u64, now: u64) -> String {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    writer.begin_object();
    writer.key("sequence");
    writer.integer(number(sequence));
    writer.key("time");
    writer.integer(number(now));
    writer.key("item");
    writer.string(step.item.handle().as_wtf8());
    writer.key("kind");
    writer.str(step.item.kind.name());
    text(&mut writer, "toolCallId", &step.item.call_id);
    text(&mut writer, "toolName", &step.item.tool_name);
    text(&mut writer, "source", &step.item.source);
    writer.key("from");
    writer.str(step.item.stage.name());
    writer.key("to");
    writer.str(step.to.name());
    writer.key("by");
    step.by.write(&mut writer);
    if let Some(input) = step.input {
        writer.key("input");
        writer.raw(input);
    }
    if let Some(answer) = step.answer {
        writer.key("answer");
        answer.write(&mut writer);
    }
    if let Some(grant) = step.grant {
        writer.key("grant");
        writer.integer(i64::from(grant));
    }
    writer.key("revision");
    writer.integer(i64::from(step.item.revision));
    writer.end_object();
    out
}

fn text(writer: &mut Writer<'_>, key: &str, value: &Wtf8Buf) {
    if !value.is_empty() {
        writer.key(key);
        writer.string(value.as_wtf8());
    }
}
