//! Recorded conversations, run again without a browser. A trace is what
//! `controller.trace()` records: JSON lines with the values that the page handed
//! over and the calls that it made of the Rust side, in order.
//!
//! ```text
//! {"trace":1,"settings":32,"run":1,"token":1}
//! {"hand":1,"value":{"id":"u1","role":"user","parts":[]}}
//! {"call":"sendMessage","args":[1,"{…}",null,"a1",0,1]}
//! {"release":1}
//! {"call":"nextEffect","args":[]}
//! {"call":"feed","args":[1,{"text":"data: {…}\n\n"}]}
//! ```

mod arguments;
mod calls;
mod human_calls;

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use crate::controller::{ChatController, boundary};
use crate::host::Host;
use crate::json::{RawJson, RawJsonBuf};
use crate::model::Payload;
use crate::view::OwnedView;

use arguments::Arguments;

/// The version of traces that can be replayed.
const VERSION: u32 = 1;

/// Why a line cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not a JSON object of a known form.
    Line,
    /// The trace is of another version.
    Version,
    /// There is no such call.
    Call,
    /// The argument at this place is missing or of another type.
    Argument(usize),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Line => out.write_str("no line of a trace"),
            Unreadable::Version => write!(out, "not a trace of version {VERSION}"),
            Unreadable::Call => out.write_str("an unknown call"),
            Unreadable::Argument(at) => write!(out, "argument {at} does not fit"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// A conversation that is run again.
pub struct Replay {
    controller: ChatController<OwnedView>,
    /// What the page handed over, by number; nothing for `undefined`.
    handed: BTreeMap<u32, Option<RawJsonBuf>>,
    has_begun: bool,
}

impl Replay {
    /// Nothing replayed yet, on a platform's services.
    pub fn new(host: Rc<dyn Host>) -> Replay {
        Replay {
            controller: ChatController::with_host(boundary::settings(0), OwnedView::new(), host),
            handed: BTreeMap::new(),
            has_begun: false,
        }
    }

    /// Replays one line.
    ///
    /// # Errors
    /// Why it cannot be replayed; nothing has changed then.
    pub fn line(&mut self, line: &str) -> Result<(), Unreadable> {
        let line = RawJson::parse(line).map_err(|_| Unreadable::Line)?;
        if let Some(version) = line.get("trace") {
            return self.begin(version, line);
        }
        if !self.has_begun {
            return Err(Unreadable::Version);
        }
        if let Some(number) = number(line.get("hand")) {
            let value = line.get("value").map(RawJson::to_owned);
            self.handed.insert(number, value);
            return Ok(());
        }
        if let Some(number) = number(line.get("release")) {
            self.handed.remove(&number);
            return Ok(());
        }
        let name = line.get("call").and_then(RawJson::string);
        let args = line.get("args").and_then(RawJson::elements);
        let (Some(name), Some(args)) = (name, args) else {
            return Err(Unreadable::Line);
        };
        let name = name.decode();
        let name = name.as_str().ok_or(Unreadable::Call)?;
        let args = Arguments(args.collect());
        if self.call(name, &args)? || self.human_call(name, &args)? {
            self.controller.show();
            Ok(())
        } else {
            Err(Unreadable::Call)
        }
    }

    /// The conversation as it is now.
    pub fn controller(&self) -> &ChatController<OwnedView> {
        &self.controller
    }

    fn begin(&mut self, version: RawJson<'_>, head: RawJson<'_>) -> Result<(), Unreadable> {
        if number(Some(version)) != Some(VERSION) {
            return Err(Unreadable::Version);
        }
        let field = |name| number(head.get(name)).ok_or(Unreadable::Line);
        let settings = boundary::settings(field("settings")?);
        let numbers = (field("run")?, field("token")?);
        self.controller.chat.set_settings(settings);
        self.controller.chat.count_from(numbers);
        self.has_begun = true;
        Ok(())
    }

    /// The value that the page handed over under a number.
    fn value(&self, number: u32) -> Payload<'_> {
        match self.handed.get(&number) {
            Some(Some(value)) => Payload::Raw(value.as_raw()),
            Some(None) | None => Payload::Undefined,
        }
    }
}

fn number(raw: Option<RawJson<'_>>) -> Option<u32> {
    raw?.number_text()?.parse().ok()
}
