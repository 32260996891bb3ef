//! ECMA-262 *Pattern* in Unicode mode, compiled as it is read.

use super::{DIGITS, LINE_ENDS, Pattern, PatternRefusal, SPACES, Step, WORD};
use crate::form::limits;

type Compiled<T> = Result<T, PatternRefusal>;

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// Any [`PatternRefusal`] but [`PatternRefusal::TooCostly`].
    pub fn compile(source: &str) -> Compiled<Self> {
        if source.len() > limits::PATTERN_BYTES {
            return Err(PatternRefusal::TooLarge);
        }
        let mut compiler = Compiler {
            source: source.chars().map(u32::from).collect(),
            at: 0,
            depth: 0,
            steps: Vec::new(),
        };
        compiler.disjunction()?;
        if compiler.at < compiler.source.len() {
            return Err(PatternRefusal::Invalid);
        }
        compiler.emit(Step::Done)?;
        Ok(Self {
            steps: compiler.steps,
        })
    }
}

struct Compiler {
    source: Vec<u32>,
    at: usize,
    /// Open groups.
    depth: usize,
    steps: Vec<Step>,
}

/// A code point that is written as this character.
const fn c(char: char) -> u32 {
    char as u32
}

impl Compiler {
    fn peek(&self) -> u32 {
        // No source holds this.
        self.source.get(self.at).copied().unwrap_or(u32::MAX)
    }

    fn next(&mut self) -> Compiled<u32> {
        let char = self.source.get(self.at).ok_or(PatternRefusal::Invalid)?;
        self.at += 1;
        Ok(*char)
    }

    fn eat(&mut self, char: char) -> bool {
        let fits = self.peek() == c(char);
        self.at += usize::from(fits);
        fits
    }

    fn expect(&mut self, char: char) -> Compiled<()> {
        if self.eat(char) {
            Ok(())
        } else {
            Err(PatternRefusal::Invalid)
        }
    }

    fn emit(&mut self, step: Step) -> Compiled<()> {
        self.insert(self.steps.len(), step)
    }

    fn insert(&mut self, place: usize, step: Step) -> Compiled<()> {
        if self.steps.len() >= limits::PATTERN_PROGRAM {
            return Err(PatternRefusal::TooLarge);
        }
        self.steps.insert(place, step);
        Ok(())
    }

    /// Steps from `place` to the end of the program, which is within its bound.
    fn to_end(&self, place: usize) -> i32 {
        self.steps.len() as i32 - place as i32
    }

    fn set(&mut self, place: usize, step: Step) {
        if let Some(found) = self.steps.get_mut(place) {
            *found = step;
        }
    }

    /// Up to a closing bracket or the end.
    fn disjunction(&mut self) -> Compiled<()> {
        let mut start = self.steps.len();
        let mut ends = Vec::new();
        loop {
            let char = self.peek();
            if char == c('|') {
                self.at += 1;
                self.insert(start, Step::Fork(0))?;
                ends.push(self.steps.len());
                self.emit(Step::Done)?;
                self.set(start, Step::Fork(self.to_end(start)));
                start = self.steps.len();
            } else if char == c(')') || char == u32::MAX {
                break;
            } else {
                self.term()?;
            }
        }
        for end in ends {
            self.set(end, Step::Jump(self.to_end(end)));
        }
        Ok(())
    }

    fn term(&mut self) -> Compiled<()> {
        let start = self.steps.len();
        let char = self.next()?;
        match char::from_u32(char).unwrap_or_default() {
            '^' => return self.emit(Step::Start),
            '$' => return self.emit(Step::End),
            '(' => {
                if self.eat('?') {
                    let kind = self.next()?;
                    if kind == c('=') || kind == c('!') {
                        self.emit(Step::Done)?;
                        self.group()?;
                        self.emit(Step::Done)?;
                        let away = self.to_end(start);
                        self.set(start, Step::Ahead(kind == c('='), away));
                        return Ok(());
                    }
                    if kind == c('<') && !matches!(self.peek(), 0x21 | 0x3D) {
                        while self.next()? != c('>') {}
                    } else if kind != c(':') {
                        return Err(PatternRefusal::Unsupported);
                    }
                }
                self.group()?;
            }
            '[' => {
                let negated = self.eat('^');
                self.class(negated)?;
            }
            '.' => {
                self.emit(Step::Set {
                    negated: true,
                    ranges: LINE_ENDS.len() as u32,
                })?;
                self.ranges(LINE_ENDS, false)?;
            }
            '\\' => {
                if self.eat('b') {
                    return self.emit(Step::WordEdge(true));
                }
                if self.eat('B') {
                    return self.emit(Step::WordEdge(false));
                }
                // One that turns out to be a character stays without ranges.
                self.emit(Step::Done)?;
                match self.escape()? {
                    Some(char) => self.set(start, Step::Range(char, char)),
                    None => self.close_set(start, false),
                }
            }
            '*' | '+' | '?' | '{' | '}' | ']' => return Err(PatternRefusal::Invalid),
            _ => self.emit(Step::Range(char, char))?,
        }
        self.quantifier(start)
    }

    /// The rest of a group.
    fn group(&mut self) -> Compiled<()> {
        self.depth += 1;
        if self.depth > limits::PATTERN_GROUP_DEPTH {
            return Err(PatternRefusal::TooLarge);
        }
        self.disjunction()?;
        self.depth -= 1;
        self.expect(')')
    }

