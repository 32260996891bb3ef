//! How far a conversation, or one streamed part, has come.

/// What the conversation is doing, in AI SDK's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatStatus {
    /// Nothing is under way; the person may write.
    Ready,
    /// A request is on its way and no visible content has come back.
    Submitted,
    /// Content is arriving.
    Streaming,
    /// The last request failed; the error stands beside the status.
    Error,
}

impl ChatStatus {
    /// The name that front ends see.
    pub fn name(self) -> &'static str {
        match self {
            ChatStatus::Ready => "ready",
            ChatStatus::Submitted => "submitted",
            ChatStatus::Streaming => "streaming",
            ChatStatus::Error => "error",
        }
    }

    /// Whether a request is under way.
    pub fn is_busy(self) -> bool {
        match self {
            ChatStatus::Submitted | ChatStatus::Streaming => true,
            ChatStatus::Ready | ChatStatus::Error => false,
        }
    }
}

/// Whether a text or reasoning part still grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamState {
    /// More may come.
    Streaming,
    /// Closed by the stream.
    Done,
}

impl StreamState {
    /// The name in the message part.
    pub fn name(self) -> &'static str {
        match self {
            StreamState::Streaming => "streaming",
            StreamState::Done => "done",
        }
    }

    /// Reads the name in a message part.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "streaming" => Some(StreamState::Streaming),
            "done" => Some(StreamState::Done),
            _ => None,
        }
    }
}
