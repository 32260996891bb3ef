//! What is not judged is not sent, unless the person says so.

use countersign::form::Draft;
use countersign::json::RawJson;

use crate::filled::{Filled, fill, fill_one};

#[test]
fn what_is_not_judged_is_refused_by_name() {
    let filled =
        fill_one(r#"{"type":"string","format":"iri"}"#, true).text("/v", "https://é.example");
    let errors = filled.result().unwrap_err();
    assert_eq!(filled.errors(), ["/v not_judged"]);
    assert_eq!(errors[0].limit.as_str(), Some("format"));
}

#[test]
fn a_person_can_send_it_all_the_same() {
    let filled = fill_one(r#"{"type":"string","format":"iri"}"#, true)
        .text("/v", "https://é.example")
        .confirm("/v");
    assert_eq!(filled.content(), r#"{"v":"https://é.example"}"#);
    let filled = fill(r#"{"type":"object","properties":{},"unevaluatedProperties":false}"#);
    assert_eq!(filled.errors(), [" not_judged"]);
    assert_eq!(filled.confirm("").content(), "{}");
}

#[test]
fn a_confirmation_covers_no_mistakes_and_no_other_field() {
    let filled = fill(
        r#"{"properties":{"a":{"type":"string","format":"iri","minLength":3},
            "b":{"type":"string","format":"iri"}}}"#,
    )
    .text("/a", "x")
    .text("/b", "y")
    .confirm("/a");
    let mut errors = filled.errors();
    errors.sort();
    assert_eq!(errors, ["/a too_short", "/b not_judged"]);
}

#[test]
fn a_confirmation_does_not_outlive_a_reload() {
    let filled = fill_one(r#"{"type":"string","format":"iri"}"#, true)
        .text("/v", "x")
        .confirm("/v");
    let json = filled.draft.to_json();
    let (draft, lost) = Draft::restore(&filled.form, RawJson::parse(&json).unwrap());
    assert!(lost.is_empty());
    let again = Filled { draft, ..filled };
    assert_eq!(again.answer("/v"), serde_json::json!({"text": "x"}));
    assert_eq!(again.errors(), ["/v not_judged"]);
}

#[test]
fn required_json_must_be_written_and_fit() {
    let property = r#"{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}"#;
    assert_eq!(fill_one(property, true).errors(), ["/v required"]);
    assert_eq!(
        fill_one(property, true)
            .text("/v", r#"[{"n":"1"}]"#)
            .errors(),
        ["/v/0/n wrong_type"]
    );
    assert_eq!(
        fill_one(property, true)
            .text("/v", r#"[{"n":1}]"#)
            .content(),
        r#"{"v":[{"n":1}]}"#
    );
}

#[test]
fn a_pattern_that_cannot_run_does_not_block() {
    for pattern in ["(", r"(?<=a)b", &"a".repeat(9_000)] {
        let property = format!(
            r#"{{"type":"string","maxLength":3,"pattern":{}}}"#,
            serde_json::Value::from(pattern)
        );
        let filled = fill_one(&property, true).text("/v", "abc");
        assert_eq!(filled.content(), r#"{"v":"abc"}"#);
        // The rest is judged all the same.
        assert_eq!(filled.text("/v", "abcd").errors(), ["/v too_long"]);
    }
}

#[test]
fn many_doubts_do_not_hide_a_mistake() {
    let pieces: Vec<String> = (0..150)
        .map(|index| format!(r#""p{index}":{{"type":"string","pattern":"("}}"#))
        .collect();
    let schema = format!(
        r#"{{"properties":{{{},"last":{{"type":"string","maxLength":1}}}}}}"#,
        pieces.join(",")
    );
    let mut filled = fill(&schema).text("/last", "too long");
    for index in 0..150 {
        filled = filled.text(&format!("/p{index}"), "x");
    }
    assert!(filled.result().is_err());
}

#[test]
fn a_schema_that_nothing_fits_is_never_accepted() {
    assert_eq!(fill("false").text("", "1").errors(), [" not_allowed"]);
    assert_eq!(
        fill_one(r#"{"type":"string","not":{}}"#, true)
            .text("/v", "x")
            .errors(),
        ["/v not_allowed"]
    );
}
