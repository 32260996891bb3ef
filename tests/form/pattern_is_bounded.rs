//! A schema's pattern means what ECMA-262 says and cannot hold up the page.

use std::time::{Duration, Instant};

use countersign::form::{Pattern, PatternRefusal, limits};

use crate::random::Random;

fn matches(source: &str, text: &str) -> Result<bool, PatternRefusal> {
    let text: Vec<u32> = text.chars().map(u32::from).collect();
    Pattern::compile(source)?.is_match(&text, &mut limits::PATTERN_STEPS.clone())
}

#[test]
fn patterns_that_schemas_really_hold_are_judged() {
    // As generators of schemas write them.
    let email = r"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$";
    assert_eq!(
        matches(email, "ada.lovelace+notes@mail.example.org"),
        Ok(true)
    );
    assert_eq!(matches(email, "ada..lovelace@example.org"), Ok(false));
    assert_eq!(matches(email, "ada@example"), Ok(false));
    let password = r"^(?=.*[A-Z])(?=.*\d).{8,}$";
    assert_eq!(matches(password, "correctHorse7"), Ok(true));
    assert_eq!(matches(password, "correcthorse7"), Ok(false));
    let slug = "^[a-z0-9]+(?:-[a-z0-9]+)*$";
    assert_eq!(matches(slug, "a-long-slug-2"), Ok(true));
    assert_eq!(matches(slug, "a--slug"), Ok(false));
    assert_eq!(matches(r"^\+?[1-9]\d{6,14}$", "+4917012345"), Ok(true));
    assert_eq!(matches(r"^(?<year>\d{4})-\d\d$", "2026-11"), Ok(true));
}

#[test]
fn characters_are_code_points() {
    assert_eq!(matches("^.$", "🦀"), Ok(true));
    assert_eq!(matches("^[🦀-🦂]$", "🦁"), Ok(true));
    assert_eq!(matches(r"^\u{1F980}$", "🦀"), Ok(true));
    assert_eq!(matches(r"^\ud83e\udd80$", "🦀"), Ok(true));
    let half = Pattern::compile(r"^\ud83e$").unwrap();
    assert_eq!(half.is_match(&[0xD83E], &mut 1_000), Ok(true));
}

#[test]
fn what_is_not_a_pattern_in_unicode_mode_is_told() {
    for source in [
        "(", ")", "a{2", "a{2,1}", "*a", "a**", "]", "}", "[b-a]", "[\\d-z]", r"\-", r"\a",
        r"\u12", r"\x1", "[", "(?=a)*", "^*", r"\c1", "{", r"\01",
    ] {
        assert_eq!(
            matches(source, ""),
            Err(PatternRefusal::Invalid),
            "{source}"
        );
        assert!(regress::Regex::with_flags(source, "u").is_err(), "{source}");
    }
}

#[test]
fn what_bounded_matching_leaves_out_is_told() {
    for source in [
        r"(a)\1",
        r"(?<n>a)\k<n>",
        "(?<=a)b",
        "(?<!a)b",
        "(?i:a)",
        r"\p{L}",
    ] {
        assert_eq!(
            matches(source, ""),
            Err(PatternRefusal::Unsupported),
            "{source}"
        );
    }
}

#[test]
fn patterns_made_to_explode_do_not() {
    let started = Instant::now();
    let long_a = "a".repeat(5_000) + "!";
    for source in [
        "^(a+)+$",
        "^(a|a)*$",
        "^(a*)*b$",
        "^(a|aa)+$",
        "^(.*a){12}$",
        r"^(\w+\s?)*$",
        "(a+)+b",
        "^(?:a?){30}a{30}$",
        "(?=(a+)+b)",
        "(?:(?=a*b)a)*c",
        "^((a{0,30}){0,30}){0,3}$",
    ] {
        let _ = matches(source, &long_a);
        let _ = matches(source, "");
    }
    // Exponential without bounds; the whole list takes a fraction of this.
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(matches("^(a+)+$", &long_a), Ok(false));
}

