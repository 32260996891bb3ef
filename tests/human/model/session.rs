//! A conversation that lives through a story, watched step by step.

use std::collections::{BTreeMap, BTreeSet};

use countersign::human::{Queue, Settlement, Stage};
use countersign::model::ItemId;
use serde_json::{Value, json};

use crate::conversation::{Automatic, Conversation, NOON, reply};

use super::oracle::{Oracle, Waits, Way};
use super::step::{Setting, Step};

const LIMIT: u64 = 1_000;
const WINDOW: u64 = 400;
const SERVER: &str = "ai-sdk";
const BACK_END: &str = "mcp/files";
const ANEW: &str = "mcp/anew";

const TERMINAL: [&str; 7] = [
    "approved",
    "denied",
    "settled",
    "cancelled",
    "expired",
    "superseded",
    "withdrawn",
];

/// What is known of a call by its name.
#[derive(Clone, Debug)]
struct Call {
    /// The message it is in, where it is in one.
    message: Option<u32>,
    waiter: Option<u32>,
    is_approval: bool,
}

pub struct Session {
    chat: Conversation,
    pub oracle: Oracle,
    setting: Setting,
    calls: Vec<(String, Call)>,
    /// The answer that is being written, or was last.
    message: u32,
    /// Whether a response is open, and whether content of it has come.
    open: Option<bool>,
    said: u32,
    /// The connection broke, and the response may go on where it was.
    broken: bool,
    /// The calls of the current step: only those can be said again.
    step: Vec<String>,
    /// Grants that went out, by call: how often, and whether the last time is
    /// proven not to have been accepted.
    carried: BTreeMap<String, bool>,
    seen_requests: usize,
    /// Requests that were made anew, and whether they may be once more.
    retried: BTreeMap<u64, bool>,
    seen_retries: usize,
    /// The entries of the log before this page was loaded are checked.
    checked: usize,
    terminal: BTreeSet<String>,
    connected: bool,
    asleep: bool,
    pub moves: BTreeSet<String>,
    allowed_moves: BTreeSet<String>,
}

impl Session {
    pub fn new(setting: Setting) -> Session {
        Session {
            chat: fresh(setting),
            oracle: Oracle::default(),
            setting,
            calls: Vec::new(),
            message: 0,
            open: None,
            said: 0,
            broken: false,
            step: Vec::new(),
            carried: BTreeMap::new(),
            seen_requests: 0,
            retried: BTreeMap::new(),
            seen_retries: 0,
            checked: 0,
            terminal: BTreeSet::new(),
            connected: false,
            asleep: false,
            moves: BTreeSet::new(),
            allowed_moves: crate::states::table::moves(),
        }
    }

    /// A step, and whether everything is as it must be after it.
    pub fn goes(&mut self, step: Step) {
        self.oracle.is_now(self.chat.now());
        let person_asks = matches!(step, Step::Resends(_) | Step::SendsAgain);
        self.does(step);
        self.watch_requests(person_asks);
        self.watch_retries(person_asks);
        if matches!(step, Step::Sleeps(_)) {
            self.asleep = true;
        } else {
            self.asleep = false;
            self.chat.looks_at_the_clock();
            self.watch_requests(false);
            self.watch_retries(false);
            self.oracle.is_now(self.chat.now());
        }
        self.note_open();
        self.watch_log();
        if !self.asleep {
            self.compare();
        }
    }

    /// The story is over: nobody is left waiting, and all can be saved.
    pub fn ends(&mut self) {
        self.does(Step::Sleeps(0));
        self.chat.looks_at_the_clock();
        self.watch_requests(false);
        self.oracle.is_now(self.chat.now());
        self.reloads();
        self.watch_log();
        self.chat.stops();
        assert_eq!(self.chat.waiting(), [0; 0], "a back end hangs after a stop");
    }

    // The steps.

