//! Node and what package-lock.json names.

use std::fs;
use std::path::PathBuf;

use crate::outcome::{Outcome, While, fail};
use crate::process::{Step, which};
use crate::workspace::Workspace;

/// The oldest Node that runs our tools and our package.
const OLDEST: (u32, u32) = (20, 19);

/// Installs the tools and peers of the project's own lock file.
pub fn ensure_packages(workspace: &Workspace) -> Outcome {
    check_version(workspace)?;
    install(workspace, "npm packages", "npm-packages", "")
}

/// Installs the peers that only the suite of that name talks to.
pub fn ensure_peers(workspace: &Workspace) -> Outcome {
    install(workspace, "npm peers", "npm-peers", "tests/peers")
}

/// Installs the bundlers, test runners and libraries that use our package in the suite of that name.
pub fn ensure_consumers(workspace: &Workspace) -> Outcome {
    install(
        workspace,
        "npm consumers",
        "npm-consumers",
        "tests/consumers",
    )
}

/// Installs the AI SDK 6 that ours is compared with.
pub fn ensure_older_ai_sdk(workspace: &Workspace) -> Outcome {
    install(workspace, "AI SDK 6", "older-ai-sdk", "tests/conformance")
}

/// Installs the peers that the benchmark compares us with.
pub fn ensure_benches(workspace: &Workspace) -> Outcome {
    install(workspace, "npm benches", "npm-benches", "benches/js")
}

/// Installs what the lock file in a folder names, unless it is there already.
fn install(workspace: &Workspace, what: &str, log: &str, folder: &str) -> Outcome {
    let folder = workspace.at(folder);
    let lock_file = folder.join("package-lock.json");
    let lock = fs::read(&lock_file).while_doing(lock_file.display())?;
    let stamp = folder.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // Peers that want Node 22 run under the one that comes as a package; no package needs its install script.
    Step::new(workspace, "npm")
        .args(["ci", "--ignore-scripts", "--loglevel=error", "--prefix"])
        .arg(&folder)
        .run_quietly(what, &workspace.cache().join(format!("logs/{log}.log")))?;
    fs::write(&stamp, &lock).while_doing(stamp.display())
}

/// The Node 22 among the npm packages, by its place for this machine.
pub fn node_22(workspace: &Workspace) -> PathBuf {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let program = if cfg!(windows) {
        "bin/node.exe"
    } else {
        "bin/node"
    };
    let package = format!("node-{system}-{processor}");
    workspace.node_modules().join(package).join(program)
}

fn check_version(workspace: &Workspace) -> Outcome {
    let (major, minor) = OLDEST;
    let printed = Step::new(workspace, "node").arg("--version").output();
    let found = match &printed {
        Some(version) if is_new_enough(version) => None,
        Some(version) => Some(format!("found {version}")),
        None => Some("found none".to_owned()),
    };
    if let Some(found) = found {
        return fail(format!(
            "Node {major}.{minor} or newer is needed ({found}): install one, for example with `nvm install 22`"
        ));
    }
    if which("npm").is_none() && which("npm.cmd").is_none() {
        return fail(
            "npm is missing beside Node: install it, on Debian with `apt-get install npm`",
        );
    }
    Ok(())
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version
        .trim_start_matches('v')
        .split('.')
        .map_while(|n| n.parse().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) => (major, minor) >= OLDEST,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn the_oldest_node_and_newer_ones_will_do() {
        assert!(
            ["v20.19.0", "v22.0.0", "v26.10.0"]
                .into_iter()
                .all(is_new_enough)
        );
    }

    #[test]
    fn older_nodes_and_what_is_no_version_will_not_do() {
        assert!(
            !["v20.18.9", "v18.20.1", "", "node"]
                .into_iter()
                .any(is_new_enough)
        );
    }
}
