//! What agent and front end share besides what is said: state, activities, and
//! snapshots of the messages.

use crate::json::{RawJson, Value, Writer, Wtf8Buf};
use crate::model::{Channel, ChatError};

use super::Thread;
use super::event::Event;
use super::json_patch::patched;
use super::limits::{MAX_ACTIVITIES, MAX_ACTIVITY_BYTES, MAX_STATE_BYTES};
use super::object::{Part, object};

/// An activity, as it was last shown.
pub(super) struct Activity {
    pub id: Wtf8Buf,
    pub kind: Wtf8Buf,
    pub content: Value,
}

impl Thread {
    pub(super) fn state_snapshot(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        // `null` is a state.
        let Some(snapshot) = event.whole().get("snapshot") else {
            return Err(event.misfit("snapshot", "is missing"));
        };
        if snapshot.as_str().len() > MAX_STATE_BYTES {
            return Err(event.too_large());
        }
        self.set_state(Some(snapshot));
        self.tell(event, true);
        Ok(())
    }

    pub(super) fn state_delta(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let Some(delta) = event
            .get("delta")
            .filter(|delta| delta.elements().is_some())
        else {
            return Err(event.misfit("delta", "must be an array"));
        };
        let none = Value::Object(Vec::new());
        let state = self.state.as_ref().unwrap_or(&none);
        match patched(state, delta, MAX_STATE_BYTES) {
            Ok(state) => {
                self.state = Some(state);
                self.version = self.version.wrapping_add(1);
                self.tell(event, true);
            }
            Err(failure) => self.report(event, failure.0),
        }
        Ok(())
    }

    /// A patch that does not apply changes nothing; the application is told.
    fn report(&mut self, event: &Event<'_>, why: &'static str) {
        self.say(&[
            ("type", Part::Word("data-ag-ui-event")),
            (
                "data",
                Part::Object(&[
                    ("type", Part::Word("PATCH_FAILED")),
                    ("message", Part::Word(why)),
                    ("event", Part::Raw(event.whole())),
                ]),
            ),
            ("transient", Part::Flag(true)),
        ]);
    }

    pub(super) fn activity_snapshot(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let id = event.text("messageId")?.into_owned();
        let kind = event.text("activityType")?.into_owned();
        let content = match event.get("content") {
            Some(content) if content.members().is_some() => content,
            Some(_) | None => return Err(event.misfit("content", "must be an object")),
        };
        if content.as_str().len() > MAX_ACTIVITY_BYTES {
            return Err(event.too_large());
        }
        let known = self.activities.iter().position(|known| known.id == id);
        let keeps = event.get("replace").and_then(RawJson::bool) == Some(false);
        if known.is_some() && keeps {
            return Ok(());
        }
        let activity = Activity {
            id,
            kind,
            content: Value::from(content),
        };
        self.show_activity(&activity);
        match known.and_then(|at| self.activities.get_mut(at)) {
            Some(slot) => *slot = activity,
            None => self.keep_activity(activity),
        }
        Ok(())
    }

    pub(super) fn activity_delta(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let id = event.text("messageId")?;
        let Some(patch) = event
            .get("patch")
            .filter(|patch| patch.elements().is_some())
        else {
            return Err(event.misfit("patch", "must be an array"));
        };
        let known = self
            .activities
            .iter()
            .position(|known| known.id.as_wtf8() == id.as_wtf8());
        let Some(mut activity) = known.map(|at| self.activities.remove(at)) else {
            self.report(event, "there is no such activity");
            return Ok(());
        };
        match patched(&activity.content, patch, MAX_ACTIVITY_BYTES) {
            Ok(content) => {
                activity.content = content;
                self.show_activity(&activity);
            }
            Err(failure) => self.report(event, failure.0),
        }
        self.activities.push(activity);
        Ok(())
    }

    pub(super) fn keep_activity(&mut self, activity: Activity) {
        if self.activities.len() >= MAX_ACTIVITIES {
            self.activities.remove(0);
        }
        self.activities.push(activity);
    }

