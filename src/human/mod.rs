//! What waits for a person: items, answers, rules, and what became of them.

mod actor;
mod answer;
mod audit;
mod deadline;
mod due;
mod grant;
mod item;
mod items;
mod moves;
mod queues;
mod saved;
mod settings;

pub use actor::Actor;
pub use answer::{
    Answer, ApprovalAnswers, ApprovalOption, Decision, InputResponse, Remember, Scope,
};
pub use audit::{Audit, AuditEntry, Given, KEPT_BYTES, KEPT_ENTRIES};
pub use deadline::read_deadline;
pub use grant::{Call, Grant, Grants};
pub use item::{AG_UI, Asked, Item, ItemKind, Outcome, Settlement, Stage};
pub use items::Items;
pub use queues::Queue;
pub use saved::{Saved, SavedStage};
pub use settings::{HumanSettings, ToolInfo};
