//! A conversation as a test tells it: what the person does, what the server
//! sends, and what the host was told in which order. The host in here is as
//! dumb as a host can be: it runs one effect after the other, at once.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test program uses a part of it"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod asking;
mod reply;
mod side;
mod telling;

use std::rc::Rc;

use countersign::chat::{
    ApprovalAnswer, Effect, Failure, Hooks, NewMessage, OutputAnswer, PendingOnSend, Request,
    RunId, Settings, ToolOutput, Trigger,
};
use countersign::controller::ChatController;
use countersign::host::native::NativeHost;
use countersign::json::{RawJson, RawJsonBuf, Wtf8, Wtf8Buf};
use countersign::model::{ChatError, ChatStatus, ErrorCode, Payload};
use countersign::protocol::ai_sdk::ChunkSource;
use countersign::view::OwnedView;
use serde_json::{Value, json};

pub use asking::Automatic;
pub use reply::{Reply, reply};
pub use side::{NOON, Retried, Side, Told};
pub use telling::in_short;

/// A request as it left.
#[derive(Clone, Debug)]
pub struct Sent {
    pub run: RunId,
    pub trigger: Trigger,
    pub message_id: Option<String>,
    pub options: u32,
    /// What is shown when the request leaves, which is what it carries.
    pub messages: Value,
}

type Reaction = Box<dyn FnOnce(&mut Conversation)>;

/// The conversation and the host around it.
pub struct Conversation {
    pub controller: ChatController<OwnedView>,
    settings: Settings,
    automatic: Automatic,
    /// Questions about sending that the test has not answered yet.
    asked: Vec<u32>,
    told: Vec<String>,
    /// How much of it the test has read.
    read: usize,
    status: ChatStatus,
    requests: Vec<Sent>,
    /// Every run that was begun, the newest last.
    runs: Vec<RunId>,
    errors: Vec<ChatError>,
    reactions: Vec<(&'static str, Reaction)>,
    ids: u32,
    next_answer: Option<String>,
    /// Who waits for what, and what time it is.
    pub side: Side,
}

impl Default for Conversation {
    fn default() -> Conversation {
        Conversation::new()
    }
}

impl Conversation {
    /// An empty one that sends answers by itself once the last answer of the
    /// agent is complete.
    pub fn new() -> Conversation {
        let settings = Settings {
            sends_automatically: true,
            ..Settings::default()
        };
        let mut controller =
            ChatController::with_host(settings, OwnedView::new(), Rc::new(NativeHost));
        controller.chat.set_time(NOON);
        Conversation {
            controller,
            settings,
            automatic: Automatic::WhenComplete,
            asked: Vec::new(),
            told: Vec::new(),
            read: 0,
            status: ChatStatus::Ready,
            requests: Vec::new(),
            runs: Vec::new(),
            errors: Vec::new(),
            reactions: Vec::new(),
            ids: 0,
            next_answer: None,
            side: Side::default(),
        }
    }

    /// One that was saved and is opened again.
    pub fn opened_with(messages: &Value) -> Conversation {
        let mut conversation = Conversation::new();
        conversation.loads(messages);
        conversation
    }

    /// The same page, reloaded: what was shown is loaded, nothing else remains.
    pub fn reloaded(&self) -> Conversation {
        Conversation::opened_with(&self.messages())
    }

    pub fn sending(mut self, automatic: Automatic) -> Conversation {
        self.automatic = automatic;
        self.change_settings(|settings| settings.sends_automatically = automatic != Automatic::Off);
        self
    }

    pub fn with_hooks(mut self, change: impl FnOnce(&mut Hooks)) -> Conversation {
        self.change_settings(|settings| change(&mut settings.hooks));
        self
    }

    pub fn pending_on_send(mut self, pending: PendingOnSend) -> Conversation {
        self.change_settings(|settings| settings.pending_on_send = pending);
        self
    }

    /// Every answer waits for the host to grant it.
    pub fn claiming(mut self) -> Conversation {
        self.change_settings(|settings| settings.claims_answers = true);
        self
    }

    pub fn queueing(mut self) -> Conversation {
        self.change_settings(|settings| settings.queues = true);
        self
    }

    fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        self.controller.chat.set_settings(self.settings);
    }

    /// The first time the host is told something that begins so, `reaction`
    /// happens inside the callback.
    pub fn on(&mut self, told: &'static str, reaction: impl FnOnce(&mut Conversation) + 'static) {
        self.reactions.push((told, Box::new(reaction)));
    }

    // What the person and the application do.

    pub fn says(&mut self, text: &str) {
        self.tries_to_say(text).unwrap();
    }

    pub fn tries_to_say(&mut self, text: &str) -> Result<(), ErrorCode> {
        let message = json!({
            "id": self.fresh_id("u"), "role": "user", "parts": [{ "type": "text", "text": text }],
        });
        self.sends_message(&message, None, 0)
    }

    pub fn edits(&mut self, id: &str, text: &str) -> Result<(), ErrorCode> {
        let message =
            json!({ "id": id, "role": "user", "parts": [{ "type": "text", "text": text }] });
        self.sends_message(&message, Some(id), 0)
    }

    pub fn sends_message(
        &mut self,
        message: &Value,
        replaces: Option<&str>,
        options: u32,
    ) -> Result<(), ErrorCode> {
        let raw = raw(message);
        let request = self.request(options);
        let outcome = self.controller.chat.send_message(
            &mut self.controller.view,
            NewMessage {
                value: Payload::Raw(raw.as_raw()),
                skeleton: raw.as_raw(),
                replaces: replaces.map(Wtf8::from_str),
            },
            request,
        );
        self.settle(outcome)
    }

    pub fn answers(&mut self, call: &str, output: Value) {
        self.tries_to_answer(call, output).unwrap();
    }

    pub fn tries_to_answer(&mut self, call: &str, output: Value) -> Result<(), ErrorCode> {
        self.answers_with_options(call, output, 0)
    }

    pub fn answers_with_options(
        &mut self,
        call: &str,
        output: Value,
        options: u32,
    ) -> Result<(), ErrorCode> {
        let raw = raw(&output);
        self.gives_output(
            call,
            ToolOutput::Output(Payload::Raw(raw.as_raw())),
            options,
        )
    }

    pub fn answers_with_error(&mut self, call: &str, text: &str) -> Result<(), ErrorCode> {
        self.gives_output(call, ToolOutput::Error(Wtf8::from_str(text)), 0)
    }

    fn gives_output(
        &mut self,
        call: &str,
        output: ToolOutput<'_>,
        options: u32,
    ) -> Result<(), ErrorCode> {
        let outcome = self.controller.chat.add_tool_output(
            &mut self.controller.view,
            OutputAnswer {
                call_id: Wtf8::from_str(call),
                output,
                options,
            },
        );
        self.settle(outcome)
    }

    pub fn approves(&mut self, approval: &str) {
        self.tries_to_decide(approval, true).unwrap();
    }

    pub fn denies(&mut self, approval: &str, reason: &str) {
        self.decides(approval, false, Some(reason), 0).unwrap();
    }

    pub fn tries_to_decide(&mut self, approval: &str, approved: bool) -> Result<(), ErrorCode> {
        self.decides(approval, approved, None, 0)
    }

    pub fn decides(
        &mut self,
        approval: &str,
        approved: bool,
        reason: Option<&str>,
        options: u32,
    ) -> Result<(), ErrorCode> {
        let outcome = self.controller.chat.add_tool_approval_response(
            &mut self.controller.view,
            ApprovalAnswer {
                approval_id: Wtf8::from_str(approval),
                approved,
                reason: reason.map(Wtf8::from_str),
                seen: None,
                options,
            },
        );
        self.settle(outcome)
    }

    /// Asks for what was answered to be sent (again).
    pub fn sends_again(&mut self) {
        self.tries_to_send_again().unwrap();
    }

    pub fn tries_to_send_again(&mut self) -> Result<(), ErrorCode> {
        let request = self.request(0);
        let outcome = self
            .controller
            .chat
            .send_again(&mut self.controller.view, request);
        self.settle(outcome)
    }

