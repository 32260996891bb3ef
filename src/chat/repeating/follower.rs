//! One guess where a repeated response began, followed event by event.

use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{
    Channel, Field, InputEncoding, Part, PartKind, StreamEvent, StreamState, ToolCallHead,
    ToolPart, ToolState,
};
use crate::stream::partial::PartialJson;

use super::GoingOn;
use crate::chat::effect::Kept;
use crate::chat::run::{OpenCall, OpenText};

/// The message as it is while a response is repeated.
pub(in crate::chat) struct Parts<'m> {
    /// Its parts.
    pub parts: &'m [Part],
    /// Whether the page was reloaded since: callbacks know of nothing.
    pub reloaded: bool,
    /// Reads a text of a part.
    pub read: &'m mut dyn FnMut(usize, Field) -> Option<Wtf8Buf>,
}

/// A text that the message has more of than was repeated.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::chat) struct Trim {
    /// The part.
    pub part: usize,
    /// What was repeated.
    pub text: Wtf8Buf,
}

/// What an event is to one guess.
enum Reading {
    /// The message has it.
    Known,
    /// It says something of what the message has, and is applied.
    Applies,
    /// It goes beyond what the message has.
    New,
}

struct FollowedText {
    channel: Channel,
    id: Wtf8Buf,
    part: usize,
    /// What the message has.
    text: Wtf8Buf,
    /// How many bytes of it were repeated.
    read: usize,
}

struct FollowedCall {
    open: OpenCall,
    part: usize,
}

/// One guess.
pub(super) struct Follower {
    begin: usize,
    /// The first part that was not spoken of.
    cursor: usize,
    /// Where the step begins that is spoken of.
    step: Option<usize>,
    texts: Vec<FollowedText>,
    calls: Vec<FollowedCall>,
    apply: Vec<bool>,
    new_from: Option<usize>,
}

impl Follower {
    pub fn new(begin: usize) -> Follower {
        Follower {
            begin,
            cursor: begin,
            step: None,
            texts: Vec::new(),
            calls: Vec::new(),
            apply: Vec::new(),
            new_from: None,
        }
    }

    /// The event from which on everything is new.
    pub fn new_from(&self) -> Option<usize> {
        self.new_from
    }

    /// Takes an event into account. Whether the guess still holds.
    pub fn see(&mut self, number: usize, event: &StreamEvent<'_>, parts: &mut Parts<'_>) -> bool {
        if self.new_from.is_some() {
            return true;
        }
        match self.read(event, parts) {
            Some(Reading::Known) => self.apply.push(false),
            Some(Reading::Applies) => self.apply.push(true),
            // Nothing is new before all that the message has was repeated.
            Some(Reading::New) if self.cursor == parts.parts.len() && self.has_caught_up(event) => {
                self.new_from = Some(number);
            }
            Some(Reading::New) | None => return false,
        }
        true
    }

    /// How the response goes on if the guess holds.
    pub fn go_on(self, seen: usize) -> GoingOn {
        let mut apply = self.apply;
        apply.resize(seen, true);
        let is_behind = |followed: &&FollowedText| followed.read < followed.text.len();
        let trims = self
            .texts
            .iter()
            .filter(is_behind)
            .filter(|_| self.new_from.is_some())
            .filter_map(|followed| {
                Some(Trim {
                    part: followed.part,
                    text: Wtf8Buf::from(followed.text.as_str()?.get(..followed.read)?),
                })
            })
            .collect();
        GoingOn {
            apply,
            trims,
            texts: self
                .texts
                .into_iter()
                .map(|followed| OpenText {
                    channel: followed.channel,
                    id: followed.id,
                    part: followed.part,
                })
                .collect(),
            calls: self.calls.into_iter().map(|call| call.open).collect(),
            began_at: Some(self.begin),
            other: None,
        }
    }

