//! The tables of the page about states.

use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/states.md");

/// The rows of the table whose first heading and second heading are these,
/// without marks of code.
pub fn table(first: &str, second: &str) -> Vec<Vec<String>> {
    let mut lines = PAGE.lines().map(cells);
    let found =
        lines.any(|cells| cells.first().is_some_and(|cell| cell == first) && cells[1] == second);
    assert!(found, "the page has no table of {first} and {second}");
    lines
        .skip(1)
        .take_while(|cells| !cells.is_empty())
        .collect()
}

fn cells(line: &str) -> Vec<String> {
    let Some(line) = line
        .strip_prefix("| ")
        .and_then(|line| line.strip_suffix(" |"))
    else {
        return Vec::new();
    };
    line.split(" | ")
        .map(|cell| cell.replace('`', ""))
        .collect()
}

/// All moves that the page lists, as the tests write them.
pub fn moves() -> BTreeSet<String> {
    table("from", "what happens")
        .iter()
        .map(|row| format!("{} → {} by {}", row[0], row[2], row[3]))
        .collect()
}
