//! The cases in which a form refuses what the schema alone would take, one
//! test each. There are no others.

use serde_json::Value;

use crate::filled::fill_one;

fn schema_takes(property: &str, content: &str) -> bool {
    let schema: Value = serde_json::from_str(&format!(
        r#"{{"type":"object","properties":{{"v":{property}}},"required":["v"]}}"#
    ))
    .unwrap();
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
        .is_valid(&serde_json::from_str(content).unwrap())
}

#[test]
fn a_required_text_is_not_empty() {
    let property = r#"{"type":"string"}"#;
    assert!(schema_takes(property, r#"{"v":""}"#));
    assert_eq!(
        fill_one(property, true).text("/v", "").errors(),
        ["/v required"]
    );
}

#[test]
fn an_own_answer_is_not_blank() {
    let property = r#"{"anyOf":[{"const":"a"},{"type":"string"}]}"#;
    assert!(schema_takes(property, r#"{"v":"  "}"#));
    assert_eq!(
        fill_one(property, true).text("/v", "  ").errors(),
        ["/v required"]
    );
}

#[test]
fn entries_of_a_list_are_not_empty() {
    let property = r#"{"type":"array","items":{"type":"string"},"minItems":1}"#;
    assert!(schema_takes(property, r#"{"v":[""]}"#));
    assert_eq!(
        fill_one(property, true).entries("/v", &[""]).errors(),
        ["/v required"]
    );
}

#[test]
fn whole_numbers_stay_within_2_to_the_53() {
    let property = r#"{"type":"integer"}"#;
    assert!(schema_takes(property, r#"{"v":9007199254740992}"#));
    assert_eq!(
        fill_one(property, true)
            .text("/v", "9007199254740992")
            .errors(),
        ["/v unsafe_integer"]
    );
}

#[test]
fn numbers_have_no_more_digits_than_doubles() {
    let property = r#"{"type":"number"}"#;
    assert!(schema_takes(property, r#"{"v":0.12345678901234567890}"#));
    assert_eq!(
        fill_one(property, true)
            .text("/v", "0.12345678901234567890")
            .errors(),
        ["/v too_precise"]
    );
}

#[test]
fn null_is_only_sent_by_leaving_a_required_field_empty() {
    let property = r#"{"type":["string","null"]}"#;
    assert_eq!(fill_one(property, false).content(), "{}");
    assert_eq!(fill_one(property, true).content(), r#"{"v":null}"#);
}

#[test]
fn what_is_not_judged_needs_a_word_from_the_person() {
    let property = r#"{"type":"string","format":"iri"}"#;
    assert!(schema_takes(property, r#"{"v":"https://é.example/"}"#));
    let filled = fill_one(property, true).text("/v", "https://é.example/");
    assert_eq!(filled.errors(), ["/v not_judged"]);
    filled.confirm("/v").content();
}