    /// Repeats what was emitted since `start` if a quantifier follows.
    fn quantifier(&mut self, start: usize) -> Compiled<()> {
        let (min, max) = if self.eat('*') {
            (0, None)
        } else if self.eat('+') {
            (1, None)
        } else if self.eat('?') {
            (0, Some(1))
        } else if self.eat('{') {
            let min = self.number()?;
            let max = if !self.eat(',') {
                Some(min)
            } else if self.peek() == c('}') {
                None
            } else {
                Some(self.number()?)
            };
            self.expect('}')?;
            if max.is_some_and(|max| max < min) {
                return Err(PatternRefusal::Invalid);
            }
            (min, max)
        } else {
            return Ok(());
        };
        // Lazy or greedy: the same texts match.
        self.eat('?');
        let body = self.steps.split_off(start);
        let away = body.len() as i32 + 1;
        for _ in 0..min {
            self.copy(&body)?;
        }
        match max {
            Some(max) => {
                for _ in min..max {
                    self.emit(Step::Fork(away))?;
                    self.copy(&body)?;
                }
            }
            None => {
                self.emit(Step::Fork(away + 1))?;
                self.copy(&body)?;
                self.emit(Step::Jump(-away))?;
            }
        }
        Ok(())
    }

    fn copy(&mut self, body: &[Step]) -> Compiled<()> {
        for &step in body {
            self.emit(step)?;
        }
        Ok(())
    }

    /// A decimal number; anything above the program's bound counts as that
    /// bound and one.
    fn number(&mut self) -> Compiled<usize> {
        let start = self.at;
        let mut number = 0;
        while let digit @ 0x30..=0x39 = self.peek() {
            self.at += 1;
            number = (number * 10 + (digit - 0x30) as usize).min(limits::PATTERN_PROGRAM + 1);
        }
        if self.at == start {
            return Err(PatternRefusal::Invalid);
        }
        Ok(number)
    }

    /// Adds ranges, or all that is between them.
    fn ranges(&mut self, ranges: &[(u32, u32)], complement: bool) -> Compiled<()> {
        let mut after = 0;
        for &(first, last) in ranges {
            if complement {
                self.emit(Step::Range(after, first - 1))?;
            } else {
                self.emit(Step::Range(first, last))?;
            }
            after = last + 1;
        }
        if complement {
            self.emit(Step::Range(after, 0x0010_FFFF))?;
        }
        Ok(())
    }

    /// Makes the step at `start` a set of the ranges after it.
    fn close_set(&mut self, start: usize, negated: bool) {
        let ranges = self.to_end(start) as u32 - 1;
        self.set(start, Step::Set { negated, ranges });
    }

    /// The rest of a character class, after its bracket.
    fn class(&mut self, negated: bool) -> Compiled<()> {
        let start = self.steps.len();
        self.emit(Step::Done)?;
        while !self.eat(']') {
            let first = self.class_atom()?;
            let is_range = self.peek() == c('-')
                && self
                    .source
                    .get(self.at + 1)
                    .is_some_and(|&next| next != c(']'));
            let last = if is_range {
                self.at += 1;
                self.class_atom()?
            } else {
                first
            };
            match (first, last) {
                (Some(first), Some(last)) if first <= last => {
                    self.emit(Step::Range(first, last))?;
                }
                (None, None) if !is_range => {}
                _ => return Err(PatternRefusal::Invalid),
            }
        }
        self.close_set(start, negated);
        Ok(())
    }

    /// A character, or nothing when ranges have been added instead.
    fn class_atom(&mut self) -> Compiled<Option<u32>> {
        if !self.eat('\\') {
            return self.next().map(Some);
        }
        if self.eat('b') {
            return Ok(Some(0x08));
        }
        if self.eat('-') {
            return Ok(Some(c('-')));
        }
        self.escape()
    }

    /// The rest of an escape, after its backslash: a character, or nothing when
    /// ranges have been added instead.
    fn escape(&mut self) -> Compiled<Option<u32>> {
        let char = self.next()?;
        Ok(Some(match char::from_u32(char).unwrap_or_default() {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => {
                let set = match char | 0x20 {
                    0x64 => DIGITS,
                    0x73 => SPACES,
                    _ => WORD,
                };
                self.ranges(set, char & 0x20 == 0)?;
                return Ok(None);
            }
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'c' => match self.next()? {
                letter @ (0x41..=0x5A | 0x61..=0x7A) => letter & 0x1F,
                _ => return Err(PatternRefusal::Invalid),
            },
            '0' if !matches!(self.peek(), 0x30..=0x39) => 0,
            'x' => self.hex(2)?,
            'u' => self.unicode_escape()?,
            '1'..='9' | 'k' | 'p' | 'P' => return Err(PatternRefusal::Unsupported),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
            | '/' => char,
            _ => return Err(PatternRefusal::Invalid),
        }))
    }

    fn hex(&mut self, digits: usize) -> Compiled<u32> {
        let mut value = 0;
        for _ in 0..digits {
            let digit = match self.next()? {
                digit @ 0x30..=0x39 => digit - 0x30,
                letter @ (0x41..=0x46 | 0x61..=0x66) => (letter & 0xF) + 9,
                _ => return Err(PatternRefusal::Invalid),
            };
            value = value << 4 | digit;
        }
        Ok(value)
    }

    fn unicode_escape(&mut self) -> Compiled<u32> {
        if self.eat('{') {
            let mut value = 0;
            loop {
                value = value << 4 | self.hex(1)?;
                if value > 0x0010_FFFF {
                    return Err(PatternRefusal::Invalid);
                }
                if self.eat('}') {
                    return Ok(value);
                }
            }
        }
        let unit = self.hex(4)?;
        let after = self.at;
        if matches!(unit, 0xD800..=0xDBFF)
            && self.eat('\\')
            && self.eat('u')
            && let Ok(low @ 0xDC00..=0xDFFF) = self.hex(4)
        {
            return Ok(0x1_0000 + ((unit & 0x3FF) << 10 | low & 0x3FF));
        }
        self.at = after;
        Ok(unit)
    }
}