    /// `None` where the event contradicts the guess.
    fn read(&mut self, event: &StreamEvent<'_>, parts: &mut Parts<'_>) -> Option<Reading> {
        match event {
            StreamEvent::StepStart => self.step_start(parts),
            StreamEvent::TextStart { channel, id, .. } => {
                self.text_start(*channel, id.as_wtf8(), parts)
            }
            StreamEvent::TextDelta {
                channel, id, delta, ..
            } => self.text_delta(*channel, id.as_wtf8(), delta.as_wtf8(), parts),
            StreamEvent::TextEnd { channel, id, .. } => {
                self.text_end(*channel, id.as_wtf8(), parts)
            }
            StreamEvent::Part { .. } => {
                self.whole_part(parts, |part| matches!(part.kind, PartKind::Other))
            }
            StreamEvent::Data {
                type_name,
                id,
                transient,
                ..
            } => self.data(
                type_name.as_wtf8(),
                id.as_ref().map(|id| id.as_wtf8()),
                *transient,
                parts,
            ),
            StreamEvent::ToolInputStart { call, encoding } => {
                self.input_start(call, *encoding, parts)
            }
            StreamEvent::ToolInputDelta { call_id, delta } => {
                self.input_delta(call_id.as_wtf8(), delta.as_wtf8(), parts)
            }
            StreamEvent::ToolInputAvailable { call, .. } => self.input_available(call, parts),
            StreamEvent::ToolInputError { call, .. } => {
                let part = self.call_at_hand(call.call_id.as_wtf8(), parts);
                let Some(part) = part else {
                    return self.beyond(parts);
                };
                Some(match tool(parts, part)?.state {
                    ToolState::InputStreaming => Reading::New,
                    ToolState::InputAvailable
                    | ToolState::ApprovalRequested
                    | ToolState::ApprovalResponded
                    | ToolState::OutputAvailable
                    | ToolState::OutputError
                    | ToolState::OutputDenied => Reading::Known,
                })
            }
            StreamEvent::ApprovalRequest { call_id, .. } | StreamEvent::Asked { call_id, .. } => {
                let Some(part) = self.call_spoken_of(call_id.as_wtf8(), parts) else {
                    return self.beyond(parts);
                };
                let asked = tool(parts, part)?.approval.is_some();
                Some(if asked { Reading::Known } else { Reading::New })
            }
            StreamEvent::ApprovalResponse { approval_id, .. } => {
                let found = parts
                    .parts
                    .iter()
                    .take(self.cursor)
                    .filter_map(Part::tool)
                    .filter_map(|tool| tool.approval.as_ref())
                    .find(|approval| approval.id.as_wtf8() == approval_id.as_wtf8());
                let Some(approval) = found else {
                    return self.beyond(parts);
                };
                Some(if approval.approved.is_some() {
                    Reading::Known
                } else {
                    Reading::Applies
                })
            }
            StreamEvent::ToolOutput { call_id, .. }
            | StreamEvent::ToolOutputError { call_id, .. }
            | StreamEvent::ToolOutputDenied { call_id } => self.result(call_id.as_wtf8(), parts),
            // What a step has withdrawn is not in the message any more.
            StreamEvent::StepReset => None,
            StreamEvent::Metadata(_)
            | StreamEvent::Start { .. }
            | StreamEvent::Finish { .. }
            | StreamEvent::Error { .. } => Some(Reading::Applies),
            StreamEvent::StepFinish | StreamEvent::Abort | StreamEvent::Unknown => {
                Some(Reading::Known)
            }
        }
    }

    /// New, if the message has nothing more.
    fn beyond(&self, parts: &Parts<'_>) -> Option<Reading> {
        (self.cursor == parts.parts.len()).then_some(Reading::New)
    }

    /// A part that comes as one event.
    fn whole_part(&mut self, parts: &Parts<'_>, is_it: impl Fn(&Part) -> bool) -> Option<Reading> {
        match parts.parts.get(self.cursor) {
            None => Some(Reading::New),
            Some(part) if is_it(part) => {
                self.cursor = self.cursor.saturating_add(1);
                Some(Reading::Known)
            }
            Some(_) => None,
        }
    }

    fn step_start(&mut self, parts: &Parts<'_>) -> Option<Reading> {
        let reading = self.whole_part(parts, Part::is_step_start);
        self.step = Some(self.cursor);
        reading
    }

    fn text_start(
        &mut self,
        channel: Channel,
        id: Wtf8<'_>,
        parts: &mut Parts<'_>,
    ) -> Option<Reading> {
        let part = self.cursor;
        let reading = self.whole_part(parts, |part| text_state(part, channel).is_some())?;
        if let Reading::Known = reading {
            self.texts
                .retain(|text| text.channel != channel || text.id.as_wtf8() != id);
            self.texts.push(FollowedText {
                channel,
                id: id.to_owned(),
                part,
                text: (parts.read)(part, Field::Text).unwrap_or_default(),
                read: 0,
            });
        }
        Some(reading)
    }

