//! Tool calls: their input as it is written, and what came of them.

use crate::human::{Actor, ItemKind, Outcome, Stage};
use crate::json::{Wtf8, Wtf8Buf};
use crate::model::{
    ChatError, Field, InputEncoding, ItemId, Part, PartKind, PartialOp, Patch, Payload,
    ToolCallHead, ToolPart, ToolState,
};
use crate::stream::partial::PartialJson;

use super::{Effect, Reducer, Wrote, leaf, out_of_order, position};
use crate::chat::effect::Kept;
use crate::chat::partial_input::InputSink;
use crate::chat::run::OpenCall;

/// What an event says of a tool part. What it does not say is cleared, but for
/// title, tool metadata and `providerExecuted`, which stay.
pub(super) struct Update<'a> {
    pub state: ToolState,
    /// `None` keeps the input that is there.
    pub input: Option<Payload<'a>>,
    pub output: Payload<'a>,
    pub error_text: Payload<'a>,
    /// `None` keeps the raw input that is there.
    pub raw_input: Option<Payload<'a>>,
    pub encoding: Option<InputEncoding>,
    pub preliminary: Option<bool>,
    pub provider_executed: Option<bool>,
    pub title: Option<Payload<'a>>,
    pub tool_metadata: Option<Payload<'a>>,
    pub provider_metadata: Option<Payload<'a>>,
}

impl<'a> Update<'a> {
    pub fn to(state: ToolState) -> Update<'a> {
        Update {
            state,
            input: Some(Payload::Undefined),
            output: Payload::Undefined,
            error_text: Payload::Undefined,
            raw_input: Some(Payload::Undefined),
            encoding: None,
            preliminary: None,
            provider_executed: None,
            title: None,
            tool_metadata: None,
            provider_metadata: None,
        }
    }

    /// The update to `state` with what a chunk says of its call besides.
    fn of_call(state: ToolState, call: &'a ToolCallHead<'a>) -> Update<'a> {
        Update {
            provider_executed: call.provider_executed,
            title: call
                .title
                .as_ref()
                .map(|title| Payload::Text(title.as_wtf8())),
            tool_metadata: call.tool_metadata,
            provider_metadata: call.provider_metadata,
            ..Update::to(state)
        }
    }

    /// Where the provider's metadata goes.
    fn metadata_field(&self) -> Field {
        match self.state {
            ToolState::OutputAvailable | ToolState::OutputError => Field::ResultProviderMetadata,
            ToolState::InputStreaming
            | ToolState::InputAvailable
            | ToolState::ApprovalRequested
            | ToolState::ApprovalResponded
            | ToolState::OutputDenied => Field::CallProviderMetadata,
        }
    }

    fn encoding_name(&self) -> Option<Payload<'static>> {
        self.encoding.map(|encoding| match encoding {
            InputEncoding::Json => Payload::word("json"),
            InputEncoding::Text => Payload::word("text"),
        })
    }

    fn preliminary(&self) -> Payload<'static> {
        self.preliminary.map_or(Payload::Undefined, Payload::Bool)
    }

    fn executed(&self) -> Payload<'static> {
        self.provider_executed
            .map_or(Payload::Undefined, Payload::Bool)
    }
}

