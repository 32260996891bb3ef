//! Running other programs: quietly with progress lines, or in the open.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::outcome::{Failure, Outcome, While, fail};
use crate::workspace::Workspace;

/// How often a long step says that it still runs.
const PROGRESS_EVERY: Duration = Duration::from_secs(30);
const POLL_EVERY: Duration = Duration::from_millis(100);
/// How many lines of a failed step are shown.
const LINES_SHOWN: usize = 80;

/// A program to run at the root of the workspace.
pub struct Step {
    command: Command,
}

/// How a step with a log went.
pub struct Logged {
    pub status: Ended,
    pub took: Duration,
    pub log: String,
}

/// How a step with a time limit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Well,
    Badly,
    OverTime,
}

/// `cargo`, the one that runs us.
pub fn cargo(workspace: &Workspace) -> Step {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    Step::new(workspace, cargo)
}

/// A JavaScript program below `node_modules/`, under the Node on the path.
pub fn node(workspace: &Workspace, program: &str) -> Step {
    Step::new(workspace, "node").arg(workspace.node_modules().join(program))
}

/// A script of ours, under the Node on the path.
pub fn script(workspace: &Workspace, path: &str) -> Step {
    Step::new(workspace, "node").arg(workspace.at(path))
}

impl Step {
    pub fn new(workspace: &Workspace, program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.current_dir(workspace.root());
        Self { command }
    }

    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    pub fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(key, value);
        self
    }

    /// Puts a folder before all others in which programs are looked for.
    pub fn path_first(mut self, folder: &Path) -> Self {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&folders));
        if let Ok(joined) = std::env::join_paths(all) {
            self.command.env("PATH", joined);
        }
        self
    }

    /// The command line, for a person.
    pub fn shown(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
        words.join(" ")
    }

    fn not_started(&self, error: &std::io::Error) -> Failure {
        Failure::new(format!("could not start `{}`: {error}", self.shown()))
    }

    /// Runs to the end, output in the open.
    pub fn run(mut self) -> Outcome {
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => fail(format!("`{}` ended with {status}", self.shown())),
            Err(error) => Err(self.not_started(&error)),
        }
    }

    /// Starts without waiting, output in the open.
    pub fn start(mut self) -> Outcome<Child> {
        self.command
            .spawn()
            .map_err(|error| self.not_started(&error))
    }

    /// What the program prints on its standard output, trimmed; nothing when it fails.
    pub fn output(mut self) -> Option<String> {
        let output = self.command.stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    }

    /// Runs with a progress line; the output is shown only when it fails.
    pub fn run_quietly(self, what: &str, log: &Path) -> Outcome {
        let command = self.shown();
        let logged = self.run_logged(what, log, None)?;
        if logged.status == Ended::Well {
            println!("  {what}: done in {}", seconds(logged.took));
            return Ok(());
        }
        fail(format!(
            "{what} failed\n$ {command}\n{}\n(whole output: {})",
            last_lines(&logged.log, LINES_SHOWN),
            log.display()
        ))
    }

    /// Runs with a progress line and the output appended to a file, at most for `limit`.
    pub fn run_logged(
        mut self,
        what: &str,
        log: &Path,
        limit: Option<Duration>,
    ) -> Outcome<Logged> {
        if let Some(folder) = log.parent() {
            fs::create_dir_all(folder).while_doing(folder.display())?;
        }
        let file = File::create(log).while_doing(log.display())?;
        let twin = file.try_clone().while_doing(log.display())?;
        self.command.stdin(Stdio::null()).stdout(file).stderr(twin);
        let began = Instant::now();
        let mut child = self
            .command
            .spawn()
            .map_err(|error| self.not_started(&error))?;
        let status = wait(&mut child, what, began, limit)?;
        let bytes = fs::read(log).while_doing(log.display())?;
        Ok(Logged {
            status,
            took: began.elapsed(),
            log: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

fn wait(child: &mut Child, what: &str, began: Instant, limit: Option<Duration>) -> Outcome<Ended> {
    let mut next_word = PROGRESS_EVERY;
    loop {
        if let Some(status) = child.try_wait().while_doing(what)? {
            return Ok(ended(status));
        }
        let elapsed = began.elapsed();
        if limit.is_some_and(|limit| elapsed > limit) {
            stop(child)?;
            return Ok(Ended::OverTime);
        }
        if elapsed > next_word {
            println!("  {what}: still running after {}", seconds(elapsed));
            next_word += PROGRESS_EVERY;
        }
        sleep(POLL_EVERY);
    }
}

fn ended(status: ExitStatus) -> Ended {
    if status.success() {
        Ended::Well
    } else {
        Ended::Badly
    }
}

/// Ends a program and all that it started.
pub fn stop(child: &mut Child) -> Outcome {
    let started = descendants(child.id());
    // Already gone is as good as stopped.
    let _ = child.kill();
    if !started.is_empty() {
        let ids = started.iter().map(u32::to_string);
        let _ = Command::new("kill")
            .arg("-KILL")
            .args(ids)
            .stderr(Stdio::null())
            .status();
    }
    child.wait().while_doing("stopping a program")?;
    Ok(())
}

/// The programs that a program started, and those that they started.
fn descendants(ancestor: u32) -> Vec<u32> {
    let pairs = processes_and_parents();
    let mut found = Vec::new();
    let mut to_visit = vec![ancestor];
    while let Some(parent) = to_visit.pop() {
        let children = pairs
            .iter()
            .filter(|pair| pair.1 == parent)
            .map(|pair| pair.0);
        let before = found.len();
        found.extend(children);
        to_visit.extend(found.iter().skip(before));
    }
    found
}

/// Every running process with the one that started it; from `ps` where there is no `/proc`.
fn processes_and_parents() -> Vec<(u32, u32)> {
    if let Ok(entries) = fs::read_dir("/proc") {
        let stats = entries.flatten().map(|entry| entry.path().join("stat"));
        return stats
            .filter_map(|path| process_in_stat(&fs::read_to_string(path).ok()?))
            .collect();
    }
    let listing = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output();
    let text = listing.map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().filter_map(process_in_listing).collect()
}

fn process_in_listing(line: &str) -> Option<(u32, u32)> {
    let mut words = line.split_whitespace();
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

/// Reads `<id> (<name, which may hold anything>) <state> <parent> …`.
fn process_in_stat(stat: &str) -> Option<(u32, u32)> {
    let (id, rest) = stat.split_once(' ')?;
    let (_name, after_name) = rest.rsplit_once(')')?;
    let parent = after_name.split_whitespace().nth(1)?;
    Some((id.parse().ok()?, parent.parse().ok()?))
}

/// The path of a program, looked for as a shell would.
pub fn which(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

/// A length of time for a person.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The last lines of an output.
pub fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let from = lines.len().saturating_sub(count);
    let shown: Vec<&str> = lines.into_iter().skip(from).collect();
    shown.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{descendants, last_lines, process_in_listing, process_in_stat, which};
    use std::process::Command;

    #[test]
    fn the_last_lines_end_an_output() {
        assert_eq!(last_lines("a\nb\nc\n", 2), "b\nc");
        assert_eq!(last_lines("a", 2), "a");
    }

    #[test]
    fn a_process_listing_is_read_by_columns() {
        assert_eq!(process_in_listing("   12     1"), Some((12, 1)));
        assert_eq!(process_in_listing("PID PPID"), None);
    }

    #[test]
    fn a_process_name_with_spaces_and_brackets_hides_no_parent() {
        assert_eq!(process_in_stat("7 (a) b (c)) S 3 7 7"), Some((7, 3)));
    }

    #[cfg(unix)]
    #[test]
    fn a_grandchild_is_among_the_descendants() {
        let script = "sh -c 'sleep 5; true' & wait";
        let mut child = Command::new("sh").args(["-c", script]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        let found = descendants(child.id());
        super::stop(&mut child).unwrap();
        assert!(found.len() >= 2, "{found:?}");
    }

    #[test]
    fn a_program_that_is_not_there_is_not_found() {
        assert_eq!(which("no-such-program-anywhere"), None);
    }
}
