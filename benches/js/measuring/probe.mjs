/** Stands in for a page: counts what it is told, and reads what a page would read, the length of what grows. */
export function makeProbe({ budgetMs = Number.POSITIVE_INFINITY, onBudget } = {}) {
  let deadline = Number.POSITIVE_INFINITY;
  return {
    notifications: 0,
    progress: 0,
    /** Asked in between whether it wants to see the state. */
    watch: undefined,
    arm() {
      this.notifications = 0;
      this.progress = 0;
      deadline = performance.now() + budgetMs;
    },
    get notify() {
      return (length) => {
        this.notifications++;
        if (length > this.progress) this.progress = length;
        this.watch?.();
        if ((this.notifications & 15) === 0 && performance.now() > deadline) {
          deadline = Number.POSITIVE_INFINITY;
          onBudget?.();
        }
      };
    },
  };
}
