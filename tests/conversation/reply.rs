//! What a server says, chunk by chunk.

use serde_json::{Value, json};

/// Chunks of a response.
#[derive(Clone, Debug, Default)]
pub struct Reply(pub Vec<Value>);

/// An empty piece of a response.
pub fn reply() -> Reply {
    Reply::default()
}

impl Reply {
    /// Any chunk.
    pub fn chunk(mut self, chunk: Value) -> Reply {
        self.0.push(chunk);
        self
    }

    pub fn start(self, id: &str) -> Reply {
        self.chunk(json!({ "type": "start", "messageId": id }))
    }

    /// A start that names no message.
    pub fn start_unnamed(self) -> Reply {
        self.chunk(json!({ "type": "start" }))
    }

    pub fn step(self) -> Reply {
        self.chunk(json!({ "type": "start-step" }))
    }

    pub fn text_start(self, id: &str) -> Reply {
        self.chunk(json!({ "type": "text-start", "id": id }))
    }

    pub fn text_delta(self, id: &str, delta: &str) -> Reply {
        self.chunk(json!({ "type": "text-delta", "id": id, "delta": delta }))
    }

    pub fn text_end(self, id: &str) -> Reply {
        self.chunk(json!({ "type": "text-end", "id": id }))
    }

    /// A whole text.
    pub fn text(self, text: &str) -> Reply {
        self.text_start("t").text_delta("t", text).text_end("t")
    }

    pub fn input_start(self, call: &str, tool: &str) -> Reply {
        self.chunk(json!({ "type": "tool-input-start", "toolCallId": call, "toolName": tool }))
    }

    pub fn input_delta(self, call: &str, delta: &str) -> Reply {
        self.chunk(
            json!({ "type": "tool-input-delta", "toolCallId": call, "inputTextDelta": delta }),
        )
    }

    /// A call with its whole input.
    pub fn call(self, call: &str, tool: &str, input: Value) -> Reply {
        self.chunk(json!({
            "type": "tool-input-available", "toolCallId": call, "toolName": tool, "input": input,
        }))
    }

    /// A call that the person answers.
    pub fn question(self, call: &str) -> Reply {
        self.call(call, "askUser", json!({ "question": "Which?" }))
    }

    /// A call that may run only when the person allows it.
    pub fn approval(self, approval: &str, call: &str) -> Reply {
        self.call(call, "sendEmail", json!({ "to": "a@x.io" }))
            .asks(approval, call)
    }

    /// The request for approval alone.
    pub fn asks(self, approval: &str, call: &str) -> Reply {
        self.chunk(json!({
            "type": "tool-approval-request", "approvalId": approval, "toolCallId": call,
        }))
    }

    pub fn output(self, call: &str, output: Value) -> Reply {
        self.chunk(json!({
            "type": "tool-output-available", "toolCallId": call, "output": output,
        }))
    }

    pub fn output_error(self, call: &str, text: &str) -> Reply {
        self.chunk(json!({ "type": "tool-output-error", "toolCallId": call, "errorText": text }))
    }

    pub fn denied(self, call: &str) -> Reply {
        self.chunk(json!({ "type": "tool-output-denied", "toolCallId": call }))
    }

    pub fn error(self, text: &str) -> Reply {
        self.chunk(json!({ "type": "error", "errorText": text }))
    }

    pub fn step_end(self) -> Reply {
        self.chunk(json!({ "type": "finish-step" }))
    }

    pub fn finish(self) -> Reply {
        self.finish_with("stop")
    }

    pub fn finish_with(self, reason: &str) -> Reply {
        self.chunk(json!({ "type": "finish", "finishReason": reason }))
    }

    /// As bytes of a stream of server-sent events.
    pub fn sse(&self) -> String {
        self.0
            .iter()
            .map(|chunk| format!("data: {chunk}\n\n"))
            .collect()
    }
}
