import { useEffect, useState } from "react";
import {
  isPushBlocked,
  type PushState,
  readPushState,
  turnPushOff,
  turnPushOn,
} from "#shared/service-worker/push-subscription.ts";

/** Returns the state of push messages in this browser, which is null until it is known, and functions that change it. */
export function usePushOnDevice(vapidPublicKey: string) {
  const [state, setState] = useState<PushState | null>(null);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<"on" | "off" | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // If the state cannot be read, or the server does not receive the subscription, the state is shown as `off`.
    void readPushState(vapidPublicKey)
      .catch(() => "off" as const)
      .then((read) => isCurrent && setState(read));
    return () => {
      isCurrent = false;
    };
  }, [vapidPublicKey]);

  // The user changes the permission in the browser's settings, so the page reads it again when it is visible again.
  useEffect(() => {
    if (pending) return undefined;
    const check = () => {
      if (document.visibilityState === "hidden" || isPushBlocked() === (state === "denied")) return;
      readPushState(vapidPublicKey).then(setState, () => setState("off"));
    };
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
  }, [vapidPublicKey, state, pending]);

  async function change(wanted: "on" | "off", work: () => Promise<PushState>): Promise<void> {
    setPending(true);
    setFailed(null);
    try {
      setState(await work());
    } catch {
      // A part may have succeeded: after it has unsubscribed at the push service only, the browser receives no messages.
      const reached = await readPushState(vapidPublicKey).catch(() => state);
      setState(reached);
      if (reached !== wanted) setFailed(wanted);
    } finally {
      setPending(false);
    }
  }
  return {
    state,
    pending,
    failed,
    turnOn: () => change("on", () => turnPushOn(vapidPublicKey)),
    turnOff: () =>
      change("off", async () => {
        await turnPushOff();
        return "off";
      }),
  };
}
