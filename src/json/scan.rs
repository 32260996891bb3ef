//! One pass over JSON text, checking it as `JSON.parse` would.

use super::limits::MAX_DEPTH;
use super::{JsonError, JsonErrorKind};

/// A position in a text. White space is skipped before a value, never after.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    pos: usize,
}

/// Which containers are open, a bit each: set for an object.
struct OpenContainers {
    bits: [u64; MAX_DEPTH / 64],
    depth: usize,
}

impl OpenContainers {
    fn push(&mut self, object: bool) -> bool {
        let bit = 1 << (self.depth % 64);
        let Some(word) = self.bits.get_mut(self.depth / 64) else {
            return false;
        };
        *word = if object { *word | bit } else { *word & !bit };
        self.depth += 1;
        true
    }

    fn top_is_object(&self) -> bool {
        let top = self.depth.wrapping_sub(1);
        self.bits
            .get(top / 64)
            .is_some_and(|word| word & (1 << (top % 64)) != 0)
    }
}

/// The offset of the first byte of `bytes` that ends a run of plain characters
/// in a JSON string: a quote, a backslash or a control character. `bytes.len()`
/// when there is none.
pub(crate) fn plain_run(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
    const QUOTES: u64 = ONES * b'"' as u64;
    const BACKSLASHES: u64 = ONES * b'\\' as u64;
    const SPACES: u64 = ONES * b' ' as u64;

    let mut done = 0;
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ QUOTES;
        let backslash = word ^ BACKSLASHES;
        // A byte's high bit is set where the byte is below the subtrahend; a
        // borrow can reach only bytes after the first such one.
        let hits = ((quote.wrapping_sub(ONES) & !quote)
            | (backslash.wrapping_sub(ONES) & !backslash)
            | (word.wrapping_sub(SPACES) & !word))
            & HIGHS;
        if hits != 0 {
            return done + (hits.trailing_zeros() / 8) as usize;
        }
        done += 8;
        rest = after;
    }
    while let [byte, after @ ..] = rest
        && *byte != b'"'
        && *byte != b'\\'
        && *byte >= b' '
    {
        done += 1;
        rest = after;
    }
    done
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, pos: 0 }
    }

    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    /// Takes the next byte if it is `byte`.
    #[inline(always)]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.pos += usize::from(found);
        found
    }

    /// Takes exactly this text, or nothing.
    pub(super) fn eat_text(&mut self, text: &str) -> Option<()> {
        let rest = self.text.as_bytes().get(self.pos..)?;
        rest.starts_with(text.as_bytes()).then(|| {
            self.pos += text.len();
        })
    }

    #[inline(always)]
    pub(super) fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.pos += 1;
        }
    }

    /// The text from `start` to here.
    #[inline(always)]
    pub(super) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.pos).unwrap_or_default()
    }

    /// The error that the next byte, or its absence, is.
    pub(super) fn unexpected(&self) -> JsonError {
        self.error(if self.peek().is_some() {
            JsonErrorKind::UnexpectedByte
        } else {
            JsonErrorKind::UnexpectedEnd
        })
    }

    pub(super) const fn error(&self, kind: JsonErrorKind) -> JsonError {
        JsonError {
            offset: self.pos,
            kind,
        }
    }

    /// Takes a byte that must stand here.
    #[inline(always)]
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), JsonError> {
        if self.eat(byte) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    /// White space up to the end of the text, and nothing else.
    pub(super) fn end(&mut self) -> Result<(), JsonError> {
        self.skip_space();
        if self.pos == self.text.len() {
            Ok(())
        } else {
            Err(self.error(JsonErrorKind::TrailingText))
        }
    }

    /// A string with its quotes; gives the text between them and whether it
    /// holds an escape.
    pub(super) fn string(&mut self) -> Result<(&'a str, bool), JsonError> {
        self.expect(b'"')?;
        let start = self.pos;
        let mut escaped = false;
        loop {
            self.pos += self.text.as_bytes().get(self.pos..).map_or(0, plain_run);
            match self.peek() {
                Some(b'"') => {
                    let content = self.since(start);
                    self.pos += 1;
                    return Ok((content, escaped));
                }
                Some(b'\\') => {
                    escaped = true;
                    self.pos += 1;
                    self.escape()?;
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<(), JsonError> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.pos += 1,
            Some(b'u') => {
                self.pos += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.unexpected());
                    }
                    self.pos += 1;
                }
            }
            _ => return Err(self.unexpected()),
        }
        Ok(())
    }

    /// One or more digits.
    fn digits(&mut self) -> Result<(), JsonError> {
        let start = self.pos;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.pos += 1;
        }
        if self.pos == start {
            return Err(self.unexpected());
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), JsonError> {
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.digits()?;
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), JsonError> {
        word.bytes().try_for_each(|byte| self.expect(byte))
    }

    /// A string, number, `true`, `false` or `null`, for which no white space is
    /// skipped; gives whether it holds an escape.
    fn scalar(&mut self) -> Result<bool, JsonError> {
        match self.peek() {
            Some(b'"') => return self.string().map(|(_, escaped)| escaped),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            _ => return Err(self.unexpected()),
        }
        Ok(false)
    }

    /// A key with its colon; white space is skipped before each.
    pub(super) fn key(&mut self) -> Result<(&'a str, bool), JsonError> {
        self.skip_space();
        let key = self.string()?;
        self.skip_space();
        self.expect(b':')?;
        Ok(key)
    }

    /// One value of any kind, with `depth` containers open around it; gives its
    /// text and whether it is a string that holds an escape.
    pub(super) fn value(&mut self, depth: usize) -> Result<(&'a str, bool), JsonError> {
        self.skip_space();
        let start = self.pos;
        let escaped = match self.peek() {
            Some(b'{' | b'[') => {
                self.container(depth)?;
                false
            }
            _ => self.scalar()?,
        };
        Ok((self.since(start), escaped))
    }

    fn container(&mut self, depth: usize) -> Result<(), JsonError> {
        let mut open = OpenContainers {
            bits: [0; MAX_DEPTH / 64],
            depth,
        };
        'value: loop {
            match self.peek() {
                Some(byte @ (b'{' | b'[')) => {
                    let object = byte == b'{';
                    if !open.push(object) {
                        return Err(self.error(JsonErrorKind::TooDeep));
                    }
                    self.pos += 1;
                    self.skip_space();
                    if !self.eat(if object { b'}' } else { b']' }) {
                        if object {
                            self.key()?;
                            self.skip_space();
                        }
                        continue 'value;
                    }
                    open.depth -= 1;
                }
                _ => {
                    self.scalar()?;
                }
            }
            // A value is complete: go on with the container it stands in.
            loop {
                if open.depth == depth {
                    return Ok(());
                }
                let object = open.top_is_object();
                self.skip_space();
                if self.eat(b',') {
                    if object {
                        self.key()?;
                    }
                    self.skip_space();
                    continue 'value;
                }
                self.expect(if object { b'}' } else { b']' })?;
                open.depth -= 1;
            }
        }
    }
}
