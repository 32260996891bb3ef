//! The conversation with a view and the readers of its responses: what a front
//! end drives. Everything in here is plain Rust; `wasm` wraps it.

pub mod boundary;
mod feed;

use std::cell::RefCell;
use std::rc::Rc;

use crate::chat::{Chat, Effect, Failure, RunId, Settings};
use crate::host::{Host, NoHost};
use crate::json::RawJson;
use crate::model::View;
use crate::protocol::ag_ui::Thread;
use crate::protocol::ai_sdk::ChunkSource;

use feed::Feed;

/// A conversation, what people see of it, and the responses being read.
pub struct ChatController<V> {
    /// The rules.
    pub chat: Chat,
    /// What people see.
    pub view: V,
    feeds: Vec<Feed>,
}

impl<V: View> ChatController<V> {
    /// An empty conversation.
    pub fn new(settings: Settings, view: V) -> ChatController<V> {
        ChatController::with_host(settings, view, Rc::new(NoHost))
    }

    /// An empty conversation, on a platform's services.
    pub fn with_host(settings: Settings, view: V, host: Rc<dyn Host>) -> ChatController<V> {
        ChatController {
            chat: Chat::with_host(settings, host),
            view,
            feeds: Vec::new(),
        }
    }

    /// A response is one of AG-UI, of this conversation.
    pub fn speak_ag_ui(&mut self, run: RunId, thread: Rc<RefCell<Thread>>) {
        if let Some(feed) = Feed::of(&mut self.feeds, &self.chat, run) {
            thread.borrow_mut().begin();
            feed.thread = Some(thread);
        }
    }

    /// Bytes of a response have come. They are applied until something has to
    /// be done by the host; the rest waits for [`ChatController::next_effect`].
    pub fn feed(&mut self, run: RunId, bytes: &[u8]) {
        let Some(feed) = Feed::of(&mut self.feeds, &self.chat, run) else {
            return;
        };
        feed.push(&mut self.chat, &mut self.view, bytes);
    }

    /// One event of a response has come, as JSON text from `source`. The host
    /// gives events one at a time and asks for effects in between.
    pub fn feed_chunk(&mut self, run: RunId, text: &str, source: ChunkSource) {
        let Some(feed) = Feed::of(&mut self.feeds, &self.chat, run) else {
            return;
        };
        feed.chunk(&mut self.chat, &mut self.view, text, source);
    }

    /// A response is over.
    pub fn end(&mut self, run: RunId) {
        let Some(feed) = Feed::of(&mut self.feeds, &self.chat, run) else {
            return;
        };
        feed.close(None);
        self.advance_all();
    }

    /// A response has failed; what came before is applied first.
    pub fn fail(&mut self, run: RunId, failure: Failure) {
        let Some(feed) = Feed::of(&mut self.feeds, &self.chat, run) else {
            return;
        };
        feed.close(Some(failure));
        self.advance_all();
    }

    /// A callback for which a response waited has thrown: the response ends.
    pub fn fail_now(&mut self, run: RunId, failure: Failure) {
        self.chat.unblock(run);
        self.chat.fail(run, failure);
        self.advance_all();
    }

    /// The next thing for the host to do. The host asks again until there is
    /// none.
    pub fn next_effect(&mut self) -> Option<Effect> {
        loop {
            self.show();
            if let Some(effect) = self.chat.next_effect(&mut self.view) {
                return Some(effect);
            }
            if !self.advance() {
                return None;
            }
        }
    }

    /// Brings the lists of what waits for a person up to date.
    pub fn show(&mut self) {
        self.chat.show_items(&mut self.view);
    }

    /// Whether a response waits for the host.
    pub fn is_blocked(&self, run: RunId) -> bool {
        self.chat.is_open(run) && !self.chat.accepts_events(run)
    }

    /// Replaces the list of messages by a JSON array of `UIMessage`, given as
    /// text.
    ///
    /// # Errors
    /// Those of [`Chat::set_messages`].
    pub fn load(&mut self, messages: RawJson<'_>) -> Result<(), crate::model::ChatError> {
        let list: Vec<crate::chat::Adopted<'_>> = messages
            .elements()
            .into_iter()
            .flatten()
            .map(|message| crate::chat::Adopted::New {
                value: crate::model::Payload::Raw(message),
                skeleton: message,
            })
            .collect();
        self.chat.set_messages(&mut self.view, &list)
    }

    /// Whether events of this response are kept that were given as values of
    /// the host: it keeps the values too.
    pub fn keeps_events(&self, run: RunId) -> bool {
        self.feeds
            .iter()
            .any(|feed| feed.run == run && feed.keeps_events())
    }

    /// Goes on with what waits until the host has something to do.
    fn advance_all(&mut self) {
        while !self.chat.has_effects() && self.advance() {}
    }

    /// Goes on with what waits. Whether anything was done.
    fn advance(&mut self) -> bool {
        let mut went_on = false;
        for feed in &mut self.feeds {
            if self.chat.has_effects() {
                return true;
            }
            went_on |= feed.go_on(&mut self.chat, &mut self.view);
        }
        self.feeds.retain(|feed| self.chat.is_open(feed.run));
        went_on || self.chat.has_effects()
    }
}
