//! The chunks of which a response consists almost entirely, in the very words
//! that `JSON.stringify` has for them. They are recognised before a chunk is
//! read field by field; whatever deviates by a byte is read that way.

use crate::json::two_strings;
use crate::model::{Channel, ChatError, StreamEvent};

use super::chunk::{Chunk, ChunkSource};

const TEXT: [&str; 3] = [r#"{"type":"text-delta","id":"#, r#","delta":"#, "}"];
const REASONING: [&str; 3] = [r#"{"type":"reasoning-delta","id":"#, r#","delta":"#, "}"];
const INPUT: [&str; 3] = [
    r#"{"type":"tool-input-delta","toolCallId":"#,
    r#","inputTextDelta":"#,
    "}",
];

/// The meaning of a chunk, by its text.
///
/// # Errors
/// Those of [`Chunk::read`] and [`Chunk::event`].
pub fn read_event(text: &str, source: ChunkSource) -> Result<StreamEvent<'_>, ChatError> {
    if let Some(event) = delta(text) {
        return Ok(event);
    }
    Chunk::read(text, source).and_then(|chunk| chunk.event())
}

fn delta(text: &str) -> Option<StreamEvent<'_>> {
    // Where the three differ first.
    match text.as_bytes().get(r#"{"type":""#.len())? {
        b't' => text_delta(text, Channel::Text, TEXT).or_else(|| input_delta(text)),
        b'r' => text_delta(text, Channel::Reasoning, REASONING),
        _ => None,
    }
}

fn text_delta<'a>(text: &'a str, channel: Channel, shape: [&str; 3]) -> Option<StreamEvent<'a>> {
    let [id, delta] = two_strings(text, shape)?;
    Some(StreamEvent::TextDelta {
        channel,
        id: id.decode(),
        delta: delta.decode(),
        provider_metadata: None,
    })
}

fn input_delta(text: &str) -> Option<StreamEvent<'_>> {
    let [call_id, delta] = two_strings(text, INPUT)?;
    Some(StreamEvent::ToolInputDelta {
        call_id: call_id.decode(),
        delta: delta.decode(),
    })
}

#[cfg(test)]
mod tests {
    use super::{delta, read_event};
    use crate::protocol::ai_sdk::{Chunk, ChunkSource};

    const SHAPES: [&str; 4] = [
        r#"{"type":"text-delta","id":"t","delta":"some \"words\" \ud83d"}"#,
        r#"{"type":"reasoning-delta","id":"\u00e9","delta":""}"#,
        r#"{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{\"a\":"}"#,
        "{\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"é\"} \n",
    ];

    #[test]
    fn a_delta_means_the_same_as_when_it_is_read_field_by_field() {
        for text in SHAPES {
            let slowly = Chunk::read(text, ChunkSource::Wire).and_then(|chunk| chunk.event());
            assert_eq!(format!("{:?}", delta(text)), format!("{:?}", slowly.ok()));
        }
    }

    #[test]
    fn what_is_written_otherwise_is_read_field_by_field() {
        for text in [
            r#"{"type": "text-delta", "id": "t", "delta": "x"}"#,
            r#"{"id":"t","type":"text-delta","delta":"x"}"#,
            r#"{"type":"text-delta","id":"t","delta":"x","providerMetadata":{"a":{}}}"#,
            r#"{"type":"text-delta","id":"t","delta":"x","delta":"y"}"#,
        ] {
            assert!(delta(text).is_none(), "{text}");
            assert!(read_event(text, ChunkSource::Wire).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_delta_is_an_error_as_before() {
        for text in [
            r#"{"type":"text-delta","id":"t","delta":"x"#,
            r#"{"type":"text-delta","id":"t","delta":1}"#,
            "{\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"a\nb\"}",
            r#"{"type":"text-delta","id":"t","delta":"x"}}"#,
        ] {
            assert!(read_event(text, ChunkSource::Wire).is_err(), "{text}");
        }
    }
}
