//! Reading one response: bytes or chunks in, events into the chat, with what
//! has to wait for the host kept in order.

use crate::chat::{Chat, Failure, RunId};
use crate::model::{ChatError, ErrorCode, View};
use crate::protocol::ai_sdk::{Chunk, ChunkSource};
use crate::stream::sse::{EventTooLarge, SseFramer};

/// The reader of one response.
pub(super) struct Feed {
    pub run: RunId,
    framer: SseFramer,
    /// Bytes that came while the response waited for the host.
    backlog: Vec<u8>,
    /// The event that waits for a check by the host, to be applied again.
    stalled: Option<(String, ChunkSource)>,
    closed: bool,
    failure: Option<Failure>,
}

impl Feed {
    /// The reader of a response that is open.
    pub fn of<'f>(feeds: &'f mut Vec<Feed>, chat: &Chat, run: RunId) -> Option<&'f mut Feed> {
        if !chat.is_open(run) {
            return None;
        }
        let at = match feeds.iter().position(|feed| feed.run == run) {
            Some(at) => at,
            None => {
                feeds.push(Feed {
                    run,
                    framer: SseFramer::new(),
                    backlog: Vec::new(),
                    stalled: None,
                    closed: false,
                    failure: None,
                });
                feeds.len().saturating_sub(1)
            }
        };
        feeds.get_mut(at)
    }

    /// Takes bytes in.
    pub fn push(&mut self, chat: &mut Chat, view: &mut dyn View, bytes: &[u8]) {
        if self.backlog.is_empty() && self.stalled.is_none() {
            let rest = self.read(chat, view, bytes);
            self.backlog.extend_from_slice(rest);
        } else {
            self.backlog.extend_from_slice(bytes);
        }
    }

    /// Takes one event in.
    pub fn chunk(&mut self, chat: &mut Chat, view: &mut dyn View, text: &str, source: ChunkSource) {
        apply(chat, view, self.run, text, source);
        self.keep_stalled(chat, text, source);
    }

    /// Nothing more will come, or the response has failed.
    pub fn close(&mut self, failure: Option<Failure>) {
        self.closed = true;
        self.failure = failure;
    }

    /// Goes on with what waits. Whether anything was done.
    pub fn go_on(&mut self, chat: &mut Chat, view: &mut dyn View) -> bool {
        if !ready(chat, self.run) {
            return false;
        }
        if let Some((text, source)) = self.stalled.take() {
            apply(chat, view, self.run, &text, source);
            self.keep_stalled(chat, &text, source);
            return true;
        }
        if !self.backlog.is_empty() {
            let backlog = std::mem::take(&mut self.backlog);
            let rest = self.read(chat, view, &backlog);
            self.backlog = rest.to_vec();
            return true;
        }
        if self.closed {
            self.finish(chat, view);
            return true;
        }
        false
    }

    fn finish(&mut self, chat: &mut Chat, view: &mut dyn View) {
        if let Some(failure) = self.failure.take() {
            chat.fail(self.run, failure);
            return;
        }
        // The last event may lack its end; it is not lost.
        match self.framer.finish() {
            Ok(None) => chat.end(self.run),
            Ok(Some(text)) => {
                let text = text.to_owned();
                self.apply_data(chat, view, &text);
            }
            Err(EventTooLarge) => chat.fail(self.run, too_large()),
        }
    }

    /// Applies the events of `bytes` until the host has something to do. Gives
    /// what is left.
    fn read<'b>(&mut self, chat: &mut Chat, view: &mut dyn View, bytes: &'b [u8]) -> &'b [u8] {
        let mut input = bytes;
        while ready(chat, self.run) {
            let text = match self.framer.next(&mut input) {
                Ok(Some(text)) => text,
                Ok(None) => break,
                Err(EventTooLarge) => {
                    chat.fail(self.run, too_large());
                    break;
                }
            };
            if text == "[DONE]" {
                continue;
            }
            apply(chat, view, self.run, text, ChunkSource::Wire);
            if !chat.accepts_events(self.run) && chat.is_open(self.run) {
                // The callback of a tool call comes after its event; only a
                // check by a schema wants the event again.
                self.stalled = chat
                    .awaits_validation(self.run)
                    .then(|| (text.to_owned(), ChunkSource::Wire));
            }
        }
        input
    }

    fn apply_data(&mut self, chat: &mut Chat, view: &mut dyn View, text: &str) {
        if text != "[DONE]" {
            apply(chat, view, self.run, text, ChunkSource::Wire);
            self.keep_stalled(chat, text, ChunkSource::Wire);
        }
    }

    fn keep_stalled(&mut self, chat: &Chat, text: &str, source: ChunkSource) {
        if chat.awaits_validation(self.run) {
            self.stalled = Some((text.to_owned(), source));
        }
    }
}

fn too_large() -> Failure {
    Failure::in_stream(ChatError::new(
        ErrorCode::LimitExceeded,
        "One event of the response is too large.",
    ))
}

fn ready(chat: &Chat, run: RunId) -> bool {
    chat.accepts_events(run) && !chat.has_effects()
}

fn apply(chat: &mut Chat, view: &mut dyn View, run: RunId, text: &str, source: ChunkSource) {
    match Chunk::read(text, source).and_then(|chunk| chunk.event()) {
        Ok(event) => chat.event(view, run, event),
        Err(error) => chat.fail(run, Failure::in_stream(error)),
    }
}
