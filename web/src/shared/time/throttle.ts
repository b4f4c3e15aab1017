export const throttleMilliseconds = 500;

/** Lets the first of several calls through and drops the rest for `milliseconds` (QS-1: double taps). */
export function throttle<A extends unknown[]>(
  run: (...args: A) => void,
  milliseconds: number = throttleMilliseconds,
  now: () => number = () => performance.now(),
): (...args: A) => void {
  let openAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    const at = now();
    if (at < openAt) return;
    openAt = at + milliseconds;
    run(...args);
  };
}
