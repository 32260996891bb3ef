//! Runs a recorded conversation again: `cargo run --example replay -- trace.jsonl`.
//! Prints the messages and the status that it ends with.

use std::process::ExitCode;
use std::rc::Rc;

use countersign::host::native::NativeHost;
use countersign::replay::Replay;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: replay <trace>");
        return ExitCode::from(2);
    };
    match replay(&path) {
        Ok(replayed) => {
            println!("{}", replayed.controller().view.to_json());
            eprintln!("status: {}", replayed.controller().chat.status().name());
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("error: {path}: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn replay(path: &str) -> Result<Replay, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut replay = Replay::new(Rc::new(NativeHost));
    for (index, line) in text.lines().enumerate() {
        replay
            .line(line)
            .map_err(|error| format!("line {}: {error}", index + 1))?;
    }
    Ok(replay)
}
