//! Server-sent events: from bytes, cut anywhere, to the data of each event.
//!
//! The format is WHATWG HTML §9.2.6 with the reading that AI SDK has
//! (`eventsource-parser` behind a `TextDecoderStream`): an event with an empty
//! `data` line counts, one without a `data` line does not. Fields other than
//! `data` are skipped.

use core::fmt;

use super::limits::MAX_EVENT_BYTES;

/// Cuts a byte stream into server-sent events.
///
/// ```
/// # use countersign::stream::sse::SseFramer;
/// let mut framer = SseFramer::new();
/// let mut input: &[u8] = b"data: {\"a\":1}\n\ndata: {\"b\"";
/// assert_eq!(framer.next(&mut input), Ok(Some("{\"a\":1}")));
/// assert_eq!(framer.next(&mut input), Ok(None));
/// let mut input: &[u8] = b":2}\n\n";
/// assert_eq!(framer.next(&mut input), Ok(Some("{\"b\":2}")));
/// assert_eq!(framer.finish(), Ok(None));
/// ```
#[derive(Debug)]
pub struct SseFramer {
    /// The data of the current event as far as it had to be kept, its lines
    /// joined, and from `line_start` on the line that is still being received.
    held: Vec<u8>,
    line_start: usize,
    /// `held` holds a `data` line of the current event, be it an empty one.
    has_data: bool,
    /// The event in `held` has been given out.
    given: bool,
    /// The first line is over, and with it the place for a byte order mark.
    started: bool,
    /// The last line ended in CR; an LF that follows belongs to it.
    skip_lf: bool,
    /// The data of an event that was not UTF-8, mended.
    mended: String,
    limit: usize,
    too_large: bool,
}

/// An event is larger than the framer may keep. Final: what the server sends
/// afterwards is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTooLarge;

impl fmt::Display for EventTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a server-sent event is too large")
    }
}

impl core::error::Error for EventTooLarge {}

impl Default for SseFramer {
    fn default() -> Self {
        Self::new()
    }
}

impl SseFramer {
    /// A framer at the start of a stream, with the limit
    /// [`MAX_EVENT_BYTES`].
    pub const fn new() -> Self {
        Self::with_limit(MAX_EVENT_BYTES)
    }

    /// A framer that refuses events of more than `limit` bytes: the data so far
    /// and the line being received, as they came.
    pub const fn with_limit(limit: usize) -> Self {
        Self {
            held: Vec::new(),
            line_start: 0,
            has_data: false,
            given: false,
            started: false,
            skip_lf: false,
            mended: String::new(),
            limit,
            too_large: false,
        }
    }

