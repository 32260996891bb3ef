//! The calls about what waits for a person.

use crate::chat::{Answering, Ask};
use crate::controller::ChatController;
use crate::human::{Answer, Decision, HumanSettings, InputResponse, Settlement};
use crate::json::{RawJson, Wtf8Buf};

use super::arguments::Arguments;
use super::calls::request;
use super::{Replay, Unreadable};

impl Replay {
    /// Makes a call of this name; whether there is one.
    pub(super) fn human_call(
        &mut self,
        name: &str,
        args: &Arguments<'_>,
    ) -> Result<bool, Unreadable> {
        let ChatController { chat, view, .. } = &mut self.controller;
        // Answers that were refused then are refused now: what calls give back
        // is dropped throughout.
        match name {
            "configureHuman" => {
                let settings = args.json(0)?;
                chat.set_human_settings(HumanSettings::read(parse(&settings, 0)?));
            }
            "setTime" => chat.set_time(args.big_number(0)?),
            "tick" => chat.tick(view, args.big_number(0)?),
            "setPerson" => chat.set_person(args.optional(0, Arguments::text)?),
            "respondToApproval" => {
                let (handle, decision) = (args.text(0)?, args.json(1)?);
                let answering = answering(args)?;
                if let Ok(decision) = Decision::read(parse(&decision, 1)?) {
                    let _ = chat.respond_to_approval(view, handle.as_wtf8(), decision, &answering);
                }
            }
            "respondToInput" => {
                let (handle, response) = (args.text(0)?, args.json(1)?);
                let answering = answering(args)?;
                if let Ok(response) = InputResponse::read(parse(&response, 1)?) {
                    let _ = chat.respond_to_input(view, handle.as_wtf8(), response, &answering);
                }
            }
            "stage" => {
                let (handle, answer) = (args.text(0)?, args.optional(1, Arguments::json)?);
                let seen = args.optional(2, Arguments::number)?;
                let answer = match &answer {
                    None => None,
                    Some(json) => match read_answer(parse(json, 1)?) {
                        Some(answer) => Some(answer),
                        None => return Ok(true),
                    },
                };
                let _ = chat.stage(view, handle.as_wtf8(), answer, seen);
            }
            "submitBatch" => {
                let _ = chat.submit_batch(view, args.number(0)?);
            }
            "decideAll" => {
                let tool = args.optional(0, Arguments::text)?;
                let (approved, options) = (args.bool(1)?, args.number(2)?);
                let tool = tool.as_ref().map(Wtf8Buf::as_wtf8);
                chat.decide_all(view, tool, approved, options);
            }
            "undo" => {
                let _ = chat.undo(view, args.text(0)?.as_wtf8());
            }
            "resend" => {
                let request = request(args, 1)?;
                let _ = chat.resend(view, args.text(0)?.as_wtf8(), request);
            }
            "connect" => {
                let (connection, is_there) = (args.text(0)?, args.bool(1)?);
                if is_there {
                    chat.connect(view, connection.as_wtf8());
                } else {
                    chat.disconnect(connection.as_wtf8());
                }
            }
            "connectionLost" => chat.connection_lost(view, args.text(0)?.as_wtf8()),
            "revokeGrant" => {
                chat.revoke_grant(view, args.number(0)?);
            }
            "ask" => return self.ask(args),
            "withdraw" => chat.withdraw(view, args.item(0)?),
            "retried" => chat.retried(view, args.item(0)?, args.optional(1, Arguments::bool)?),
            "policyVerdict" => {
                let decision = args.optional(1, Arguments::json)?;
                let decision = match &decision {
                    None => None,
                    Some(json) => match Decision::read(parse(json, 1)?) {
                        Ok(decision) => Some(decision),
                        Err(_) => return Ok(true),
                    },
                };
                chat.policy_verdict(view, args.item(0)?, decision);
            }
            "importHuman" => {
                let saved = args.json(0)?;
                let _ = chat.import_human(view, parse(&saved, 0)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn ask(&mut self, args: &Arguments<'_>) -> Result<bool, Unreadable> {
        let (is_approval, source, request) = (args.bool(0)?, args.text(1)?, args.json(2)?);
        let connection = args.optional(4, Arguments::text)?;
        let retry = args.optional(5, Arguments::json)?;
        let settlement = match (connection, &retry) {
            (Some(connection), Some(retry)) => Settlement::Retry {
                connection,
                request: parse(retry, 5)?.to_owned(),
            },
            (_, _) => Settlement::Reply(args.number(3)?),
        };
        let ask = Ask {
            source: source.as_wtf8(),
            settlement,
            request: parse(&request, 2)?,
        };
        let ChatController { chat, view, .. } = &mut self.controller;
        if is_approval {
            let _ = chat.ask_approval(view, &ask);
        } else {
            let _ = chat.ask_input(&ask);
        }
        Ok(true)
    }
}

fn answering(args: &Arguments<'_>) -> Result<Answering, Unreadable> {
    Ok(Answering {
        seen: args.optional(2, Arguments::number)?,
        options: args.number(3)?,
    })
}

fn read_answer(raw: RawJson<'_>) -> Option<Answer> {
    if raw.get("action").is_some() {
        InputResponse::read(raw).map(Answer::Input).ok()
    } else {
        Decision::read(raw).map(Answer::Decision).ok()
    }
}

fn parse(json: &str, at: usize) -> Result<RawJson<'_>, Unreadable> {
    RawJson::parse(json).map_err(|_| Unreadable::Argument(at))
}
