//! The string formats of JSON Schema that are judged here.

/// Whether the text has the format; `None` for formats, or corners of them,
/// that are not judged here. Names outside the JSON Schema specification assert
/// nothing, so any text has them.
pub(crate) fn has_format(format: &str, text: &str) -> Option<bool> {
    Some(match format {
        "date" => is_date(text),
        "time" => is_time(text),
        "date-time" => is_date_time(text),
        "email" => return is_email(text),
        "hostname" => return is_hostname(text),
        "ipv4" => is_ipv4(text),
        "ipv6" => is_ipv6(text),
        "uri" => is_uri(text, true),
        "uri-reference" => is_uri(text, false),
        "uuid" => is_uuid(text),
        "duration"
        | "idn-email"
        | "idn-hostname"
        | "iri"
        | "iri-reference"
        | "json-pointer"
        | "regex"
        | "relative-json-pointer"
        | "uri-template" => return None,
        _ => true,
    })
}

/// Takes two digits; `None` if there are none or they exceed `max`.
fn two_digits(bytes: &mut &[u8], max: u8) -> Option<u8> {
    let (&[tens, ones], rest) = bytes.split_first_chunk()?;
    if !tens.is_ascii_digit() || !ones.is_ascii_digit() {
        return None;
    }
    let value = (tens - b'0') * 10 + (ones - b'0');
    *bytes = rest;
    (value <= max).then_some(value)
}

fn eat(bytes: &mut &[u8], wanted: u8) -> Option<()> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    first.eq_ignore_ascii_case(&wanted).then_some(())
}

/// RFC 3339 *full-date*.
fn date(bytes: &mut &[u8]) -> Option<()> {
    let century = two_digits(bytes, 99)?;
    let year = two_digits(bytes, 99)?;
    eat(bytes, b'-')?;
    let month = two_digits(bytes, 12)?;
    eat(bytes, b'-')?;
    let day = two_digits(bytes, 31)?;
    let leap = if year == 0 {
        century % 4 == 0
    } else {
        year % 4 == 0
    };
    let days = match month {
        0 => 0,
        2 => 28 + u8::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=days).contains(&day).then_some(())
}

/// RFC 3339 *full-time*.
fn time(bytes: &mut &[u8]) -> Option<()> {
    let hour = two_digits(bytes, 23)?;
    eat(bytes, b':')?;
    let minute = two_digits(bytes, 59)?;
    eat(bytes, b':')?;
    let second = two_digits(bytes, 60)?;
    if bytes.first() == Some(&b'.') {
        *bytes = bytes.get(1..)?;
        let digits = bytes.iter().take_while(|digit| digit.is_ascii_digit());
        let count = digits.count();
        *bytes = bytes.get(count..)?;
        if count == 0 {
            return None;
        }
    }
    let mut offset = 0;
    match bytes.first()? {
        b'Z' | b'z' => *bytes = bytes.get(1..)?,
        &sign @ (b'+' | b'-') => {
            *bytes = bytes.get(1..)?;
            let hours = two_digits(bytes, 23)?;
            eat(bytes, b':')?;
            offset = i32::from(hours) * 60 + i32::from(two_digits(bytes, 59)?);
            if sign == b'-' {
                offset = -offset;
            }
        }
        _ => return None,
    }
    // A leap second ends the day in UTC.
    let utc = (i32::from(hour) * 60 + i32::from(minute) - offset).rem_euclid(24 * 60);
    (second < 60 || utc == 24 * 60 - 1).then_some(())
}

fn is_date(text: &str) -> bool {
    let mut rest = text.as_bytes();
    date(&mut rest).is_some() && rest.is_empty()
}

fn is_time(text: &str) -> bool {
    let mut rest = text.as_bytes();
    time(&mut rest).is_some() && rest.is_empty()
}

fn is_date_time(text: &str) -> bool {
    let mut rest = text.as_bytes();
    date(&mut rest)
        .and_then(|()| eat(&mut rest, b't'))
        .and_then(|()| time(&mut rest))
        .is_some()
        && rest.is_empty()
}

/// Whether the text is a date and time that lacks nothing but its offset, as
/// `<input type="datetime-local">` gives it.
pub(crate) fn lacks_offset(text: &str) -> bool {
    let with_zone = |suffix: &str| {
        let mut text = String::from(text);
        text.push_str(suffix);
        is_date_time(&text)
    };
    with_zone("Z") || with_zone(":00Z")
}

/// RFC 5321 *Mailbox*, in ASCII.
fn is_email(text: &str) -> Option<bool> {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return Some(false);
    };
    let quoted = local
        .strip_prefix('"')
        .and_then(|local| local.strip_suffix('"'));
    let local_fits = match quoted {
        Some(quoted) => is_quoted(quoted),
        None => local.split('.').all(|atom| {
            !atom.is_empty()
                && atom.bytes().all(|byte| {
                    byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte)
                })
        }),
    };
    if !local_fits || local.len() > 64 {
        return Some(false);
    }
    if let Some(literal) = domain.strip_prefix('[') {
        return Some(
            literal
                .strip_suffix(']')
                .is_some_and(|literal| match literal.get(..5) {
                    Some(tag) if tag.eq_ignore_ascii_case("IPv6:") => {
                        is_ipv6(literal.get(5..).unwrap_or_default())
                    }
                    _ => is_ipv4(literal),
                }),
        );
    }
    is_hostname(domain)
}

