//! What the façade calls. Each method hands its arguments on; what they mean is
//! decided in `chat`.

use std::rc::Rc;

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::chat::{Adopted, ApprovalAnswer, NewMessage, OutputAnswer, Request, RunId, ToolOutput};
use crate::controller::ChatController;
use crate::controller::boundary::{self, FailureOf};
use crate::json::{RawJson, Writer, Wtf8Buf};
use crate::model::{Channel, ChatError, ChatStatus, ErrorCode, Payload};
use crate::protocol::ai_sdk::ChunkSource;

use super::effect_json::effect_json;
use super::js_host::JsHost;
use super::js_view::{JsView, MessageStore, rust_text};

/// A conversation behind a front end.
#[wasm_bindgen]
pub struct Core {
    pub(super) controller: ChatController<JsView>,
}

/// Bits of the answer to a feed or a question about changes.
mod change {
    pub const MESSAGES: u32 = 1;
    pub const STATUS: u32 = 2;
    pub const EFFECTS: u32 = 4;
    pub const ITEMS: u32 = 8;
    /// The response that was fed has ended.
    pub const OVER: u32 = 16;
}

#[wasm_bindgen]
impl Core {
    /// An empty conversation.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: u32) -> Core {
        Core {
            controller: ChatController::with_host(
                boundary::settings(settings),
                JsView::new(),
                Rc::new(JsHost),
            ),
        }
    }

    /// Changes the settings.
    pub fn configure(&mut self, settings: u32) {
        self.controller
            .chat
            .set_settings(boundary::settings(settings));
    }

    /// The values that people see, to hand over others.
    pub fn store(&self) -> MessageStore {
        let store: &JsValue = self.controller.view.store().as_ref();
        store.clone().unchecked_into()
    }

    /// The list of messages; the same one until something changes.
    pub fn messages(&mut self) -> JsValue {
        self.controller.view.publish()
    }

    /// What the conversation is doing, as the place of its name in the façade's list.
    pub fn status(&self) -> u8 {
        match self.controller.chat.status() {
            ChatStatus::Ready => 0,
            ChatStatus::Submitted => 1,
            ChatStatus::Streaming => 2,
            ChatStatus::Error => 3,
        }
    }

    /// The number that the next run gets.
    #[wasm_bindgen(js_name = nextRun)]
    pub fn next_run(&self) -> u32 {
        self.controller.chat.next_numbers().0
    }

    /// The number that the next question about sending gets.
    #[wasm_bindgen(js_name = nextToken)]
    pub fn next_token(&self) -> u32 {
        self.controller.chat.next_numbers().1
    }

    /// What has changed since this was asked last.
    #[wasm_bindgen(js_name = takeChanges)]
    pub fn take_changes(&mut self) -> u32 {
        self.controller.show();
        let changes = self.controller.chat.take_changes();
        let mut bits = 0;
        if changes.messages {
            bits |= change::MESSAGES;
        }
        if changes.status {
            bits |= change::STATUS;
        }
        if changes.items {
            bits |= change::ITEMS;
        }
        if self.controller.chat.has_effects() {
            bits |= change::EFFECTS;
        }
        bits
    }

    /// The next thing for the host to do, as JSON.
    #[wasm_bindgen(js_name = nextEffect)]
    pub fn next_effect(&mut self) -> Option<String> {
        self.controller.next_effect().as_ref().map(effect_json)
    }

    /// Bytes of a response. Gives what has changed.
    pub fn feed(&mut self, run: u32, bytes: &[u8]) -> u32 {
        self.controller.feed(RunId(run), bytes);
        let over = if self.is_open(run) { 0 } else { change::OVER };
        self.take_changes() | over
    }

    /// A chunk of the application's own transport, payloads as numbers of held
    /// values, the whole chunk as the number `whole`. Gives what has changed.
    pub fn chunk(&mut self, run: u32, json: JsString, whole: u32) -> u32 {
        // The text was made by `JSON.stringify`, which writes no lone surrogate.
        let text = String::from(json);
        self.controller
            .feed_chunk(RunId(run), &text, ChunkSource::Host { whole });
        self.take_changes()
    }

    /// A text of the application's own transport grows; the text itself stays
    /// in the engine. Nothing where it does not fit: then `chunk` says why.
    #[wasm_bindgen(js_name = textDelta)]
    pub fn text_delta(
        &mut self,
        run: u32,
        is_reasoning: bool,
        id: &str,
        delta: JsValue,
    ) -> Option<u32> {
        let channel = if is_reasoning {
            Channel::Reasoning
        } else {
            Channel::Text
        };
        let leaf = self.controller.chat.grow_text(RunId(run), channel, id)?;
        self.controller.view.append_held(leaf, delta);
        Some(self.take_changes())
    }

    /// A response is over.
    pub fn end(&mut self, run: u32) {
        self.controller.end(RunId(run));
    }

    /// A response has failed. `kind` says how, `host` is the number of the
    /// error value, or 0.
    pub fn fail(&mut self, run: u32, kind: u32, message: JsString, host: u32, status: u16) {
        let run = RunId(run);
        let error = |code| host_error(code, &message, host);
        match boundary::failure(kind, status, error) {
            FailureOf::Response(failure) => self.controller.fail(run, failure),
            FailureOf::Callback(failure) => self.controller.fail_now(run, failure),
        }
    }

    /// Whether a response waits for the host.
    #[wasm_bindgen(js_name = isBlocked)]
    pub fn is_blocked(&self, run: u32) -> bool {
        self.controller.is_blocked(RunId(run))
    }

    /// Whether a response has not ended.
    #[wasm_bindgen(js_name = isOpen)]
    pub fn is_open(&self, run: u32) -> bool {
        self.controller.chat.is_open(RunId(run))
    }

    /// A callback for which a response waited is done.
    pub fn unblock(&mut self, run: u32) {
        self.controller.chat.unblock(RunId(run));
    }

    /// A value passed the schema for which a response waited.
    pub fn validated(&mut self, run: u32) {
        self.controller.chat.validated(RunId(run));
    }

    /// Adds a message of the person: the number of the value, and its skeleton
    /// as JSON. Gives an error as JSON, or nothing.
    #[wasm_bindgen(js_name = sendMessage)]
    pub fn send_message(
        &mut self,
        host: u32,
        skeleton: JsString,
        replaces: Option<JsString>,
        response_id: JsString,
        options: u32,
        waiter: u32,
    ) -> Option<String> {
        let skeleton = String::from(skeleton);
        let replaces = replaces.as_ref().map(rust_text);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(read_json(&skeleton).and_then(|skeleton| {
            chat.send_message(
                view,
                NewMessage {
                    value: Payload::Host(host),
                    skeleton,
                    replaces: replaces.as_ref().map(Wtf8Buf::as_wtf8),
                },
                request(&response_id, options, waiter),
            )
        }))
    }

    /// Whether a new message would wait instead of being sent.
    #[wasm_bindgen(js_name = willQueue)]
    pub fn will_queue(&self) -> bool {
        self.controller.chat.will_queue()
    }

    /// Drops a message that waits to be sent.
    #[wasm_bindgen(js_name = removeQueued)]
    pub fn remove_queued(&mut self, id: JsString) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.remove_queued(view, rust_text(&id).as_wtf8());
    }

    /// Stops what is under way and sends this message next.
    #[wasm_bindgen(js_name = sendQueuedNow)]
    pub fn send_queued_now(&mut self, id: JsString, waiter: u32) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.send_queued_now(view, rust_text(&id).as_wtf8(), waiter);
    }

    /// Sends what comes next of what waits.
    pub fn depart(&mut self, response_id: JsString) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.depart(view, rust_text(&response_id));
    }

    /// Asks again from a message on.
    pub fn regenerate(
        &mut self,
        message_id: Option<JsString>,
        response_id: JsString,
        options: u32,
        waiter: u32,
    ) -> Option<String> {
        let message_id = message_id.as_ref().map(rust_text);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(chat.regenerate(
            view,
            message_id.as_ref().map(Wtf8Buf::as_wtf8),
            request(&response_id, options, waiter),
        ))
    }

    /// Sends the conversation as it is.
    #[wasm_bindgen(js_name = sendAgain)]
    pub fn send_again(
        &mut self,
        response_id: JsString,
        options: u32,
        waiter: u32,
    ) -> Option<String> {
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(chat.send_again(view, request(&response_id, options, waiter)))
    }

    /// Looks for a response to resume.
    #[wasm_bindgen(js_name = resumeStream)]
    pub fn resume_stream(&mut self, response_id: JsString, options: u32, waiter: u32) {
        self.controller
            .chat
            .resume_stream(request(&response_id, options, waiter));
    }

    /// Goes on with a response whose connection broke or breaks; without an id
    /// for its message, the wish is taken back.
    #[wasm_bindgen(js_name = resumeWhenDisconnected)]
    pub fn resume_when_disconnected(&mut self, response_id: Option<JsString>) {
        self.controller
            .chat
            .resume_when_disconnected(response_id.as_ref().map(rust_text));
    }

    /// There is nothing to resume.
    #[wasm_bindgen(js_name = nothingToResume)]
    pub fn nothing_to_resume(&mut self, run: u32) {
        self.controller.chat.nothing_to_resume(RunId(run));
    }

    /// There is a response to resume.
    pub fn resumed(&mut self, run: u32) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.resumed(view, RunId(run));
    }

    /// Whether the values of chunks that were given are still needed.
    #[wasm_bindgen(js_name = keepsEvents)]
    pub fn keeps_events(&self, run: u32) -> bool {
        self.controller.keeps_events(RunId(run))
    }

    /// Stops everything under way.
    pub fn stop(&mut self) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.stop(view);
    }

    /// Leaves the error state.
    #[wasm_bindgen(js_name = clearError)]
    pub fn clear_error(&mut self) {
        self.controller.chat.clear_error();
    }

    /// The output of a call by the number of the value, or what went wrong.
    #[wasm_bindgen(js_name = addToolOutput)]
    pub fn add_tool_output(
        &mut self,
        call_id: JsString,
        host: u32,
        error_text: Option<JsString>,
        options: u32,
    ) -> Option<String> {
        let call_id = rust_text(&call_id);
        #[cfg(feature = "panic-for-tests")]
        super::panics::panic_if_asked(call_id.as_str().unwrap_or_default());
        let error_text = error_text.as_ref().map(rust_text);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(chat.add_tool_output(
            view,
            OutputAnswer {
                call_id: call_id.as_wtf8(),
                output: match &error_text {
                    Some(text) => ToolOutput::Error(text.as_wtf8()),
                    None => ToolOutput::Output(Payload::Host(host)),
                },
                options,
            },
        ))
    }

    /// The decision about a call.
    #[wasm_bindgen(js_name = addToolApprovalResponse)]
    pub fn add_tool_approval_response(
        &mut self,
        approval_id: JsString,
        approved: bool,
        reason: Option<JsString>,
        options: u32,
        seen: Option<u32>,
    ) -> Option<String> {
        let approval_id = rust_text(&approval_id);
        let reason = reason.as_ref().map(rust_text);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(chat.add_tool_approval_response(
            view,
            ApprovalAnswer {
                approval_id: approval_id.as_wtf8(),
                approved,
                reason: reason.as_ref().map(Wtf8Buf::as_wtf8),
                seen,
                options,
            },
        ))
    }

    /// Replaces the list of messages. `list` is a JSON array: the index of a
    /// message that stays, or the number of a value and its skeleton.
    #[wasm_bindgen(js_name = setMessages)]
    pub fn set_messages(&mut self, list: JsString) -> Option<String> {
        let list = String::from(list);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(read_list(&list).and_then(|adopted| chat.set_messages(view, &adopted)))
    }

    /// The application says whether to send by itself.
    pub fn verdict(&mut self, token: u32, send: bool, response_id: JsString) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.verdict(view, token, send, rust_text(&response_id));
    }

    /// The application's predicate threw.
    #[wasm_bindgen(js_name = verdictFailed)]
    pub fn verdict_failed(&mut self, token: u32, message: JsString, host: u32) {
        self.controller
            .chat
            .verdict_failed(token, host_error(ErrorCode::Callback, &message, host));
    }
}