impl Reducer<'_> {
    pub(super) fn tool_input_start(
        &mut self,
        call: &ToolCallHead<'_>,
        encoding: Option<InputEncoding>,
    ) -> Wrote {
        let call_id = call.call_id.as_wtf8();
        let update = Update {
            encoding,
            ..Update::of_call(ToolState::InputStreaming, call)
        };
        let part = self.upsert(call_id, call.name.as_wtf8(), call.dynamic, &update);
        let open = OpenCall {
            call_id: call_id.to_owned(),
            name: call.name.as_wtf8().to_owned(),
            dynamic: call.dynamic,
            encoding,
            title: call.title.as_ref().map(|title| title.as_wtf8().to_owned()),
            tool_metadata: call.tool_metadata.map(Kept::of),
            text: Wtf8Buf::default(),
            parser: PartialJson::new(),
            live_part: part.map(|(_, part)| part),
        };
        match self.open_call(call_id) {
            Some(at) => {
                if let Some(slot) = self.run.calls.get_mut(at) {
                    *slot = open;
                }
            }
            None => self.run.calls.push(open),
        }
        Wrote::Content
    }

    pub(super) fn tool_input_delta(
        &mut self,
        call_id: Wtf8<'_>,
        delta: Wtf8<'_>,
    ) -> Result<Wrote, ChatError> {
        let Some(index) = self.open_call(call_id) else {
            return Err(out_of_order(
                "tool-input-delta",
                call_id,
                [
                    "Received tool-input-delta for missing tool call with ID \"",
                    "\". ",
                ],
                "Ensure a \"tool-input-start\" chunk is sent before any \"tool-input-delta\" chunks.",
            ));
        };
        let Some(at) = self.open_target() else {
            return Ok(Wrote::Content);
        };
        let Some(mut open) = self.take_call(index) else {
            return Ok(Wrote::Content);
        };
        open.text.push_wtf8(delta);
        match open.live_part {
            // The common case: the part shows the parser's value and only grows.
            Some(part) if self.is_in_step(at, part) && self.is_streaming_input(at, part) => {
                self.grow_input(at, part, &mut open, delta);
            }
            Some(_) | None => self.restore_input(at, &mut open),
        }
        self.put_call(index, open);
        Ok(Wrote::Content)
    }

    /// Adds to the input that a part shows.
    fn grow_input(&mut self, at: usize, part: usize, open: &mut OpenCall, delta: Wtf8<'_>) {
        if open.text.as_wtf8() == delta {
            // The first piece, which may be empty and shows all the same.
            self.set(at, part, Field::RawInput, Payload::Text(delta));
        } else {
            self.view.apply(Patch::Append {
                leaf: leaf(at, part, Field::RawInput),
                text: delta,
            });
        }
        if open.encoding == Some(InputEncoding::Text) {
            self.view.apply(Patch::Append {
                leaf: leaf(at, part, Field::Input),
                text: delta,
            });
        } else {
            open.parser.push(
                delta,
                &mut InputSink {
                    leaf: leaf(at, part, Field::Input),
                    view: self.view,
                },
            );
        }
    }

    /// Goes on with input over which something else has been written, or whose
    /// part is in an earlier step: the part is put back, or a new one is made.
    fn restore_input(&mut self, at: usize, open: &mut OpenCall) {
        let update = Update {
            encoding: open.encoding,
            title: open
                .title
                .as_ref()
                .map(|title| Payload::Text(title.as_wtf8())),
            tool_metadata: open.tool_metadata.as_ref().map(Kept::payload),
            ..Update::to(ToolState::InputStreaming)
        };
        let (call_id, name) = (open.call_id.clone(), open.name.clone());
        let is_new = self
            .find_in_step(call_id.as_wtf8(), Some(open.dynamic))
            .is_none();
        let Some((_, part)) = self.upsert(call_id.as_wtf8(), name.as_wtf8(), open.dynamic, &update)
        else {
            return;
        };
        open.live_part = Some(part);
        open.parser = PartialJson::new();
        self.view.apply(Patch::Partial {
            leaf: leaf(at, part, Field::Input),
            op: PartialOp::Reset,
        });
        let text = std::mem::take(&mut open.text);
        self.grow_input(at, part, open, text.as_wtf8());
        open.text = text;
        // AI SDK gives a dynamic part that a delta makes no raw input before
        // the next delta.
        if is_new && open.dynamic {
            self.view.apply(Patch::Unset {
                leaf: leaf(at, part, Field::RawInput),
            });
            open.live_part = None;
        }
    }

    pub(super) fn tool_input_available(
        &mut self,
        call: &ToolCallHead<'_>,
        input: Payload<'_>,
        whole: Payload<'_>,
    ) -> Wrote {
        let update = Update {
            input: Some(input),
            ..Update::of_call(ToolState::InputAvailable, call)
        };
        self.overwrite(call.call_id.as_wtf8());
        self.upsert(
            call.call_id.as_wtf8(),
            call.name.as_wtf8(),
            call.dynamic,
            &update,
        );
        if self.hooks.tool_call && call.provider_executed != Some(true) {
            self.events.after.push(Effect::ToolCall {
                run: self.run.id,
                call: Kept::of(whole),
            });
            self.run.blocked = true;
        }
        Wrote::Content
    }

    pub(super) fn tool_input_error(
        &mut self,
        call: &ToolCallHead<'_>,
        input: Payload<'_>,
        error_text: Wtf8<'_>,
    ) -> Wrote {
        let call_id = call.call_id.as_wtf8();
        let dynamic = self
            .find_in_step(call_id, None)
            .and_then(|(at, part)| self.tool(at, part))
            .map_or(call.dynamic, |tool| tool.dynamic);
        let update = Update {
            input: Some(input),
            error_text: Payload::Text(error_text),
            title: None,
            ..Update::of_call(ToolState::OutputError, call)
        };
        self.overwrite(call_id);
        let place = self.upsert(call_id, call.name.as_wtf8(), dynamic, &update);
        if let Some((at, part)) = place {
            self.acted_on(at, part);
        }
        Wrote::Content
    }

    pub(super) fn tool_output(
        &mut self,
        call_id: Wtf8<'_>,
        output: Payload<'_>,
        preliminary: Option<bool>,
        provider_executed: Option<bool>,
        tool_metadata: Option<Payload<'_>>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        self.update_found(
            call_id,
            &Update {
                input: None,
                output,
                preliminary,
                provider_executed,
                tool_metadata,
                provider_metadata,
                ..Update::to(ToolState::OutputAvailable)
            },
        )
    }

    pub(super) fn tool_output_error(
        &mut self,
        call_id: Wtf8<'_>,
        error_text: Wtf8<'_>,
        provider_executed: Option<bool>,
        tool_metadata: Option<Payload<'_>>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        let found = self.find_tool(call_id)?;
        let is_static = self
            .target()
            .and_then(|at| self.tool(at, found))
            .is_some_and(|tool| !tool.dynamic);
        self.update_found(
            call_id,
            &Update {
                input: None,
                error_text: Payload::Text(error_text),
                raw_input: if is_static {
                    None
                } else {
                    Some(Payload::Undefined)
                },
                provider_executed,
                tool_metadata,
                provider_metadata,
                ..Update::to(ToolState::OutputError)
            },
        )
    }

    pub(super) fn tool_output_denied(&mut self, call_id: Wtf8<'_>) -> Result<Wrote, ChatError> {
        let found = self.find_tool(call_id)?;
        let Some(at) = self.open_target() else {
            return Ok(Wrote::Content);
        };
        let item = self.tool_mut(at, found).and_then(|tool| {
            tool.state = ToolState::OutputDenied;
            tool.item
        });
        if let Some(item) = item {
            self.items.refused(item);
        }
        self.set(at, found, Field::State, Payload::word("output-denied"));
        Ok(Wrote::Content)
    }

    fn update_found(&mut self, call_id: Wtf8<'_>, update: &Update<'_>) -> Result<Wrote, ChatError> {
        let found = self.find_tool(call_id)?;
        let Some(at) = self.open_target() else {
            return Ok(Wrote::Content);
        };
        self.overwrite(call_id);
        self.update(at, found, None, update);
        if update.preliminary != Some(true) {
            self.acted_on(at, found);
        }
        Ok(Wrote::Content)
    }

    fn acted_on(&mut self, at: usize, part: usize) {
        if let Some(item) = self.tool(at, part).and_then(|tool| tool.item) {
            self.items.acted_on(item);
        }
    }

    /// Something else than the parser's value is about to stand in the part.
    fn overwrite(&mut self, call_id: Wtf8<'_>) {
        if let Some(at) = self.open_call(call_id)
            && let Some(open) = self.run.calls.get_mut(at)
        {
            open.live_part = None;
        }
    }

    /// Writes a tool part of the current step, or adds one. Gives the indices
    /// of message and part.
    pub(super) fn upsert(
        &mut self,
        call_id: Wtf8<'_>,
        name: Wtf8<'_>,
        dynamic: bool,
        update: &Update<'_>,
    ) -> Option<(usize, usize)> {
        let at = self.open_target()?;
        if let Some((at, part)) = self.find_in_step(call_id, Some(dynamic)) {
            self.update(at, part, Some(name), update);
            self.begun_anew(at, part, update.state);
            return Some((at, part));
        }
        let tool = ToolPart {
            call_id: call_id.to_owned(),
            name: name.to_owned(),
            dynamic,
            state: update.state,
            provider_executed: update.provider_executed == Some(true),
            preliminary: update.preliminary == Some(true),
            approval: None,
            text_input: update.encoding == Some(InputEncoding::Text),
            item: None,
        };
        let type_name = tool.type_name();
        self.view.apply(Patch::PushPart {
            message: position(at),
            fields: &new_part(&tool, type_name.as_wtf8(), update),
        });
        let part = self.push_kind(at, PartKind::Tool(Box::new(tool)));
        Some((at, part))
    }

    /// Writes a tool part that is there.
    fn update(&mut self, at: usize, part: usize, name: Option<Wtf8<'_>>, update: &Update<'_>) {
        let asked = self.asked(at, part, update.state);
        let input = leaf(at, part, Field::Input);
        let before = asked.and_then(|_| self.view.read_json(input));
        self.write(at, part, name, update);
        if let Some(item) = asked {
            let is_same = before.is_some() && before == self.view.read_json(input);
            self.said_again(at, part, item, is_same);
        }
    }

    /// What became of a call that the agent begins anew is no concern of the
    /// new one.
    fn begun_anew(&mut self, at: usize, part: usize, state: ToolState) {
        let item = self.tool(at, part).and_then(|tool| tool.item);
        let is_over = item
            .and_then(|item| self.items.get(item))
            .is_some_and(|item| item.stage.is_terminal());
        if is_over
            && matches!(state, ToolState::InputStreaming | ToolState::InputAvailable)
            && let Some(tool) = self.tool_mut(at, part)
        {
            tool.item = None;
        }
    }

    /// What a person is asked, or has answered and not sent, about a call that
    /// the agent now says again.
    fn asked(&self, at: usize, part: usize, state: ToolState) -> Option<ItemId> {
        match state {
            ToolState::InputStreaming | ToolState::InputAvailable => {}
            ToolState::ApprovalRequested
            | ToolState::ApprovalResponded
            | ToolState::OutputAvailable
            | ToolState::OutputError
            | ToolState::OutputDenied => return None,
        }
        let item = self.items.get(self.tool(at, part)?.item?)?;
        match item.stage {
            Stage::Pending | Stage::Answered => Some(item.id),
            Stage::Sending(_) | Stage::Unknown | Stage::Settled(_) => None,
        }
    }

    /// The agent has said a call again about which it had asked. Another input
    /// is another thing to judge; another tool, or a question that is put anew,
    /// is another question.
    fn said_again(&mut self, at: usize, part: usize, id: ItemId, is_same: bool) {
        let Some(item) = self.items.get(id) else {
            return;
        };
        let is_pending = item.stage == Stage::Pending;
        let is_approval = matches!(item.kind, ItemKind::Approval { .. });
        let is_renamed = self
            .tool(at, part)
            .is_some_and(|tool| tool.name != item.tool_name);
        if is_same && is_pending && !is_renamed {
            return;
        }
        if is_approval && !is_renamed {
            self.items.changed(id);
        } else {
            self.items.settle(id, Outcome::Withdrawn, &Actor::Agent);
        }
        let Some(tool) = self.tool_mut(at, part) else {
            return;
        };
        if !is_approval || is_renamed {
            tool.item = None;
        }
        let was_decided = tool
            .approval
            .as_mut()
            .is_some_and(|approval| approval.approved.take().is_some());
        if was_decided {
            self.view.apply(Patch::SetObject {
                leaf: leaf(at, part, Field::Approval),
                merge: true,
                fields: &[
                    (Field::Approved, Payload::Undefined),
                    (Field::Reason, Payload::Undefined),
                ],
            });
        }
    }

    fn write(&mut self, at: usize, part: usize, name: Option<Wtf8<'_>>, update: &Update<'_>) {
        let Some(tool) = self.tool_mut(at, part) else {
            return;
        };
        tool.state = update.state;
        tool.preliminary = update.preliminary == Some(true);
        tool.text_input = update.encoding == Some(InputEncoding::Text);
        if let Some(executed) = update.provider_executed {
            tool.provider_executed = executed;
        }
        let renamed = name.filter(|name| tool.name.as_wtf8() != *name);
        if let Some(name) = renamed {
            tool.name = name.to_owned();
        }
        let (dynamic, type_name) = (tool.dynamic, renamed.map(|_| tool.type_name()));
        self.set(at, part, Field::State, Payload::word(update.state.name()));
        if let (Some(name), Some(type_name)) = (renamed, type_name) {
            if dynamic {
                self.set(at, part, Field::ToolName, Payload::Text(name));
            } else {
                self.set(at, part, Field::Type, Payload::Text(type_name.as_wtf8()));
            }
        }
        self.set_some(at, part, Field::Input, update.input);
        self.set(at, part, Field::Output, update.output);
        self.set(at, part, Field::ErrorText, update.error_text);
        self.set_some(at, part, Field::RawInput, update.raw_input);
        match update.encoding_name() {
            Some(encoding) => self.set(at, part, Field::InputEncoding, encoding),
            None => self.view.apply(Patch::Unset {
                leaf: leaf(at, part, Field::InputEncoding),
            }),
        }
        self.set(at, part, Field::Preliminary, update.preliminary());
        self.set_some(at, part, Field::Title, update.title);
        self.set_some(at, part, Field::ToolMetadata, update.tool_metadata);
        let executed = update.provider_executed.map(Payload::Bool);
        self.set_some(at, part, Field::ProviderExecuted, executed);
        self.set_some(at, part, update.metadata_field(), update.provider_metadata);
    }

    /// The tool part that an event about a call's result means: the first of
    /// the current step, else the last in the whole message.
    pub(super) fn find_tool(&mut self, call_id: Wtf8<'_>) -> Result<usize, ChatError> {
        let found = match self.find_in_step(call_id, None) {
            Some((_, part)) => Some(part),
            None => self.target().and_then(|at| {
                let places = self.calls.places(self.messages, call_id);
                let last = places.into_iter().find(|(message, _)| *message == at);
                last.map(|(_, part)| part)
            }),
        };
        found.ok_or_else(|| {
            out_of_order(
                "tool-invocation",
                call_id,
                ["No tool invocation found for tool call ID \"", "\"."],
                "",
            )
        })
    }

    /// The first part of the current step with this call, of one kind or of
    /// both.
    fn find_in_step(&mut self, call_id: Wtf8<'_>, dynamic: Option<bool>) -> Option<(usize, usize)> {
        let at = self.target()?;
        if self.run.pending_steps > 0 {
            return None;
        }
        let step = self.calls.current_step(self.messages, at);
        let places = self.calls.places(self.messages, call_id);
        // The latest comes first.
        places.into_iter().rev().find(|(message, part)| {
            let is_meant = |tool: &ToolPart| dynamic.is_none_or(|dynamic| tool.dynamic == dynamic);
            *message == at && *part >= step && self.tool(at, *part).is_some_and(is_meant)
        })
    }

    /// Whether a part is of the current step. Looks at what came after the part
    /// alone, which for one that grows is little.
    fn is_in_step(&self, at: usize, part: usize) -> bool {
        let later = self.parts(at).get(part.saturating_add(1)..);
        self.run.pending_steps == 0
            && later.is_some_and(|parts| !parts.iter().any(Part::is_step_start))
    }

    fn tool(&self, at: usize, part: usize) -> Option<&ToolPart> {
        self.parts(at).get(part).and_then(Part::tool)
    }

    pub(super) fn tool_mut(&mut self, at: usize, part: usize) -> Option<&mut ToolPart> {
        self.messages
            .get_mut(at)
            .and_then(|message| message.parts.get_mut(part))
            .and_then(Part::tool_mut)
    }

    fn is_streaming_input(&self, at: usize, part: usize) -> bool {
        self.tool(at, part)
            .is_some_and(|tool| tool.state == ToolState::InputStreaming)
    }

    fn open_call(&self, call_id: Wtf8<'_>) -> Option<usize> {
        self.run
            .calls
            .iter()
            .position(|open| open.call_id.as_wtf8() == call_id)
    }

    /// Takes a call out so that it and the reducer can change together; the
    /// last one takes its place until it is put back.
    fn take_call(&mut self, index: usize) -> Option<OpenCall> {
        (index < self.run.calls.len()).then(|| self.run.calls.swap_remove(index))
    }

    fn put_call(&mut self, index: usize, open: OpenCall) {
        self.run.calls.push(open);
        let last = self.run.calls.len().saturating_sub(1);
        if index < last {
            self.run.calls.swap(index, last);
        }
    }
}

