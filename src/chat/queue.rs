//! Messages that the person writes while the agent is busy or waits for an
//! answer. They go out one by one, each when the response before it is over; an
//! answered approval goes first. A stop, an error or an interruption pauses
//! them until the person sends again; rewriting the history drops them.

use crate::human::{ItemKind, Stage};
use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{Message, MessageKey, Patch, Payload, QueueChange, Role, ToolState, View};

use super::effect::{Effect, Trigger};
use super::reduce::position;
use super::sending::Request;
use super::{Chat, Step};

/// A message that waits to be sent.
#[derive(Debug)]
struct Queued {
    message: Message,
    /// Request options by the host's number; 0 for none.
    options: u32,
}

/// What waits to be sent, and whether it may go.
#[derive(Debug, Default)]
pub(super) struct Queue {
    messages: Vec<Queued>,
    paused: bool,
    /// An answered approval goes before the next message, with these options.
    approvals_first: Option<u32>,
    /// The host is about to bring an id for the next request.
    departure: Option<Departure>,
}

/// A request about to be made.
#[derive(Debug, Default)]
struct Departure {
    /// The person said so: what they were asked before waits no more.
    skips_waiting: bool,
    waiters: Vec<u32>,
}

impl Queue {
    pub(super) fn pause(&mut self) {
        self.paused = true;
    }

    pub(super) fn unpause(&mut self) {
        self.paused = false;
    }
}

impl Chat {
    /// Whether a new message of the person would wait instead of being sent.
    pub fn will_queue(&self) -> bool {
        self.queues
            && (self.is_request_in_progress()
                || self.is_waiting_for_person()
                || !self.queue.messages.is_empty())
    }

    /// Drops a message that waits to be sent.
    pub fn remove_queued(&mut self, view: &mut dyn View, id: Wtf8<'_>) {
        while let Some(at) = self.queued_at(id) {
            self.take_queued(view, at);
        }
    }

    /// Stops what is under way and sends this message next; the others follow.
    pub fn send_queued_now(&mut self, view: &mut dyn View, id: Wtf8<'_>, waiter: u32) {
        let Some(at) = self.queued_at(id) else {
            self.fulfil(promise(waiter));
            return;
        };
        let queued = self.queue.messages.remove(at);
        let options = queued.options;
        self.queue.messages.insert(0, queued);
        self.show_queue(view, QueueChange::ToFront(position(at)));
        self.stop(view);
        self.resume_queue(true, options, promise(waiter));
    }

    /// Sends what comes next, after [`Effect::Depart`]. `response_id` names the
    /// answer's message if the server does not.
    pub fn depart(&mut self, view: &mut dyn View, response_id: Wtf8Buf) {
        let Some(departure) = self.queue.departure.take() else {
            return;
        };
        if self.queue.paused || self.is_request_in_progress() {
            self.fulfil(departure.waiters);
            return;
        }
        let request = |options| Request {
            response_id,
            options,
            waiter: 0,
        };
        let approvals = self.queue.approvals_first.take();
        let owner = self
            .approval_to_send()
            .and_then(|key| self.index_of(key))
            .and_then(|at| self.messages.get(at))
            .map(|message| message.id.clone());
        let run = if let (Some(options), Some(id)) = (approvals, owner) {
            self.begin(view, Trigger::SubmitMessage, Some(id), request(options))
        } else if self.has_next(departure.skips_waiting) {
            let options = self.take_first(view);
            self.begin(view, Trigger::SubmitMessage, None, request(options))
        } else {
            self.fulfil(departure.waiters);
            return;
        };
        if let Some(run) = self.runs.iter_mut().find(|open| open.id == run) {
            run.waiters = departure.waiters;
        }
    }

    /// Puts a message of the person at the end of the queue.
    pub(super) fn enqueue(
        &mut self,
        view: &mut dyn View,
        message: Message,
        value: Payload<'_>,
        options: u32,
        waiter: u32,
    ) {
        self.queue.messages.push(Queued { message, options });
        self.show_queue(view, QueueChange::Add(value));
        // A stopped turn waits for nobody any more.
        let skips_waiting = self.queue.paused;
        self.resume_queue(skips_waiting, options, promise(waiter));
    }

    /// The history that the queued messages were written after is rewritten.
    pub(super) fn clear_queue(&mut self, view: &mut dyn View) {
        if !self.queues {
            return;
        }
        self.queue.approvals_first = None;
        while !self.queue.messages.is_empty() {
            self.take_queued(view, 0);
        }
        if self.is_request_in_progress() {
            self.stop(view);
        }
        self.queue.unpause();
    }

    /// What is under way is stopped: nothing goes by itself.
    pub(super) fn stop_queue(&mut self) {
        self.queue.pause();
        self.queue.approvals_first = None;
        if let Some(departure) = self.queue.departure.take() {
            self.fulfil(departure.waiters);
        }
    }

