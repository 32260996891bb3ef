//! Punycode (RFC 3492), decoding only.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_CODE_POINT: u32 = 128;

/// The text that stands behind `xn--`, decoded; `None` if it is not Punycode.
pub(super) fn decode(coded: &str) -> Option<String> {
    // Names in the domain name system are shorter still.
    if coded.len() > 256 {
        return None;
    }
    let (plain, extended) = coded.rsplit_once('-').unwrap_or(("", coded));
    let mut text: Vec<char> = plain.chars().collect();
    let mut digits = extended.bytes();
    let mut code_point = INITIAL_CODE_POINT;
    let mut place = 0_u32;
    let mut bias = INITIAL_BIAS;
    let mut is_first = true;
    while let Some(first) = digits.next() {
        let before = place;
        let mut weight = 1_u32;
        let mut digit_byte = first;
        let mut k = BASE;
        loop {
            let digit = digit(digit_byte)?;
            place = place.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            k += BASE;
            digit_byte = digits.next()?;
        }
        let length = u32::try_from(text.len()).ok()? + 1;
        bias = adapt(place - before, length, is_first);
        is_first = false;
        code_point = code_point.checked_add(place / length)?;
        place %= length;
        text.insert(place as usize, char::from_u32(code_point)?);
        place += 1;
    }
    Some(text.into_iter().collect())
}

fn digit(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some(u32::from(byte - b'a')),
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 26),
        _ => None,
    }
}

/// RFC 3492, section 6.1.
fn adapt(delta: u32, length: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { DAMP } else { 2 };
    delta += delta / length;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}
