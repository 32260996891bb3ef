//! Whatever a form accepts, a full validator accepts.

use std::collections::BTreeMap;

use countersign::form::{Draft, Form, Judgement, validate};
use countersign::host::native::NativeHost;
use countersign::json::RawJson;
use jsonschema::Validator;
use serde_json::Value;

use crate::filled::json;
use crate::random::Random;
use crate::random_schema::{TEXTS, number, root_schema, value};

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// Fills in fields at random, as a person might.
fn fill_in(random: &mut Random, form: &Form, field: &Value, draft: &mut Draft) {
    if let Some(fields) = field["fields"].as_array() {
        for field in fields {
            fill_in(random, form, field, draft);
        }
        return;
    }
    if random.once_in(4) {
        return;
    }
    let path = field["path"].as_str().unwrap();
    let options = field["options"].as_array().map_or(0, Vec::len);
    let has_own = field.get("ownAnswer").is_some();
    match field["kind"].as_str().unwrap() {
        "text" => draft.set_text(form, path, random.pick(TEXTS)),
        "number" => draft.set_text(form, path, &number(random).to_string()),
        "json" => draft.set_text(form, path, &value(random, 2).to_string()),
        "boolean" => draft.set_flag(form, path, Some(random.once_in(2))),
        "list" => {
            let entries: Vec<&str> = (0..random.below(4)).map(|_| random.pick(TEXTS)).collect();
            draft.set_entries(form, path, &entries)
        }
        "choice" if has_own && random.once_in(2) => draft.set_text(form, path, random.pick(TEXTS)),
        "choice" if options > 0 => draft.pick(form, path, random.below(options), true),
        "choices" => {
            if has_own && random.once_in(2) {
                draft.set_text(form, path, random.pick(TEXTS)).unwrap();
            }
            for option in 0..options {
                if random.once_in(2) {
                    draft.pick(form, path, option, true).unwrap();
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
    .unwrap();
}

#[test]
fn what_a_form_accepts_another_validator_accepts() {
    let mut random = Random::new(3);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..1_500 {
        let schema = root_schema(&mut random);
        let text = schema.to_string();
        let form = Form::read(RawJson::parse(&text).unwrap(), &NativeHost);
        let root = json(form.root());
        let validator = validator(&schema);
        for _ in 0..16 {
            let mut draft = if random.once_in(2) {
                Draft::new(&form)
            } else {
                Draft::empty()
            };
            fill_in(&mut random, &form, &root, &mut draft);
            match form.content(&draft, &NativeHost) {
                Ok(content) => {
                    accepted += 1;
                    let content: Value = serde_json::from_str(&content.to_json()).unwrap();
                    assert!(
                        validator.is_valid(&content),
                        "{schema}\naccepted {content}\n{:?}",
                        validator
                            .iter_errors(&content)
                            .map(|error| error.to_string())
                            .collect::<Vec<_>>()
                    );
                }
                Err(errors) => {
                    refused += 1;
                    assert!(!errors.is_empty());
                }
            }
        }
    }
    assert!(accepted > 4_000 && refused > 4_000, "{accepted} {refused}");
}

/// Where values are judged that a person edited as JSON, the verdict is another
/// validator's, or there is none.
#[test]
fn a_verdict_is_the_same_as_another_validators() {
    let mut random = Random::new(4);
    let (mut valid, mut invalid) = (0, 0);
    let mut unjudged: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..800 {
        let schema = root_schema(&mut random);
        let text = schema.to_string();
        let validator = validator(&schema);
        for _ in 0..24 {
            let value = value(&mut random, 3);
            let judgement = validate(
                RawJson::parse(&text).unwrap(),
                RawJson::parse(&value.to_string()).unwrap(),
                &NativeHost,
            );
            match judgement {
                Judgement::Valid => {
                    valid += 1;
                    assert!(validator.is_valid(&value), "{schema}\nvalid {value}");
                }
                Judgement::Invalid(errors) => {
                    invalid += 1;
                    assert!(!validator.is_valid(&value), "{schema}\n{value}\n{errors:?}");
                }
                Judgement::NotJudged(errors) => {
                    for error in errors {
                        *unjudged.entry(error.limit.to_json()).or_default() += 1;
                    }
                }
            }
        }
    }
    assert!(valid > 800 && invalid > 6_000, "{valid} {invalid}");
    // Nothing but what these schemas hold on purpose: the format `iri`,
    // keywords that are not judged, and alternatives in which these stand.
    let names: Vec<&str> = unjudged.keys().map(String::as_str).collect();
    for name in &names {
        assert!(
            [
                "\"format\"",
                "\"anyOf\"",
                "\"oneOf\"",
                "\"dependentRequired\"",
                "\"patternProperties\""
            ]
            .contains(name),
            "{unjudged:?}"
        );
    }
}