    pub fn regenerates(&mut self, id: Option<&str>) -> Result<(), ErrorCode> {
        let request = self.request(0);
        let outcome = self.controller.chat.regenerate(
            &mut self.controller.view,
            id.map(Wtf8::from_str),
            request,
        );
        self.settle(outcome)
    }

    pub fn stops(&mut self) {
        self.controller.chat.stop(&mut self.controller.view);
        self.pump();
    }

    pub fn clears_error(&mut self) {
        self.controller.chat.clear_error();
        self.pump();
    }

    /// The application replaces the list of messages.
    pub fn loads(&mut self, messages: &Value) {
        self.controller.load(raw(messages).as_raw()).unwrap();
        self.pump();
    }

    /// The application changes what is shown and gives it back.
    pub fn changes_messages(&mut self, change: impl FnOnce(&mut Vec<Value>)) {
        let mut messages = self.messages();
        change(messages.as_array_mut().unwrap());
        self.loads(&messages);
    }

    pub fn resumes(&mut self) {
        let request = self.request(0);
        self.controller.chat.resume_stream(request);
        self.pump();
    }

    pub fn removes_queued(&mut self, id: &str) {
        let controller = &mut self.controller;
        controller
            .chat
            .remove_queued(&mut controller.view, Wtf8::from_str(id));
        self.pump();
    }

    pub fn sends_queued_now(&mut self, id: &str) {
        let waiter = self.request(0).waiter;
        let controller = &mut self.controller;
        controller
            .chat
            .send_queued_now(&mut controller.view, Wtf8::from_str(id), waiter);
        self.pump();
    }

    /// Wants a broken response to go on, now or when it breaks.
    pub fn wishes_to_resume(&mut self, response_id: Option<&str>) {
        self.controller
            .chat
            .resume_when_disconnected(response_id.map(Wtf8Buf::from));
        self.pump();
    }

    // What the server and the network do, to the newest run.

    pub fn finds_nothing_to_resume(&mut self) {
        let run = self.newest_run();
        self.controller.chat.nothing_to_resume(run);
        self.pump();
    }

    pub fn finds_a_stream(&mut self) {
        let run = self.newest_run();
        self.controller.chat.resumed(&mut self.controller.view, run);
        self.pump();
    }

    /// A whole response.
    pub fn server_replies(&mut self, reply: Reply) {
        self.server_streams(reply);
        self.server_ends();
    }

    /// A piece of a response.
    pub fn server_streams(&mut self, reply: Reply) {
        let bytes = reply.sse();
        self.server_sends_bytes(bytes.as_bytes());
    }

    /// A piece of the response to an earlier request.
    pub fn server_streams_to(&mut self, run: RunId, reply: Reply) {
        self.controller.feed(run, reply.sse().as_bytes());
        self.pump();
    }

    pub fn server_sends_bytes(&mut self, bytes: &[u8]) {
        let run = self.newest_run();
        self.controller.feed(run, bytes);
        self.pump();
    }

    /// One chunk that the application's own transport hands over as an object.
    pub fn transport_gives(&mut self, chunk: &Value) {
        let run = self.newest_run();
        self.controller
            .feed_chunk(run, &chunk.to_string(), ChunkSource::Host { whole: 0 });
        self.pump();
    }

    pub fn server_ends(&mut self) {
        let run = self.newest_run();
        self.server_ends_run(run);
    }

    pub fn server_ends_run(&mut self, run: RunId) {
        self.controller.end(run);
        self.pump();
    }

    pub fn fails(&mut self, failure: Failure) {
        let run = self.newest_run();
        self.controller.fail(run, failure);
        self.pump();
    }

    pub fn server_refuses_with(&mut self, status: u16) {
        let error = ChatError::new(ErrorCode::HttpStatus, "refused");
        self.fails(Failure::with_status(error, status));
    }

    pub fn connection_breaks(&mut self) {
        let error = ChatError::new(ErrorCode::Network, "network error");
        self.fails(Failure::disconnected(error));
    }

    pub fn request_never_leaves(&mut self) {
        let error = ChatError::new(ErrorCode::Transport, "no token");
        self.fails(Failure::before_sending(error));
    }

    // What the host does after a callback that a response waits for.

