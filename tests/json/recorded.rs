//! Against what `record.mjs` has recorded of `JSON.parse`.

use countersign::json::{Kind, RawJson, Value, Wtf8Buf, visit_object};

const RECORDING: &str = include_str!("../fixtures/json/json-parse.jsonl");

/// Every text without lone surrogates, and its value if it has one; those with
/// some cannot be given as JSON text, only as a string.
fn recording() -> impl Iterator<Item = (String, Option<RawJson<'static>>)> {
    RECORDING.lines().filter_map(|line| {
        let line = RawJson::parse(line).unwrap();
        let text = line.get("text").unwrap().string().unwrap().decode();
        Some((text.as_str()?.to_owned(), line.get("value")))
    })
}

/// The value with its numbers as JavaScript has them.
fn with_doubles(value: &Value) -> Value {
    match value {
        Value::Number(_) => Value::Number(value.as_f64().unwrap().to_string().into()),
        Value::Array(elements) => Value::Array(elements.iter().map(with_doubles).collect()),
        Value::Object(members) => {
            let members = members.iter();
            Value::Object(
                members
                    .map(|(key, value)| (key.clone(), with_doubles(value)))
                    .collect(),
            )
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

#[test]
fn the_recording_has_both_json_and_other_texts() {
    let (json, other): (Vec<_>, Vec<_>) = recording().partition(|(_, value)| value.is_some());
    assert!(json.len() > 400 && other.len() > 400);
}

#[test]
fn the_same_texts_are_json() {
    for (text, value) in recording() {
        assert_eq!(RawJson::parse(&text).is_ok(), value.is_some(), "{text:?}");
    }
}

#[test]
fn the_same_objects_can_be_visited() {
    for (text, value) in recording() {
        let is_object = value.is_some_and(|value| value.kind() == Kind::Object);
        let mut members = Vec::new();
        let visited = visit_object(&text, &mut |key, value| {
            members.push((key.as_written(), value))
        });
        assert_eq!(visited.is_ok(), is_object, "{text:?}");
        if is_object {
            let raw = RawJson::parse(&text).unwrap();
            assert!(
                raw.members()
                    .unwrap()
                    .map(|(key, value)| (key.as_written(), value))
                    .eq(members)
            );
        }
    }
}

#[test]
fn the_values_are_the_same() {
    for (text, value) in recording() {
        if let Some(value) = value {
            let ours = Value::parse(&text).unwrap();
            assert_eq!(with_doubles(&ours), with_doubles(&value.into()), "{text:?}");
        }
    }
}

#[test]
fn what_json_stringify_wrote_is_written_again() {
    for (_, value) in recording() {
        if let Some(value) = value {
            assert_eq!(Value::from(value).to_json(), value.as_str());
        }
    }
}

#[test]
fn every_member_is_found_by_its_key() {
    for (text, value) in recording() {
        let Some(members) = value.and_then(RawJson::members) else {
            continue;
        };
        let raw = RawJson::parse(&text).unwrap();
        for (key, value) in members {
            let mut decoded = Wtf8Buf::new();
            key.decode_into(&mut decoded);
            if let Some(key) = decoded.as_str() {
                let ours = Value::from(raw.get(key).unwrap());
                assert_eq!(
                    with_doubles(&ours),
                    with_doubles(&value.into()),
                    "{key:?} of {text:?}"
                );
            }
        }
    }
}
