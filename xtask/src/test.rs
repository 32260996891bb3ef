//! `cargo xtask test`: runs suites and sums up.

use std::time::{Duration, Instant};

use crate::counts::{Counts, Runner, counts};
use crate::outcome::{Outcome, fail};
use crate::process::{Ended, Logged, last_lines};
use crate::setup::Tools;
use crate::suites::{SUITES, Suite};
use crate::workspace::Workspace;

/// How many lines of a failed suite are shown; the rest is in its log.
const LINES_SHOWN: usize = 200;

/// How a suite ended.
struct Verdict {
    name: &'static str,
    counts: Counts,
    took: Duration,
    budget: Duration,
    /// Why it failed.
    failure: Option<String>,
}

pub fn run(workspace: &Workspace, tools: &mut Tools, arguments: &[String]) -> Outcome {
    if arguments.iter().any(|argument| argument == "--list") {
        for suite in SUITES {
            println!("{}", suite.name);
        }
        return Ok(());
    }
    let mut verdicts = Vec::new();
    for suite in chosen(arguments)? {
        println!("{}", suite.name);
        let verdict = run_suite(workspace, tools, suite);
        if let Some(failure) = &verdict.failure {
            println!("{failure}\n");
        }
        verdicts.push(verdict);
    }
    sum_up(&verdicts)
}

fn chosen(names: &[String]) -> Outcome<Vec<&'static Suite>> {
    if let Some(unknown) = names
        .iter()
        .find(|name| SUITES.iter().all(|suite| suite.name != *name))
    {
        let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        return fail(format!(
            "no such suite: {unknown} (there are {})",
            known.join(", ")
        ));
    }
    let is_chosen =
        |suite: &&Suite| names.is_empty() || names.iter().any(|name| name == suite.name);
    Ok(SUITES.iter().filter(is_chosen).collect())
}

fn run_suite(workspace: &Workspace, tools: &mut Tools, suite: &Suite) -> Verdict {
    let mut verdict = Verdict {
        name: suite.name,
        counts: Counts::default(),
        took: Duration::ZERO,
        budget: Duration::from_secs(60 * suite.budget_minutes),
        failure: None,
    };
    let ready = tools.ensure_all(suite.needs);
    let began = Instant::now();
    let result = ready.and_then(|()| run_all(workspace, tools, suite, &mut verdict));
    verdict.took = began.elapsed();
    if let Err(failure) = result {
        // What failed before any test could is one failure.
        verdict.counts.failed = verdict.counts.failed.max(1);
        verdict.failure = Some(failure.to_string());
    }
    verdict
}

fn run_all(workspace: &Workspace, tools: &Tools, suite: &Suite, verdict: &mut Verdict) -> Outcome {
    let began = Instant::now();
    let mut failures = Vec::new();
    let mut counted = false;
    for (index, run) in (suite.runs)(workspace, tools)?.into_iter().enumerate() {
        let log = workspace
            .target()
            .join(format!("test-logs/{}-{}.log", suite.name, index + 1));
        let command = run.step.shown();
        let left = verdict.budget.saturating_sub(began.elapsed());
        let logged = tools
            .equip(run.step)
            .run_logged(suite.name, &log, Some(left))?;
        let found = count(run.runner, &logged);
        counted |= found != Counts::default();
        verdict.counts = verdict.counts + found;
        if let Some(reason) = reason(&logged, found, verdict.budget) {
            failures.push(format!(
                "$ {command}\n{}\n{}: {reason} (whole output: {})",
                last_lines(&logged.log, LINES_SHOWN),
                suite.name,
                log.display()
            ));
        }
        if logged.status == Ended::OverTime {
            break;
        }
    }
    if !failures.is_empty() {
        return fail(failures.join("\n"));
    }
    if counted {
        Ok(())
    } else {
        fail(format!("{}: no test ran", suite.name))
    }
}

fn count(runner: Runner, logged: &Logged) -> Counts {
    if runner != Runner::Check {
        return counts(runner, &logged.log);
    }
    let passed = u64::from(logged.status == Ended::Well);
    Counts {
        passed,
        failed: 1 - passed,
    }
}

fn reason(logged: &Logged, counts: Counts, budget: Duration) -> Option<String> {
    match logged.status {
        Ended::OverTime => Some(format!("stopped, over its budget of {}", minutes(budget))),
        Ended::Badly => Some("failed".to_owned()),
        Ended::Well if counts.failed > 0 => {
            Some("failed, though its exit code says otherwise".to_owned())
        }
        Ended::Well => None,
    }
}

fn sum_up(verdicts: &[Verdict]) -> Outcome {
    println!();
    let width = verdicts
        .iter()
        .map(|verdict| verdict.name.len())
        .max()
        .unwrap_or(0);
    for verdict in verdicts {
        println!(
            "{} {:width$}  {:>5} passed, {:>3} failed  {:>8} of {}",
            if verdict.failure.is_none() {
                "ok  "
            } else {
                "FAIL"
            },
            verdict.name,
            verdict.counts.passed,
            verdict.counts.failed,
            minutes(verdict.took),
            minutes(verdict.budget),
        );
    }
    let total: Counts = verdicts.iter().map(|verdict| verdict.counts).sum();
    println!("\n{} passed, {} failed", total.passed, total.failed);
    let failed: Vec<&str> = verdicts
        .iter()
        .filter(|verdict| verdict.failure.is_some())
        .map(|verdict| verdict.name)
        .collect();
    if failed.is_empty() {
        Ok(())
    } else {
        fail(format!("failed: {}", failed.join(", ")))
    }
}

fn minutes(time: Duration) -> String {
    format!("{:.1} min", time.as_secs_f64() / 60.0)
}
