//! A conversation that speaks AG-UI, as a test tells it.

use std::cell::RefCell;
use std::rc::Rc;

use countersign::model::{ChatError, ErrorCode};
use countersign::protocol::ag_ui::Thread;
use serde_json::{Value, json};

use crate::conversation::{Conversation, raw};

/// The conversation, and what is shared with its agent.
pub struct Agent {
    pub chat: Conversation,
    pub thread: Rc<RefCell<Thread>>,
    options: Value,
    runs: usize,
}

impl Default for Agent {
    fn default() -> Agent {
        Agent::with(Conversation::new())
    }
}

impl Agent {
    pub fn with(chat: Conversation) -> Agent {
        Agent {
            chat,
            thread: Rc::default(),
            options: json!({ "threadId": "t1" }),
            runs: 0,
        }
    }

    /// One to which the person has said something.
    pub fn asked() -> Agent {
        let mut agent = Agent::default();
        agent.chat.says("go");
        agent.input();
        agent
    }

    /// One whose application is told of data.
    pub fn listening() -> Agent {
        let mut agent = Agent::with(Conversation::new().with_hooks(|hooks| hooks.data = true));
        agent.chat.says("go");
        agent.input();
        agent
    }

    /// This is shared with it.
    pub fn sharing(self, state: &Value) -> Agent {
        let state = raw(state);
        self.thread.borrow_mut().set_state(Some(state.as_raw()));
        self
    }

    /// The page answers calls to these tools.
    pub fn advertising(mut self, tools: &[&str]) -> Agent {
        let tools: Vec<Value> = tools
            .iter()
            .map(|name| json!({ "name": name, "description": name }))
            .collect();
        self.options["tools"] = Value::from(tools);
        self
    }

    /// The page is loaded again: only the messages are there.
    pub fn reloaded(&self) -> Agent {
        Agent {
            options: self.options.clone(),
            ..Agent::with(self.chat.reloaded())
        }
    }

    /// The page is loaded again, with what was saved beside the messages.
    pub fn restored(&self) -> Agent {
        Agent {
            options: self.options.clone(),
            ..Agent::with(self.chat.restored())
        }
    }

    /// How many requests have left.
    pub fn requests(&self) -> usize {
        self.chat.requests().len()
    }

    /// The input of the request that left last; its run begins.
    pub fn input(&mut self) -> Value {
        self.tries_input().unwrap()
    }

    pub fn tries_input(&mut self) -> Result<Value, ChatError> {
        self.runs += 1;
        self.options["runId"] = json!(format!("r{}", self.runs));
        let sent = self.chat.last_request().clone();
        let options = raw(&self.options);
        let input = self.thread.borrow_mut().input(
            raw(&sent.messages).as_raw(),
            options.as_raw(),
            &as_engine,
        )?;
        self.chat
            .controller
            .speak_ag_ui(sent.run, Rc::clone(&self.thread));
        Ok(serde_json::from_str(&input).unwrap())
    }

    pub fn sends(&mut self, events: &[Value]) {
        self.chat.server_sends_bytes(sse(events).as_bytes());
    }

    /// A whole run: what it says, and that it has ended so.
    pub fn runs(&mut self, events: &[Value], outcome: Value) {
        self.sends(&[started()]);
        self.sends(events);
        self.sends(&[finished(outcome)]);
        self.chat.server_ends();
    }

    /// A run that is interrupted by these.
    pub fn interrupts(&mut self, events: &[Value], interrupts: Value) {
        let outcome = json!({ "type": "interrupt", "interrupts": interrupts });
        self.runs(events, outcome);
    }

    /// How many events the application has been told of.
    pub fn events_told(&mut self) -> usize {
        let told = self.chat.told();
        told.iter()
            .filter(|told| *told == "data data-ag-ui-event")
            .count()
    }

    /// The state that is shared.
    pub fn state(&self) -> Value {
        serde_json::from_str(&self.thread.borrow().state().unwrap()).unwrap()
    }

    /// How deep the state that is shared lies.
    pub fn depth(&self) -> usize {
        let state = self.thread.borrow().state().unwrap();
        state.bytes().filter(|byte| *byte == b'{').count()
    }

    /// The parts of the agent's message, in short.
    pub fn shown(&self) -> String {
        if self.chat.last_message()["role"] == "user" {
            return String::new();
        }
        let shows = self.chat.shows();
        let (_, last) = shows.rsplit_once(": ").unwrap();
        last.to_owned()
    }

    /// The parts of the last message.
    pub fn parts(&self) -> Value {
        self.chat.last_message()["parts"].clone()
    }

    #[track_caller]
    pub fn fails_with(&self, code: ErrorCode, begins: &str) {
        let (found, message) = self.chat.last_error();
        assert_eq!(found, code, "{message}");
        assert!(message.starts_with(begins), "{message}");
    }
}

pub fn started() -> Value {
    json!({ "type": "RUN_STARTED", "threadId": "t1", "runId": "r" })
}

pub fn finished(outcome: Value) -> Value {
    json!({ "type": "RUN_FINISHED", "threadId": "t1", "runId": "r", "outcome": outcome })
}

pub fn success() -> Value {
    json!({ "type": "success" })
}

pub fn sse(events: &[Value]) -> String {
    events
        .iter()
        .map(|event| format!("data: {event}\n\n"))
        .collect()
}

/// A whole text.
pub fn says(id: &str, text: &str) -> Vec<Value> {
    vec![
        json!({ "type": "TEXT_MESSAGE_START", "messageId": id, "role": "assistant" }),
        json!({ "type": "TEXT_MESSAGE_CONTENT", "messageId": id, "delta": text }),
        json!({ "type": "TEXT_MESSAGE_END", "messageId": id }),
    ]
}

/// A whole call.
pub fn calls(id: &str, tool: &str, arguments: &str) -> Vec<Value> {
    vec![
        json!({ "type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": tool, "parentMessageId": "m1" }),
        json!({ "type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": arguments }),
        json!({ "type": "TOOL_CALL_END", "toolCallId": id }),
    ]
}

pub fn result(call: &str, content: &str) -> Value {
    json!({ "type": "TOOL_CALL_RESULT", "messageId": format!("{call}-r"), "toolCallId": call, "content": content })
}

/// An interrupt that asks about a call, as Pydantic AI words it.
pub fn approval(id: &str, call: &str) -> Value {
    json!({
        "id": id, "reason": "tool_call", "toolCallId": call, "message": "Sure?",
        "responseSchema": { "type": "object", "required": ["approved"], "properties": {
            "approved": { "type": "boolean" }, "editedArgs": { "type": "object" },
            "reason": { "type": "string" },
        } },
    })
}

/// As an engine writes what it has read.
fn as_engine(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    Some(value.to_string())
}
