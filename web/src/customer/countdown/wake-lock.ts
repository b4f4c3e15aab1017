import { useEffect } from "react";

/** The function is `async`, so that a missing API rejects the promise instead of throwing. */
const requestLock = async (): Promise<WakeLockSentinel> => navigator.wakeLock.request("screen");

async function releaseLock(lock: WakeLockSentinel): Promise<void> {
  try {
    await lock.release();
  } catch {
    // Releasing may fail, but the browser releases the lock when the page closes.
  }
}

/**
 * Keeps the screen on while `enabled`. Browsers release the lock when the page is hidden, so it is requested again when
 * the page is visible.
 */
export function useWakeLock(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    let lock: WakeLockSentinel | null = null;
    let left = false;

    const acquire = () => {
      if (document.visibilityState !== "visible") return;
      requestLock().then(
        (held) => {
          if (left) void releaseLock(held);
          else lock = held;
        },
        // The screen turns off as usual: the browser lacks the API, the battery is low, or a policy forbids the lock.
        () => undefined,
      );
    };

    acquire();
    document.addEventListener("visibilitychange", acquire);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", acquire);
      if (lock !== null) void releaseLock(lock);
    };
  }, [enabled]);
}
