//! Matching: a search through (step, position) that visits each pair once.

use super::PatternRefusal;
use super::program::{Class, Item, Program, Step, is_digit, is_line_end, is_space, is_word};
use crate::form::limits;
use crate::host::Host;

pub(super) fn is_match(
    program: &Program,
    text: &[u32],
    host: &dyn Host,
    steps_left: &mut usize,
) -> Result<bool, PatternRefusal> {
    let mut search = Search {
        program,
        text,
        host,
        steps_left,
        known_properties: Vec::new(),
    };
    let mut visited = Visited::new(&mut search)?;
    for start in 0..=text.len() {
        if search.leads_to_done(0, start, &mut visited)? {
            return Ok(true);
        }
    }
    Ok(false)
}

struct Search<'a> {
    program: &'a Program,
    text: &'a [u32],
    host: &'a dyn Host,
    steps_left: &'a mut usize,
    /// What the platform said about (property, character), sorted.
    known_properties: Vec<((u16, u32), bool)>,
}

/// The pairs of step and position that have been tried; without captures, what
/// failed from there once fails always.
struct Visited {
    bits: Vec<u32>,
    positions: usize,
}

impl Visited {
    fn new(search: &mut Search<'_>) -> Result<Self, PatternRefusal> {
        let positions = search.text.len() + 1;
        let words = positions
            .checked_mul(search.program.steps.len())
            .ok_or(PatternRefusal::TooCostly)?
            / 32
            + 1;
        search.spend(words)?;
        Ok(Self {
            bits: vec![0; words],
            positions,
        })
    }

    /// Notes the pair; tells whether it is new.
    fn enter(&mut self, step: usize, position: usize) -> bool {
        let bit = step * self.positions + position;
        let Some(word) = self.bits.get_mut(bit / 32) else {
            return false;
        };
        let mask = 1 << (bit % 32);
        let is_new = *word & mask == 0;
        *word |= mask;
        is_new
    }
}

impl Search<'_> {
    fn spend(&mut self, steps: usize) -> Result<(), PatternRefusal> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => *self.steps_left = left,
            None => {
                *self.steps_left = 0;
                return Err(PatternRefusal::TooCostly);
            }
        }
        Ok(())
    }

    fn leads_to_done(
        &mut self,
        step: usize,
        position: usize,
        visited: &mut Visited,
    ) -> Result<bool, PatternRefusal> {
        let mut open = vec![(step, position)];
        while let Some((mut step, mut position)) = open.pop() {
            while visited.enter(step, position) {
                self.spend(1)?;
                let Some(&current) = self.program.steps.get(step) else {
                    break;
                };
                let char = self.text.get(position).copied();
                let next = step.saturating_add(1);
                let holds = match current {
                    Step::Char(wanted) => {
                        position += 1;
                        char == Some(wanted)
                    }
                    Step::Class(class) => {
                        position += 1;
                        match (self.program.classes.get(usize::from(class)), char) {
                            (Some(class), Some(char)) => self.class_holds(class, char)?,
                            _ => false,
                        }
                    }
                    Step::Jump(away) => {
                        step = step.saturating_add_signed(away as isize);
                        continue;
                    }
                    Step::Fork(away) => {
                        open.push((step.saturating_add_signed(away as isize), position));
                        true
                    }
                    Step::Start => position == 0,
                    Step::End => char.is_none(),
                    Step::WordEdge(wanted) => {
                        let before = position
                            .checked_sub(1)
                            .and_then(|before| self.text.get(before));
                        let edge =
                            before.is_some_and(|&char| is_word(char)) != char.is_some_and(is_word);
                        edge == wanted
                    }
                    Step::Ahead(wanted, away) => {
                        // What is tried inside has its own memory: there,
                        // reaching a pair again may also mean success.
                        let mut inside = Visited::new(self)?;
                        if self.leads_to_done(next, position, &mut inside)? == wanted {
                            step = step.saturating_add_signed(away as isize);
                            continue;
                        }
                        false
                    }
                    Step::Done => return Ok(true),
                };
                if !holds {
                    break;
                }
                step = next;
            }
        }
        Ok(false)
    }

    fn class_holds(&mut self, class: &Class, char: u32) -> Result<bool, PatternRefusal> {
        let mut holds = false;
        for &item in &class.items {
            holds = holds
                || match item {
                    Item::Range(first, last) => (first..=last).contains(&char),
                    Item::Digit(wanted) => is_digit(char) == wanted,
                    Item::Space(wanted) => is_space(char) == wanted,
                    Item::Word(wanted) => is_word(char) == wanted,
                    Item::LineEnd => is_line_end(char),
                    Item::Property(index, wanted) => self.property_holds(index, char)? == wanted,
                };
        }
        Ok(holds != class.negated)
    }

    fn property_holds(&mut self, index: u16, char: u32) -> Result<bool, PatternRefusal> {
        let place = match self
            .known_properties
            .binary_search_by_key(&(index, char), |&(key, _)| key)
        {
            Ok(found) => {
                return Ok(self
                    .known_properties
                    .get(found)
                    .is_some_and(|&(_, holds)| holds));
            }
            Err(place) => place,
        };
        // Asking the platform is dear.
        self.spend(limits::PATTERN_STEPS / limits::PATTERN_PLATFORM_CALLS)?;
        let property = self.program.properties.get(usize::from(index));
        let holds = match (property, char::from_u32(char)) {
            (Some(property), Some(char)) => self
                .host
                .regex_test(property, char.encode_utf8(&mut [0; 4]))
                .map_err(|_| PatternRefusal::Invalid)?,
            // A lone surrogate cannot be handed to the platform as text.
            _ => return Err(PatternRefusal::Unsupported),
        };
        self.known_properties.insert(place, ((index, char), holds));
        Ok(holds)
    }
}
