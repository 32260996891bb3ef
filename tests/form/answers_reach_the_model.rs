//! Questions become a form of ordinary JSON Schema, and its content the tool's
//! result.

use countersign::form::ask_user::{
    AskUser, DESCRIPTION, INSTRUCTION, NAME, Unanswered, definition_json,
};
use countersign::form::{Draft, Form};
use countersign::host::native::NativeHost;
use countersign::json::{RawJson, Value};

use crate::filled::{Filled, kind};

fn ask() -> AskUser {
    let arguments = r#"{"questions":[
        {"header":"Colour","question":"Which colour?","options":[{"label":"Red","description":"Warm"},{"label":"Blue"}]},
        {"header":"Sizes","question":"Which sizes?","options":[{"label":"S"},{"label":"M"},{"label":"L"}],"multi_select":true}]}"#;
    AskUser::read(RawJson::parse(arguments).unwrap(), &NativeHost).unwrap()
}

fn filled(ask: &AskUser) -> Filled {
    let schema = ask.request_schema();
    let form = Form::read(RawJson::parse(&schema).unwrap(), &NativeHost);
    let draft = Draft::new(&form);
    Filled { form, draft }
}

fn result(content: &str) -> Result<String, String> {
    ask()
        .result(&Value::parse(content).unwrap())
        .map_err(|errors| {
            errors
                .iter()
                .map(|error| format!("{} {}", error.path, error.code.as_str()))
                .collect::<Vec<_>>()
                .join(", ")
        })
}

#[test]
fn the_request_is_ordinary_json_schema() {
    assert_eq!(
        ask().request_schema(),
        concat!(
            r#"{"type":"object","properties":{"Colour":{"title":"Colour","description":"Which colour?","#,
            r#""anyOf":[{"const":"Red","title":"Red","description":"Warm"},{"const":"Blue","title":"Blue"},{"type":"string"}]},"#,
            r#""Sizes":{"title":"Sizes","description":"Which sizes?","type":"array","minItems":1,"x-own-answer":"alone","items":{"anyOf":["#,
            r#"{"const":"S","title":"S"},{"const":"M","title":"M"},{"const":"L","title":"L"},{"type":"string"}]}}},"#,
            r#""required":["Colour","Sizes"]}"#
        )
    );
    let schema = serde_json::from_str(&ask().request_schema()).unwrap();
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
}

#[test]
fn questions_are_shown_as_lists_with_room_for_an_own_answer() {
    let filled = filled(&ask());
    let colour = filled.field("/Colour");
    assert_eq!(kind(&colour), "choice or own");
    assert_eq!(colour["label"], "Colour");
    assert_eq!(colour["description"], "Which colour?");
    assert_eq!(colour["required"], true);
    let sizes = filled.field("/Sizes");
    assert_eq!(kind(&sizes), "choices or own");
    assert_eq!(sizes["ownAnswerAlone"], true);
}

