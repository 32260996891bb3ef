//! Where AI SDK cuts an unfinished text, and what it appends.
//!
//! AI SDK's `fixJson` reads the text with an automaton that is more lenient
//! than JSON's grammar: it passes over what it does not expect, takes the first
//! quote in a key for its end, and a plus sign for the end of a number. It
//! remembers the last character at which the text could be cut, and completes
//! what stands before with the brackets, quote or letters that are missing
//! there. Whether the outcome is JSON is for the parser behind it. To show what
//! it shows at every moment, the same decisions are made here, one UTF-16 code
//! unit at a time, since that is what it looks at.

use super::grammar::Literal;
use super::nesting::{Container, Nesting};
use crate::json::plain_run;

#[derive(Debug, Default)]
pub(super) struct Repair {
    nesting: Nesting,
    place: Place,
    token: Token,
}

/// Where in the innermost container the text is, or was before the token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Root,
    AfterRoot,
    ObjectStart,
    Key,
    AfterKey,
    MemberValue,
    AfterMember,
    MemberComma,
    ArrayStart,
    AfterElement,
    ElementComma,
}

/// Of which scalar value the text is inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Token {
    #[default]
    None,
    String,
    Escape,
    /// A `\u` escape with so many digits.
    Hex(u8),
    /// A literal with so many letters.
    Literal(Literal, u8),
    Number,
}

/// What is appended before the closing brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    Nothing,
    /// The quote that ends a string.
    Quote,
    /// The letters that a literal lacks, of which so many have come.
    Letters(Literal, u8),
}

/// Whether the text may be cut behind a character.
type Cut = bool;

impl Repair {
    /// Reads on; gives the offset behind the last character of `bytes` at which
    /// the text may be cut, 0 if there is none.
    pub(super) fn read(&mut self, bytes: &[u8]) -> usize {
        let mut cut = 0;
        let mut at = 0;
        while let Some(rest) = bytes.get(at..)
            && let Some(&lead) = rest.first()
        {
            let in_string = self.token == Token::String;
            if in_string || (self.place == Place::Key && self.token == Token::None) {
                let run = plain_run(rest);
                if run > 0 {
                    at += run;
                    if in_string {
                        cut = at;
                    }
                    continue;
                }
            }
            let mut valid = self.unit(lead);
            at += match lead {
                0..=0x7F => 1,
                0x80..=0xDF => 2,
                0xE0..=0xEF => 3,
                _ => {
                    // Two units, neither of which means anything.
                    valid |= self.unit(lead);
                    4
                }
            };
            if valid {
                cut = at;
            }
        }
        cut
    }

    /// What is appended, and to which containers the brackets behind it belong.
    pub(super) fn completion(&self) -> (Completion, &Nesting) {
        let completion = match self.token {
            Token::String | Token::Escape | Token::Hex(_) => Completion::Quote,
            Token::Literal(literal, letters) if literal.letter(letters).is_some() => {
                Completion::Letters(literal, letters)
            }
            Token::Literal(..) | Token::Number | Token::None => Completion::Nothing,
        };
        (completion, &self.nesting)
    }

    fn unit(&mut self, byte: u8) -> Cut {
        match self.token {
            Token::None => self.between(byte),
            Token::String => match byte {
                b'\\' => self.token(Token::Escape, false),
                b'"' => self.token(Token::None, true),
                _ => true,
            },
            Token::Escape if byte == b'u' => self.token(Token::Hex(0), false),
            Token::Escape => self.token(Token::String, true),
            // Anything but a digit is passed over.
            Token::Hex(_) if !byte.is_ascii_hexdigit() => false,
            Token::Hex(3) => self.token(Token::String, true),
            Token::Hex(digits) => self.token(Token::Hex(digits + 1), false),
            Token::Literal(literal, letters) if literal.letter(letters) == Some(byte) => {
                self.token(Token::Literal(literal, letters + 1), true)
            }
            Token::Number if byte.is_ascii_digit() => true,
            Token::Number if matches!(byte, b'e' | b'E' | b'-' | b'.') => false,
            Token::Literal(..) | Token::Number => {
                self.token = Token::None;
                self.after_value(byte)
            }
        }
    }

    fn token(&mut self, token: Token, cut: Cut) -> Cut {
        self.token = token;
        cut
    }

    fn between(&mut self, byte: u8) -> Cut {
        match (self.place, byte) {
            (Place::Root | Place::MemberValue | Place::ElementComma, _) => self.value(byte),
            (Place::ObjectStart, b'}') | (Place::ArrayStart, b']') => self.close(),
            (Place::ArrayStart, _) => self.value(byte),
            (Place::ObjectStart | Place::MemberComma, b'"') => self.go(Place::Key),
            (Place::Key, b'"') => self.go(Place::AfterKey),
            (Place::AfterKey, b':') => self.go(Place::MemberValue),
            (Place::AfterElement, b',' | b']') | (Place::AfterMember, _) => self.after_value(byte),
            // Behind an element, anything can be cut off behind itself.
            (Place::AfterElement, _) => true,
            (
                Place::AfterRoot
                | Place::ObjectStart
                | Place::MemberComma
                | Place::Key
                | Place::AfterKey,
                _,
            ) => false,
        }
    }

    fn go(&mut self, place: Place) -> Cut {
        self.place = place;
        false
    }

    fn value(&mut self, byte: u8) -> Cut {
        let (token, cut) = match byte {
            b'"' => (Token::String, true),
            b'-' => (Token::Number, false),
            b'0'..=b'9' => (Token::Number, true),
            b'{' => return self.open(Container::Object, Place::ObjectStart),
            b'[' => return self.open(Container::Array, Place::ArrayStart),
            _ => match Literal::starting_with(byte) {
                Some(literal) => (Token::Literal(literal, 1), true),
                None => return false,
            },
        };
        self.place = self.place_after_value();
        self.token(token, cut)
    }

    fn open(&mut self, container: Container, place: Place) -> Cut {
        self.nesting.push(container);
        self.place = place;
        true
    }

    fn close(&mut self) -> Cut {
        self.nesting.pop();
        self.place = self.place_after_value();
        true
    }

    fn place_after_value(&self) -> Place {
        match self.nesting.innermost() {
            None => Place::AfterRoot,
            Some(Container::Object) => Place::AfterMember,
            Some(Container::Array) => Place::AfterElement,
        }
    }

    /// A comma or closing bracket behind a value; anything else is passed over.
    fn after_value(&mut self, byte: u8) -> Cut {
        match (self.nesting.innermost(), byte) {
            (Some(Container::Object), b',') => self.go(Place::MemberComma),
            (Some(Container::Array), b',') => self.go(Place::ElementComma),
            (Some(Container::Object), b'}') | (Some(Container::Array), b']') => self.close(),
            _ => false,
        }
    }
}
