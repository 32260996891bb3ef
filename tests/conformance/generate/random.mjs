/** Random choices that a seed repeats. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but without, 1. */
  number() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low, high) {
    return low + Math.floor(this.number() * (high - low + 1));
  }

  chance(probability) {
    return this.number() < probability;
  }

  pick(list) {
    return list[Math.floor(this.number() * list.length)];
  }

  /** One of the entries `[weight, value]`. */
  weighted(entries) {
    let rest = this.number() * entries.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of entries) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return entries.at(-1)[1];
  }

  shuffled(list) {
    const left = [...list];
    return list.map(() => left.splice(Math.floor(this.number() * left.length), 1)[0]);
  }

  /** Lists merged at random, each in its own order. */
  merged(lists) {
    const left = lists.filter((list) => list.length > 0).map((list) => [...list]);
    const all = [];
    while (left.length > 0) {
      const at = Math.floor(this.number() * left.length);
      all.push(left[at].shift());
      if (left[at].length === 0) left.splice(at, 1);
    }
    return all;
  }
}
