//! The human's side as a test tells it: who answers what, when, what back ends
//! ask, and what they are told. The clock moves only when a test says so.

use std::collections::BTreeMap;

use countersign::chat::{Answering, Ask};
use countersign::human::{
    Answer, Decision, HumanSettings, InputResponse, Item, Outcome, Settlement,
};
use countersign::json::{RawJson, RawJsonBuf, Writer, Wtf8};
use countersign::model::{ChatError, ItemId};
use serde_json::{Value, json};

use super::{Conversation, raw};

/// What a back end that waited was told.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Answer(Value),
    Nobody(Outcome),
}

/// A request made anew with its answer.
#[derive(Clone, Debug)]
pub struct Retried {
    pub item: ItemId,
    pub connection: String,
    pub request: Value,
    pub answer: Value,
}

type Policy = Box<dyn FnMut(&Item) -> Option<Decision>>;

/// What the host keeps of the human's side.
#[derive(Default)]
pub struct Side {
    pub settings: HumanSettings,
    now: u64,
    /// The time for which the host has set its timer.
    pub timer: Option<u64>,
    told: BTreeMap<u32, Told>,
    asked: u32,
    pub retried: Vec<Retried>,
    policy: Option<Policy>,
    /// Approvals about which a slow policy still thinks.
    pub considered: Vec<ItemId>,
    /// Claims that the host has not granted, and whose answers they are.
    pub claims: Vec<(u32, Vec<ItemId>)>,
}

/// The time at which every test begins, in milliseconds since 1970.
pub const NOON: u64 = 1_764_590_400_000;

impl Conversation {
    /// Changes the settings of what waits for a person.
    pub fn with_human(mut self, change: impl FnOnce(&mut HumanSettings)) -> Conversation {
        self.changes_human(change);
        self
    }

    pub fn changes_human(&mut self, change: impl FnOnce(&mut HumanSettings)) {
        change(&mut self.side.settings);
        let settings = self.side.settings.clone();
        self.controller.chat.set_human_settings(settings);
    }

    /// The application has a policy that answers at once.
    pub fn with_policy(
        mut self,
        policy: impl FnMut(&Item) -> Option<Decision> + 'static,
    ) -> Conversation {
        self.side.policy = Some(Box::new(policy));
        self.with_human(|settings| settings.has_policy = true)
    }

    /// The application has a policy that takes its time.
    pub fn with_slow_policy(self) -> Conversation {
        self.with_human(|settings| settings.has_policy = true)
    }

    /// What the slow policy says about the approval it was asked about first.
    pub fn policy_says(&mut self, decision: Option<Decision>) {
        let item = self.side.considered.remove(0);
        self.verdict_of_policy(item, decision);
        self.pump();
    }

    fn verdict_of_policy(&mut self, item: ItemId, decision: Option<Decision>) {
        self.controller
            .chat
            .policy_verdict(&mut self.controller.view, item, decision);
    }

    pub(super) fn ask_policy(&mut self, id: ItemId) {
        let Some(mut policy) = self.side.policy.take() else {
            self.side.considered.push(id);
            return;
        };
        let item = self.controller.chat.items().get(id).unwrap().clone();
        let decision = policy(&item);
        self.side.policy = Some(policy);
        self.verdict_of_policy(id, decision);
    }

    // Answers by name.

    pub fn allows(&mut self, handle: &str) {
        self.responds(handle, json!(true)).unwrap();
    }

    pub fn refuses(&mut self, handle: &str) {
        self.responds(handle, json!(false)).unwrap();
    }

    /// Allows, and everything like it from now on.
    pub fn always_allows(&mut self, handle: &str) {
        self.responds(handle, json!({ "approved": true, "remember": true }))
            .unwrap();
    }

    /// A decision as `respondToApproval` takes it.
    pub fn responds(&mut self, handle: &str, decision: Value) -> Result<(), ChatError> {
        self.responds_to_seen(handle, decision, None)
    }

    /// A decision about what was seen at this revision.
    pub fn responds_to_seen(
        &mut self,
        handle: &str,
        decision: Value,
        seen: Option<u32>,
    ) -> Result<(), ChatError> {
        let outcome = Decision::read(raw(&decision).as_raw()).and_then(|decision| {
            self.controller.chat.respond_to_approval(
                &mut self.controller.view,
                Wtf8::from_str(handle),
                decision,
                &Answering { seen, options: 0 },
            )
        });
        self.pump();
        outcome
    }