    fn does(&mut self, step: Step) {
        match step {
            Step::Says => self.says(),
            Step::Allows(pick) => self.decides(pick, true),
            Step::Refuses(pick) => self.decides(pick, false),
            Step::AlwaysAllows(pick) => self.always_allows(pick),
            Step::AnswersLate(pick) => self.answers_late(pick),
            Step::Accepts(pick) => self.fills(pick, true),
            Step::Declines(pick) => self.fills(pick, false),
            Step::Prepares(pick, approved) => self.prepares(pick, approved),
            Step::GivesPrepared => self.gives_prepared(),
            Step::DecidesAll(approved) => self.decides_all(approved),
            Step::Undoes(pick) => self.undoes(pick),
            Step::Resends(pick) => self.resends(pick),
            Step::SendsAgain => self.sends_again(),
            Step::Revokes => self.revokes(),
            Step::Stops => self.stops(),
            Step::ServerAsks(count) => self.server_asks(1 + count % 3),
            Step::ServerQuestions(right) => self.server_questions(right),
            Step::ServerText => self.streams(reply().text("Well.")),
            Step::ServerActs(pick) => self.server_acts(pick),
            Step::ServerDenies(pick) => self.server_denies(pick),
            Step::ServerDecides(pick, approved) => self.server_decides(pick, approved),
            Step::ServerSaysAgain(pick, other) => self.server_says_again(pick, other),
            Step::ServerAsksAnew(pick) => self.server_asks_anew(pick),
            Step::ServerEnds => self.server_ends(),
            Step::ServerFails(how) => self.server_fails(how),
            Step::ServerStreamsOn => self.streams(reply().step()),
            Step::BackEndAsks(approval) => self.back_end_asks(approval),
            Step::BackEndGivesUp(pick) => self.back_end_gives_up(pick),
            Step::ConnectionDrops => self.connection_drops(),
            Step::AsksForRetry(approval) => self.asks_for_retry(approval),
            Step::Connects(there) => self.connects(there),
            Step::RetryEnds(pick, how) => self.retry_ends(pick, how),
            Step::ClaimIs(granted) => self.claim_is(granted),
            Step::Waits(time) => self.chat.waits(u64::from(time)),
            Step::Sleeps(time) => self.chat.sleeps(u64::from(time)),
            Step::Reloads => self.reloads(),
            Step::Resumes(how) => self.resumes(how),
            Step::LoadsAnother => self.loads_another(),
            Step::EditsInput(pick) => self.edits_input(pick),
        }
    }

    /// No request is under way, nor waits for its claim.
    fn is_idle(&self) -> bool {
        !self.chat.status().is_busy()
    }

    fn says(&mut self) {
        if !self.is_idle() {
            return;
        }
        self.said += 1;
        self.message = self.said;
        self.chat.says("go");
        // Calls of back ends stand in no message here.
        self.oracle
            .ends(|_, waits| matches!(waits.way, Way::Message(_)));
    }

    /// One that waits, by its number.
    fn waiting(&self, pick: u8, is_approval: bool) -> Option<(String, Waits)> {
        let fitting: Vec<(&String, &Waits)> = self
            .oracle
            .pending
            .iter()
            .filter(|(_, waits)| waits.is_approval == is_approval)
            .collect();
        let (name, waits) = fitting.get(usize::from(pick) % fitting.len().max(1))?;
        Some(((*name).clone(), **waits))
    }

    fn any_call(&self, pick: u8) -> Option<(String, Call)> {
        self.calls
            .get(usize::from(pick) % self.calls.len().max(1))
            .cloned()
    }

    /// A call of the message that is being written.
    fn call_of_message(&self, pick: u8) -> Option<String> {
        self.open?;
        let own: Vec<&String> = self
            .calls
            .iter()
            .filter(|(_, call)| call.message == Some(self.message))
            .map(|(name, _)| name)
            .collect();
        own.get(usize::from(pick) % own.len().max(1))
            .map(|name| (*name).clone())
    }

    fn held_until(&self) -> Option<u64> {
        self.setting.undo.then(|| self.chat.now() + WINDOW)
    }

    fn decides(&mut self, pick: u8, approved: bool) {
        let Some((name, _)) = self.waiting(pick, true) else {
            return;
        };
        let answered = self.chat.responds(&name, json!(approved));
        assert!(answered.is_ok(), "{name} waits: {answered:?}");
        self.oracle.answered(&name, self.held_until());
    }

    fn always_allows(&mut self, pick: u8) {
        // Taking rules back together with answers is another test's story.
        if self.setting.undo {
            return;
        }
        let Some((name, waits)) = self.waiting(pick, true) else {
            return;
        };
        let decision = json!({ "approved": true, "remember": true });
        self.chat.responds(&name, decision).unwrap();
        self.oracle.answered(&name, None);
        self.oracle.always_allows(source(&waits), source);
    }