/// The inside of a quoted local part.
fn is_quoted(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'\\' => bytes.next().is_some_and(|byte| matches!(byte, 32..=126)),
            b'"' => false,
            _ => matches!(byte, 32..=126),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// RFC 1123. Labels that may be Punycode (`xn--…`) are not judged: whether
/// they stand for an allowed name takes tables.
fn is_hostname(text: &str) -> Option<bool> {
    let fits = text.len() <= 253
        && text.split('.').all(|label| {
            let bytes = label.as_bytes();
            (1..=63).contains(&bytes.len())
                && bytes
                    .iter()
                    .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
                && bytes.first() != Some(&b'-')
                && bytes.last() != Some(&b'-')
        });
    let coded = text.split('.').any(|label| label.get(2..4) == Some("--"));
    (!fits || !coded).then_some(fits)
}

/// RFC 2673 *dotted-quad*.
pub(crate) fn is_ipv4(text: &str) -> bool {
    let mut parts = 0;
    text.split('.').all(|part| {
        parts += 1;
        let value = part.bytes().try_fold(0_u32, |value, digit| {
            digit
                .is_ascii_digit()
                .then(|| (value * 10 + u32::from(digit - b'0')).min(1_000))
        });
        !part.is_empty()
            && (part.len() == 1 || !part.starts_with('0'))
            && value.is_some_and(|value| value <= 255)
    }) && parts == 4
}

/// RFC 4291, section 2.2.
fn is_ipv6(text: &str) -> bool {
    let (before, after) = match text.split_once("::") {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    };
    // 16-bit groups, an IPv4 address at the end counting for two.
    let groups = |part: &str, may_end_in_ipv4: bool| -> Option<usize> {
        if part.is_empty() {
            return Some(0);
        }
        let mut count = 0;
        let mut pieces = part.split(':').peekable();
        while let Some(piece) = pieces.next() {
            if pieces.peek().is_none() && may_end_in_ipv4 && piece.contains('.') {
                count += 2;
                if !is_ipv4(piece) {
                    return None;
                }
            } else {
                count += 1;
                if !(1..=4).contains(&piece.len())
                    || !piece.bytes().all(|digit| digit.is_ascii_hexdigit())
                {
                    return None;
                }
            }
        }
        Some(count)
    };
    match after {
        None => groups(before, true) == Some(8),
        Some(after) => match (groups(before, false), groups(after, true)) {
            (Some(before), Some(after)) => before + after <= 7,
            _ => false,
        },
    }
}

/// RFC 9562, section 4.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| {
            if matches!(index, 8 | 13 | 18 | 23) {
                byte == b'-'
            } else {
                byte.is_ascii_hexdigit()
            }
        })
}

/// Whether every byte is unreserved, a sub-delimiter, one of `also`, or part
/// of a percent-encoding.
fn is_uri_text(text: &str, also: &[u8]) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = if byte == b'%' {
            let mut hex = || bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit());
            hex() && hex()
        } else {
            byte.is_ascii_alphanumeric()
                || b"-._~!$&'()*+,;=".contains(&byte)
                || also.contains(&byte)
        };
        if !fits {
            return false;
        }
    }
    true
}

/// RFC 3986 *URI* (absolute), or *URI-reference*.
fn is_uri(text: &str, absolute: bool) -> bool {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    if !is_uri_text(fragment, b":@/?") || !is_uri_text(query, b":@/?") {
        return false;
    }
    let scheme = text.split_once(':').filter(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    let rest = match scheme {
        Some((_, rest)) => rest,
        None if absolute => return false,
        None => text,
    };
    let Some(rest) = rest.strip_prefix("//") else {
        // Without a scheme, a colon in the first segment would end one.
        let first = rest.split('/').next().unwrap_or_default();
        return is_uri_text(rest, b":@/") && (scheme.is_some() || !first.contains(':'));
    };
    let (authority, path) = match rest.find('/') {
        Some(slash) => rest.split_at_checked(slash).unwrap_or((rest, "")),
        None => (rest, ""),
    };
    let (user_info, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = match host.strip_prefix('[') {
        Some(literal) => match literal.split_once(']') {
            Some((literal, port)) if is_ipv6(literal) => {
                ("", port.strip_prefix(':').or(port.is_empty().then_some("")))
            }
            _ => return false,
        },
        None => match host.rsplit_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (host, Some("")),
        },
    };
    is_uri_text(user_info, b":")
        && is_uri_text(host, b"")
        && port.is_some_and(|port| port.bytes().all(|digit| digit.is_ascii_digit()))
        && is_uri_text(path, b":@/")
}
