//! The standard library for wasm.

use std::path::Path;

use crate::outcome::{Outcome, fail};
use crate::process::{Step, which};
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

pub fn ensure_wasm_target(workspace: &Workspace) -> Outcome {
    let sysroot = Step::new(workspace, "rustc")
        .args(["--print", "sysroot"])
        .output();
    let installed = sysroot.is_some_and(|sysroot| {
        Path::new(&sysroot)
            .join("lib/rustlib")
            .join(TARGET)
            .is_dir()
    });
    if installed {
        return Ok(());
    }
    if which("rustup").is_none() {
        return fail(format!(
            "the Rust target {TARGET} is missing and there is no rustup to add it: \
             install rustup, then run `rustup target add {TARGET}`"
        ));
    }
    Step::new(workspace, "rustup")
        .args(["target", "add", TARGET])
        .run_quietly(
            "wasm target",
            &workspace.cache().join("logs/wasm-target.log"),
        )
}
