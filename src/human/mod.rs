//! What waits for a person: items, answers, and what became of them.

mod item;
mod items;

pub use item::{Item, ItemKind, Outcome, Stage};
pub use items::Items;
