//! What people put into forms and edited inputs, judged; questions of the
//! ask-user tool as requests for input.

use crate::form::ask_user::{self, AskUser, Unanswered};
use crate::form::{self, Form, Judgement, errors_to_json, validate, value_errors_to_json};
use crate::host::Host;
use crate::human::{
    AG_UI, Actor, Answer, ApprovalAnswers, Asked, Given, InputResponse, Item, ItemKind, Settlement,
};
use crate::json::{RawJson, RawJsonBuf, Value, Writer, Wtf8Buf};
use crate::model::{
    ChatError, ErrorCode, Field, ItemId, Part, Patch, Payload, ToolPart, ToolState, View,
};

use super::Chat;
use super::reduce::leaf;

/// How long an input may be, in bytes of JSON, for a rule to answer for it: a
/// person cannot judge what they cannot see whole.
pub const LONGEST_REMEMBERED_INPUT: usize = 20_000;

/// Whether a response fits its request.
pub(super) fn check_content(
    request: RawJson<'_>,
    response: &InputResponse,
    host: &dyn Host,
) -> Result<(), ChatError> {
    let InputResponse::Accept(content) = response else {
        return Ok(());
    };
    let Some(schema) = request.get("schema") else {
        // A link: accepting is consent, and carries nothing.
        return match content {
            None => Ok(()),
            Some(_) => Err(invalid(
                "content",
                "A link takes no content; accepting means that it may be opened.",
            )),
        };
    };
    let content = content.as_ref().map_or(RawJson::NULL, RawJsonBuf::as_raw);
    let fields = Form::read(schema, host);
    let Err(errors) = fields.check_content(&Value::from(content), host) else {
        return Ok(());
    };
    // What cannot be judged here, whoever answers has agreed to: a form asks.
    let mut codes = errors.iter().map(|error| error.code);
    if codes.all(|code| code == form::ErrorCode::NotJudged) {
        return Ok(());
    }
    let mut error = invalid("content", "The answer does not fit what was asked for.");
    error.errors = Some(errors_to_json(&fields, &errors));
    Err(error)
}

/// Whether a value fits a schema, as far as can be told.
pub(super) fn check_value(
    schema: RawJson<'_>,
    value: RawJson<'_>,
    path: &'static str,
    host: &dyn Host,
) -> Result<(), ChatError> {
    match validate(schema, value, host) {
        Judgement::Valid | Judgement::NotJudged(_) => Ok(()),
        Judgement::Invalid(errors) => {
            let mut error = invalid(path, "The edited input does not fit the tool's schema.");
            error.errors = Some(value_errors_to_json(&errors));
            Err(error)
        }
    }
}

/// Whether a person can still say something about a call.
fn waits_for_person(tool: &ToolPart) -> bool {
    match tool.state {
        ToolState::InputAvailable => !tool.provider_executed && tool.item.is_none(),
        ToolState::ApprovalRequested => true,
        ToolState::InputStreaming
        | ToolState::ApprovalResponded
        | ToolState::OutputAvailable
        | ToolState::OutputError
        | ToolState::OutputDenied => false,
    }
}

/// Whether an agent waits for this very response, and not for a tool's output.
fn is_interrupt(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Input { request, .. } => request.as_raw().get("askUser").is_none(),
        ItemKind::Approval { .. } | ItemKind::Question => false,
    }
}

fn invalid(path: &'static str, message: &str) -> ChatError {
    let mut error = ChatError::new(ErrorCode::InvalidInput, message);
    error.path = Some(path);
    error
}

