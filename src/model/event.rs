//! What an agent's stream says, in neutral words. Every protocol maps its wire
//! onto these; the state machine knows no other.

use crate::json::{RawJson, Wtf8Cow};

use super::{Field, Payload};

/// The two kinds of text that grow by deltas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// The answer.
    Text,
    /// Reasoning beside it.
    Reasoning,
}

impl Channel {
    /// The name used in chunk types and error texts.
    pub fn name(self) -> &'static str {
        match self {
            Channel::Text => "text",
            Channel::Reasoning => "reasoning",
        }
    }
}

/// How tool input is written while it streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputEncoding {
    /// JSON text, parsed as it grows.
    Json,
    /// Plain text, shown as it is.
    Text,
}

/// Why a response ended, as the server says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishReason {
    /// The model had said everything.
    Stop,
    /// A length limit.
    Length,
    /// A content filter.
    ContentFilter,
    /// The model waits for tool results.
    ToolCalls,
    /// The model failed.
    Error,
    /// The server interrupted the response; it is not continued by itself.
    Interrupted,
    /// Anything else.
    Other,
}

impl FinishReason {
    const ALL: [FinishReason; 7] = [
        FinishReason::Stop,
        FinishReason::Length,
        FinishReason::ContentFilter,
        FinishReason::ToolCalls,
        FinishReason::Error,
        FinishReason::Interrupted,
        FinishReason::Other,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            FinishReason::Stop => "stop",
            FinishReason::Length => "length",
            FinishReason::ContentFilter => "content-filter",
            FinishReason::ToolCalls => "tool-calls",
            FinishReason::Error => "error",
            FinishReason::Interrupted => "interrupted",
            FinishReason::Other => "other",
        }
    }

    /// Reads the name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// What chunks about a tool call say besides their own point. Fields that a
/// chunk does not carry are `None`.
#[derive(Debug)]
pub struct ToolCallHead<'a> {
    /// The call.
    pub call_id: Wtf8Cow<'a>,
    /// The tool.
    pub name: Wtf8Cow<'a>,
    /// Whether the call shows as a `dynamic-tool` part.
    pub dynamic: bool,
    /// Whether the model's provider runs it.
    pub provider_executed: Option<bool>,
    /// A title for people.
    pub title: Option<Wtf8Cow<'a>>,
    /// Metadata of the tool.
    pub tool_metadata: Option<Payload<'a>>,
    /// Metadata of the provider.
    pub provider_metadata: Option<Payload<'a>>,
}

