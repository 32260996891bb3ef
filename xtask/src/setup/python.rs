//! Python, and the peers that are written in it.

use std::fs;
use std::path::PathBuf;

use super::apt;
use crate::outcome::{Outcome, While, fail};
use crate::process::{Step, which};
use crate::workspace::Workspace;

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

/// A Python that has the peer on AI SDK's wire, in an environment of its own:
/// it wants other packages than the one on AG-UI's.
pub fn ensure_vercel_peer(workspace: &Workspace) -> Outcome<PathBuf> {
    let locked = "tests/peers/pydantic-ai/requirements.txt";
    ensure(workspace, "python-peers", locked)
}

/// A Python that has the peer on AG-UI's wire, which the demo has too.
pub fn ensure_ag_ui_peer(workspace: &Workspace) -> Outcome<PathBuf> {
    let locked = "tests/peers/pydantic-ai-ag-ui/requirements.txt";
    ensure(workspace, "python-ag-ui-peers", locked)
}

/// An environment with every package of a lock file, in one version and by
/// hash, unless it is there already; gives its Python.
fn ensure(workspace: &Workspace, name: &str, locked: &str) -> Outcome<PathBuf> {
    let environment = workspace.cache().join(name);
    let python = environment.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let requirements = workspace.at(locked);
    let wanted = fs::read(&requirements).while_doing(locked)?;
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
        .run_quietly(
            "Python environment",
            &logs.join(format!("{name}-environment.log")),
        )?;
    Step::new(workspace, &python)
        .args(["-m", "pip", "install", "--disable-pip-version-check"])
        .args(["--quiet", "--require-hashes", "--only-binary", ":all:"])
        .arg("--requirement")
        .arg(&requirements)
        .run_quietly("Python peers", &logs.join(format!("{name}.log")))?;
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
