//! Valgrind, which counts instructions.

use super::apt;
use crate::outcome::{Outcome, fail};
use crate::process::which;
use crate::workspace::Workspace;

const MEND: &str = "Valgrind is needed: on Debian run `apt-get install valgrind` as root";

/// Finds it on the path, or installs Debian's.
pub fn ensure(workspace: &Workspace) -> Outcome {
    if which("valgrind").is_none() {
        apt::install(workspace, "Valgrind", &["valgrind"], MEND)?;
    }
    match which("valgrind") {
        Some(_) => Ok(()),
        None => fail(MEND),
    }
}
