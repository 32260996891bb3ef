//! One event after the other: whether it fits what came before it, and what it
//! means.

use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{Channel, ChatError, StreamEvent};

use super::Thread;
use super::event::Event;
use super::limits::MAX_NAMED;
use super::object::Part;
use super::run::{Lane, Phase};

impl Thread {
    /// Reads one event. What it means is the event that is given, or else the
    /// chunks that [`Thread::take_chunks`] gives.
    ///
    /// # Errors
    /// [`crate::model::ErrorCode::InvalidJson`],
    /// [`crate::model::ErrorCode::InvalidChunk`],
    /// [`crate::model::ErrorCode::ChunkOrder`],
    /// [`crate::model::ErrorCode::LimitExceeded`].
    pub fn read<'a>(&mut self, text: &'a str) -> Result<Option<StreamEvent<'a>>, ChatError> {
        let event = Event::read(text)?;
        let kind = event.text("type")?;
        let kind = kind.as_str().unwrap_or_default();
        self.check_phase(&event, kind)?;
        if !kind.ends_with("_CHUNK") {
            self.close_lane();
        }
        match kind {
            "TEXT_MESSAGE_CONTENT" => return self.text_content(&event, Channel::Text),
            "TOOL_CALL_ARGS" => return self.call_arguments(&event),
            "REASONING_MESSAGE_CONTENT" => {
                return self.text_content(&event, Channel::Reasoning);
            }
            "RUN_STARTED" => self.run_started(),
            "RUN_FINISHED" => self.run_finished(&event)?,
            "RUN_ERROR" => {
                self.run.phase = Phase::Failed;
                let text = event.text("message")?;
                let text = Part::Text(text.as_wtf8());
                self.say(&[("type", Part::Word("error")), ("errorText", text)]);
            }
            "TEXT_MESSAGE_START" => {
                let id = event.text("messageId")?;
                self.text_start(&event, Channel::Text, id.as_wtf8())?;
            }
            "TEXT_MESSAGE_END" => {
                let id = event.text("messageId")?;
                self.text_end(&event, Channel::Text, id.as_wtf8())?;
            }
            "TEXT_MESSAGE_CHUNK" => self.text_chunk(&event, Channel::Text)?,
            "TOOL_CALL_START" => {
                let id = event.text("toolCallId")?;
                self.call_start(&event, id.as_wtf8())?;
            }
            "TOOL_CALL_END" => {
                let id = event.text("toolCallId")?;
                self.call_end(&event, id.as_wtf8())?;
            }
            "TOOL_CALL_CHUNK" => self.call_chunk(&event)?,
            "TOOL_CALL_RESULT" => self.call_result(&event)?,
            "REASONING_START" => self.span(&event, true)?,
            "REASONING_END" => self.span(&event, false)?,
            "REASONING_MESSAGE_START" => {
                let id = event.text("messageId")?;
                self.text_start(&event, Channel::Reasoning, id.as_wtf8())?;
            }
            "REASONING_MESSAGE_END" => {
                let id = event.text("messageId")?;
                self.text_end(&event, Channel::Reasoning, id.as_wtf8())?;
            }
            "REASONING_MESSAGE_CHUNK" => self.text_chunk(&event, Channel::Reasoning)?,
            "REASONING_ENCRYPTED_VALUE" => self.encrypted_value(&event)?,
            // Before 1.0: thoughts without a name, one at a time.
            "THINKING_START" | "THINKING_END" => {}
            "THINKING_TEXT_MESSAGE_START" => {
                self.run.unnamed = self.run.unnamed.wrapping_add(1);
                let id = self.unnamed();
                self.text_start(&event, Channel::Reasoning, id.as_wtf8())?;
            }
            "THINKING_TEXT_MESSAGE_CONTENT" => {
                let id = self.unnamed();
                self.grow(&event, Lane::Text(Channel::Reasoning), id.as_wtf8())?;
            }
            "THINKING_TEXT_MESSAGE_END" => {
                let id = self.unnamed();
                self.text_end(&event, Channel::Reasoning, id.as_wtf8())?;
            }
            "STATE_SNAPSHOT" => self.state_snapshot(&event)?,
            "STATE_DELTA" => self.state_delta(&event)?,
            "ACTIVITY_SNAPSHOT" => self.activity_snapshot(&event)?,
            "ACTIVITY_DELTA" => self.activity_delta(&event)?,
            "MESSAGES_SNAPSHOT" => self.messages_snapshot(&event)?,
            "STEP_STARTED" | "STEP_FINISHED" => self.step(&event, kind == "STEP_STARTED")?,
            "SUBAGENT_STARTED" | "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => {
                self.subagent(&event, kind)?;
            }
            "CUSTOM" => self.custom(&event)?,
            "RAW" => self.tell(&event, true),
            _ => self.tell(&event, false),
        }
        Ok(None)
    }

    fn check_phase(&self, event: &Event<'_>, kind: &str) -> Result<(), ChatError> {
        let why = match (self.run.phase, kind) {
            (Phase::Running, "RUN_STARTED") => "a run is under way",
            (Phase::Failed, "RUN_STARTED") => return Ok(()),
            (Phase::Failed, _) => "the run has failed",
            (_, "RUN_STARTED" | "RUN_ERROR") | (Phase::Running, _) => return Ok(()),
            (Phase::Before, _) => "no run has started",
            (Phase::Finished, _) => "the run is over",
        };
        Err(event.out_of_order(why, Wtf8::from_str("")))
    }

    fn run_started(&mut self) {
        if self.run.phase == Phase::Before {
            self.say(&[("type", Part::Word("start"))]);
        }
        self.run.phase = Phase::Running;
        self.run.step_is_due = true;
    }

    /// Something is said: a step of the agent may begin with it. One that
    /// waits for results has not gone on.
    pub(super) fn begin_step(&mut self) {
        if self.run.step_is_due && !self.run.awaits_results() {
            self.run.step_is_due = false;
            self.say(&[("type", Part::Word("start-step"))]);
        }
    }

    fn unnamed(&self) -> Wtf8Buf {
        let mut name = Wtf8Buf::from("thinking-");
        let mut digits = String::new();
        crate::json::Writer::new(&mut digits).integer(i64::from(self.run.unnamed));
        name.push_str(&digits);
        name
    }

    /// An event that changes nothing here: the application's callback for data
    /// is told, and unless it passes by, the message keeps it.
    pub(super) fn tell(&mut self, event: &Event<'_>, passes: bool) {
        let passes = if passes {
            Part::Flag(true)
        } else {
            Part::Absent
        };
        self.say(&[
            ("type", Part::Word("data-ag-ui-event")),
            ("data", Part::Raw(event.whole())),
            ("transient", passes),
        ]);
    }

    fn step(&mut self, event: &Event<'_>, begins: bool) -> Result<(), ChatError> {
        let name = event.text("stepName")?;
        // A step is known by its name and by who takes it.
        let mut key = match event.optional_text("subagentRunId")? {
            Some(owner) => owner.into_owned(),
            None => Wtf8Buf::new(),
        };
        key.push_str("\n");
        key.push_wtf8(name.as_wtf8());
        toggle(&mut self.run.steps, event, key.as_wtf8(), begins)?;
        self.tell(event, true);
        Ok(())
    }

    fn span(&mut self, event: &Event<'_>, begins: bool) -> Result<(), ChatError> {
        let id = event.text("messageId")?;
        toggle(&mut self.run.spans, event, id.as_wtf8(), begins)
    }

    fn encrypted_value(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let id = event.text("entityId")?;
        event.text("encryptedValue")?;
        let value = Part::raw(event.get("encryptedValue"));
        let Some(id) = id.as_str() else {
            return Ok(());
        };
        self.note(&[("encrypted", Part::Object(&[(id, value)]))]);
        Ok(())
    }

    /// Something that the message keeps for later requests.
    pub(super) fn note(&mut self, members: &[(&str, Part<'_>)]) {
        self.say(&[
            ("type", Part::Word("message-metadata")),
            ("messageMetadata", Part::Own(members)),
        ]);
    }

    fn subagent(&mut self, event: &Event<'_>, kind: &str) -> Result<(), ChatError> {
        let id = event.text("subagentRunId")?;
        let begins = kind == "SUBAGENT_STARTED";
        toggle(&mut self.run.subagents, event, id.as_wtf8(), begins)?;
        let mut status = match kind {
            "SUBAGENT_STARTED" => "running",
            "SUBAGENT_ERROR" => "failed",
            _ => "finished",
        };
        let outcome = event.get("outcome").and_then(|outcome| outcome.get("type"));
        if outcome
            .and_then(RawJson::string)
            .is_some_and(|kind| kind.eq_str("suspended"))
        {
            status = "suspended";
        }
        let given = |name| (name, Part::raw(event.get(name)));
        let data = [
            ("status", Part::Word(status)),
            given("name"),
            given("description"),
            given("message"),
            given("result"),
            given("parentSubagentRunId"),
            given("parentToolCallId"),
        ];
        self.say(&[
            ("type", Part::Word("data-subagent")),
            ("id", Part::Text(id.as_wtf8())),
            ("data", Part::Object(&data)),
        ]);
        Ok(())
    }
}

/// Opens or closes something that has a name.
fn toggle(
    open: &mut Vec<Wtf8Buf>,
    event: &Event<'_>,
    id: Wtf8<'_>,
    begins: bool,
) -> Result<(), ChatError> {
    let at = open.iter().position(|known| known.as_wtf8() == id);
    match (at, begins) {
        (Some(_), true) => return Err(event.out_of_order("this is open", id)),
        (None, false) => return Err(event.out_of_order("nothing is open by this name", id)),
        (None, true) if open.len() >= MAX_NAMED => return Err(event.too_many()),
        (None, true) => open.push(id.to_owned()),
        (Some(at), false) => {
            open.remove(at);
        }
    }
    Ok(())
}
