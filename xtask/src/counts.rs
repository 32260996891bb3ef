//! How many tests passed and failed, read from what test runners print.

use std::iter::Sum;
use std::ops::Add;

/// Tests passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::add)
    }
}

/// What prints the closing lines of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// `cargo nextest run`.
    Nextest,
    /// `cargo test`, and wasm-bindgen's test runner.
    CargoTest,
    /// `node --test`.
    NodeTest,
    /// `vitest run`.
    Vitest,
    /// A program that is one check: it passes or fails as a whole.
    Check,
}

/// Adds up the closing lines in an output; nothing for a check.
pub fn counts(runner: Runner, output: &str) -> Counts {
    let plain: Vec<String> = output.lines().map(without_colours).collect();
    let lines = plain.iter().map(|line| line.trim());
    match runner {
        Runner::Nextest => lines.filter_map(nextest_line).sum(),
        Runner::CargoTest => lines.filter_map(cargo_test_line).sum(),
        Runner::Vitest => lines.filter_map(vitest_line).sum(),
        Runner::NodeTest => lines.filter_map(node_test_line).sum(),
        Runner::Check => Counts::default(),
    }
}

/// `Summary [   0.012s] 5 tests run: 3 passed, 1 failed, 1 timed out, 0 skipped`
fn nextest_line(line: &str) -> Option<Counts> {
    let (_, results) = line.strip_prefix("Summary [")?.split_once("run:")?;
    let mut counts = Counts::default();
    for result in results.split(',') {
        let (number, word) = number_and_word(result)?;
        match word {
            "passed" => counts.passed += number,
            "failed" | "timed" | "exec" => counts.failed += number,
            _ => {}
        }
    }
    Some(counts)
}

/// `test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; …`
fn cargo_test_line(line: &str) -> Option<Counts> {
    let (_, results) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut counts = Counts::default();
    for result in results.split(';') {
        match number_and_word(result) {
            Some((number, "passed")) => counts.passed += number,
            Some((number, "failed")) => counts.failed += number,
            _ => {}
        }
    }
    Some(counts)
}

/// `ℹ pass 3`, `# fail 0` and the like; a cancelled test has not passed.
fn node_test_line(line: &str) -> Option<Counts> {
    let rest = line
        .strip_prefix("ℹ ")
        .or_else(|| line.strip_prefix("# "))?;
    let (word, number) = rest.split_once(' ')?;
    let number = number.parse().ok()?;
    match word {
        "pass" => Some(Counts {
            passed: number,
            failed: 0,
        }),
        "fail" | "cancelled" => Some(Counts {
            passed: 0,
            failed: number,
        }),
        _ => None,
    }
}

/// `Tests  1 failed | 27 passed | 2 skipped (30)`
fn vitest_line(line: &str) -> Option<Counts> {
    let results = line.strip_prefix("Tests  ")?;
    let (results, _) = results.split_once(" (")?;
    let mut counts = Counts::default();
    for result in results.split('|') {
        match number_and_word(result) {
            Some((number, "passed")) => counts.passed += number,
            Some((number, "failed")) => counts.failed += number,
            _ => {}
        }
    }
    Some(counts)
}

fn number_and_word(text: &str) -> Option<(u64, &str)> {
    let mut words = text.split_whitespace();
    Some((words.next()?.parse().ok()?, words.next()?))
}

fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            // `ESC [ … m`
            for skipped in characters.by_ref() {
                if skipped == 'm' {
                    break;
                }
            }
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{Counts, Runner, counts};

    fn found(passed: u64, failed: u64) -> Counts {
        Counts { passed, failed }
    }

    #[test]
    fn nextest_counts_time_outs_as_failures() {
        let output = "     Summary [   0.012s] 5 tests run: 3 passed (1 slow), 1 failed, 1 timed out, 2 skipped\n";
        assert_eq!(counts(Runner::Nextest, output), found(3, 2));
    }

    #[test]
    fn nextest_counts_a_run_that_was_cut_short() {
        let output = "  Summary [   0.2s] 4/9 tests run: 3 passed, 1 failed, 0 skipped\n";
        assert_eq!(counts(Runner::Nextest, output), found(3, 1));
    }

    #[test]
    fn cargo_test_adds_up_all_its_binaries() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                      test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(counts(Runner::CargoTest, output), found(4, 2));
    }

    #[test]
    fn node_counts_in_both_of_its_formats_and_in_colour() {
        assert_eq!(
            counts(Runner::NodeTest, "# tests 4\n# pass 3\n# fail 1\n"),
            found(3, 1)
        );
        assert_eq!(
            counts(
                Runner::NodeTest,
                "\u{1b}[34mℹ pass 2\u{1b}[39m\nℹ cancelled 1\n"
            ),
            found(2, 1)
        );
    }

    #[test]
    fn vitest_counts_its_tests_and_not_its_files() {
        let output = "\u{1b}[2m Test Files \u{1b}[22m 1 failed | 3 passed (4)\n\
                      \u{1b}[2m      Tests \u{1b}[22m \u{1b}[31m1 failed\u{1b}[39m | 27 passed | 2 skipped (30)\n";
        assert_eq!(counts(Runner::Vitest, output), found(27, 1));
    }

    #[test]
    fn what_a_test_prints_by_itself_is_not_counted() {
        assert_eq!(
            counts(Runner::CargoTest, "the result: 3 passed; 0 failed\n"),
            found(0, 0)
        );
        assert_eq!(counts(Runner::NodeTest, "pass 3\n"), found(0, 0));
    }
}
