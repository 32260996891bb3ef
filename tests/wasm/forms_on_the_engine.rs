//! Forms with the JavaScript engine as their platform.

use countersign::form::ask_user::AskUser;
use countersign::form::{Draft, Form, Judgement, Link, LinkRefusal, validate};
use countersign::json::RawJson;
use countersign::wasm::JsHost;
use wasm_bindgen_test::wasm_bindgen_test;

/// `true`, `false`, or `None` where it is not judged.
fn fits(format: &str, text: &str) -> Option<bool> {
    let schema = format!(r#"{{"format":"{format}"}}"#);
    let mut value = String::new();
    countersign::json::write_string(&mut value, text.into());
    match validate(
        RawJson::parse(&schema).unwrap(),
        RawJson::parse(&value).unwrap(),
        &JsHost,
    ) {
        Judgement::Valid => Some(true),
        Judgement::Invalid(_) => Some(false),
        Judgement::NotJudged(_) => None,
    }
}

#[wasm_bindgen_test]
fn the_engine_knows_every_pattern_of_ours() {
    for (format, text, expected) in [
        ("date", "2024-02-29", Some(true)),
        ("date", "2023-02-29", Some(false)),
        ("time", "12:00:00Z", Some(true)),
        ("time", "12:00:00", Some(false)),
        ("time", "01:29:60+01:30", None),
        ("date-time", "2026-02-28T12:00:00.5+02:00", Some(true)),
        ("date-time", "2026-02-28T12:00", Some(false)),
        ("email", "ada@example.org", Some(true)),
        ("email", "ada@", Some(false)),
        ("email", "\"a b\"@example.org", None),
        ("hostname", "example.org", Some(true)),
        ("hostname", "-example.org", Some(false)),
        ("hostname", "xn--bcher-kva.example", None),
        ("ipv4", "127.0.0.1", Some(true)),
        ("ipv4", "127.0.0.256", Some(false)),
        ("uri", "https://ada@example.org:1/a?b#c%20", Some(true)),
        ("uri", "https://é.example", Some(false)),
        ("uri", "http://[::1]/", None),
        ("uuid", "0b5cbb7c-4c8e-4a3b-9f53-6f4d6a3c2f10", Some(true)),
        ("uuid", "0b5cbb7c", Some(false)),
        ("iri", "https://é.example", None),
        ("password", "x", Some(true)),
    ] {
        assert_eq!(fits(format, text), expected, "{format} {text}");
    }
}

#[wasm_bindgen_test]
fn a_form_is_filled_in_and_sent() {
    let schema = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{
        "when":{"type":"string","format":"date-time"},"share":{"type":"number","multipleOf":0.01}}}"#;
    let form = Form::read(RawJson::parse(schema).unwrap(), &JsHost);
    let mut draft = Draft::new(&form);
    draft.set_text(&form, "/when", "2026-11-30T12:00").unwrap();
    draft
        .set_text(&form, "/share", "0.30000000000000004001")
        .unwrap();
    let errors = form.content(&draft, &JsHost).unwrap_err();
    let codes: Vec<&str> = errors.iter().map(|error| error.code.as_str()).collect();
    assert_eq!(codes, ["too_precise", "offset_missing"]);
    draft
        .set_text(&form, "/when", "2026-11-30T12:00:00Z")
        .unwrap();
    draft.set_text(&form, "/share", "4.35").unwrap();
    assert_eq!(
        form.content(&draft, &JsHost).unwrap().to_json(),
        r#"{"when":"2026-11-30T12:00:00Z","share":4.35}"#
    );
}

#[wasm_bindgen_test]
fn links_are_read_as_the_engine_reads_them() {
    let link = Link::read(" HTTPS://p\u{430}ypal.example:443/a b ", &JsHost).unwrap();
    assert_eq!(link.href, "https://xn--pypal-4ve.example/a%20b");
    assert_eq!(link.unicode_host.as_deref(), Some("p\u{430}ypal.example"));
    assert!(link.mixes_scripts);
    assert!(
        !Link::read("https://bücher.example/", &JsHost)
            .unwrap()
            .mixes_scripts
    );
    assert!(
        Link::read("http://0x7f.1:3000/", &JsHost)
            .unwrap()
            .is_loopback
    );
    for (url, refusal) in [
        ("http://example.org/", LinkRefusal::Scheme),
        ("https://ada:x@example.org/", LinkRefusal::UserInfo),
        ("/a", LinkRefusal::NotAUrl),
    ] {
        assert_eq!(Link::read(url, &JsHost), Err(refusal), "{url}");
    }
}

#[wasm_bindgen_test]
fn questions_are_compared_and_seen_through() {
    let ask = |first: &str, second: &str| {
        let arguments = format!(
            r#"{{"questions":[{{"header":"h","question":"q","options":[{{"label":"{first}"}},{{"label":"{second}"}}]}}]}}"#
        );
        AskUser::read(RawJson::parse(&arguments).unwrap(), &JsHost).map(|_| ())
    };
    assert_eq!(ask("a", "\u{430}"), Ok(()));
    assert_eq!(ask("❤\u{FE0F}", "b"), Ok(()));
    for (first, second) in [
        ("File", "\u{FB01}LE"),
        ("a b", "a\u{A0}b"),
        ("Straße", "STRASSE"),
        ("a\u{200B}", "b"),
        ("a\\tb", "b"),
        ("\u{3164}", "b"),
    ] {
        assert!(ask(first, second).is_err(), "{first} {second}");
    }
}