pub(super) fn request(response_id: &JsString, options: u32, waiter: u32) -> Request {
    Request {
        response_id: rust_text(response_id),
        options,
        waiter,
    }
}

fn host_error(code: ErrorCode, message: &JsString, host: u32) -> ChatError {
    let mut error = ChatError::with_text(code, rust_text(message));
    error.host = (host != 0).then_some(host);
    error
}

pub(super) fn outcome(result: Result<(), ChatError>) -> Option<String> {
    let error = result.err()?;
    let mut out = String::new();
    error.write_json(&mut Writer::new(&mut out));
    Some(out)
}

pub(super) fn read_json(json: &str) -> Result<RawJson<'_>, ChatError> {
    RawJson::parse(json)
        .map_err(|error| ChatError::new(ErrorCode::InvalidArgument, error.kind.as_str()))
}

fn read_list(json: &str) -> Result<Vec<Adopted<'_>>, ChatError> {
    let list = read_json(json)?;
    let mut adopted = Vec::new();
    for entry in list.elements().into_iter().flatten() {
        adopted.push(match number(Some(entry)) {
            Some(at) => Adopted::Existing(at),
            None => Adopted::New {
                value: number(entry.get("host")).map_or(Payload::Undefined, Payload::Host),
                skeleton: entry.get("skeleton").unwrap_or(RawJson::NULL),
            },
        });
    }
    Ok(adopted)
}

fn number(raw: Option<RawJson<'_>>) -> Option<u32> {
    raw?.number_text()?.parse().ok()
}
