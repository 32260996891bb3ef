//! The skeleton of a message: what rules look at. Text and payloads are in the
//! view.

use crate::json::{JsonString, Kind, RawJson, Wtf8Buf};

use super::{Approval, StreamState, ToolPart, ToolState};

/// Who a message is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Instructions of the application.
    System,
    /// The person.
    User,
    /// The agent.
    Assistant,
}

impl Role {
    /// The name in the message.
    pub fn name(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// Identifies a message for as long as the conversation holds it; never reused.
/// Message ids come from outside and may repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessageKey(pub u32);

/// Identifies something that waits for a person; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ItemId(pub u32);

/// The skeleton of a message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Our own key.
    pub key: MessageKey,
    /// The id that front ends and servers see.
    pub id: Wtf8Buf,
    /// Who it is from.
    pub role: Role,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// Whether the person has written something after it, so that what it asked
    /// takes no answer any more.
    pub superseded: bool,
}

/// The skeleton of a message part.
#[derive(Clone, Debug)]
pub struct Part {
    /// What kind of part it is, with what rules look at.
    pub kind: PartKind,
}

/// The kinds of parts that rules distinguish.
#[derive(Clone, Debug)]
pub enum PartKind {
    /// Text of the answer.
    Text {
        /// Absent in messages that were never streamed.
        state: Option<StreamState>,
    },
    /// Reasoning shown beside the answer.
    Reasoning {
        /// Absent in messages that were never streamed.
        state: Option<StreamState>,
    },
    /// A tool call.
    Tool(Box<ToolPart>),
    /// A tool call that is not understood here, in a state of a newer protocol:
    /// nobody answers it, and it does not count as finished.
    UnknownCall,
    /// Where a step of the agent begins.
    StepStart,
    /// Data of the application; replaced in place when type and id match.
    Data {
        /// The whole type, `data-` included.
        type_name: Wtf8Buf,
        /// Without an id, data is always appended.
        id: Option<Wtf8Buf>,
    },
    /// Files, sources, custom parts, and whatever a newer protocol brings: no
    /// rule looks at them, the view keeps them whole.
    Other,
}

impl Part {
    /// The tool call of this part, if it is one.
    pub fn tool(&self) -> Option<&ToolPart> {
        match &self.kind {
            PartKind::Tool(tool) => Some(tool),
            PartKind::Text { .. }
            | PartKind::Reasoning { .. }
            | PartKind::UnknownCall
            | PartKind::StepStart
            | PartKind::Data { .. }
            | PartKind::Other => None,
        }
    }

    /// The tool call of this part, to change it.
    pub fn tool_mut(&mut self) -> Option<&mut ToolPart> {
        match &mut self.kind {
            PartKind::Tool(tool) => Some(tool),
            PartKind::Text { .. }
            | PartKind::Reasoning { .. }
            | PartKind::UnknownCall
            | PartKind::StepStart
            | PartKind::Data { .. }
            | PartKind::Other => None,
        }
    }

    /// Whether a step begins here.
    pub fn is_step_start(&self) -> bool {
        matches!(self.kind, PartKind::StepStart)
    }

    /// Reads a part of a saved message. What is not understood becomes
    /// [`PartKind::Other`]: the view keeps it as it is.
    pub fn read(raw: RawJson<'_>) -> Part {
        Part {
            kind: read_kind(raw),
        }
    }
}

impl Message {
    /// Reads the skeleton of a saved `UIMessage`. `None` where it has no
    /// usable `role` or `parts`.
    pub fn read(key: MessageKey, raw: RawJson<'_>) -> Option<Message> {
        let mut id = Wtf8Buf::default();
        let mut role = None;
        let mut parts = None;
        for (name, value) in raw.members()? {
            if name.eq_str("id") {
                id = text(value).unwrap_or_default();
            } else if name.eq_str("role") {
                role = value.string().and_then(read_role);
            } else if name.eq_str("parts") {
                parts = value.elements().map(|list| list.map(Part::read).collect());
            }
        }
        Some(Message {
            key,
            id,
            role: role?,
            parts: parts?,
            superseded: false,
        })
    }

    /// What waits, or waited, for a person because of this message.
    pub fn items(&self) -> impl Iterator<Item = ItemId> {
        self.parts.iter().filter_map(|part| part.tool()?.item)
    }

    /// The index of the first part of the current step: after the last
    /// `step-start`, or 0.
    pub fn current_step(&self) -> usize {
        self.parts
            .iter()
            .rposition(Part::is_step_start)
            .map_or(0, |at| at.saturating_add(1))
    }
}

fn read_role(name: JsonString<'_>) -> Option<Role> {
    [Role::System, Role::User, Role::Assistant]
        .into_iter()
        .find(|role| name.eq_str(role.name()))
}

fn text(raw: RawJson<'_>) -> Option<Wtf8Buf> {
    raw.string()
        .map(|string| string.decode().as_wtf8().to_owned())
}

fn read_kind(raw: RawJson<'_>) -> PartKind {
    let Some(kind) = raw.get("type").and_then(text) else {
        return PartKind::Other;
    };
    let Some(name) = kind.as_wtf8().as_str() else {
        return PartKind::Other;
    };
    match name {
        "text" => PartKind::Text {
            state: read_stream_state(raw),
        },
        "reasoning" => PartKind::Reasoning {
            state: read_stream_state(raw),
        },
        "step-start" => PartKind::StepStart,
        "dynamic-tool" => {
            let name = raw.get("toolName").and_then(text).unwrap_or_default();
            read_tool(raw, name, true)
        }
        _ => {
            if let Some(name) = name.strip_prefix("tool-") {
                read_tool(raw, Wtf8Buf::from(name), false)
            } else if name.starts_with("data-") {
                PartKind::Data {
                    id: raw.get("id").and_then(text),
                    type_name: kind,
                }
            } else {
                PartKind::Other
            }
        }
    }
}

fn read_stream_state(raw: RawJson<'_>) -> Option<StreamState> {
    let name = raw.get("state").and_then(text)?;
    name.as_wtf8().as_str().and_then(StreamState::from_name)
}

fn read_tool(raw: RawJson<'_>, name: Wtf8Buf, dynamic: bool) -> PartKind {
    let state = raw
        .get("state")
        .and_then(text)
        .and_then(|name| name.as_wtf8().as_str().and_then(ToolState::from_name));
    let (Some(state), Some(call_id)) = (state, raw.get("toolCallId").and_then(text)) else {
        return PartKind::UnknownCall;
    };
    let flag = |field: &str| raw.get(field).and_then(RawJson::bool) == Some(true);
    PartKind::Tool(Box::new(ToolPart {
        call_id,
        name,
        dynamic,
        state,
        provider_executed: flag("providerExecuted"),
        preliminary: flag("preliminary"),
        approval: raw.get("approval").and_then(read_approval),
        text_input: raw
            .get("inputEncoding")
            .and_then(RawJson::string)
            .is_some_and(|name| name.eq_str("text")),
        item: None,
    }))
}

fn read_approval(raw: RawJson<'_>) -> Option<Approval> {
    if raw.kind() != Kind::Object {
        return None;
    }
    Some(Approval {
        id: raw.get("id").and_then(text)?,
        approved: raw.get("approved").and_then(RawJson::bool),
        is_automatic: raw.get("isAutomatic").and_then(RawJson::bool) == Some(true),
    })
}
