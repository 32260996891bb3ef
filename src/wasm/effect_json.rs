//! Effects as JSON for the façade. They are rare and small; payloads are raw
//! JSON that the engine parses, or numbers of values that it holds.

use crate::chat::{Effect, Finished, Kept, RunId, Validation};
use crate::json::{Writer, Wtf8Buf};

/// Writes an effect as a JSON object with a `type`.
pub fn effect_json(effect: &Effect) -> String {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    let writer = &mut writer;
    writer.begin_object();
    writer.key("type");
    match effect {
        Effect::Send {
            run: id,
            trigger,
            message_id,
            options,
        } => {
            writer.str("send");
            run(writer, *id);
            writer.key("trigger");
            writer.str(trigger.name());
            optional_text(writer, "messageId", message_id.as_ref());
            number(writer, "options", *options);
        }
        Effect::Reconnect { run: id, options } => {
            writer.str("reconnect");
            run(writer, *id);
            number(writer, "options", *options);
        }
        Effect::Abort { run: id } => {
            writer.str("abort");
            run(writer, *id);
        }
        Effect::ToolCall { run: id, call } => {
            writer.str("toolCall");
            run(writer, *id);
            kept(writer, call);
        }
        Effect::Data { run: id, part } => {
            writer.str("data");
            run(writer, *id);
            kept(writer, part);
        }
        Effect::Validate { run: id, subject } => {
            writer.str("validate");
            run(writer, *id);
            validation(writer, subject);
        }
        Effect::Error { error } => {
            writer.str("error");
            writer.key("error");
            error.write_json(writer);
        }
        Effect::Finish(end) => finish(writer, end),
        Effect::Evaluate { token, messages } => {
            writer.str("evaluate");
            number(writer, "token", *token);
            number(writer, "messages", *messages);
        }
        Effect::Reply { waiter, answer } => {
            writer.str("reply");
            number(writer, "waiter", *waiter);
            writer.key("answer");
            answer.write(writer);
        }
        Effect::Claim { token, items } => {
            writer.str("claim");
            number(writer, "token", *token);
            writer.key("items");
            writer.begin_array();
            for item in items {
                writer.integer(i64::from(item.0));
            }
            writer.end_array();
        }
        Effect::ReplyCancelled { waiter, outcome } => {
            writer.str("replyCancelled");
            number(writer, "waiter", *waiter);
            writer.key("outcome");
            writer.str(outcome.name());
        }
        Effect::Retry {
            item,
            connection,
            request,
            answer,
        } => {
            writer.str("retry");
            number(writer, "item", item.0);
            optional_text(writer, "connection", Some(connection));
            writer.key("request");
            writer.raw(request.as_raw());
            writer.key("answer");
            answer.write(writer);
        }
        Effect::Policy { item } => {
            writer.str("policy");
            number(writer, "item", item.0);
        }
        Effect::Timer { at } => {
            writer.str("timer");
            if let Some(at) = at {
                writer.key("at");
                writer.integer(i64::try_from(*at).unwrap_or(i64::MAX));
            }
        }
        Effect::Depart => writer.str("depart"),
        Effect::Publish => writer.str("publish"),
        Effect::Done { waiter, failed } => {
            writer.str("done");
            number(writer, "waiter", *waiter);
            writer.key("failed");
            writer.bool(*failed);
        }
    }
    writer.end_object();
    out
}

fn run(writer: &mut Writer<'_>, id: RunId) {
    number(writer, "run", id.0);
}

fn number(writer: &mut Writer<'_>, key: &str, value: u32) {
    writer.key(key);
    writer.integer(i64::from(value));
}

fn optional_text(writer: &mut Writer<'_>, key: &str, text: Option<&Wtf8Buf>) {
    if let Some(text) = text {
        writer.key(key);
        writer.string(text.as_wtf8());
    }
}

/// The value itself under `value`, or the number of a value that the host
/// holds under `host`.
fn kept(writer: &mut Writer<'_>, kept: &Kept) {
    match kept {
        Kept::Raw(raw) => {
            writer.key("value");
            writer.raw(raw.as_raw());
        }
        Kept::Host(host) => number(writer, "host", *host),
        Kept::Undefined => {}
    }
}

fn validation(writer: &mut Writer<'_>, subject: &Validation) {
    writer.key("subject");
    match subject {
        Validation::Metadata {
            message,
            message_id,
            value,
        } => {
            writer.str("metadata");
            if let Some(message) = message {
                number(writer, "message", *message);
            }
            optional_text(writer, "messageId", Some(message_id));
            kept(writer, value);
        }
        Validation::Data {
            type_name,
            id,
            part,
            value,
        } => {
            writer.str("data");
            optional_text(writer, "dataType", Some(type_name));
            optional_text(writer, "id", id.as_ref());
            number(writer, "part", *part);
            kept(writer, value);
        }
    }
}

fn finish(writer: &mut Writer<'_>, end: &Finished) {
    writer.str("finish");
    if let Some(message) = end.message {
        number(writer, "message", message);
    }
    optional_text(writer, "messageId", Some(&end.message_id));
    for (key, flag) in [
        ("isAbort", end.is_abort),
        ("isDisconnect", end.is_disconnect),
        ("isError", end.is_error),
    ] {
        writer.key(key);
        writer.bool(flag);
    }
    if let Some(reason) = end.reason {
        writer.key("finishReason");
        writer.str(reason.name());
    }
}
