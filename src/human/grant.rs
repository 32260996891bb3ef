//! Rules that people make with "always": which call they answer, how long they
//! hold. A rule is printed exactly as it is kept, can be taken back, and never
//! reaches further than it says.

use crate::json::{RawJson, RawJsonBuf, Writer, Wtf8, Wtf8Buf};

use super::answer::{Remember, Scope};

/// A rule that answers approvals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Its id, never reused in the conversation.
    pub id: u32,
    /// The tool's name, exactly.
    pub tool: Wtf8Buf,
    /// Who asks, exactly: another agent or server with a tool of this name is
    /// not meant.
    pub source: Wtf8Buf,
    /// How long it holds.
    pub scope: Scope,
    /// Only this very input, as JSON.
    pub input: Option<RawJsonBuf>,
    /// Whether it allows or refuses.
    pub allows: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
}

impl Grant {
    fn says_the_same(&self, other: &Grant) -> bool {
        self.tool == other.tool
            && self.source == other.source
            && self.scope == other.scope
            && self.input == other.input
            && self.allows == other.allows
    }

    fn covers(&self, call: &Call<'_>) -> bool {
        self.tool.as_wtf8() == call.tool
            && self.source.as_wtf8() == call.source
            && self
                .input
                .as_ref()
                .is_none_or(|input| Some(input.as_str()) == call.input)
    }

    /// Writes the rule as a JSON object.
    pub fn write(&self, writer: &mut Writer<'_>) {
        writer.begin_object();
        writer.key("id");
        writer.integer(i64::from(self.id));
        writer.key("tool");
        writer.string(self.tool.as_wtf8());
        writer.key("source");
        writer.string(self.source.as_wtf8());
        writer.key("scope");
        writer.str(self.scope.name());
        if let Some(input) = &self.input {
            writer.key("input");
            writer.raw(input.as_raw());
        }
        writer.key("allows");
        writer.bool(self.allows);
        writer.key("made");
        writer.integer(i64::try_from(self.made).unwrap_or(i64::MAX));
        writer.end_object();
    }

    /// Reads the object that [`Grant::write`] writes.
    pub fn read(raw: RawJson<'_>) -> Option<Grant> {
        let text = |name: &str| {
            raw.get(name)
                .and_then(RawJson::string)
                .map(|text| Wtf8::to_owned(text.decode().as_wtf8()))
        };
        let number = |name: &str| raw.get(name)?.number_text()?.parse::<u64>().ok();
        Some(Grant {
            id: u32::try_from(number("id")?).ok()?,
            tool: text("tool")?,
            source: text("source")?,
            scope: Scope::from_name(text("scope")?.as_str()?)?,
            input: raw.get("input").map(RawJson::to_owned),
            allows: raw.get("allows")?.bool()?,
            made: number("made")?,
        })
    }
}

/// A call that asks for approval, as rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The tool's name.
    pub tool: Wtf8<'a>,
    /// Who asks.
    pub source: Wtf8<'a>,
    /// Its input as JSON, where it is known whole.
    pub input: Option<&'a str>,
}

/// The rules of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    list: Vec<Grant>,
    last_id: u32,
}

impl Grants {
    /// All rules, oldest first.
    pub fn list(&self) -> &[Grant] {
        &self.list
    }

    /// Makes a rule of a decision and gives its id. `None` where there is the
    /// same already, or where it would cover an exact input that is not known.
    pub fn make(
        &mut self,
        call: &Call<'_>,
        remember: Remember,
        allows: bool,
        now: u64,
    ) -> Option<u32> {
        let input = match (remember.exact_input, call.input) {
            (false, _) => None,
            (true, Some(input)) => Some(RawJsonBuf::parse(input).ok()?),
            (true, None) => return None,
        };
        let id = self.last_id.saturating_add(1);
        let grant = Grant {
            id,
            tool: call.tool.to_owned(),
            source: call.source.to_owned(),
            scope: remember.scope,
            input,
            allows,
            made: now,
        };
        // Taking a rule back must leave no twin behind.
        if self.list.iter().any(|known| known.says_the_same(&grant)) {
            return None;
        }
        self.last_id = id;
        self.list.push(grant);
        Some(id)
    }

    /// The rule that answers a call. A refusal outweighs a permission.
    pub fn answer(&self, call: &Call<'_>) -> Option<&Grant> {
        let mut allowing = None;
        for grant in &self.list {
            if grant.covers(call) {
                if !grant.allows {
                    return Some(grant);
                }
                allowing = Some(grant);
            }
        }
        allowing
    }

    /// Takes a rule back. Whether there was one.
    pub fn revoke(&mut self, id: u32) -> bool {
        let before = self.list.len();
        self.list.retain(|grant| grant.id != id);
        self.list.len() != before
    }

    /// Whether a rule ends with the turn.
    pub fn end_with_turn(&self) -> bool {
        self.list.iter().any(|grant| grant.scope == Scope::Turn)
    }

    /// The turn is over. Whether a rule ended with it.
    pub fn end_turn(&mut self) -> bool {
        let before = self.list.len();
        self.list.retain(|grant| grant.scope != Scope::Turn);
        self.list.len() != before
    }

    /// Another conversation is loaded. Whether there were rules.
    pub fn clear(&mut self) -> bool {
        let had = !self.list.is_empty();
        self.list.clear();
        had
    }

    /// The id that was given last.
    pub fn last_id(&self) -> u32 {
        self.last_id
    }

    /// Takes over rules that were exported, in place of those there are. Those
    /// of a turn are over.
    pub fn restore(&mut self, grants: Vec<Grant>, last_id: u32) {
        self.last_id = self.last_id.max(last_id);
        self.list.clear();
        for grant in grants {
            if grant.scope == Scope::Conversation {
                self.last_id = self.last_id.max(grant.id);
                self.list.push(grant);
            }
        }
    }

    /// Writes the rules as a JSON array: all, or those that outlive the turn.
    pub fn write(&self, writer: &mut Writer<'_>, all: bool) {
        writer.begin_array();
        for grant in &self.list {
            if all || grant.scope == Scope::Conversation {
                grant.write(writer);
            }
        }
        writer.end_array();
    }
}
