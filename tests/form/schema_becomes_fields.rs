//! A schema is shown in fields, in its own order, whatever it is made of.

use serde_json::json;

use crate::filled::{self, fill, fill_one, form, kind};

fn kinds(schema: &str) -> Vec<String> {
    form(schema)
        .fields()
        .iter()
        .map(filled::json)
        .map(|field| format!("{} {}", field["key"].as_str().unwrap(), kind(&field)))
        .collect()
}

fn kind_of(property: &str) -> String {
    kind(&fill_one(property, false).field("/v"))
}

fn labels(property: &str) -> Vec<String> {
    let field = fill_one(property, false).field("/v");
    let options = field["options"].as_array().unwrap();
    options
        .iter()
        .map(|option| option["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn fields_stand_in_the_schemas_order() {
    let schema = r#"{"type":"object","properties":{"z":{"type":"string"},"10":{"type":"number"},
        "a":{"type":"boolean"},"2":{"type":"integer"}}}"#;
    assert_eq!(
        kinds(schema),
        ["z text", "10 number", "a boolean", "2 integer"]
    );
}

#[test]
fn recorded_requests_are_shown_whole() {
    let recorded: serde_json::Value =
        serde_json::from_str(include_str!("../fixtures/form/recorded-schemas.json")).unwrap();
    for (name, schema) in recorded.as_object().unwrap() {
        for kind in kinds(&schema.to_string()) {
            // An approval's edited arguments are an object of any shape.
            let free = name == "ag-ui approval" && kind == "editedArgs json: open_object";
            assert!(free || !kind.contains("json"), "{name}: {kind}");
        }
    }
    assert_eq!(
        kinds(&recorded["ag-ui input"].to_string()),
        ["quarter choice", "year integer", "revenue number"]
    );
}

#[test]
fn a_field_has_its_title_description_and_whether_it_is_needed() {
    let filled = fill(
        r#"{"properties":{"guests":{"type":"integer","title":"Guests","description":"How many?"},
            "note":{"type":"string"}},"required":["guests"]}"#,
    );
    let guests = filled.field("/guests");
    assert_eq!(guests["label"], "Guests");
    assert_eq!(guests["description"], "How many?");
    assert_eq!(guests["required"], true);
    let note = filled.field("/note");
    assert_eq!(note["label"], "note");
    assert_eq!(note.get("description"), None);
    assert_eq!(note["required"], false);
}

#[test]
fn texts_have_their_format_lengths_and_pattern() {
    let filled = fill_one(
        r#"{"type":"string","format":"email","minLength":3,"maxLength":40,"pattern":"@"}"#,
        false,
    );
    assert_eq!(
        filled.field("/v"),
        json!({"path": "/v", "key": "v", "label": "v", "required": false, "format": "email",
            "minLength": 3, "maxLength": 40, "pattern": "@", "multiLine": false, "kind": "text"})
    );
}

