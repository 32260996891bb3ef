//! AG-UI 1.0: a run's events to stream events, a conversation with its answers
//! to the input of the next run. Names from before 1.0 are read as well.
//!
//! Events that come often become stream events at once. The others are written
//! as chunks ([`ChunkSource::Adapter`](super::ai_sdk::ChunkSource::Adapter)),
//! of which one event may be several.

mod calls;
mod ending;
mod event;
mod history;
mod input;
mod json_patch;
mod limits;
mod object;
mod read;
mod run;
mod shared;
mod texts;

use crate::json::{RawJson, Value, Wtf8Buf};
use crate::model::ChatError;

use object::{Part, object};
use run::{Call, Run};
use shared::Activity;

/// One conversation with an agent: what is shared with it, and the run that is
/// being read.
#[derive(Default)]
pub struct Thread {
    run: Run,
    /// The chunks that the last event has become.
    chunks: Vec<String>,
    state: Option<Value>,
    /// Changes with the state.
    version: u32,
    activities: Vec<Activity>,
    /// What the next run is told of calls before it.
    known: Vec<Call>,
    /// The messages of the wire that the conversation's last message holds.
    said: Vec<Wtf8Buf>,
    /// The interrupts that the request answers.
    answered: Vec<Wtf8Buf>,
    /// The tools whose calls the page answers.
    advertised: Vec<Wtf8Buf>,
}

impl Thread {
    /// The state shared with the agent, as JSON.
    pub fn state(&self) -> Option<String> {
        self.state.as_ref().map(Value::to_json)
    }

    /// A number that changes with the state.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Sets the state; the next run is told. `None` takes it away.
    pub fn set_state(&mut self, state: Option<RawJson<'_>>) {
        self.state = state.map(Value::from);
        self.version = self.version.wrapping_add(1);
    }

    /// The chunks of what was read.
    pub fn take_chunks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.chunks)
    }

    fn say(&mut self, chunk: &[(&str, Part<'_>)]) {
        self.chunks.push(object(chunk));
    }

    /// Begins to read the run that a request has asked for.
    pub fn begin(&mut self) {
        self.chunks.clear();
        self.run = Run {
            calls: std::mem::take(&mut self.known),
            answered: std::mem::take(&mut self.answered),
            messages: std::mem::take(&mut self.said),
            ..Run::default()
        };
    }

    /// The response is over.
    ///
    /// # Errors
    /// [`crate::model::ErrorCode::Network`] where its run has not ended: that
    /// is an interruption, and never success.
    pub fn end(&mut self) -> Result<(), ChatError> {
        self.run.end()
    }
}