    fn show_activity(&mut self, activity: &Activity) {
        let mut content = String::new();
        activity.content.write_to(&mut Writer::new(&mut content));
        self.say(&[
            ("type", Part::Word("data-activity")),
            ("id", Part::Text(activity.id.as_wtf8())),
            (
                "data",
                Part::Object(&[
                    ("activityType", Part::Text(activity.kind.as_wtf8())),
                    ("content", Part::Raw(RawJson::plain(&content))),
                ]),
            ),
        ]);
    }

    /// What the agent lists after the last message of the person and has not
    /// said in this run is said now. What came before stays as the
    /// application has it.
    pub(super) fn messages_snapshot(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let Some(listed) = event.get("messages").and_then(RawJson::elements) else {
            return Err(event.misfit("messages", "must be an array"));
        };
        let mut turn = Vec::new();
        for message in listed {
            if role_is(message, "user") {
                turn.clear();
            } else {
                turn.push(message);
            }
        }
        for message in turn {
            if role_is(message, "assistant") {
                self.listed_answer(event, message)?;
            } else if role_is(message, "reasoning") {
                self.listed_text(event, message, Channel::Reasoning)?;
            } else if role_is(message, "tool") {
                let call = message.get("toolCallId").and_then(RawJson::string);
                if let (Some(call), Some(content)) = (call, message.get("content")) {
                    let id = Part::raw(message.get("id"));
                    let id_of_call = call.decode();
                    self.result(id_of_call.as_wtf8(), content, id, message.get("error"));
                }
            }
        }
        self.tell(event, true);
        Ok(())
    }

    fn listed_answer(&mut self, event: &Event<'_>, message: RawJson<'_>) -> Result<(), ChatError> {
        self.listed_text(event, message, Channel::Text)?;
        let calls = message.get("toolCalls").and_then(RawJson::elements);
        for call in calls.into_iter().flatten() {
            let Some(id) = call.get("id").and_then(RawJson::string) else {
                continue;
            };
            let id = id.decode();
            if self.run.call(id.as_wtf8()).is_some() {
                continue;
            }
            let function = call.get("function").unwrap_or(RawJson::NULL);
            let start = object(&[
                ("type", Part::Word("TOOL_CALL_START")),
                ("toolCallName", Part::raw(function.get("name"))),
                ("parentMessageId", Part::raw(message.get("id"))),
            ]);
            self.call_start(&Event::read(&start)?, id.as_wtf8())?;
            if let Some(arguments) = function.get("arguments").and_then(RawJson::string)
                && let Some(call) = self.run.call(id.as_wtf8())
            {
                arguments.decode_into(&mut call.arguments);
            }
            self.complete_call(id.as_wtf8());
        }
        Ok(())
    }

    fn listed_text(
        &mut self,
        event: &Event<'_>,
        message: RawJson<'_>,
        channel: Channel,
    ) -> Result<(), ChatError> {
        let text = message
            .get("content")
            .filter(|text| text.string().is_some());
        let id = message.get("id").and_then(RawJson::string);
        let (Some(id), Some(text)) = (id, text) else {
            return Ok(());
        };
        let id = id.decode();
        if self
            .run
            .messages
            .iter()
            .any(|known| known.as_wtf8() == id.as_wtf8())
        {
            return Ok(());
        }
        self.text_start(event, channel, id.as_wtf8())?;
        let grown = object(&[("type", Part::Word("")), ("delta", Part::Raw(text))]);
        self.grow(
            &Event::read(&grown)?,
            super::run::Lane::Text(channel),
            id.as_wtf8(),
        )?;
        self.text_end(event, channel, id.as_wtf8())
    }
}

pub(super) fn role_is(message: RawJson<'_>, name: &str) -> bool {
    let role = message.get("role").and_then(RawJson::string);
    role.is_some_and(|role| role.eq_str(name))
}
