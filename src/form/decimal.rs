//! Numbers as they are written, exact.
//!
//! `0.3` is three tenths here, not the double nearest to it, so bounds and
//! `multipleOf` mean what they say.

use core::cmp::Ordering;

use super::limits;

/// A number of JSON, by its decimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Without zeros at either end; none for zero.
    digits: Vec<u8>,
    /// The number is 0.*digits* × 10^`exponent`.
    exponent: i64,
}

impl Decimal {
    /// Reads a number in JSON's notation. Longer ones than
    /// [`limits::NUMBER_BYTES`] and those with exponents beyond any double's
    /// are `None`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() > limits::NUMBER_BYTES {
            return None;
        }
        let (number, power) = match text.split_once(['e', 'E']) {
            Some((number, power)) => (number, parse_power(power)?),
            None => (text, 0),
        };
        let unsigned = number.strip_prefix('-');
        let (whole, fraction) = {
            let number = unsigned.unwrap_or(number);
            number.split_once('.').unwrap_or((number, ""))
        };
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let written = digits.len();
        if written == 0 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        digits.drain(..zeros);
        Some(if digits.is_empty() {
            Self {
                negative: false,
                digits,
                exponent: 0,
            }
        } else {
            Self {
                negative: unsigned.is_some(),
                digits,
                exponent: whole.len() as i64 - zeros as i64 + power,
            }
        })
    }

    /// Whether there is no fraction.
    pub(crate) fn is_integer(&self) -> bool {
        self.exponent >= self.digits.len() as i64
    }

    /// Whether it is an integer that JavaScript's numbers hold without doubt:
    /// at most 2^53 − 1 from zero.
    pub(crate) fn is_safe_integer(&self) -> bool {
        self.is_integer()
            && self.exponent <= 16
            && self
                .integer_digits()
                .bytes()
                .fold(0_u64, |value, digit| value * 10 + u64::from(digit - b'0'))
                <= limits::LARGEST_INTEGER
    }

    /// How many digits it takes to write the number, zeros at its ends apart.
    pub(crate) fn significant_digits(&self) -> usize {
        self.digits.len()
    }

    /// The power of ten of its first digit, plus one.
    pub(crate) fn exponent(&self) -> i64 {
        self.exponent
    }

    /// An integer's digits, without its sign.
    fn integer_digits(&self) -> String {
        let mut text = String::new();
        for &digit in &self.digits {
            text.push(char::from(digit));
        }
        for _ in self.digits.len() as i64..self.exponent {
            text.push('0');
        }
        text
    }

    /// An integer in plain digits.
    pub(crate) fn to_integer_text(&self) -> String {
        let mut text = self.integer_digits();
        if text.is_empty() {
            text.push('0');
        }
        if self.negative {
            text.insert(0, '-');
        }
        text
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let by_size = || {
            self.exponent
                .cmp(&other.exponent)
                .then_with(|| self.digits.cmp(&other.digits))
        };
        sign(self).cmp(&sign(other)).then_with(|| {
            if self.negative {
                by_size().reverse()
            } else {
                by_size()
            }
        })
    }

    /// Whether this is a whole multiple of `step`; `None` when `step` is not
    /// above zero or has more digits than can be divided by here.
    pub(crate) fn is_multiple_of(&self, step: &Self) -> Option<bool> {
        if step.digits.is_empty() || step.negative || step.digits.len() > 18 {
            return None;
        }
        if self.digits.is_empty() {
            return Some(true);
        }
        // Both as whole numbers times a power of ten.
        let power = |number: &Self| number.exponent - number.digits.len() as i64;
        let zeros = power(self) - power(step);
        if zeros < 0 {
            // The step has a factor of ten that this number lacks.
            return Some(false);
        }
        let value = |digits: &[u8]| {
            digits
                .iter()
                .fold(0_u64, |value, digit| value * 10 + u64::from(digit - b'0'))
        };
        let divisor = value(&step.digits);
        let mut rest = 0_u64;
        for &digit in &self.digits {
            rest = (rest * 10 + u64::from(digit - b'0')) % divisor;
        }
        for _ in 0..zeros {
            rest = rest * 10 % divisor;
        }
        Some(rest == 0)
    }
}

/// A JSON exponent, unless it is beyond use.
fn parse_power(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut power = 0_i64;
    for digit in digits.bytes() {
        power = power * 10 + i64::from(digit.wrapping_sub(b'0'));
        if power > limits::NUMBER_POWER {
            return None;
        }
    }
    (!digits.is_empty()).then_some(if negative { -power } else { power })
}
