//! Going on with a response that is still being written somewhere.

use crate::json::Wtf8Buf;
use crate::model::{Field, ItemId, Patch, Payload, StreamEvent, View};

use super::effect::{Effect, RunId, Trigger};
use super::reduce::leaf;
use super::repeating::Parts;
use super::run::{Phase, Run};
use super::sending::Request;
use super::{Chat, Step};
use crate::transcript::last_assistant_message_is_complete as is_complete;

impl Chat {
    /// Looks for a response to resume. Nothing shows until there is one; a
    /// newer attempt takes an older one's place.
    pub fn resume_stream(&mut self, request: Request) -> RunId {
        let earlier: Vec<RunId> = self
            .runs
            .iter()
            .filter(|run| run.trigger == Trigger::ResumeStream)
            .map(|run| run.id)
            .collect();
        for id in earlier {
            if let Some(run) = self.take_run(id) {
                self.push(Effect::Abort { run: id });
                self.fulfil(run.waiters);
            }
        }
        let id = RunId(self.next_run);
        self.next_run = self.next_run.saturating_add(1);
        let mut run = Run::new(
            id,
            Trigger::ResumeStream,
            request.response_id,
            request.options,
        );
        run.phase = Phase::Reconnecting;
        if request.waiter != 0 {
            run.waiters.push(request.waiter);
        }
        self.runs.push(run);
        self.push(Effect::Reconnect {
            run: id,
            options: request.options,
        });
        id
    }

    /// Goes on with the response whose connection broke last, or with the one
    /// under way should its connection break. `response_id` is as in
    /// [`Request`]; without one, the wish is taken back.
    pub fn resume_when_disconnected(&mut self, response_id: Option<Wtf8Buf>) {
        if !self.runs.is_empty() {
            self.resume_on_break = response_id;
        } else if let Some(response_id) = response_id {
            self.resume_broken(response_id);
        }
    }

    /// Goes on with the response whose connection broke, if there is one.
    pub(super) fn resume_broken(&mut self, response_id: Wtf8Buf) {
        if self.broken.is_some() && self.runs.is_empty() {
            self.resume_stream(Request {
                response_id,
                options: 0,
                waiter: 0,
            });
        }
    }

    /// The connection of a response broke: it may go on from where it was.
    pub(super) fn keep_broken(&mut self, run: Run) {
        self.broken = Some(run);
        if let Some(response_id) = self.resume_on_break.take() {
            self.agenda.push_back(Step::Resume { response_id });
        }
    }

    /// There is no response to resume.
    pub fn nothing_to_resume(&mut self, id: RunId) {
        if let Some(run) = self.take_run(id) {
            self.broken = None;
            self.failed = false;
            self.refresh_status();
            self.fulfil(run.waiters);
        }
    }

    /// There is a response: its events follow. Whether it comes from its
    /// beginning shows in how it begins.
    pub fn resumed(&mut self, view: &mut dyn View, id: RunId) {
        let Some(at) = self.runs.iter().position(|run| run.id == id) else {
            return;
        };
        let mut run = self.runs.remove(at);
        run.phase = Phase::Submitted;
        run.awaits_start = true;
        run.reloaded = true;
        if let Some(broken) = self.broken.take()
            && broken.target.is_none_or(|key| self.index_of(key).is_some())
        {
            run.go_on_from(broken);
        } else if let Some(last) = self.messages.len().checked_sub(1) {
            self.continue_message(view, &mut run, last);
        }
        self.carry_unknown(&mut run);
        self.runs.insert(at, run);
        self.failed = false;
        self.changes.status = true;
        self.refresh_status();
    }

    /// What the response says is about the answers of unknown outcome in its
    /// message.
    fn carry_unknown(&mut self, run: &mut Run) {
        let parts = run
            .target_index(&self.messages)
            .and_then(|at| self.messages.get(at))
            .map_or(&[][..], |message| &message.parts);
        let items = parts.iter().filter_map(|part| part.tool()?.item);
        for item in items {
            if self.items.on_its_way_again(item, run.id.0) {
                run.carries.push(item);
            }
        }
    }

    /// Whether a response repeats what its message has: its events are given
    /// again once [`Chat::take_repeated`] says which.
    pub fn is_repeating(&self, run: RunId) -> bool {
        self.runs
            .iter()
            .any(|open| open.id == run && open.replay.is_some())
    }

