//! JSON and strings as JavaScript means them.

#![allow(clippy::unwrap_used)]

mod recorded;

use countersign::json::{
    JsonErrorKind, Kind, RawJson, Value, Writer, Wtf8, Wtf8Buf, limits::MAX_DEPTH, visit_object,
    write_string,
};

fn kind_of_error(text: &str) -> JsonErrorKind {
    RawJson::parse(text).unwrap_err().kind
}

fn decoded(text: &str) -> Wtf8Buf {
    let string = RawJson::parse(text).unwrap().string().unwrap();
    string.decode().into_owned()
}

fn units(text: &Wtf8Buf) -> Vec<u16> {
    text.as_wtf8().utf16().collect()
}

#[test]
fn accepts_what_json_parse_accepts() {
    for text in [
        "null",
        " true\n",
        "\t\r\nfalse ",
        "0",
        "-0",
        "10",
        "-0.0e-0",
        "1E+5",
        "1e400",
        "0.10",
        r#""""#,
        r#""\ud83d""#,
        r#""\" \\ \/ \b \f \n \r \t \u00Af""#,
        "\"\u{7f}\u{2028}é😀\"",
        "[]",
        "[ ]",
        "{}",
        "{ }",
        "[[],{}]",
        r#"{"a":1,"a":2}"#,
        r#"{"__proto__":1}"#,
        r#" { "a" : [ 1 , 2 ] , "" : { } } "#,
    ] {
        let raw = RawJson::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(raw.as_str(), text.trim());
    }
}

#[test]
fn refuses_what_json_parse_refuses() {
    for text in [
        "",
        " ",
        "nul",
        "nulL",
        "True",
        "undefined",
        "NaN",
        "+1",
        "01",
        "-",
        "-a",
        "1.",
        ".1",
        "1.e1",
        "1e",
        "1e+",
        "0x1",
        "\"",
        "\"\n\"",
        "\"\t\"",
        r#""\x""#,
        r#""\u12g4""#,
        r#""\u123""#,
        "'a'",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "{\"a\":1]",
        "{1:1}",
        "1 2",
        "[]]",
        "null,",
        "\u{feff}1",
        "\u{a0}1",
        "\u{b}1",
        "\u{c}1",
        "1\0",
    ] {
        assert!(RawJson::parse(text).is_err(), "{text:?} is no JSON");
    }
}

#[test]
fn an_error_tells_where_and_why() {
    let error = RawJson::parse("[1, x]").unwrap_err();
    assert_eq!(
        (error.offset, error.kind),
        (4, JsonErrorKind::UnexpectedByte)
    );
    assert_eq!(kind_of_error("[1"), JsonErrorKind::UnexpectedEnd);
    assert_eq!(kind_of_error("1 2"), JsonErrorKind::TrailingText);
}

#[test]
fn nesting_is_bounded() {
    let array = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(RawJson::parse(&array(MAX_DEPTH)).is_ok());
    assert_eq!(kind_of_error(&array(MAX_DEPTH + 1)), JsonErrorKind::TooDeep);
    let object = |depth| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    assert!(RawJson::parse(&object(MAX_DEPTH)).is_ok());
    assert_eq!(
        kind_of_error(&object(MAX_DEPTH + 1)),
        JsonErrorKind::TooDeep
    );
    assert!(visit_object(&object(MAX_DEPTH), &mut |_, _| {}).is_ok());
    assert_eq!(
        visit_object(&object(MAX_DEPTH + 1), &mut |_, _| {})
            .unwrap_err()
            .kind,
        JsonErrorKind::TooDeep
    );
}

#[test]
fn the_deepest_value_can_be_built_written_and_compared() {
    let text = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    let value = Value::parse(&text).unwrap();
    assert_eq!(value.to_json(), text);
    assert_eq!(value, value.clone());
}

