//! What a person may answer, and what they did answer.

use crate::json::{RawJson, RawJsonBuf, Writer, Wtf8, Wtf8Buf};
use crate::model::{ChatError, ErrorCode};

/// One answer of a list that the wire brings along, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalOption {
    /// What goes back to the agent.
    pub id: Wtf8Buf,
    /// What the person reads.
    pub name: Wtf8Buf,
    /// Whether it allows the call.
    pub allows: bool,
    /// Whether the agent remembers it.
    pub remembers: bool,
}

/// Which answers the agent's protocol can carry back. A front end offers no
/// other; one that is given all the same is refused and never dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalAnswers {
    /// A reason.
    pub reason: bool,
    /// An edited input.
    pub edit_input: bool,
    /// A rule for the rest of the conversation, kept here.
    pub remember: bool,
    /// The answers that the wire lists, if it does.
    pub options: Vec<ApprovalOption>,
}

impl ApprovalAnswers {
    /// Reads the object of these fields; what is absent cannot be carried.
    pub fn read(raw: RawJson<'_>) -> ApprovalAnswers {
        let flag = |name: &str| raw.get(name).and_then(RawJson::bool) == Some(true);
        ApprovalAnswers {
            reason: flag("reason"),
            edit_input: flag("editInput"),
            remember: flag("remember"),
            options: raw
                .get("options")
                .and_then(RawJson::elements)
                .into_iter()
                .flatten()
                .filter_map(read_option)
                .collect(),
        }
    }

    /// Writes the object that [`ApprovalAnswers::read`] reads.
    pub fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        for (name, flag) in [
            ("reason", self.reason),
            ("editInput", self.edit_input),
            ("remember", self.remember),
        ] {
            writer.key(name);
            writer.bool(flag);
        }
        if !self.options.is_empty() {
            writer.key("options");
            writer.begin_array();
            for option in &self.options {
                writer.begin_object();
                writer.key("id");
                writer.string(option.id.as_wtf8());
                writer.key("name");
                writer.string(option.name.as_wtf8());
                writer.key("allows");
                writer.bool(option.allows);
                writer.key("remembers");
                writer.bool(option.remembers);
                writer.end_object();
            }
            writer.end_array();
        }
        writer.end_object();
    }

    /// The listed answer that a plain yes or no means: the first that is for
    /// this once.
    pub fn plain_option(&self, approved: bool) -> Option<Wtf8Buf> {
        self.options
            .iter()
            .find(|option| option.allows == approved && !option.remembers)
            .map(|option| option.id.clone())
    }

    /// Whether a decision can be carried back.
    ///
    /// # Errors
    /// [`ErrorCode::NotCarried`], naming the first field that cannot.
    pub fn carry(&self, decision: &Decision) -> Result<(), ChatError> {
        let field = if decision.reason.is_some() && !self.reason {
            "reason"
        } else if decision.edited_input.is_some() && !self.edit_input {
            "editedInput"
        } else if decision.remember.is_some() && !self.remember {
            "remember"
        } else if let Some(id) = &decision.option_id {
            let known = self.options.iter().find(|option| option.id == *id);
            match known {
                Some(option) if option.allows == decision.approved => return Ok(()),
                Some(_) | None => "optionId",
            }
        } else if decision.approved && !self.options.is_empty() {
            // Only answers that the agent remembers allow it: a plain yes is
            // none of them.
            "optionId"
        } else {
            return Ok(());
        };
        let mut message = Wtf8Buf::from("The agent's protocol cannot carry this answer: ");
        message.push_str(field);
        message.push_str(".");
        let mut error = ChatError::with_text(ErrorCode::NotCarried, message);
        error.path = Some(field);
        Err(error)
    }
}

fn read_option(raw: RawJson<'_>) -> Option<ApprovalOption> {
    let flag = |name: &str| raw.get(name).and_then(RawJson::bool) == Some(true);
    Some(ApprovalOption {
        id: text(raw.get("id"))?,
        name: text(raw.get("name"))?,
        allows: flag("allows"),
        remembers: flag("remembers"),
    })
}

/// How long a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Until the turn is over.
    Turn,
    /// As long as the conversation.
    Conversation,
}

impl Scope {
    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Turn => "turn",
            Scope::Conversation => "conversation",
        }
    }

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Scope> {
        match name {
            "turn" => Some(Scope::Turn),
            "conversation" => Some(Scope::Conversation),
            _ => None,
        }
    }
}

/// What a rule that is made with an answer covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remember {
    /// How long it holds.
    pub scope: Scope,
    /// Only calls with this very input.
    pub exact_input: bool,
}

/// A decision about a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Whether the call may run.
    pub approved: bool,
    /// Why.
    pub reason: Option<Wtf8Buf>,
    /// Run it with this input instead.
    pub edited_input: Option<RawJsonBuf>,
    /// Make it a rule.
    pub remember: Option<Remember>,
    /// The answer picked from the wire's list.
    pub option_id: Option<Wtf8Buf>,
}

impl Decision {
    /// Allows or refuses, and says nothing more.
    pub fn plain(approved: bool) -> Decision {
        Decision {
            approved,
            ..Decision::default()
        }
    }