/// One event of an agent's stream.
#[derive(Debug)]
pub enum StreamEvent<'a> {
    /// A response begins.
    Start {
        /// The server's id for the message.
        message_id: Option<Wtf8Cow<'a>>,
        /// Merged into the message's metadata.
        metadata: Option<Payload<'a>>,
    },
    /// A step begins.
    StepStart,
    /// A step is over.
    StepFinish,
    /// What the current step has said so far is withdrawn.
    StepReset,
    /// A text begins to grow.
    TextStart {
        /// Answer or reasoning.
        channel: Channel,
        /// Names the text until it ends; may be used again afterwards.
        id: Wtf8Cow<'a>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// A text grows.
    TextDelta {
        /// Answer or reasoning.
        channel: Channel,
        /// Which text.
        id: Wtf8Cow<'a>,
        /// What is added.
        delta: Wtf8Cow<'a>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// A text is complete.
    TextEnd {
        /// Answer or reasoning.
        channel: Channel,
        /// Which text.
        id: Wtf8Cow<'a>,
        /// What the text cites.
        citations: Option<Payload<'a>>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// A finished part that no rule looks at: file, source, custom, steering.
    Part {
        /// Its fields, `type` first, in the order in which they are written.
        fields: Vec<(Field, Payload<'a>)>,
    },
    /// A tool call begins; its input follows in deltas.
    ToolInputStart {
        /// The call.
        call: ToolCallHead<'a>,
        /// How the input is written.
        encoding: Option<InputEncoding>,
    },
    /// The input of a tool call grows.
    ToolInputDelta {
        /// The call.
        call_id: Wtf8Cow<'a>,
        /// What is added.
        delta: Wtf8Cow<'a>,
    },
    /// The input of a tool call is complete.
    ToolInputAvailable {
        /// The call.
        call: ToolCallHead<'a>,
        /// The input.
        input: Payload<'a>,
        /// The event as the wire gave it, for the application's callback.
        whole: Payload<'a>,
    },
    /// The input of a tool call is invalid.
    ToolInputError {
        /// The call.
        call: ToolCallHead<'a>,
        /// The input as the model wrote it.
        input: Payload<'a>,
        /// What is wrong with it.
        error_text: Wtf8Cow<'a>,
    },
    /// The agent asks whether it may run a call.
    ApprovalRequest {
        /// The approval's id.
        approval_id: Wtf8Cow<'a>,
        /// The call.
        call_id: Wtf8Cow<'a>,
        /// Decided by the server's own rule.
        is_automatic: bool,
        /// The other fields of the part's `approval`, in order.
        fields: Vec<(Field, Payload<'a>)>,
    },
    /// The agent waits for a person, and says how the answer is to be.
    Asked {
        /// The call that waits; one that is not there is added.
        call_id: Wtf8Cow<'a>,
        /// An object: `kind` (`approval` or `input`) and `id`; if wanted,
        /// `message`, `deadline`; of an approval, `reason` and `editInput`,
        /// whether the answer may have them; of an input, its `schema`; of a
        /// call that is not there, `toolName` and `input`.
        request: RawJson<'a>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// The server says what was decided about a call.
    ApprovalResponse {
        /// The approval's id.
        approval_id: Wtf8Cow<'a>,
        /// The decision.
        approved: bool,
        /// Why.
        reason: Option<Wtf8Cow<'a>>,
        /// Whether the model's provider runs the call.
        provider_executed: Option<bool>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// A call has a result.
    ToolOutput {
        /// The call.
        call_id: Wtf8Cow<'a>,
        /// The result.
        output: Payload<'a>,
        /// Whether another result follows.
        preliminary: Option<bool>,
        /// Whether the model's provider ran the call.
        provider_executed: Option<bool>,
        /// Metadata of the tool.
        tool_metadata: Option<Payload<'a>>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// A call failed.
    ToolOutputError {
        /// The call.
        call_id: Wtf8Cow<'a>,
        /// What went wrong.
        error_text: Wtf8Cow<'a>,
        /// Whether the model's provider ran the call.
        provider_executed: Option<bool>,
        /// Metadata of the tool.
        tool_metadata: Option<Payload<'a>>,
        /// Metadata of the provider.
        provider_metadata: Option<Payload<'a>>,
    },
    /// A call was refused and will not run.
    ToolOutputDenied {
        /// The call.
        call_id: Wtf8Cow<'a>,
    },
    /// Data of the application.
    Data {
        /// The whole type, `data-` included.
        type_name: Wtf8Cow<'a>,
        /// Replaces an earlier part of the same type and id.
        id: Option<Wtf8Cow<'a>>,
        /// The data.
        data: Payload<'a>,
        /// Shown to the application's callback only, not kept.
        transient: bool,
        /// The event as the wire gave it; what becomes the part.
        whole: Payload<'a>,
    },
    /// Merged into the message's metadata.
    Metadata(Payload<'a>),
    /// The response is complete. More events may still follow.
    Finish {
        /// Why it ended.
        reason: Option<FinishReason>,
        /// Merged into the message's metadata.
        metadata: Option<Payload<'a>>,
    },
    /// The server reports a failure: the response ends here.
    Error {
        /// What it says.
        text: Wtf8Cow<'a>,
    },
    /// The server says that it stopped. Clients of this protocol ignore it.
    Abort,
    /// Not known here; ignored.
    Unknown,
}