#[test]
fn raw_values_are_read_in_place() {
    let text = r#" {"s": "x" , "n":-1.50e3,"t":true,"a":[1,[2],{"b":3}],"z":null} "#;
    let raw = RawJson::parse(text).unwrap();
    assert_eq!(raw.kind(), Kind::Object);
    assert_eq!(raw.get("s").unwrap().string().unwrap().plain(), Some("x"));
    assert_eq!(raw.get("n").unwrap().number_text(), Some("-1.50e3"));
    assert_eq!(raw.get("t").unwrap().bool(), Some(true));
    assert!(raw.get("z").unwrap().is_null());
    assert_eq!(raw.get("missing"), None);
    let elements = raw.get("a").unwrap().elements().unwrap();
    assert_eq!(
        elements.map(RawJson::as_str).collect::<Vec<_>>(),
        ["1", "[2]", r#"{"b":3}"#]
    );
    let keys: Vec<_> = raw
        .members()
        .unwrap()
        .map(|(key, _)| key.plain().unwrap())
        .collect();
    assert_eq!(keys, ["s", "n", "t", "a", "z"]);
    assert!(raw.elements().is_none());
    assert!(RawJson::NULL.members().is_none());
    assert_eq!(
        RawJson::parse("[ ]").unwrap().elements().unwrap().count(),
        0
    );
    assert_eq!(RawJson::parse("{ }").unwrap().members().unwrap().count(), 0);
}

#[test]
fn the_last_of_repeated_keys_counts() {
    let raw = RawJson::parse(r#"{"a":1,"b":2,"\u0061":3}"#).unwrap();
    assert_eq!(raw.get("a").unwrap().as_str(), "3");
    assert_eq!(Value::from(raw).to_json(), r#"{"a":3,"b":2}"#);
}

#[test]
fn many_repeated_keys_keep_their_first_places() {
    let mut text = String::from("{");
    for index in 0..5000 {
        text.push_str(&format!("\"k{}\":{index},", index % 1000));
    }
    text.push_str("\"end\":0}");
    let value = Value::parse(&text).unwrap();
    let members = value.as_object().unwrap();
    assert_eq!(members.len(), 1001);
    for (index, (key, value)) in members.iter().take(1000).enumerate() {
        assert_eq!(key.as_str(), Some(format!("k{index}").as_str()));
        assert_eq!(
            value.as_number_text(),
            Some((4000 + index).to_string().as_str())
        );
    }
}

#[test]
fn escapes_are_decoded() {
    assert_eq!(
        decoded(r#""\"\\\/\b\f\n\r\t\u00e9\u20AC""#),
        "\"\\/\u{8}\u{c}\n\r\té€".into()
    );
    assert_eq!(decoded(r#""a\ud83d\ude00b""#), "a😀b".into());
    assert_eq!(decoded(r#""é\n""#), "é\n".into());
    assert_eq!(units(&decoded(r#""\ude00\ud83d""#)), [0xDE00, 0xD83D]);
    let lone = decoded(r#""a\ud83db""#);
    assert_eq!(lone.as_str(), None);
    assert_eq!(units(&lone), [0x61, 0xD83D, 0x62]);
    assert_eq!(lone.to_string_lossy(), "a\u{FFFD}b");
}

#[test]
fn strings_compare_by_what_they_mean() {
    let string = |text: &'static str| RawJson::parse(text).unwrap().string().unwrap();
    assert!(string(r#""type""#).eq_str("type"));
    assert!(string(r#""t\u0079pe""#).eq_str("type"));
    assert!(!string(r#""t\u0079pe""#).eq_str("tipe"));
    assert!(!string(r#""type""#).eq_str("typ"));
    assert!(!string(r#""\ud83d""#).eq_str("\u{FFFD}"));
}

#[test]
fn halves_of_a_surrogate_pair_are_joined() {
    let mut text = Wtf8Buf::from("a");
    text.push_code_unit(0xD83D);
    assert!(text.ends_with_high_surrogate());
    let mut tail = Wtf8Buf::new();
    tail.push_code_unit(0xDE00);
    tail.push_str("b");
    assert_eq!(tail.as_str(), None);
    text.push_wtf8(tail.as_wtf8());
    assert_eq!(text.as_str(), Some("a😀b"));
    assert_eq!(text.as_wtf8().len_utf16(), 4);
}

#[test]
fn lone_surrogates_are_not_joined_the_wrong_way_round() {
    let given = [0xDE00, 0xD83D, 0xD83D, 0x61, 0xDE00];
    let mut text = Wtf8Buf::new();
    for unit in given {
        text.push_code_unit(unit);
    }
    assert_eq!(units(&text), given);
    assert_eq!(
        text.as_wtf8().code_points().collect::<Vec<_>>(),
        given.map(u32::from)
    );
    assert_eq!(text.as_wtf8().len_utf16(), 5);
    assert_eq!(text.to_string_lossy(), "\u{FFFD}\u{FFFD}\u{FFFD}a\u{FFFD}");
}

#[test]
fn code_points_and_units_are_those_of_the_text() {
    let text = "aé€😀\u{10FFFF}\u{D7FF}\u{E000}";
    let wtf8 = Wtf8::from_str(text);
    assert!(wtf8.code_points().eq(text.chars().map(u32::from)));
    assert!(wtf8.utf16().eq(text.encode_utf16()));
    assert_eq!(wtf8.len_utf16(), text.encode_utf16().count());
    assert_eq!(wtf8.to_owned().as_wtf8(), wtf8);
}

fn written(text: Wtf8<'_>) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

#[test]
fn strings_are_written_as_json_stringify_does() {
    assert_eq!(
        written("\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f} \"\\/\u{7f}\u{2028}é😀".into()),
        "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f \\\"\\\\/\u{7f}\u{2028}é😀\""
    );
    let mut lone = Wtf8Buf::from("\u{D7FF}a");
    lone.push_code_unit(0xDFAB);
    lone.push_code_unit(0xD83D);
    lone.push_str("\u{E000}\n");
    assert_eq!(
        written(lone.as_wtf8()),
        "\"\u{D7FF}a\\udfab\\ud83d\u{E000}\\n\""
    );
    assert_eq!(decoded(&written(lone.as_wtf8())), lone);
}

#[test]
fn the_end_of_a_plain_run_is_found_at_every_offset() {
    for special in ['"', '\\', '\u{1f}', '\u{0}'] {
        for before in 0..20 {
            for after in [0, 1, 9] {
                let plain = "\u{80}".repeat(before / 2) + &" !]#".repeat(before);
                let text = plain + &special.to_string() + &"é".repeat(after);
                assert_eq!(
                    written((&*text).into()),
                    serde_json::to_string(&text).unwrap()
                );
                assert_eq!(decoded(&written((&*text).into())), (&*text).into());
            }
        }
    }
}

#[test]
fn an_object_is_visited_in_one_pass() {
    let mut seen = Vec::new();
    let text = r#" {"type":"text-delta" , "n" : {"a":[1]},"type":"x\n"} "#;
    visit_object(text, &mut |key, value| {
        seen.push((key.as_written(), value.as_str()))
    })
    .unwrap();
    assert_eq!(
        seen,
        [
            ("type", r#""text-delta""#),
            ("n", r#"{"a":[1]}"#),
            ("type", r#""x\n""#)
        ]
    );
}

#[test]
fn visiting_refuses_what_is_no_object() {
    let visit = |text| visit_object(text, &mut |_, _| {}).unwrap_err().kind;
    assert_eq!(visit("[1]"), JsonErrorKind::NotAnObject);
    assert_eq!(visit(" null "), JsonErrorKind::NotAnObject);
    assert_eq!(visit("[1"), JsonErrorKind::UnexpectedEnd);
    assert_eq!(visit("{} x"), JsonErrorKind::TrailingText);
    for text in [
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{\"a\":tru}",
        "",
        "{,}",
    ] {
        assert!(visit_object(text, &mut |_, _| {}).is_err(), "{text}");
    }
    assert!(visit_object("{ }", &mut |_, _| {}).is_ok());
}

#[test]
fn values_are_equal_when_they_mean_the_same() {
    let equal = |a, b| Value::parse(a).unwrap() == Value::parse(b).unwrap();
    assert!(equal("1", "1.0"));
    assert!(!equal("1", "\"1\""));
    assert!(!equal("[1,2]", "[2,1]"));
    assert!(equal(r#"{"a":1,"b":[{}]}"#, r#"{"b":[{}],"a":1}"#));
    assert!(!equal(r#"{"a":1,"b":2}"#, r#"{"b":1,"a":2}"#));
    assert!(!equal(r#"{"a":1}"#, r#"{"a":1,"b":2}"#));
}

#[test]
fn values_round_trip() {
    let text = r#"{"a":[1,-2.50,true,false,null,"x\n\ud800"],"b":{"c":{},"d":[]},"":[[[0]]]}"#;
    assert_eq!(Value::parse(text).unwrap().to_json(), text);
}

#[test]
fn members_can_be_set() {
    let mut value = Value::parse(r#"{"a":1,"b":2}"#).unwrap();
    value.set("a", Value::integer(-30));
    value.set("c", "x".into());
    *value.get_mut("b").unwrap() = Value::Null;
    assert_eq!(value.to_json(), r#"{"a":-30,"b":null,"c":"x"}"#);
}

#[test]
fn a_writer_puts_the_commas() {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    writer.begin_object();
    writer.key("a");
    writer.begin_array();
    writer.integer(i64::MIN);
    writer.integer(0);
    writer.begin_object();
    writer.end_object();
    writer.bool(true);
    writer.end_array();
    writer.key("b");
    writer.str("\n");
    writer.key("c");
    writer.raw(RawJson::parse(" 1.50 ").unwrap());
    writer.key("d");
    writer.null();
    writer.end_object();
    assert_eq!(
        out,
        r#"{"a":[-9223372036854775808,0,{},true],"b":"\n","c":1.50,"d":null}"#
    );
}

#[test]
fn numbers_are_equal_however_they_are_written() {
    let equal = |a, b| Value::parse(a).unwrap() == Value::parse(b).unwrap();
    let same = [
        &[
            "1", "1.0", "1.000", "10e-1", "0.1e1", "0.001E+3", "100e-2", "1e0", "1e-0",
        ][..],
        &["0", "-0", "0.0", "-0.00e5", "0e999"],
        &["-120", "-1.2e2", "-12e1", "-0.012e4", "-120.0"],
        &["0.05", "5e-2", "0.5e-1", "0.050"],
        &["1e400", "10e399", "0.1e401"],
        &["12345678901234567890", "1234567890123456789e1"],
        &["12345678901234567891"],
        &["1e-400"],
        &["1.01"],
        &["101"],
        &["0.1"],
        &["10"],
        &["-1"],
    ];
    for (index, group) in same.iter().enumerate() {
        for (other, others) in same.iter().enumerate() {
            for a in *group {
                for b in *others {
                    assert_eq!(equal(a, b), index == other, "{a} and {b}");
                }
            }
        }
    }
}
