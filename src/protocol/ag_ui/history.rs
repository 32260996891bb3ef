//! A conversation's messages as the messages of the wire, and the answers in
//! them as what goes back to the agent.

use crate::json::{RawJson, Value, Wtf8, Wtf8Buf, in_order, write_string};

use super::object::{OWN, Part, object};
use super::run::Call;
use super::shared::{Activity, role_is};

/// What was kept in messages, by the name of what it belongs to and by the
/// place of the message among the agent's: names come again in later turns.
#[derive(Default)]
struct Kept<'a>(Vec<(Wtf8Buf, usize, RawJson<'a>)>);

impl<'a> Kept<'a> {
    fn gather(&mut self, place: usize, members: Option<RawJson<'a>>) {
        for (name, value) in members.and_then(RawJson::members).into_iter().flatten() {
            self.0.push((name.decode().into_owned(), place, value));
        }
    }

    /// Nothing more will be gathered: from here on it can be found.
    fn sort(&mut self) {
        let members = std::mem::take(&mut self.0);
        let name = |at: usize| members.get(at).map(|(name, ..)| name);
        let order = in_order(members.len(), &|a, b| name(a) > name(b));
        self.0
            .extend(order.into_iter().filter_map(|at| members.get(at).cloned()));
    }

    /// What belongs to something in a message of the agent: it is kept there,
    /// or in the next one if the agent has come back to it.
    fn get(&self, name: &Wtf8Buf, place: usize) -> Option<RawJson<'a>> {
        let at = self.0.partition_point(|(known, ..)| known < name);
        let mut named = self.0.get(at..)?.iter();
        named
            .by_ref()
            .take_while(|(known, ..)| known == name)
            .find(|(_, kept, _)| *kept == place || *kept == place.saturating_add(1))
            .map(|(.., value)| *value)
    }
}

/// Gives a JSON text as the engine that keeps the messages writes what it has
/// read: with its numbers as doubles.
pub type Rewrite<'r> = &'r dyn Fn(&str) -> Option<String>;

/// An answer of the agent that is being put together.
struct Answer<'a> {
    id: Wtf8Buf,
    own: Option<RawJson<'a>>,
    text: Option<Wtf8Buf>,
    calls: Vec<String>,
    results: Vec<String>,
}

/// The conversation as the wire has it.
pub(super) struct History<'a> {
    rewrite: Rewrite<'a>,
    /// How many messages of the agent came before.
    place: usize,
    encrypted: Kept<'a>,
    results: Kept<'a>,
    retired: Kept<'a>,
    /// The messages, each as JSON.
    pub messages: Vec<String>,
    /// The answers to interrupts, each as JSON.
    pub resume: Vec<String>,
    /// The interrupts that they answer.
    pub answered: Vec<Wtf8Buf>,
    /// The answer to an agent that does not speak of interrupts, as JSON.
    pub legacy: Option<String>,
    /// Something waits for an answer in the message with which the agent goes
    /// on.
    pub is_waiting: bool,
    /// The calls of that message.
    pub calls: Vec<Call>,
    /// The messages of the wire in it.
    pub said: Vec<Wtf8Buf>,
    pub activities: Vec<Activity>,
    /// What the message at hand says, in order.
    turn: Vec<Said<'a>>,
    /// The answer among it that goes on.
    open: Option<usize>,
}

/// A message of the wire.
enum Said<'a> {
    Answer(Answer<'a>),
    /// As JSON.
    Whole(String),
}