    /// A response as `respondToInput` takes it.
    pub fn fills(&mut self, handle: &str, response: Value) -> Result<(), ChatError> {
        self.fills_seen(handle, response, None)
    }

    pub fn fills_seen(
        &mut self,
        handle: &str,
        response: Value,
        seen: Option<u32>,
    ) -> Result<(), ChatError> {
        let outcome = InputResponse::read(raw(&response).as_raw()).and_then(|response| {
            self.controller.chat.respond_to_input(
                &mut self.controller.view,
                Wtf8::from_str(handle),
                response,
                &Answering { seen, options: 0 },
            )
        });
        self.pump();
        outcome
    }

    /// Prepares a decision (or a response, where it has an `action`).
    pub fn prepares(&mut self, handle: &str, answer: Value) -> Result<(), ChatError> {
        let read = raw(&answer);
        let answer = if answer.get("action").is_some() {
            Answer::Input(InputResponse::read(read.as_raw()).unwrap())
        } else {
            Answer::Decision(Decision::read(read.as_raw()).unwrap())
        };
        self.stages(handle, Some(answer))
    }

    pub fn drops_prepared(&mut self, handle: &str) -> Result<(), ChatError> {
        self.stages(handle, None)
    }

    fn stages(&mut self, handle: &str, answer: Option<Answer>) -> Result<(), ChatError> {
        let outcome = self.controller.chat.stage(
            &mut self.controller.view,
            Wtf8::from_str(handle),
            answer,
            None,
        );
        self.pump();
        outcome
    }

    pub fn gives_prepared(&mut self) -> Result<(), ChatError> {
        let outcome = self
            .controller
            .chat
            .submit_batch(&mut self.controller.view, 0);
        self.pump();
        outcome
    }

    pub fn decides_all(&mut self, tool: Option<&str>, approved: bool) -> usize {
        let count = self.controller.chat.decide_all(
            &mut self.controller.view,
            tool.map(Wtf8::from_str),
            approved,
            0,
        );
        self.pump();
        count
    }

    pub fn undoes(&mut self, handle: &str) -> Result<(), ChatError> {
        let outcome = self
            .controller
            .chat
            .undo(&mut self.controller.view, Wtf8::from_str(handle));
        self.pump();
        outcome
    }

    pub fn resends(&mut self, handle: &str) -> Result<(), ChatError> {
        let request = self.request(0);
        let outcome =
            self.controller
                .chat
                .resend(&mut self.controller.view, Wtf8::from_str(handle), request);
        self.pump();
        outcome
    }

    pub fn revokes(&mut self, grant: u32) -> bool {
        let revoked = self
            .controller
            .chat
            .revoke_grant(&mut self.controller.view, grant);
        self.pump();
        revoked
    }

    /// From now on somebody else sits at the screen.
    pub fn person_is(&mut self, name: &str) {
        self.controller.chat.set_person(Some(name.into()));
    }

    // Back ends.

    /// A back end asks whether a call may run. Gives who waits.
    pub fn backend_asks(&mut self, source: &str, request: Value) -> u32 {
        self.tries_to_ask(source, request).unwrap()
    }

    pub fn tries_to_ask(&mut self, source: &str, request: Value) -> Result<u32, ChatError> {
        self.side.asked += 1;
        let waiter = self.side.asked;
        self.puts(source, request, Settlement::Reply(waiter))?;
        Ok(waiter)
    }

    /// A back end whose request can be made anew asks.
    pub fn asks_for_retry(
        &mut self,
        connection: &str,
        request: Value,
        retry: Value,
    ) -> Result<ItemId, ChatError> {
        let settlement = Settlement::Retry {
            connection: connection.into(),
            request: raw(&retry),
        };
        self.puts(connection, request, settlement)
    }