    pub fn callback_returns(&mut self) {
        let run = self.newest_run();
        self.controller.chat.unblock(run);
        self.pump();
    }

    pub fn callback_throws(&mut self, message: &str) {
        let run = self.newest_run();
        let error = ChatError::new(ErrorCode::Callback, message);
        self.controller.fail_now(run, Failure::in_stream(error));
        self.pump();
    }

    pub fn value_passes(&mut self) {
        let run = self.newest_run();
        self.controller.chat.validated(run);
        self.pump();
    }

    pub fn value_fails(&mut self, message: &str) {
        let run = self.newest_run();
        let error = ChatError::new(ErrorCode::SchemaMismatch, message);
        self.controller.fail_now(run, Failure::in_stream(error));
        self.pump();
    }

    fn newest_run(&self) -> RunId {
        *self.runs.last().expect("something was sent")
    }

    /// The id that is drawn for the next answer.
    pub fn names_the_next_answer(&mut self, id: &str) {
        self.next_answer = Some(id.to_owned());
    }

    fn request(&mut self, options: u32) -> Request {
        self.ids += 1;
        let drawn = format!("fresh-{}", self.ids);
        let id = self.next_answer.take().unwrap_or(drawn);
        Request {
            response_id: Wtf8Buf::from(id.as_str()),
            options,
            waiter: self.ids,
        }
    }

    fn fresh_id(&mut self, prefix: &str) -> String {
        self.ids += 1;
        format!("{prefix}{}", self.ids)
    }

    fn settle(&mut self, outcome: Result<(), ChatError>) -> Result<(), ErrorCode> {
        self.pump();
        outcome.map_err(|error| error.code)
    }

    /// Runs every effect.
    fn pump(&mut self) {
        loop {
            self.note_status();
            let Some(effect) = self.controller.next_effect() else {
                break;
            };
            self.note_status();
            self.run_effect(effect);
        }
        self.note_status();
    }

    fn note_status(&mut self) {
        let status = self.controller.chat.status();
        if self.status != status {
            self.status = status;
            self.told.push(format!("status {}", status.name()));
        }
    }

    fn run_effect(&mut self, effect: Effect) {
        let told = telling::words(&effect);
        let reaction = self
            .reactions
            .iter()
            .position(|(begin, _)| told.starts_with(begin))
            .map(|at| self.reactions.remove(at).1);
        self.told.push(told);
        match effect {
            Effect::Send {
                run,
                trigger,
                message_id,
                options,
            } => {
                self.runs.push(run);
                let messages = self.messages();
                self.requests.push(Sent {
                    run,
                    trigger,
                    message_id: message_id.map(|id| id.as_str().unwrap().to_owned()),
                    options,
                    messages,
                });
            }
            Effect::Error { error } => self.errors.push(error),
            Effect::Evaluate { token, messages } => self.ask(token, messages as usize),
            Effect::Policy { item } => self.ask_policy(item),
            Effect::Claim { token, items } => self.side.claims.push((token, items)),
            Effect::Reply { waiter, answer } => {
                self.tell(waiter, Told::Answer(side::answer_json(&answer)));
            }
            Effect::ReplyCancelled { waiter, outcome } => self.tell(waiter, Told::Nobody(outcome)),
            Effect::Retry {
                item,
                connection,
                request,
                answer,
            } => self.note_retry(item, connection.as_str().unwrap(), &request, &answer),
            Effect::Timer { at } => self.side.timer = at,
            Effect::Reconnect { run, .. } => self.runs.push(run),
            Effect::Depart => {
                let id = Wtf8Buf::from(self.fresh_id("r"));
                self.controller.chat.depart(&mut self.controller.view, id);
            }
            Effect::Abort { .. }
            | Effect::ToolCall { .. }
            | Effect::Data { .. }
            | Effect::Validate { .. }
            | Effect::Finish(_)
            | Effect::Publish
            | Effect::Done { .. } => {}
        }
        if let Some(reaction) = reaction {
            reaction(self);
        }
    }
}

/// JSON text as the chat takes it.
pub fn raw(value: &Value) -> RawJsonBuf {
    RawJson::parse(&value.to_string()).unwrap().to_owned()
}
