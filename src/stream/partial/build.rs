//! From accepted text to operations on the value it builds.

use super::forbidden::{Forbidden, Forever};
use super::grammar::{Event, Grammar, Refused, Role, State};
use super::nesting::Container;
use super::{PartialSink, Slot};
use crate::json::{RawJson, Wtf8, Wtf8Buf};
use crate::stream::limits::MAX_PARTIAL_NUMBER_BYTES;

#[derive(Debug, Default)]
pub(super) struct Build {
    pub(super) grammar: Grammar,
    pub(super) forbidden: Forbidden,
    /// The last key in the innermost object that has any.
    key: Wtf8Buf,
    /// The open containers, as far as the sink knows them.
    path: Vec<Level>,
    /// The number that came last, as far as it has come.
    number: String,
    /// Whether it has been given to the sink, and how much of it.
    number_given: Option<usize>,
    /// What a string gained since the last operation, if it cannot be given as
    /// it stands in the text.
    decoded: Wtf8Buf,
}

#[derive(Debug)]
struct Level {
    container: Container,
    /// Of the current element; 0 in an object.
    index: u32,
}

impl From<Forever> for Refused {
    fn from(_: Forever) -> Self {
        Self
    }
}

impl Build {
    /// Takes all of `text`. Operations on the string or number at its end may
    /// wait for [`Build::flush`].
    pub(super) fn read(
        &mut self,
        text: Wtf8<'_>,
        sink: &mut dyn PartialSink,
    ) -> Result<(), Refused> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(rest) = bytes.get(at..)
            && let Some(&byte) = rest.first()
        {
            let was_number = matches!(self.grammar.state, State::Number(_));
            let (taken, event) = self.grammar.step(rest)?;
            if matches!(self.grammar.state, State::Number(_)) {
                self.digit(was_number, byte)?;
            } else if was_number {
                self.give_number(sink);
            }
            self.event(event, text.slice(at..at + taken), sink)?;
            at += taken;
        }
        Ok(())
    }

    /// Gives what the end of the text has changed.
    pub(super) fn flush(&mut self, sink: &mut dyn PartialSink) {
        if self.grammar.number_can_end() {
            self.give_number(sink);
        }
        self.give_decoded(sink);
    }

    /// The number that is the whole value so far.
    pub(super) fn root_number(&self) -> Option<&str> {
        (self.path.is_empty() && self.grammar.number_can_end()).then_some(&self.number)
    }

    /// Shows `text` as the number that is the whole value, until more is read.
    pub(super) fn give_root_number(&mut self, text: &str, sink: &mut dyn PartialSink) {
        sink.scalar(Slot::Root, RawJson::plain(text));
        self.number_given = Some(text.len());
    }

    fn event(
        &mut self,
        event: Event,
        text: Wtf8<'_>,
        sink: &mut dyn PartialSink,
    ) -> Result<(), Refused> {
        match event {
            Event::Nothing => {}
            Event::Open(container) => {
                if let Some(slot) = self.place() {
                    match container {
                        Container::Array => sink.open_array(slot),
                        Container::Object => sink.open_object(slot),
                    }
                }
                let member = self.container() == Some(Container::Object);
                self.forbidden.open(member.then(|| self.key.as_wtf8()));
                self.path.push(Level {
                    container,
                    index: 0,
                });
            }
            Event::Close => {
                if !self.forbidden.hides_innermost() {
                    sink.close();
                }
                self.path.pop();
                self.forbidden.close(self.container())?;
            }
            Event::NextElement => {
                if let Some(level) = self.path.last_mut() {
                    level.index += 1;
                }
            }
            Event::StringStart(Role::Key) => self.key.clear(),
            Event::StringStart(Role::Value) => {
                if let Some(slot) = self.place() {
                    sink.string(slot);
                }
            }
            Event::Run(Role::Key) => self.key.push_wtf8(text),
            Event::Run(Role::Value) => {
                if !self.decoded.is_empty() {
                    self.decoded.push_wtf8(text);
                } else if !self.forbidden.inside() {
                    sink.append(text);
                }
            }
            Event::Unit(Role::Key, unit) => self.key.push_code_unit(unit),
            Event::Unit(Role::Value, unit) => self.decoded.push_code_unit(unit),
            Event::StringEnd(Role::Key) => {}
            Event::StringEnd(Role::Value) => self.give_decoded(sink),
            Event::Literal(literal) => {
                if let Some(slot) = self.place() {
                    sink.scalar(slot, literal.json());
                }
            }
        }
        Ok(())
    }

    fn container(&self) -> Option<Container> {
        self.path.last().map(|level| level.container)
    }

    /// Where a value that begins goes; nowhere if it will not be shown.
    fn place(&mut self) -> Option<Slot<'_>> {
        if self.container() == Some(Container::Object) {
            self.forbidden.member(self.key.as_wtf8());
        }
        self.slot()
    }

    /// Where the value goes that has begun last, unless it is inside another.
    fn slot(&self) -> Option<Slot<'_>> {
        if self.forbidden.inside() {
            return None;
        }
        Some(match self.path.last() {
            None => Slot::Root,
            Some(level) => match level.container {
                Container::Object => Slot::Key(self.key.as_wtf8()),
                Container::Array => Slot::Index(level.index),
            },
        })
    }

    fn digit(&mut self, was_number: bool, byte: u8) -> Result<(), Refused> {
        if !was_number {
            self.number.clear();
            self.number_given = None;
        }
        if self.number.len() == MAX_PARTIAL_NUMBER_BYTES {
            return Err(Refused);
        }
        self.number.push(char::from(byte));
        Ok(())
    }

    fn give_number(&mut self, sink: &mut dyn PartialSink) {
        if self.number_given == Some(self.number.len()) {
            return;
        }
        if self.number_given.is_none() {
            self.place();
        }
        self.number_given = Some(self.number.len());
        if let Some(slot) = self.slot() {
            sink.scalar(slot, RawJson::plain(&self.number));
        }
    }

    fn give_decoded(&mut self, sink: &mut dyn PartialSink) {
        if !self.decoded.is_empty() {
            if !self.forbidden.inside() {
                sink.append(self.decoded.as_wtf8());
            }
            self.decoded.clear();
        }
    }
}
