//! Putting things in order, once for everything that has one: the standard
//! library's sorts are large, and compiled anew for each type.

/// The numbers below `len` in the order that `is_after` tells of two of them;
/// what is neither before nor after stays as it stood.
pub(crate) fn in_order(len: usize, is_after: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut runs: Vec<usize> = (0..len).collect();
    let mut merged = Vec::with_capacity(len);
    let mut width: usize = 1;
    while width < len {
        let both = width.saturating_mul(2);
        merged.clear();
        for run in runs.chunks(both) {
            let (mut left, mut right) = run.split_at_checked(width).unwrap_or((run, &[]));
            loop {
                match (left, right) {
                    ([first, rest @ ..], [other, ..]) if !is_after(*first, *other) => {
                        merged.push(*first);
                        left = rest;
                    }
                    (_, [first, rest @ ..]) => {
                        merged.push(*first);
                        right = rest;
                    }
                    (rest, []) => {
                        merged.extend_from_slice(rest);
                        break;
                    }
                }
            }
        }
        core::mem::swap(&mut runs, &mut merged);
        width = both;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn what_is_equal_stays_as_it_stood() {
        let mut state = 1_u32;
        for len in 0..70 {
            let values: Vec<u32> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    state >> 28
                })
                .collect();
            let mut expected: Vec<usize> = (0..values.len()).collect();
            expected.sort_by_key(|&at| values[at]);
            assert_eq!(
                in_order(values.len(), &|a, b| values[a] > values[b]),
                expected
            );
        }
    }
}