    fn text_delta(
        &mut self,
        channel: Channel,
        id: Wtf8<'_>,
        delta: Wtf8<'_>,
        parts: &Parts<'_>,
    ) -> Option<Reading> {
        let text = self
            .texts
            .iter_mut()
            .find(|text| text.channel == channel && text.id.as_wtf8() == id)?;
        let rest = text.text.as_bytes().get(text.read..)?;
        let delta = delta.as_bytes();
        if rest.starts_with(delta) {
            text.read = text.read.saturating_add(delta.len());
            return Some(Reading::Known);
        }
        let grows = text_state(parts.parts.get(text.part)?, channel)? != Some(StreamState::Done);
        (grows && delta.starts_with(rest)).then_some(Reading::New)
    }

    /// Whether all texts that are open were repeated to their end, but for the
    /// one that goes on.
    fn has_caught_up(&self, event: &StreamEvent<'_>) -> bool {
        self.texts.iter().all(|text| {
            let goes_on = matches!(
                event,
                StreamEvent::TextDelta { channel, id, .. }
                    if *channel == text.channel && id.as_wtf8() == text.id.as_wtf8()
            );
            goes_on || text.read == text.text.len()
        })
    }

    fn text_end(&mut self, channel: Channel, id: Wtf8<'_>, parts: &Parts<'_>) -> Option<Reading> {
        let at = self
            .texts
            .iter()
            .position(|text| text.channel == channel && text.id.as_wtf8() == id)?;
        let text = self.texts.get(at)?;
        if text.read < text.text.len() {
            return None;
        }
        match text_state(parts.parts.get(text.part)?, channel)? {
            Some(StreamState::Streaming) => Some(Reading::New),
            Some(StreamState::Done) | None => {
                self.texts.remove(at);
                Some(Reading::Known)
            }
        }
    }

    fn data(
        &mut self,
        type_name: Wtf8<'_>,
        id: Option<Wtf8<'_>>,
        transient: bool,
        parts: &Parts<'_>,
    ) -> Option<Reading> {
        let is_it = |part: &Part| is_data(part, type_name, id);
        if transient {
            return Some(Reading::Applies);
        }
        if id.is_some() && parts.parts.iter().take(self.cursor).any(is_it) {
            return Some(Reading::Applies);
        }
        let reading = self.whole_part(parts, is_it)?;
        Some(match reading {
            // It may have been replaced since.
            Reading::Known if id.is_some() => Reading::Applies,
            Reading::Known | Reading::Applies | Reading::New => reading,
        })
    }

    fn input_start(
        &mut self,
        call: &ToolCallHead<'_>,
        encoding: Option<InputEncoding>,
        parts: &Parts<'_>,
    ) -> Option<Reading> {
        let Some(part) = self.call_at_hand(call.call_id.as_wtf8(), parts) else {
            return self.beyond(parts);
        };
        let call_id = call.call_id.as_wtf8().to_owned();
        self.calls.retain(|known| known.open.call_id != call_id);
        let open = OpenCall {
            call_id,
            name: call.name.as_wtf8().to_owned(),
            dynamic: call.dynamic,
            encoding,
            title: call.title.as_ref().map(|title| title.as_wtf8().to_owned()),
            tool_metadata: call.tool_metadata.map(Kept::of),
            text: Wtf8Buf::default(),
            parser: PartialJson::new(),
            live_part: None,
        };
        self.calls.push(FollowedCall { open, part });
        Some(Reading::Known)
    }

    fn input_delta(
        &mut self,
        call_id: Wtf8<'_>,
        delta: Wtf8<'_>,
        parts: &mut Parts<'_>,
    ) -> Option<Reading> {
        let call = self
            .calls
            .iter_mut()
            .find(|call| call.open.call_id.as_wtf8() == call_id)?;
        if tool(parts, call.part)?.state == ToolState::InputStreaming {
            let known = (parts.read)(call.part, Field::RawInput).unwrap_or_default();
            let len = call.open.text.len().saturating_add(delta.as_bytes().len());
            if len > known.len() {
                return Some(Reading::New);
            }
        }
        call.open.text.push_wtf8(delta);
        Some(Reading::Known)
    }

