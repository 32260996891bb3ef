//! Debian packages, where we may install them.

use crate::outcome::{Outcome, fail};
use crate::process::{Step, which};
use crate::workspace::Workspace;

/// Installs packages of Debian's as root; elsewhere fails with `mend`, which says what a person can do.
pub fn install(workspace: &Workspace, what: &str, packages: &[&str], mend: &str) -> Outcome {
    let user = Step::new(workspace, "id").arg("-u").output();
    if which("apt-get").is_none() || user.as_deref() != Some("0") {
        return fail(mend);
    }
    let logs = workspace.cache().join("logs");
    Step::new(workspace, "apt-get")
        .arg("update")
        .run_quietly("package lists", &logs.join("apt-update.log"))?;
    Step::new(workspace, "apt-get")
        .args(["install", "-y", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run_quietly(what, &logs.join(format!("{}.log", what.to_lowercase())))
}
