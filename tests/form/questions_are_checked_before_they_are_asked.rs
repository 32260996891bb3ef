//! A model's questions are asked only if they keep the rules; else the model is
//! told what to mend.

use countersign::form::ask_user::{AskUser, INPUT_SCHEMA};
use countersign::form::{Judgement, validate};
use countersign::host::native::NativeHost;
use countersign::json::RawJson;
use serde_json::{Value, json};

fn read(arguments: &Value) -> Result<AskUser, String> {
    AskUser::read(RawJson::parse(&arguments.to_string()).unwrap(), &NativeHost)
}

fn question() -> Value {
    json!({"header": "Colour", "question": "Which colour?",
        "options": [{"label": "Red", "description": "Warm"}, {"label": "Blue"}]})
}

/// The arguments of a call with one question, changed.
fn with(pointer: &str, value: Value) -> Value {
    let mut arguments = json!({"questions": [question()]});
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = arguments.pointer_mut(parent).unwrap();
    match parent {
        Value::Object(members) => {
            members.insert(key.into(), value);
        }
        Value::Array(elements) => elements[key.parse::<usize>().unwrap()] = value,
        other => panic!("{other}"),
    }
    arguments
}

fn without(pointer: &str) -> Value {
    let mut arguments = json!({"questions": [question()]});
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    arguments
        .pointer_mut(parent)
        .unwrap()
        .as_object_mut()
        .unwrap()
        .remove(key);
    arguments
}

fn accepted(arguments: &Value) -> AskUser {
    read(arguments).unwrap_or_else(|problem| panic!("{arguments}\n{problem}"))
}

/// The one thing that is wrong.
fn problem(arguments: &Value) -> String {
    let text = read(arguments).expect_err(&arguments.to_string());
    let problems: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(problems.len(), 1, "{text}");
    problems[0].strip_prefix("- ").unwrap().to_owned()
}

fn labels(count: usize) -> Value {
    (0..count)
        .map(|index| json!({"label": index.to_string()}))
        .collect()
}

fn questions(count: usize) -> Value {
    let questions: Vec<Value> = (0..count)
        .map(|index| {
            let mut question = question();
            question["header"] = json!(index.to_string());
            question
        })
        .collect();
    json!({ "questions": questions })
}

/// The first question of a call that is taken.
fn first(arguments: &Value) -> Value {
    serde_json::from_str(&accepted(arguments).questions()[0].to_json()).unwrap()
}

#[test]
fn good_questions_are_taken() {
    assert_eq!(first(&json!({"questions": [question()]})), question());
}

#[test]
fn counts_are_bounded() {
    accepted(&questions(1));
    accepted(&questions(10));
    assert_eq!(
        problem(&questions(0)),
        "/questions: too_few_items, the rule is 1"
    );
    assert_eq!(
        problem(&questions(11)),
        "/questions: too_many_items, the rule is 10"
    );
    accepted(&with("/questions/0/options", labels(2)));
    accepted(&with("/questions/0/options", labels(6)));
    assert_eq!(
        problem(&with("/questions/0/options", labels(1))),
        "/questions/0/options: too_few_items, the rule is 2"
    );
    assert_eq!(
        problem(&with("/questions/0/options", labels(7))),
        "/questions/0/options: too_many_items, the rule is 6"
    );
}

#[test]
fn lengths_count_code_points() {
    for (pointer, most) in [
        ("/questions/0/header", 25),
        ("/questions/0/question", 500),
        ("/questions/0/options/0/label", 50),
        ("/questions/0/options/0/description", 200),
    ] {
        accepted(&with(pointer, json!("🦀".repeat(most))));
        let problem = problem(&with(pointer, json!("🦀".repeat(most + 1))));
        assert_eq!(problem, format!("{pointer}: too_long, the rule is {most}"));
    }
}

