//! Every suite of the project, in the order in which they run.

use std::ffi::OsStr;
use std::fs;

use crate::conformance;
use crate::counts::Runner;
use crate::demo;
use crate::outcome::{Outcome, While};
use crate::process::{Step, cargo, node, which};
use crate::setup::{Need, Tools};
use crate::workspace::Workspace;

/// A set of checks that passes or fails together.
pub struct Suite {
    pub name: &'static str,
    /// What must be there beforehand; setting it up does not count against the budget.
    pub needs: &'static [Need],
    /// Over this many minutes the suite fails.
    pub budget_minutes: u64,
    /// The runs it consists of.
    pub runs: fn(&Workspace, &Tools) -> Outcome<Vec<Run>>,
}

/// One program of a suite.
pub struct Run {
    pub step: Step,
    pub runner: Runner,
}

/// The table.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "fmt",
        needs: &[],
        budget_minutes: 1,
        runs: |workspace, _| {
            Ok(vec![check(
                cargo(workspace).args(["fmt", "--all", "--check"]),
            )])
        },
    },
    Suite {
        name: "lint-ts",
        needs: &[Need::NpmPackages],
        budget_minutes: 1,
        runs: |workspace, _| {
            Ok(vec![check(
                node(workspace, "@biomejs/biome/bin/biome").args([
                    "ci",
                    "--error-on-warnings",
                    "--colors=off",
                ]),
            )])
        },
    },
    Suite {
        name: "clippy",
        needs: &[Need::WasmTarget],
        budget_minutes: 6,
        runs: |workspace, _| {
            let clippy = || cargo(workspace).args(["clippy", "--quiet"]);
            let strict = ["--", "--deny", "warnings"];
            Ok(vec![
                check(clippy().args(["--workspace", "--all-targets"]).args(strict)),
                // Benchmarks run natively only.
                check(
                    clippy()
                        .args(["--package", "countersign", "--lib", "--tests"])
                        .args(["--target", "wasm32-unknown-unknown"])
                        .args(strict),
                ),
            ])
        },
    },
    Suite {
        name: "native",
        needs: &[],
        budget_minutes: 12,
        runs: native,
    },
    Suite {
        // As a person would: `cargo xtask instructions`.
        name: "instructions",
        needs: &[Need::Valgrind],
        budget_minutes: 6,
        runs: |workspace, _| {
            let ourselves = std::env::current_exe().while_doing("looking for this program")?;
            let step = Step::new(workspace, ourselves).arg("instructions");
            Ok(vec![check(step)])
        },
    },
    Suite {
        name: "wasm",
        needs: &[
            Need::WasmTarget,
            Need::WasmBindgen,
            Need::WasmPack,
            Need::Browser,
        ],
        budget_minutes: 6,
        // What needs a JavaScript engine, in a headless browser.
        runs: |workspace, _| {
            let wasm_pack = Step::new(workspace, "wasm-pack")
                .args(["test", "--headless", "--chrome", "--mode", "no-install"])
                .args(["--", "--lib", "--test", "wasm"]);
            Ok(vec![Run {
                step: wasm_pack,
                runner: Runner::CargoTest,
            }])
        },
    },
    Suite {
        name: "types",
        needs: &[Need::Package, Need::OlderAiSdk],
        budget_minutes: 4,
        runs: types,
    },
    Suite {
        // What the documentation shows.
        name: "examples",
        needs: &[Need::Package],
        budget_minutes: 2,
        runs: |workspace, tools| {
            Ok(vec![node_tests(
                workspace,
                tools.node_22(),
                "tests/examples",
            )?])
        },
    },
    Suite {
        // The conversation without a page, and useChat on simulated ones, with each React that it supports.
        name: "react",
        needs: &[Need::Package, Need::FragilePackage],
        budget_minutes: 5,
        runs: |workspace, tools| Ok(vec![vitest(workspace, tools, "tests/react")]),
    },
    Suite {
        // The components on simulated pages, with each React that they support.
        name: "components",
        needs: &[Need::Package],
        budget_minutes: 5,
        runs: |workspace, tools| Ok(vec![vitest(workspace, tools, "tests/components")]),
    },
    Suite {
        name: "package",
        needs: &[Need::Package, Need::Browser],
        budget_minutes: 5,
        runs: |workspace, _| Ok(vec![node_tests(workspace, "node", "tests/package")?]),
    },
    Suite {
        // The built package and AI SDK's own chat on the same scripts.
        name: "conformance",
        needs: conformance::NEEDS,
        budget_minutes: 8,
        runs: |workspace, tools| {
            Ok(vec![
                node_tests(workspace, tools.node_22(), "tests/conformance")?,
                check(conformance::comparison(workspace, tools)),
            ])
        },
    },
    Suite {
        // The built package as a client of real servers, which the tests start and stop, and of recorded ones.
        name: "peers",
        needs: &[Need::Package, Need::NpmPeers, Need::PythonPeers],
        budget_minutes: 8,
        runs: |workspace, tools| Ok(vec![node_tests(workspace, tools.node_22(), "tests/peers")?]),
    },
    Suite {
        // The packed package with the bundlers, test runners and libraries of others.
        name: "consumers",
        needs: &[Need::Package, Need::NpmConsumers, Need::Browser],
        budget_minutes: 5,
        runs: |workspace, _| Ok(vec![node_tests(workspace, "node", "tests/consumers")?]),
    },
    Suite {
        name: "e2e",
        needs: &[Need::Package, Need::Browser, Need::PythonAgUiPeer],
        budget_minutes: 6,
        runs: |workspace, tools| end_to_end(workspace, tools, |step| step),
    },
    Suite {
        // Every state of the components in a browser: accessibility, and how it looks.
        name: "screens",
        needs: &[Need::DemoPage, Need::Browser],
        budget_minutes: 6,
        runs: |workspace, tools| {
            Ok(vec![node_tests(
                workspace,
                tools.node_22(),
                "tests/screens",
            )?])
        },
    },
    Suite {
        name: "demo",
        needs: &[Need::DemoPage, Need::Browser],
        budget_minutes: 2,
        // As a person would: `cargo xtask demo --check`.
        runs: |workspace, _| {
            let ourselves = std::env::current_exe().while_doing("looking for this program")?;
            let step = Step::new(workspace, ourselves).args(["demo", "--check"]);
            Ok(vec![check(step)])
        },
    },
    Suite {
        // The end-to-end tests say what AI SDK's own client does: they must hold for it too.
        name: "e2e-ai-sdk",
        needs: &[Need::NpmPackages, Need::Browser],
        budget_minutes: 5,
        runs: |workspace, tools| {
            end_to_end(workspace, tools, |step| step.env("CHAT_CLIENT", "ai-sdk"))
        },
    },
];

