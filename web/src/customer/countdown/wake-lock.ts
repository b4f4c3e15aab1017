import { useEffect } from "react";

/** Asynchronous, so that a browser without the interface, or whose interface throws, rejects like a refusal. */
const requestLock = async (): Promise<WakeLockSentinel> => navigator.wakeLock.request("screen");

async function releaseLock(lock: WakeLockSentinel): Promise<void> {
  try {
    await lock.release();
  } catch {
    // The browser releases it with the page.
  }
}

/** Keeps the screen on while the massage runs, where the browser can; it is released whenever the page is hidden. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    let lock: WakeLockSentinel | null = null;
    let left = false;

    const hold = () => {
      if (document.visibilityState !== "visible") return;
      requestLock().then(
        (held) => {
          if (left) void releaseLock(held);
          else lock = held;
        },
        // Missing, a low battery, or the browser's own policy: the countdown is right without it.
        () => undefined,
      );
    };

    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", hold);
      if (lock !== null) void releaseLock(lock);
    };
  }, [wanted]);
}
