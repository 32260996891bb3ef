//! Until when a wire says that it waits.

use crate::json::RawJson;

/// Reads a time as wires give it, strictly: whole milliseconds since 1970, or
/// RFC 3339 with its offset. Gives milliseconds since 1970; what lies before
/// counts as 1970.
pub fn read_deadline(raw: RawJson<'_>) -> Option<u64> {
    if let Some(number) = raw.number_text() {
        return number.parse().ok();
    }
    let text = raw.string()?.decode();
    let milliseconds = date_time(text.as_str()?.as_bytes())?;
    Some(u64::try_from(milliseconds).unwrap_or(0))
}

/// RFC 3339 *date-time*: milliseconds since 1970.
fn date_time(mut text: &[u8]) -> Option<i64> {
    let rest = &mut text;
    let year = two_digits(rest, 99)? * 100 + two_digits(rest, 99)?;
    one_of(rest, b"-")?;
    let month = two_digits(rest, 12)?;
    one_of(rest, b"-")?;
    let day = two_digits(rest, 31)?;
    one_of(rest, b"Tt")?;
    let hour = two_digits(rest, 23)?;
    one_of(rest, b":")?;
    let minute = two_digits(rest, 59)?;
    one_of(rest, b":")?;
    // A leap second shares its name with the second after it.
    let second = two_digits(rest, 60)?;
    let mut milliseconds = 0;
    let mut after = one_of(rest, b".Zz+-")?;
    if after == b'.' {
        let mut unit = 100;
        milliseconds = digit(rest)? * unit;
        while let Some(next) = digit(rest) {
            unit /= 10;
            milliseconds += next * unit;
        }
        after = one_of(rest, b"Zz+-")?;
    }
    let mut offset = 0;
    if after == b'+' || after == b'-' {
        offset = two_digits(rest, 23)? * 60;
        one_of(rest, b":")?;
        offset += two_digits(rest, 59)?;
        if after == b'-' {
            offset = -offset;
        }
    }
    let is_day = month > 0 && day > 0 && day <= days_in(year, month);
    let minutes = days_since_1970(year, month, day) * 24 * 60 + hour * 60 + minute - offset;
    (is_day && rest.is_empty()).then_some((minutes * 60 + second) * 1_000 + milliseconds)
}

fn days_in(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Counted in years that begin in March: the leap day comes last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month < 3 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 719_469
}

fn two_digits(text: &mut &[u8], max: i64) -> Option<i64> {
    let value = digit(text)? * 10 + digit(text)?;
    (value <= max).then_some(value)
}

fn digit(text: &mut &[u8]) -> Option<i64> {
    one_of(text, b"0123456789").map(|digit| i64::from(digit - b'0'))
}

fn one_of(text: &mut &[u8], wanted: &[u8]) -> Option<u8> {
    let (&first, rest) = text.split_first()?;
    if !wanted.contains(&first) {
        return None;
    }
    *text = rest;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<u64> {
        read_deadline(RawJson::parse(json).unwrap())
    }

    #[test]
    fn numbers_are_milliseconds_since_1970() {
        assert_eq!(read("1764547200000"), Some(1_764_547_200_000));
        assert_eq!(read("0"), Some(0));
    }

    #[test]
    fn texts_are_rfc_3339_with_an_offset() {
        assert_eq!(read(r#""1970-01-01T00:00:00Z""#), Some(0));
        assert_eq!(read(r#""2025-12-01T00:00:00Z""#), Some(1_764_547_200_000));
        assert_eq!(
            read(r#""2025-12-01T02:00:00+02:00""#),
            Some(1_764_547_200_000)
        );
        assert_eq!(
            read(r#""2025-11-30T19:00:00.25-05:00""#),
            Some(1_764_547_200_250)
        );
        assert_eq!(
            read(r#""2024-02-29T23:59:59.9999Z""#),
            Some(1_709_251_199_999)
        );
        assert_eq!(read(r#""2000-03-01T00:00:00z""#), Some(951_868_800_000));
        assert_eq!(read(r#""1969-12-31T23:59:59Z""#), Some(0));
    }

    #[test]
    fn nothing_is_guessed() {
        for wrong in [
            r#""2025-12-01""#,
            r#""2025-12-01T00:00:00""#,
            r#""2025-12-01 00:00:00Z""#,
            r#""2025-02-29T00:00:00Z""#,
            r#""1764547200000""#,
            r#""tomorrow""#,
            r#""""#,
            "1.5e12",
            "1764547200000.5",
            "-1",
            "true",
            "null",
            "{}",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
