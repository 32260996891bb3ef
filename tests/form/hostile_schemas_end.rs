//! A schema made to hurt is read in bounded time, and what cannot be shown says
//! so.

use std::time::{Duration, Instant};

use countersign::form::{Draft, Form, Judgement, limits, validate};
use countersign::host::native::NativeHost;
use countersign::json::RawJson;

use crate::filled::{field, fill, fill_one, form, json, kind};
use crate::random::Random;
use crate::random_schema;

/// Generous: unoptimised, on a busy machine. Without bounds these would not
/// end.
const SOON: Duration = Duration::from_secs(10);

fn root_kind(schema: &str) -> String {
    let started = Instant::now();
    let form = form(schema);
    let draft = Draft::new(&form);
    let _ = form.content(&draft, &NativeHost);
    let _ = form.to_json();
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    kind(&json(form.root()))
}

#[test]
fn a_schema_that_is_too_long_is_not_taken_apart() {
    let options: Vec<String> = (0..100_000).map(|index| format!("\"{index}\"")).collect();
    let schema = format!(r#"{{"enum":[{}]}}"#, options.join(","));
    assert!(schema.len() > limits::SCHEMA_BYTES);
    assert_eq!(root_kind(&schema), "json: schema_too_long");
    // Without the schema nothing can be judged, so nothing is accepted blindly.
    let filled = fill(&schema).text("", "\"1\"");
    assert_eq!(filled.errors(), [" not_judged"]);
    assert_eq!(filled.confirm("").content(), "\"1\"");
    let judgement = validate(RawJson::parse(&schema).unwrap(), RawJson::TRUE, &NativeHost);
    assert!(matches!(judgement, Judgement::NotJudged(_)));
}

#[test]
fn too_many_options_are_written_as_json() {
    let options = |count: usize| {
        let options: Vec<String> = (0..count).map(|index| format!("\"{index}\"")).collect();
        format!(r#"{{"enum":[{}]}}"#, options.join(","))
    };
    assert_eq!(root_kind(&options(limits::OPTIONS)), "choice");
    assert_eq!(
        root_kind(&options(limits::OPTIONS + 1)),
        "json: too_many_options"
    );
    assert_eq!(root_kind(&options(20_000)), "json: too_many_options");
    let filled = fill(&options(20_000)).text("", "\"19999\"");
    assert_eq!(filled.content(), "\"19999\"");
}

#[test]
fn too_many_fields_are_written_as_json() {
    let fields = |count: usize| {
        let fields: Vec<String> = (0..count)
            .map(|index| format!(r#""f{index}":{{"type":"string"}}"#))
            .collect();
        format!(r#"{{"properties":{{{}}}}}"#, fields.join(","))
    };
    assert_eq!(root_kind(&fields(limits::FIELDS - 1)), "group");
    assert_eq!(root_kind(&fields(limits::FIELDS)), "json: too_many_fields");
    assert_eq!(root_kind(&fields(8_000)), "json: too_many_fields");
    let filled = fill(&fields(8_000)).text("", r#"{"f7999":"x"}"#);
    assert_eq!(filled.content(), r#"{"f7999":"x"}"#);
    // Wanted without being described.
    let wanted: Vec<String> = (0..20_000).map(|index| format!("\"{index}\"")).collect();
    assert_eq!(
        root_kind(&format!(
            r#"{{"type":"object","required":[{}]}}"#,
            wanted.join(",")
        )),
        "json: too_many_fields"
    );
}

#[test]
fn references_in_circles_end() {
    for (schema, expected) in [
        (r##"{"$ref":"#"}"##, "json: too_deep"),
        (
            r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
            "json: too_deep",
        ),
        (
            r##"{"anyOf":[{"$ref":"#"},{"type":"null"}]}"##,
            "json: too_deep",
        ),
        (
            r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
            "json: too_deep",
        ),
        (
            r##"{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},
                "b":{"allOf":[{"$ref":"#/$defs/c"},{"$ref":"#/$defs/c"}]},
                "c":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}}"##,
            "json: too_deep",
        ),
        (
            r##"{"type":"array","items":{"$ref":"#"}}"##,
            "json: list_of_others",
        ),
    ] {
        assert_eq!(root_kind(schema), expected, "{schema}");
        let value = RawJson::parse("[[[[1]]]]").unwrap();
        let judgement = validate(RawJson::parse(schema).unwrap(), value, &NativeHost);
        assert_ne!(judgement, Judgement::Valid, "{schema}");
    }
    // Every level has a field of its own, until it is too deep.
    let schema = r##"{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#"}}}"##;
    let form = form(schema);
    assert_eq!(kind(&field(&form, "/a/a")), "group");
    assert_eq!(kind(&field(&form, "/a/a/a")), "json: too_deep");
}

#[test]
fn alternatives_that_multiply_end_unjudged() {
    // 12^40 ways.
    let mut defs = String::new();
    for level in 0..40 {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, level + 1);
        defs += &format!(r#""d{level}":{{"anyOf":[{}]}},"#, vec![next; 12].join(","));
    }
    let schema = format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{defs}"d40":{{"type":"null"}}}}}}"##);
    let started = Instant::now();
    let judgement = validate(
        RawJson::parse(&schema).unwrap(),
        RawJson::parse("1").unwrap(),
        &NativeHost,
    );
    assert!(
        matches!(judgement, Judgement::NotJudged(_)),
        "{judgement:?}"
    );
    assert!(started.elapsed() < SOON);
    assert_eq!(root_kind(&schema), "json: several_types");
}

#[test]
fn large_values_end_unjudged_or_judged() {
    let numbers: Vec<String> = (0..30_000).map(|index| index.to_string()).collect();
    let array = format!("[{}]", numbers.join(","));
    let started = Instant::now();
    let judge = |schema: &str, value: &str| {
        validate(
            RawJson::parse(schema).unwrap(),
            RawJson::parse(value).unwrap(),
            &NativeHost,
        )
    };
    assert!(matches!(
        judge(r#"{"uniqueItems":true}"#, &array),
        Judgement::NotJudged(_)
    ));
    assert_eq!(
        judge(r#"{"items":{"type":"integer","minimum":0}}"#, &array),
        Judgement::Valid
    );
    let deep = "[".repeat(400) + &"]".repeat(400);
    assert!(matches!(
        judge(r##"{"items":{"$ref":"#"}}"##, &deep),
        Judgement::NotJudged(_)
    ));
    assert!(matches!(
        judge(&format!(r#"{{"const":{deep}}}"#), &deep),
        Judgement::NotJudged(_)
    ));
    assert!(started.elapsed() < SOON);
}

#[test]
fn patterns_share_one_budget() {
    // Each would take most of it.
    let fields: Vec<String> = (0..100)
        .map(|index| format!(r#""f{index}":{{"type":"string","pattern":"^(a|b|ab)*c$"}}"#))
        .collect();
    let mut filled = fill(&format!(r#"{{"properties":{{{}}}}}"#, fields.join(",")));
    let text = "ab".repeat(20_000);
    for index in 0..100 {
        filled = filled.text(&format!("/f{index}"), &text);
    }
    let started = Instant::now();
    let _ = filled.result();
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn a_long_default_is_not_a_trap() {
    let text = "a".repeat(100_000);
    let filled = fill_one(
        &format!(r#"{{"type":"string","pattern":"^(a+)+$","default":"{text}"}}"#),
        true,
    );
    let started = Instant::now();
    let _ = filled.result();
    assert!(started.elapsed() < SOON);
}

#[test]
fn numbers_made_to_hurt_are_not_judged_by_force() {
    let started = Instant::now();
    for (schema, value) in [
        (r#"{"multipleOf":1e-300}"#.to_owned(), "1e300".to_owned()),
        (r#"{"multipleOf":1e-99999999}"#.into(), "1e99999999".into()),
        (r#"{"minimum":0}"#.into(), "9".repeat(200_000)),
        (
            format!(r#"{{"multipleOf":{}}}"#, "7".repeat(1_000)),
            "5".into(),
        ),
        (r#"{"minLength":1e999999999999}"#.into(), "\"x\"".into()),
        (r#"{"multipleOf":0}"#.into(), "1".into()),
        (r#"{"multipleOf":-1}"#.into(), "1".into()),
    ] {
        let _ = validate(
            RawJson::parse(&schema).unwrap(),
            RawJson::parse(&value).unwrap(),
            &NativeHost,
        );
    }
    assert!(started.elapsed() < SOON);
}

#[test]
fn keywords_of_the_wrong_type_hurt_nobody() {
    let keywords = [
        "$ref",
        "$schema",
        "$id",
        "type",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "then",
        "else",
        "properties",
        "required",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minimum",
        "maximum",
        "multipleOf",
        "title",
        "description",
        "default",
        "enumNames",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "dependentRequired",
        "minProperties",
        "x-own-answer",
        "contentMediaType",
    ];
    let arguments = [
        "null",
        "true",
        "false",
        "0",
        "-1",
        "1.5",
        "\"x\"",
        "\"#\"",
        "\"\"",
        "[]",
        "[1]",
        "[\"string\"]",
        "[[]]",
        "[null]",
        "{}",
        "{\"a\":1}",
        "{\"a\":{}}",
        "[{}]",
        "[{\"const\":1}]",
        "\"string\"",
        "\"object\"",
        "\"array\"",
    ];
    let values = ["null", "1", "\"x\"", "[1,\"x\"]", "{\"a\":1}"];
    let mut random = Random::new(5);
    for _ in 0..12_000 {
        let members: Vec<String> = (0..1 + random.below(4))
            .map(|_| format!("\"{}\":{}", random.pick(&keywords), random.pick(&arguments)))
            .collect();
        let schema = format!("{{{}}}", members.join(","));
        let raw = RawJson::parse(&schema).unwrap();
        let form = Form::read(raw, &NativeHost);
        let mut draft = Draft::new(&form);
        if ["json", "text", "number"].contains(&json(form.root())["kind"].as_str().unwrap()) {
            draft.set_text(&form, "", random.pick(&values)).unwrap();
        }
        let _ = form.content(&draft, &NativeHost);
        serde_json::from_str::<serde_json::Value>(&form.to_json()).unwrap();
        let value = RawJson::parse(random.pick(&values)).unwrap();
        let _ = validate(raw, value, &NativeHost);
    }
}

#[test]
fn random_schemas_become_json_that_can_be_read() {
    let mut random = Random::new(6);
    for _ in 0..1_000 {
        let schema = random_schema::root_schema(&mut random).to_string();
        let form = form(&schema);
        let json: serde_json::Value = serde_json::from_str(&form.to_json()).unwrap();
        assert!(json["fields"].is_array());
        let draft = Draft::new(&form);
        let stored = draft.to_json();
        let (again, lost) = Draft::restore(&form, RawJson::parse(&stored).unwrap());
        assert!(lost.is_empty(), "{schema}\n{stored}");
        assert_eq!(again.to_json(), stored, "{schema}");
    }
}

#[test]
fn a_small_stack_is_enough() {
    // A browser gives WebAssembly 128 KiB; native frames of an unoptimised
    // build are several times larger.
    let mut schema = String::from(r##"{"$ref":"#/$defs/a","$defs":{"a":"##);
    schema += &r#"{"allOf":[{"anyOf":["#.repeat(60);
    schema += r##"{"items":{"$ref":"#/$defs/a"}}"##;
    schema += &"]}]}".repeat(60);
    schema += "}}";
    let deep = "[".repeat(400) + &"]".repeat(400);
    std::thread::Builder::new()
        .stack_size(1024 * 1024)
        .spawn(move || {
            let form = form(&schema);
            assert_eq!(form.root().get("kind").unwrap().as_str(), Some("json"));
            let judgement = validate(
                RawJson::parse(&schema).unwrap(),
                RawJson::parse(&deep).unwrap(),
                &NativeHost,
            );
            assert!(matches!(judgement, Judgement::NotJudged(_)));
        })
        .unwrap()
        .join()
        .unwrap();
}