/// Builds the demo's page and drives it against the demo's server, which runs
/// in the tests' own process and wants Node 22.
fn end_to_end(workspace: &Workspace, tools: &Tools, on: fn(Step) -> Step) -> Outcome<Vec<Run>> {
    let tests = node_tests(workspace, tools.node_22(), "tests/e2e")?;
    Ok(vec![
        check(on(demo::page(workspace))),
        Run {
            step: on(tests.step),
            ..tests
        },
    ])
}

/// The façade by itself, and the declarations as programs see them, with the
/// newest compiler and with the last one of the line before.
fn types(workspace: &Workspace, _: &Tools) -> Outcome<Vec<Run>> {
    let compile = |compiler: &str, project: &str| {
        check(node(workspace, &format!("{compiler}/bin/tsc")).args(["--project", project]))
    };
    Ok(vec![
        compile("typescript", "pkg-template/tsconfig.json"),
        compile("typescript", "tests/types/tsconfig.json"),
        compile("typescript", "tests/types/tsconfig.bundler.json"),
        compile("typescript5", "tests/types/tsconfig.json"),
        compile("typescript", "tests/types/tsconfig.ai-sdk.json"),
        compile("typescript6", "tests/types/tsconfig.ai-sdk.json"),
        compile("typescript", "tests/types/tsconfig.ai-sdk-6.json"),
        compile("typescript", "tests/react/tsconfig.json"),
        compile("typescript", "tests/components/tsconfig.json"),
        compile("typescript", "www/tsconfig.json"),
    ])
}

/// Every `*.test.mjs` right in a folder.
fn node_tests(workspace: &Workspace, node: impl AsRef<OsStr>, folder: &str) -> Outcome<Run> {
    let mut files = Vec::new();
    for entry in fs::read_dir(workspace.at(folder)).while_doing(folder)? {
        let path = entry.while_doing(folder)?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    // One file at a time: each may drive a browser, and the machines are small.
    let step = Step::new(workspace, node)
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        .args(files);
    Ok(Run {
        step,
        runner: Runner::NodeTest,
    })
}

/// What a folder's Vitest configuration says.
fn vitest(workspace: &Workspace, tools: &Tools, folder: &str) -> Run {
    let step = Step::new(workspace, tools.node_22())
        .arg(workspace.node_modules().join("vitest/vitest.mjs"))
        .args(["run", "--config"])
        .arg(format!("{folder}/vitest.config.mjs"));
    Run {
        step,
        runner: Runner::Vitest,
    }
}

fn check(step: Step) -> Run {
    Run {
        step,
        runner: Runner::Check,
    }
}

/// The native tests by nextest where it is installed, and the documentation's examples.
fn native(workspace: &Workspace, _: &Tools) -> Outcome<Vec<Run>> {
    let tests = if which("cargo-nextest").is_some() {
        Run {
            step: cargo(workspace).args(["nextest", "run", "--workspace", "--no-fail-fast"]),
            runner: Runner::Nextest,
        }
    } else {
        Run {
            step: cargo(workspace).args([
                "test",
                "--workspace",
                "--no-fail-fast",
                "--lib",
                "--bins",
                "--tests",
            ]),
            runner: Runner::CargoTest,
        }
    };
    let examples = Run {
        step: cargo(workspace).args(["test", "--package", "countersign", "--doc"]),
        runner: Runner::CargoTest,
    };
    Ok(vec![tests, examples])
}
