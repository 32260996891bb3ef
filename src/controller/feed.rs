//! Reading one response: bytes or chunks in, events into the chat, with what
//! has to wait kept in order.

use std::cell::RefCell;
use std::rc::Rc;

use crate::chat::{Chat, Failure, RunId};
use crate::model::{ChatError, ErrorCode, View};
use crate::protocol::ag_ui::Thread;
use crate::protocol::ai_sdk::{ChunkSource, read_event};
use crate::stream::sse::{EventTooLarge, SseFramer};

/// The reader of one response.
pub(super) struct Feed {
    pub run: RunId,
    framer: SseFramer,
    /// Bytes that came while something waited.
    backlog: Vec<u8>,
    events: Events,
    /// The conversation's other wire, if it does not speak AI SDK's.
    pub thread: Option<Rc<RefCell<Thread>>>,
    closed: bool,
}

/// The events of a response that are not done with.
#[derive(Default)]
struct Events {
    /// They come before everything else, the last one first: one that waited
    /// for a check by the host, or what is new in a response that repeated
    /// itself.
    next: Vec<(String, ChunkSource)>,
    /// What a response repeats, until it is known how much of it is new.
    repeated: Vec<(String, ChunkSource)>,
    /// How the response ends when all is done.
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
                    events: Events::default(),
                    thread: None,
                    closed: false,
                });
                feeds.len().saturating_sub(1)
            }
        };
        feeds.get_mut(at)
    }

    /// Takes bytes in.
    pub fn push(&mut self, chat: &mut Chat, view: &mut dyn View, bytes: &[u8]) {
        if self.backlog.is_empty() && self.events.next.is_empty() {
            let rest = self.read(chat, view, bytes);
            self.backlog.extend_from_slice(rest);
        } else {
            self.backlog.extend_from_slice(bytes);
        }
        while !self.events.next.is_empty() && self.go_on(chat, view) {}
    }

    /// Takes one event in.
    pub fn chunk(&mut self, chat: &mut Chat, view: &mut dyn View, text: &str, source: ChunkSource) {
        self.events.apply(chat, view, self.run, text, source);
        while !self.events.next.is_empty() && self.go_on(chat, view) {}
    }

    /// Whether events are kept that have been taken in.
    pub fn keeps_events(&self) -> bool {
        !self.events.next.is_empty() || !self.events.repeated.is_empty()
    }

    /// Nothing more will come, or the response has failed.
    pub fn close(&mut self, failure: Option<Failure>) {
        self.closed = true;
        if failure.is_some() {
            self.events.failure = failure;
        }
    }

    /// Goes on with what waits. Whether anything was done.
    pub fn go_on(&mut self, chat: &mut Chat, view: &mut dyn View) -> bool {
        if !ready(chat, self.run) {
            return false;
        }
        if let Some((text, source)) = self.events.next.pop() {
            self.events.apply(chat, view, self.run, &text, source);
            return true;
        }
        if !self.backlog.is_empty() && self.events.failure.is_none() {
            let backlog = std::mem::take(&mut self.backlog);
            let rest = self.read(chat, view, &backlog);
            self.backlog = rest.to_vec();
            return true;
        }
        if self.closed || self.events.failure.is_some() {
            self.finish(chat, view);
            return true;
        }
        false
    }

    fn finish(&mut self, chat: &mut Chat, view: &mut dyn View) {
        if chat.is_repeating(self.run) {
            chat.end_repeating(view, self.run);
            self.events.take_new(chat, self.run);
            return;
        }
        if let Some(failure) = self.events.failure.take() {
            chat.fail(self.run, failure);
            return;
        }
        // The last event may lack its end; it is not lost.
        match self.framer.finish() {
            Ok(None) => match self.thread.as_ref().map(|thread| thread.borrow_mut().end()) {
                Some(Err(error)) => chat.fail(self.run, Failure::disconnected(error)),
                Some(Ok(())) | None => chat.end(self.run),
            },
            Ok(Some(text)) => {
                let thread = self.thread.as_deref();
                self.events.take(chat, view, self.run, text, thread);
            }
            Err(EventTooLarge) => chat.fail(self.run, too_large()),
        }
    }

    /// Applies the events of `bytes` until something has to be done first. Gives
    /// what is left.
    fn read<'b>(&mut self, chat: &mut Chat, view: &mut dyn View, bytes: &'b [u8]) -> &'b [u8] {
        let mut input = bytes;
        while ready(chat, self.run) && self.events.next.is_empty() {
            let text = match self.framer.next(&mut input) {
                Ok(Some(text)) => text,
                Ok(None) => break,
                Err(EventTooLarge) => {
                    chat.fail(self.run, too_large());
                    break;
                }
            };
            let thread = self.thread.as_deref();
            self.events.take(chat, view, self.run, text, thread);
        }
        input
    }
}

impl Events {
    /// Applies what a server has sent, in the wire of its conversation.
    fn take(
        &mut self,
        chat: &mut Chat,
        view: &mut dyn View,
        run: RunId,
        text: &str,
        thread: Option<&RefCell<Thread>>,
    ) {
        let Some(thread) = thread else {
            if text != "[DONE]" {
                self.apply(chat, view, run, text, ChunkSource::Wire);
            }
            return;
        };
        let mut thread = thread.borrow_mut();
        let read = thread.read(text);
        let mut rest = Vec::new();
        for chunk in thread.take_chunks() {
            if rest.is_empty() && self.next.is_empty() && ready(chat, run) {
                self.apply(chat, view, run, &chunk, ChunkSource::Adapter);
            } else {
                rest.push((chunk, ChunkSource::Adapter));
            }
        }
        rest.reverse();
        rest.append(&mut self.next);
        self.next = rest;
        match read {
            Ok(Some(event)) => chat.event(view, run, event),
            Ok(None) => {}
            Err(error) => chat.fail(run, Failure::in_stream(error)),
        }
    }

    /// Applies an event, and keeps it if it will be wanted again.
    fn apply(
        &mut self,
        chat: &mut Chat,
        view: &mut dyn View,
        run: RunId,
        text: &str,
        source: ChunkSource,
    ) {
        let is_repeated = chat.is_repeating(run);
        match read_event(text, source) {
            Ok(event) => chat.event(view, run, event),
            Err(error) if is_repeated => {
                chat.end_repeating(view, run);
                self.failure = Some(Failure::in_stream(error));
                self.take_new(chat, run);
                return;
            }
            Err(error) => chat.fail(run, Failure::in_stream(error)),
        }
        if is_repeated {
            self.repeated.push((text.to_owned(), source));
            self.take_new(chat, run);
        } else if chat.awaits_validation(run) {
            // The callback of a tool call comes after its event; only a check
            // by a schema wants the event again.
            self.next.push((text.to_owned(), source));
        }
    }

    /// What is new in a response that repeated itself comes next, once that is
    /// known.
    fn take_new(&mut self, chat: &mut Chat, run: RunId) {
        if let Some(is_new) = chat.take_repeated(run) {
            let repeated = std::mem::take(&mut self.repeated);
            let waiting = std::mem::take(&mut self.next);
            for (event, is_new) in repeated.into_iter().zip(is_new).rev() {
                if is_new {
                    self.next.push(event);
                }
            }
            self.next.extend(waiting);
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
