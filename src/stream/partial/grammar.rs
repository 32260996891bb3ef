//! JSON's grammar as an automaton that can stop after any byte.

use super::nesting::{Container, Nesting};
use crate::json::limits::MAX_DEPTH;
use crate::json::{RawJson, plain_run};

/// How far a text that so far is the beginning of JSON has come.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    pub(super) state: State,
    pub(super) nesting: Nesting,
}

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    /// A value.
    #[default]
    Value,
    /// A value, or the end of the array that has just begun.
    ArrayStart,
    /// A key, or the end of the object that has just begun.
    ObjectStart,
    /// A key.
    KeyStart,
    /// The colon after a key.
    Colon,
    /// What follows a value in its container, or nothing after the root.
    After,
    /// More of a string.
    Text(Role),
    /// What follows a backslash.
    Escape(Role),
    /// Hexadecimal digits: how many are missing, and those before.
    Hex(Role, u8, u16),
    /// The rest of a literal, of which so many letters have come.
    Literal(Literal, u8),
    /// More of a number.
    Number(Digits),
}

/// What a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    True,
    False,
    Null,
}

impl Literal {
    pub(super) const fn starting_with(letter: u8) -> Option<Self> {
        match letter {
            b't' => Some(Self::True),
            b'f' => Some(Self::False),
            b'n' => Some(Self::Null),
            _ => None,
        }
    }

    pub(super) const fn json(self) -> RawJson<'static> {
        match self {
            Self::True => RawJson::TRUE,
            Self::False => RawJson::FALSE,
            Self::Null => RawJson::NULL,
        }
    }

    /// The letter at this place; none after the last.
    pub(super) fn letter(self, index: u8) -> Option<u8> {
        let letters = self.json().as_str().as_bytes();
        letters.get(usize::from(index)).copied()
    }
}

/// Which part of a number has come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    Minus,
    Zero,
    Whole,
    Point,
    Fraction,
    E,
    ESign,
    Exponent,
}

impl Digits {
    /// Whether a number may end here.
    const fn can_end(self) -> bool {
        match self {
            Self::Zero | Self::Whole | Self::Fraction | Self::Exponent => true,
            Self::Minus | Self::Point | Self::E | Self::ESign => false,
        }
    }

    fn then(self, byte: u8) -> Option<Self> {
        match (self, byte) {
            (Self::Minus, b'0') => Some(Self::Zero),
            (Self::Minus, b'1'..=b'9') | (Self::Whole, b'0'..=b'9') => Some(Self::Whole),
            (Self::Zero | Self::Whole, b'.') => Some(Self::Point),
            (Self::Point | Self::Fraction, b'0'..=b'9') => Some(Self::Fraction),
            (Self::Zero | Self::Whole | Self::Fraction, b'e' | b'E') => Some(Self::E),
            (Self::E, b'+' | b'-') => Some(Self::ESign),
            (Self::E | Self::ESign | Self::Exponent, b'0'..=b'9') => Some(Self::Exponent),
            _ => None,
        }
    }
}

/// What a step has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Nothing to be told; for a number, the state tells.
    Nothing,
    Open(Container),
    Close,
    /// The comma between two elements of an array.
    NextElement,
    StringStart(Role),
    /// Plain characters of a string.
    Run(Role),
    /// A code unit of a string that was written as an escape.
    Unit(Role, u16),
    StringEnd(Role),
    Literal(Literal),
}

/// The text is not the beginning of any JSON, or is nested too deeply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused;

