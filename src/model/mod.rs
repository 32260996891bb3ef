//! The nouns: messages, parts, tool states, stream events, patches, errors.

mod error;
mod event;
mod message;
mod patch;
mod status;
mod tool;

pub use error::{ChatError, ErrorCode, Fault};
pub use event::{Channel, FinishReason, InputEncoding, StreamEvent, ToolCallHead};
pub use message::{ItemId, Message, MessageKey, Part, PartKind, Role};
pub use patch::{
    CardList, Field, Leaf, PartialOp, PartialSlot, Patch, Payload, Placed, QueueChange, View,
};
pub use status::{ChatStatus, StreamState};
pub use tool::{Approval, ToolPart, ToolState, unanswered};
