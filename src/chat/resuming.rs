//! Going on with a response that is still being written somewhere.

use crate::json::Wtf8Buf;
use crate::model::{Role, ToolState, View};

use super::effect::{Effect, RunId, Trigger};
use super::run::{Phase, Run};
use super::sending::Request;
use super::{Chat, Step};

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

    /// There is a response: its events follow. `replays` tells that it comes
    /// from its beginning.
    pub fn resumed(&mut self, view: &mut dyn View, id: RunId, replays: bool) {
        let Some(at) = self.runs.iter().position(|run| run.id == id) else {
            return;
        };
        let mut run = self.runs.remove(at);
        run.phase = Phase::Submitted;
        run.resets_on_start = replays;
        if let Some(broken) = self.broken.take()
            && broken.target.is_none_or(|key| self.index_of(key).is_some())
        {
            run.go_on_from(broken);
        } else if let Some(last) = self.messages.len().checked_sub(1)
            && self.is_unfinished(last)
        {
            self.continue_message(view, &mut run, last);
        }
        self.runs.insert(at, run);
        self.failed = false;
        self.changes.status = true;
        self.refresh_status();
    }

    /// Whether a message has calls that a resumed response may still speak of.
    fn is_unfinished(&self, at: usize) -> bool {
        self.messages.get(at).is_some_and(|message| {
            message.role == Role::Assistant
                && message.parts.iter().any(|part| {
                    part.tool().is_some_and(|tool| match tool.state {
                        ToolState::InputStreaming | ToolState::ApprovalResponded => true,
                        ToolState::InputAvailable => tool.provider_executed,
                        ToolState::ApprovalRequested
                        | ToolState::OutputAvailable
                        | ToolState::OutputError
                        | ToolState::OutputDenied => false,
                    })
                })
        })
    }
}
