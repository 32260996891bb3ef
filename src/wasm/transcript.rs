//! Questions about messages that the application holds itself. They come as
//! skeletons, as JSON.

use wasm_bindgen::prelude::*;

use crate::json::RawJson;
use crate::model::{Message, MessageKey};
use crate::transcript::{
    last_assistant_message_is_complete, last_assistant_message_is_complete_with_approval_responses,
    last_assistant_message_is_complete_with_tool_calls,
};

/// Whether everything that the last message asks is answered.
#[wasm_bindgen(js_name = lastMessageIsComplete)]
pub fn last_message_is_complete(last: &str) -> bool {
    last_assistant_message_is_complete(&read(last))
}

/// Whether every tool call of the last step has a result.
#[wasm_bindgen(js_name = lastMessageIsCompleteWithToolCalls)]
pub fn last_message_is_complete_with_tool_calls(last: &str) -> bool {
    last_assistant_message_is_complete_with_tool_calls(&read(last))
}

/// Whether every approval of the last step is decided.
#[wasm_bindgen(js_name = lastMessageIsCompleteWithApprovalResponses)]
pub fn last_message_is_complete_with_approval_responses(last: &str) -> bool {
    last_assistant_message_is_complete_with_approval_responses(&read(last))
}

fn read(last: &str) -> Vec<Message> {
    RawJson::parse(last)
        .ok()
        .and_then(|raw| Message::read(MessageKey(0), raw))
        .into_iter()
        .collect()
}
