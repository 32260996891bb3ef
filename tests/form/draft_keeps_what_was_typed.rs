//! The draft is what the person typed and picked, over reloads too.

use countersign::form::{Draft, DraftError};
use countersign::host::native::NativeHost;
use countersign::json::RawJson;

use serde_json::json;

use crate::filled::{Filled, fill, fill_one, form};

const ALL: &str = r#"{"type":"object","properties":{
    "text":{"type":"string","default":"abc"},
    "number":{"type":"number","default":1.50},
    "flag":{"type":"boolean","default":false},
    "one":{"enum":["a","b"],"default":"b"},
    "own":{"anyOf":[{"const":"a"},{"type":"string"}],"default":"mine"},
    "many":{"type":"array","items":{"enum":["x","y","z"]},"default":["z","x"]},
    "list":{"type":"array","items":{"type":"string"},"default":["p","q"]},
    "json":{"type":["number","string","object"],"default":{"k":[1]}},
    "group":{"type":"object","properties":{"inner":{"type":"string","default":"deep"}}}}}"#;

fn reloaded(filled: &Filled) -> Draft {
    let json = filled.draft.to_json();
    let (draft, lost) = Draft::restore(&filled.form, RawJson::parse(&json).unwrap());
    assert_eq!(lost, Vec::<String>::new());
    draft
}

#[test]
fn proposals_are_in_the_draft_and_are_sent() {
    assert_eq!(
        fill(ALL).content(),
        r#"{"text":"abc","number":1.50,"flag":false,"one":"b","own":"mine","many":["x","z"],"list":["p","q"],"json":{"k":[1]},"group":{"inner":"deep"}}"#
    );
}

#[test]
fn a_groups_proposal_goes_to_its_fields() {
    let filled = fill(
        r#"{"properties":{"g":{"type":"object","properties":{"a":{"type":"string","default":"no"},
            "b":{"type":"integer"}},"default":{"a":"yes","b":4}}},"default":{"g":{"b":5}}}"#,
    );
    assert_eq!(filled.content(), r#"{"g":{"a":"no","b":5}}"#);
}

#[test]
fn proposals_that_do_not_fit_are_dropped() {
    for property in [
        r#"{"type":"string","default":5}"#,
        r#"{"type":"integer","default":"5"}"#,
        r#"{"type":"integer","maximum":3,"default":5}"#,
        r#"{"enum":["a"],"default":"b"}"#,
        r#"{"type":"array","items":{"enum":["a"]},"default":["a","b"]}"#,
        r#"{"type":"string","format":"email","default":"nobody"}"#,
    ] {
        let filled = fill_one(property, false);
        assert!(filled.field("/v").get("default").is_none(), "{property}");
        assert_eq!(filled.content(), "{}", "{property}");
    }
}

#[test]
fn what_is_cleared_stays_cleared_over_a_reload() {
    let mut filled = fill(ALL);
    for path in [
        "/text",
        "/number",
        "/flag",
        "/one",
        "/own",
        "/many",
        "/list",
        "/json",
        "/group/inner",
    ] {
        filled.draft.clear(&filled.form, path).unwrap();
    }
    assert_eq!(filled.content(), "{}");
    filled.draft = reloaded(&filled);
    assert_eq!(filled.content(), "{}");
}

#[test]
fn half_typed_answers_survive_a_reload() {
    let mut filled = fill(ALL)
        .text("/number", "1.")
        .text("/json", "{\"k\":")
        .text("/text", "line\n\"two\" 🦀")
        .flag("/flag", Some(true))
        .pick("/one", 0)
        .text("/own", "half a")
        .unpick("/many", 0)
        .pick("/many", 1)
        .entries("/list", &["", "r"]);
    let before = filled.draft.to_json();
    filled.draft = reloaded(&filled);
    assert_eq!(filled.draft.to_json(), before);
    assert_eq!(filled.answer("/number")["text"], "1.");
    assert_eq!(filled.answer("/list")["entries"], json!(["", "r"]));
    assert_eq!(filled.answer("/many")["picks"], json!([1, 2]));
}

