//! Texts and thoughts.

use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{Channel, ChatError, StreamEvent};

use super::Thread;
use super::event::Event;
use super::limits::MAX_NAMED;
use super::object::Part;
use super::run::Lane;

impl Thread {
    pub(super) fn text_content<'a>(
        &mut self,
        event: &Event<'a>,
        channel: Channel,
    ) -> Result<Option<StreamEvent<'a>>, ChatError> {
        let id = event.text("messageId")?;
        // What was said before it stays before it.
        if !self.chunks.is_empty() {
            self.grow(event, Lane::Text(channel), id.as_wtf8())?;
            return Ok(None);
        }
        if self.run.text(channel, id.as_wtf8()).is_none() {
            return Err(event.out_of_order("no text is open by this name", id.as_wtf8()));
        }
        Ok(Some(StreamEvent::TextDelta {
            channel,
            id,
            delta: event.text("delta")?,
            provider_metadata: None,
        }))
    }

    pub(super) fn text_start(
        &mut self,
        event: &Event<'_>,
        channel: Channel,
        id: Wtf8<'_>,
    ) -> Result<(), ChatError> {
        if self.run.text(channel, id).is_some() {
            return Err(event.out_of_order("this text is open", id));
        }
        if self.run.texts.len() >= MAX_NAMED || self.run.messages.len() >= MAX_NAMED {
            return Err(event.too_many());
        }
        self.begin_step();
        self.run.texts.push((channel, id.to_owned()));
        self.run.messages.push(id.to_owned());
        let role = event
            .optional_text("role")?
            .filter(|role| !matches!(role.as_str(), Some("assistant" | "reasoning")));
        let own = [
            ("id", Part::Text(id)),
            ("role", Part::text(role.as_ref().map(|role| role.as_wtf8()))),
            ("name", Part::raw(event.get("name"))),
            ("subagentRunId", Part::raw(event.get("subagentRunId"))),
        ];
        self.say(&[
            (
                "type",
                Part::Word(word(channel, "text-start", "reasoning-start")),
            ),
            ("id", Part::Text(id)),
            ("providerMetadata", Part::Own(&own)),
        ]);
        Ok(())
    }

    pub(super) fn text_end(
        &mut self,
        event: &Event<'_>,
        channel: Channel,
        id: Wtf8<'_>,
    ) -> Result<(), ChatError> {
        let Some(at) = self.run.text(channel, id) else {
            return Err(event.out_of_order("no text is open by this name", id));
        };
        self.run.texts.remove(at);
        self.say_text_end(channel, id);
        Ok(())
    }

    fn say_text_end(&mut self, channel: Channel, id: Wtf8<'_>) {
        self.say(&[
            (
                "type",
                Part::Word(word(channel, "text-end", "reasoning-end")),
            ),
            ("id", Part::Text(id)),
        ]);
    }

    /// A text or call that comes without its beginning and end.
    pub(super) fn text_chunk(
        &mut self,
        event: &Event<'_>,
        channel: Channel,
    ) -> Result<(), ChatError> {
        let lane = Lane::Text(channel);
        let id = event.optional_text("messageId")?.map(|id| id.into_owned());
        let Some(id) = self.enter_lane(lane, id) else {
            return Err(event.misfit("messageId", "is missing from the first chunk"));
        };
        if self.run.lane.is_none() {
            self.text_start(event, channel, id.as_wtf8())?;
            self.run.lane = Some((lane, id.clone()));
        }
        if event.get("delta").is_some() {
            self.grow(event, lane, id.as_wtf8())?;
        }
        Ok(())
    }

    /// The id with which a lane of chunks goes on, or with which another
    /// begins.
    pub(super) fn enter_lane(&mut self, lane: Lane, id: Option<Wtf8Buf>) -> Option<Wtf8Buf> {
        match (&self.run.lane, id) {
            (Some((open, known)), None) if *open == lane => Some(known.clone()),
            (Some((open, known)), Some(id)) if *open == lane && *known == id => Some(id),
            (_, id) => {
                self.close_lane();
                id
            }
        }
    }

    /// What came in chunks is complete.
    pub(super) fn close_lane(&mut self) {
        match self.run.lane.take() {
            None => {}
            Some((Lane::Text(channel), id)) => {
                if let Some(at) = self.run.text(channel, id.as_wtf8()) {
                    self.run.texts.remove(at);
                    self.say_text_end(channel, id.as_wtf8());
                }
            }
            Some((Lane::Call, id)) => self.complete_call(id.as_wtf8()),
        }
    }

    /// What is open grows by the event's delta.
    pub(super) fn grow(
        &mut self,
        event: &Event<'_>,
        lane: Lane,
        id: Wtf8<'_>,
    ) -> Result<(), ChatError> {
        let delta = event.text("delta")?;
        let (kind, named, grows) = match lane {
            Lane::Text(channel) => (
                word(channel, "text-delta", "reasoning-delta"),
                "id",
                "delta",
            ),
            Lane::Call => ("tool-input-delta", "toolCallId", "inputTextDelta"),
        };
        let is_open = match lane {
            Lane::Text(channel) => self.run.text(channel, id).is_some(),
            Lane::Call => true,
        };
        if !is_open {
            return Err(event.out_of_order("nothing is open by this name", id));
        }
        self.say(&[
            ("type", Part::Word(kind)),
            (named, Part::Text(id)),
            (grows, Part::Text(delta.as_wtf8())),
        ]);
        Ok(())
    }
}

fn word(channel: Channel, text: &'static str, reasoning: &'static str) -> &'static str {
    match channel {
        Channel::Text => text,
        Channel::Reasoning => reasoning,
    }
}
