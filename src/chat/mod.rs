//! The state machine: a command or a stream event in, patches and effects out.
//! It is the only place that changes a message; it does no input or output,
//! knows no clock and draws no ids.

mod answers;
mod asking;
mod automatic;
mod batch;
mod call_index;
mod claiming;
mod clock;
mod content;
mod deciding;
mod effect;
mod ending;
mod judging;
mod partial_input;
mod persisting;
mod queue;
mod reduce;
mod repeating;
mod replacing;
mod replying;
mod resuming;
mod ruling;
mod run;
mod sending;
mod settling;
mod showing;
mod stopping;
mod writing;

use std::collections::VecDeque;
use std::rc::Rc;

use crate::host::{Host, NoHost};
use crate::human::{Actor, HumanSettings, Items};
use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{
    Channel, ChatError, ChatStatus, Field, Leaf, Message, MessageKey, StreamEvent, View,
};
use crate::transcript::Completeness;

pub use answers::{ApprovalAnswer, OutputAnswer, ToolOutput};
pub use asking::Ask;
pub use content::LONGEST_REMEMBERED_INPUT;
pub use deciding::Answering;
pub use effect::{Effect, Finished, Kept, RunId, Trigger, Validation};
pub use ending::Failure;
pub use reduce::Hooks;
pub use replacing::Adopted;
pub use sending::{NewMessage, Request};
pub use settling::PendingOnSend;

use automatic::Decision;
use call_index::CallIndex;
use claiming::Claim;
use queue::Queue;
use reduce::{Events, Reducer, Wrote};
use run::{Phase, Run};

/// What has changed since the listeners were told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Messages.
    pub messages: bool,
    /// Status or error.
    pub status: bool,
    /// What waits for a person, or the rules that answer.
    pub items: bool,
}

/// A conversation: the skeleton of its messages, the requests under way, and
/// what waits for a person.
pub struct Chat {
    messages: Vec<Message>,
    calls: CallIndex,
    items: Items,
    runs: Vec<Run>,
    agenda: VecDeque<Step>,
    decisions: Vec<Decision>,
    queues: bool,
    queue: Queue,
    /// The response whose connection broke last, while nothing else was asked.
    broken: Option<Run>,
    /// The wish to go on with the response under way if its connection breaks:
    /// the id for its message.
    resume_on_break: Option<Wtf8Buf>,
    /// Messages whose last response the server interrupted: they are not
    /// continued by themselves.
    interrupted: Vec<MessageKey>,
    status: ChatStatus,
    failed: bool,
    changes: Changes,
    hooks: Hooks,
    sends_automatically: bool,
    sends_when: Option<Completeness>,
    pending_on_send: PendingOnSend,
    stops: u32,
    next_key: u32,
    next_run: u32,
    next_token: u32,
    events: Events,
    /// The time for which a timer is set.
    timer: Option<u64>,
    host: Rc<dyn Host>,
    /// Who answers, by the name that the application gives.
    person: Option<Wtf8Buf>,
    claims_answers: bool,
    /// Answers whose claim the host has not granted yet.
    claims: Vec<Claim>,
    /// The connections whose requests are made anew here.
    connections: Vec<Wtf8Buf>,
}

/// What is still to be done, in order. State changes wait here behind the
/// callbacks that must see the state before.
#[derive(Debug)]
enum Step {
    Effect(Effect),
    /// The error that was just reported becomes the status.
    ShowError,
    /// Go on with the response whose connection broke.
    Resume {
        response_id: Wtf8Buf,
    },
    /// A response is over: is there an answer to send?
    Evaluate {
        options: u32,
        waiters: Vec<u32>,
    },
}

/// The settings of a conversation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Which callbacks and checks the application has.
    pub hooks: Hooks,
    /// Whether the application decides about sending by itself.
    pub sends_automatically: bool,
    /// What its predicate is, where it is one of ours: then it is asked only
    /// when that holds.
    pub sends_when: Option<Completeness>,
    /// What a new message of the person does to what waits.
    pub pending_on_send: PendingOnSend,
    /// Whether the host grants every answer before it goes out
    /// ([`Effect::Claim`]).
    pub claims_answers: bool,
    /// Whether messages wait while the agent is busy or waits for an answer.
    pub queues: bool,
}

/// How AI SDK words what is wrong with the message that is to be edited.
const EDITED: &str = "Invalid argument for parameter message.messageId: ";

impl Default for Chat {
    fn default() -> Chat {
        Chat::new(Settings::default())
    }
}

impl Chat {
    /// An empty conversation that needs nothing of its platform.
    pub fn new(settings: Settings) -> Chat {
        Chat::with_host(settings, Rc::new(NoHost))
    }