#[test]
fn texts_are_trimmed_and_not_empty() {
    let question = first(&with(
        "/questions/0/header",
        json!(" \u{A0}Colour\u{2003} "),
    ));
    assert_eq!(question["header"], "Colour");
    let padded = format!(" {} ", "x".repeat(25));
    accepted(&with("/questions/0/header", json!(padded)));
    for empty in ["", "   ", "\u{3000}"] {
        for pointer in [
            "/questions/0/header",
            "/questions/0/question",
            "/questions/0/options/0/label",
        ] {
            assert_eq!(
                problem(&with(pointer, json!(empty))),
                format!("{pointer}: too_short, the rule is 1")
            );
        }
    }
    accepted(&with("/questions/0/options/0/description", json!("")));
    accepted(&with("/questions/0/options/0/description", Value::Null));
}

const HIDDEN: &str = "holds a character that cannot be seen, or a line break in a name";

#[test]
fn names_are_one_line_and_questions_may_be_more() {
    for pointer in ["/questions/0/header", "/questions/0/options/0/label"] {
        for text in ["a\nb", "a\r\nb"] {
            assert_eq!(
                problem(&with(pointer, json!(text))),
                format!("{pointer}: {HIDDEN}")
            );
        }
    }
    for pointer in [
        "/questions/0/question",
        "/questions/0/options/0/description",
    ] {
        accepted(&with(pointer, json!("a\nb\r\nc")));
    }
}

#[test]
fn characters_that_cannot_be_seen_are_refused() {
    for hidden in [
        "a\tb",
        "a\rb",
        "a\u{0}b",
        "a\u{85}b",
        "a\u{200B}b",
        "a\u{202E}b",
        "a\u{AD}b",
        "a\u{2028}b",
        "\u{3164}",
        "a\u{E0041}b",
        "👨\u{200D}👩",
    ] {
        for pointer in [
            "/questions/0/header",
            "/questions/0/question",
            "/questions/0/options/0/label",
            "/questions/0/options/0/description",
        ] {
            assert_eq!(
                problem(&with(pointer, json!(hidden))),
                format!("{pointer}: {HIDDEN}")
            );
        }
    }
    // A variation selector only chooses a look.
    accepted(&with("/questions/0/header", json!("❤\u{FE0F}")));
    let halves = r#"{"questions":[{"header":"\ud83e","question":"q","options":[{"label":"a"},{"label":"b"}]}]}"#;
    let problem = AskUser::read(RawJson::parse(halves).unwrap(), &NativeHost).unwrap_err();
    assert!(problem.ends_with(&format!("/questions/0/header: {HIDDEN}")));
}

#[test]
fn names_that_read_the_same_are_refused() {
    for (a, b) in [
        ("File", "FILE"),
        ("a b", "a\u{A0}b"),
        ("a b", "a\u{1680}b"),
        ("file", "\u{FB01}le"),
        ("é", "e\u{301}"),
        ("Straße", "STRASSE"),
        ("ΑΣ", "ας"),
        ("same", " same "),
    ] {
        let options = json!([{"label": a}, {"label": "other"}, {"label": b}]);
        assert_eq!(
            problem(&with("/questions/0/options", options)),
            "/questions/0/options/2/label: reads the same as another"
        );
        let mut two = json!({"questions": [question(), question()]});
        two["questions"][0]["header"] = json!(a);
        two["questions"][1]["header"] = json!(b);
        assert_eq!(
            problem(&two),
            "/questions/1/header: reads the same as another"
        );
    }
    // Look-alikes of other scripts are other letters.
    accepted(&with(
        "/questions/0/options",
        json!([{"label": "a"}, {"label": "а"}]),
    ));
    // Labels may return in another question.
    accepted(&questions(2));
}

#[test]
fn unknown_fields_are_refused() {
    for pointer in [
        "/title",
        "/questions/0/multiSelect",
        "/questions/0/options/1/value",
    ] {
        assert_eq!(
            problem(&with(pointer, json!(true))),
            format!("{pointer}: unknown_member")
        );
    }
    let long = problem(&with(&format!("/{}", "é".repeat(1_000)), json!(1)));
    assert!(long.len() < 250);
}