impl<'a> History<'a> {
    pub fn read(messages: RawJson<'a>, rewrite: Rewrite<'a>) -> History<'a> {
        let mut history = History {
            rewrite,
            place: 0,
            encrypted: Kept::default(),
            results: Kept::default(),
            retired: Kept::default(),
            messages: Vec::new(),
            resume: Vec::new(),
            answered: Vec::new(),
            legacy: None,
            is_waiting: false,
            calls: Vec::new(),
            said: Vec::new(),
            activities: Vec::new(),
            turn: Vec::new(),
            open: None,
        };
        let list: Vec<RawJson<'a>> = messages.elements().into_iter().flatten().collect();
        let mut place = 0;
        for message in &list {
            history.gather(place, *message);
            place += usize::from(is_of_agent(*message));
        }
        history.encrypted.sort();
        history.results.sort();
        history.retired.sort();
        for message in list {
            history.message(message);
        }
        history
    }

    fn gather(&mut self, place: usize, message: RawJson<'a>) {
        let Some(own) = own(message.get("metadata")) else {
            return;
        };
        self.encrypted.gather(place, own.get("encrypted"));
        self.results.gather(place, own.get("results"));
        self.retired.gather(place, own.get("retired"));
    }

    fn message(&mut self, message: RawJson<'a>) {
        self.is_waiting = false;
        self.calls.clear();
        self.said.clear();
        let id = text(message.get("id")).unwrap_or_default();
        let parts = message.get("parts").and_then(RawJson::elements);
        let parts = parts.into_iter().flatten();
        if is_of_agent(message) {
            for part in parts {
                self.part(&id, part);
            }
            self.flush();
            self.place = self.place.saturating_add(1);
        } else if role_is(message, "user") {
            let content = user_content(parts);
            self.plain("user", &id, &content);
        } else {
            let mut text = Wtf8Buf::new();
            for part in parts {
                push_text(&mut text, part);
            }
            self.plain("system", &id, &quoted(text.as_wtf8()));
        }
    }

    fn plain(&mut self, role: &str, id: &Wtf8Buf, content: &str) {
        let encrypted = self.encrypted.get(id, self.place);
        self.messages.push(object(&[
            ("id", Part::Text(id.as_wtf8())),
            ("role", Part::Word(role)),
            ("content", Part::Raw(RawJson::plain(content))),
            ("encryptedValue", Part::raw(encrypted)),
        ]));
    }

    fn part(&mut self, message_id: &Wtf8Buf, part: RawJson<'a>) {
        let kind = text(part.get("type")).unwrap_or_default();
        let Some(kind) = kind.as_str() else { return };
        match kind {
            "text" => {
                let own = own(part.get("providerMetadata"));
                let id = own.and_then(|own| text(own.get("id")));
                // A text without a name follows what was called.
                if id.is_none() && self.has_results() {
                    self.open = None;
                }
                if let Some(answer) = self.answer(id, message_id, own) {
                    push_text(answer.text.get_or_insert_default(), part);
                }
            }
            "reasoning" => self.reasoning(message_id, part),
            "dynamic-tool" => self.call(message_id, part, text(part.get("toolName"))),
            "data-activity" => self.activity(part),
            "step-start" => self.open = None,
            _ => {
                if let Some(name) = kind.strip_prefix("tool-") {
                    self.call(message_id, part, Some(Wtf8Buf::from(name)));
                }
            }
        }
    }

    /// The answer with this id: an agent may come back to one. Without an id,
    /// the answer that is open goes on.
    fn answer(
        &mut self,
        id: Option<Wtf8Buf>,
        message_id: &Wtf8Buf,
        own: Option<RawJson<'a>>,
    ) -> Option<&mut Answer<'a>> {
        let at = match &id {
            None => self.open,
            Some(id) => self
                .turn
                .iter()
                .position(|said| matches!(said, Said::Answer(answer) if answer.id == *id)),
        };
        let at = at.unwrap_or_else(|| {
            let id = id.unwrap_or_else(|| {
                // Not from this wire: its name is made of the message's.
                let mut id = message_id.clone();
                for _ in &self.said {
                    id.push_str("+");
                }
                id
            });
            self.said.push(id.clone());
            self.turn.push(Said::Answer(Answer {
                id,
                own,
                text: None,
                calls: Vec::new(),
                results: Vec::new(),
            }));
            self.turn.len().saturating_sub(1)
        });
        self.open = Some(at);
        match self.turn.get_mut(at) {
            Some(Said::Answer(answer)) => Some(answer),
            Some(Said::Whole(_)) | None => None,
        }
    }

    /// The message at hand is complete.
    fn flush(&mut self) {
        self.open = None;
        for said in std::mem::take(&mut self.turn) {
            match said {
                Said::Answer(answer) => self.write(answer),
                Said::Whole(written) => self.messages.push(written),
            }
        }
    }

    fn write(&mut self, answer: Answer<'a>) {
        let of_own = |name| Part::raw(answer.own.and_then(|own| own.get(name)));
        let calls = list(&answer.calls);
        let encrypted = self.encrypted.get(&answer.id, self.place);
        let role = answer.own.and_then(|own| own.get("role"));
        let role = role.map_or(Part::Word("assistant"), Part::Raw);
        self.messages.push(object(&[
            ("id", Part::Text(answer.id.as_wtf8())),
            ("role", role),
            ("name", of_own("name")),
            (
                "content",
                Part::text(answer.text.as_ref().map(Wtf8Buf::as_wtf8)),
            ),
            (
                "toolCalls",
                match answer.calls.is_empty() {
                    true => Part::Absent,
                    false => Part::Raw(RawJson::plain(&calls)),
                },
            ),
            ("encryptedValue", Part::raw(encrypted)),
            ("subagentRunId", of_own("subagentRunId")),
        ]));
        self.messages.extend(answer.results);
    }

    fn reasoning(&mut self, message_id: &Wtf8Buf, part: RawJson<'a>) {
        self.open = None;
        let own = own(part.get("providerMetadata"));
        let id = own.and_then(|own| text(own.get("id")));
        let id = id.unwrap_or_else(|| message_id.clone());
        let mut content = Wtf8Buf::new();
        push_text(&mut content, part);
        let encrypted = self.encrypted.get(&id, self.place);
        self.turn.push(Said::Whole(object(&[
            ("id", Part::Text(id.as_wtf8())),
            ("role", Part::Word("reasoning")),
            ("content", Part::Text(content.as_wtf8())),
            ("encryptedValue", Part::raw(encrypted)),
            (
                "subagentRunId",
                Part::raw(own.and_then(|own| own.get("subagentRunId"))),
            ),
        ])));
        self.said.push(id);
    }

    fn has_results(&self) -> bool {
        let open = self.open.and_then(|at| self.turn.get(at));
        matches!(open, Some(Said::Answer(answer)) if !answer.results.is_empty())
    }

    fn activity(&mut self, part: RawJson<'a>) {
        let data = part.get("data").unwrap_or(RawJson::NULL);
        let (Some(id), Some(kind)) = (text(part.get("id")), text(data.get("activityType"))) else {
            return;
        };
        let content = data.get("content").map(Value::from).unwrap_or_default();
        self.activities.retain(|known| known.id != id);
        self.activities.push(Activity { id, kind, content });
    }

    fn call(&mut self, message_id: &Wtf8Buf, part: RawJson<'a>, name: Option<Wtf8Buf>) {
        let (Some(id), Some(name)) = (text(part.get("toolCallId")), name) else {
            return;
        };
        let answered = Answered::read(part);
        // It broke off before it was said what to call with: it is no call.
        if answered.state == "input-streaming" {
            return;
        }
        let own_part = own(part.get("callProviderMetadata"));
        let of_own = |name: &str| own_part.and_then(|own| own.get(name));
        let arguments = match text(of_own("arguments")) {
            Some(arguments) => arguments,
            None => as_arguments(part),
        };
        let interrupt = of_own("interrupt");
        let result = self.results.get(&id, self.place);
        let has_result = result.is_some() || answered.by_agent;
        let mut is_denied = false;
        let mut edited = None;
        let open = interrupt
            .filter(|_| !has_result)
            .and_then(|asked| Some((asked, text(asked.get("id"))?)))
            .filter(|(_, id)| self.retired.get(id, self.place).is_none());
        if let Some((asked, interrupt_id)) = open {
            if answered.is_allowed() {
                edited = self.edited(&arguments, part.get("input"));
            }
            match answered.to_interrupt(asked, edited.as_ref()) {
                None => self.is_waiting = true,
                Some(answer) => {
                    is_denied = !answer.is_allowed;
                    self.resume(interrupt_id, asked, &answer);
                }
            }
        } else if answered.is_waiting() {
            self.is_waiting = true;
        }
        // What belongs to no call was shown as one, and is none.
        if interrupt.is_some_and(|asked| asked.get("toolName").is_some()) {
            return;
        }
        let parent = text(of_own("parent"));
        let encrypted = self.encrypted.get(&id, self.place);
        let written = object(&[
            ("id", Part::Text(id.as_wtf8())),
            ("type", Part::Word("function")),
            (
                "function",
                Part::Object(&[
                    ("name", Part::Text(name.as_wtf8())),
                    ("arguments", Part::Text(arguments.as_wtf8())),
                ]),
            ),
            ("encryptedValue", Part::raw(encrypted)),
        ]);
        let result = self.result(&id, part, &answered, interrupt.is_some());
        // Said without a message, it is one of its own.
        let place = own_part.map(|_| parent.clone().unwrap_or_else(|| id.clone()));
        if let Some(answer) = self.answer(place, message_id, None) {
            answer.calls.push(written);
            answer.results.extend(result);
        }
        self.calls.push(Call {
            id,
            name,
            parent,
            arguments,
            edited,
            has_result,
            is_past: true,
            is_denied,
            ..Call::default()
        });
    }

    /// The input of a call, if it is another than the agent has said.
    fn edited(&self, said: &Wtf8Buf, shown: Option<RawJson<'_>>) -> Option<Value> {
        let rewritten = (self.rewrite)(said.as_str()?)?;
        let shown = Value::from(shown?);
        (Value::parse(&rewritten).ok()? != shown).then_some(shown)
    }

    /// The answer to an interrupt, on its way back.
    fn resume(&mut self, id: Wtf8Buf, asked: RawJson<'_>, answer: &Resumed) {
        let payload = answer.payload.as_deref().map(RawJson::plain);
        if asked.get("legacy").is_some() {
            let nothing = self.legacy.is_none();
            if nothing {
                self.legacy = Some(payload.map_or("null", RawJson::as_str).to_owned());
            }
        } else {
            let status = match payload {
                Some(_) => "resolved",
                None => answer.status,
            };
            self.resume.push(object(&[
                ("interruptId", Part::Text(id.as_wtf8())),
                ("status", Part::Word(status)),
                ("payload", Part::raw(payload)),
            ]));
        }
        self.answered.push(id);
    }

    /// The message in which a call's result goes back, if it has one.
    fn result(
        &self,
        id: &Wtf8Buf,
        part: RawJson<'a>,
        answered: &Answered<'a>,
        is_interrupted: bool,
    ) -> Option<String> {
        let kept = self.results.get(id, self.place);
        let by_agent = own(part.get("resultProviderMetadata"));
        let mut content = None;
        let mut error = None;
        if let Some(kept) = kept {
            content = kept.get("content").map(as_content);
        } else if is_interrupted && by_agent.is_none() {
            // Its answer goes back as the answer to the interrupt.
            return None;
        } else if answered.state == "output-available" {
            content = Some(as_content(part.get("output").unwrap_or(RawJson::NULL)));
        } else if answered.state == "output-error" {
            error = part.get("errorText");
            content = error.map(as_content);
        } else if answered.state == "output-denied" {
            content = Some(match answered.reason {
                Some(reason) => reason.as_str().to_owned(),
                None => quoted(Wtf8::from_str("The tool call was denied.")),
            });
        }
        let content = content?;
        let of_agent = kept.or(by_agent).and_then(|own| text(own.get("id")));
        let message_id = of_agent.unwrap_or_else(|| {
            let mut own_id = id.clone();
            own_id.push_str("-result");
            own_id
        });
        let encrypted = self.encrypted.get(&message_id, self.place);
        Some(object(&[
            ("id", Part::Text(message_id.as_wtf8())),
            ("role", Part::Word("tool")),
            ("toolCallId", Part::Text(id.as_wtf8())),
            ("content", Part::Raw(RawJson::plain(&content))),
            ("error", Part::raw(error)),
            ("encryptedValue", Part::raw(encrypted)),
        ]))
    }
}