    /// An empty conversation, on a platform's services.
    pub fn with_host(settings: Settings, host: Rc<dyn Host>) -> Chat {
        Chat {
            timer: None,
            host,
            person: None,
            claims_answers: settings.claims_answers,
            claims: Vec::new(),
            connections: Vec::new(),
            messages: Vec::new(),
            calls: CallIndex::default(),
            items: Items::default(),
            runs: Vec::new(),
            agenda: VecDeque::new(),
            decisions: Vec::new(),
            queues: settings.queues,
            queue: Queue::default(),
            broken: None,
            resume_on_break: None,
            interrupted: Vec::new(),
            status: ChatStatus::Ready,
            failed: false,
            changes: Changes::default(),
            hooks: settings.hooks,
            sends_automatically: settings.sends_automatically,
            sends_when: settings.sends_when,
            pending_on_send: settings.pending_on_send,
            stops: 0,
            next_key: 0,
            next_run: 1,
            next_token: 1,
            events: Events::default(),
        }
    }

    /// Changes the settings; they hold for what comes next.
    pub fn set_settings(&mut self, settings: Settings) {
        self.hooks = settings.hooks;
        self.sends_automatically = settings.sends_automatically;
        self.sends_when = settings.sends_when;
        self.pending_on_send = settings.pending_on_send;
        self.claims_answers = settings.claims_answers;
        self.queues = settings.queues;
    }

    /// Changes the settings of what waits for a person; they hold for what
    /// comes next.
    pub fn set_human_settings(&mut self, settings: HumanSettings) {
        self.items.settings = settings;
    }

    /// Says who answers from now on, for the log.
    pub fn set_person(&mut self, name: Option<Wtf8Buf>) {
        self.person = name;
    }

    fn person(&self) -> Actor {
        Actor::Person(self.person.clone())
    }

    /// What the conversation is doing.
    pub fn status(&self) -> ChatStatus {
        self.status
    }

    /// The skeleton of the messages.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// What waits, or waited, for a person.
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// The numbers that the next run and the next question about sending get.
    pub fn next_numbers(&self) -> (u32, u32) {
        (self.next_run, self.next_token)
    }

    /// Counts on from these numbers: what follows was recorded with them.
    pub fn count_from(&mut self, (run, token): (u32, u32)) {
        self.next_run = self.next_run.max(run);
        self.next_token = self.next_token.max(token);
    }

    /// What has changed since this was asked last.
    pub fn take_changes(&mut self) -> Changes {
        std::mem::take(&mut self.changes)
    }

    /// Whether a response still takes events: not ended, and not waiting for
    /// the host.
    pub fn accepts_events(&self, run: RunId) -> bool {
        self.runs.iter().any(|open| open.id == run && !open.blocked)
    }

    /// Whether the event given last waits for a check by the host, and has to
    /// be given again.
    pub fn awaits_validation(&self, run: RunId) -> bool {
        self.runs
            .iter()
            .any(|open| open.id == run && open.blocked && open.validating)
    }

    /// Whether a response has not ended.
    pub fn is_open(&self, run: RunId) -> bool {
        self.runs.iter().any(|open| open.id == run)
    }

    /// Applies one event of a response. Events for a response that has ended
    /// are dropped. Where the event waits for a check by the host
    /// ([`Effect::Validate`]) it must be given again after [`Chat::validated`].
    pub fn event(&mut self, view: &mut dyn View, run: RunId, event: StreamEvent<'_>) {
        let Some(at) = self.runs.iter().position(|open| open.id == run) else {
            return;
        };
        let Some(open) = self.runs.get_mut(at) else {
            return;
        };
        if open.replay.is_some() {
            self.repeat(view, at, &event);
            return;
        }
        let completes_call = matches!(event, StreamEvent::ToolInputAvailable { .. });
        let mut reducer = Reducer {
            messages: &mut self.messages,
            calls: &mut self.calls,
            items: &mut self.items,
            run: open,
            view,
            events: &mut self.events,
            next_key: &mut self.next_key,
            hooks: self.hooks,
        };
        let outcome = reducer.apply(event);
        open.validated = false;
        match outcome {
            Ok(Wrote::Nothing) => {}
            Ok(Wrote::Quietly) => self.changes.messages = true,
            Ok(Wrote::Content) => self.content_came(at),
            Err(error) => {
                self.queue_effects(false);
                self.fail(run, Failure::in_stream(error));
                return;
            }
        }
        if completes_call && let Some(at) = self.target_of(run) {
            self.ask_the_user(view, at);
        }
        if self.items.has_touched() {
            self.consider_opened(view);
        }
        if !self.events.is_empty() || self.hooks.every_chunk {
            let wrote = !matches!(outcome, Ok(Wrote::Nothing));
            self.queue_effects(wrote && self.hooks.every_chunk);
        }
    }

    /// The host itself is about to grow a text of an open response: where it
    /// stands. `None` where the event does not fit; then nothing has changed.
    pub fn grow_text(&mut self, run: RunId, channel: Channel, id: &str) -> Option<Leaf> {
        let at = self
            .runs
            .iter()
            .position(|open| open.id == run && !open.blocked)?;
        if self.hooks.every_chunk || self.has_effects() {
            return None;
        }
        let open = self.runs.get_mut(at)?;
        if open.detached || open.pending_steps > 0 || open.replay.is_some() || open.awaits_start {
            return None;
        }
        let text = open.open_text(channel, Wtf8::from_str(id))?;
        let part = open.texts.get(text)?.part;
        let message = open.target_index(&self.messages)?;
        self.content_came(at);
        Some(reduce::leaf(message, part, Field::Text))
    }