impl Grammar {
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.state = other.state;
        self.nesting.clone_from(&other.nesting);
    }

    /// Whether the text so far is JSON.
    pub(super) fn is_complete(&self) -> bool {
        self.nesting.depth() == 0 && self.after_value()
    }

    /// Whether a value has come to an end, or may have.
    fn after_value(&self) -> bool {
        matches!(self.state, State::After) || self.number_can_end()
    }

    /// Whether what came last is a number that may end here.
    pub(super) fn number_can_end(&self) -> bool {
        matches!(self.state, State::Number(digits) if digits.can_end())
    }

    /// Whether closing brackets, in the order that the nesting demands, would
    /// complete the text.
    pub(super) fn can_close(&self) -> bool {
        matches!(self.state, State::ArrayStart | State::ObjectStart) || self.after_value()
    }

    /// Takes some of `bytes`: tells how many and what they were.
    pub(super) fn step(&mut self, bytes: &[u8]) -> Result<(usize, Event), Refused> {
        if let State::Text(role) = self.state {
            let run = plain_run(bytes);
            if run > 0 {
                return Ok((run, Event::Run(role)));
            }
        }
        let byte = *bytes.first().ok_or(Refused)?;
        self.byte(byte).map(|event| (1, event)).ok_or(Refused)
    }

    /// Takes all of `bytes`.
    pub(super) fn skip(&mut self, mut bytes: &[u8]) -> Result<(), Refused> {
        while !bytes.is_empty() {
            let (taken, _) = self.step(bytes)?;
            bytes = bytes.get(taken..).unwrap_or_default();
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8) -> Option<Event> {
        match self.state {
            State::Text(role) => self.special(role, byte),
            State::Escape(role) => {
                let unit = match byte {
                    b'"' | b'\\' | b'/' => byte,
                    b'b' => 0x8,
                    b'f' => 0xC,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'u' => return self.go(State::Hex(role, 4, 0), Event::Nothing),
                    _ => return None,
                };
                self.go(State::Text(role), Event::Unit(role, u16::from(unit)))
            }
            State::Hex(role, missing, before) => {
                let unit = before << 4 | char::from(byte).to_digit(16)? as u16;
                if missing > 1 {
                    self.go(State::Hex(role, missing - 1, unit), Event::Nothing)
                } else {
                    self.go(State::Text(role), Event::Unit(role, unit))
                }
            }
            State::Literal(literal, letters) => {
                if literal.letter(letters)? != byte {
                    return None;
                }
                let letters = letters + 1;
                let state = match literal.letter(letters) {
                    Some(_) => State::Literal(literal, letters),
                    None => State::After,
                };
                self.go(state, Event::Nothing)
            }
            State::Number(digits) => match digits.then(byte) {
                Some(digits) => self.go(State::Number(digits), Event::Nothing),
                None if digits.can_end() => {
                    self.state = State::After;
                    self.after(byte)
                }
                None => None,
            },
            State::Value
            | State::ArrayStart
            | State::ObjectStart
            | State::KeyStart
            | State::Colon
            | State::After
                if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') =>
            {
                Some(Event::Nothing)
            }
            State::Value => self.value(byte),
            State::ArrayStart if byte == b']' => self.close(),
            State::ArrayStart => self.value(byte),
            State::ObjectStart if byte == b'}' => self.close(),
            State::ObjectStart | State::KeyStart if byte == b'"' => {
                self.go(State::Text(Role::Key), Event::StringStart(Role::Key))
            }
            State::ObjectStart | State::KeyStart => None,
            State::Colon if byte == b':' => self.go(State::Value, Event::Nothing),
            State::Colon => None,
            State::After => self.after(byte),
        }
    }

    fn go(&mut self, state: State, event: Event) -> Option<Event> {
        self.state = state;
        Some(event)
    }

    /// A byte in a string that is not plain.
    fn special(&mut self, role: Role, byte: u8) -> Option<Event> {
        match byte {
            b'\\' => self.go(State::Escape(role), Event::Nothing),
            b'"' => {
                let state = match role {
                    Role::Key => State::Colon,
                    Role::Value => State::After,
                };
                self.go(state, Event::StringEnd(role))
            }
            _ => None,
        }
    }

    fn value(&mut self, byte: u8) -> Option<Event> {
        match byte {
            b'"' => self.go(State::Text(Role::Value), Event::StringStart(Role::Value)),
            b'{' => self.open(Container::Object, State::ObjectStart),
            b'[' => self.open(Container::Array, State::ArrayStart),
            b'-' => self.go(State::Number(Digits::Minus), Event::Nothing),
            b'0'..=b'9' => {
                let digits = Digits::Minus.then(byte)?;
                self.go(State::Number(digits), Event::Nothing)
            }
            _ => {
                let literal = Literal::starting_with(byte)?;
                self.go(State::Literal(literal, 1), Event::Literal(literal))
            }
        }
    }

    fn open(&mut self, container: Container, state: State) -> Option<Event> {
        if self.nesting.depth() == MAX_DEPTH {
            return None;
        }
        self.nesting.push(container);
        self.go(state, Event::Open(container))
    }

    fn close(&mut self) -> Option<Event> {
        self.nesting.pop();
        self.go(State::After, Event::Close)
    }

    fn after(&mut self, byte: u8) -> Option<Event> {
        match (self.nesting.innermost(), byte) {
            (_, b' ' | b'\n' | b'\r' | b'\t') => Some(Event::Nothing),
            (Some(Container::Object), b',') => self.go(State::KeyStart, Event::Nothing),
            (Some(Container::Array), b',') => self.go(State::Value, Event::NextElement),
            (Some(Container::Object), b'}') | (Some(Container::Array), b']') => self.close(),
            _ => None,
        }
    }
}
