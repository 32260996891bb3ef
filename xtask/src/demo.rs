//! `cargo xtask demo`: the demo server with its page.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::outcome::{Outcome, While, fail};
use crate::process::{Step, node, script, stop};
use crate::setup::{Need, Tools};
use crate::workspace::Workspace;

const USUAL_PORT: u16 = 4780;
const PATIENCE: Duration = Duration::from_secs(60);

struct Options {
    check: bool,
    port: Option<u16>,
}

pub fn run(workspace: &Workspace, tools: &mut Tools, arguments: &[String]) -> Outcome {
    let options = read(arguments)?;
    tools.ensure(Need::DemoPage)?;
    // One page of the demo; it says itself what it lacks, and the others do without.
    if let Err(failure) = tools.ensure(Need::PythonAgUiPeer) {
        println!("  the agent in Python, for the page \"AG-UI\", is left out: {failure}");
    }
    if options.check {
        return check(workspace, tools, options.port);
    }
    let port = options.port.unwrap_or(USUAL_PORT);
    let mut server = start(server(workspace, tools, port), port)?;
    println!("\nThe demo runs at {} (Ctrl-C ends it)\n", url(port));
    let status = server.wait().while_doing("the demo server")?;
    if status.success() {
        Ok(())
    } else {
        fail(format!("the demo server ended with {status}"))
    }
}

/// Drives the demo with headless Chromium, and stops it.
fn check(workspace: &Workspace, tools: &mut Tools, port: Option<u16>) -> Outcome {
    tools.ensure(Need::Browser)?;
    let port = port.map_or_else(free_port, Ok)?;
    // The story is the script's, whatever model the environment names.
    let scripted = server(workspace, tools, port).env("OPENAI_MODEL", "");
    let mut server = start(scripted, port)?;
    let checked = tools
        .equip(script(workspace, "tests/e2e/demo-check.mjs"))
        .env("COUNTERSIGN_DEMO_URL", url(port))
        .run();
    stop(&mut server)?;
    checked
}

/// The server, under the Node that its peers need.
fn server(workspace: &Workspace, tools: &Tools, port: u16) -> Step {
    let server = Step::new(workspace, tools.node_22()).arg(workspace.at("www/server/main.mjs"));
    tools.equip(server).env("PORT", port.to_string())
}

/// Starts the server and waits until it answers.
fn start(server: Step, port: u16) -> Outcome<Child> {
    let mut server = server.start()?;
    let began = Instant::now();
    while TcpStream::connect(address(port)).is_err() {
        if let Some(status) = server.try_wait().while_doing("the demo server")? {
            return fail(format!(
                "the demo server ended with {status} before it listened on {}",
                url(port)
            ));
        }
        if began.elapsed() > PATIENCE {
            stop(&mut server)?;
            return fail(format!(
                "the demo server did not listen on {} in time",
                url(port)
            ));
        }
        sleep(Duration::from_millis(100));
    }
    Ok(server)
}

/// Builds the page on the package, which has to be there.
pub fn page(workspace: &Workspace) -> Step {
    node(workspace, "vite/bin/vite.js").args(["build", "www", "--logLevel", "warn"])
}

fn address(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

fn url(port: u16) -> String {
    format!("http://{}/", address(port))
}

fn free_port() -> Outcome<u16> {
    let listener = TcpListener::bind(address(0)).while_doing("looking for a free port")?;
    let address = listener
        .local_addr()
        .while_doing("looking for a free port")?;
    Ok(address.port())
}

fn read(arguments: &[String]) -> Outcome<Options> {
    let mut options = Options {
        check: false,
        port: None,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--check" => options.check = true,
            "--port" => match rest.next().and_then(|port| port.parse().ok()) {
                Some(port) => options.port = Some(port),
                None => return fail("`--port` wants a number below 65536"),
            },
            unknown => return fail(format!("`demo` does not know `{unknown}`")),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::read;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_are_read_in_any_order() {
        let options = read(&words("--port 4000 --check")).unwrap();
        assert!(options.check);
        assert_eq!(options.port, Some(4000));
    }

    #[test]
    fn a_port_that_is_none_is_refused() {
        assert!(read(&words("--port")).is_err());
        assert!(read(&words("--port 70000")).is_err());
        assert!(read(&words("--open")).is_err());
    }
}
