// Which targets are met, and how that is told.

/** How far the upper end of an interval may lie above the target: the machines are noisy. */
const SLACK = 1.1;

/** Whether a measured ratio meets its target, on as many pairs as are asked for. */
export function isMet({ median, high, count }, limit, pairs) {
  return median <= limit && high <= limit * SLACK && count >= pairs;
}

export function number(value) {
  if (value === undefined || Number.isNaN(value)) return '–';
  const magnitude = Math.abs(value);
  if (magnitude === 0) return '0';
  if (magnitude < 0.001) return value.toExponential(1);
  if (magnitude < 0.1) return value.toFixed(4);
  if (magnitude < 10) return value.toFixed(2);
  return value.toFixed(magnitude < 100 ? 1 : 0);
}

const withInterval = ({ median, low, high, count }) =>
  `${number(median)} (${number(low)}–${number(high)}, n = ${count})`;

/** Collects targets, and prints them as a table. */
export class Verdicts {
  #rows = [];
  #pairs;

  /** @param {number} pairs the fewest on which a ratio is believed */
  constructor(pairs) {
    this.#pairs = pairs;
  }

  /** A ratio with its interval. */
  ratio(what, measured, limit) {
    if (measured === undefined) this.#rows.push([what, 'not measured', `≤ ${number(limit)}`, false]);
    else this.#rows.push([what, withInterval(measured), `≤ ${number(limit)}`, isMet(measured, limit, this.#pairs)]);
  }

  /** A plain figure. */
  figure(what, measured, limit, unit = '') {
    this.#rows.push([what, `${number(measured)}${unit}`, `≤ ${number(limit)}${unit}`, measured <= limit]);
  }

  get met() {
    return this.#rows.filter(([, , , met]) => met).length;
  }

  print() {
    console.log('\n### Targets\n\n| what | measured | target | met |\n| --- | --: | --: | --- |');
    for (const [what, measured, limit, met] of this.#rows) {
      console.log(`| ${what} | ${measured} | ${limit} | ${met ? 'yes' : '**no**'} |`);
    }
    console.log(`\n${this.met} of ${this.#rows.length} targets met`);
  }
}
