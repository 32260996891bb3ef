//! How a response ends, and what that says of the answers it carried.

use crate::human::ItemKind;
use crate::model::{ChatError, ItemId};

use super::effect::{Effect, Finished, RunId};
use super::reduce::position;
use super::run::{Phase, Run};
use super::{Chat, Step};

/// Why a response failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The error that the application is told.
    pub error: ChatError,
    /// Whether the agent can have seen the request.
    pub delivery: Delivery,
    /// The connection broke; the response may go on elsewhere.
    pub is_disconnect: bool,
}

/// Whether the agent can have seen a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It never left, or was refused with a status that says so.
    NotAccepted,
    /// It may have been acted upon.
    Possible,
}

impl Failure {
    /// A failure inside a response: the agent has seen the request.
    pub fn in_stream(error: ChatError) -> Failure {
        Failure {
            error,
            delivery: Delivery::Possible,
            is_disconnect: false,
        }
    }

    /// A failure before the request was handed to the network.
    pub fn before_sending(error: ChatError) -> Failure {
        Failure {
            error,
            delivery: Delivery::NotAccepted,
            is_disconnect: false,
        }
    }

    /// The server answered with an error status. Only a status that says so
    /// proves that the request was not accepted.
    pub fn with_status(error: ChatError, status: u16) -> Failure {
        let delivery = match status {
            400 | 401 | 403 | 404 | 413 | 422 | 429 => Delivery::NotAccepted,
            _ => Delivery::Possible,
        };
        Failure {
            error,
            delivery,
            is_disconnect: false,
        }
    }

    /// The connection broke.
    pub fn disconnected(error: ChatError) -> Failure {
        Failure {
            error,
            delivery: Delivery::Possible,
            is_disconnect: true,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Finished,
    Aborted,
    Failed { is_disconnect: bool },
}

impl Chat {
    /// A response has ended by itself.
    pub fn end(&mut self, run: RunId) {
        let Some(run) = self.take_run(run) else {
            return;
        };
        self.resume_on_break = None;
        self.close_carried(&run);
        self.refresh_status();
        self.note_interruption(&run, Ending::Finished);
        self.report(&run, Ending::Finished);
        if run.is_interrupted() {
            self.queue.pause();
            self.fulfil(run.waiters);
        } else {
            self.agenda.push_back(Step::Evaluate {
                options: run.options,
                waiters: run.waiters,
            });
        }
    }

    /// A response has failed: the error is reported and shown, what came stays.
    pub fn fail(&mut self, run: RunId, failure: Failure) {
        let Some(mut run) = self.take_run(run) else {
            return;
        };
        match failure.delivery {
            Delivery::NotAccepted => self.keep_carried(&run),
            Delivery::Possible => self.close_carried(&run),
        }
        self.push(Effect::Error {
            error: failure.error,
        });
        self.agenda.push_back(Step::ShowError);
        let ending = Ending::Failed {
            is_disconnect: failure.is_disconnect,
        };
        self.note_interruption(&run, ending);
        self.report(&run, ending);
        self.queue.pause();
        let waiters = std::mem::take(&mut run.waiters);
        if failure.is_disconnect && run.phase != Phase::Reconnecting {
            self.keep_broken(run);
        }
        self.fulfil_failed(waiters);
    }

    /// Ends a response that the person stopped.
    pub(super) fn abort(&mut self, id: RunId) {
        let Some(run) = self.take_run(id) else {
            return;
        };
        self.resume_on_break = None;
        match self.withdraw_claim(id) {
            Delivery::NotAccepted => self.keep_carried(&run),
            Delivery::Possible => self.close_carried(&run),
        }
        self.queue.pause();
        self.push(Effect::Abort { run: id });
        self.refresh_status();
        self.note_interruption(&run, Ending::Aborted);
        self.report(&run, Ending::Aborted);
        self.fulfil(run.waiters);
    }

    /// The agent has not seen the answers that the request carried.
    fn keep_carried(&mut self, run: &Run) {
        for item in &run.carries {
            if !self.is_moot(*item) {
                self.items.not_accepted(*item);
            }
        }
    }

    /// What the response says of the answers that its request carried. Content
    /// proves that the agent had them; whether it ran what was approved, only
    /// the call's own result proves.
    fn close_carried(&mut self, run: &Run) {
        for item in &run.carries {
            if run.has_content && !self.awaits_result(*item) {
                self.items.accepted(*item);
            } else {
                self.items.lost(*item);
            }
        }
    }

    /// Whether the agent need not be told that nobody decided: the call of this
    /// approval is over.
    fn is_moot(&self, id: ItemId) -> bool {
        let is_over = self.items.get(id).is_some_and(|item| {
            item.stage.is_terminal() && matches!(item.kind, ItemKind::Approval { .. })
        });
        is_over
            && self
                .place_of(id)
                .and_then(|(at, part)| self.messages.get(at)?.parts.get(part)?.tool())
                .is_none_or(|tool| tool.is_terminal())
    }

    /// Whether this is a granted approval whose call has no result.
    fn awaits_result(&self, id: ItemId) -> bool {
        let Some(item) = self.items.get(id) else {
            return false;
        };
        let is_granted =
            matches!(item.kind, ItemKind::Approval { .. }) && item.approved() == Some(true);
        is_granted
            && self
                .place_of(id)
                .and_then(|(at, part)| self.messages.get(at)?.parts.get(part)?.tool())
                .is_some_and(|tool| !tool.is_terminal())
    }

    pub(super) fn take_run(&mut self, id: RunId) -> Option<Run> {
        let at = self.runs.iter().position(|run| run.id == id)?;
        let run = self.runs.remove(at);
        // Nobody saw that a response was looked for.
        self.changes.status |= run.phase != Phase::Reconnecting;
        Some(run)
    }

    fn note_interruption(&mut self, run: &Run, ending: Ending) {
        let Some(key) = run.target else { return };
        if run.is_interrupted() {
            if !self.interrupted.contains(&key) {
                self.interrupted.push(key);
            }
        } else if ending == Ending::Finished {
            self.interrupted.retain(|known| *known != key);
        }
    }

    fn report(&mut self, run: &Run, ending: Ending) {
        // Where no response was found, none is over.
        if run.phase == Phase::Reconnecting {
            return;
        }
        let message = run.target.and_then(|key| self.index_of(key));
        let message_id = message
            .and_then(|at| self.messages.get(at))
            .map_or_else(|| run.fresh_id.clone(), |message| message.id.clone());
        self.push(Effect::Finish(Finished {
            message: message.map(position),
            message_id,
            is_abort: ending == Ending::Aborted,
            is_disconnect: ending
                == Ending::Failed {
                    is_disconnect: true,
                },
            is_error: matches!(ending, Ending::Failed { .. }),
            reason: run.finish_reason,
        }));
    }
}
