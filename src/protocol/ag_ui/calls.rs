//! Tool calls: their arguments and their results.

use crate::json::{RawJson, Value, Wtf8, Wtf8Buf};
use crate::model::{ChatError, StreamEvent};

use super::Thread;
use super::event::Event;
use super::limits::MAX_NAMED;
use super::object::Part;
use super::run::{Call, Lane};

impl Thread {
    pub(super) fn call_start(&mut self, event: &Event<'_>, id: Wtf8<'_>) -> Result<(), ChatError> {
        let name = event.text("toolCallName")?;
        if let Some(call) = self.run.call(id) {
            if call.is_open {
                return Err(event.out_of_order("this call is open", id));
            }
            // Said again: its arguments are compared and not added up.
            call.is_open = true;
            call.again = Some(Wtf8Buf::new());
            return Ok(());
        }
        if self.run.calls.len() >= MAX_NAMED {
            return Err(event.too_many());
        }
        self.begin_step();
        let parent = event
            .optional_text("parentMessageId")?
            .map(|parent| parent.into_owned());
        self.run.calls.push(Call {
            id: id.to_owned(),
            name: name.as_wtf8().to_owned(),
            parent: parent.clone(),
            is_open: true,
            ..Call::default()
        });
        let own = [
            ("parent", Part::text(parent.as_ref().map(Wtf8Buf::as_wtf8))),
            ("subagentRunId", Part::raw(event.get("subagentRunId"))),
        ];
        self.say(&[
            ("type", Part::Word("tool-input-start")),
            ("toolCallId", Part::Text(id)),
            ("toolName", Part::Text(name.as_wtf8())),
            ("providerMetadata", Part::Own(&own)),
        ]);
        Ok(())
    }