    fn puts(
        &mut self,
        source: &str,
        request: Value,
        settlement: Settlement,
    ) -> Result<ItemId, ChatError> {
        let json = raw(&request);
        let ask = Ask {
            source: Wtf8::from_str(source),
            settlement,
            request: json.as_raw(),
        };
        let chat = &mut self.controller.chat;
        let asked = if request.get("toolCallId").is_some() {
            chat.ask_approval(&mut self.controller.view, &ask)
        } else {
            chat.ask_input(&ask)
        };
        self.pump();
        asked
    }

    /// The back end that waits does not wait any more: it has been aborted.
    pub fn backend_gives_up(&mut self, waiter: u32) {
        let item = self.item_of_waiter(waiter).id;
        self.controller
            .chat
            .withdraw(&mut self.controller.view, item);
        self.pump();
    }

    pub fn connection_drops(&mut self, source: &str) {
        self.controller
            .chat
            .connection_lost(&mut self.controller.view, Wtf8::from_str(source));
        self.pump();
    }

    /// Somebody makes the requests of this connection anew from now on.
    pub fn connects(&mut self, connection: &str) {
        self.controller
            .chat
            .connect(&mut self.controller.view, Wtf8::from_str(connection));
        self.pump();
    }

    pub fn disconnects(&mut self, connection: &str) {
        self.controller.chat.disconnect(Wtf8::from_str(connection));
        self.pump();
    }

    /// What became of a request made anew: accepted or not, or not known.
    pub fn retry_ends(&mut self, item: ItemId, accepted: Option<bool>) {
        self.controller
            .chat
            .retried(&mut self.controller.view, item, accepted);
        self.pump();
    }

    /// What whoever waits was told, once they were.
    pub fn told_to(&self, waiter: u32) -> Option<&Told> {
        self.side.told.get(&waiter)
    }

    /// The answer that whoever waits was given.
    pub fn answer_to(&self, waiter: u32) -> Value {
        match self.told_to(waiter) {
            Some(Told::Answer(answer)) => answer.clone(),
            other => panic!("no answer to {waiter} but {other:?}"),
        }
    }

    /// Who waits and has been told nothing.
    pub fn waiting(&self) -> Vec<u32> {
        (1..=self.side.asked)
            .filter(|waiter| !self.side.told.contains_key(waiter))
            .collect()
    }

    pub(super) fn tell(&mut self, waiter: u32, told: Told) {
        let before = self.side.told.insert(waiter, told.clone());
        assert_eq!(before, None, "{waiter} is told {told:?} after this");
    }

    pub(super) fn note_retry(
        &mut self,
        item: ItemId,
        connection: &str,
        request: &RawJsonBuf,
        answer: &Answer,
    ) {
        self.side.retried.push(Retried {
            item,
            connection: connection.to_owned(),
            request: serde_json::from_str(request.as_str()).unwrap(),
            answer: answer_json(answer),
        });
    }

    /// The host says whether the oldest claim is granted.
    pub fn claim_is(&mut self, granted: bool) {
        let (token, _) = self.side.claims.remove(0);
        self.controller
            .chat
            .claimed(&mut self.controller.view, token, granted);
        self.pump();
    }

    /// Whose answers the oldest claim is about.
    pub fn items_of_oldest_claim(&self) -> Vec<ItemId> {
        self.side
            .claims
            .first()
            .map(|(_, items)| items.clone())
            .unwrap_or_default()
    }

    /// Whether a request waits for the oldest claim, and no back end.
    pub fn oldest_claim_is_of_run(&self) -> bool {
        self.items_of_oldest_claim()
            .iter()
            .any(|id| self.is_of_run(*id))
    }

    /// Whether a request waits for a claim.
    pub fn run_is_claiming(&self) -> bool {
        self.side
            .claims
            .iter()
            .flat_map(|(_, items)| items)
            .any(|id| self.is_of_run(*id))
    }

    fn is_of_run(&self, id: ItemId) -> bool {
        let item = self.controller.chat.items().get(id);
        item.is_some_and(|item| item.settlement == Settlement::Resume)
    }

    // Time.

    pub fn now(&self) -> u64 {
        NOON + self.side.now
    }

    /// Time passes; the host looks at the clock whenever its timer rings.
    pub fn waits(&mut self, milliseconds: u64) {
        let end = self.side.now + milliseconds;
        while let Some(at) = self.side.timer.filter(|at| *at <= NOON + end) {
            self.side.now = self.side.now.max(at.saturating_sub(NOON));
            self.looks_at_the_clock();
        }
        self.side.now = end;
        self.controller.chat.set_time(self.now());
    }

