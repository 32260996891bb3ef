//! How a run ends: well, cancelled, or with interrupts that a person answers.

use crate::json::{RawJson, RawJsonBuf, Writer, Wtf8Buf};
use crate::model::ChatError;

use super::Thread;
use super::event::Event;
use super::limits::MAX_INTERRUPTS;
use super::object::{Part, object};
use super::run::Phase;

/// What is told of calls that a cancelled run leaves behind.
const CANCELLED: &str = "Cancelled: the run ended before this call had a result.";

/// The schema of an answer that nothing is known of.
const ANY_TEXT: &str = r#"{"type":"string"}"#;

/// The event in which LangGraph asks.
const LEGACY: &str = "on_interrupt";

impl Thread {
    pub(super) fn run_finished(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        if let Some(open) = self.run.first_open() {
            return Err(event.out_of_order("this is still open:", open));
        }
        let outcome = event.get("outcome");
        let kind = match outcome {
            None => None,
            Some(outcome) => match outcome.get("type").and_then(RawJson::string) {
                Some(kind) => Some(kind),
                None => return Err(event.misfit("outcome", "must have a type")),
            },
        };
        let is = |name| kind.is_some_and(|kind| kind.eq_str(name));
        let mut interrupts = Vec::new();
        if is("interrupt") {
            let listed = outcome.and_then(|outcome| outcome.get("interrupts"));
            interrupts.extend(listed.and_then(RawJson::elements).into_iter().flatten());
            if interrupts.is_empty() {
                return Err(event.misfit("outcome", "must list its interrupts"));
            }
            if interrupts.len() > MAX_INTERRUPTS {
                return Err(event.too_many());
            }
        } else if kind.is_some() && !is("success") && !is("cancelled") {
            return Err(event.misfit("outcome", "has a type that is not known"));
        }
        self.run.phase = Phase::Finished;
        self.note_end(event);
        let mut reason = "stop";
        if is("cancelled") {
            reason = "interrupted";
            self.cancel_calls();
        } else {
            let mut asked: Vec<Wtf8Buf> = Vec::new();
            if !interrupts.is_empty() {
                self.leave_to_agent(&interrupts);
            }
            for interrupt in interrupts {
                self.ask(event, interrupt, &mut asked)?;
            }
            for legacy in std::mem::take(&mut self.run.legacy) {
                if asked.is_empty()
                    && let Ok(interrupt) = RawJson::parse(&legacy)
                {
                    self.ask(event, interrupt, &mut Vec::new())?;
                    reason = "tool-calls";
                }
            }
            if !asked.is_empty() || self.run.awaits_results() {
                reason = "tool-calls";
            }
        }
        self.say(&[
            ("type", Part::Word("finish")),
            ("finishReason", Part::Word(reason)),
        ]);
        Ok(())
    }

