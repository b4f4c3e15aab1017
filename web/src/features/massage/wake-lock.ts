import { useEffect } from "react";

/** Keeps the screen on while the massage runs, where the browser can; it lets go whenever the page is hidden. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let left = false;

    const hold = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then(
        (held) => {
          if (left) void held.release();
          else lock = held;
        },
        // A low battery or the browser's own policy may refuse: the countdown is right without it.
        () => undefined,
      );
    };

    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", hold);
      lock?.release().catch(() => undefined);
    };
  }, [wanted]);
}