    pub(super) fn call_arguments<'a>(
        &mut self,
        event: &Event<'a>,
    ) -> Result<Option<StreamEvent<'a>>, ChatError> {
        let call_id = event.text("toolCallId")?;
        let delta = event.text("delta")?;
        let Some(call) = self.run.call(call_id.as_wtf8()).filter(|call| call.is_open) else {
            return Err(event.out_of_order("no call is open by this name", call_id.as_wtf8()));
        };
        if let Some(again) = &mut call.again {
            again.push_wtf8(delta.as_wtf8());
            return Ok(None);
        }
        call.arguments.push_wtf8(delta.as_wtf8());
        if !self.chunks.is_empty() {
            self.grow(event, Lane::Call, call_id.as_wtf8())?;
            return Ok(None);
        }
        Ok(Some(StreamEvent::ToolInputDelta { call_id, delta }))
    }

    pub(super) fn call_end(&mut self, event: &Event<'_>, id: Wtf8<'_>) -> Result<(), ChatError> {
        if self.run.call(id).is_none_or(|call| !call.is_open) {
            return Err(event.out_of_order("no call is open by this name", id));
        }
        self.complete_call(id);
        Ok(())
    }

    pub(super) fn call_chunk(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let id = event.optional_text("toolCallId")?.map(|id| id.into_owned());
        let Some(id) = self.enter_lane(Lane::Call, id) else {
            return Err(event.misfit("toolCallId", "is missing from the first chunk"));
        };
        if self.run.lane.is_none() {
            self.call_start(event, id.as_wtf8())?;
            self.run.lane = Some((Lane::Call, id.clone()));
        }
        let Some(delta) = event.optional_text("delta")? else {
            return Ok(());
        };
        let Some(call) = self.run.call(id.as_wtf8()) else {
            return Ok(());
        };
        if let Some(again) = &mut call.again {
            again.push_wtf8(delta.as_wtf8());
            return Ok(());
        }
        call.arguments.push_wtf8(delta.as_wtf8());
        self.grow(event, Lane::Call, id.as_wtf8())
    }

    /// The arguments of a call are complete.
    pub(super) fn complete_call(&mut self, id: Wtf8<'_>) {
        let Some(call) = self.run.call(id) else {
            return;
        };
        call.is_open = false;
        if let Some(again) = call.again.take() {
            if call.has_result || is_same_call(call, &again) {
                return;
            }
            call.arguments = again;
        }
        let at = self
            .run
            .calls
            .iter()
            .rposition(|call| call.id.as_wtf8() == id);
        if let Some(at) = at {
            let call = self.run.calls.swap_remove(at);
            self.say_complete(&call, false);
            self.run.calls.push(call);
            let last = self.run.calls.len().saturating_sub(1);
            self.run.calls.swap(at, last);
        }
    }

    /// Says that the arguments of a call are complete, and whether the agent
    /// itself makes it.
    pub(super) fn say_complete(&mut self, call: &Call, is_agents_own: bool) {
        let text = call.arguments.as_str().map(|text| match text.trim() {
            "" => "{}",
            text => text,
        });
        let input = text.and_then(|text| RawJson::parse(text).ok());
        let own = [
            (
                "parent",
                Part::text(call.parent.as_ref().map(Wtf8Buf::as_wtf8)),
            ),
            ("arguments", Part::Text(call.arguments.as_wtf8())),
        ];
        let (kind, error, input) = match input {
            Some(input) => ("tool-input-available", Part::Absent, Part::Raw(input)),
            None => (
                "tool-input-error",
                Part::Word("The arguments of this call are not JSON."),
                Part::Text(call.arguments.as_wtf8()),
            ),
        };
        let executed = match is_agents_own {
            true => Part::Flag(true),
            false => Part::Absent,
        };
        self.say(&[
            ("type", Part::Word(kind)),
            ("toolCallId", Part::Text(call.id.as_wtf8())),
            ("toolName", Part::Text(call.name.as_wtf8())),
            ("input", input),
            ("errorText", error),
            ("providerExecuted", executed),
            ("providerMetadata", Part::Own(&own)),
        ]);
    }

    pub(super) fn call_result(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let id = event.text("toolCallId")?;
        let Some(content) = event.get("content") else {
            return Err(event.misfit("content", "is missing"));
        };
        let message = event.optional_text("messageId")?;
        let message = Part::text(message.as_ref().map(|id| id.as_wtf8()));
        let id = id.as_wtf8();
        self.result(id, content, message, event.get("error"));
        Ok(())
    }

    /// A call has a result; of several the first counts.
    pub(super) fn result(
        &mut self,
        id: Wtf8<'_>,
        content: RawJson<'_>,
        message: Part<'_>,
        error: Option<RawJson<'_>>,
    ) {
        if self.run.call(id).is_some_and(|call| call.is_open) {
            self.complete_call(id);
        }
        let mut is_denied = false;
        let mut is_elsewhere = true;
        if let Some(call) = self.run.call(id) {
            if std::mem::replace(&mut call.has_result, true) {
                return;
            }
            is_denied = call.is_denied;
            is_elsewhere = call.is_elsewhere;
        }
        self.run.step_is_due = true;
        if (is_denied || is_elsewhere)
            && let Some(name) = id.as_str()
        {
            // The part cannot hold it; the agent is told it again all the same.
            let result = [("id", message), ("content", Part::Raw(content))];
            self.note(&[("results", Part::Object(&[(name, Part::Object(&result))]))]);
        }
        if is_elsewhere {
            return;
        }
        if is_denied {
            self.say(&[
                ("type", Part::Word("tool-output-denied")),
                ("toolCallId", Part::Text(id)),
            ]);
            return;
        }
        let failed = error.filter(|error| error.string().is_some());
        let (kind, output, error) = match failed {
            Some(error) => ("tool-output-error", Part::Absent, Part::Raw(error)),
            None => ("tool-output-available", Part::Raw(content), Part::Absent),
        };
        self.say(&[
            ("type", Part::Word(kind)),
            ("toolCallId", Part::Text(id)),
            ("output", output),
            ("errorText", error),
            ("providerMetadata", Part::Own(&[("id", message)])),
        ]);
    }
}

/// Whether a call that is said again is what was said, or what a person made
/// of it.
fn is_same_call(call: &Call, again: &Wtf8Buf) -> bool {
    if *again == call.arguments {
        return true;
    }
    let read = |text: &Wtf8Buf| Value::parse(text.as_str()?).ok();
    let Some(said) = read(again) else {
        return false;
    };
    call.edited.as_ref() == Some(&said) || read(&call.arguments).as_ref() == Some(&said)
}
