//! What waits for a person: items, answers, and what became of them.
