//! Matching: a search through (step, position) that visits each pair once.

use super::{Pattern, PatternRefusal, Step, WORD, is_in};

impl Pattern {
    /// Whether the pattern matches anywhere in the text, given as code points
    /// (lone surrogates included). What it takes is subtracted from
    /// `steps_left`, usually
    /// [`limits::PATTERN_STEPS`](crate::form::limits::PATTERN_STEPS) for
    /// everything that is judged together.
    ///
    /// # Errors
    ///
    /// [`PatternRefusal::TooCostly`] when there are not enough steps left.
    pub fn is_match(&self, text: &[u32], steps_left: &mut usize) -> Result<bool, PatternRefusal> {
        let mut search = Search {
            steps: &self.steps,
            text,
            steps_left,
        };
        let mut visited = search.nothing_visited()?;
        for start in 0..=text.len() {
            if search.leads_to_done(0, start, &mut visited)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

struct Search<'a> {
    steps: &'a [Step],
    text: &'a [u32],
    steps_left: &'a mut usize,
}

impl Search<'_> {
    fn spend(&mut self, steps: usize) -> Result<(), PatternRefusal> {
        *self.steps_left = self.steps_left.saturating_sub(steps);
        if *self.steps_left == 0 {
            return Err(PatternRefusal::TooCostly);
        }
        Ok(())
    }

    /// A bit per pair of step and position. Without captures, what failed from
    /// a pair once fails always.
    fn nothing_visited(&mut self) -> Result<Vec<u32>, PatternRefusal> {
        let words = self.steps.len() * (self.text.len() + 1) / 32 + 1;
        self.spend(words)?;
        Ok(vec![0; words])
    }

    fn leads_to_done(
        &mut self,
        step: usize,
        position: usize,
        visited: &mut [u32],
    ) -> Result<bool, PatternRefusal> {
        // Where to go on when the way at hand fails.
        let mut open = vec![(step, position)];
        while let Some((mut step, mut position)) = open.pop() {
            loop {
                let bit = step * (self.text.len() + 1) + position;
                let mask = 1 << (bit % 32);
                let Some(word) = visited.get_mut(bit / 32).filter(|word| **word & mask == 0) else {
                    break;
                };
                *word |= mask;
                self.spend(1)?;
                let Some(&current) = self.steps.get(step) else {
                    break;
                };
                let char = self.text.get(position).copied();
                let away = |away: i32| step.saturating_add_signed(away as isize);
                let mut next = step + 1;
                let holds = match current {
                    Step::Range(first, last) => {
                        position += 1;
                        char.is_some_and(|char| first <= char && char <= last)
                    }
                    Step::Set { negated, ranges } => {
                        next += ranges as usize;
                        position += 1;
                        char.is_some_and(|char| {
                            let set = self.steps.get(step + 1..next).unwrap_or_default();
                            let found = set.iter().any(|range| {
                                matches!(*range, Step::Range(first, last)
                                    if first <= char && char <= last)
                            });
                            found != negated
                        })
                    }
                    Step::Jump(to) => {
                        next = away(to);
                        true
                    }
                    Step::Fork(to) => {
                        open.push((away(to), position));
                        true
                    }
                    Step::Start => position == 0,
                    Step::End => char.is_none(),
                    Step::WordEdge(wanted) => {
                        let is_word =
                            |char: Option<u32>| char.is_some_and(|char| is_in(WORD, char));
                        let before = position
                            .checked_sub(1)
                            .and_then(|before| self.text.get(before));
                        (is_word(before.copied()) != is_word(char)) == wanted
                    }
                    Step::Ahead(wanted, to) => {
                        // What is tried inside has its own memory: there,
                        // reaching a pair again may also mean success.
                        let mut inside = self.nothing_visited()?;
                        let found = self.leads_to_done(next, position, &mut inside)?;
                        next = away(to);
                        found == wanted
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
}
