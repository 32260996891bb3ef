//! The input of the next run: the conversation, what was answered, and what
//! else the application says.

use crate::json::{RawJson, Value, Writer, Wtf8Buf};
use crate::model::{ChatError, ErrorCode};

use super::Thread;
use super::history::{History, Rewrite, list};
use super::object::{Part, object};

impl Thread {
    /// Writes a `RunAgentInput` for the conversation, an array of `UIMessage`.
    /// `options` are its `threadId`, `runId`, and, if wanted, `parentRunId`,
    /// `tools`, `context` and `forwardedProps`. `rewrite` gives a JSON text as
    /// the engine that keeps the messages writes what it has read: that is how
    /// it is told whether a person has edited an input.
    ///
    /// # Errors
    /// [`ErrorCode::ItemsPending`] where something in the message with which
    /// the agent goes on waits for an answer: agents drop what a request does
    /// not answer.
    pub fn input(
        &mut self,
        messages: RawJson<'_>,
        options: RawJson<'_>,
        rewrite: Rewrite<'_>,
    ) -> Result<String, ChatError> {
        let history = History::read(messages, rewrite);
        if history.is_waiting {
            return Err(ChatError::new(
                ErrorCode::ItemsPending,
                "Something waits for an answer: all answers go back in one request.",
            ));
        }
        let option = |name: &str| options.get(name).filter(|value| !value.is_null());
        self.advertised = option("tools")
            .and_then(RawJson::elements)
            .into_iter()
            .flatten()
            .filter_map(|tool| tool.get("name")?.string())
            .map(|name| name.decode().into_owned())
            .collect();
        let state = self.state.as_ref().map(Value::to_json);
        let messages = list(&history.messages);
        let resume = list(&history.resume);
        let forwarded = forwarded(option("forwardedProps"), history.legacy.as_deref());
        let given = |name| (name, Part::raw(option(name)));
        let or = |name, default| match option(name) {
            Some(value) => (name, Part::Raw(value)),
            None => (name, Part::Raw(RawJson::plain(default))),
        };
        let input = object(&[
            given("threadId"),
            given("runId"),
            given("parentRunId"),
            ("protocolVersion", Part::Word("1.0")),
            (
                "state",
                Part::Raw(RawJson::plain(state.as_deref().unwrap_or("{}"))),
            ),
            ("messages", Part::Raw(RawJson::plain(&messages))),
            or("tools", "[]"),
            or("context", "[]"),
            ("forwardedProps", Part::Raw(RawJson::plain(&forwarded))),
            (
                "resume",
                match history.resume.is_empty() {
                    true => Part::Absent,
                    false => Part::Raw(RawJson::plain(&resume)),
                },
            ),
        ]);
        self.known = history.calls;
        self.said = history.said;
        self.answered = history.answered;
        for activity in history.activities {
            if !self.activities.iter().any(|known| known.id == activity.id) {
                self.keep_activity(activity);
            }
        }
        Ok(input)
    }

    /// Whether the page answers calls to this tool.
    pub(super) fn is_advertised(&self, tool: &Wtf8Buf) -> bool {
        self.advertised.contains(tool)
    }
}

/// What is forwarded, with the answer that an older agent takes there.
fn forwarded(given: Option<RawJson<'_>>, resume: Option<&str>) -> String {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    writer.begin_object();
    for (name, value) in given.and_then(RawJson::members).into_iter().flatten() {
        writer.key_wtf8(name.decode().as_wtf8());
        writer.raw(value);
    }
    if let Some(resume) = resume {
        writer.key("command");
        let command = object(&[("resume", Part::Raw(RawJson::plain(resume)))]);
        writer.raw(RawJson::plain(&command));
    }
    writer.end_object();
    out
}