    fn answers_late(&mut self, pick: u8) {
        let Some((name, call)) = self.any_call(pick) else {
            return;
        };
        if self.oracle.pending.contains_key(&name) {
            return;
        }
        let before = self.chat.text();
        let late = if call.is_approval {
            self.chat.responds(&name, json!(true))
        } else {
            self.chat.fills(&name, json!({ "action": "decline" }))
        };
        assert!(late.is_err(), "{name} does not wait and took an answer");
        if !self.setting.undo && !self.setting.limit {
            assert_eq!(self.chat.text(), before, "a late answer changed something");
        }
    }

    fn fills(&mut self, pick: u8, accepts: bool) {
        let Some((name, waits)) = self.waiting(pick, false) else {
            return;
        };
        let content = match waits.way {
            Way::Message(_) => json!({ "Size": "Small" }),
            Way::Reply | Way::Retry => json!({ "guests": 2 }),
        };
        let response = if accepts {
            json!({ "action": "accept", "content": content })
        } else {
            json!({ "action": "decline" })
        };
        let answered = self.chat.fills(&name, response);
        assert!(answered.is_ok(), "{name} waits: {answered:?}");
        self.oracle.answered(&name, self.held_until());
    }

    fn prepares(&mut self, pick: u8, approved: bool) {
        let Some((name, _)) = self.waiting(pick, true) else {
            return;
        };
        self.chat
            .prepares(&name, json!({ "approved": approved }))
            .unwrap();
        if let Some(waits) = self.oracle.pending.get_mut(&name) {
            waits.prepared = Some(approved);
        }
    }

    fn gives_prepared(&mut self) {
        let prepared: Vec<String> = self
            .oracle
            .pending
            .iter()
            .filter(|(_, waits)| waits.prepared.is_some())
            .map(|(name, _)| name.clone())
            .collect();
        let given = self.chat.gives_prepared();
        assert_eq!(given.is_ok(), !prepared.is_empty(), "{given:?}");
        for name in prepared {
            self.oracle.answered(&name, self.held_until());
        }
    }

    fn decides_all(&mut self, approved: bool) {
        let waiting: Vec<String> = self
            .oracle
            .pending
            .iter()
            .filter(|(_, waits)| waits.is_approval)
            .map(|(name, _)| name.clone())
            .collect();
        assert_eq!(self.chat.decides_all(None, approved), waiting.len());
        for name in waiting {
            self.oracle.answered(&name, self.held_until());
        }
    }

    fn undoes(&mut self, pick: u8) {
        let Some((name, _)) = self.any_call(pick) else {
            return;
        };
        let can = self.oracle.held.contains_key(&name);
        let undone = self.chat.undoes(&name);
        assert_eq!(undone.is_ok(), can, "{name}: {undone:?}");
        self.oracle.taken_back(&name);
    }

    fn resends(&mut self, pick: u8) {
        if !self.is_idle() {
            return;
        }
        if let Some((name, _)) = self.any_call(pick) {
            let resent = self.chat.resends(&name);
            if resent.is_ok()
                && let Settlement::Retry { request, .. } = self.chat.newest(&name).settlement
            {
                // It may have to wait for its connection.
                let request: Value = serde_json::from_str(request.as_str()).unwrap();
                self.retried.insert(request["n"].as_u64().unwrap(), true);
                self.watch_retries(true);
            }
            self.sent_early();
        }
    }

    fn sends_again(&mut self) {
        if self.is_idle() && self.said > 0 {
            self.chat.sends_again();
            self.sent_early();
        }
    }

    /// A person has answers sent although they could still be taken back.
    fn sent_early(&mut self) {
        let items = self.chat.controller.chat.items();
        let gone: Vec<String> = self
            .oracle
            .held
            .keys()
            .filter(|name| {
                let newest = items.named(countersign::json::Wtf8::from_str(name)).last();
                newest.is_none_or(|item| item.held_until.is_none())
            })
            .cloned()
            .collect();
        for name in gone {
            self.oracle.held.remove(&name);
        }
    }

    fn revokes(&mut self) {
        for grant in self.chat.grants() {
            let id = u32::try_from(grant["id"].as_u64().unwrap()).unwrap();
            assert!(self.chat.revokes(id));
        }
        self.oracle.always.clear();
    }