    /// Reads `input` up to the end of one event and gives its data; `input` is
    /// then what follows. Gives nothing when the input is used up before; what
    /// it held of an unfinished event is kept.
    ///
    /// Invalid UTF-8 is replaced by U+FFFD as `TextDecoder` does. An event that
    /// lies in the input as a whole, in one `data` line, is not copied.
    ///
    /// # Errors
    ///
    /// [`EventTooLarge`], then and ever after.
    pub fn next<'f, 'i: 'f>(
        &'f mut self,
        input: &mut &'i [u8],
    ) -> Result<Option<&'f str>, EventTooLarge> {
        self.drop_given();
        // The data of the current event, as long as it is one line of `input`.
        let mut line_of_input: Option<&'i [u8]> = None;
        loop {
            if self.too_large {
                *input = &[];
                return Err(EventTooLarge);
            }
            if self.skip_lf && !input.is_empty() {
                self.skip_lf = false;
                *input = input.strip_prefix(b"\n").unwrap_or(input);
            }
            let end = line_end(input);
            let (piece, rest) = input.split_at_checked(end).unwrap_or_default();
            let kept = self.held.len() + line_of_input.map_or(0, <[u8]>::len);
            self.too_large = kept + piece.len() > self.limit;
            let Some((&terminator, rest)) = rest.split_first() else {
                if !self.too_large {
                    self.hold_data(line_of_input.take());
                    self.held.extend_from_slice(piece);
                    *input = &[];
                    return Ok(None);
                }
                continue;
            };
            *input = rest;
            self.skip_lf = terminator == b'\r';

            if self.held.len() > self.line_start {
                self.held.extend_from_slice(piece);
                self.end_held_line();
                continue;
            }
            let line = self.without_mark(piece);
            if let Some(value) = data_value(line) {
                if line_of_input.is_none() && !self.has_data {
                    line_of_input = Some(value);
                } else {
                    self.hold_data(line_of_input.take());
                    self.hold_data(Some(value));
                }
            } else if line.is_empty() {
                if let Some(data) = line_of_input {
                    return Ok(Some(text(data, &mut self.mended)));
                }
                if self.has_data {
                    return Ok(Some(self.give()));
                }
            }
        }
    }

    /// Ends the stream and gives the data of an event whose end did not come.
    /// It may be cut short; nothing on the wire tells. The framer is then as
    /// new.
    ///
    /// # Errors
    ///
    /// [`EventTooLarge`] if the stream was given up for it.
    pub fn finish(&mut self) -> Result<Option<&str>, EventTooLarge> {
        self.drop_given();
        if self.held.len() > self.line_start {
            self.end_held_line();
        }
        self.started = false;
        self.skip_lf = false;
        if core::mem::take(&mut self.too_large) {
            self.given = true;
            return Err(EventTooLarge);
        }
        Ok(self.has_data.then(|| self.give()))
    }

    fn give(&mut self) -> &str {
        self.given = true;
        text(&self.held, &mut self.mended)
    }

    /// Forgets what was lent to the caller until now.
    fn drop_given(&mut self) {
        /// More room than this is not kept for the next event.
        const ROOM: usize = 64 * 1024;
        if core::mem::take(&mut self.given) {
            self.held.clear();
            self.held.shrink_to(ROOM);
            self.line_start = 0;
            self.has_data = false;
        }
        if !self.mended.is_empty() {
            self.mended = String::new();
        }
    }

    /// Adds a `data` line to the held ones.
    fn hold_data(&mut self, value: Option<&[u8]>) {
        if let Some(value) = value {
            if self.has_data {
                self.held.push(b'\n');
            }
            self.held.extend_from_slice(value);
            self.has_data = true;
            self.line_start = self.held.len();
        }
    }

    /// The line that was being received is complete: its value joins the data,
    /// or it is dropped.
    fn end_held_line(&mut self) {
        let from = self.line_start;
        let line = self.held.get(from..).unwrap_or_default();
        let line = if self.started {
            line
        } else {
            without_mark(line)
        };
        self.started = true;
        if let Some(value) = data_value(line) {
            // Only the name and colon, or the mark, go: the value moves left.
            let start = self.held.len() - value.len();
            let joint = usize::from(self.has_data);
            self.held.drain(from + joint..start);
            if let Some(byte) = self.held.get_mut(from).filter(|_| self.has_data) {
                *byte = b'\n';
            }
            self.has_data = true;
            self.line_start = self.held.len();
        } else {
            self.held.truncate(from);
        }
    }

    /// The first line of a stream without its byte order mark; any other as it
    /// is.
    fn without_mark<'l>(&mut self, line: &'l [u8]) -> &'l [u8] {
        if core::mem::replace(&mut self.started, true) {
            line
        } else {
            without_mark(line)
        }
    }
}

fn without_mark(line: &[u8]) -> &[u8] {
    match line {
        [0xEF, 0xBB, 0xBF, rest @ ..] => rest,
        _ => line,
    }
}

/// The value of a `data` field.
fn data_value(line: &[u8]) -> Option<&[u8]> {
    match line {
        [b'd', b'a', b't', b'a', b':', b' ', value @ ..]
        | [b'd', b'a', b't', b'a', b':', value @ ..] => Some(value),
        b"data" => Some(&[]),
        _ => None,
    }
}

/// `data` as text; through `mended` if it is not UTF-8.
fn text<'t>(data: &'t [u8], mended: &'t mut String) -> &'t str {
    match core::str::from_utf8(data) {
        Ok(text) => text,
        Err(_) => {
            mend(data, mended);
            mended
        }
    }
}

/// Appends `data` to `text` with U+FFFD for whatever is not UTF-8. The standard
/// library's way does the same with five times the code.
fn mend(mut data: &[u8], text: &mut String) {
    while !data.is_empty() {
        let (valid, bad) = match core::str::from_utf8(data) {
            Ok(_) => (data.len(), 0),
            Err(error) => {
                let rest = data.len() - error.valid_up_to();
                (error.valid_up_to(), error.error_len().unwrap_or(rest))
            }
        };
        let (piece, rest) = data.split_at_checked(valid).unwrap_or_default();
        text.push_str(core::str::from_utf8(piece).unwrap_or_default());
        if bad > 0 {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        data = rest.get(bad..).unwrap_or_default();
    }
}

/// The offset of the first CR or LF; the length when there is none.
fn line_end(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
    /// One above CR, the greater of the two.
    const BOUND: u64 = ONES * 0x0E;

    fn bytewise(mut rest: &[u8]) -> usize {
        let mut done = 0;
        while let [byte, after @ ..] = rest
            && *byte != b'\n'
            && *byte != b'\r'
        {
            done += 1;
            rest = after;
        }
        done
    }

    let mut done = 0;
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        // Any byte below the bound: a line's end, or rarely a tab.
        if (word.wrapping_sub(BOUND) & !word & HIGHS) != 0 {
            let at = bytewise(chunk);
            if at < chunk.len() {
                return done + at;
            }
        }
        done += 8;
        rest = after;
    }
    done + bytewise(rest)
}