/// What goes back about an interrupt.
struct Resumed {
    is_allowed: bool,
    payload: Option<String>,
    /// Without a payload.
    status: &'static str,
}

/// What a tool part says of its answer.
struct Answered<'a> {
    state: &'a str,
    approved: Option<bool>,
    reason: Option<RawJson<'a>>,
    output: Option<RawJson<'a>>,
    by_agent: bool,
    is_agents_own: bool,
}

impl<'a> Answered<'a> {
    fn read(part: RawJson<'a>) -> Answered<'a> {
        let approval = part.get("approval").unwrap_or(RawJson::NULL);
        let state = part.get("state").and_then(RawJson::string);
        Answered {
            state: state.map_or("", |state| state.as_written()),
            approved: approval.get("approved").and_then(RawJson::bool),
            reason: approval
                .get("reason")
                .filter(|reason| reason.string().is_some()),
            output: part.get("output"),
            by_agent: own(part.get("resultProviderMetadata")).is_some(),
            is_agents_own: part.get("providerExecuted").and_then(RawJson::bool) == Some(true),
        }
    }

    fn is_allowed(&self) -> bool {
        self.state == "approval-responded" && self.approved == Some(true)
    }

    fn is_waiting(&self) -> bool {
        !self.is_agents_own && matches!(self.state, "input-available" | "approval-requested")
    }

    /// What goes back; `None` where nobody has answered. Denied is an answer;
    /// what nobody decided is cancelled.
    fn to_interrupt(&self, asked: RawJson<'_>, edited: Option<&Value>) -> Option<Resumed> {
        let cancelled = Resumed {
            is_allowed: false,
            payload: None,
            status: "cancelled",
        };
        let kind = asked.get("kind").and_then(RawJson::string);
        let is_approval = kind.is_some_and(|kind| kind.eq_str("approval"));
        match self.state {
            "approval-requested" | "input-available" | "input-streaming" => None,
            "approval-responded" if !self.is_unanswered() => Some(self.decided(edited)),
            "output-denied" if is_approval && !self.is_unanswered() => Some(self.decided(None)),
            "output-available" if !is_approval => {
                let output = self.output.unwrap_or(RawJson::NULL);
                let action = output.get("action").and_then(RawJson::string);
                if !action.is_some_and(|action| action.eq_str("accept")) {
                    return Some(cancelled);
                }
                let content = output.get("content");
                Some(Resumed {
                    is_allowed: true,
                    payload: content.map(|content| content.as_str().to_owned()),
                    status: "resolved",
                })
            }
            _ => Some(cancelled),
        }
    }

    /// Whether the part was closed without anybody's decision.
    fn is_unanswered(&self) -> bool {
        self.reason
            .and_then(RawJson::string)
            .is_some_and(|reason| crate::model::unanswered::is_told(|known| reason.eq_str(known)))
    }

    fn decided(&self, edited: Option<&Value>) -> Resumed {
        let edited = edited.map(Value::to_json);
        let is_allowed = self.approved == Some(true) && self.state == "approval-responded";
        Resumed {
            is_allowed,
            payload: Some(object(&[
                ("approved", Part::Flag(is_allowed)),
                (
                    "editedArgs",
                    Part::raw(edited.as_deref().map(RawJson::plain)),
                ),
                ("reason", Part::raw(self.reason)),
            ])),
            status: "resolved",
        }
    }
}

fn is_of_agent(message: RawJson<'_>) -> bool {
    role_is(message, "assistant")
}

/// What this protocol keeps in metadata.
fn own(metadata: Option<RawJson<'_>>) -> Option<RawJson<'_>> {
    metadata?.get(OWN)
}

fn text(value: Option<RawJson<'_>>) -> Option<Wtf8Buf> {
    Some(value?.string()?.decode().into_owned())
}

fn push_text(text: &mut Wtf8Buf, part: RawJson<'_>) {
    if let Some(more) = part.get("text").and_then(RawJson::string) {
        text.push_wtf8(more.decode().as_wtf8());
    }
}

pub(super) fn quoted(text: Wtf8<'_>) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

pub(super) fn list(elements: &[String]) -> String {
    let mut out = String::from("[");
    for (at, element) in elements.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(element);
    }
    out.push(']');
    out
}

/// A value as the content of a tool message: a string, or a list of content
/// parts, as it is; anything else as JSON in a string.
fn as_content(value: RawJson<'_>) -> String {
    let is_content = |part: RawJson<'_>| {
        let kind = part.get("type").and_then(RawJson::string);
        kind.is_some_and(|kind| {
            ["text", "image", "audio", "video", "document"]
                .iter()
                .any(|known| kind.eq_str(known))
        })
    };
    let is_parts = value
        .elements()
        .is_some_and(|mut parts| parts.clone().next().is_some() && parts.all(is_content));
    if value.string().is_some() || is_parts {
        return value.as_str().to_owned();
    }
    quoted(Wtf8::from_str(value.as_str()))
}

/// The arguments of a call that did not come over this wire.
fn as_arguments(part: RawJson<'_>) -> Wtf8Buf {
    match part.get("input") {
        Some(input) => Wtf8Buf::from(input.as_str()),
        None => text(part.get("rawInput")).unwrap_or_else(|| Wtf8Buf::from("{}")),
    }
}

/// The content of a message of the person: a string, or a list where it is
/// more than text.
fn user_content<'a>(parts: impl Iterator<Item = RawJson<'a>>) -> String {
    let mut texts = Wtf8Buf::new();
    let mut content = Vec::new();
    let mut has_files = false;
    for part in parts {
        let Some(kind) = part.get("type").and_then(RawJson::string) else {
            continue;
        };
        if kind.eq_str("text") {
            push_text(&mut texts, part);
            content.push(object(&[
                ("type", Part::Word("text")),
                ("text", Part::raw(part.get("text"))),
            ]));
        } else if kind.eq_str("file") {
            has_files = true;
            content.push(file(part));
        }
    }
    if has_files {
        list(&content)
    } else {
        quoted(texts.as_wtf8())
    }
}

fn file(part: RawJson<'_>) -> String {
    let media = text(part.get("mediaType")).unwrap_or_default();
    let media = media.as_str().unwrap_or_default();
    let kind = ["image", "audio", "video"]
        .into_iter()
        .find(|kind| {
            media
                .strip_prefix(kind)
                .is_some_and(|rest| rest.starts_with('/'))
        })
        .unwrap_or("document");
    let url = text(part.get("url")).unwrap_or_default();
    let url = url.as_str().unwrap_or_default();
    let held = url.strip_prefix("data:").and_then(|rest| {
        let comma = rest.bytes().position(|byte| byte == b',')?;
        let (head, data) = rest.split_at_checked(comma)?;
        head.ends_with(";base64").then(|| data.get(1..))?
    });
    let (source, value) = match held {
        Some(data) => ("data", data),
        None => ("url", url),
    };
    object(&[
        ("type", Part::Word(kind)),
        (
            "source",
            Part::Object(&[
                ("type", Part::Word(source)),
                ("value", Part::Word(value)),
                ("mimeType", Part::Word(media)),
            ]),
        ),
    ])
}