/// The fields of a new part, in the order in which AI SDK writes them.
fn new_part<'a>(
    tool: &'a ToolPart,
    type_name: Wtf8<'a>,
    update: &Update<'a>,
) -> Vec<(Field, Payload<'a>)> {
    let mut fields = vec![(Field::Type, Payload::Text(type_name))];
    let call_id = (Field::ToolCallId, Payload::Text(tool.call_id.as_wtf8()));
    let state = (Field::State, Payload::word(update.state.name()));
    let title = (Field::Title, update.title.unwrap_or(Payload::Undefined));
    let metadata = update
        .tool_metadata
        .map(|value| (Field::ToolMetadata, value));
    let input = (Field::Input, update.input.unwrap_or(Payload::Undefined));
    let encoding = update
        .encoding_name()
        .map(|name| (Field::InputEncoding, name));
    let output = (Field::Output, update.output);
    let raw_input = (
        Field::RawInput,
        update.raw_input.unwrap_or(Payload::Undefined),
    );
    let error_text = (Field::ErrorText, update.error_text);
    let executed = (Field::ProviderExecuted, update.executed());
    let preliminary = (Field::Preliminary, update.preliminary());
    if tool.dynamic {
        fields.push((Field::ToolName, Payload::Text(tool.name.as_wtf8())));
        fields.extend([call_id, state, input]);
        fields.extend(encoding);
        fields.extend([output, error_text, preliminary, executed, title]);
        fields.extend(metadata);
    } else {
        fields.extend([call_id, state, title]);
        fields.extend(metadata);
        fields.push(input);
        fields.extend(encoding);
        fields.extend([output, raw_input, error_text, executed, preliminary]);
    }
    if let Some(value) = update.provider_metadata {
        fields.push((update.metadata_field(), value));
    }
    fields
}