#[test]
fn picks_become_lists_of_labels_by_header() {
    let filled = filled(&ask())
        .pick("/Colour", 1)
        .pick("/Sizes", 2)
        .pick("/Sizes", 0);
    let content = filled.content();
    assert_eq!(content, r#"{"Colour":"Blue","Sizes":["S","L"]}"#);
    assert_eq!(
        result(&content),
        Ok(r#"{"Colour":["Blue"],"Sizes":["S","L"]}"#.into())
    );
}

#[test]
fn own_answers_stand_alone() {
    let filled = filled(&ask())
        .pick("/Colour", 0)
        .text("/Colour", "Green, please")
        .pick("/Sizes", 0)
        .text("/Sizes", "XXL");
    assert_eq!(
        result(&filled.content()),
        Ok(r#"{"Colour":["Green, please"],"Sizes":["XXL"]}"#.into())
    );
    // Also where another form lets both through.
    assert_eq!(
        result(r#"{"Colour":"Red","Sizes":["S","XXL","M"]}"#),
        Ok(r#"{"Colour":["Red"],"Sizes":["XXL"]}"#.into())
    );
}

#[test]
fn an_own_answer_is_any_text_of_any_length() {
    let text = "🧑\u{200D}🚀\tlong ".repeat(10_000);
    let filled = filled(&ask()).text("/Colour", &text).pick("/Sizes", 0);
    let result = result(&filled.content()).unwrap();
    let result: serde_json::Value = serde_json::from_str(&result).unwrap();
    assert_eq!(result["Colour"][0], text.as_str());
}

#[test]
fn unanswered_questions_are_told_to_the_person() {
    assert_eq!(
        filled(&ask()).text("/Colour", "  ").errors(),
        ["/Colour required", "/Sizes required"]
    );
}

#[test]
fn content_that_answers_other_questions_is_refused() {
    for (content, expected) in [
        ("{}", "/Colour required, /Sizes required"),
        ("null", "/Colour required, /Sizes required"),
        (
            r#"{"Colour":null,"Sizes":[]}"#,
            "/Colour required, /Sizes required",
        ),
        (r#"{"Colour":" ","Sizes":["S"]}"#, "/Colour required"),
        (
            r#"{"Colour":["Red","Blue"],"Sizes":["S"]}"#,
            "/Colour too_many_items",
        ),
        (
            r#"{"Colour":"Red","Sizes":["x","y"]}"#,
            "/Sizes too_many_items",
        ),
        (
            r#"{"Colour":1,"Sizes":[{}]}"#,
            "/Colour wrong_type, /Sizes wrong_type",
        ),
        (
            r#"{"Colour":"Red","Sizes":"S","colour":"Red"}"#,
            "/colour unknown_member",
        ),
    ] {
        assert_eq!(result(content), Err(expected.into()), "{content}");
    }
    // The same label twice is one.
    assert_eq!(
        result(r#"{"Colour":["Red","Red"],"Sizes":"S"}"#),
        Ok(r#"{"Colour":["Red"],"Sizes":["S"]}"#.into())
    );
}

#[test]
fn headers_are_found_whatever_they_are_made_of() {
    let arguments = r#"{"questions":[{"header":"__proto__","question":"q","options":[{"label":"a"},{"label":"b"}]},
        {"header":"a/b~c \"d\"","question":"q","options":[{"label":"a"},{"label":"b"}]}]}"#;
    let ask = AskUser::read(RawJson::parse(arguments).unwrap(), &NativeHost).unwrap();
    let filled = filled(&ask).pick("/__proto__", 0).pick("/a~1b~0c \"d\"", 1);
    assert_eq!(
        ask.result(&Value::parse(&filled.content()).unwrap())
            .unwrap(),
        r#"{"__proto__":["a"],"a/b~c \"d\"":["b"]}"#
    );
}

#[test]
fn one_question_is_the_requests_message_and_several_are_named() {
    assert_eq!(ask().message(), "Colour, Sizes");
    let one = r#"{"questions":[{"header":"h","question":"Which colour?","options":[{"label":"a"},{"label":"b"}]}]}"#;
    let one = AskUser::read(RawJson::parse(one).unwrap(), &NativeHost).unwrap();
    assert_eq!(one.message(), "Which colour?");
}

#[test]
fn no_answer_is_a_plain_sentence() {
    let sentences = [
        Unanswered::Declined.sentence(),
        Unanswered::Cancelled.sentence(),
        Unanswered::Expired.sentence(),
    ];
    for sentence in sentences {
        assert!(sentence.ends_with('.') && !sentence.contains(['{', '\n']));
    }
    assert_ne!(sentences[0], sentences[1]);
    assert_ne!(sentences[0], sentences[2]);
}

#[test]
fn the_definition_holds_what_a_model_needs() {
    let definition: serde_json::Value = serde_json::from_str(&definition_json()).unwrap();
    assert_eq!(definition["name"], NAME);
    assert_eq!(definition["description"], DESCRIPTION);
    assert_eq!(definition["inputSchema"]["required"][0], "questions");
    assert!(INSTRUCTION.contains(NAME));
}