#[test]
fn what_costs_too_much_is_refused() {
    assert_eq!(matches("a{1,100000}", "a"), Err(PatternRefusal::TooLarge));
    assert_eq!(
        matches("((((a{9}){9}){9}){9}){9}", "a"),
        Err(PatternRefusal::TooLarge)
    );
    assert_eq!(
        matches(&"a".repeat(100_000), "a"),
        Err(PatternRefusal::TooLarge)
    );
    assert_eq!(
        matches(&("(".repeat(500) + &")".repeat(500)), "a"),
        Err(PatternRefusal::TooLarge)
    );
    assert_eq!(matches("^(?:(?=.*b).)*$", &"a".repeat(20_000)), Ok(false));
    assert_eq!(
        matches("(?=.*b)c", &"a".repeat(20_000)),
        Err(PatternRefusal::TooCostly)
    );
}

/// A random pattern of the supported grammar.
fn pattern(random: &mut Random, depth: usize) -> String {
    let mut source = String::new();
    for _ in 0..random.below(4) {
        let atom = match random.below(if depth == 0 { 9 } else { 13 }) {
            0 => "a".to_owned(),
            1 => "b".to_owned(),
            2 => ".".to_owned(),
            3 => "[ab]".to_owned(),
            4 => "[^b]".to_owned(),
            5 => r"\w".to_owned(),
            6 => r"[\s-]".to_owned(),
            7 => random.pick(&["^", "$", r"\b", r"\B"]).to_owned(),
            8 => r"[\D\d]".to_owned(),
            9 => format!("(?={})", pattern(random, depth - 1)),
            10 => format!("(?!{})", pattern(random, depth - 1)),
            11 => format!(
                "(?:{}|{})",
                pattern(random, depth - 1),
                pattern(random, depth - 1)
            ),
            _ => format!("({})", pattern(random, depth - 1)),
        };
        let assertion = atom.starts_with("(?=")
            || atom.starts_with("(?!")
            || matches!(atom.as_str(), "^" | "$" | r"\b" | r"\B");
        source.push_str(&atom);
        if !assertion && random.once_in(3) {
            source.push_str(random.pick(&["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?", "+?"]));
        }
    }
    if random.once_in(5) {
        source.push('|');
        source.push('b');
    }
    source
}

#[test]
fn a_match_is_found_exactly_where_another_engine_finds_one() {
    let mut random = Random::new(1);
    let mut matched = 0;
    for round in 0..8_000 {
        let source = pattern(&mut random, 2);
        let text: String = (0..random.below(7))
            .map(|_| random.pick(&["a", "b", " ", "-", "é", "🦀", "\n"]))
            .collect();
        let theirs = regress::Regex::with_flags(&source, "u")
            .unwrap_or_else(|error| panic!("{source}: {error}"))
            .find(&text)
            .is_some();
        assert_eq!(
            matches(&source, &text),
            Ok(theirs),
            "round {round}: {source:?} on {text:?}"
        );
        matched += u32::from(theirs);
    }
    assert!((1_000..7_000).contains(&matched), "{matched}");
}

#[test]
fn no_source_panics_and_what_compiles_agrees_with_another_engine() {
    let mut random = Random::new(2);
    let pieces = [
        "a", "(", ")", "[", "]", "{", "}", "1", ",", "2", "*", "+", "?", "|", "^", "$", "\\", "d",
        "w", "p", "u", "x", "-", "=", "!", "<", ">", ":", "k", "0", "🦀", "c", "L", ".", "S", "W",
    ];
    let mut compiled = 0;
    for _ in 0..30_000 {
        let source: String = (0..random.below(9)).map(|_| random.pick(&pieces)).collect();
        let ours = matches(&source, "a1-");
        match (ours, regress::Regex::with_flags(&source, "u")) {
            (Ok(found), Ok(theirs)) => {
                assert_eq!(found, theirs.find("a1-").is_some(), "{source:?}");
                compiled += 1;
            }
            (Ok(_), Err(error)) => panic!("{source:?} compiles here only: {error}"),
            (Err(PatternRefusal::Invalid), Ok(_)) => panic!("{source:?} is valid"),
            (Err(_), _) => {}
        }
    }
    assert!(compiled > 2_000, "{compiled}");
}