impl Chat {
    /// Calls to the ask-user tool that have become complete are requests for
    /// input; one with wrong arguments is answered at once, and the model told
    /// what to mend.
    pub(super) fn ask_the_user(&mut self, view: &mut dyn View, at: usize) {
        if !self.items.settings.asks_user {
            return;
        }
        let Some(message) = self.messages.get(at) else {
            return;
        };
        let fresh: Vec<usize> = message
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| {
                part.tool().is_some_and(|tool| {
                    tool.state == ToolState::InputAvailable
                        && tool.item.is_none()
                        && !tool.provider_executed
                        && tool.name.eq_str(ask_user::NAME)
                })
            })
            .map(|(part, _)| part)
            .collect();
        for part in fresh {
            self.ask_one(view, at, part);
        }
    }

    fn ask_one(&mut self, view: &mut dyn View, at: usize, part: usize) {
        match self.questions_of(view, at, part) {
            Ok(questions) => {
                self.open_questions(at, part, &questions);
            }
            Err(mend) => self.refuse_question(view, at, part, &mend),
        }
    }

    /// The questions of a call, or what the model has to mend.
    fn questions_of(&self, view: &mut dyn View, at: usize, part: usize) -> Result<AskUser, String> {
        let arguments = view.read_json(leaf(at, part, Field::Input));
        match arguments.as_deref().map(RawJson::parse) {
            Some(Ok(raw)) => AskUser::read(raw, self.host.as_ref()),
            Some(Err(_)) | None => Err(String::from("The arguments are missing.")),
        }
    }

    fn open_questions(&mut self, at: usize, part: usize, questions: &AskUser) -> Option<ItemId> {
        let mut request = String::new();
        let mut writer = Writer::new(&mut request);
        writer.begin_object();
        writer.key("message");
        writer.str(&questions.message());
        writer.key("schema");
        if let Ok(schema) = RawJson::parse(&questions.request_schema()) {
            writer.raw(schema);
        } else {
            writer.null();
        }
        writer.key("askUser");
        writer.bool(true);
        writer.end_object();
        let request = RawJsonBuf::parse(&request).ok()?;
        let deadline = self
            .items
            .settings
            .input_deadline
            .map(|time| self.items.now().saturating_add(time));
        let message = self.messages.get(at)?;
        let (key, tool) = (message.key, message.parts.get(part)?.tool()?);
        let asked = Asked {
            kind: ItemKind::Input {
                request_id: tool.call_id.clone(),
                request,
            },
            message: Some(key),
            call_id: tool.call_id.clone(),
            tool_name: tool.name.clone(),
            source: self.items.settings.source.clone(),
            settlement: Settlement::Resume,
            answers: ApprovalAnswers::default(),
            deadline,
        };
        let id = self.items.open(asked);
        self.attach(at, part, id);
        Some(id)
    }

    /// The item of questions that were answered before the page was loaded.
    pub(super) fn open_answered_questions(
        &mut self,
        view: &mut dyn View,
        at: usize,
        part: usize,
    ) -> Option<ItemId> {
        if let Some(id) = self.reopen_interrupt(view, at, part) {
            return Some(id);
        }
        let questions = self.questions_of(view, at, part).ok()?;
        self.open_questions(at, part, &questions)
    }

    /// Interrupts in loaded messages that nobody has answered are asked again,
    /// on the terms that their calls have kept.
    pub(super) fn reopen_interrupts(&mut self, view: &mut dyn View) {
        for at in 0..self.messages.len() {
            let waiting: Vec<usize> = match self.messages.get(at) {
                Some(message) if !message.superseded => {
                    let waits = |part: &Part| part.tool().is_some_and(waits_for_person);
                    let parts = message.parts.iter().enumerate();
                    parts
                        .filter(|(_, part)| waits(part))
                        .map(|(part, _)| part)
                        .collect()
                }
                Some(_) | None => continue,
            };
            for part in waiting {
                self.reopen_interrupt(view, at, part);
            }
        }
    }

    fn reopen_interrupt(&mut self, view: &mut dyn View, at: usize, part: usize) -> Option<ItemId> {
        let kept = view.read_json(leaf(at, part, Field::CallProviderMetadata))?;
        let request = RawJson::parse(&kept).ok()?.get(AG_UI)?.get("interrupt")?;
        let message = self.messages.get(at)?;
        let tool = message.parts.get(part)?.tool()?;
        if let Some(id) = tool.item {
            self.items.set_terms(id, request);
            return Some(id);
        }
        if tool.approval.is_some() {
            return None;
        }
        let id = self.items.open_interrupt(message.key, tool, request);
        self.attach(at, part, id);
        Some(id)
    }

    fn refuse_question(&mut self, view: &mut dyn View, at: usize, part: usize, mend: &str) {
        let Some(message) = self.messages.get(at) else {
            return;
        };
        let (key, tool) = (
            message.key,
            message.parts.get(part).and_then(|part| part.tool()),
        );
        let Some(tool) = tool else { return };
        let id = self.items.open_question(key, tool);
        self.attach(at, part, id);
        if let Some(tool) = self.tool_at(at, part) {
            tool.state = ToolState::OutputError;
        }
        for (field, value) in [
            (Field::State, Payload::word("output-error")),
            (Field::Output, Payload::Undefined),
            (Field::ErrorText, Payload::word(mend)),
        ] {
            view.apply(Patch::Set {
                leaf: leaf(at, part, field),
                value,
            });
        }
        // The item was opened just now: it takes the answer.
        let given = Given::plain(Answer::Output);
        let _ = self.items.answer(id, given, Actor::Conversation, 0);
        self.changes.messages = true;
    }

    /// The input of an item's call as JSON, where it is short enough to be
    /// shown whole.
    pub(super) fn input_of(&self, view: &mut dyn View, id: ItemId) -> Option<RawJsonBuf> {
        let own = self.items.get(id)?.input.as_ref();
        let json = match (self.place_of(id), own) {
            (Some((at, part)), _) => view.read_json(leaf(at, part, Field::Input))?,
            (None, Some(input)) => input.as_str().to_owned(),
            (None, None) => return None,
        };
        if json.len() > LONGEST_REMEMBERED_INPUT {
            return None;
        }
        RawJsonBuf::parse(&json).ok()
    }

    /// The tool output that a response to a request for input becomes, as
    /// JSON; `None` where there is no call to put it into.
    pub(super) fn output_of(
        &self,
        view: &mut dyn View,
        id: ItemId,
        response: &InputResponse,
    ) -> Result<Option<String>, ChatError> {
        let Some((at, part)) = self.place_of(id) else {
            return Ok(None);
        };
        if self.items.get(id).is_some_and(is_interrupt) {
            let mut out = String::new();
            response.write(&mut Writer::new(&mut out));
            return Ok(Some(out));
        }
        let why = match response {
            InputResponse::Accept(content) => {
                let content = content
                    .as_ref()
                    .map_or(Value::Null, |content| Value::from(content.as_raw()));
                let Ok(questions) = self.questions_of(view, at, part) else {
                    return Ok(Some(content.to_json()));
                };
                return match questions.result(&content) {
                    Ok(result) => Ok(Some(result)),
                    Err(errors) => {
                        let message = "The answer does not fit the questions.";
                        let mut error = invalid("content", message);
                        error.errors = Some(value_errors_to_json(&errors));
                        Err(error)
                    }
                };
            }
            InputResponse::Decline => Unanswered::Declined,
            InputResponse::Cancel => Unanswered::Cancelled,
        };
        let mut out = String::new();
        crate::json::write_string(&mut out, Wtf8Buf::from(why.sentence()).as_wtf8());
        Ok(Some(out))
    }
}
