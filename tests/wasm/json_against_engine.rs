//! Our JSON reader against the engine's `JSON.parse`.

use countersign::json::RawJson;
use js_sys::{JSON, JsString};
use wasm_bindgen_test::wasm_bindgen_test;

const TEXTS: [&str; 34] = [
    "",
    " ",
    "null",
    "nul",
    "true ",
    "\u{feff}1",
    "\u{a0}1",
    "0",
    "-0",
    "-",
    "01",
    "1.",
    ".1",
    "1e400",
    "1E+5",
    "1e",
    "+1",
    "NaN",
    "[]",
    "[1,]",
    "[,]",
    "{}",
    r#"{"a":1,"a":2}"#,
    r#"{"a":1,}"#,
    r#"{a:1}"#,
    r#"{"__proto__":1}"#,
    r#""\u12""#,
    r#""\x41""#,
    "\"\t\"",
    "\"\u{7f}\u{2028}\"",
    r#"'a'"#,
    "1 2",
    "// a comment\n1",
    r#"["unterminated"#,
];

const STRINGS: [&str; 6] = [
    r#""plain""#,
    r#""\" \\ \/ \b \f \n \r \t""#,
    r#""\u00e9é😀""#,
    r#""\ud83d\ude00""#,
    r#""half \ud83d of a pair""#,
    r#""\ude00\ud83d turned round""#,
];

#[wasm_bindgen_test]
fn accepts_exactly_what_the_engine_accepts() {
    for text in TEXTS {
        assert_eq!(
            RawJson::parse(text).is_ok(),
            JSON::parse(text).is_ok(),
            "{text:?}"
        );
    }
}

#[wasm_bindgen_test]
fn decodes_strings_to_the_code_units_of_the_engine() {
    for text in STRINGS {
        let ours = RawJson::parse(text)
            .unwrap()
            .string()
            .unwrap()
            .decode()
            .into_owned();
        let engines = JsString::from(JSON::parse(text).unwrap());
        let expected: Vec<u16> = engines.iter().collect();
        let units: Vec<u16> = ours.as_wtf8().utf16().collect();
        assert_eq!(units, expected, "{text:?}");
    }
}