    /// Which of the events that a response has repeated are to be given again,
    /// now that this is known.
    pub fn take_repeated(&mut self, run: RunId) -> Option<Vec<bool>> {
        let open = self.runs.iter_mut().find(|open| open.id == run)?;
        open.to_apply.take()
    }

    /// Nothing more comes of a response that repeats what its message has.
    pub fn end_repeating(&mut self, view: &mut dyn View, run: RunId) {
        if let Some(at) = self.runs.iter().position(|open| open.id == run) {
            self.go_on_after_repeating(view, at);
        }
    }

    /// Takes an event of a response into account that repeats what its message
    /// has.
    pub(super) fn repeat(&mut self, view: &mut dyn View, at: usize, event: &StreamEvent<'_>) {
        let Some(run) = self.runs.get_mut(at) else {
            return;
        };
        let target = run.target_index(&self.messages);
        let message = target.and_then(|at| self.messages.get(at));
        let (Some(target), Some(message), Some(replay)) = (target, message, &mut run.replay) else {
            self.go_on_after_repeating(view, at);
            return;
        };
        let mut parts = Parts {
            parts: &message.parts,
            reloaded: run.reloaded,
            read: &mut |part, field| view.read_text(leaf(target, part, field)),
        };
        replay.see(event, &mut parts);
        let is_decided = replay.is_decided() || matches!(event, StreamEvent::Error { .. });
        run.has_content |= is_content(event);
        if is_decided {
            self.go_on_after_repeating(view, at);
        }
    }

    fn go_on_after_repeating(&mut self, view: &mut dyn View, at: usize) {
        let Some(run) = self.runs.get_mut(at) else {
            return;
        };
        let Some(replay) = run.replay.take() else {
            return;
        };
        let target = run.target_index(&self.messages);
        let message = target.and_then(|at| self.messages.get(at));
        let going_on = replay.go_on();
        run.texts = going_on.texts;
        run.calls = going_on.calls;
        run.began_at = match (going_on.began_at, message) {
            (Some(at), _) => at,
            (None, Some(message)) => message.parts.len(),
            (None, None) => 0,
        };
        run.reloaded = false;
        run.to_apply = Some(going_on.apply);
        // A response that already holds the call is the one that asked: it says
        // nothing of the answer.
        let began_at = run.began_at;
        let (asked, carried) =
            std::mem::take(&mut run.carries)
                .into_iter()
                .partition(|item: &ItemId| {
                    message.is_some_and(|message| {
                        let mut parts = message.parts.iter();
                        parts.rposition(|part| {
                            part.tool().is_some_and(|tool| tool.item == Some(*item))
                        }) >= Some(began_at)
                    })
                });
        run.carries = carried;
        let asked: Vec<ItemId> = asked;
        for item in asked {
            self.items.lost(item);
        }
        // A message that waits for nobody but the agent is what the response
        // goes on with, whatever it is called.
        if let Some(id) = going_on.other
            && !message.is_some_and(|last| is_complete(std::slice::from_ref(last)))
        {
            run.leave_message();
            run.fresh_id = id;
            run.began_at = 0;
        } else if let Some(target) = target {
            for trim in going_on.trims {
                view.apply(Patch::Set {
                    leaf: leaf(target, trim.part, Field::Text),
                    value: Payload::Text(trim.text.as_wtf8()),
                });
            }
        }
    }
}

/// Whether an event proves that the agent is at work.
fn is_content(event: &StreamEvent<'_>) -> bool {
    match event {
        StreamEvent::Start { .. }
        | StreamEvent::StepStart
        | StreamEvent::StepFinish
        | StreamEvent::StepReset
        | StreamEvent::Finish { .. }
        | StreamEvent::Error { .. }
        | StreamEvent::Abort
        | StreamEvent::Unknown => false,
        StreamEvent::TextStart { .. }
        | StreamEvent::TextDelta { .. }
        | StreamEvent::TextEnd { .. }
        | StreamEvent::Part { .. }
        | StreamEvent::ToolInputStart { .. }
        | StreamEvent::ToolInputDelta { .. }
        | StreamEvent::ToolInputAvailable { .. }
        | StreamEvent::ToolInputError { .. }
        | StreamEvent::ApprovalRequest { .. }
        | StreamEvent::Asked { .. }
        | StreamEvent::ApprovalResponse { .. }
        | StreamEvent::ToolOutput { .. }
        | StreamEvent::ToolOutputError { .. }
        | StreamEvent::ToolOutputDenied { .. }
        | StreamEvent::Data { .. }
        | StreamEvent::Metadata(_) => true,
    }
}