#[test]
fn a_stored_draft_fits_a_schema_that_has_changed() {
    let old = fill(ALL).pick("/one", 0).text("/text", "kept");
    let json = old.draft.to_json();
    let new = form(
        r#"{"properties":{"text":{"type":"string"},"one":{"enum":["c","b","a"]},
            "many":{"type":"array","items":{"enum":["z"]}},"flag":{"type":"string"},
            "fresh":{"type":"string","default":"new"}}}"#,
    );
    let (draft, lost) = Draft::restore(&new, RawJson::parse(&json).unwrap());
    // The option is found by its value, not by its place.
    assert_eq!(
        new.content(&draft, &NativeHost).unwrap().to_json(),
        r#"{"text":"kept","one":"a","many":["z"],"fresh":"new"}"#
    );
    assert_eq!(
        lost,
        [
            "/number",
            "/flag",
            "/own",
            "/many",
            "/list",
            "/json",
            "/group/inner"
        ]
    );
}

#[test]
fn junk_instead_of_a_draft_is_reported_and_harmless() {
    let form = form(ALL);
    for junk in [
        "null",
        "[]",
        "7",
        r#"{"/text":7,"/one":{"picks":["nope"],"text":"x"},"/many":{"picks":7},"":{}}"#,
    ] {
        let (draft, lost) = Draft::restore(&form, RawJson::parse(junk).unwrap());
        assert!(!lost.is_empty(), "{junk}");
        form.content(&draft, &NativeHost).unwrap();
    }
}

#[test]
fn a_single_choice_holds_one_answer() {
    let filled = fill_one(
        r#"{"anyOf":[{"const":"a"},{"const":"b"},{"type":"string"}]}"#,
        true,
    );
    let filled = filled.pick("/v", 0).pick("/v", 1);
    assert_eq!(filled.content(), r#"{"v":"b"}"#);
    let filled = filled.text("/v", "mine");
    assert_eq!(filled.content(), r#"{"v":"mine"}"#);
    assert_eq!(filled.answer("/v")["picks"], json!([]));
    let filled = filled.pick("/v", 0);
    assert_eq!(filled.content(), r#"{"v":"a"}"#);
    assert_eq!(filled.answer("/v")["text"], "");
    assert_eq!(filled.unpick("/v", 0).errors(), ["/v required"]);
}

#[test]
fn an_own_answer_joins_several_picks_unless_it_stands_alone() {
    let items = r#""items":{"anyOf":[{"const":"a"},{"const":"b"},{"type":"string"}]}"#;
    let filled = fill_one(&format!(r#"{{"type":"array",{items}}}"#), true);
    let filled = filled.pick("/v", 1).text("/v", "mine").pick("/v", 0);
    assert_eq!(filled.content(), r#"{"v":["a","b","mine"]}"#);
    let alone = fill_one(
        &format!(r#"{{"type":"array",{items},"x-own-answer":"alone"}}"#),
        true,
    );
    let alone = alone.pick("/v", 1).text("/v", "mine");
    assert_eq!(alone.content(), r#"{"v":["mine"]}"#);
    let alone = alone.pick("/v", 0).pick("/v", 1);
    assert_eq!(alone.content(), r#"{"v":["a","b"]}"#);
}

#[test]
fn an_answer_of_another_kind_is_refused_and_changes_nothing() {
    let mut filled = fill(ALL);
    let before = filled.result();
    let form = &filled.form;
    let draft = &mut filled.draft;
    assert_eq!(
        draft.set_text(form, "/nowhere", "x"),
        Err(DraftError::UnknownField)
    );
    assert_eq!(
        draft.set_text(form, "/flag", "x"),
        Err(DraftError::WrongKind)
    );
    assert_eq!(
        draft.set_text(form, "/one", "x"),
        Err(DraftError::WrongKind)
    );
    assert_eq!(
        draft.set_text(form, "/group", "x"),
        Err(DraftError::WrongKind)
    );
    assert_eq!(
        draft.pick(form, "/text", 0, true),
        Err(DraftError::WrongKind)
    );
    assert_eq!(
        draft.pick(form, "/one", 2, true),
        Err(DraftError::UnknownOption)
    );
    assert_eq!(
        draft.set_flag(form, "/text", None),
        Err(DraftError::WrongKind)
    );
    assert_eq!(
        draft.set_entries(form, "/many", &[]),
        Err(DraftError::WrongKind)
    );
    let long = "x".repeat(1024 * 1024 + 1);
    assert_eq!(
        draft.set_text(form, "/text", &long),
        Err(DraftError::TooLong)
    );
    assert_eq!(
        draft.set_entries(form, "/list", &[""; 1_001]),
        Err(DraftError::TooLong)
    );
    assert_eq!(filled.result(), before);
}
