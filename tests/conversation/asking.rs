//! The application's answer to "send by itself?".

use countersign::json::Wtf8Buf;
use countersign::model::{ChatError, ErrorCode};
use countersign::transcript::last_assistant_message_is_complete;

use super::Conversation;

/// What the application's predicate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// Yes once the last answer is complete.
    WhenComplete,
    /// Yes to everything, as a careless one would.
    Always,
    /// No.
    Never,
    /// It throws.
    Throws,
    /// It takes its time: the test says when and what.
    Later,
    /// There is none.
    Off,
}

impl Conversation {
    pub(super) fn ask(&mut self, token: u32, messages: usize) {
        match self.automatic {
            Automatic::WhenComplete => {
                let shown = &self.controller.chat.messages()[..messages];
                let send = last_assistant_message_is_complete(shown);
                self.decide(token, send);
            }
            Automatic::Always => self.decide(token, true),
            Automatic::Never | Automatic::Off => self.decide(token, false),
            Automatic::Throws => {
                let error = ChatError::new(ErrorCode::Callback, "the predicate threw");
                self.controller.chat.verdict_failed(token, error);
            }
            Automatic::Later => self.asked.push(token),
        }
    }

    fn decide(&mut self, token: u32, send: bool) {
        self.ids += 1;
        let id = Wtf8Buf::from(format!("fresh-{}", self.ids).as_str());
        self.controller
            .chat
            .verdict(&mut self.controller.view, token, send, id);
    }

    /// The oldest question that the predicate has not answered is answered.
    pub fn predicate_says(&mut self, send: bool) {
        let token = self.asked.remove(0);
        self.decide(token, send);
        self.pump();
    }

    /// The application changes its predicate.
    pub fn predicate_becomes(&mut self, automatic: Automatic) {
        self.automatic = automatic;
    }
}
