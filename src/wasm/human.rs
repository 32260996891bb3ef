//! The human's side of what the façade calls: items, answers, rules, the log,
//! and back ends that wait.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::chat::{Answering, Ask};
use crate::controller::ChatController;
use crate::human::{Answer, Decision, HumanSettings, InputResponse, Settlement};
use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::model::{ChatError, ItemId};

use super::core::{Core, outcome, read_json, request};
use super::js_view::rust_text;

#[wasm_bindgen]
impl Core {
    /// Changes the settings of what waits for a person, given as JSON.
    #[wasm_bindgen(js_name = configureHuman)]
    pub fn configure_human(&mut self, settings: JsString) {
        let settings = String::from(settings);
        if let Ok(raw) = RawJson::parse(&settings) {
            self.controller
                .chat
                .set_human_settings(HumanSettings::read(raw));
        }
    }

    /// Says what time it is, in milliseconds since 1970.
    #[wasm_bindgen(js_name = setTime)]
    pub fn set_time(&mut self, now: f64) {
        self.controller.chat.set_time(milliseconds(now));
    }

    /// It is this time now: what is due happens.
    pub fn tick(&mut self, now: f64) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.tick(view, milliseconds(now));
    }

    /// Says who answers from now on.
    #[wasm_bindgen(js_name = setPerson)]
    pub fn set_person(&mut self, name: Option<JsString>) {
        self.controller
            .chat
            .set_person(name.as_ref().map(rust_text));
    }

    /// Decides about an approval; the decision as JSON.
    #[wasm_bindgen(js_name = respondToApproval)]
    pub fn respond_to_approval(
        &mut self,
        handle: JsString,
        decision: JsString,
        seen: Option<u32>,
        options: u32,
    ) -> Option<String> {
        let (handle, decision) = (rust_text(&handle), String::from(decision));
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(
            read_json(&decision)
                .and_then(Decision::read)
                .and_then(|decision| {
                    chat.respond_to_approval(
                        view,
                        handle.as_wtf8(),
                        decision,
                        &Answering { seen, options },
                    )
                }),
        )
    }

    /// Answers a request for input; the response as JSON.
    #[wasm_bindgen(js_name = respondToInput)]
    pub fn respond_to_input(
        &mut self,
        handle: JsString,
        response: JsString,
        seen: Option<u32>,
        options: u32,
    ) -> Option<String> {
        let (handle, response) = (rust_text(&handle), String::from(response));
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(
            read_json(&response)
                .and_then(InputResponse::read)
                .and_then(|response| {
                    chat.respond_to_input(
                        view,
                        handle.as_wtf8(),
                        response,
                        &Answering { seen, options },
                    )
                }),
        )
    }

    /// Prepares an answer: a decision or a response, as JSON; nothing drops it.
    pub fn stage(
        &mut self,
        handle: JsString,
        answer: Option<JsString>,
        seen: Option<u32>,
    ) -> Option<String> {
        let handle = rust_text(&handle);
        let answer = answer.map(String::from);
        let ChatController { chat, view, .. } = &mut self.controller;
        let answer = match answer.as_deref().map(read_answer).transpose() {
            Ok(answer) => answer,
            Err(error) => return outcome(Err(error)),
        };
        outcome(chat.stage(view, handle.as_wtf8(), answer, seen))
    }

    /// Gives all prepared answers, or none.
    #[wasm_bindgen(js_name = submitBatch)]
    pub fn submit_batch(&mut self, options: u32) -> Option<String> {
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(chat.submit_batch(view, options))
    }

    /// Decides about all approvals that wait, of one tool or of all.
    #[wasm_bindgen(js_name = decideAll)]
    pub fn decide_all(&mut self, tool: Option<JsString>, approved: bool, options: u32) -> u32 {
        let tool = tool.as_ref().map(rust_text);
        let ChatController { chat, view, .. } = &mut self.controller;
        let count = chat.decide_all(view, tool.as_ref().map(Wtf8Buf::as_wtf8), approved, options);
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Takes an answer back while its window is open.
    pub fn undo(&mut self, handle: JsString) -> Option<String> {
        let handle = rust_text(&handle);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(chat.undo(view, handle.as_wtf8()))
    }

    /// Sends an answer again that was not accepted, or whose outcome is
    /// unknown.
    pub fn resend(
        &mut self,
        handle: JsString,
        response_id: JsString,
        options: u32,
        waiter: u32,
    ) -> Option<String> {
        let handle = rust_text(&handle);
        let ChatController { chat, view, .. } = &mut self.controller;
        let request = request(&response_id, options, waiter);
        outcome(chat.resend(view, handle.as_wtf8(), request))
    }

    /// Somebody makes the requests of this connection anew from now on, or not
    /// any more.
    pub fn connect(&mut self, connection: JsString, is_there: bool) {
        let connection = rust_text(&connection);
        let ChatController { chat, view, .. } = &mut self.controller;
        if is_there {
            chat.connect(view, connection.as_wtf8());
        } else {
            chat.disconnect(connection.as_wtf8());
        }
    }

    /// The connection over which these back ends ask is gone.
    #[wasm_bindgen(js_name = connectionLost)]
    pub fn connection_lost(&mut self, source: JsString) {
        let source = rust_text(&source);
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.connection_lost(view, source.as_wtf8());
    }

    /// Takes a rule back.
    #[wasm_bindgen(js_name = revokeGrant)]
    pub fn revoke_grant(&mut self, id: u32) -> bool {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.revoke_grant(view, id)
    }

    /// The item that an answer to a name is for, else the newest of that name,
    /// as JSON.
    pub fn item(&self, handle: JsString) -> Option<String> {
        let handle = rust_text(&handle);
        let chat = &self.controller.chat;
        let item = chat.items().meant(handle.as_wtf8())?;
        Some(chat.item_json(item))
    }

    /// The JSON Schema that an edited input has to fit, if there is one.
    #[wasm_bindgen(js_name = inputSchema)]
    pub fn input_schema(&self, handle: JsString) -> Option<String> {
        let handle = rust_text(&handle);
        let chat = &self.controller.chat;
        let item = chat.items().meant(handle.as_wtf8())?;
        chat.input_schema(item)
            .map(|schema| schema.as_str().to_owned())
    }

    /// An item by its number, as JSON.
    #[wasm_bindgen(js_name = itemNumbered)]
    pub fn item_numbered(&self, number: u32) -> Option<String> {
        let chat = &self.controller.chat;
        chat.items()
            .get(ItemId(number))
            .map(|item| chat.item_json(item))
    }

    /// The entries of the log from a number on, as JSON lines.
    #[wasm_bindgen(js_name = auditSince)]
    pub fn audit_since(&self, sequence: f64) -> String {
        self.controller
            .chat
            .items()
            .audit_lines(milliseconds(sequence))
    }

    /// A back end asks whether a call may run, or for input. Gives the item's
    /// number or an error, as JSON.
    pub fn ask(
        &mut self,
        is_approval: bool,
        source: JsString,
        request: JsString,
        waiter: u32,
        connection: Option<JsString>,
        retry: Option<JsString>,
    ) -> String {
        let (source, request) = (rust_text(&source), String::from(request));
        let retry = retry.map(String::from);
        let ChatController { chat, view, .. } = &mut self.controller;
        let asked = read_json(&request).and_then(|request| {
            let settlement = match (&connection, &retry) {
                (Some(connection), Some(retry)) => Settlement::Retry {
                    connection: rust_text(connection),
                    request: read_json(retry)?.to_owned(),
                },
                (_, _) => Settlement::Reply(waiter),
            };
            let ask = Ask {
                source: source.as_wtf8(),
                settlement,
                request,
            };
            if is_approval {
                chat.ask_approval(view, &ask)
            } else {
                chat.ask_input(&ask)
            }
        });
        match asked {
            Ok(ItemId(number)) => {
                let mut json = String::new();
                crate::json::Writer::new(&mut json).integer(i64::from(number));
                json
            }
            Err(error) => outcome(Err(error)).unwrap_or_default(),
        }
    }

    /// Whoever asked does not wait any more.
    pub fn withdraw(&mut self, item: u32) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.withdraw(view, ItemId(item));
    }

    /// What became of a request made anew: accepted, not accepted, or not
    /// known.
    pub fn retried(&mut self, item: u32, accepted: Option<bool>) {
        let ChatController { chat, view, .. } = &mut self.controller;
        chat.retried(view, ItemId(item), accepted);
    }

    /// The policy's decision as JSON, or nothing: the person decides.
    #[wasm_bindgen(js_name = policyVerdict)]
    pub fn policy_verdict(&mut self, item: u32, decision: Option<JsString>) -> Option<String> {
        let decision = decision.map(String::from);
        let decision = decision
            .as_deref()
            .map(|json| read_json(json).and_then(Decision::read))
            .transpose();
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(decision.map(|decision| chat.policy_verdict(view, ItemId(item), decision)))
    }

    /// What is to be saved beside the messages, as JSON.
    #[wasm_bindgen(js_name = exportHuman)]
    pub fn export_human(&self) -> String {
        self.controller.chat.export_human()
    }

    /// Takes over what was saved.
    #[wasm_bindgen(js_name = importHuman)]
    pub fn import_human(&mut self, saved: JsString) -> Option<String> {
        let saved = String::from(saved);
        let ChatController { chat, view, .. } = &mut self.controller;
        outcome(read_json(&saved).and_then(|saved| chat.import_human(view, saved)))
    }
}

fn read_answer(json: &str) -> Result<Answer, ChatError> {
    let raw = read_json(json)?;
    if raw.get("action").is_some() {
        InputResponse::read(raw).map(Answer::Input)
    } else {
        Decision::read(raw).map(Answer::Decision)
    }
}

/// A time of JavaScript, which counts in doubles.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a double is cut off at the ends of the range"
)]
fn milliseconds(value: f64) -> u64 {
    value as u64
}

/// The tool with which a model asks the person, as JSON.
#[wasm_bindgen(js_name = askUserDefinition)]
pub fn ask_user_definition() -> String {
    crate::form::ask_user::definition_json()
}

/// An address as the person has to see it, as JSON, or why it is refused.
#[wasm_bindgen(js_name = readLink)]
pub fn read_link(url: &str) -> String {
    match crate::form::Link::read(url, &super::js_host::JsHost) {
        Ok(link) => link.to_json(),
        Err(refusal) => {
            let mut json = String::new();
            crate::json::write_string(&mut json, Wtf8::from_str(refusal.as_str()));
            json
        }
    }
}
