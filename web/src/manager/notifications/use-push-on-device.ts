import { useEffect, useRef, useState } from "react";
import {
  type PushOwner,
  type PushState,
  readPushState,
  turnPushOff,
  turnPushOn,
} from "#shared/service-worker/push-subscription.ts";

/**
 * Returns the state of push messages in this browser, which is null until it is known, and functions that change it.
 * `failed` is the state that a failed change should have reached; null if no change has failed or the state is reached.
 */
export function usePushOnDevice({ vapidPublicKey, accountId }: PushOwner) {
  const [state, setState] = useState<PushState | null>(null);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<"on" | "off" | null>(null);
  const isChanging = useRef(false);
  /** Number of the last read or change. The result of an earlier read is outdated and is ignored. */
  const latest = useRef(0);

  // The permission and the subscription can change outside the page, so the state is read again whenever the page
  // becomes visible.
  useEffect(() => {
    async function read(): Promise<void> {
      if (document.visibilityState === "hidden" || isChanging.current) return;
      const number = (latest.current += 1);
      const found = await readPushState({ vapidPublicKey, accountId }).catch(() => null);
      if (number !== latest.current) return;
      // If the state cannot be read, for example because the server cannot be reached, notifications that were on are
      // still on.
      setState((shown) => found ?? (shown === "on" ? shown : "off"));
      setFailed((wanted) => (wanted === found ? null : wanted));
    }
    const onVisible = () => void read();
    onVisible();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [vapidPublicKey, accountId]);

  async function change(wanted: "on" | "off", work: () => Promise<PushState>): Promise<void> {
    latest.current += 1;
    isChanging.current = true;
    setPending(true);
    setFailed(null);
    try {
      setState(await work());
    } catch {
      // A part of the change may have succeeded, and may suffice: once the browser has unsubscribed at the push
      // service, messages are off, even if the call to the server failed.
      const reached = await readPushState({ vapidPublicKey, accountId }).catch(() => state);
      setState(reached);
      if (reached !== wanted) setFailed(wanted);
    } finally {
      isChanging.current = false;
      setPending(false);
    }
  }
  return {
    state,
    pending,
    failed,
    turnOn: () => change("on", () => turnPushOn({ vapidPublicKey, accountId })),
    turnOff: () =>
      change("off", async () => {
        await turnPushOff();
        return "off";
      }),
  };
}
