//! Answers that are prepared one by one and given together, or not at all.

use crate::human::{Answer, Stage};
use crate::json::Wtf8;
use crate::model::{ChatError, ErrorCode, ItemId, View};

use super::Chat;

impl Chat {
    /// Prepares an answer without giving it: a decision, or a response to a
    /// request for input. `None` drops what was prepared.
    ///
    /// # Errors
    /// As [`Chat::respond_to_approval`].
    pub fn stage(
        &mut self,
        view: &mut dyn View,
        handle: Wtf8<'_>,
        answer: Option<Answer>,
        seen: Option<u32>,
    ) -> Result<(), ChatError> {
        self.catch_up(view);
        let id = self.items.answerable(handle)?;
        self.items.check_revision(id, seen)?;
        let answer = answer.map(|answer| self.completed(id, answer));
        if let Some(answer) = &answer {
            self.check(view, id, answer)?;
        }
        if let Some(item) = self.items.get_mut(id) {
            item.staged = answer;
        }
        self.items.touch(id);
        Ok(())
    }

    /// Gives all prepared answers, or none of them.
    ///
    /// # Errors
    /// That of the first answer that cannot be given;
    /// [`ErrorCode::NothingToSend`] where none is prepared.
    pub fn submit_batch(&mut self, view: &mut dyn View, options: u32) -> Result<(), ChatError> {
        self.catch_up(view);
        let staged: Vec<(ItemId, Answer)> = self
            .items
            .pending()
            .into_iter()
            .filter_map(|id| Some((id, self.items.get(id)?.staged.clone()?)))
            .collect();
        if staged.is_empty() {
            return Err(ChatError::new(
                ErrorCode::NothingToSend,
                "No answer is prepared.",
            ));
        }
        for (id, answer) in &staged {
            self.check(view, *id, answer)?;
        }
        // Rules that are made with these answers hold for what waits besides,
        // and not for the rest of the batch.
        let mut rule_made = false;
        for (id, answer) in &staged {
            let by = self.person();
            match answer.clone() {
                Answer::Decision(decision) => {
                    rule_made |= self.record_decision(view, *id, decision, by, options)?;
                }
                Answer::Input(response) => self.record_input(view, *id, response, by, options)?,
                Answer::Output => {}
            }
        }
        for (id, _) in staged {
            if self
                .items
                .get(id)
                .is_some_and(|item| item.stage == Stage::Answered)
            {
                self.answer_given(view, id, options);
            }
        }
        if rule_made {
            self.rule_made(view);
        }
        Ok(())
    }
}
