//! ECMA-262 *Pattern* in Unicode mode, compiled as it is read.

use super::PatternRefusal;
use super::program::{Class, Item, Program, Step};
use crate::form::limits;
use crate::host::Host;

type Compiled<T> = Result<T, PatternRefusal>;

pub(super) fn compile(source: &str, host: &dyn Host) -> Compiled<Program> {
    if source.len() > limits::PATTERN_BYTES {
        return Err(PatternRefusal::TooLarge);
    }
    let mut compiler = Compiler {
        source: source.chars().map(u32::from).collect(),
        at: 0,
        depth: 0,
        program: Program::default(),
        host,
    };
    compiler.disjunction()?;
    if compiler.at < compiler.source.len() {
        return Err(PatternRefusal::Invalid);
    }
    compiler.emit(Step::Done)?;
    Ok(compiler.program)
}

struct Compiler<'a> {
    source: Vec<u32>,
    at: usize,
    /// Open groups.
    depth: usize,
    program: Program,
    host: &'a dyn Host,
}

/// A code point that is written as this character.
const fn c(char: char) -> u32 {
    char as u32
}

/// What an escape stands for.
enum Escape {
    Char(u32),
    Set(Item),
}

impl Compiler<'_> {
    fn peek(&self) -> Option<u32> {
        self.source.get(self.at).copied()
    }

    fn next(&mut self) -> Compiled<u32> {
        let char = self.peek().ok_or(PatternRefusal::Invalid)?;
        self.at += 1;
        Ok(char)
    }

    fn eat(&mut self, text: &str) -> bool {
        let fits = text
            .chars()
            .enumerate()
            .all(|(index, char)| self.source.get(self.at + index) == Some(&c(char)));
        if fits {
            self.at += text.len();
        }
        fits
    }

    fn expect(&mut self, text: &str) -> Compiled<()> {
        if self.eat(text) {
            Ok(())
        } else {
            Err(PatternRefusal::Invalid)
        }
    }

    /// Adds a step; gives its place.
    fn emit(&mut self, step: Step) -> Compiled<usize> {
        let place = self.program.steps.len();
        self.insert(place, step)?;
        Ok(place)
    }

    fn insert(&mut self, place: usize, step: Step) -> Compiled<()> {
        if self.program.steps.len() >= limits::PATTERN_PROGRAM {
            return Err(PatternRefusal::TooLarge);
        }
        self.program.steps.insert(place, step);
        Ok(())
    }

    /// Steps from one place to another; both are within the program's bound.
    fn away(from: usize, to: usize) -> i32 {
        to as i32 - from as i32
    }

    /// Steps from `place` to the end of the program.
    fn to_end(&self, place: usize) -> i32 {
        Self::away(place, self.program.steps.len())
    }

    fn set(&mut self, place: usize, step: Step) {
        if let Some(found) = self.program.steps.get_mut(place) {
            *found = step;
        }
    }

    fn disjunction(&mut self) -> Compiled<()> {
        let mut ends = Vec::new();
        loop {
            let start = self.program.steps.len();
            self.alternative()?;
            if !self.eat("|") {
                break;
            }
            self.insert(start, Step::Fork(0))?;
            ends.push(self.emit(Step::Jump(0))?);
            self.set(start, Step::Fork(self.to_end(start)));
        }
        for end in ends {
            self.set(end, Step::Jump(self.to_end(end)));
        }
        Ok(())
    }

    fn alternative(&mut self) -> Compiled<()> {
        while let Some(char) = self.peek()
            && char != c('|')
            && char != c(')')
        {
            self.term()?;
        }
        Ok(())
    }

    fn term(&mut self) -> Compiled<()> {
        if self.eat("^") {
            return self.emit(Step::Start).map(drop);
        }
        if self.eat("$") {
            return self.emit(Step::End).map(drop);
        }
        if self.eat("\\b") {
            return self.emit(Step::WordEdge(true)).map(drop);
        }
        if self.eat("\\B") {
            return self.emit(Step::WordEdge(false)).map(drop);
        }
        if self.eat("(?=") {
            return self.look_ahead(true);
        }
        if self.eat("(?!") {
            return self.look_ahead(false);
        }
        if self.eat("(?<=") || self.eat("(?<!") {
            return Err(PatternRefusal::Unsupported);
        }
        let start = self.program.steps.len();
        self.atom()?;
        self.quantifier(start)
    }

    fn look_ahead(&mut self, wanted: bool) -> Compiled<()> {
        let start = self.emit(Step::Ahead(wanted, 0))?;
        self.group()?;
        self.emit(Step::Done)?;
        self.set(start, Step::Ahead(wanted, self.to_end(start)));
        Ok(())
    }

    /// The rest of a group, whose opening has been read.
    fn group(&mut self) -> Compiled<()> {
        self.depth += 1;
        if self.depth > limits::PATTERN_GROUP_DEPTH {
            return Err(PatternRefusal::TooLarge);
        }
        self.disjunction()?;
        self.depth -= 1;
        self.expect(")")
    }

    fn atom(&mut self) -> Compiled<()> {
        if self.eat("(?:") {
            return self.group();
        }
        if self.eat("(?<") {
            while self.next()? != c('>') {}
            return self.group();
        }
        if self.eat("(?") {
            // Inline modifiers, or nothing known.
            return Err(PatternRefusal::Unsupported);
        }
        if self.eat("(") {
            return self.group();
        }
        if self.eat("[") {
            return self.class();
        }
        if self.eat(".") {
            return self.emit_class(true, vec![Item::LineEnd]);
        }
        if self.eat("\\") {
            return match self.escape()? {
                Escape::Char(char) => self.emit(Step::Char(char)).map(drop),
                Escape::Set(item) => self.emit_class(false, vec![item]),
            };
        }
        let char = self.next()?;
        if char::from_u32(char).is_some_and(|char| "*+?{}]".contains(char)) {
            return Err(PatternRefusal::Invalid);
        }
        self.emit(Step::Char(char)).map(drop)
    }

    /// Repeats what was emitted since `start` if a quantifier follows.
    fn quantifier(&mut self, start: usize) -> Compiled<()> {
        let (min, max) = if self.eat("*") {
            (0, None)
        } else if self.eat("+") {
            (1, None)
        } else if self.eat("?") {
            (0, Some(1))
        } else if self.eat("{") {
            let min = self.number()?;
            let max = if !self.eat(",") {
                Some(min)
            } else if self.peek() == Some(c('}')) {
                None
            } else {
                Some(self.number()?)
            };
            self.expect("}")?;
            if max.is_some_and(|max| max < min) {
                return Err(PatternRefusal::Invalid);
            }
            (min, max)
        } else {
            return Ok(());
        };
        // Lazy or greedy: the same texts match.
        self.eat("?");
        let body = self.program.steps.split_off(start);
        for _ in 0..min {
            self.copy(&body)?;
        }
        match max {
            Some(max) => {
                for _ in min..max {
                    self.emit(Step::Fork(body.len() as i32 + 1))?;
                    self.copy(&body)?;
                }
            }
            None => {
                let fork = self.emit(Step::Fork(body.len() as i32 + 2))?;
                self.copy(&body)?;
                self.emit(Step::Jump(Self::away(self.program.steps.len(), fork)))?;
            }
        }
        Ok(())
    }

    fn copy(&mut self, body: &[Step]) -> Compiled<()> {
        // An empty body costs a round too.
        if self.program.steps.len() + body.len() > limits::PATTERN_PROGRAM {
            return Err(PatternRefusal::TooLarge);
        }
        self.program.steps.extend_from_slice(body);
        Ok(())
    }

    /// A decimal number; anything above the program's bound counts as that
    /// bound and one.
    fn number(&mut self) -> Compiled<usize> {
        let mut number = None;
        while let Some(digit @ 0x30..=0x39) = self.peek() {
            self.at += 1;
            number = Some(
                (number.unwrap_or(0) * 10 + (digit - 0x30) as usize)
                    .min(limits::PATTERN_PROGRAM + 1),
            );
        }
        number.ok_or(PatternRefusal::Invalid)
    }

    fn emit_class(&mut self, negated: bool, items: Vec<Item>) -> Compiled<()> {
        let index =
            u16::try_from(self.program.classes.len()).map_err(|_| PatternRefusal::TooLarge)?;
        self.program.classes.push(Class { negated, items });
        self.emit(Step::Class(index)).map(drop)
    }

    /// The rest of a character class, whose bracket has been read.
    fn class(&mut self) -> Compiled<()> {
        let negated = self.eat("^");
        let mut items = Vec::new();
        while !self.eat("]") {
            let first = self.class_atom()?;
            let is_range = self.peek() == Some(c('-'))
                && self
                    .source
                    .get(self.at + 1)
                    .is_some_and(|&char| char != c(']'));
            if is_range {
                self.at += 1;
                let last = self.class_atom()?;
                match (first, last) {
                    (Item::Range(first, _), Item::Range(last, _)) if first <= last => {
                        items.push(Item::Range(first, last));
                    }
                    _ => return Err(PatternRefusal::Invalid),
                }
            } else {
                items.push(first);
            }
        }
        self.emit_class(negated, items)
    }

    fn class_atom(&mut self) -> Compiled<Item> {
        let char = if self.eat("\\b") {
            0x08
        } else if self.eat("\\-") {
            c('-')
        } else if self.eat("\\") {
            match self.escape()? {
                Escape::Char(char) => char,
                Escape::Set(item) => return Ok(item),
            }
        } else {
            self.next()?
        };
        Ok(Item::Range(char, char))
    }

    /// The rest of an escape, whose backslash has been read.
    fn escape(&mut self) -> Compiled<Escape> {
        let char = self.next()?;
        let Some(letter) = char::from_u32(char) else {
            return Err(PatternRefusal::Invalid);
        };
        Ok(match letter {
            'd' | 'D' => Escape::Set(Item::Digit(letter == 'd')),
            's' | 'S' => Escape::Set(Item::Space(letter == 's')),
            'w' | 'W' => Escape::Set(Item::Word(letter == 'w')),
            'p' | 'P' => Escape::Set(Item::Property(self.property()?, letter == 'p')),
            't' => Escape::Char(0x09),
            'n' => Escape::Char(0x0A),
            'v' => Escape::Char(0x0B),
            'f' => Escape::Char(0x0C),
            'r' => Escape::Char(0x0D),
            'c' => match self.next()? {
                letter @ (0x41..=0x5A | 0x61..=0x7A) => Escape::Char(letter & 0x1F),
                _ => return Err(PatternRefusal::Invalid),
            },
            '0' if !matches!(self.peek(), Some(0x30..=0x39)) => Escape::Char(0),
            'x' => Escape::Char(self.hex(2)?),
            'u' => Escape::Char(self.unicode_escape()?),
            '1'..='9' | 'k' => return Err(PatternRefusal::Unsupported),
            _ if "^$\\.*+?()[]{}|/".contains(letter) => Escape::Char(char),
            _ => return Err(PatternRefusal::Invalid),
        })
    }

    fn hex(&mut self, digits: usize) -> Compiled<u32> {
        let mut value = 0;
        for _ in 0..digits {
            let digit = char::from_u32(self.next()?)
                .and_then(|char| char.to_digit(16))
                .ok_or(PatternRefusal::Invalid)?;
            value = value << 4 | digit;
        }
        Ok(value)
    }

    fn unicode_escape(&mut self) -> Compiled<u32> {
        if self.eat("{") {
            let mut value = 0;
            loop {
                value = value << 4 | self.hex(1)?;
                if value > 0x0010_FFFF {
                    return Err(PatternRefusal::Invalid);
                }
                if self.eat("}") {
                    return Ok(value);
                }
            }
        }
        let unit = self.hex(4)?;
        let after = self.at;
        if matches!(unit, 0xD800..=0xDBFF)
            && self.eat("\\u")
            && let Ok(low @ 0xDC00..=0xDFFF) = self.hex(4)
        {
            return Ok(0x1_0000 + ((unit & 0x3FF) << 10 | low & 0x3FF));
        }
        self.at = after;
        Ok(unit)
    }

    /// The rest of a property escape: `{…}`.
    fn property(&mut self) -> Compiled<u16> {
        self.expect("{")?;
        let mut source = String::from("^\\p{");
        loop {
            // Only what property names are made of, so that nothing but a
            // property class can reach the platform.
            match self.next()? {
                0x7D => break,
                char @ (0x30..=0x39 | 0x3D | 0x41..=0x5A | 0x5F | 0x61..=0x7A) => {
                    source.extend(char::from_u32(char));
                }
                _ => return Err(PatternRefusal::Invalid),
            }
        }
        source.push_str("}$");
        let known = &mut self.program.properties;
        let index = match known.iter().position(|known| **known == *source) {
            Some(index) => index,
            None => {
                self.host
                    .regex_test(&source, "")
                    .map_err(|_| PatternRefusal::Invalid)?;
                known.push(source.into());
                known.len() - 1
            }
        };
        u16::try_from(index).map_err(|_| PatternRefusal::TooLarge)
    }
}
