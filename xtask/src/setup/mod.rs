//! What the commands need: found where it is, installed where it is missing.

mod apt;
mod browser;
mod cargo_tool;
mod node;
mod python;
mod rust;
mod valgrind;

use std::path::PathBuf;

use crate::demo;
use crate::npm_package;
use crate::outcome::Outcome;
use crate::process::Step;
use crate::workspace::Workspace;

pub use browser::Browser;

/// Something that a command needs before it can start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The wasm32 standard library.
    WasmTarget,
    /// The wasm-bindgen command line at the version in Cargo.lock, with its test runner.
    WasmBindgen,
    /// wasm-pack.
    WasmPack,
    /// The JavaScript tools and peers of package-lock.json, and a Node new enough to run them.
    NpmPackages,
    /// The JavaScript peers of tests/peers/package-lock.json.
    NpmPeers,
    /// The bundlers, test runners and libraries of tests/consumers/package-lock.json.
    NpmConsumers,
    /// The AI SDK 6 of tests/conformance/package-lock.json.
    OlderAiSdk,
    /// The peers that only the benchmark runs, of benches/js/package-lock.json.
    NpmBenches,
    /// The Python peers, in environments of their own.
    PythonPeers,
    /// Of these the one that speaks AG-UI.
    PythonAgUiPeer,
    /// Chromium and its driver.
    Browser,
    /// What counts instructions.
    Valgrind,
    /// The npm package, built from the sources as they are and packed.
    Package,
    /// A package whose wasm panics when a test asks for it.
    FragilePackage,
    /// The demo's page, built on the npm package.
    DemoPage,
}

impl Need {
    /// Everything that `setup` installs.
    pub const ALL: [Self; 11] = [
        Self::WasmTarget,
        Self::WasmBindgen,
        Self::WasmPack,
        Self::NpmPackages,
        Self::NpmPeers,
        Self::NpmConsumers,
        Self::OlderAiSdk,
        Self::NpmBenches,
        Self::PythonPeers,
        Self::Browser,
        Self::Valgrind,
    ];
}

/// The tools found or installed so far in this run.
pub struct Tools {
    workspace: Workspace,
    met: Vec<Need>,
    wasm_bindgen: Option<PathBuf>,
    wasm_pack: Option<PathBuf>,
    browser: Option<Browser>,
    python: Option<PathBuf>,
    python_ag_ui: Option<PathBuf>,
}

impl Tools {
    pub fn new(workspace: &Workspace) -> Self {
        Self {
            workspace: workspace.clone(),
            met: Vec::new(),
            wasm_bindgen: None,
            wasm_pack: None,
            browser: None,
            python: None,
            python_ag_ui: None,
        }
    }

    pub fn ensure_all(&mut self, needs: &[Need]) -> Outcome {
        needs.iter().try_for_each(|need| self.ensure(*need))
    }

    /// Meets a need once per run.
    pub fn ensure(&mut self, need: Need) -> Outcome {
        if self.met.contains(&need) {
            return Ok(());
        }
        match need {
            Need::WasmTarget => rust::ensure_wasm_target(&self.workspace)?,
            Need::WasmBindgen => {
                self.wasm_bindgen = Some(cargo_tool::wasm_bindgen(&self.workspace)?);
            }
            Need::WasmPack => self.wasm_pack = Some(cargo_tool::wasm_pack(&self.workspace)?),
            Need::NpmPackages => node::ensure_packages(&self.workspace)?,
            Need::NpmPeers => {
                self.ensure(Need::NpmPackages)?;
                node::ensure_peers(&self.workspace)?;
            }
            Need::NpmConsumers => {
                self.ensure(Need::NpmPackages)?;
                node::ensure_consumers(&self.workspace)?;
            }
            Need::OlderAiSdk => {
                self.ensure(Need::NpmPackages)?;
                node::ensure_older_ai_sdk(&self.workspace)?;
            }
            Need::NpmBenches => {
                self.ensure(Need::NpmPackages)?;
                node::ensure_benches(&self.workspace)?;
            }
            Need::PythonPeers => {
                self.python = Some(python::ensure_vercel_peer(&self.workspace)?);
                self.ensure(Need::PythonAgUiPeer)?;
            }
            Need::PythonAgUiPeer => {
                self.python_ag_ui = Some(python::ensure_ag_ui_peer(&self.workspace)?);
            }
            Need::Valgrind => valgrind::ensure(&self.workspace)?,
            Need::Browser => self.browser = Some(browser::ensure(&self.workspace)?),
            Need::Package => {
                self.ensure_all(&[Need::WasmTarget, Need::WasmBindgen, Need::NpmPackages])?;
                npm_package::build(&self.workspace, self)?;
            }
            Need::FragilePackage => {
                self.ensure_all(&[Need::WasmTarget, Need::WasmBindgen, Need::NpmPackages])?;
                npm_package::build_fragile(&self.workspace, self)?;
            }
            Need::DemoPage => {
                self.ensure(Need::Package)?;
                let log = self.workspace.target().join("build-logs/demo-page.log");
                demo::page(&self.workspace).run_quietly("demo page", &log)?;
            }
        }
        self.met.push(need);
        Ok(())
    }

    /// The Node 22 for peers that need it.
    pub fn node_22(&self) -> PathBuf {
        node::node_22(&self.workspace)
    }

    /// A step that finds the tools set up so far, by path and by environment:
    ///
    /// - `COUNTERSIGN_CHROMIUM`: the browser to drive
    /// - `COUNTERSIGN_NODE22`: the Node under which peers run that need 22
    /// - `COUNTERSIGN_PACKAGE`: the folder of the built npm package
    /// - `COUNTERSIGN_PYTHON` and `COUNTERSIGN_PYTHON_AG_UI`: the Pythons that
    ///   have the Python peers
    /// - `COUNTERSIGN_FRAGILE`: the module whose wasm panics when a test asks for it
    /// - `COUNTERSIGN_TARBALL`: the packed npm package
    pub fn equip(&self, step: Step) -> Step {
        let mut step = step
            .env("COUNTERSIGN_NODE22", self.node_22())
            .env("COUNTERSIGN_PACKAGE", self.workspace.npm_package())
            .env("COUNTERSIGN_FRAGILE", self.workspace.fragile_package())
            .env("COUNTERSIGN_TARBALL", self.workspace.tarball());
        if let Some(browser) = &self.browser {
            step = step
                .env("COUNTERSIGN_CHROMIUM", &browser.chromium)
                .env("CHROMEDRIVER", &browser.chromedriver)
                .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &browser.capabilities);
        }
        if let Some(python) = &self.python {
            step = step.env("COUNTERSIGN_PYTHON", python);
        }
        if let Some(python) = &self.python_ag_ui {
            step = step.env("COUNTERSIGN_PYTHON_AG_UI", python);
        }
        for folder in [&self.wasm_pack, &self.wasm_bindgen].into_iter().flatten() {
            step = step.path_first(folder);
        }
        step
    }
}