    /// The machine sleeps: time passes and no timer rings.
    pub fn sleeps(&mut self, milliseconds: u64) {
        self.side.now += milliseconds;
        self.controller.chat.set_time(self.now());
    }

    pub fn looks_at_the_clock(&mut self) {
        let now = self.now();
        self.controller.chat.tick(&mut self.controller.view, now);
        self.pump();
    }

    // What is shown.

    pub fn approvals(&self) -> Vec<Value> {
        list(&self.controller.view.approvals_json())
    }

    pub fn input_requests(&self) -> Vec<Value> {
        list(&self.controller.view.input_requests_json())
    }

    pub fn grants(&self) -> Vec<Value> {
        list(&self.controller.view.grants_json())
    }

    /// The calls whose approvals are listed.
    pub fn listed(&self) -> Vec<String> {
        self.approvals()
            .iter()
            .map(|card| card["toolCallId"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The own name of what has waited longest.
    pub fn listed_first(&self) -> String {
        let items = self.controller.chat.items();
        let first = items.pending()[0];
        items
            .get(first)
            .unwrap()
            .handle()
            .to_string_lossy()
            .into_owned()
    }

    /// The newest item of this name, as front ends see it.
    pub fn named(&self, handle: &str) -> Value {
        let chat = &self.controller.chat;
        let item = chat
            .items()
            .named(Wtf8::from_str(handle))
            .last()
            .unwrap_or_else(|| panic!("nothing is named {handle}"));
        serde_json::from_str(&chat.item_json(item)).unwrap()
    }

    /// The newest item of this name.
    pub fn newest(&self, handle: &str) -> Item {
        let items = self.controller.chat.items();
        items.named(Wtf8::from_str(handle)).last().unwrap().clone()
    }

    /// Whether anything goes by this name.
    pub fn knows(&self, handle: &str) -> bool {
        let items = self.controller.chat.items();
        items.named(Wtf8::from_str(handle)).next().is_some()
    }

    pub fn item_of_waiter(&self, waiter: u32) -> Item {
        self.controller
            .chat
            .items()
            .iter()
            .find(|item| item.settlement == Settlement::Reply(waiter))
            .unwrap_or_else(|| panic!("{waiter} asked nothing"))
            .clone()
    }

    /// The log, from its first entry on.
    pub fn log(&self) -> Vec<Value> {
        let lines = self.controller.chat.items().audit_lines(0);
        lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The moves of a call's items, in short: `pending → answered by person`.
    pub fn moves(&self, call: &str) -> Vec<String> {
        self.log()
            .iter()
            .filter(|entry| entry["toolCallId"] == call)
            .map(|entry| {
                let text = |value: &Value| value.as_str().unwrap_or("–").to_owned();
                format!(
                    "{} → {} by {}",
                    text(&entry["from"]),
                    text(&entry["to"]),
                    text(&entry["by"]["kind"])
                )
            })
            .collect()
    }

    // Saving.

    pub fn exported(&self) -> Value {
        serde_json::from_str(&self.controller.chat.export_human()).unwrap()
    }

    pub fn imports(&mut self, saved: &Value) -> Result<(), ChatError> {
        let outcome = self
            .controller
            .chat
            .import_human(&mut self.controller.view, raw(saved).as_raw());
        self.pump();
        outcome
    }

    /// The page, reloaded with the messages and the state that were saved.
    pub fn restored(&self) -> Conversation {
        let mut restored = Conversation::new();
        restored.side.now = self.side.now;
        restored.controller.chat.set_time(restored.now());
        let settings = self.side.settings.clone();
        restored.changes_human(|own| *own = settings);
        restored.loads(&self.messages());
        restored.imports(&self.exported()).unwrap();
        restored
    }
}

fn list(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap()
}

pub(super) fn answer_json(answer: &Answer) -> Value {
    let mut json = String::new();
    answer.write(&mut Writer::new(&mut json));
    serde_json::from_str(RawJson::parse(&json).unwrap().as_str()).unwrap()
}