    /// The conversation may have become idle: the next message goes, if there
    /// is one and nothing keeps it. Otherwise the promises are fulfilled.
    pub(super) fn settle_queue(&mut self, skips_waiting: bool, waiters: Vec<u32>) {
        let departs = !self.queue.paused
            && !self.is_request_in_progress()
            && (self.has_next(skips_waiting)
                || self.queue.approvals_first.is_some() && self.approval_to_send().is_some());
        if !departs {
            self.fulfil(waiters);
            return;
        }
        match &mut self.queue.departure {
            Some(departure) => {
                departure.skips_waiting |= skips_waiting;
                departure.waiters.extend(waiters);
            }
            None => {
                self.queue.departure = Some(Departure {
                    skips_waiting,
                    waiters,
                });
                self.push(Effect::Depart);
            }
        }
    }

    /// The person sends: a paused queue goes on, with an answered approval first.
    fn resume_queue(&mut self, skips_waiting: bool, options: u32, waiters: Vec<u32>) {
        self.queue.unpause();
        if self.approval_to_send().is_some() {
            self.queue.approvals_first = Some(options);
        }
        self.settle_queue(skips_waiting, waiters);
    }

    fn has_next(&self, skips_waiting: bool) -> bool {
        !self.queue.messages.is_empty() && (skips_waiting || !self.is_waiting_for_person())
    }

    /// The first message becomes part of the conversation; gives its options.
    fn take_first(&mut self, view: &mut dyn View) -> u32 {
        let Queued { message, options } = self.queue.messages.remove(0);
        self.supersede_all(view);
        let at = position(self.messages.len());
        self.show_queue(view, QueueChange::Send { at });
        self.messages.push(message);
        options
    }

    fn take_queued(&mut self, view: &mut dyn View, at: usize) {
        self.queue.messages.remove(at);
        self.show_queue(view, QueueChange::Remove(position(at)));
    }

    fn show_queue(&mut self, view: &mut dyn View, change: QueueChange<'_>) {
        view.apply(Patch::Queue(change));
        self.changes.messages = true;
    }

    fn queued_at(&self, id: Wtf8<'_>) -> Option<usize> {
        self.queue
            .messages
            .iter()
            .position(|queued| queued.message.id.as_wtf8() == id)
    }

    /// A response is under way, or the application may be about to send by
    /// itself.
    fn is_request_in_progress(&self) -> bool {
        let is_evaluating = |step: &Step| matches!(step, Step::Evaluate { .. });
        self.status.is_busy() || !self.decisions.is_empty() || self.agenda.iter().any(is_evaluating)
    }

    /// The agent waits for the person: for the result of a call, a decision, or
    /// for a decision to be sent. What is sent already waits for nobody.
    fn is_waiting_for_person(&self) -> bool {
        self.last_answer().is_some_and(|message| {
            message
                .parts
                .iter()
                .filter_map(|part| part.tool())
                .any(|tool| match tool.state {
                    ToolState::ApprovalRequested => true,
                    ToolState::ApprovalResponded => tool
                        .item
                        .and_then(|item| self.items.get(item))
                        .is_some_and(|item| item.stage == Stage::Answered),
                    ToolState::InputStreaming | ToolState::InputAvailable => {
                        !tool.provider_executed
                    }
                    ToolState::OutputAvailable
                    | ToolState::OutputError
                    | ToolState::OutputDenied => false,
                })
        })
    }

    /// The last answer of the agent, if everything that it asks is answered and
    /// a decision about it has not been sent: the decision has to reach the
    /// agent before the next message.
    fn approval_to_send(&self) -> Option<MessageKey> {
        let message = self.last_answer()?;
        let is_open = message
            .parts
            .iter()
            .filter_map(|part| part.tool())
            .any(|tool| match tool.state {
                ToolState::ApprovalRequested => true,
                ToolState::InputStreaming | ToolState::InputAvailable => !tool.provider_executed,
                ToolState::ApprovalResponded
                | ToolState::OutputAvailable
                | ToolState::OutputError
                | ToolState::OutputDenied => false,
            });
        let has_decision = self.items.unsent().any(|id| {
            self.items.get(id).is_some_and(|item| {
                item.message == Some(message.key) && matches!(item.kind, ItemKind::Approval { .. })
            })
        });
        (!is_open && has_decision).then_some(message.key)
    }

    fn last_answer(&self) -> Option<&Message> {
        self.messages
            .last()
            .filter(|message| message.role == Role::Assistant)
    }
}

/// A promise by its number; 0 is none.
fn promise(waiter: u32) -> Vec<u32> {
    if waiter == 0 {
        Vec::new()
    } else {
        vec![waiter]
    }
}
