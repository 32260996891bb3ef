//! A conversation that lives through a story, watched step by step.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::conversation::{Automatic, Conversation, reply};

use super::oracle::{Oracle, Waits, Way};
use super::step::{Setting, Step};

pub(super) const LIMIT: u64 = 1_000;
pub(super) const WINDOW: u64 = 400;
pub(super) const SERVER: &str = "ai-sdk";
pub(super) const BACK_END: &str = "mcp/files";
pub(super) const ANEW: &str = "mcp/anew";

pub(super) const TERMINAL: [&str; 7] = [
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
pub(super) struct Call {
    /// The message it is in, where it is in one.
    pub(super) message: Option<u32>,
    pub(super) waiter: Option<u32>,
    pub(super) is_approval: bool,
}

pub struct Session {
    pub(super) chat: Conversation,
    pub oracle: Oracle,
    pub(super) setting: Setting,
    pub(super) calls: Vec<(String, Call)>,
    /// The answer that is being written, or was last.
    pub(super) message: u32,
    /// Whether a response is open, and whether content of it has come.
    pub(super) open: Option<bool>,
    pub(super) said: u32,
    /// The calls of the current step: only those can be said again.
    pub(super) step: Vec<String>,
    /// Grants that went out, by call: how often, and whether the last time is
    /// proven not to have been accepted.
    pub(super) carried: BTreeMap<String, bool>,
    pub(super) seen_requests: usize,
    /// Requests that were made anew, and whether they may be once more.
    pub(super) retried: BTreeMap<u64, bool>,
    pub(super) seen_retries: usize,
    /// The entries of the log before this page was loaded are checked.
    pub(super) checked: usize,
    pub(super) terminal: BTreeSet<String>,
    pub(super) connected: bool,
    pub(super) asleep: bool,
    pub moves: BTreeSet<String>,
    pub(super) allowed_moves: BTreeSet<String>,
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
}

pub(super) fn fresh(setting: Setting) -> Conversation {
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

pub(super) fn source(waits: &Waits) -> &'static str {
    match waits.way {
        Way::Message(_) => SERVER,
        Way::Reply => BACK_END,
        Way::Retry => ANEW,
    }
}

pub(super) fn card_name(card: &Value) -> String {
    let name = card.get("toolCallId").unwrap_or(&card["requestId"]);
    name.as_str().unwrap().to_owned()
}
