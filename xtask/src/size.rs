//! `cargo xtask size`: what ships, in bytes, beside its budgets.

use crate::outcome::Outcome;
use crate::process::script;
use crate::setup::{Need, Tools};
use crate::workspace::Workspace;

pub fn run(workspace: &Workspace, tools: &mut Tools) -> Outcome {
    tools.ensure(Need::Package)?;
    script(workspace, "xtask/package/size.mjs").run()
}
