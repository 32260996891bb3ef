//! The calls about messages and responses.

use crate::chat::{Adopted, ApprovalAnswer, NewMessage, OutputAnswer, Request, RunId, ToolOutput};
use crate::controller::ChatController;
use crate::controller::boundary::{self, FailureOf};
use crate::json::{RawJson, Wtf8Buf};
use crate::model::{Channel, ChatError, ErrorCode, Patch, Payload, View};
use crate::protocol::ai_sdk::ChunkSource;

use super::arguments::Arguments;
use super::{Replay, Unreadable, number};

impl Replay {
    /// Makes a call of this name; whether there is one. What it answered is not
    /// compared: the page had its answer.
    pub(super) fn call(&mut self, name: &str, args: &Arguments<'_>) -> Result<bool, Unreadable> {
        match name {
            "configure" => {
                let settings = boundary::settings(args.number(0)?);
                self.controller.chat.set_settings(settings);
            }
            // What the façade merely looks at.
            "takeChanges" => {}
            "nextEffect" => {
                self.controller.next_effect();
            }
            "feed" => self.feed(args)?,
            "chunk" => self.chunk(args)?,
            "textDelta" => self.text_delta(args)?,
            "end" => self.controller.end(run(args)?),
            "fail" => self.fail(args)?,
            "unblock" => self.controller.chat.unblock(run(args)?),
            "validated" => self.controller.chat.validated(run(args)?),
            "sendMessage" => self.send_message(args)?,
            "removeQueued" => {
                let id = args.text(0)?;
                let ChatController { chat, view, .. } = &mut self.controller;
                chat.remove_queued(view, id.as_wtf8());
            }
            "sendQueuedNow" => {
                let (id, waiter) = (args.text(0)?, args.number(1)?);
                let ChatController { chat, view, .. } = &mut self.controller;
                chat.send_queued_now(view, id.as_wtf8(), waiter);
            }
            "depart" => {
                let id = args.text(0)?;
                let ChatController { chat, view, .. } = &mut self.controller;
                chat.depart(view, id);
            }
            "regenerate" => {
                let from = args.optional(0, Arguments::text)?;
                let request = request(args, 1)?;
                let ChatController { chat, view, .. } = &mut self.controller;
                // Refused then, refused now.
                let _ = chat.regenerate(view, from.as_ref().map(Wtf8Buf::as_wtf8), request);
            }
            "sendAgain" => {
                let request = request(args, 0)?;
                let ChatController { chat, view, .. } = &mut self.controller;
                // Refused then, refused now.
                let _ = chat.send_again(view, request);
            }
            "resumeStream" => {
                self.controller.chat.resume_stream(request(args, 0)?);
            }
            "resumeWhenDisconnected" => {
                let id = args.optional(0, Arguments::text)?;
                self.controller.chat.resume_when_disconnected(id);
            }
            "nothingToResume" => self.controller.chat.nothing_to_resume(run(args)?),
            "resumed" => {
                let run = run(args)?;
                let ChatController { chat, view, .. } = &mut self.controller;
                chat.resumed(view, run);
            }
            "stop" => {
                let ChatController { chat, view, .. } = &mut self.controller;
                chat.stop(view);
            }
            "clearError" => self.controller.chat.clear_error(),
            "addToolOutput" => self.add_tool_output(args)?,
            "addToolApprovalResponse" => self.add_tool_approval_response(args)?,
            "setMessages" => self.set_messages(args)?,
            "verdict" => {
                let (token, send, id) = (args.number(0)?, args.bool(1)?, args.text(2)?);
                let ChatController { chat, view, .. } = &mut self.controller;
                chat.verdict(view, token, send, id);
            }
            "verdictFailed" => {
                let error = ChatError::with_text(ErrorCode::Callback, args.text(1)?);
                self.controller.chat.verdict_failed(args.number(0)?, error);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn feed(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let given = args.raw(1)?;
        if let Some(text) = given.get("text").and_then(RawJson::string) {
            let text = text.decode();
            let text = text.as_str().ok_or(Unreadable::Argument(1))?;
            self.controller.feed(run(args)?, text.as_bytes());
            return Ok(());
        }
        let elements = given.get("bytes").and_then(RawJson::elements);
        let bytes: Option<Vec<u8>> = elements
            .ok_or(Unreadable::Argument(1))?
            .map(|byte| u8::try_from(number(Some(byte))?).ok())
            .collect();
        let bytes = bytes.ok_or(Unreadable::Argument(1))?;
        self.controller.feed(run(args)?, &bytes);
        Ok(())
    }

    /// The page handed a chunk over with its payloads as numbers; the whole
    /// chunk is among what it handed over, and is read as a server's.
    fn chunk(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let run = run(args)?;
        let Payload::Raw(whole) = self.value(args.number(2)?) else {
            return Err(Unreadable::Argument(2));
        };
        let text = whole.as_str().to_owned();
        self.controller.feed_chunk(run, &text, ChunkSource::Wire);
        Ok(())
    }

    fn text_delta(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let channel = if args.bool(1)? {
            Channel::Reasoning
        } else {
            Channel::Text
        };
        let (run, id, delta) = (run(args)?, args.json(2)?, args.text(3)?);
        let ChatController { chat, view, .. } = &mut self.controller;
        if let Some(leaf) = chat.grow_text(run, channel, &id) {
            view.apply(Patch::Append {
                leaf,
                text: delta.as_wtf8(),
            });
        }
        Ok(())
    }

    fn fail(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let (run, kind, message) = (run(args)?, args.number(1)?, args.text(2)?);
        let status = u16::try_from(args.number(4)?).map_err(|_| Unreadable::Argument(4))?;
        let error = |code| ChatError::with_text(code, message);
        match boundary::failure(kind, status, error) {
            FailureOf::Response(failure) => self.controller.fail(run, failure),
            FailureOf::Callback(failure) => self.controller.fail_now(run, failure),
        }
        Ok(())
    }

    fn send_message(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let outline = args.json(1)?;
        let skeleton = RawJson::parse(&outline).map_err(|_| Unreadable::Argument(1))?;
        let replaces = args.optional(2, Arguments::text)?;
        let request = request(args, 3)?;
        let value = self.kept(args.number(0)?);
        let ChatController { chat, view, .. } = &mut self.controller;
        let new = NewMessage {
            value: value
                .as_ref()
                .map_or(Payload::Undefined, |value| Payload::Raw(value.as_raw())),
            skeleton,
            replaces: replaces.as_ref().map(Wtf8Buf::as_wtf8),
        };
        // Refused then, refused now.
        let _ = chat.send_message(view, new, request);
        Ok(())
    }

    fn add_tool_output(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let call_id = args.text(0)?;
        let error = args.optional(2, Arguments::text)?;
        let value = self.kept(args.number(1)?);
        let output = match (&error, &value) {
            (Some(text), _) => ToolOutput::Error(text.as_wtf8()),
            (None, Some(value)) => ToolOutput::Output(Payload::Raw(value.as_raw())),
            (None, None) => ToolOutput::Output(Payload::Undefined),
        };
        let answer = OutputAnswer {
            call_id: call_id.as_wtf8(),
            output,
            options: args.number(3)?,
        };
        let ChatController { chat, view, .. } = &mut self.controller;
        let _ = chat.add_tool_output(view, answer);
        Ok(())
    }

    fn add_tool_approval_response(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let approval_id = args.text(0)?;
        let reason = args.optional(2, Arguments::text)?;
        let answer = ApprovalAnswer {
            approval_id: approval_id.as_wtf8(),
            approved: args.bool(1)?,
            reason: reason.as_ref().map(Wtf8Buf::as_wtf8),
            seen: args.optional(4, Arguments::number)?,
            options: args.number(3)?,
        };
        let ChatController { chat, view, .. } = &mut self.controller;
        let _ = chat.add_tool_approval_response(view, answer);
        Ok(())
    }

    fn set_messages(&mut self, args: &Arguments<'_>) -> Result<(), Unreadable> {
        let list = args.json(0)?;
        let list = RawJson::parse(&list).map_err(|_| Unreadable::Argument(0))?;
        let mut adopted = Vec::new();
        for entry in list.elements().into_iter().flatten() {
            adopted.push(match number(Some(entry)) {
                Some(at) => Adopted::Existing(at),
                None => Adopted::New {
                    value: match number(entry.get("host")).and_then(|host| self.handed.get(&host)) {
                        Some(Some(value)) => Payload::Raw(value.as_raw()),
                        Some(None) | None => Payload::Undefined,
                    },
                    skeleton: entry.get("skeleton").unwrap_or(RawJson::NULL),
                },
            });
        }
        let ChatController { chat, view, .. } = &mut self.controller;
        let _ = chat.set_messages(view, &adopted);
        Ok(())
    }

    fn kept(&self, number: u32) -> Option<crate::json::RawJsonBuf> {
        self.handed.get(&number).cloned().flatten()
    }
}

fn run(args: &Arguments<'_>) -> Result<RunId, Unreadable> {
    args.number(0).map(RunId)
}

/// The id of the answer's message, the options and the promise, from a place on.
pub(super) fn request(args: &Arguments<'_>, from: usize) -> Result<Request, Unreadable> {
    Ok(Request {
        response_id: args.text(from)?,
        options: args.number(from.saturating_add(1))?,
        waiter: args.number(from.saturating_add(2))?,
    })
}
