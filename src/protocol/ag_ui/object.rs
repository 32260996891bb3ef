//! Objects written member by member from a table.

use crate::json::{RawJson, Writer, Wtf8};

/// A member's value.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// The member is left out.
    Absent,
    /// A string.
    Text(Wtf8<'a>),
    /// A string of the program.
    Word(&'a str),
    /// A value as it is.
    Raw(RawJson<'a>),
    /// `true` or `false`
    Flag(bool),
    /// An object.
    Object(&'a [(&'a str, Part<'a>)]),
    /// An object under our own name, as provider metadata are.
    Own(&'a [(&'a str, Part<'a>)]),
}

/// The name under which this protocol keeps its own in messages and parts.
pub(super) const OWN: &str = "ag-ui";

impl<'a> Part<'a> {
    /// A value that may be absent.
    pub fn raw(value: Option<RawJson<'a>>) -> Part<'a> {
        value.map_or(Part::Absent, Part::Raw)
    }

    /// A string that may be absent.
    pub fn text(value: Option<Wtf8<'a>>) -> Part<'a> {
        value.map_or(Part::Absent, Part::Text)
    }

    fn write(self, writer: &mut Writer<'_>) {
        match self {
            Part::Absent => {}
            Part::Text(text) => writer.string(text),
            Part::Word(text) => writer.str(text),
            Part::Raw(value) => writer.raw(value),
            Part::Flag(flag) => writer.bool(flag),
            Part::Object(members) => write_object(writer, members),
            Part::Own(members) => write_object(writer, &[(OWN, Part::Object(members))]),
        }
    }
}

/// Writes an object; members that are absent are left out.
pub(super) fn write_object(writer: &mut Writer<'_>, members: &[(&str, Part<'_>)]) {
    writer.begin_object();
    for (name, value) in members {
        if !matches!(value, Part::Absent) {
            writer.key(name);
            value.write(writer);
        }
    }
    writer.end_object();
}

/// An object as JSON text.
pub(super) fn object(members: &[(&str, Part<'_>)]) -> String {
    let mut out = String::new();
    write_object(&mut Writer::new(&mut out), members);
    out
}
