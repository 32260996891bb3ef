//! Rules and the application's policy answer before a person is asked.

use crate::human::{Actor, Call, Decision, ItemKind, Stage};
use crate::json::RawJsonBuf;
use crate::model::{ItemId, Part, Role, View};

use super::Chat;
use super::effect::Effect;

impl Chat {
    /// Rules and policy answer what was just asked, before a person does.
    pub(super) fn consider_opened(&mut self, view: &mut dyn View) {
        for id in self.items.take_opened() {
            if !self.is_open_approval(id) {
                continue;
            }
            if !self.apply_grants_to(view, id) && self.items.settings.has_policy {
                self.push(Effect::Policy { item: id });
            }
        }
        self.set_timer();
    }

    /// A rule was made: it is shown, and answers what waits already.
    pub(super) fn rule_made(&mut self, view: &mut dyn View) {
        self.show_grants(view);
        for id in self.items.pending() {
            if self.is_open_approval(id) {
                self.apply_grants_to(view, id);
            }
        }
    }

    /// Takes a rule back. Whether there was one.
    pub fn revoke_grant(&mut self, view: &mut dyn View, id: u32) -> bool {
        let revoked = self.items.grants.revoke(id);
        if revoked {
            self.show_grants(view);
        }
        revoked
    }

    /// The rules of this turn end: the person has written something new, or has
    /// stopped it.
    pub(super) fn end_turn(&mut self, view: &mut dyn View) {
        if self.items.grants.end_turn() {
            self.show_grants(view);
        }
    }

    /// A response is over: the rules of this turn end with it where nothing is
    /// left to answer or to send.
    pub(super) fn end_turn_if_over(&mut self, view: &mut dyn View) {
        if self.items.grants.end_with_turn() && !self.turn_goes_on() {
            self.end_turn(view);
        }
    }

    fn turn_goes_on(&self) -> bool {
        let calls_wait = self
            .messages
            .last()
            .filter(|last| last.role == Role::Assistant)
            .is_some_and(|last| {
                let mut calls = last.parts.iter().filter_map(Part::tool);
                calls.any(|call| !call.is_terminal() && !call.provider_executed)
            });
        calls_wait
            || !self.runs.is_empty()
            || self.items.has_pending()
            || self.items.unsent().next().is_some()
            || self.items.has_unsent_replies()
    }

    fn is_open_approval(&self, id: ItemId) -> bool {
        self.items.get(id).is_some_and(|item| {
            item.stage == Stage::Pending && matches!(item.kind, ItemKind::Approval { .. })
        })
    }

    /// Answers an approval by a rule, if one covers it.
    fn apply_grants_to(&mut self, view: &mut dyn View, id: ItemId) -> bool {
        if self.items.grants.list().is_empty() {
            return false;
        }
        let input = self.input_of(view, id);
        let Some(item) = self.items.get(id) else {
            return false;
        };
        // A rule never reaches what could not be shown, or must not be
        // remembered, nor what the person is answering otherwise.
        if input.is_none() || !item.answers.remember || item.staged.is_some() {
            return false;
        }
        let call = Call {
            tool: item.tool_name.as_wtf8(),
            source: item.source.as_wtf8(),
            input: input.as_ref().map(RawJsonBuf::as_str),
        };
        let Some(grant) = self.items.grants.answer(&call) else {
            return false;
        };
        let (by, decision) = (Actor::Grant(grant.id), Decision::plain(grant.allows));
        self.decide(view, id, decision, by, 0).is_ok()
    }
}
