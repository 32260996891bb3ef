//! Random schemas and values of the kinds that servers send.

use serde_json::{Value, json};

use crate::random::Random;

const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "-1", "0.5", "1.5", "3.0", "1e2", "0.1", "0.3", "10", "4.35", "-0", "7",
    "100", "0.01",
];

pub fn number(random: &mut Random) -> Value {
    serde_json::from_str(random.pick(NUMBERS)).unwrap()
}

pub const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "abc",
    "🦀🦀",
    "A1",
    "ada@example.org",
    "ada@localhost",
    "\"a b\"@example.org",
    "ada@[127.0.0.1]",
    "not an address",
    "https://example.org/a?b#c",
    "mailto:x",
    "http://[::1]:80/",
    "/a/b",
    "2026-02-28",
    "2026-02-30",
    "2024-02-29T23:59:60Z",
    "2026-02-28T12:00:00Z",
    "2026-02-28T12:00:00+02:00",
    "2026-02-28T12:00",
    "12:00:00Z",
    "0b5cbb7c-4c8e-4a3b-9f53-6f4d6a3c2f10",
    "127.0.0.1",
    "127.0.0.01",
    "::ffff:1.2.3.4",
    "example.org",
    "-x.org",
    "1",
    "true",
    "null",
    "1.5",
    "e\u{301}",
    " ",
    "line\nline",
];

const FORMATS: &[&str] = &[
    "email",
    "uri",
    "date",
    "date-time",
    "time",
    "uuid",
    "ipv4",
    "ipv6",
    "hostname",
    "uri-reference",
    "password",
    "iri",
];

const PATTERNS: &[&str] = &[
    "^[a-z]+$",
    "^[A-Z]\\d$",
    "a",
    "^.{2}$",
    "(a|b)+",
    "^(?=.*\\d)",
    "@",
    "^(?:\\w+\\.)+\\w+$",
];

fn bound(random: &mut Random) -> Value {
    Value::from(random.below(4))
}

pub fn text_schema(random: &mut Random) -> Value {
    let mut schema = json!({"type": "string"});
    if random.once_in(4) {
        schema["minLength"] = bound(random);
    }
    if random.once_in(4) {
        schema["maxLength"] = Value::from(random.below(20));
    }
    if random.once_in(3) {
        schema["format"] = Value::from(random.pick(FORMATS));
    }
    if random.once_in(5) {
        schema["pattern"] = Value::from(random.pick(PATTERNS));
    }
    schema
}

fn number_schema(random: &mut Random) -> Value {
    let mut schema = json!({"type": random.pick(&["number", "integer"])});
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if random.once_in(5) {
            schema[keyword] = number(random);
        }
    }
    if random.once_in(4) {
        schema["multipleOf"] =
            serde_json::from_str(random.pick(&["0.1", "2", "0.01", "3", "1.5", "1e1"])).unwrap();
    }
    schema
}

fn constant(random: &mut Random) -> Value {
    match random.below(5) {
        0 => number(random),
        1 => Value::from(random.once_in(2)),
        2 => Value::Null,
        _ => Value::from(random.pick(&["a", "b", "abc", "red"])),
    }
}

fn choice_schema(random: &mut Random) -> Value {
    let constants: Vec<Value> = (0..1 + random.below(4)).map(|_| constant(random)).collect();
    if random.once_in(2) {
        return json!({ "enum": constants });
    }
    let mut alternatives: Vec<Value> = constants
        .into_iter()
        .map(|constant| json!({"const": constant, "title": "T", "description": "D"}))
        .collect();
    if random.once_in(2) {
        alternatives.push(text_schema(random));
    }
    if random.once_in(3) {
        alternatives.push(json!({"type": "null"}));
    }
    let keyword = *random.pick(&[&"anyOf", &"oneOf"]);
    json!({ keyword: alternatives })
}

fn array_schema(random: &mut Random, depth: usize) -> Value {
    let items = match random.below(4) {
        0 => text_schema(random),
        1 | 2 => choice_schema(random),
        _ => schema(random, depth),
    };
    let mut schema = json!({"type": "array", "items": items});
    if random.once_in(3) {
        schema["minItems"] = bound(random);
    }
    if random.once_in(3) {
        schema["maxItems"] = bound(random);
    }
    if random.once_in(4) {
        schema["uniqueItems"] = Value::from(true);
    }
    schema
}

fn object_schema(random: &mut Random, depth: usize) -> Value {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for index in 0..random.below(4) {
        let key = random
            .pick(&["a", "b", "a/b", "ü", "__proto__", "x"])
            .to_owned()
            + &index.to_string();
        properties.insert(key.clone(), schema(random, depth));
        if random.once_in(2) {
            required.push(Value::from(key));
        }
    }
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    match random.below(12) {
        0 => schema["additionalProperties"] = Value::from(false),
        1 => schema["minProperties"] = bound(random),
        2 => schema["maxProperties"] = bound(random),
        3 => schema["propertyNames"] = text_schema(random),
        4 => schema["patternProperties"] = json!({"^a": text_schema(random)}),
        5 => schema["not"] = json!({"required": ["a0"]}),
        6 => {
            schema["if"] = json!({"required": ["a0"]});
            schema["then"] = json!({"required": ["b1"]});
            schema["else"] = json!({"maxProperties": 2});
        }
        7 => schema["dependentRequired"] = json!({"a0": ["b1"]}),
        8 => schema["anyOf"] = json!([{"required": ["a0"]}, {"minProperties": 1}]),
        _ => {}
    }
    schema
}

/// A schema that a form may be made of.
pub fn schema(random: &mut Random, depth: usize) -> Value {
    let mut schema = match random.below(if depth == 0 { 7 } else { 12 }) {
        0 | 1 => text_schema(random),
        2 | 3 => number_schema(random),
        4 => json!({"type": "boolean"}),
        5 => choice_schema(random),
        6 => match random.below(5) {
            0 => json!({"$ref": "#/$defs/text"}),
            1 => json!({"allOf": [{"$ref": "#/$defs/number"}, {"maximum": 3}]}),
            2 => json!({"type": ["string", "null"], "maxLength": 3}),
            3 => json!({"anyOf": [number_schema(random), {"type": "null"}]}),
            _ => json!({"type": ["string", "number"]}),
        },
        7 | 8 => array_schema(random, depth - 1),
        _ => object_schema(random, depth - 1),
    };
    if random.once_in(4) {
        schema["default"] = value(random, 1);
    }
    schema
}

/// A schema with the definitions that others refer to.
pub fn root_schema(random: &mut Random) -> Value {
    let mut root = if random.once_in(6) {
        schema(random, 3)
    } else {
        object_schema(random, 3)
    };
    root["$defs"] = json!({"text": text_schema(random), "number": number_schema(random)});
    root
}

/// Any value, more often one that schemas of this file ask for.
pub fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 | 1 => Value::from(random.pick(TEXTS)),
        2 | 3 => number(random),
        4 => Value::from(random.once_in(2)),
        5 => constant(random),
        6 | 7 => (0..random.below(4))
            .map(|_| value(random, depth - 1))
            .collect(),
        _ => {
            let mut object = serde_json::Map::new();
            for index in 0..random.below(4) {
                let key = random
                    .pick(&["a", "b", "a/b", "ü", "__proto__", "x"])
                    .to_owned();
                object.insert(key + &index.to_string(), value(random, depth - 1));
            }
            Value::Object(object)
        }
    }
}
