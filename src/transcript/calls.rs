//! Which calls of a conversation wait, which have a result, and which results
//! are new. The first three answer as the helpers of the same names do in the
//! history API of Trigger.dev's chat agents; approvals appear in none of them
//! and have a question of their own.

use crate::json::{Wtf8Buf, in_order};
use crate::model::{Message, Role, ToolPart, ToolState};

/// A call and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct FoundCall<'m> {
    /// The index of its message.
    pub message: usize,
    /// The index of its part.
    pub part: usize,
    /// Its message.
    pub in_message: &'m Message,
    /// The call.
    pub tool: &'m ToolPart,
}

/// The questions that wait: calls of the latest answer that have their input
/// and no result.
pub fn pending_tool_calls(messages: &[Message]) -> Vec<FoundCall<'_>> {
    latest_answer(messages, |tool| tool.state == ToolState::InputAvailable)
}

/// The approvals that wait: calls of the latest answer that ask whether they
/// may run.
pub fn pending_approvals(messages: &[Message]) -> Vec<FoundCall<'_>> {
    latest_answer(messages, |tool| tool.state == ToolState::ApprovalRequested)
}

/// Every call that has a result or has failed.
pub fn resolved_tool_calls(messages: &[Message]) -> Vec<FoundCall<'_>> {
    messages
        .iter()
        .enumerate()
        .filter(|(_, message)| message.role == Role::Assistant)
        .flat_map(|(at, message)| calls_of(at, message))
        .filter(|call| is_resolved(call.tool))
        .collect()
}

/// The results that `message` brings and that `history` does not have yet: the
/// first of each call. To be asked before the message is merged into the
/// history, so that each result is acted on once.
pub fn new_tool_results<'m>(message: &'m Message, history: &[Message]) -> Vec<FoundCall<'m>> {
    let known = resolved_tool_calls(history);
    let mut brought: Vec<FoundCall<'_>> = calls_of(0, message)
        .filter(|call| is_resolved(call.tool))
        .collect();
    let all = known.iter().chain(&brought);
    let ids: Vec<&Wtf8Buf> = all.map(|call| &call.tool.call_id).collect();
    // The first of each id stands before the others of that id.
    let mut is_first = vec![false; ids.len()];
    let mut last = None;
    for at in in_order(ids.len(), &|a, b| ids.get(a) > ids.get(b)) {
        let id = ids.get(at);
        if let Some(place) = is_first.get_mut(at) {
            *place = id != last;
        }
        last = id;
    }
    let mut is_fresh = is_first.into_iter().skip(known.len());
    brought.retain(|_| is_fresh.next() == Some(true));
    brought
}

fn latest_answer(messages: &[Message], waits: fn(&ToolPart) -> bool) -> Vec<FoundCall<'_>> {
    messages
        .iter()
        .enumerate()
        .rfind(|(_, message)| message.role == Role::Assistant)
        .into_iter()
        .flat_map(|(at, message)| calls_of(at, message))
        .filter(|call| waits(call.tool))
        .collect()
}

fn calls_of(at: usize, message: &Message) -> impl Iterator<Item = FoundCall<'_>> {
    message
        .parts
        .iter()
        .enumerate()
        .filter_map(move |(part, kind)| {
            kind.tool().map(|tool| FoundCall {
                message: at,
                part,
                in_message: message,
                tool,
            })
        })
}

fn is_resolved(tool: &ToolPart) -> bool {
    match tool.state {
        ToolState::OutputAvailable | ToolState::OutputError => true,
        ToolState::InputStreaming
        | ToolState::InputAvailable
        | ToolState::ApprovalRequested
        | ToolState::ApprovalResponded
        | ToolState::OutputDenied => false,
    }
}