    fn input_available(&mut self, call: &ToolCallHead<'_>, parts: &Parts<'_>) -> Option<Reading> {
        let Some(part) = self.call_at_hand(call.call_id.as_wtf8(), parts) else {
            return self.beyond(parts);
        };
        let known = tool(parts, part)?;
        let last_step = parts.parts.iter().rposition(Part::is_step_start);
        let in_last_step = last_step.is_none_or(|step| step < part);
        Some(match known.state {
            ToolState::InputStreaming => Reading::New,
            // After a reload the callback for calls has not seen this one.
            ToolState::InputAvailable if parts.reloaded && in_last_step => Reading::Applies,
            // The server repeats a call of an earlier response before it runs it.
            ToolState::ApprovalResponded if part < self.begin && in_last_step => Reading::Applies,
            ToolState::InputAvailable
            | ToolState::ApprovalRequested
            | ToolState::ApprovalResponded
            | ToolState::OutputAvailable
            | ToolState::OutputError
            | ToolState::OutputDenied => Reading::Known,
        })
    }

    fn result(&mut self, call_id: Wtf8<'_>, parts: &Parts<'_>) -> Option<Reading> {
        let Some(part) = self.call_spoken_of(call_id, parts) else {
            return self.beyond(parts);
        };
        let known = tool(parts, part)?;
        Some(if known.is_terminal() {
            Reading::Known
        } else if part < self.begin {
            Reading::Applies
        } else {
            Reading::New
        })
    }

    /// The call of the current step, or the next part if it is this call.
    fn call_at_hand(&mut self, call_id: Wtf8<'_>, parts: &Parts<'_>) -> Option<usize> {
        let step = self.step_begin(parts);
        let is_it =
            |part: usize| tool(parts, part).is_some_and(|tool| tool.call_id.as_wtf8() == call_id);
        if let Some(part) = (step..self.cursor).find(|part| is_it(*part)) {
            return Some(part);
        }
        let next = self.cursor;
        is_it(next).then(|| {
            self.cursor = next.saturating_add(1);
            next
        })
    }

    /// The call that a result or a request is about, among those that come
    /// before what is repeated or were repeated.
    fn call_spoken_of(&self, call_id: Wtf8<'_>, parts: &Parts<'_>) -> Option<usize> {
        let is_it =
            |part: &usize| tool(parts, *part).is_some_and(|tool| tool.call_id.as_wtf8() == call_id);
        (self.step_begin(parts)..self.cursor)
            .find(is_it)
            .or_else(|| (0..self.cursor).rev().find(is_it))
    }

    fn step_begin(&self, parts: &Parts<'_>) -> usize {
        self.step.unwrap_or_else(|| {
            parts
                .parts
                .iter()
                .take(self.begin)
                .rposition(Part::is_step_start)
                .map_or(0, |at| at.saturating_add(1))
        })
    }
}

fn tool<'m>(parts: &Parts<'m>, part: usize) -> Option<&'m ToolPart> {
    parts.parts.get(part).and_then(Part::tool)
}

/// The state of a text of this channel.
fn text_state(part: &Part, wanted: Channel) -> Option<Option<StreamState>> {
    match (&part.kind, wanted) {
        (PartKind::Text { state }, Channel::Text)
        | (PartKind::Reasoning { state }, Channel::Reasoning) => Some(*state),
        (
            PartKind::Text { .. }
            | PartKind::Reasoning { .. }
            | PartKind::Tool(_)
            | PartKind::UnknownCall
            | PartKind::StepStart
            | PartKind::Data { .. }
            | PartKind::Other,
            Channel::Text | Channel::Reasoning,
        ) => None,
    }
}

fn is_data(part: &Part, wanted_type: Wtf8<'_>, wanted_id: Option<Wtf8<'_>>) -> bool {
    match &part.kind {
        PartKind::Data { type_name, id } => {
            type_name.as_wtf8() == wanted_type && id.as_ref().map(Wtf8Buf::as_wtf8) == wanted_id
        }
        PartKind::Text { .. }
        | PartKind::Reasoning { .. }
        | PartKind::Tool(_)
        | PartKind::UnknownCall
        | PartKind::StepStart
        | PartKind::Other => false,
    }
}
