import { useEffect, useState } from "react";
import {
  type PushState,
  readPushState,
  turnPushOff,
  turnPushOn,
} from "#shared/service-worker/push-subscription.ts";

/** Returns the state of push messages in this browser, which is null until it is known, and functions that change it. */
export function usePushOnDevice(vapidPublicKey: string) {
  const [state, setState] = useState<PushState | null>(null);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
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

  async function change(work: () => Promise<PushState>): Promise<void> {
    setPending(true);
    setFailed(false);
    try {
      setState(await work());
    } catch {
      setFailed(true);
    } finally {
      setPending(false);
    }
  }
  return {
    state,
    pending,
    failed,
    turnOn: () => change(() => turnPushOn(vapidPublicKey)),
    turnOff: () =>
      change(async () => {
        await turnPushOff();
        return "off";
      }),
  };
}
