export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * The median with its confidence interval of at least 95 %, by order statistics: nothing is assumed about how the
 * values are spread. Below six values it is their whole range.
 */
export function medianWithInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  let below = 0;
  // The median lies below the k-th value with the chance of fewer than k heads in `count` throws of a coin.
  for (let k = 1, sum = 0.5 ** count, term = sum; 2 * sum <= 0.05; k++) {
    below = k;
    term = (term * (count - k + 1)) / k;
    sum += term;
  }
  const from = Math.max(0, below - 1);
  return { median: median(sorted), low: sorted[from], high: sorted[count - 1 - from], count };
}
