//! `cargo xtask bench`: what we cost beside our peers and beside plain JavaScript.

use crate::outcome::Outcome;
use crate::process::Step;
use crate::setup::{Need, Tools};
use crate::workspace::Workspace;

/// Runs benches/js, which reads the arguments, under the Node that its peers ask for.
pub fn run(workspace: &Workspace, tools: &mut Tools, arguments: &[String]) -> Outcome {
    tools.ensure_all(&[Need::Package, Need::NpmBenches])?;
    if arguments.iter().any(|argument| argument == "--full") {
        tools.ensure(Need::Browser)?;
    }
    let step = Step::new(workspace, tools.node_22())
        .args(["--no-warnings", "benches/js/run.mjs"])
        .args(arguments);
    tools.equip(step).run()
}
