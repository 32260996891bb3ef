//! Stopping a turn.

use crate::model::View;

use super::Chat;
use super::effect::RunId;
use super::run::Phase;

impl Chat {
    /// Stops everything under way. What the stopped turn had asked is
    /// cancelled; what an idle conversation asks stays.
    pub fn stop(&mut self, view: &mut dyn View) {
        self.stops = self.stops.saturating_add(1);
        let decisions = std::mem::take(&mut self.decisions);
        for decision in decisions {
            self.fulfil(decision.waiters);
        }
        let runs: Vec<RunId> = self.runs.iter().map(|run| run.id).collect();
        if !runs.is_empty() || self.is_waited_for() {
            self.cancel_asked(view);
            self.end_turn(view);
        }
        for id in runs {
            self.stop_run(view, id);
        }
        self.set_timer();
        self.stop_queue();
    }

    fn stop_run(&mut self, view: &mut dyn View, id: RunId) {
        let Some(run) = self.runs.iter_mut().find(|run| run.id == id) else {
            return;
        };
        let showed = run.phase == Phase::Streaming;
        let target = run.target_index(&self.messages);
        if showed && let Some(at) = target {
            self.cancel_open_calls(view, at);
        }
        self.abort(id);
    }
}
