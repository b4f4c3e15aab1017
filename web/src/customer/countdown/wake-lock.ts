import { useEffect } from "react";

/** Asynchronous, so that a missing or throwing API rejects like a refusal. */
const requestLock = async (): Promise<WakeLockSentinel> => navigator.wakeLock.request("screen");

async function releaseLock(lock: WakeLockSentinel): Promise<void> {
  try {
    await lock.release();
  } catch {
    // The browser releases the lock when the page closes.
  }
}

/** Keeps the screen on; browsers release the lock whenever the page is hidden. */
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
        // The browser lacks the API, the battery is low, or a policy forbids the lock.
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
