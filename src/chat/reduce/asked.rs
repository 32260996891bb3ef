//! The agent waits for a person and says how the answer is to be.

use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{ChatError, Field, ItemId, Part, Payload, ToolState};

use super::tools::Update;
use super::{Reducer, Wrote};

impl Reducer<'_> {
    pub(super) fn ask(
        &mut self,
        call_id: Wtf8<'_>,
        request: RawJson<'_>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        if let Some(name) = text(request, "toolName") {
            let update = Update {
                input: Some(
                    request
                        .get("input")
                        .map_or(Payload::Undefined, Payload::Raw),
                ),
                ..Update::to(ToolState::InputAvailable)
            };
            self.upsert(call_id, name.as_wtf8(), true, &update);
        }
        let found = self.find_tool(call_id)?;
        let Some(at) = self.open_target() else {
            return Ok(Wrote::Content);
        };
        self.set_some(at, found, Field::CallProviderMetadata, provider_metadata);
        let id = text(request, "id").unwrap_or_default();
        let kind = request.get("kind").and_then(RawJson::string);
        if kind.is_some_and(|kind| kind.eq_str("approval")) {
            let mut fields = Vec::new();
            if let Some(message) = request.get("message") {
                fields.push((Field::RequestReason, Payload::Raw(message)));
            }
            let wrote = self.approval_request(id.as_wtf8(), call_id, false, &fields)?;
            let item = self.item_at(at, found);
            if let Some(item) = item {
                self.items.set_terms(item, request);
            }
            return Ok(wrote);
        }
        let item = self.messages.get(at).and_then(|message| {
            let tool = message.parts.get(found)?.tool()?;
            Some(self.items.open_interrupt(message.key, tool, request))
        });
        if let Some(tool) = self.tool_mut(at, found) {
            tool.state = ToolState::InputAvailable;
            tool.item = item;
        }
        if let Some(item) = item.and_then(|item| self.items.get_mut(item)) {
            item.message_hint = at;
            item.part_hint = found;
        }
        Ok(Wrote::Content)
    }

    fn item_at(&self, at: usize, part: usize) -> Option<ItemId> {
        self.parts(at).get(part).and_then(Part::tool)?.item
    }
}

fn text(request: RawJson<'_>, name: &str) -> Option<Wtf8Buf> {
    Some(request.get(name)?.string()?.decode().into_owned())
}