    /// The host has checked the event at hand against the schema: the event is
    /// given again and passes now.
    pub fn validated(&mut self, run: RunId) {
        if let Some(open) = self.runs.iter_mut().find(|open| open.id == run) {
            open.blocked = false;
            open.validating = false;
            open.validated = true;
        }
    }

    /// The host is done with a callback for which the response waited.
    pub fn unblock(&mut self, run: RunId) {
        if let Some(open) = self.runs.iter_mut().find(|open| open.id == run) {
            open.blocked = false;
        }
    }

    /// The next thing for the host to do. The host asks again until there is
    /// none: state that changes between two callbacks changes in here.
    pub fn next_effect(&mut self, view: &mut dyn View) -> Option<Effect> {
        loop {
            for (waiter, outcome) in self.items.take_unanswered() {
                self.push(Effect::ReplyCancelled { waiter, outcome });
            }
            match self.agenda.pop_front()? {
                Step::Effect(effect) => return Some(effect),
                Step::ShowError => {
                    self.failed = true;
                    self.refresh_status();
                    self.changes.status = true;
                }
                Step::Resume { response_id } => self.resume_broken(response_id),
                Step::Evaluate { options, waiters } => self.evaluate(view, options, waiters),
            }
        }
    }

    /// Whether there is something for the host to do.
    pub fn has_effects(&self) -> bool {
        !self.agenda.is_empty() || self.items.has_unanswered()
    }

    /// Leaves the error state.
    pub fn clear_error(&mut self) {
        if self.status == ChatStatus::Error {
            self.failed = false;
            self.changes.status = true;
            self.refresh_status();
        }
    }

    /// Moves what an event asked of the host to the agenda.
    fn queue_effects(&mut self, publish: bool) {
        // A callback for data comes before the listeners are told, one for tool
        // calls after, as in AI SDK.
        let Events { before, after } = std::mem::take(&mut self.events);
        self.agenda.extend(before.into_iter().map(Step::Effect));
        if publish {
            self.push(Effect::Publish);
        }
        self.agenda.extend(after.into_iter().map(Step::Effect));
    }

    fn push(&mut self, effect: Effect) {
        self.agenda.push_back(Step::Effect(effect));
    }

    fn content_came(&mut self, at: usize) {
        self.changes.messages = true;
        let Some(open) = self.runs.get_mut(at) else {
            return;
        };
        if open.phase != Phase::Streaming {
            open.phase = Phase::Streaming;
            self.refresh_status();
        }
        if let Some(open) = self.runs.get_mut(at)
            && !open.has_content
        {
            open.has_content = true;
        }
    }

    /// The status follows from the requests under way.
    fn refresh_status(&mut self) {
        let mut status = if self.failed {
            ChatStatus::Error
        } else {
            ChatStatus::Ready
        };
        for run in &self.runs {
            match run.phase {
                Phase::Reconnecting => {}
                Phase::Submitted => {
                    if status != ChatStatus::Streaming {
                        status = ChatStatus::Submitted;
                    }
                }
                Phase::Streaming => status = ChatStatus::Streaming,
            }
        }
        if self.status != status {
            self.status = status;
            self.changes.status = true;
        }
    }

    fn target_of(&mut self, run: RunId) -> Option<usize> {
        let messages = &self.messages;
        self.runs
            .iter_mut()
            .find(|open| open.id == run)?
            .target_index(messages)
    }

    fn fresh_key(&mut self) -> MessageKey {
        let key = MessageKey(self.next_key);
        self.next_key = self.next_key.saturating_add(1);
        key
    }

    fn index_of(&self, key: MessageKey) -> Option<usize> {
        self.messages.iter().rposition(|message| message.key == key)
    }

    fn fulfil(&mut self, waiters: Vec<u32>) {
        self.settle_promises(waiters, false);
    }

    /// The turn has ended with the error that was told last.
    fn fulfil_failed(&mut self, waiters: Vec<u32>) {
        self.settle_promises(waiters, true);
    }

    fn settle_promises(&mut self, waiters: Vec<u32>, failed: bool) {
        for waiter in waiters {
            self.push(Effect::Done { waiter, failed });
        }
    }

    /// Something else than the response has written a message that it goes into:
    /// from now on steps show with what comes after them.
    fn written_over(&mut self, key: MessageKey) {
        for run in &mut self.runs {
            run.is_new &= run.target != Some(key);
        }
    }

    fn unknown_message(id: Wtf8<'_>) -> ChatError {
        let mut text = Wtf8Buf::from(EDITED);
        text.push_str("message with id ");
        text.push_wtf8(id);
        text.push_str(" not found");
        ChatError::with_text(crate::model::ErrorCode::UnknownMessage, text)
    }
}
