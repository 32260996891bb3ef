//! Going on with a response that is still being written somewhere.

use crate::model::{Role, ToolState, View};

use super::Chat;
use super::effect::{Effect, RunId, Trigger};
use super::run::{Phase, Run};
use super::sending::Request;

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

    /// There is no response to resume.
    pub fn nothing_to_resume(&mut self, id: RunId) {
        if let Some(run) = self.take_run(id) {
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
        if let Some(last) = self.messages.len().checked_sub(1)
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
