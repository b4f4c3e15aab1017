export const throttleMilliseconds = 500;

/**
 * Returns a function that runs the first call, and drops further calls for `milliseconds` after it, such as double taps
 * (QS-1).
 */
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