    fn stops(&mut self) {
        let is_waited_for = self
            .oracle
            .pending
            .values()
            .any(|waits| waits.way == Way::Reply)
            || self
                .oracle
                .held
                .values()
                .any(|held| held.waits.way == Way::Reply)
            || !self.chat.waiting().is_empty();
        let is_active = !self.is_idle() || is_waited_for;
        let streamed = self.open == Some(true);
        let message = self.message;
        self.chat.stops();
        self.oracle.pending.retain(|_, waits| match waits.way {
            Way::Message(of) => !(streamed && of == message),
            Way::Reply => false,
            Way::Retry => !is_active,
        });
        self.oracle
            .held
            .retain(|_, held| held.waits.way != Way::Reply);
        self.open = None;
        assert_eq!(self.chat.waiting(), [0; 0], "a back end hangs after a stop");
    }

    // The server.

    fn streams(&mut self, more: crate::conversation::Reply) {
        let Some(streamed) = self.open else { return };
        let id = format!("a{}", self.message);
        let mut reply = if streamed {
            reply()
        } else {
            reply().start(&id).step()
        };
        let is_content =
            !more.0.is_empty() && more.0.iter().any(|chunk| chunk["type"] != "start-step");
        if !streamed || more.0.iter().any(|chunk| chunk["type"] == "start-step") {
            self.step.clear();
        }
        for chunk in &more.0 {
            if chunk["type"] == "tool-input-available" {
                self.step
                    .push(chunk["toolCallId"].as_str().unwrap().to_owned());
            }
        }
        reply.0.extend(more.0);
        self.chat.server_streams(reply);
        self.open = Some(streamed || is_content);
    }

    fn fresh_call(&mut self, call: Call) -> String {
        let name = format!("c{}", self.calls.len());
        self.calls.push((name.clone(), call));
        name
    }

    fn limit(&self) -> Option<u64> {
        self.setting.limit.then(|| self.chat.now() + LIMIT)
    }

    fn server_asks(&mut self, count: u8) {
        if self.open.is_none() {
            return;
        }
        for _ in 0..count {
            let name = self.fresh_call(Call {
                message: Some(self.message),
                waiter: None,
                is_approval: true,
            });
            self.streams(reply().approval(&format!("ap-{name}"), &name));
            let waits = Waits {
                way: Way::Message(self.message),
                is_approval: true,
                deadline: self.limit(),
                prepared: None,
            };
            self.oracle.asked(&name, SERVER, waits);
        }
    }

    fn server_questions(&mut self, right: bool) {
        if self.open.is_none() {
            return;
        }
        let name = self.fresh_call(Call {
            message: Some(self.message),
            waiter: None,
            is_approval: false,
        });
        let options = if right {
            json!([{ "label": "Small" }, { "label": "Large" }])
        } else {
            json!([{ "label": "Only" }])
        };
        let questions = json!({ "questions": [
            { "header": "Size", "question": "Which size?", "options": options },
        ] });
        self.streams(reply().call(&name, "ask_user_question", questions));
        if right {
            let waits = Waits {
                way: Way::Message(self.message),
                is_approval: false,
                deadline: self.limit(),
                prepared: None,
            };
            self.oracle.asked(&name, SERVER, waits);
        }
    }