#[test]
fn long_texts_get_several_lines() {
    for (property, expected) in [
        (r#"{"type":"string"}"#, false),
        (r#"{"type":"string","maxLength":200}"#, false),
        (r#"{"type":"string","maxLength":2000}"#, true),
        (r#"{"type":"string","default":"a\nb"}"#, true),
        (
            r#"{"type":"string","contentMediaType":"text/markdown"}"#,
            true,
        ),
        (
            r#"{"type":"string","format":"uri","maxLength":2000}"#,
            false,
        ),
    ] {
        let filled = fill_one(property, false);
        assert_eq!(filled.field("/v")["multiLine"], expected, "{property}");
    }
}

#[test]
fn numbers_have_their_bounds_as_written() {
    let filled = fill_one(
        r#"{"type":"number","minimum":0.10,"exclusiveMaximum":1e2,"multipleOf":0.05}"#,
        false,
    );
    let field = filled.form.field_at("/v").to_json();
    assert!(field.contains(r#""minimum":0.10,"exclusiveMaximum":1e2,"multipleOf":0.05"#));
    assert_eq!(kind_of(r#"{"type":["integer","number"]}"#), "number");
}

#[test]
fn every_way_to_name_options_is_a_choice() {
    assert_eq!(labels(r#"{"type":"string","enum":["a","b"]}"#), ["a", "b"]);
    assert_eq!(labels(r#"{"enum":["a","b"]}"#), ["a", "b"]);
    assert_eq!(
        labels(r#"{"type":"string","enum":["a","b"],"enumNames":["Alpha","Beta"]}"#),
        ["Alpha", "Beta"]
    );
    assert_eq!(
        labels(r#"{"type":"string","oneOf":[{"const":"a","title":"Alpha"},{"const":"b"}]}"#),
        ["Alpha", "b"]
    );
    assert_eq!(
        labels(r#"{"anyOf":[{"const":"a","title":"Alpha"},{"enum":["b","c"]}]}"#),
        ["Alpha", "b", "c"]
    );
    assert_eq!(labels(r#"{"type":"integer","enum":[1,2.0]}"#), ["1", "2.0"]);
    assert_eq!(
        labels(r#"{"oneOf":[{"const":true,"title":"Yes"},{"const":false,"title":"No"}]}"#),
        ["Yes", "No"]
    );
    assert_eq!(labels(r#"{"const":"only","title":"Kind"}"#), ["only"]);
    let described = r#"{"oneOf":[{"const":"a","description":"the first"}]}"#;
    assert_eq!(
        fill_one(described, false).field("/v")["options"][0],
        json!({"value": "a", "label": "a", "description": "the first"})
    );
}

#[test]
fn options_named_twice_stand_there_once() {
    assert_eq!(labels(r#"{"enum":["a","b","a"]}"#), ["a", "b"]);
    assert_eq!(labels(r#"{"enum":[1,1.0,true]}"#), ["1", "true"]);
}

#[test]
fn a_plain_string_beside_options_is_an_own_answer() {
    let property = r#"{"anyOf":[{"const":"a"},{"const":"b"},{"type":"string","maxLength":9}]}"#;
    assert_eq!(kind_of(property), "choice or own");
    assert_eq!(
        fill_one(property, false).field("/v")["ownAnswer"],
        json!({"maxLength": 9, "multiLine": false})
    );
    assert_eq!(
        kind_of(
            r#"{"type":"array","items":{"anyOf":[{"const":"a"},{"type":"string"}]},"minItems":1}"#
        ),
        "choices or own"
    );
    // With oneOf, picking an option would fit two alternatives.
    assert_eq!(
        kind_of(r#"{"oneOf":[{"const":"a"},{"type":"string"}]}"#),
        "json: several_types"
    );
}

#[test]
fn multiple_choices_and_lists_have_their_bounds() {
    let filled = fill_one(
        r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2}"#,
        false,
    );
    let field = filled.field("/v");
    assert_eq!(field["kind"], "choices");
    assert_eq!(
        (&field["minItems"], &field["maxItems"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(field.get("ownAnswerAlone"), None);
    let filled = fill_one(
        r#"{"type":"array","items":{"type":"string","maxLength":5},"maxItems":3}"#,
        false,
    );
    let field = filled.field("/v");
    assert_eq!(field["entry"]["maxLength"], 5);
    assert_eq!(
        (field.get("minItems"), &field["maxItems"]),
        (None, &json!(3))
    );
}

#[test]
fn what_may_be_null_is_the_rest_of_it() {
    for property in [
        r#"{"type":["string","null"]}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
        r#"{"oneOf":[{"type":"null"},{"type":"string"}]}"#,
        r##"{"anyOf":[{"$ref":"#/properties/v/anyOf/1/x"},{"type":"null","x":{"type":"string"}}]}"##,
    ] {
        let filled = fill_one(property, true);
        assert_eq!(kind(&filled.field("/v")), "text", "{property}");
        assert_eq!(filled.field("/v")["nullable"], true, "{property}");
        assert_eq!(filled.field("/v")["nullWhenEmpty"], true, "{property}");
        assert_eq!(filled.field("/v")["required"], false, "{property}");
    }
    let filled = fill_one(r#"{"enum":["a",null]}"#, true);
    assert_eq!(kind(&filled.field("/v")), "choice");
    assert_eq!(filled.field("/v")["nullable"], true);
    // A null with a name of its own is something to pick.
    let property =
        r#"{"oneOf":[{"const":1,"title":"One"},{"const":null,"title":"None of these"}]}"#;
    assert_eq!(labels(property), ["One", "None of these"]);
    assert_eq!(fill_one(property, true).field("/v").get("nullable"), None);
}

#[test]
fn local_references_are_followed() {
    let filled = fill(
        r##"{"$defs":{"size":{"enum":["S","M"],"title":"Size"},"a/b":{"type":"integer"}},
            "properties":{"size":{"$ref":"#/$defs/size","description":"Which?"},
            "n":{"$ref":"#/%24defs/a~1b"},"all":{"allOf":[{"$ref":"#/$defs/size"}],"default":"M"}}}"##,
    );
    assert_eq!(kind(&filled.field("/size")), "choice");
    assert_eq!(filled.field("/size")["label"], "Size");
    assert_eq!(filled.field("/size")["description"], "Which?");
    assert_eq!(kind(&filled.field("/n")), "integer");
    assert_eq!(kind(&filled.field("/all")), "choice");
    assert_eq!(
        kind_of(r##"{"$ref":"#/$defs/nowhere"}"##),
        "json: unknown_reference"
    );
    assert_eq!(
        kind_of(r#"{"$ref":"https://example.com/schema"}"#),
        "json: unknown_reference"
    );
}

#[test]
fn objects_nest_two_levels_deep() {
    let leaf = r#"{"type":"object","properties":{"leaf":{"type":"string"}}}"#;
    let wrap = |inner: &str| format!(r#"{{"type":"object","properties":{{"in":{inner}}}}}"#);
    let filled = fill(&wrap(&wrap(leaf)));
    assert_eq!(kind(&filled.field("/in/in/leaf")), "text");
    let filled = fill(&wrap(&wrap(&wrap(leaf))));
    assert_eq!(kind(&filled.field("/in/in")), "group");
    assert_eq!(kind(&filled.field("/in/in/in")), "json: too_deep");
}

#[test]
fn any_type_can_be_the_root() {
    assert_eq!(kinds(r#"{"type":"string"}"#), [" text"]);
    assert_eq!(kinds(r#"{"enum":[1,2]}"#), [" choice"]);
    assert_eq!(
        kinds(r#"{"type":"array","items":{"type":"string"}}"#),
        [" list"]
    );
    assert_eq!(kinds("true"), [" json: untyped"]);
    assert_eq!(kinds("false"), [" json: nothing_fits"]);
    assert_eq!(kinds("3"), [" json: not_a_schema"]);
    assert_eq!(fill(r#"{"type":"integer"}"#).text("", "3").content(), "3");
}

#[test]
fn no_properties_is_a_confirm() {
    for schema in [
        r#"{"type":"object","properties":{}}"#,
        r#"{"type":"object"}"#,
        r#"{"type":"object","properties":{},"additionalProperties":false}"#,
    ] {
        let filled = fill(schema);
        assert!(filled.form.fields().is_empty(), "{schema}");
        assert_eq!(filled.content(), "{}", "{schema}");
    }
    assert_eq!(
        kinds(r#"{"type":"object","additionalProperties":{"type":"string"}}"#),
        [" json: open_object"]
    );
    assert_eq!(kind_of(r#"{"type":"object"}"#), "json: open_object");
}

#[test]
fn what_cannot_be_shown_keeps_its_schema_and_says_why() {
    let filled = fill_one(
        r#"{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}"#,
        false,
    );
    let field = filled.field("/v");
    assert_eq!(field["why"], "list_of_others");
    assert_eq!(
        field["schema"].to_string(),
        r#"{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}"#
    );
    assert_eq!(
        kind_of(r#"{"type":["string","number"]}"#),
        "json: several_types"
    );
    assert_eq!(
        kind_of(r#"{"anyOf":[{"type":"string"},{"type":"number"}]}"#),
        "json: several_types"
    );
    assert_eq!(kind_of("{}"), "json: untyped");
    assert_eq!(kind_of(r#"{"type":"array"}"#), "json: untyped");
    assert_eq!(
        kind_of(r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#),
        "json: list_of_others"
    );
    assert_eq!(kind_of(r#"{"type":"any"}"#), "json: not_a_schema");
    assert_eq!(
        kinds(r#"{"properties":{"a":{"type":"string"}},"required":["b"]}"#),
        ["a text", "b json: untyped"]
    );
}

#[test]
fn alternatives_beside_properties_do_not_hide_them() {
    let schema = r#"{"type":"object","properties":{"mail":{"type":"string"},"phone":{"type":"string"}},
        "anyOf":[{"required":["mail"]},{"required":["phone"]}]}"#;
    assert_eq!(kinds(schema), ["mail text", "phone text"]);
    assert_eq!(fill(schema).errors(), [" no_alternative"]);
    assert_eq!(
        fill(schema).text("/phone", "1").content(),
        r#"{"phone":"1"}"#
    );
}

#[test]
fn long_texts_of_the_schema_are_cut_and_said_to_be() {
    let long = "x".repeat(5_000);
    let filled = fill_one(
        &format!(r#"{{"type":"string","description":"{long}"}}"#),
        false,
    );
    let field = filled.field("/v");
    assert_eq!(field["cut"], true);
    assert_eq!(
        field["description"].as_str().unwrap().chars().count(),
        4_001
    );
    let filled = fill_one(
        &format!(r#"{{"oneOf":[{{"const":1,"title":"{long}"}}]}}"#),
        false,
    );
    assert_eq!(filled.field("/v")["cut"], true);
    assert_eq!(filled.field("").get("cut"), None);
}
