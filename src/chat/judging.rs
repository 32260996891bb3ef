//! Whether an answer can be given: it fits the item, its protocol can carry it,
//! its content is valid.

use crate::human::{Answer, Decision, Item, ItemKind, Settlement};
use crate::json::{RawJson, RawJsonBuf};
use crate::model::{ChatError, ErrorCode, ItemId, View};

use super::Chat;
use super::content::{check_content, check_value};

impl Chat {
    /// An answer as it will be given.
    pub(super) fn completed(&self, id: ItemId, answer: Answer) -> Answer {
        match answer {
            Answer::Decision(decision) => Answer::Decision(self.with_option(id, decision)),
            Answer::Input(_) | Answer::Output => answer,
        }
    }

    /// A plain yes or no, where the wire lists its answers, is the first of
    /// them that says so for this once.
    pub(super) fn with_option(&self, id: ItemId, mut decision: Decision) -> Decision {
        if decision.option_id.is_none()
            && let Some(item) = self.items.get(id)
        {
            decision.option_id = item.answers.plain_option(decision.approved);
        }
        decision
    }

    /// Whether an answer could be given.
    pub(super) fn check(
        &self,
        view: &mut dyn View,
        id: ItemId,
        answer: &Answer,
    ) -> Result<(), ChatError> {
        self.items.check_open(id)?;
        let Some(item) = self.items.get(id) else {
            return Ok(());
        };
        match (&item.kind, answer) {
            (ItemKind::Approval { .. }, Answer::Decision(decision)) => {
                self.check_decision(view, id, decision)
            }
            (ItemKind::Input { request, .. }, Answer::Input(response)) => {
                check_content(request.as_raw(), response, self.host.as_ref())?;
                self.output_of(view, id, response).map(|_| ())
            }
            (ItemKind::Approval { .. } | ItemKind::Question | ItemKind::Input { .. }, _) => {
                Err(ChatError::new(
                    ErrorCode::InvalidArgument,
                    "An approval takes a decision, a request for input a response.",
                ))
            }
        }
    }

    pub(super) fn check_decision(
        &self,
        view: &mut dyn View,
        id: ItemId,
        decision: &Decision,
    ) -> Result<(), ChatError> {
        self.items.check_open(id)?;
        let Some(item) = self.items.get(id) else {
            return Ok(());
        };
        if !matches!(item.kind, ItemKind::Approval { .. }) {
            return Err(ChatError::new(
                ErrorCode::InvalidArgument,
                "This item takes no decision.",
            ));
        }
        if item.settlement == Settlement::Resume && self.place_of(id).is_none() {
            return Err(ChatError::new(
                ErrorCode::Superseded,
                "The message that asked for this approval is gone.",
            ));
        }
        item.answers.carry(decision)?;
        if let Some(input) = &decision.edited_input {
            self.check_edited_input(id, input.as_raw())?;
        }
        if decision.remember.is_some() && self.input_of(view, id).is_none() {
            let mut error = ChatError::new(
                ErrorCode::NotCarried,
                "A rule cannot answer for an input that could not be shown whole.",
            );
            error.path = Some("remember");
            return Err(error);
        }
        Ok(())
    }

    fn check_edited_input(&self, id: ItemId, input: RawJson<'_>) -> Result<(), ChatError> {
        match self.items.get(id).and_then(|item| self.input_schema(item)) {
            Some(schema) => check_value(schema.as_raw(), input, "editedInput", self.host.as_ref()),
            None => Ok(()),
        }
    }

    /// The JSON Schema that an edited input has to fit: the asker's, else the
    /// application's.
    pub fn input_schema<'a>(&'a self, item: &'a Item) -> Option<&'a RawJsonBuf> {
        item.input_schema.as_ref().or_else(|| {
            let tool = self.items.settings.tool(item.tool_name.as_wtf8())?;
            tool.input_schema.as_ref()
        })
    }
}
