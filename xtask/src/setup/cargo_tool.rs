//! Tools that cargo compiles, kept in `.cache/tools/`.

use std::path::{Path, PathBuf};

use crate::outcome::Outcome;
use crate::process::{Step, cargo, which};
use crate::workspace::Workspace;

const WASM_PACK: &str = "0.15.1";

/// The folder of the wasm-bindgen command line and its test runner.
///
/// Its version must equal that of the crate. It is installed without its own
/// lock file, which names a dependency that is not to be had everywhere.
pub fn wasm_bindgen(workspace: &Workspace) -> Outcome<PathBuf> {
    let version = workspace.locked_version("wasm-bindgen")?;
    let tool = CargoTool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: &version,
        flags: &[],
    };
    tool.ensure(workspace)
}

/// The folder of wasm-pack.
pub fn wasm_pack(workspace: &Workspace) -> Outcome<PathBuf> {
    let tool = CargoTool {
        package: "wasm-pack",
        program: "wasm-pack",
        version: WASM_PACK,
        flags: &["--locked"],
    };
    tool.ensure(workspace)
}

struct CargoTool<'a> {
    package: &'a str,
    program: &'a str,
    version: &'a str,
    flags: &'a [&'a str],
}

impl CargoTool<'_> {
    /// The folder of the tool: ours, or any on the path that has the same version.
    fn ensure(&self, workspace: &Workspace) -> Outcome<PathBuf> {
        let root = workspace.cache().join("tools");
        let ours = root.join("bin");
        if self.is_right(workspace, &ours.join(self.program)) {
            return Ok(ours);
        }
        if let Some(path) = which(self.program)
            && self.is_right(workspace, &path)
            && let Some(folder) = path.parent()
        {
            return Ok(folder.to_path_buf());
        }
        println!(
            "  {} {}: compiling, a few minutes",
            self.package, self.version
        );
        cargo(workspace)
            .args([
                "install",
                self.package,
                "--version",
                self.version,
                "--force",
            ])
            .args(self.flags)
            .arg("--root")
            .arg(&root)
            .run_quietly(
                self.package,
                &workspace.cache().join(format!("logs/{}.log", self.package)),
            )?;
        Ok(ours)
    }

    fn is_right(&self, workspace: &Workspace, path: &Path) -> bool {
        let printed = Step::new(workspace, path).arg("--version").output();
        printed.is_some_and(|text| text.split_whitespace().nth(1) == Some(self.version))
    }
}
