//! What is sent is what was typed: not converted, rounded or filled in.

use crate::filled::{fill, fill_one};

fn number(property: &str, text: &str) -> Result<String, Vec<String>> {
    let filled = fill_one(property, true).text("/v", text);
    filled.result().map_err(|_| filled.errors())
}

fn accepted(property: &str, text: &str) -> String {
    number(property, text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn refused(property: &str, text: &str) -> String {
    number(property, text)
        .expect_err(text)
        .join(", ")
        .replace("/v ", "")
}

const NUMBER: &str = r#"{"type":"number"}"#;
const INTEGER: &str = r#"{"type":"integer"}"#;

#[test]
fn numbers_are_sent_as_typed() {
    for text in [
        "0",
        "1.50",
        "-0.25",
        "1e3",
        "0.1",
        "123456789.000001",
        "1e-7",
        "0.30000000000000004",
    ] {
        assert_eq!(accepted(NUMBER, text), format!(r#"{{"v":{text}}}"#));
    }
}

#[test]
fn forms_of_speech_become_json() {
    for (text, json) in [
        (" 5 ", "5"),
        ("+5", "5"),
        ("007", "7"),
        (".5", "0.5"),
        ("5.", "5"),
        ("-.5", "-0.5"),
        ("00.50", "0.50"),
        ("1E+3", "1E+3"),
    ] {
        assert_eq!(accepted(NUMBER, text), format!(r#"{{"v":{json}}}"#));
    }
}

#[test]
fn what_is_not_a_number_is_told() {
    for text in [
        "five", "1,5", "1 000", "1_000", "0x10", "1e", "e5", "--1", "+-1", ".", "-", "1.2.3",
        "Infinity", "NaN", "١", "1e1.5", "\"0.5\"",
    ] {
        assert_eq!(refused(NUMBER, text), "not_a_number", "{text}");
    }
}

#[test]
fn whole_numbers_beyond_2_to_the_53_are_refused() {
    assert_eq!(
        accepted(INTEGER, "9007199254740991"),
        r#"{"v":9007199254740991}"#
    );
    assert_eq!(
        accepted(INTEGER, "-9007199254740991"),
        r#"{"v":-9007199254740991}"#
    );
    for text in [
        "9007199254740993",
        "-9007199254740993",
        "1e20",
        "123456789012345678901234567890",
    ] {
        assert_eq!(refused(INTEGER, text), "unsafe_integer", "{text}");
    }
    assert_eq!(refused(NUMBER, "9007199254740993"), "too_precise");
}

#[test]
fn digits_that_would_be_lost_are_refused() {
    for text in [
        "0.1234567890123456789",
        "1e400",
        "-1e400",
        "1e-400",
        "1e99999999999999999999",
    ] {
        assert_eq!(refused(NUMBER, text), "too_precise", "{text}");
    }
    assert_eq!(accepted(NUMBER, "1e300"), r#"{"v":1e300}"#);
}

#[test]
fn three_point_zero_is_an_integer() {
    assert_eq!(accepted(INTEGER, "3.0"), r#"{"v":3}"#);
    assert_eq!(accepted(INTEGER, "3e2"), r#"{"v":300}"#);
    assert_eq!(accepted(INTEGER, "-0"), r#"{"v":0}"#);
    assert_eq!(refused(INTEGER, "3.5"), "not_an_integer");
}

#[test]
fn bounds_and_multiples_are_exact() {
    let property = r#"{"type":"number","minimum":0.1,"exclusiveMaximum":0.3,"multipleOf":0.01}"#;
    assert_eq!(accepted(property, "0.10"), r#"{"v":0.10}"#);
    assert_eq!(accepted(property, "0.29"), r#"{"v":0.29}"#);
    assert_eq!(refused(property, "0.3"), "not_below");
    assert_eq!(refused(property, "0.09"), "too_small");
    assert_eq!(refused(property, "0.105"), "not_a_multiple");
    // In binary floating point these four go wrong.
    for (value, step) in [
        ("4.35", "0.01"),
        ("19.99", "0.01"),
        ("0.3", "0.1"),
        ("1.1", "0.1"),
    ] {
        let property = format!(r#"{{"type":"number","multipleOf":{step}}}"#);
        assert_eq!(accepted(&property, value), format!(r#"{{"v":{value}}}"#));
    }
    assert_eq!(
        refused(r#"{"type":"integer","maximum":3}"#, "4"),
        "too_large"
    );
    assert_eq!(
        refused(r#"{"type":"integer","exclusiveMinimum":3}"#, "3"),
        "not_above"
    );
}

#[test]
fn text_stays_text() {
    for text in [
        "  padded ",
        "0.5",
        "true",
        "null",
        "\ttab",
        "a\r\nb",
        "\u{202E}x",
    ] {
        let filled = fill_one(r#"{"type":"string"}"#, true).text("/v", text);
        let content = filled.content();
        let content: serde_json::Value = serde_json::from_str(&content).unwrap();
        assert_eq!(content["v"], text);
    }
}

#[test]
fn lengths_count_code_points() {
    let filled = fill_one(r#"{"type":"string","minLength":5,"maxLength":5}"#, true);
    let filled = filled.text("/v", "🦀🦀🦀🦀🦀");
    assert_eq!(filled.content(), r#"{"v":"🦀🦀🦀🦀🦀"}"#);
    assert_eq!(filled.text("/v", "🦀🦀").errors(), ["/v too_short"]);
    let filled = fill_one(r#"{"type":"string","maxLength":5}"#, true);
    assert_eq!(
        filled.text("/v", "e\u{301}e\u{301}e\u{301}").errors(),
        ["/v too_long"]
    );
}

#[test]
fn dates_and_times_are_strict() {
    let date_time = r#"{"type":"string","format":"date-time"}"#;
    for text in [
        "2026-02-28T12:00:00Z",
        "2026-02-28t12:00:00.5+01:00",
        "2026-12-31T23:59:60Z",
    ] {
        accepted(date_time, text);
    }
    for text in [
        "2026-02-28T12:00",
        "2026-02-28T12:00:00",
        "2026-02-28T12:00:00.5",
    ] {
        assert_eq!(refused(date_time, text), "offset_missing", "{text}");
    }
    for text in [
        "2026-02-30T12:00:00Z",
        "2026-02-28 12:00:00Z",
        "2026-02-28T24:00:00Z",
        "today",
    ] {
        assert_eq!(refused(date_time, text), "format_mismatch", "{text}");
    }
    let date = r#"{"type":"string","format":"date"}"#;
    accepted(date, "2024-02-29");
    for text in [
        "2026-02-29",
        "2100-02-29",
        "2026-2-1",
        "26-02-01",
        "2026-13-01",
    ] {
        assert_eq!(refused(date, text), "format_mismatch", "{text}");
    }
}

#[test]
fn addresses_are_strict() {
    let email = r#"{"type":"string","format":"email"}"#;
    accepted(email, "ada@example.org");
    for text in [
        "ada",
        "ada@",
        "@example.org",
        "a da@example.org",
        "ada@-x.org",
        "Ada <a@b.c>",
    ] {
        assert_eq!(refused(email, text), "format_mismatch", "{text}");
    }
    let uri = r#"{"type":"string","format":"uri"}"#;
    accepted(uri, "https://example.org/a?b#c");
    accepted(uri, "mailto:ada@example.org");
    for text in [
        "/a",
        "example.org",
        "https://a b",
        "https://example.org:port/",
        "https://a@b@example.org/",
        "http://é.example",
        "1a:b",
    ] {
        assert_eq!(refused(uri, text), "format_mismatch", "{text}");
    }
}

#[test]
fn empty_optional_fields_are_left_out() {
    let filled = fill(
        r#"{"properties":{"a":{"type":"string","format":"email"},"b":{"type":"number"},
            "c":{"type":"boolean"},"d":{"enum":[1]},"e":{"type":"array","items":{"enum":[1]}},
            "f":{"type":"array","items":{"type":"string"}},"g":{"type":["null","string"]},
            "h":{"type":"object","properties":{"i":{"type":"string"},"j":{"type":["null","string"]}},
            "required":["i","j"]},"k":{}}}"#,
    );
    assert_eq!(filled.content(), "{}");
    let filled = filled
        .text("/a", "")
        .text("/b", "  ")
        .entries("/f", &["", ""]);
    assert_eq!(filled.content(), "{}");
    // What an object needs, it needs once it is begun.
    assert_eq!(filled.text("/h/j", "x").errors(), ["/h/i required"]);
}

#[test]
fn empty_required_fields_are_told_not_filled_in() {
    let filled = fill(
        r#"{"properties":{"a":{"type":"string"},"b":{"type":"number"},"c":{"type":"boolean"},
            "d":{"enum":["x","y"]},"e":{"type":"array","items":{"enum":[1]},"minItems":1},"k":{},
            "h":{"type":"object","properties":{"i":{"type":"string"}},"required":["i"]}},
            "required":["a","b","c","d","e","k","h"]}"#,
    );
    let mut errors = filled.errors();
    errors.sort();
    assert_eq!(
        errors,
        [
            "/a required",
            "/b required",
            "/c required",
            "/d required",
            "/e required",
            "/h/i required",
            "/k required",
        ]
    );
}

#[test]
fn a_required_boolean_is_neither_yes_nor_no_before_it_is_answered() {
    let filled = fill_one(r#"{"type":"boolean"}"#, true);
    assert_eq!(filled.answer("/v").to_string(), "{}");
    assert_eq!(filled.errors(), ["/v required"]);
    let filled = filled.flag("/v", Some(false));
    assert_eq!(filled.content(), r#"{"v":false}"#);
    assert_eq!(filled.flag("/v", None).errors(), ["/v required"]);
}

#[test]
fn an_empty_required_field_that_takes_null_is_null() {
    assert_eq!(
        fill_one(r#"{"type":["string","null"]}"#, true).content(),
        r#"{"v":null}"#
    );
    assert_eq!(
        fill_one(r#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#, true).content(),
        r#"{"v":null}"#
    );
}

#[test]
fn no_picks_are_an_empty_list_only_where_one_is_needed() {
    let property = r#"{"type":"array","items":{"enum":["a"]}}"#;
    assert_eq!(fill_one(property, true).content(), r#"{"v":[]}"#);
    assert_eq!(fill_one(property, false).content(), "{}");
}

#[test]
fn an_empty_text_is_an_answer_only_where_the_schema_proposes_it() {
    assert_eq!(
        fill_one(r#"{"type":"string","default":""}"#, true).content(),
        r#"{"v":""}"#
    );
    assert_eq!(
        fill_one(r#"{"type":"string","default":""}"#, false).content(),
        "{}"
    );
}

#[test]
fn duplicates_in_a_multiple_choice_are_removed() {
    let property = r#"{"type":"array","items":{"anyOf":[{"const":"a"},{"const":"b"},{"type":"string"}]},
        "default":["b","a","b"]}"#;
    assert_eq!(fill_one(property, true).content(), r#"{"v":["a","b"]}"#);
    let filled = fill_one(property, true).text("/v", "a");
    assert_eq!(filled.content(), r#"{"v":["a","b"]}"#);
}

#[test]
fn options_are_sent_with_the_type_they_have() {
    let property = r#"{"oneOf":[{"const":1,"title":"One"},{"const":true,"title":"Yes"},{"const":"1","title":"Text"}]}"#;
    for (option, sent) in ["1", "true", "\"1\""].iter().enumerate() {
        let filled = fill_one(property, true).pick("/v", option);
        assert_eq!(filled.content(), format!(r#"{{"v":{sent}}}"#));
    }
}

#[test]
fn json_is_sent_as_it_is() {
    let property = r#"{"type":["object","array"]}"#;
    let filled = fill_one(property, true).text("/v", r#" {"b": 1.0, "a": [true, "\ud83d"]} "#);
    assert_eq!(filled.content(), r#"{"v":{"b":1.0,"a":[true,"\ud83d"]}}"#);
    assert_eq!(
        fill_one(property, true).text("/v", "{\"b\":").errors(),
        ["/v not_json"]
    );
    assert_eq!(
        fill_one(property, true).text("/v", "7").errors(),
        ["/v wrong_type"]
    );
    assert_eq!(
        fill_one(property, true)
            .text("/v", r#"[{"id":9007199254740993}]"#)
            .errors(),
        ["/v/0/id too_precise"]
    );
}
