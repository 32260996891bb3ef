//! `cargo xtask conformance`: the built package against AI SDK's own chat.

use crate::outcome::Outcome;
use crate::process::Step;
use crate::setup::{Need, Tools};
use crate::workspace::Workspace;

/// What a comparison needs.
pub const NEEDS: &[Need] = &[Need::Package, Need::OlderAiSdk];

/// The program that compares; without arguments it plays a fixed set of scripts.
pub fn comparison(workspace: &Workspace, tools: &Tools) -> Step {
    Step::new(workspace, tools.node_22()).args(["tests/conformance/run.mjs"])
}

pub fn run(workspace: &Workspace, tools: &mut Tools, arguments: &[String]) -> Outcome {
    tools.ensure_all(NEEDS)?;
    comparison(workspace, tools).args(arguments).run()
}
