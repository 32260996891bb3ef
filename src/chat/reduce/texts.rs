//! Texts that grow: the answer and the reasoning beside it.

use crate::json::Wtf8;
use crate::model::{Channel, ChatError, Field, PartKind, Patch, Payload, StreamState};

use super::{Reducer, Wrote, leaf, out_of_order};
use crate::chat::run::OpenText;

impl Reducer<'_> {
    pub(super) fn text_start(
        &mut self,
        channel: Channel,
        id: Wtf8<'_>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Wrote {
        let Some(at) = self.open_target() else {
            return Wrote::Content;
        };
        let metadata = provider_metadata.unwrap_or(Payload::Undefined);
        let state = Some(StreamState::Streaming);
        let part = match channel {
            Channel::Text => self.push(
                at,
                &[
                    (Field::Type, Payload::word("text")),
                    (Field::Text, Payload::word("")),
                    (Field::ProviderMetadata, metadata),
                    (Field::State, Payload::word("streaming")),
                ],
                PartKind::Text { state },
            ),
            Channel::Reasoning => self.push(
                at,
                &[
                    (Field::Type, Payload::word("reasoning")),
                    (Field::Id, Payload::Text(id)),
                    (Field::Text, Payload::word("")),
                    (Field::ProviderMetadata, metadata),
                    (Field::State, Payload::word("streaming")),
                ],
                PartKind::Reasoning { state },
            ),
        };
        // An id may be used again: from now on it means the newer text.
        if let Some(open) = self.run.open_text(channel, id) {
            self.run.texts.remove(open);
        }
        self.run.texts.push(OpenText {
            channel,
            id: id.to_owned(),
            part,
        });
        Wrote::Content
    }

    pub(super) fn text_delta(
        &mut self,
        channel: Channel,
        id: Wtf8<'_>,
        delta: Wtf8<'_>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        let Some((at, part)) = self.grown_text(channel, id, Event::Delta)? else {
            return Ok(Wrote::Content);
        };
        self.view.apply(Patch::Append {
            leaf: leaf(at, part, Field::Text),
            text: delta,
        });
        self.set_some(at, part, Field::ProviderMetadata, provider_metadata);
        Ok(Wrote::Content)
    }

    pub(super) fn text_end(
        &mut self,
        channel: Channel,
        id: Wtf8<'_>,
        citations: Option<Payload<'_>>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        let Some((at, part)) = self.grown_text(channel, id, Event::End)? else {
            return Ok(Wrote::Content);
        };
        self.set(at, part, Field::State, Payload::word("done"));
        self.set_some(at, part, Field::Citations, citations);
        self.set_some(at, part, Field::ProviderMetadata, provider_metadata);
        if let Some(open) = self.run.open_text(channel, id) {
            self.run.texts.remove(open);
        }
        let kind = self
            .messages
            .get_mut(at)
            .and_then(|message| message.parts.get_mut(part))
            .map(|part| &mut part.kind);
        if let Some(PartKind::Text { state } | PartKind::Reasoning { state }) = kind {
            *state = Some(StreamState::Done);
        }
        Ok(Wrote::Content)
    }

    /// Where a text stands that grows or ends. `None` where its message is gone.
    fn grown_text(
        &mut self,
        channel: Channel,
        id: Wtf8<'_>,
        event: Event,
    ) -> Result<Option<(usize, usize)>, ChatError> {
        if self.run.open_text(channel, id).is_none() {
            self.adopt_text(channel, id);
        }
        let Some(open) = self.run.open_text(channel, id) else {
            return Err(missing_text(channel, id, event));
        };
        let part = self.run.texts.get(open).map_or(0, |text| text.part);
        Ok(self.open_target().map(|at| (at, part)))
    }
}

impl Reducer<'_> {
    /// A response that began before a reload goes on in the middle of a text:
    /// that is the first one of the step that was left open.
    fn adopt_text(&mut self, channel: Channel, id: Wtf8<'_>) {
        if !self.run.reloaded || self.run.pending_steps > 0 {
            return;
        }
        let Some(message) = self.target().and_then(|at| self.messages.get(at)) else {
            return;
        };
        let open = message
            .parts
            .iter()
            .enumerate()
            .skip(message.current_step())
            .find(|(at, part)| {
                is_growing(&part.kind, channel)
                    && !self.run.texts.iter().any(|text| text.part == *at)
            });
        if let Some((part, _)) = open {
            self.run.texts.push(OpenText {
                channel,
                id: id.to_owned(),
                part,
            });
        }
    }
}

fn is_growing(kind: &PartKind, wanted: Channel) -> bool {
    let state = match (kind, wanted) {
        (PartKind::Text { state }, Channel::Text)
        | (PartKind::Reasoning { state }, Channel::Reasoning) => *state,
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
    };
    state == Some(StreamState::Streaming)
}

#[derive(Clone, Copy)]
enum Event {
    Delta,
    End,
}

fn missing_text(channel: Channel, id: Wtf8<'_>, event: Event) -> ChatError {
    let (chunk, pieces, end) = match (channel, event) {
        (Channel::Text, Event::Delta) => (
            "text-delta",
            [
                "Received text-delta for missing text part with ID \"",
                "\". ",
            ],
            "Ensure a \"text-start\" chunk is sent before any \"text-delta\" chunks.",
        ),
        (Channel::Text, Event::End) => (
            "text-end",
            ["Received text-end for missing text part with ID \"", "\". "],
            "Ensure a \"text-start\" chunk is sent before any \"text-end\" chunks.",
        ),
        (Channel::Reasoning, Event::Delta) => (
            "reasoning-delta",
            [
                "Received reasoning-delta for missing reasoning part with ID \"",
                "\". ",
            ],
            "Ensure a \"reasoning-start\" chunk is sent before any \"reasoning-delta\" chunks.",
        ),
        (Channel::Reasoning, Event::End) => (
            "reasoning-end",
            [
                "Received reasoning-end for missing reasoning part with ID \"",
                "\". ",
            ],
            "Ensure a \"reasoning-start\" chunk is sent before any \"reasoning-end\" chunks.",
        ),
    };
    out_of_order(chunk, id, pieces, end)
}
