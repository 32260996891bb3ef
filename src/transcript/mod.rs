//! Pure questions about messages.

mod complete;

pub use complete::{
    last_assistant_message_is_complete, last_assistant_message_is_complete_with_approval_responses,
    last_assistant_message_is_complete_with_tool_calls,
};
