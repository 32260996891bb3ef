//! The project's own commands: `cargo xtask <command>`.
//!
//! Each command sets up what it needs and nothing more; what is already there
//! is used as it is.

mod bench;
mod conformance;
mod counts;
mod demo;
mod instructions;
mod npm_package;
mod outcome;
mod process;
mod setup;
mod size;
mod suites;
mod test;
mod workspace;

use std::process::ExitCode;

use outcome::{Outcome, fail};
use setup::{Need, Tools};
use workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask <command>

  setup                  install whatever is missing: wasm target, tools, npm packages, Chromium
  build                  build the npm package into dist/countersign/ and pack it
  test [suite…]          run every suite, or those named; --list names them
  conformance [--seed N] [--cases N]
                         compare the package with AI SDK's chat on scripts that a seed writes
  demo [--check] [--port N]
                         start the demo; with --check drive it with headless Chromium
  size                   sizes of what ships, beside their budgets
  bench [--full | --brief] [--only TEXT]
                         compare with peers and with plain JavaScript; --full takes an hour,
                         --brief leaves out the peers that take longest
  instructions [--write]
                         count the instructions of the hot paths; --write keeps them as the baseline
  fmt                    format Rust and TypeScript in place
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = arguments.split_first() else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(command, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, rest: &[String]) -> Outcome {
    let workspace = Workspace::find()?;
    let mut tools = Tools::new(&workspace);
    match command {
        "setup" => {
            refuse_arguments(command, rest)?;
            tools.ensure_all(&Need::ALL)
        }
        "build" => {
            refuse_arguments(command, rest)?;
            tools.ensure(Need::Package)
        }
        "test" => test::run(&workspace, &mut tools, rest),
        "conformance" => conformance::run(&workspace, &mut tools, rest),
        "demo" => demo::run(&workspace, &mut tools, rest),
        "size" => {
            refuse_arguments(command, rest)?;
            size::run(&workspace, &mut tools)
        }
        "bench" => bench::run(&workspace, &mut tools, rest),
        "instructions" => instructions::run(&workspace, &mut tools, rest),
        "fmt" => {
            refuse_arguments(command, rest)?;
            format(&workspace, &mut tools)
        }
        "help" | "-h" | "--help" => {
            print!("{USAGE}");
            Ok(())
        }
        unknown => fail(format!("no such command: {unknown}\n\n{USAGE}")),
    }
}

fn refuse_arguments(command: &str, rest: &[String]) -> Outcome {
    match rest.first() {
        None => Ok(()),
        Some(argument) => fail(format!("`{command}` takes no argument, got `{argument}`")),
    }
}

fn format(workspace: &Workspace, tools: &mut Tools) -> Outcome {
    tools.ensure(Need::NpmPackages)?;
    process::cargo(workspace).args(["fmt", "--all"]).run()?;
    process::node(workspace, "@biomejs/biome/bin/biome")
        .args(["check", "--write", "--log-level=warn"])
        .run()
}
