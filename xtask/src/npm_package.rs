//! From the crate to the packed npm package.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::outcome::{Outcome, While};
use crate::process::{Step, cargo, node, script, seconds};
use crate::setup::Tools;
use crate::workspace::Workspace;

/// The `bundler` target has no loader of its own: ours are in `pkg-template/src/wasm-source/`.
const BINDGEN_FLAGS: &[&str] = &[
    "--target=bundler",
    "--remove-name-section",
    "--remove-producers-section",
    "--out-name=core",
];

/// What travels is compressed, and code that repeats itself compresses well:
/// inlining and sharing common subexpressions would make the file smaller and
/// what travels larger.
const OPTIMISER_FLAGS: &[&str] = &[
    "-Oz",
    "--always-inline-max-function-size=0",
    "--flexible-inline-max-function-size=0",
    "--one-caller-inline-max-function-size=0",
    "--skip-pass=local-cse",
    "--skip-pass=simplify-locals",
];

const ORDER: &str = "xtask/package/order-functions.mjs";
const SHORT_NAMES: &str = "xtask/package/short-names.mjs";
/// What both of them read binaries with.
const BINARY: &str = "xtask/package/wasm-binary.mjs";

/// Builds `dist/countersign/`, packs it, and links it where Node programs of this checkout find it.
pub fn build(workspace: &Workspace, tools: &Tools) -> Outcome {
    let began = Instant::now();
    let logs = workspace.target().join("build-logs");
    println!("  npm package: building");
    generate_glue(workspace, tools, &logs)?;
    let work = workspace.target().join("npm");
    let declarations = work.join("types");
    remove_folder(&declarations)?;
    node(workspace, "typescript/bin/tsc")
        .args(["--project", "pkg-template/tsconfig.build.json", "--outDir"])
        .arg(&declarations)
        .run_quietly("declarations", &logs.join("declarations.log"))?;
    script(workspace, "xtask/package/bundle.mjs")
        .arg(&declarations)
        .arg(workspace.npm_package())
        .run_quietly("bundles", &logs.join("bundles.log"))?;
    Step::new(workspace, "npm")
        .args(["pack", "--loglevel=error", "--pack-destination"])
        .arg(workspace.at("dist"))
        .arg(workspace.npm_package())
        .run_quietly("packing", &logs.join("pack.log"))?;
    link(workspace)?;
    println!(
        "  npm package: {} in {}",
        workspace.tarball().display(),
        seconds(began.elapsed())
    );
    Ok(())
}

/// The wasm and its JavaScript glue, in `pkg-template/src/core/generated/`.
fn generate_glue(workspace: &Workspace, tools: &Tools, logs: &Path) -> Outcome {
    cargo(workspace)
        .args(["build", "--package", "countersign", "--lib"])
        .args(["--profile", "wasm", "--target", "wasm32-unknown-unknown"])
        .args(["--config", &without_home_paths()])
        .run_quietly("wasm", &logs.join("wasm.log"))?;
    let compiled = workspace
        .target()
        .join("wasm32-unknown-unknown/wasm/countersign.wasm");
    let generated = workspace.at("pkg-template/src/core/generated");
    // The rest is a function of the compiled file and of the flags, and takes far longer than comparing them.
    let seen = generated.join("made-from");
    let mut recipe = fs::read(&compiled).while_doing(compiled.display())?;
    for step in [ORDER, SHORT_NAMES, BINARY] {
        recipe.extend(fs::read(workspace.at(step)).while_doing(step)?);
    }
    recipe.extend([BINDGEN_FLAGS, OPTIMISER_FLAGS].concat().concat().bytes());
    if fs::read(&seen).is_ok_and(|seen| seen == recipe) {
        return Ok(());
    }
    remove_folder(&generated)?;
    let step = Step::new(workspace, "wasm-bindgen")
        .args(BINDGEN_FLAGS)
        .arg("--out-dir")
        .arg(&generated)
        .arg(&compiled);
    tools
        .equip(step)
        .run_quietly("glue", &logs.join("glue.log"))?;
    let wasm = generated.join("core_bg.wasm");
    node(workspace, "binaryen/bin/wasm-opt")
        .args(OPTIMISER_FLAGS)
        .arg(&wasm)
        .arg("-o")
        .arg(&wasm)
        .run_quietly("optimised wasm", &logs.join("wasm-opt.log"))?;
    script(workspace, ORDER)
        .arg(&wasm)
        .run_quietly("order", &logs.join("order.log"))?;
    script(workspace, SHORT_NAMES)
        .arg(&wasm)
        .arg(generated.join("core_bg.js"))
        .run_quietly("short names", &logs.join("short-names.log"))?;
    fs::write(&seen, &recipe).while_doing(seen.display())
}

/// A package for tests alone, whose wasm panics when it is asked to: one module, nothing optimised.
pub fn build_fragile(workspace: &Workspace, tools: &Tools) -> Outcome {
    let logs = workspace.target().join("build-logs");
    cargo(workspace)
        .args(["build", "--package", "countersign", "--lib"])
        .args([
            "--profile",
            "wasm-test",
            "--target",
            "wasm32-unknown-unknown",
        ])
        .args(["--features", "panic-for-tests"])
        .run_quietly("fragile wasm", &logs.join("fragile-wasm.log"))?;
    let generated = workspace.target().join("npm/fragile");
    remove_folder(&generated)?;
    let step = Step::new(workspace, "wasm-bindgen")
        .args(["--target=bundler", "--out-name=core", "--out-dir"])
        .arg(&generated)
        .arg(
            workspace
                .target()
                .join("wasm32-unknown-unknown/wasm-test/countersign.wasm"),
        );
    tools
        .equip(step)
        .run_quietly("fragile glue", &logs.join("fragile-glue.log"))?;
    script(workspace, "xtask/package/fragile.mjs")
        .arg(&generated)
        .arg(workspace.fragile_package())
        .run_quietly("fragile package", &logs.join("fragile-package.log"))
}

/// Panic messages name source files; those of dependencies without the home folder of whoever builds.
fn without_home_paths() -> String {
    let cargo_home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .unwrap_or_default();
    let sources = cargo_home.join("registry/src");
    let flag = format!("--remap-path-prefix={}=", sources.display());
    // Added to the flags of .cargo/config.toml; a literal string of TOML takes any path.
    format!("target.wasm32-unknown-unknown.rustflags=['{flag}']")
}

fn remove_folder(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).while_doing(folder.display())?;
    }
    Ok(())
}

/// Makes `import 'countersign'` work for the programs of this checkout.
fn link(workspace: &Workspace) -> Outcome {
    let link = workspace.node_modules().join("countersign");
    if link.symlink_metadata().is_ok() {
        return Ok(());
    }
    let from = workspace.npm_package();
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(&from, &link);
    #[cfg(windows)]
    let made = std::os::windows::fs::symlink_dir(&from, &link);
    made.while_doing(format!("linking {}", link.display()))
}
