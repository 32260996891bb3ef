//! The official JSON Schema Test Suite: what is judged is judged right, and
//! what is not judged is said to be so.

use std::fs;
use std::path::Path;

use countersign::form::{Judgement, validate};
use countersign::host::native::NativeHost;
use countersign::json::RawJson;
use serde_json::Value;

/// Files about keywords that are supported, with how many of their cases are
/// left unjudged (for a keyword or corner that is not).
const SUPPORTED: &[(&str, usize)] = &[
    ("draft2020-12/additionalProperties", 8),
    ("draft2020-12/allOf", 0),
    ("draft2020-12/anyOf", 0),
    ("draft2020-12/boolean_schema", 0),
    ("draft2020-12/const", 0),
    ("draft2020-12/default", 0),
    ("draft2020-12/enum", 0),
    ("draft2020-12/exclusiveMaximum", 0),
    ("draft2020-12/exclusiveMinimum", 0),
    ("draft2020-12/if-then-else", 0),
    ("draft2020-12/infinite-loop-detection", 0),
    ("draft2020-12/items", 0),
    ("draft2020-12/maxItems", 0),
    ("draft2020-12/maxLength", 0),
    ("draft2020-12/maxProperties", 0),
    ("draft2020-12/maximum", 0),
    ("draft2020-12/minItems", 0),
    ("draft2020-12/minLength", 0),
    ("draft2020-12/minProperties", 0),
    ("draft2020-12/minimum", 0),
    ("draft2020-12/multipleOf", 0),
    ("draft2020-12/not", 2),
    ("draft2020-12/oneOf", 0),
    ("draft2020-12/pattern", 0),
    ("draft2020-12/prefixItems", 0),
    ("draft2020-12/properties", 7),
    ("draft2020-12/propertyNames", 0),
    ("draft2020-12/ref", 33),
    ("draft2020-12/required", 0),
    ("draft2020-12/type", 0),
    ("draft2020-12/uniqueItems", 0),
    ("draft2020-12/bignum", 0),
    ("draft2020-12/float-overflow", 0),
    ("draft2020-12/non-bmp-regex", 5),
    ("draft2020-12/ecmascript-regex", 24),
    ("draft2020-12/format/date", 0),
    ("draft2020-12/format/date-time", 3),
    ("draft2020-12/format/email", 6),
    ("draft2020-12/format/hostname", 2),
    ("draft2020-12/format/ipv4", 0),
    ("draft2020-12/format/time", 16),
    ("draft2020-12/format/unknown", 0),
    ("draft2020-12/format/uri", 1),
    ("draft2020-12/format/uuid", 0),
    ("draft7/const", 0),
    ("draft7/definitions", 2),
    ("draft7/enum", 0),
    ("draft7/exclusiveMinimum", 0),
    ("draft7/if-then-else", 0),
    ("draft7/items", 4),
    ("draft7/ref", 34),
];

struct Outcome {
    judged: usize,
    unjudged: Vec<String>,
    wrong: Vec<String>,
}

fn run(path: &Path) -> Outcome {
    let groups: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let legacy = path.to_string_lossy().contains("draft7");
    let mut outcome = Outcome {
        judged: 0,
        unjudged: Vec::new(),
        wrong: Vec::new(),
    };
    for group in groups.as_array().unwrap() {
        let mut schema = group["schema"].clone();
        if let Some(schema) = schema.as_object_mut()
            && legacy
        {
            // The suite leaves the draft to its folders.
            schema.insert(
                "$schema".into(),
                "http://json-schema.org/draft-07/schema#".into(),
            );
        }
        let schema = schema.to_string();
        for case in group["tests"].as_array().unwrap() {
            let name = format!("{}: {}", group["description"], case["description"]);
            let judgement = validate(
                RawJson::parse(&schema).unwrap(),
                RawJson::parse(&case["data"].to_string()).unwrap(),
                &NativeHost,
            );
            match (judgement, case["valid"].as_bool().unwrap()) {
                (Judgement::Valid, true) | (Judgement::Invalid(_), false) => outcome.judged += 1,
                (Judgement::NotJudged(_), _) => outcome.unjudged.push(name),
                (Judgement::Valid | Judgement::Invalid(_), _) => outcome.wrong.push(name),
            }
        }
    }
    outcome
}

fn file(name: &str) -> std::path::PathBuf {
    Path::new("tests/fixtures/form/json-schema-test-suite").join(format!("{name}.json"))
}

#[test]
fn supported_keywords_are_judged_as_the_suite_says() {
    let mut judged = 0;
    let mut complaints = Vec::new();
    for &(name, expected) in SUPPORTED {
        let outcome = run(&file(name));
        judged += outcome.judged;
        for wrong in &outcome.wrong {
            complaints.push(format!("{name}: WRONG {wrong}"));
        }
        if outcome.unjudged.len() != expected {
            complaints.push(format!("{name}: {} unjudged", outcome.unjudged.len()));
            for unjudged in &outcome.unjudged {
                complaints.push(format!("{name}: unjudged {unjudged}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(judged > 1_000, "{judged}");
}

#[test]
fn no_file_of_the_suite_gets_a_wrong_verdict() {
    let root = Path::new("tests/fixtures/form/json-schema-test-suite");
    let mut complaints = Vec::new();
    let (mut judged, mut unjudged) = (0, 0);
    for folder in ["draft2020-12", "draft2020-12/format", "draft7"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let outcome = run(&path);
            judged += outcome.judged;
            unjudged += outcome.unjudged.len();
            for wrong in outcome.wrong {
                complaints.push(format!("{}: {wrong}", path.display()));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(judged > 1_200, "{judged} judged, {unjudged} not");
    println!("{judged} judged, {unjudged} not");
}
