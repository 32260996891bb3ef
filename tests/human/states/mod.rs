//! `docs/states.md` is the source of these tests: every row of its tables is
//! gone through, and there are no moves but those that it lists.

mod encoding;
mod late_answers;
mod moves;
mod proof;
pub mod table;