#[test]
fn what_is_missing_or_of_another_type_is_told() {
    for (arguments, expected) in [
        (json!([]), ": wrong_type, the rule is \"object\""),
        (json!("x"), ": wrong_type, the rule is \"object\""),
        (json!({}), "/questions: required"),
        (
            json!({"questions": "[{}]"}),
            "/questions: wrong_type, the rule is \"array\"",
        ),
        (
            json!({"questions": null}),
            "/questions: wrong_type, the rule is \"array\"",
        ),
        (
            json!({"questions": ["q"]}),
            "/questions/0: wrong_type, the rule is \"object\"",
        ),
        (
            without("/questions/0/header"),
            "/questions/0/header: required",
        ),
        (
            without("/questions/0/question"),
            "/questions/0/question: required",
        ),
        (
            without("/questions/0/options"),
            "/questions/0/options: required",
        ),
        (
            with("/questions/0/header", json!(1)),
            "/questions/0/header: wrong_type, the rule is \"string\"",
        ),
        (
            with("/questions/0/options/1", json!("Blue")),
            "/questions/0/options/1: wrong_type, the rule is \"object\"",
        ),
        (
            with("/questions/0/options/1/description", json!(1)),
            "/questions/0/options/1/description: no_alternative",
        ),
        (
            with("/questions/0/multi_select", json!("maybe")),
            "/questions/0/multi_select: wrong_type, the rule is \"boolean\"",
        ),
        (
            with("/questions/0/multi_select", Value::Null),
            "/questions/0/multi_select: wrong_type, the rule is \"boolean\"",
        ),
    ] {
        assert_eq!(problem(&arguments), expected);
    }
}

#[test]
fn true_and_false_may_be_written_as_text() {
    for (written, meant) in [("true", true), ("false", false)] {
        let question = first(&with("/questions/0/multi_select", json!(written)));
        assert_eq!(question["multi_select"], meant);
    }
}

#[test]
fn the_model_is_told_everything_in_one_clear_text() {
    let text = read(&json!({"questions": [
        {"header": "A much too long header for a question", "question": "?", "options": [{"label": "Yes"}]},
        {"header": "B", "question": "", "options": [{"label": "x"}, {"label": "X"}], "extra": 1}
    ]}))
    .unwrap_err();
    assert_eq!(
        text,
        "ask_user_question was not shown to the person because its arguments break rules. Mend these and call it again:\n\
         - /questions/0/header: too_long, the rule is 25\n\
         - /questions/0/options: too_few_items, the rule is 2\n\
         - /questions/1/question: too_short, the rule is 1\n\
         - /questions/1/extra: unknown_member\n\
         - /questions/1/options/1/label: reads the same as another"
    );
}

#[test]
fn a_flood_of_problems_stays_short() {
    let mut arguments =
        json!({ "questions": vec![json!({"options": vec![json!({"x": 1}); 6]}); 10] });
    for index in 0..1_000 {
        arguments[format!("extra{index}")] = json!(1);
    }
    let text = read(&arguments).unwrap_err();
    assert_eq!(text.lines().count(), 21);
}

#[test]
fn the_schema_for_the_model_says_what_can_be_said() {
    let schema = RawJson::parse(INPUT_SCHEMA).unwrap();
    let judge = |arguments: &Value| {
        validate(
            schema,
            RawJson::parse(&arguments.to_string()).unwrap(),
            &NativeHost,
        )
    };
    for arguments in [
        questions(10),
        with("/questions/0/options", labels(6)),
        with("/questions/0/options/0/description", Value::Null),
    ] {
        assert_eq!(judge(&arguments), Judgement::Valid);
    }
    for arguments in [
        questions(0),
        questions(11),
        with("/questions/0/options", labels(7)),
        with("/questions/0/header", json!("x".repeat(26))),
        with("/questions/0/question", json!("x".repeat(501))),
        with("/questions/0/options/0/label", json!("x".repeat(51))),
        with("/questions/0/options/0/description", json!("x".repeat(201))),
        with("/questions/0/options/0/extra", json!(1)),
        with("/questions/0/extra", json!(1)),
        with("/extra", json!(1)),
        without("/questions/0/header"),
    ] {
        assert!(
            matches!(judge(&arguments), Judgement::Invalid(_)),
            "{arguments}"
        );
        assert!(read(&arguments).is_err());
    }
    assert!(jsonschema::draft202012::meta::is_valid(
        &serde_json::from_str(INPUT_SCHEMA).unwrap()
    ));
}
