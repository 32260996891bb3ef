//! Punycode (RFC 3492), decoding only.

/// The text that stands behind `xn--`, decoded; `None` if it is not Punycode.
pub(super) fn decode(coded: &str) -> Option<String> {
    const BASE: u32 = 36;
    // Names in the domain name system are shorter still; the bound keeps the
    // sums below from overflowing where they are not checked.
    if coded.len() > 256 {
        return None;
    }
    let mut text = Vec::new();
    let (plain, digits) = coded.rsplit_once('-').unwrap_or(("", coded));
    text.extend(plain.bytes().map(u32::from));
    let mut code_point = 128;
    let (mut place, mut before) = (0_u32, 0);
    let (mut weight, mut k, mut bias) = (1_u32, BASE, 72);
    let mut is_first = true;
    for byte in digits.bytes() {
        let digit = match byte {
            b'a'..=b'z' => byte - b'a',
            b'0'..=b'9' => byte - b'0' + 26,
            _ => return None,
        };
        let digit = u32::from(digit);
        place = place.checked_add(digit.checked_mul(weight)?)?;
        let threshold = k.saturating_sub(bias).clamp(1, 26);
        if digit >= threshold {
            weight = weight.checked_mul(BASE - threshold)?;
            k += BASE;
            continue;
        }
        // The number is complete; the bias for the next one (section 6.1).
        let length = text.len() as u32 + 1;
        let mut delta = (place - before) / if is_first { 700 } else { 2 };
        is_first = false;
        delta += delta / length;
        bias = 0;
        while delta > 455 {
            delta /= 35;
            bias += BASE;
        }
        bias += 36 * delta / (delta + 38);
        code_point = u32::checked_add(code_point, place / length)?;
        place %= length;
        text.insert(place as usize, code_point);
        place += 1;
        before = place;
        (weight, k) = (1, BASE);
    }
    // A number that is cut off decodes to nothing.
    let is_whole = k == BASE;
    let mut decoded = String::new();
    for code_point in text {
        decoded.push(char::from_u32(code_point)?);
    }
    is_whole.then_some(decoded)
}
