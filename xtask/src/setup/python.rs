//! Python, and the peers that are written in it.

use std::fs;
use std::path::PathBuf;

use super::apt;
use crate::outcome::{Outcome, While, fail};
use crate::process::{Step, which};
use crate::workspace::Workspace;

/// What the peers are made of: every package in one version, with hashes.
const REQUIREMENTS: &str = "tests/peers/pydantic-ai/requirements.txt";
const NAMES: [&str; 5] = [
    "python3",
    "python3.14",
    "python3.13",
    "python3.12",
    "python3.11",
];
/// New enough, and able to make virtual environments.
const IS_FIT: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
const APT_PACKAGES: [&str; 2] = ["python3", "python3-venv"];
const MEND: &str = "Python 3.11 or newer is needed, with its venv module: on Debian run \
    `apt-get update && apt-get install --no-install-recommends python3 python3-venv` as root";

/// Installs the peers into an environment of their own, unless they are those of the lock file already; gives its Python.
pub fn ensure_peers(workspace: &Workspace) -> Outcome<PathBuf> {
    let environment = workspace.cache().join("python-peers");
    let python = environment.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let requirements = workspace.at(REQUIREMENTS);
    let wanted = fs::read(&requirements).while_doing(REQUIREMENTS)?;
    let stamp = environment.join(".installed-requirements.txt");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    if find(workspace).is_none() {
        apt::install(workspace, "Python", &APT_PACKAGES, MEND)?;
    }
    let Some(base) = find(workspace) else {
        return fail(MEND);
    };
    let logs = workspace.cache().join("logs");
    Step::new(workspace, base)
        .args(["-m", "venv", "--clear"])
        .arg(&environment)
        .run_quietly("Python environment", &logs.join("python-environment.log"))?;
    Step::new(workspace, &python)
        .args(["-m", "pip", "install", "--disable-pip-version-check"])
        .args(["--quiet", "--require-hashes", "--only-binary", ":all:"])
        .arg("--requirement")
        .arg(&requirements)
        .run_quietly("Python peers", &logs.join("python-peers.log"))?;
    fs::write(&stamp, &wanted).while_doing(stamp.display())?;
    Ok(python)
}

fn find(workspace: &Workspace) -> Option<PathBuf> {
    let is_fit = |python: &PathBuf| {
        Step::new(workspace, python)
            .args(["-c", IS_FIT])
            .output()
            .is_some()
    };
    NAMES.into_iter().filter_map(which).find(is_fit)
}
