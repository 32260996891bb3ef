//! Where the tool calls of a conversation stand, by their ids: an answer or a
//! result finds its call without looking at the others.

use crate::json::Wtf8;
use crate::model::{Message, Part, ToolPart};

/// The calls of all messages. It is brought up to date when somebody asks:
/// messages and parts that were added at the end since then are looked at once.
/// Whoever changes anything else calls [`CallIndex::forget`].
#[derive(Default)]
pub(super) struct CallIndex {
    /// The latest entry of each bucket, as its number plus one; as many buckets
    /// as a power of two.
    buckets: Vec<u32>,
    entries: Vec<Entry>,
    /// How many messages have been looked at, and how many parts of the last.
    messages: usize,
    parts: usize,
    /// Where the current step of the last message that was looked at begins.
    step: usize,
}

struct Entry {
    hash: u32,
    message: usize,
    part: usize,
    /// The entry before in the same bucket, as its number plus one.
    before: u32,
}

impl CallIndex {
    /// What stood where has changed.
    pub fn forget(&mut self) {
        *self = CallIndex::default();
    }

    /// Where calls with this id stand, the latest first. Ids may repeat.
    pub fn places(&mut self, messages: &[Message], call_id: Wtf8<'_>) -> Vec<(usize, usize)> {
        self.catch_up(messages);
        let hash = hash_of(call_id);
        let mut places = Vec::new();
        let mut next = self.bucket(hash).copied().unwrap_or(0);
        while let Some(entry) = self.entry(next) {
            if entry.hash == hash
                && call_at(messages, entry.message, entry.part)
                    .is_some_and(|tool| tool.call_id.as_wtf8() == call_id)
            {
                places.push((entry.message, entry.part));
            }
            next = entry.before;
        }
        places
    }

    /// The index of the first part of a message's current step, as
    /// [`Message::current_step`] finds it; of the last message without looking.
    pub fn current_step(&mut self, messages: &[Message], at: usize) -> usize {
        if at.saturating_add(1) != messages.len() {
            return messages.get(at).map_or(0, Message::current_step);
        }
        self.catch_up(messages);
        self.step
    }

    fn catch_up(&mut self, messages: &[Message]) {
        let from = self.messages.saturating_sub(1);
        for (at, message) in messages.iter().enumerate().skip(from) {
            let known = if at < self.messages { self.parts } else { 0 };
            if known == 0 {
                self.step = 0;
            }
            for (place, part) in message.parts.iter().enumerate().skip(known) {
                if let Some(tool) = part.tool() {
                    self.add(hash_of(tool.call_id.as_wtf8()), at, place);
                } else if part.is_step_start() {
                    self.step = place.saturating_add(1);
                }
            }
        }
        self.messages = messages.len();
        self.parts = messages.last().map_or(0, |last| last.parts.len());
    }

    fn add(&mut self, hash: u32, message: usize, part: usize) {
        self.entries.push(Entry {
            hash,
            message,
            part,
            before: 0,
        });
        if self.entries.len() > self.buckets.len() {
            self.spread();
        } else {
            self.link(self.entries.len());
        }
    }

    /// Makes twice as many buckets, and puts all entries into them anew.
    fn spread(&mut self) {
        let buckets = (self.buckets.len() * 2).max(16);
        self.buckets = vec![0; buckets];
        for number in 1..=self.entries.len() {
            self.link(number);
        }
    }

    /// Puts an entry, by its number plus one, before the others of its bucket.
    fn link(&mut self, number: usize) {
        let Some(entry) = self.entries.get_mut(number.wrapping_sub(1)) else {
            return;
        };
        let mask = self.buckets.len().wrapping_sub(1);
        if let Some(bucket) = self.buckets.get_mut(entry.hash as usize & mask) {
            entry.before = *bucket;
            *bucket = u32::try_from(number).unwrap_or(0);
        }
    }

    fn bucket(&self, hash: u32) -> Option<&u32> {
        let mask = self.buckets.len().wrapping_sub(1);
        self.buckets.get(hash as usize & mask)
    }

    fn entry(&self, number: u32) -> Option<&Entry> {
        self.entries.get((number as usize).checked_sub(1)?)
    }
}

fn call_at(messages: &[Message], at: usize, part: usize) -> Option<&ToolPart> {
    messages.get(at)?.parts.get(part).and_then(Part::tool)
}

/// FNV-1a. Whoever chooses ids so that they collide makes only their own
/// conversation slow.
fn hash_of(id: Wtf8<'_>) -> u32 {
    id.as_bytes().iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::CallIndex;
    use crate::json::{RawJson, Wtf8};
    use crate::model::{Message, MessageKey, Part, PartKind};

    fn message(calls: &[&str]) -> Message {
        let parts: Vec<String> = calls
            .iter()
            .map(|id| {
                format!(r#"{{"type":"tool-x","toolCallId":"{id}","state":"input-available"}}"#)
            })
            .collect();
        let json = format!(r#"{{"role":"assistant","parts":[{}]}}"#, parts.join(","));
        Message::read(MessageKey(0), RawJson::parse(&json).unwrap()).unwrap()
    }

    #[test]
    fn calls_are_found_by_their_ids_the_latest_first() {
        let messages = [message(&["a", "b", "a"]), message(&["a"])];
        let mut index = CallIndex::default();
        assert_eq!(
            index.places(&messages, Wtf8::from_str("a")),
            [(1, 0), (0, 2), (0, 0)]
        );
        assert_eq!(index.places(&messages, Wtf8::from_str("c")), []);
    }

    #[test]
    fn what_was_added_at_the_end_is_found_too() {
        let mut index = CallIndex::default();
        let mut messages = vec![message(&["a"])];
        assert_eq!(index.places(&messages, Wtf8::from_str("b")), []);
        messages[0] = message(&["a", "b"]);
        assert_eq!(index.places(&messages, Wtf8::from_str("b")), [(0, 1)]);
        messages.push(message(&["b"]));
        assert_eq!(
            index.places(&messages, Wtf8::from_str("b")),
            [(1, 0), (0, 1)]
        );
    }

    #[test]
    fn the_current_step_begins_after_the_last_mark_of_one() {
        let begin = Part {
            kind: PartKind::StepStart,
        };
        let mut index = CallIndex::default();
        let mut messages = vec![message(&["a", "b"])];
        assert_eq!(index.current_step(&messages, 0), 0);
        messages[0].parts.push(begin.clone());
        assert_eq!(index.current_step(&messages, 0), 3);
        messages[0].parts.extend(message(&["c"]).parts);
        assert_eq!(index.current_step(&messages, 0), 3);
        messages.push(message(&["d"]));
        assert_eq!(index.current_step(&messages, 1), 0);
        assert_eq!(index.current_step(&messages, 0), 3);
        messages[1].parts.insert(0, begin);
        index.forget();
        assert_eq!(index.current_step(&messages, 1), 1);
    }

    #[test]
    fn many_calls_do_not_hide_each_other() {
        let ids: Vec<String> = (0..1000).map(|number| format!("call{number}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let messages = [message(&ids)];
        let mut index = CallIndex::default();
        for (part, id) in ids.iter().enumerate() {
            assert_eq!(index.places(&messages, Wtf8::from_str(id)), [(0, part)]);
        }
    }
}
