//! A conversation that speaks AG-UI, for the transport that carries it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{JSON, JsString};
use wasm_bindgen::prelude::*;

use crate::chat::RunId;
use crate::json::RawJson;
use crate::protocol::ag_ui::Thread;

use super::core::{Core, outcome, read_json};

/// What is shared with an agent, and the run that is being read.
#[wasm_bindgen]
pub struct AgUiThread {
    thread: Rc<RefCell<Thread>>,
    body: String,
}

#[wasm_bindgen]
impl AgUiThread {
    /// A conversation in which nothing is shared.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript knows no default")]
    pub fn new() -> AgUiThread {
        AgUiThread {
            thread: Rc::default(),
            body: String::new(),
        }
    }

    /// Writes the input of the next run: the messages and its other fields, as
    /// JSON. Gives an error as JSON, or nothing.
    pub fn prepare(&mut self, messages: JsString, options: JsString) -> Option<String> {
        let (messages, options) = (String::from(messages), String::from(options));
        let input = read_json(&messages).and_then(|messages| {
            let options = read_json(&options)?;
            self.thread
                .borrow_mut()
                .input(messages, options, &as_written_by_the_engine)
        });
        outcome(input.map(|input| self.body = input))
    }

    /// The input that was written last.
    pub fn body(&mut self) -> String {
        std::mem::take(&mut self.body)
    }

    /// The state shared with the agent, as JSON.
    pub fn state(&self) -> Option<String> {
        self.thread.borrow().state()
    }

    /// Sets the state, given as JSON.
    #[wasm_bindgen(js_name = setState)]
    pub fn set_state(&mut self, state: Option<JsString>) {
        let state = state.map(String::from);
        let state = state.as_deref().map(RawJson::parse).and_then(Result::ok);
        self.thread.borrow_mut().set_state(state);
    }

    /// A number that changes with the state.
    pub fn version(&self) -> u32 {
        self.thread.borrow().version()
    }
}

#[wasm_bindgen]
impl Core {
    /// A response is one of AG-UI, of this conversation.
    #[wasm_bindgen(js_name = speakAgUi)]
    pub fn speak_ag_ui(&mut self, run: u32, thread: &AgUiThread) {
        self.controller
            .speak_ag_ui(RunId(run), Rc::clone(&thread.thread));
    }
}

fn as_written_by_the_engine(text: &str) -> Option<String> {
    let value = JSON::parse(text).ok()?;
    JSON::stringify(&value).ok().map(String::from)
}
