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
    /// Values of the digits, without zeros at either end; none for zero.
    digits: Vec<u8>,
    /// The number is 0.*digits* × 10^`exponent`.
    exponent: i32,
}

impl Decimal {
    /// Reads a number in JSON's notation (and in JavaScript's, which may begin
    /// its exponents with a plus). Longer ones than [`limits::NUMBER_BYTES`]
    /// and those with exponents beyond any double's are `None`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() > limits::NUMBER_BYTES {
            return None;
        }
        let mut number = Self {
            negative: false,
            digits: Vec::new(),
            exponent: 0,
        };
        let mut power = 0_i32;
        let mut power_sign = 0;
        let mut after_point = false;
        for byte in text.bytes() {
            match byte {
                b'-' if power_sign == 0 => number.negative = true,
                b'-' => power_sign = -1,
                b'+' => {}
                b'.' => after_point = true,
                b'e' | b'E' => power_sign = 1,
                b'0'..=b'9' if power_sign != 0 => {
                    power = power * 10 + i32::from(byte - b'0');
                    if power > limits::NUMBER_POWER {
                        return None;
                    }
                }
                b'0'..=b'9' => {
                    if byte != b'0' || !number.digits.is_empty() {
                        number.digits.push(byte - b'0');
                        number.exponent += i32::from(!after_point);
                    } else if after_point {
                        number.exponent -= 1;
                    }
                }
                _ => return None,
            }
        }
        number.exponent += power * power_sign;
        while number.digits.last() == Some(&0) {
            number.digits.pop();
        }
        if number.digits.is_empty() {
            number.negative = false;
            number.exponent = 0;
        }
        Some(number)
    }

    /// The power of ten of the last digit.
    fn last_power(&self) -> i32 {
        self.exponent - self.digits.len() as i32
    }

    /// Whether there is no fraction.
    pub(crate) fn is_integer(&self) -> bool {
        self.last_power() >= 0
    }

    /// An integer that JavaScript's numbers hold without doubt: at most
    /// 2^53 − 1 from zero.
    pub(crate) fn to_safe_integer(&self) -> Option<i64> {
        if !self.is_integer() || self.exponent > 16 {
            return None;
        }
        let mut value = 0_i64;
        for place in 0..self.exponent as usize {
            value = value * 10 + i64::from(self.digits.get(place).copied().unwrap_or(0));
        }
        if value > limits::LARGEST_INTEGER {
            return None;
        }
        Some(if self.negative { -value } else { value })
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| {
            i32::from(!number.digits.is_empty()) * if number.negative { -1 } else { 1 }
        };
        let by_sign = sign(self).cmp(&sign(other));
        if by_sign != Ordering::Equal {
            return by_sign;
        }
        let by_size = self
            .exponent
            .cmp(&other.exponent)
            .then_with(|| self.digits.cmp(&other.digits));
        if self.negative {
            by_size.reverse()
        } else {
            by_size
        }
    }

    /// Whether this is a whole multiple of `step`; `None` when `step` is not
    /// above zero or has more digits than can be divided by here.
    pub(crate) fn is_multiple_of(&self, step: &Self) -> Option<bool> {
        if step.digits.is_empty() || step.negative || step.digits.len() > 18 {
            return None;
        }
        // Both as whole numbers times a power of ten. Where the step's power is
        // greater, it has a factor of ten that this number lacks.
        let zeros = self.last_power() - step.last_power();
        let mut divisor = 0_u64;
        for &digit in &step.digits {
            divisor = divisor * 10 + u64::from(digit);
        }
        let mut rest = 0_u64;
        for place in 0..self.digits.len() + zeros.max(0) as usize {
            let digit = self.digits.get(place).copied().unwrap_or(0);
            rest = (rest * 10 + u64::from(digit)) % divisor;
        }
        Some(self.digits.is_empty() || (rest == 0 && zeros >= 0))
    }
}
