//! The string formats of JSON Schema that are judged here, as patterns of our
//! own for the platform: each reads a text once, from left to right.

use crate::host::Host;

/// RFC 3339 *full-date*, with the days that each month has.
macro_rules! date {
    () => {
        r"(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
    };
}

/// RFC 3339 *full-time*. Of leap seconds, those that end a day in UTC as it is
/// written.
macro_rules! time {
    () => {
        r"(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d)|23:59:60(?:\.\d+)?(?:[zZ]|[+-]00:00))"
    };
}

/// A label of a host name (RFC 1123) that is no Punycode.
macro_rules! label {
    () => {
        r"(?!..--)[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?"
    };
}

macro_rules! hostname {
    () => {
        concat!("(?=.{1,253}$)", label!(), r"(?:\.", label!(), ")*")
    };
}

/// RFC 5321 *Atom*.
macro_rules! atom {
    () => {
        r"[A-Za-z\d!#$%&'*+/=?^_`{|}~-]+"
    };
}

/// A number of an IPv4 address.
macro_rules! octet {
    () => {
        r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
    };
}

/// RFC 3986 *unreserved*, *sub-delims* and *pct-encoded*, with others.
macro_rules! uri_text {
    ($others:expr) => {
        concat!(
            r"(?:[A-Za-z\d\-._~!$&'()*+,;=",
            $others,
            r"]|%[\dA-Fa-f]{2})*"
        )
    };
}

/// Formats with their patterns, and with the pattern of what, in a text that
/// does not match, makes it doubtful rather than wrong.
const FORMATS: &[(&str, &str, &str)] = &[
    ("date", concat!("^", date!(), "$"), ""),
    ("time", concat!("^", time!(), "$"), ":60"),
    (
        "date-time",
        concat!("^", date!(), "[tT]", time!(), "$"),
        ":60",
    ),
    // RFC 5321 *Mailbox* in ASCII, but for quoted local parts and address
    // literals.
    (
        "email",
        concat!(
            "^(?=[^@]{1,64}@)",
            atom!(),
            r"(?:\.",
            atom!(),
            ")*@",
            hostname!(),
            "$"
        ),
        r#"^"|@\[|--"#,
    ),
    ("hostname", concat!("^", hostname!(), "$"), "--"),
    (
        "ipv4",
        concat!("^", octet!(), r"(?:\.", octet!(), "){3}$"),
        "",
    ),
    // RFC 3986 *URI*, but for IP literals.
    (
        "uri",
        concat!(
            r"^[A-Za-z][A-Za-z\d+.-]*:(?://(?:",
            uri_text!(":"),
            "@)?",
            uri_text!(""),
            r"(?::\d*)?(?:/",
            uri_text!(":@/"),
            ")?|(?!//)",
            uri_text!(":@/"),
            r")(?:\?",
            uri_text!(":@/?"),
            ")?(?:#",
            uri_text!(":@/?"),
            ")?$"
        ),
        r"\[",
    ),
    // RFC 9562, section 4.
    (
        "uuid",
        r"^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$",
        "",
    ),
];

/// Formats of JSON Schema that are not judged here.
const UNJUDGED: &str = "duration idn-email idn-hostname ipv6 iri iri-reference json-pointer regex \
    relative-json-pointer uri-reference uri-template";

/// Whether the text has the format; `None` for formats, or corners of them,
/// that are not judged here. Names outside the JSON Schema specification assert
/// nothing, so any text has them.
pub(crate) fn has_format(format: &str, text: &str, host: &dyn Host) -> Option<bool> {
    for &(name, pattern, doubt) in FORMATS {
        if name == format {
            return if host.regex_test(pattern, text).ok()? {
                Some(true)
            } else if doubt.is_empty() || !host.regex_test(doubt, text).ok()? {
                Some(false)
            } else {
                None
            };
        }
    }
    (!is_word_of(UNJUDGED, format)).then_some(true)
}

/// Whether the text is a date and time that lacks nothing but its offset, as
/// `<input type="datetime-local">` gives it.
pub(crate) fn lacks_offset(text: &str, host: &dyn Host) -> bool {
    let pattern = concat!(
        "^",
        date!(),
        r"[tT](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$"
    );
    host.regex_test(pattern, text) == Ok(true)
}

/// Whether the word is one of those in a text.
pub(crate) fn is_word_of(words: &str, word: &str) -> bool {
    words
        .as_bytes()
        .split(|byte| *byte == b' ')
        .any(|known| !known.is_empty() && known == word.as_bytes())
}
