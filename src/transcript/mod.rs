//! Pure questions about messages.

mod calls;
mod complete;
mod pause;
mod way_on;

pub use calls::{
    FoundCall, new_tool_results, pending_approvals, pending_tool_calls, resolved_tool_calls,
};
pub use complete::{
    Completeness, last_assistant_message_is_complete,
    last_assistant_message_is_complete_with_approval_responses,
    last_assistant_message_is_complete_with_tool_calls,
};
pub use pause::{Ending, ending};
pub use way_on::{WayOn, unfinished_parts, way_on};
