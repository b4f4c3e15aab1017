export const firstDelayMilliseconds = 3_000;
/** A file that stays missing is not requested all day. */
export const maxAttempts = 8;

/** Retries a load with exponential backoff until it succeeds; returns the way to cancel. */
export function retryUntilLoaded(load: () => Promise<void>, onFailed: () => void): () => void {
  let cancelled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function attempt(number: number): void {
    load().catch(() => {
      if (cancelled) return;
      onFailed();
      if (number < maxAttempts)
        timer = setTimeout(() => attempt(number + 1), firstDelayMilliseconds * 2 ** (number - 1));
    });
  }
  attempt(1);
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}