    fn server_acts(&mut self, pick: u8) {
        if let Some(name) = self.call_of_message(pick) {
            self.streams(reply().output(&name, json!("done")));
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    fn server_denies(&mut self, pick: u8) {
        if let Some(name) = self.call_of_message(pick) {
            self.streams(reply().denied(&name));
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    fn server_decides(&mut self, pick: u8, approved: bool) {
        let Some(name) = self.call_of_message(pick) else {
            return;
        };
        // What was over before this page was loaded has no item here.
        let asked = self.chat.call(&name)["approval"]["id"].clone();
        if asked.is_string() && self.chat.knows(&name) {
            self.streams(reply().chunk(json!({
                "type": "tool-approval-response", "approvalId": asked, "approved": approved,
            })));
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    fn server_says_again(&mut self, pick: u8, other: bool) {
        let Some(name) = self.call_of_message(pick) else {
            return;
        };
        if self.open != Some(true) || !self.step.contains(&name) {
            return;
        }
        if !self.chat.knows(&name) {
            return;
        }
        let stage = self.chat.named(&name)["stage"].clone();
        let is_approval = self.chat.named(&name)["kind"] == "approval";
        if !is_approval || (stage != "pending" && stage != "answered") {
            return;
        }
        let input = if other {
            json!({ "to": format!("{}@x.io", self.chat.log().len()) })
        } else {
            self.chat.call(&name)["input"].clone()
        };
        self.streams(reply().call(&name, "sendEmail", input));
        self.oracle.taken_back(&name);
        if stage == "answered" || other {
            let message = self.message;
            let known = self.oracle.pending.remove(&name);
            let item = self.chat.item(&name);
            let waits = Waits {
                way: Way::Message(message),
                is_approval: true,
                deadline: known.map_or(item.deadline, |waits| waits.deadline),
                prepared: None,
            };
            self.oracle.asked(&name, SERVER, waits);
        }
    }

    fn server_asks_anew(&mut self, pick: u8) {
        let Some(name) = self.call_of_message(pick) else {
            return;
        };
        let known = self
            .calls
            .iter()
            .any(|(known, call)| *known == name && call.is_approval);
        if !known {
            return;
        }
        let id = format!("again-{}", self.chat.log().len());
        self.streams(reply().asks(&id, &name));
        self.oracle.ends(|ended, _| ended == name);
        // Another request is another thing to send.
        self.carried.remove(&name);
        let waits = Waits {
            way: Way::Message(self.message),
            is_approval: true,
            deadline: self.limit(),
            prepared: None,
        };
        self.oracle.asked(&name, SERVER, waits);
    }

    fn server_ends(&mut self) {
        if self.open.take().is_some() {
            self.chat.server_ends();
        }
    }

    fn server_fails(&mut self, how: u8) {
        if self.open.take().is_none() {
            return;
        }
        let not_accepted = matches!(how % 5, 0 | 1);
        self.broken = how % 5 == 3;
        match how % 5 {
            0 => self.chat.server_refuses_with(401),
            1 => self.chat.request_never_leaves(),
            2 => self.chat.server_refuses_with(500),
            3 => self.chat.connection_breaks(),
            _ => self.chat.server_streams(reply().error("no")),
        }
        if not_accepted {
            for not_accepted in self.carried.values_mut() {
                *not_accepted = true;
            }
        }
    }

    /// A response may still be written somewhere: none, one that goes on, or one
    /// that is told from its beginning.
    fn resumes(&mut self, how: u8) {
        let messages = self.chat.messages();
        let Some(last) = messages.as_array().unwrap().last() else {
            return;
        };
        if !self.is_idle() || self.said == 0 || last["role"] != "assistant" {
            return;
        }
        let goes_on = last["parts"]
            .as_array()
            .unwrap()
            .iter()
            .any(|part| part["state"] == "approval-responded");
        let goes_on = goes_on || std::mem::take(&mut self.broken);
        self.broken = false;
        self.chat.resumes();
        if how.is_multiple_of(3) {
            self.chat.finds_nothing_to_resume();
            return;
        }
        let from_the_beginning = how % 3 == 2;
        self.chat.finds_a_stream(from_the_beginning);
        self.open = Some(false);
        self.streams(reply().text("Well."));
        if from_the_beginning || !goes_on {
            let message = self.message;
            self.oracle
                .ends(|_, waits| waits.way == Way::Message(message));
            for (_, call) in &mut self.calls {
                if call.message == Some(message) {
                    call.message = None;
                }
            }
        }
    }

    /// A request that has left is open until it ends.
    fn note_open(&mut self) {
        let status = self.chat.status();
        if status.is_busy() && self.open.is_none() {
            self.open = Some(false);
        } else if !status.is_busy() {
            self.open = None;
        }
        // A claim that is not granted has nothing to answer to.
        if self.setting.claims && !self.chat.side.claims.is_empty() && self.open == Some(false) {
            let sends = self.chat.requests().len();
            if sends == self.seen_requests && self.chat.run_is_claiming() {
                self.open = None;
            }
        }
    }

    // Back ends.

    fn back_end_asks(&mut self, is_approval: bool) {
        let name = format!("c{}", self.calls.len());
        let waiter = self
            .chat
            .backend_asks(BACK_END, self.asks(&name, is_approval));
        self.calls.push((
            name.clone(),
            Call {
                message: None,
                waiter: Some(waiter),
                is_approval,
            },
        ));
        let waits = Waits {
            way: Way::Reply,
            is_approval,
            deadline: self.limit(),
            prepared: None,
        };
        self.oracle.asked(&name, BACK_END, waits);
    }

    fn asks(&self, name: &str, is_approval: bool) -> Value {
        if is_approval {
            crate::asked::may_run(name)
        } else {
            let mut request = crate::asked::how_many();
            request["id"] = json!(name);
            request
        }
    }

    fn back_end_gives_up(&mut self, pick: u8) {
        let waiting = self.chat.waiting();
        if let Some(waiter) = waiting.get(usize::from(pick) % waiting.len().max(1)) {
            self.chat.backend_gives_up(*waiter);
            let name = self.name_of_waiter(*waiter);
            self.oracle.ends(|ended, _| ended == name);
        }
    }

    fn name_of_waiter(&self, waiter: u32) -> String {
        self.calls
            .iter()
            .rev()
            .find(|(_, call)| call.waiter == Some(waiter))
            .map(|(name, _)| name.clone())
            .unwrap()
    }

    fn connection_drops(&mut self) {
        self.chat.connection_drops(BACK_END);
        self.oracle.ends(|_, waits| waits.way == Way::Reply);
        assert_eq!(self.chat.waiting(), [0; 0], "a back end hangs");
    }

    fn asks_for_retry(&mut self, is_approval: bool) {
        let name = self.fresh_call(Call {
            message: None,
            waiter: None,
            is_approval,
        });
        let request = self.asks(&name, is_approval);
        let number = self.calls.len();
        self.chat
            .asks_for_retry(ANEW, request, json!({ "n": number }))
            .unwrap();
        let waits = Waits {
            way: Way::Retry,
            is_approval,
            deadline: self.limit(),
            prepared: None,
        };
        self.oracle.asked(&name, ANEW, waits);
    }

    fn connects(&mut self, there: bool) {
        self.connected = there;
        if there {
            self.chat.connects(ANEW);
        } else {
            self.chat.disconnects(ANEW);
        }
    }

    fn retry_ends(&mut self, pick: u8, how: u8) {
        let made: Vec<ItemId> = self
            .chat
            .side
            .retried
            .iter()
            .map(|retried| retried.item)
            .collect();
        if let Some(item) = made.get(usize::from(pick) % made.len().max(1)) {
            // Not accepted: again only when a person says so.
            let accepted = [Some(true), Some(false), None][usize::from(how) % 3];
            self.chat.retry_ends(*item, accepted);
        }
    }

    fn claim_is(&mut self, granted: bool) {
        if self.chat.side.claims.is_empty() {
            return;
        }
        let open_again: Vec<(String, Waits)> = if granted {
            Vec::new()
        } else {
            self.claimed_replies()
        };
        let run_fails = !granted && self.chat.oldest_claim_is_of_run();
        self.chat.claim_is(granted);
        if run_fails {
            for not_accepted in self.carried.values_mut() {
                *not_accepted = true;
            }
        }
        for (name, waits) in open_again {
            self.oracle.pending.insert(name, waits);
        }
    }

    /// What waits again if the oldest claim is not granted.
    fn claimed_replies(&self) -> Vec<(String, Waits)> {
        let items = self.chat.controller.chat.items();
        self.chat
            .items_of_oldest_claim()
            .into_iter()
            .filter_map(|id| items.get(id))
            .filter(|item| item.settlement != Settlement::Resume && item.stage == Stage::Answered)
            .map(|item| {
                let is_approval = item.kind.name() == "approval";
                let way = match item.settlement {
                    Settlement::Reply(_) => Way::Reply,
                    Settlement::Resume | Settlement::Retry { .. } => Way::Retry,
                };
                let waits = Waits {
                    way,
                    is_approval,
                    deadline: item.deadline,
                    prepared: None,
                };
                (name_of(item), waits)
            })
            .collect()
    }

    // Pages.

    fn reloads(&mut self) {
        self.chat.looks_at_the_clock();
        self.watch_requests(false);
        self.watch_retries(false);
        self.watch_log();
        let saved = self.chat.exported();
        let mut page = fresh(self.setting);
        page.sleeps(self.chat.now() - NOON);
        page.loads(&self.chat.messages());
        page.imports(&saved).unwrap();
        assert_eq!(
            comparable(&page.exported()),
            comparable(&saved),
            "what is saved comes back as it was"
        );
        assert_eq!(
            page.messages(),
            self.chat.messages(),
            "messages are shown as they were"
        );
        assert!(page.requests().is_empty(), "nothing is sent by loading");
        self.chat = page;
        self.checked = 0;
        self.terminal.clear();
        self.seen_requests = 0;
        self.seen_retries = 0;
        self.open = None;
        self.broken = false;
        self.connected = false;
        self.oracle.ends(|_, waits| waits.way == Way::Reply);
        for (_, call) in &mut self.calls {
            call.waiter = None;
        }
    }

    fn loads_another(&mut self) {
        if !self.is_idle() {
            return;
        }
        let is_another = !self.chat.messages().as_array().unwrap().is_empty();
        self.said += 1;
        self.broken = false;
        let id = format!("other-{}", self.said);
        self.chat
            .loads(&json!([{ "id": id, "role": "user", "parts": [] }]));
        self.oracle
            .ends(|_, waits| is_another || matches!(waits.way, Way::Message(_)));
        if is_another {
            self.oracle.always.clear();
            assert_eq!(
                self.chat.waiting(),
                [0; 0],
                "a back end of another conversation hangs"
            );
        }
        for (_, call) in &mut self.calls {
            call.message = None;
        }
    }

    fn edits_input(&mut self, pick: u8) {
        if !self.is_idle() {
            return;
        }
        let Some((name, waits)) = self.waiting(pick, true) else {
            return;
        };
        if !matches!(waits.way, Way::Message(_)) {
            return;
        }
        let length = self.chat.log().len();
        self.chat.changes_messages(|messages| {
            for message in messages {
                for part in message["parts"].as_array_mut().unwrap() {
                    if part["toolCallId"] == json!(name) {
                        part["input"] = json!({ "to": format!("edited-{length}") });
                    }
                }
            }
        });
        if let Some(waits) = self.oracle.pending.get_mut(&name) {
            waits.prepared = None;
        }
    }

    // What must hold.

    /// What is listed is what waits.
    pub fn compare(&self) {
        let mut listed: Vec<String> = Vec::new();
        for card in self
            .chat
            .approvals()
            .iter()
            .chain(&self.chat.input_requests())
        {
            if card["stage"] == "pending" {
                listed.push(card_name(card));
            }
        }
        listed.sort();
        let mut waiting: Vec<String> = self.oracle.pending.keys().cloned().collect();
        waiting.sort();
        assert_eq!(listed, waiting, "listed, and what waits");
        let mut held: Vec<String> = Vec::new();
        for card in self
            .chat
            .approvals()
            .iter()
            .chain(&self.chat.input_requests())
        {
            if card["stage"] == "answered" {
                held.push(card_name(card));
            }
        }
        held.sort();
        let can: Vec<String> = self.oracle.held.keys().cloned().collect();
        let mut can = can;
        can.sort();
        assert_eq!(held, can, "listed, and what can be taken back");
        self.nobody_hangs();
        self.nothing_is_forgotten();
    }

    /// Whoever waits waits for a person, for a window, or for a claim.
    fn nobody_hangs(&self) {
        for waiter in self.chat.waiting() {
            let item = self.chat.item_of_waiter(waiter);
            let has_cause = match item.stage {
                Stage::Pending => true,
                Stage::Answered => item.held_until.is_some() || !self.chat.side.claims.is_empty(),
                Stage::Sending(_) | Stage::Unknown | Stage::Settled(_) => false,
            };
            assert!(has_cause, "{waiter} waits for nothing: {item:?}");
        }
    }

    /// An answer for a connection that is there has gone out.
    fn nothing_is_forgotten(&self) {
        let items = self.chat.controller.chat.items();
        for id in items.unsent_replies() {
            let item = items.get(id).unwrap();
            let waits_for_connection =
                matches!(item.settlement, Settlement::Retry { .. }) && !self.connected;
            assert!(
                waits_for_connection
                    || item.held_until.is_some()
                    || !self.chat.side.claims.is_empty(),
                "forgotten: {item:?}"
            );
            assert_eq!(items.waits_for(id), Some(Queue::Reply));
        }
    }

    /// What was allowed goes out once, and again only when a person says so or
    /// it is proven not to have been accepted.
    fn watch_requests(&mut self, person_asks: bool) {
        let sent: Vec<Value> = self.chat.requests()[self.seen_requests..]
            .iter()
            .map(|sent| sent.messages.clone())
            .collect();
        self.seen_requests += sent.len();
        self.broken &= sent.is_empty();
        for messages in sent {
            for name in granted(&messages) {
                let again = self.carried.get(&name).is_some_and(|refused| !refused);
                assert!(
                    person_asks || !again,
                    "{name} was allowed and sent, and is sent again by itself"
                );
                self.carried.insert(name, false);
            }
        }
    }

    fn watch_retries(&mut self, person_asks: bool) {
        let made: Vec<u64> = self.chat.side.retried[self.seen_retries..]
            .iter()
            .map(|retried| retried.request["n"].as_u64().unwrap())
            .collect();
        self.seen_retries += made.len();
        for number in made {
            let again = self.retried.get(&number).is_some_and(|may_go| !may_go);
            self.retried.insert(number, false);
            assert!(person_asks || !again, "request {number} is made anew twice");
        }
    }

    /// Each item settles once; nothing moves but as the page about states says.
    fn watch_log(&mut self) {
        let log = self.chat.log();
        for entry in log
            .iter()
            .filter(|entry| entry["sequence"].as_u64().unwrap() >= self.checked as u64)
        {
            let item = entry["item"].as_str().unwrap().to_owned();
            assert!(
                !self.terminal.contains(&item),
                "{item} is over and moves: {entry}"
            );
            let to = entry["to"].as_str().unwrap();
            if TERMINAL.contains(&to) {
                self.terminal.insert(item);
            }
            let found = format!(
                "{} → {to} by {}",
                entry["from"].as_str().unwrap_or("–"),
                entry["by"]["kind"].as_str().unwrap()
            );
            assert!(self.allowed_moves.contains(&found), "no such move: {found}");
            self.moves.insert(found);
            if entry["from"] == "unknown" && entry["to"] == "answered" {
                let by = &entry["by"]["kind"];
                assert!(
                    by == "person" || self.checked == 0,
                    "unknown became answered by {by}"
                );
            }
        }
        self.checked = log.last().map_or(self.checked, |entry| {
            1 + usize::try_from(entry["sequence"].as_u64().unwrap()).unwrap()
        });
    }
}

fn fresh(setting: Setting) -> Conversation {
    let automatic = if setting.automatic {
        Automatic::Always
    } else {
        Automatic::Off
    };
    let chat = Conversation::new().sending(automatic).with_human(|human| {
        human.asks_user = true;
        human.undo_window = setting.undo.then_some(WINDOW);
        human.deadline = setting.limit.then_some(LIMIT);
        human.input_deadline = setting.limit.then_some(LIMIT);
    });
    if setting.claims {
        chat.claiming()
    } else {
        chat
    }
}

fn source(waits: &Waits) -> &'static str {
    match waits.way {
        Way::Message(_) => SERVER,
        Way::Reply => BACK_END,
        Way::Retry => ANEW,
    }
}

fn name_of(item: &countersign::human::Item) -> String {
    match &item.kind {
        countersign::human::ItemKind::Input { request_id, .. } => {
            request_id.to_string_lossy().into_owned()
        }
        countersign::human::ItemKind::Approval { .. } | countersign::human::ItemKind::Question => {
            item.call_id.to_string_lossy().into_owned()
        }
    }
}

fn card_name(card: &Value) -> String {
    let name = card.get("toolCallId").unwrap_or(&card["requestId"]);
    name.as_str().unwrap().to_owned()
}

/// The calls that these messages say are allowed and have no result.
fn granted(messages: &Value) -> Vec<String> {
    messages
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|message| message["parts"].as_array().unwrap())
        .filter(|part| {
            part["state"] == "approval-responded" && part["approval"]["approved"] == true
        })
        .map(|part| part["toolCallId"].as_str().unwrap().to_owned())
        .collect()
}

/// Own names are those of a page; what was on its way is unknown after it.
fn comparable(saved: &Value) -> Value {
    let mut saved = saved.clone();
    let items = saved["items"].as_array_mut().unwrap();
    for item in items.iter_mut() {
        item["id"] = json!(null);
        if item["stage"] == "sending" {
            item["stage"] = json!("unknown");
        }
    }
    items.sort_by_key(|item| card_name(item));
    saved
}
