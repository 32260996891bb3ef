//! Questions about messages that the application holds itself. They come as
//! skeletons, as JSON.

use wasm_bindgen::prelude::*;

use crate::json::{RawJson, Writer, Wtf8, Wtf8Buf};
use crate::model::{FinishReason, Message, MessageKey};
use crate::transcript::{
    Ending, FoundCall, ending, last_assistant_message_is_complete,
    last_assistant_message_is_complete_with_approval_responses,
    last_assistant_message_is_complete_with_tool_calls, new_tool_results, pending_approvals,
    pending_tool_calls, resolved_tool_calls, unfinished_parts, way_on,
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

/// The calls of a conversation as JSON: an array of where each stands, its ids
/// and its tool. `which` is 0 for the questions that wait, 1 for the approvals
/// that wait, 2 for those with a result.
#[wasm_bindgen(js_name = findCalls)]
pub fn find_calls(messages: &str, which: u32) -> String {
    let messages = read_all(messages);
    calls_json(&match which {
        0 => pending_tool_calls(&messages),
        1 => pending_approvals(&messages),
        _ => resolved_tool_calls(&messages),
    })
}

/// The results that a message brings and a history does not have, as
/// [`find_calls`] gives calls.
#[wasm_bindgen(js_name = findNewResults)]
pub fn find_new_results(message: &str, history: &str) -> String {
    let (message, history) = (read(message), read_all(history));
    match message.first() {
        Some(message) => calls_json(&new_tool_results(message, &history)),
        None => String::from("[]"),
    }
}

/// Why the answer in a message ended.
#[wasm_bindgen(js_name = endingOf)]
pub fn ending_of(message: &str, stopped: bool, reason: Option<String>) -> String {
    let reason = reason.as_deref().and_then(FinishReason::from_name);
    let ending = read(message)
        .first()
        .map_or(Ending::Complete, |message| ending(message, stopped, reason));
    ending.name().to_owned()
}

/// How a conversation can go on whose last message is this, and the places of
/// its unfinished parts, as JSON. `server_tools` has one name in each line.
#[wasm_bindgen(js_name = wayOn)]
pub fn way_on_of(last: &str, server_tools: &str) -> String {
    let last = read(last);
    let tools: Vec<_> = server_tools.lines().map(Wtf8Buf::from).collect();
    let mut json = String::new();
    let mut writer = Writer::new(&mut json);
    writer.begin_object();
    writer.key("way");
    writer.string(Wtf8::from_str(way_on(&last, &tools).name()));
    writer.key("unfinished");
    writer.begin_array();
    for place in last
        .first()
        .map_or_else(Vec::new, |message| unfinished_parts(message, &tools))
    {
        writer.integer(i64::try_from(place).unwrap_or(i64::MAX));
    }
    writer.end_array();
    writer.end_object();
    json
}

fn calls_json(calls: &[FoundCall<'_>]) -> String {
    let mut json = String::new();
    let mut writer = Writer::new(&mut json);
    writer.begin_array();
    for call in calls {
        writer.begin_object();
        for (key, index) in [("message", call.message), ("part", call.part)] {
            writer.key(key);
            writer.integer(i64::try_from(index).unwrap_or(i64::MAX));
        }
        for (key, text) in [
            ("toolCallId", &call.tool.call_id),
            ("toolName", &call.tool.name),
            ("messageId", &call.in_message.id),
        ] {
            writer.key(key);
            writer.string(text.as_wtf8());
        }
        if let Some(approval) = &call.tool.approval {
            writer.key("approvalId");
            writer.string(approval.id.as_wtf8());
        }
        writer.end_object();
    }
    writer.end_array();
    json
}

fn read(message: &str) -> Vec<Message> {
    RawJson::parse(message)
        .ok()
        .and_then(|raw| Message::read(MessageKey(0), raw))
        .into_iter()
        .collect()
}

fn read_all(messages: &str) -> Vec<Message> {
    RawJson::parse(messages)
        .ok()
        .and_then(RawJson::elements)
        .into_iter()
        .flatten()
        .filter_map(|raw| Message::read(MessageKey(0), raw).or_else(no_message))
        .collect()
}

/// What is no message keeps its place.
fn no_message() -> Option<Message> {
    let json = RawJson::parse(r#"{"role":"system","parts":[]}"#).ok()?;
    Message::read(MessageKey(0), json)
}
