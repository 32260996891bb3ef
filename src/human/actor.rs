//! Who or what moved an item.

use crate::json::{RawJson, Writer, Wtf8Buf};

/// Who or what moved an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person, by the name that the application gives, if it gives one.
    Person(Option<Wtf8Buf>),
    /// A rule that a person made with "always".
    Grant(u32),
    /// The application's own policy.
    Policy,
    /// The clock.
    Deadline,
    /// A stop of the turn.
    Stop,
    /// The agent, or its server.
    Agent,
    /// The conversation itself: a request went out, failed, or was replaced.
    Conversation,
}

impl Actor {
    /// The name that front ends and logs see.
    pub fn kind(&self) -> &'static str {
        match self {
            Actor::Person(_) => "person",
            Actor::Grant(_) => "grant",
            Actor::Policy => "policy",
            Actor::Deadline => "deadline",
            Actor::Stop => "stop",
            Actor::Agent => "agent",
            Actor::Conversation => "conversation",
        }
    }

    /// Whether nobody was asked.
    pub fn is_automatic(&self) -> bool {
        match self {
            Actor::Grant(_) | Actor::Policy | Actor::Deadline => true,
            Actor::Person(_) | Actor::Stop | Actor::Agent | Actor::Conversation => false,
        }
    }

    /// Reads the object that [`Actor::write`] writes.
    pub fn read(raw: RawJson<'_>) -> Option<Actor> {
        let text = |name: &str| {
            let text = raw.get(name)?.string()?.decode();
            Some(text.into_owned())
        };
        let known = [
            Actor::Policy,
            Actor::Deadline,
            Actor::Stop,
            Actor::Agent,
            Actor::Conversation,
        ];
        match text("kind")?.as_str()? {
            "person" => Some(Actor::Person(text("name"))),
            "grant" => {
                let id = raw.get("grant")?.number_text()?.parse().ok()?;
                Some(Actor::Grant(id))
            }
            kind => known.into_iter().find(|actor| actor.kind() == kind),
        }
    }

    /// Writes the actor as a JSON object.
    pub fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        writer.key("kind");
        writer.str(self.kind());
        match self {
            Actor::Person(Some(name)) => {
                writer.key("name");
                writer.string(name.as_wtf8());
            }
            Actor::Grant(id) => {
                writer.key("grant");
                writer.integer(i64::from(*id));
            }
            Actor::Person(None)
            | Actor::Policy
            | Actor::Deadline
            | Actor::Stop
            | Actor::Agent
            | Actor::Conversation => {}
        }
        writer.end_object();
    }
}
