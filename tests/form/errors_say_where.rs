//! Every error has a code, the path it is about and the field to show it at.

use countersign::form::{ErrorCode, errors_to_json, value_errors_to_json};
use countersign::host::native::NativeHost;
use countersign::json::Value;

use crate::filled::{fill, fill_one};

#[test]
fn all_errors_are_told_at_once() {
    let filled = fill(
        r#"{"properties":{"name":{"type":"string","minLength":3},"age":{"type":"integer"},
            "tags":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"},"maxItems":2},
            "home":{"type":"object","properties":{"zip":{"type":"string","maxLength":5}}}},
            "required":["name"]}"#,
    )
    .text("/name", "Al")
    .text("/age", "old")
    .entries("/tags", &["ok", "Not", "ok"])
    .text("/home/zip", "123456");
    let mut errors = filled.errors();
    errors.sort();
    assert_eq!(
        errors,
        [
            "/age not_a_number",
            "/home/zip too_long",
            "/name too_short",
            "/tags too_many_items",
            "/tags/1 pattern_mismatch",
        ]
    );
}

#[test]
fn an_error_names_the_field_that_shows_it() {
    let filled = fill_one(
        r#"{"type":"array","items":{"type":"string","maxLength":2}}"#,
        false,
    )
    .entries("/v", &["ok", "long"]);
    let errors = filled.result().unwrap_err();
    assert_eq!(
        errors_to_json(&filled.form, &errors),
        r#"[{"path":"/v/1","field":"/v","code":"too_long","limit":2}]"#
    );
}

#[test]
fn the_one_alternative_that_is_meant_explains_itself() {
    let filled = fill_one(
        r#"{"anyOf":[{"type":"string","minLength":3},{"type":"null"}]}"#,
        true,
    );
    assert_eq!(filled.text("/v", "ab").errors(), ["/v too_short"]);
    let filled = fill_one(
        r#"{"anyOf":[{"const":"a"},{"type":"string","pattern":"^b"}]}"#,
        true,
    );
    assert_eq!(filled.text("/v", "c").errors(), ["/v pattern_mismatch"]);
}

#[test]
fn keys_with_slashes_are_escaped() {
    let filled = fill(r#"{"properties":{"a/b~c":{"type":"string"}},"required":["a/b~c"]}"#);
    assert_eq!(filled.errors(), ["/a~1b~0c required"]);
    assert_eq!(filled.text("/a~1b~0c", "x").content(), r#"{"a/b~c":"x"}"#);
}

#[test]
fn content_made_without_a_draft_is_judged_alike() {
    let form = fill(
        r#"{"properties":{"n":{"type":"integer","minimum":1}},"required":["n"],"additionalProperties":false}"#,
    )
    .form;
    let check = |content: &str| {
        form.check_content(&Value::parse(content).unwrap(), &NativeHost)
            .map_err(|errors| {
                errors
                    .iter()
                    .map(|error| format!("{} {}", error.path, error.code.as_str()))
                    .collect::<Vec<_>>()
                    .join(", ")
            })
    };
    assert_eq!(check(r#"{"n":1.0}"#), Ok(()));
    assert_eq!(check(r#"{"n":0}"#), Err("/n too_small".into()));
    assert_eq!(check(r#"{"n":"1"}"#), Err("/n wrong_type".into()));
    assert_eq!(check(r#"{"n":1,"x":2}"#), Err("/x unknown_member".into()));
    assert_eq!(
        check(r#"{"n":9007199254740993}"#),
        Err("/n too_precise".into())
    );
}

#[test]
fn every_code_has_a_name_of_its_own() {
    let mut names: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ErrorCode::ALL.len());
}

#[test]
fn an_error_says_what_was_missed() {
    let filled = fill(
        r#"{"properties":{"a":{"type":"number","maximum":0.50},"b":{"type":"string","format":"iri"},
            "c":{"type":"integer"}},"required":["c"]}"#,
    )
    .text("/a", "0.6")
    .text("/b", "x");
    let errors = filled.result().unwrap_err();
    assert_eq!(
        value_errors_to_json(&errors),
        r#"[{"path":"/c","code":"required"},{"path":"/a","code":"too_large","limit":0.50},{"path":"/b","code":"not_judged","limit":"format"}]"#
    );
}
