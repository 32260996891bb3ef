//! The agent asks whether it may run a call, or says what was decided.

use crate::human::{Actor, Outcome};
use crate::json::Wtf8;
use crate::model::{Approval, ChatError, Field, Part, Patch, Payload, ToolState};

use super::{Reducer, Wrote, leaf, out_of_order};

impl Reducer<'_> {
    pub(super) fn approval_request(
        &mut self,
        approval_id: Wtf8<'_>,
        call_id: Wtf8<'_>,
        is_automatic: bool,
        fields: &[(Field, Payload<'_>)],
    ) -> Result<Wrote, ChatError> {
        let found = self.find_tool(call_id)?;
        let Some(at) = self.open_target() else {
            return Ok(Wrote::Content);
        };
        let item = self
            .messages
            .get(at)
            .filter(|_| !is_automatic)
            .and_then(|message| {
                let tool = message.parts.get(found)?.tool()?;
                Some(
                    self.items
                        .open_approval(approval_id.to_owned(), message.key, tool),
                )
            });
        if let Some(item) = item.and_then(|item| self.items.get_mut(item)) {
            item.message_hint = at;
            item.part_hint = found;
        }
        let mut replaced = None;
        if let Some(tool) = self.tool_mut(at, found) {
            tool.state = ToolState::ApprovalRequested;
            tool.approval = Some(Approval {
                id: approval_id.to_owned(),
                approved: None,
                is_automatic,
            });
            replaced = std::mem::replace(&mut tool.item, item);
        }
        // The agent asks anew: what was asked or answered before is over, and
        // stays on record.
        if let Some(earlier) = replaced {
            self.items
                .settle(earlier, Outcome::Withdrawn, &Actor::Agent);
        }
        self.set(at, found, Field::State, Payload::word("approval-requested"));
        let mut object = Vec::with_capacity(fields.len().saturating_add(1));
        object.push((Field::Id, Payload::Text(approval_id)));
        object.extend_from_slice(fields);
        self.view.apply(Patch::SetObject {
            leaf: leaf(at, found, Field::Approval),
            merge: false,
            fields: &object,
        });
        Ok(Wrote::Content)
    }

    pub(super) fn approval_response(
        &mut self,
        approval_id: Wtf8<'_>,
        approved: bool,
        reason: Option<Wtf8<'_>>,
        provider_executed: Option<bool>,
        provider_metadata: Option<Payload<'_>>,
    ) -> Result<Wrote, ChatError> {
        let found = self.target().and_then(|at| {
            self.parts(at)
                .iter()
                .position(|part| has_approval(part, approval_id))
        });
        let Some(found) = found else {
            return Err(out_of_order(
                "tool-approval-response",
                approval_id,
                ["No tool invocation found for approval ID \"", "\"."],
                "",
            ));
        };
        let Some(at) = self.open_target() else {
            return Ok(Wrote::Content);
        };
        let mut item = None;
        if let Some(tool) = self.tool_mut(at, found) {
            tool.state = ToolState::ApprovalResponded;
            if let Some(approval) = &mut tool.approval {
                approval.approved = Some(approved);
            }
            if let Some(executed) = provider_executed {
                tool.provider_executed = executed;
            }
            item = tool.item;
        }
        if let Some(item) = item {
            self.items.decided_by_agent(item, approved);
        }
        self.set(at, found, Field::State, Payload::word("approval-responded"));
        let mut object = vec![
            (Field::Id, Payload::Text(approval_id)),
            (Field::Approved, Payload::Bool(approved)),
        ];
        if let Some(reason) = reason {
            object.push((Field::Reason, Payload::Text(reason)));
        }
        self.view.apply(Patch::SetObject {
            leaf: leaf(at, found, Field::Approval),
            merge: true,
            fields: &object,
        });
        let executed = provider_executed.map(Payload::Bool);
        self.set_some(at, found, Field::ProviderExecuted, executed);
        self.set_some(at, found, Field::CallProviderMetadata, provider_metadata);
        Ok(Wrote::Content)
    }
}

fn has_approval(part: &Part, approval_id: Wtf8<'_>) -> bool {
    part.tool()
        .and_then(|tool| tool.approval.as_ref())
        .is_some_and(|approval| approval.id.as_wtf8() == approval_id)
}
