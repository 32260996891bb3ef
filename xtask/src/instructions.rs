//! `cargo xtask instructions`: how many instructions a step of each hot path takes, beside what it took before.
//!
//! Unlike time, the number hardly depends on the machine or on what else runs there.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Failure, Outcome, While, fail};
use crate::process::{Ended, Step, cargo, last_lines};
use crate::setup::{Need, Tools};
use crate::workspace::Workspace;

const BASELINE: &str = "benches/instructions.txt";
const HEADER: &str = "\
# Instructions of one step of each path of benches/hot_paths.rs, as `cargo xtask instructions --write` found them.
# A commit that changes this file changes nothing else, and says why.
";

/// How many percent a path may take more than it did.
const SLACK: u64 = 10;

/// The difference of two runs is what their steps take, without what goes before.
const FEW: u64 = 500;
const MANY: u64 = 2500;

/// One path with the instructions of a step.
type Counted = (String, u64);

pub fn run(workspace: &Workspace, tools: &mut Tools, arguments: &[String]) -> Outcome {
    tools.ensure(Need::Valgrind)?;
    let program = build(workspace)?;
    let counted = count_all(workspace, &program)?;
    let path = workspace.at(BASELINE);
    match arguments {
        [] => {
            let text = fs::read_to_string(&path).while_doing(BASELINE)?;
            compare(&counted, &read_baseline(&text)?)?;
            stands_alone(workspace)
        }
        [write] if write == "--write" => fs::write(path, written(&counted)).while_doing(BASELINE),
        _ => fail("usage: cargo xtask instructions [--write]"),
    }
}

/// Builds the program; gives its place.
fn build(workspace: &Workspace) -> Outcome<PathBuf> {
    let messages = cargo(workspace)
        .args(["bench", "--quiet", "--bench", "hot_paths", "--no-run"])
        .arg("--message-format=json")
        .output()
        .ok_or_else(|| Failure::new("benches/hot_paths.rs does not compile"))?;
    messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'))
        .map(|(path, _)| PathBuf::from(path))
        .next_back()
        .ok_or_else(|| Failure::new("cargo names no program for benches/hot_paths.rs"))
}

fn count_all(workspace: &Workspace, program: &Path) -> Outcome<Vec<Counted>> {
    let names = Step::new(workspace, program)
        .arg("--names")
        .output()
        .ok_or_else(|| Failure::new("benches/hot_paths.rs does not name its paths"))?;
    names
        .lines()
        .map(|name| {
            let few = count(workspace, program, name, FEW)?;
            let many = count(workspace, program, name, MANY)?;
            Ok((
                name.to_owned(),
                many.saturating_sub(few).div_ceil(MANY - FEW),
            ))
        })
        .collect()
}

/// The instructions of a whole run.
fn count(workspace: &Workspace, program: &Path, name: &str, steps: u64) -> Outcome<u64> {
    let log = workspace
        .target()
        .join(format!("instructions/{name}-{steps}.log"));
    let logged = Step::new(workspace, "valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(program)
        .args([name, &steps.to_string()])
        .run_logged(name, &log, None)?;
    if logged.status != Ended::Well {
        return fail(format!("{name} failed\n{}", last_lines(&logged.log, 20)));
    }
    instructions_in(&logged.log)
        .ok_or_else(|| Failure::new(format!("Valgrind counted nothing, see {}", log.display())))
}

/// Reads `==7== I   refs:      1,234,567`.
fn instructions_in(log: &str) -> Option<u64> {
    let line = log
        .lines()
        .find(|line| line.contains("I ") && line.contains("refs:"))?;
    let (_, number) = line.rsplit_once(':')?;
    number.trim().replace(',', "").parse().ok()
}

fn written(counted: &[Counted]) -> String {
    let mut text = HEADER.to_owned();
    for (name, count) in counted {
        let _ = writeln!(text, "{name} {count}");
    }
    text
}

fn read_baseline(text: &str) -> Outcome<Vec<Counted>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let entry = line
                .split_once(' ')
                .and_then(|(name, count)| Some((name.to_owned(), count.parse().ok()?)));
            entry
                .ok_or_else(|| Failure::new(format!("{BASELINE}: not a name and a number: {line}")))
        })
        .collect()
}

/// Prints what each path takes; fails where that has grown, or where the two do not name the same paths.
fn compare(counted: &[Counted], baseline: &[Counted]) -> Outcome {
    let before = |name: &str| {
        let entry = baseline.iter().find(|(known, _)| known == name);
        entry.map(|(_, count)| *count)
    };
    let mut wrong = Vec::new();
    for (name, count) in counted {
        let Some(was) = before(name) else {
            wrong.push(format!("{name} has no line in {BASELINE}"));
            continue;
        };
        println!("{name:<26} {count:>8}  was {was:>8}");
        if *count * 100 > was * (100 + SLACK) {
            wrong.push(format!(
                "{name} takes {count} instructions instead of {was}"
            ));
        } else if *count * (100 + SLACK) < was * 100 {
            println!("{name}: better; `cargo xtask instructions --write` keeps it");
        }
    }
    let gone = baseline
        .iter()
        .filter(|(name, _)| counted.iter().all(|(known, _)| known != name));
    wrong.extend(gone.map(|(name, _)| format!("{name} is in {BASELINE} and nowhere else")));
    if wrong.is_empty() {
        Ok(())
    } else {
        fail(wrong.join("\n"))
    }
}

/// The commit that changed the baseline last must have changed nothing else; without a history nobody can tell.
fn stands_alone(workspace: &Workspace) -> Outcome {
    let git = |arguments: &[&str]| {
        Step::new(workspace, "git")
            .args(arguments)
            .output()
            .filter(|text| !text.is_empty())
    };
    let Some(commit) = git(&["log", "-1", "--format=%H", "--", BASELINE]) else {
        return Ok(());
    };
    let Some(files) = git(&["show", "--format=", "--name-only", &commit]) else {
        return Ok(());
    };
    // A history that was cut off ends in a commit that has everything.
    let is_cut = git(&["rev-list", "--max-parents=0", "--all"])
        .is_some_and(|roots| roots.lines().any(|root| root == commit));
    if is_cut || files == BASELINE {
        Ok(())
    } else {
        fail(format!(
            "commit {commit} changes {BASELINE} beside other files: it belongs into one of its own"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::{compare, instructions_in, read_baseline, written};

    fn counted(count: u64) -> Vec<(String, u64)> {
        vec![("a-path".to_owned(), count)]
    }

    #[test]
    fn the_count_is_read_from_what_valgrind_prints() {
        let log = "==7== Cachegrind\n==7== \n==7== I   refs:      1,234,567\n";
        assert_eq!(instructions_in(log), Some(1_234_567));
        assert_eq!(instructions_in("==7== Cachegrind\n"), None);
    }

    #[test]
    fn a_tenth_more_is_let_pass_and_no_more() {
        assert!(compare(&counted(110), &counted(100)).is_ok());
        assert!(compare(&counted(111), &counted(100)).is_err());
        assert!(compare(&counted(1), &counted(100)).is_ok());
    }

    #[test]
    fn a_path_that_only_one_side_knows_is_a_failure() {
        assert!(compare(&counted(1), &[]).is_err());
        assert!(compare(&[], &counted(1)).is_err());
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(read_baseline(&written(&counted(7))).unwrap(), counted(7));
        assert!(read_baseline("nonsense\n").is_err());
    }
}