    /// Reads `true`, `false`, or an object with `approved` and, if wanted,
    /// `reason`, `editedInput`, `remember` and `optionId`.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`], naming the field.
    pub fn read(raw: RawJson<'_>) -> Result<Decision, ChatError> {
        if let Some(approved) = raw.bool() {
            return Ok(Decision::plain(approved));
        }
        let Some(approved) = raw.get("approved").and_then(RawJson::bool) else {
            return Err(wrong(
                "approved",
                "A decision needs `approved`, true or false.",
            ));
        };
        let remember = match given(raw.get("remember")) {
            None => None,
            Some(value) => match read_remember(value) {
                Some(remember) => remember,
                None => {
                    return Err(wrong(
                        "remember",
                        "`remember` is true, false, or an object with a scope.",
                    ));
                }
            },
        };
        Ok(Decision {
            approved,
            reason: optional_text(raw, "reason")?,
            edited_input: raw.get("editedInput").map(RawJson::to_owned),
            remember,
            option_id: optional_text(raw, "optionId")?,
        })
    }

    /// Writes the object that [`Decision::read`] reads.
    pub fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        writer.key("approved");
        writer.bool(self.approved);
        if let Some(reason) = &self.reason {
            writer.key("reason");
            writer.string(reason.as_wtf8());
        }
        if let Some(input) = &self.edited_input {
            writer.key("editedInput");
            writer.raw(input.as_raw());
        }
        if let Some(remember) = self.remember {
            writer.key("remember");
            writer.begin_object();
            writer.key("scope");
            writer.str(remember.scope.name());
            writer.key("exactInput");
            writer.bool(remember.exact_input);
            writer.end_object();
        }
        if let Some(id) = &self.option_id {
            writer.key("optionId");
            writer.string(id.as_wtf8());
        }
        writer.end_object();
    }
}

/// The answer to a request for input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputResponse {
    /// The person gave what was asked for.
    Accept(Option<RawJsonBuf>),
    /// The person does not want to.
    Decline,
    /// Nobody decided.
    Cancel,
}

impl InputResponse {
    /// Reads an object with an `action` and, for `accept`, a `content`.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidArgument`].
    pub fn read(raw: RawJson<'_>) -> Result<InputResponse, ChatError> {
        match raw.get("action").and_then(RawJson::string) {
            Some(name) if name.eq_str("accept") => Ok(InputResponse::Accept(
                raw.get("content").map(RawJson::to_owned),
            )),
            Some(name) if name.eq_str("decline") => Ok(InputResponse::Decline),
            Some(name) if name.eq_str("cancel") => Ok(InputResponse::Cancel),
            Some(_) | None => Err(wrong(
                "action",
                "`action` is \"accept\", \"decline\" or \"cancel\".",
            )),
        }
    }

    /// Writes the object that [`InputResponse::read`] reads.
    pub fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        writer.key("action");
        match self {
            InputResponse::Accept(content) => {
                writer.str("accept");
                if let Some(content) = content {
                    writer.key("content");
                    writer.raw(content.as_raw());
                }
            }
            InputResponse::Decline => writer.str("decline"),
            InputResponse::Cancel => writer.str("cancel"),
        }
        writer.end_object();
    }
}

/// An answer of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To an approval.
    Decision(Decision),
    /// To a request for input.
    Input(InputResponse),
    /// The output of a call, which the view holds.
    Output,
}

impl Answer {
    /// Writes what was answered as JSON; an output is `null` here.
    pub fn write(&self, writer: &mut Writer<'_>) {
        match self {
            Answer::Decision(decision) => decision.write(writer),
            Answer::Input(response) => response.write(writer),
            Answer::Output => writer.null(),
        }
    }
}

/// `null` counts as absent.
fn given(raw: Option<RawJson<'_>>) -> Option<RawJson<'_>> {
    raw.filter(|value| !value.is_null())
}

fn read_remember(raw: RawJson<'_>) -> Option<Option<Remember>> {
    if let Some(wanted) = raw.bool() {
        return Some(wanted.then_some(Remember {
            scope: Scope::Conversation,
            exact_input: false,
        }));
    }
    let scope = text(raw.get("scope"))?;
    Some(Some(Remember {
        scope: scope.as_str().and_then(Scope::from_name)?,
        exact_input: raw.get("exactInput").and_then(RawJson::bool) == Some(true),
    }))
}

fn optional_text(raw: RawJson<'_>, field: &'static str) -> Result<Option<Wtf8Buf>, ChatError> {
    match given(raw.get(field)) {
        None => Ok(None),
        Some(value) => match text(Some(value)) {
            Some(text) => Ok(Some(text)),
            None => Err(wrong(field, "This field must be a string.")),
        },
    }
}

fn text(raw: Option<RawJson<'_>>) -> Option<Wtf8Buf> {
    raw?.string()
        .map(|text| Wtf8::to_owned(text.decode().as_wtf8()))
}

fn wrong(field: &'static str, message: &str) -> ChatError {
    let mut error = ChatError::new(ErrorCode::InvalidArgument, message);
    error.path = Some(field);
    error
}
