/** Soon after a failure that passes, and not for ever: what is gone for good is not asked for all day. */
export const firstPauseMilliseconds = 3_000;
export const mostTries = 8;

/** Tries what nobody taps for until it is there, each time after twice the pause, until it is left. */
export function tryUntilThere(bring: () => Promise<boolean>, onFailed: () => void): () => void {
  let left = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function attempt(number: number): Promise<void> {
    const there = await bring();
    if (left || there) return;
    onFailed();
    if (number < mostTries)
      timer = setTimeout(() => void attempt(number + 1), firstPauseMilliseconds * 2 ** (number - 1));
  }
  void attempt(1);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
