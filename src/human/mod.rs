//! What waits for a person: items, answers, rules, and what became of them.

mod actor;
mod answer;
mod audit;
mod grant;
mod item;
mod items;
mod settings;

pub use actor::Actor;
pub use answer::{
    Answer, ApprovalAnswers, ApprovalOption, Decision, InputResponse, Remember, Scope,
};
pub use audit::{Audit, AuditEntry, KEPT_ENTRIES};
pub use grant::{Call, Grant, Grants};
pub use item::{Asked, Item, ItemKind, Outcome, Settlement, Stage};
pub use items::Items;
pub use settings::{HumanSettings, ToolInfo};