    /// What the message keeps of the run: the interrupts that it has dealt
    /// with, and what it has used.
    fn note_end(&mut self, event: &Event<'_>) {
        let answered = std::mem::take(&mut self.run.answered);
        let retired: Vec<(&str, Part<'_>)> = answered
            .iter()
            .filter_map(|id| Some((id.as_str()?, Part::Flag(true))))
            .collect();
        let usage = event.get("usage");
        if retired.is_empty() && usage.is_none() {
            return;
        }
        let retired = match retired.is_empty() {
            true => Part::Absent,
            false => Part::Object(&retired),
        };
        self.note(&[("retired", retired), ("usage", Part::raw(usage))]);
    }

    fn cancel_calls(&mut self) {
        let left: Vec<Wtf8Buf> = self
            .run
            .calls
            .iter()
            .filter(|call| !call.has_result && !call.is_past)
            .map(|call| call.id.clone())
            .collect();
        for id in left {
            self.say(&[
                ("type", Part::Word("tool-output-error")),
                ("toolCallId", Part::Text(id.as_wtf8())),
                ("errorText", Part::Word(CANCELLED)),
            ]);
        }
    }

    /// An interrupted agent has calls of its own that it makes later: nobody
    /// here answers those.
    fn leave_to_agent(&mut self, interrupts: &[RawJson<'_>]) {
        let names = |interrupt: &RawJson<'_>, id: &Wtf8Buf| {
            let named = interrupt.get("toolCallId").and_then(RawJson::string);
            named.is_some_and(|named| named.decode().as_wtf8() == id.as_wtf8())
        };
        let calls = std::mem::take(&mut self.run.calls);
        for call in &calls {
            let is_own = call.is_past
                || call.has_result
                || self.is_advertised(&call.name)
                || interrupts.iter().any(|asked| names(asked, &call.id));
            if !is_own {
                self.say_complete(call, true);
            }
        }
        self.run.calls = calls;
    }

    /// A person is asked about an interrupt.
    fn ask(
        &mut self,
        event: &Event<'_>,
        interrupt: RawJson<'_>,
        asked: &mut Vec<Wtf8Buf>,
    ) -> Result<(), ChatError> {
        let given = |name: &str| interrupt.get(name).filter(|value| !value.is_null());
        let id = match given("id").and_then(RawJson::string) {
            Some(id) => id.decode().into_owned(),
            None => return Err(event.misfit("outcome", "has an interrupt without an id")),
        };
        if asked.contains(&id) {
            return Ok(());
        }
        asked.push(id.clone());
        let schema = given("responseSchema");
        let properties = schema.and_then(|schema| schema.get("properties"));
        let takes = |name: &str| properties.is_some_and(|known| known.get(name).is_some());
        let call_id = given("toolCallId").and_then(RawJson::string);
        let call = call_id.and_then(|call_id| {
            let call = self.run.call(call_id.decode().as_wtf8())?;
            (!call.has_result && !call.is_elsewhere).then(|| {
                let parent = call.parent.clone();
                (call.id.clone(), parent, call.arguments.clone())
            })
        });
        let is_approval = match (&call, schema) {
            (_, None) => true,
            (Some(_), Some(_)) => takes("approved"),
            (None, Some(_)) => false,
        };
        let mut request = vec![
            (
                "kind",
                Part::Word(if is_approval { "approval" } else { "input" }),
            ),
            ("id", Part::Text(id.as_wtf8())),
            ("message", Part::raw(given("message").filter(is_string))),
            ("reason", Part::Flag(schema.is_none() || takes("reason"))),
            (
                "editInput",
                Part::Flag(call.is_some() && takes("editedArgs")),
            ),
            ("deadline", Part::raw(given("expiresAt").filter(is_string))),
            ("legacy", Part::raw(given("legacy"))),
        ];
        if !is_approval {
            request.push(("schema", Part::raw(schema)));
        }
        // What belongs to no call of the message shows as one of its own.
        let named = given("reason").filter(is_string);
        let shown = object(&[
            ("message", Part::raw(given("message"))),
            ("toolCallId", Part::raw(given("toolCallId"))),
            ("metadata", Part::raw(given("metadata"))),
        ]);
        let mut own_id = id.clone();
        if call.is_none() {
            if self.run.call(id.as_wtf8()).is_some() {
                own_id.push_str("-interrupt");
            }
            request.push(("toolName", named.map_or(Part::Word("interrupt"), Part::Raw)));
            request.push(("input", Part::Raw(RawJson::plain(&shown))));
        }
        let (place, parent, arguments) = match &call {
            Some((id, parent, arguments)) => (id, parent.as_ref(), Some(arguments.as_wtf8())),
            None => (&own_id, None, None),
        };
        let own = [
            ("parent", Part::text(parent.map(Wtf8Buf::as_wtf8))),
            ("arguments", Part::text(arguments)),
            ("interrupt", Part::Object(&request)),
        ];
        let chunk = object(&[
            ("type", Part::Word("ask")),
            ("toolCallId", Part::Text(place.as_wtf8())),
            ("data", Part::Object(&request)),
            ("providerMetadata", Part::Own(&own)),
        ]);
        self.chunks.push(chunk);
        Ok(())
    }

    /// An event of the application; LangGraph's older way of asking is one.
    pub(super) fn custom(&mut self, event: &Event<'_>) -> Result<(), ChatError> {
        let name = event.text("name")?;
        self.tell(event, true);
        if name.as_str() != Some(LEGACY) {
            return Ok(());
        }
        if self.run.legacy.len() >= MAX_INTERRUPTS {
            return Err(event.too_many());
        }
        // The value may be JSON in a string.
        let value = event.get("value").unwrap_or(RawJson::NULL);
        let unpacked = value
            .string()
            .and_then(|text| RawJsonBuf::parse(text.decode().as_str()?).ok());
        let value = unpacked.as_ref().map_or(value, RawJsonBuf::as_raw);
        let field = |name: &str| value.get(name).filter(|value| !value.is_null());
        let message = match value.string() {
            Some(_) => Some(value),
            None => ["message", "question", "prompt"]
                .into_iter()
                .find_map(|name| field(name).filter(is_string)),
        };
        let mut id = Wtf8Buf::from("on-interrupt-");
        let mut digits = String::new();
        let number = self.run.legacy.len().saturating_add(1);
        Writer::new(&mut digits).integer(i64::try_from(number).unwrap_or(0));
        id.push_str(&digits);
        let own_id = field("id").filter(is_string);
        let schema = field("responseSchema").unwrap_or(RawJson::plain(ANY_TEXT));
        let interrupt = object(&[
            ("id", own_id.map_or(Part::Text(id.as_wtf8()), Part::Raw)),
            ("reason", Part::Word("langgraph:interrupt")),
            ("message", Part::raw(message)),
            ("responseSchema", Part::Raw(schema)),
            ("metadata", Part::Raw(value)),
            ("legacy", Part::Flag(true)),
        ]);
        self.run.legacy.push(interrupt);
        Ok(())
    }
}

fn is_string(value: &RawJson<'_>) -> bool {
    value.string().is_some()
}
